"""Experiments and balance searches."""
