"""Learning a value from games of a search against itself."""
