"""Routes for programs, and what their tokens open."""
