"""Routes for finding opponents."""
