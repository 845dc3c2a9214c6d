"""Analysis, reviews and the coach."""
