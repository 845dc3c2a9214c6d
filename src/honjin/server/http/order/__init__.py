"""Routes of order in the house."""
