"""Proofs of forced wins: finding, storing and checking them."""
