"""Windows that are told of changes."""
