"""Retrograde analysis over the graph of a game."""
