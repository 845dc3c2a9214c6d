"""Pages as people use them: many at once, on plain http, after an update."""
