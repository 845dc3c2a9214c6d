"""Places and how they touch: hexes. Knows no game."""
