"""Analysis, reviews, puzzles, lessons and experiments."""
