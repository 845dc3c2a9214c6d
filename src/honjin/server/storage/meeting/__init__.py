"""Storage for players who look for a game, and for tournaments."""
