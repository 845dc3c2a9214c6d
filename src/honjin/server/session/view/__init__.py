"""What somebody sees of a table."""
