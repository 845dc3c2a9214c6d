"""Seats: who takes, leaves, is given or gets back which."""
