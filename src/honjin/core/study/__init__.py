"""Studies: chapters of games with variants and comments, their files, and lessons made of them."""
