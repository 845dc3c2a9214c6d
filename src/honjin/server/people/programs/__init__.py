"""Programs and their tokens."""
