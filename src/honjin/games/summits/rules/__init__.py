"""The legal actions and their results."""
