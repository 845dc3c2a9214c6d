"""Bots play each other."""
