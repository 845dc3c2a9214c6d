"""Routes for programs, and the scopes of their tokens."""
