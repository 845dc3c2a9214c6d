"""Browser windows and programs that are notified of changes, as server-sent events."""
