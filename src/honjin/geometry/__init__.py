"""Places and how they touch: hexes. Tablebase no game."""
