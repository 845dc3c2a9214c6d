"""The messages of tables."""
