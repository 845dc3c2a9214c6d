"""What a position is worth, for the bots."""
