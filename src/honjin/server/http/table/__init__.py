"""Requests about one table: looking at it, and studying its game."""
