"""Squares and hexes, and their neighbours. Depends on no game."""
