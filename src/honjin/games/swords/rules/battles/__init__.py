"""Battles: spies, cards set aside in secret, strength and results (rules 16 to 24)."""
