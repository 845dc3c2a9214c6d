"""Calling people to their tables: the open matters, the times, and the channels."""
