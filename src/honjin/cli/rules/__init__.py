"""Commands that run the rules of a game: counts, speed, compilation, maps."""
