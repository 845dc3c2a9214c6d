"""Many games of one kind in parallel: the engine of all environments."""
