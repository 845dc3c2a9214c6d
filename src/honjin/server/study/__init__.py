"""Analysis, reviews and puzzles."""
