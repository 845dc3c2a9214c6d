"""The value of a position, for the bots."""
