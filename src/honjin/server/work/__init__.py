"""Background work off the event loop, and caches of its results."""
