"""The evaluation of positions, for the bots."""
