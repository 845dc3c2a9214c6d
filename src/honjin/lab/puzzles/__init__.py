"""Making decision puzzles: games between weak bots, values, and how often bots find the answer."""
