"""Calling people to their tables: what stands, when it is told, and by which way."""
