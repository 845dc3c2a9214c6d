"""Exact knowledge before search: tables, proofs, and the defence of lost games."""
