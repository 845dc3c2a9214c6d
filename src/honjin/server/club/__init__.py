"""What becomes of finished games: history and ratings."""
