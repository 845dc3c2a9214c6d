"""Finished games, profiles and ranks."""
