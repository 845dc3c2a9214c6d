"""Daily puzzles and lessons."""
