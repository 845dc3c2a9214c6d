"""What is kept of those who look for a game, and of tournaments."""
