"""Playing a game in the terminal."""
