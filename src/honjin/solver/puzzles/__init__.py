"""Puzzles made from solved positions."""
