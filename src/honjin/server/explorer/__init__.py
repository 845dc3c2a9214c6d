"""Openings: positions, their choices, and how games from there ended."""
