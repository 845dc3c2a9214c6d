"""Routes of the workshop: desks and experiments."""
