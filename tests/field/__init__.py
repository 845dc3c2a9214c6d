"""What people met in the field, and what was found beside it."""
