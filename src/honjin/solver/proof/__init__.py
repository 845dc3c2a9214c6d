"""Proofs of forced wins: found, kept, checked."""
