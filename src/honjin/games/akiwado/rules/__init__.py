"""The legal actions and their effects."""
