"""Which players meet in a round, for each format."""
