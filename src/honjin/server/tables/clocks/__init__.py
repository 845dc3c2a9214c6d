"""Clocks, absence and vacations."""
