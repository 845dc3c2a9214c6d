"""Studies: trees of moves and comments that people share."""
