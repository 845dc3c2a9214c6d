"""The database's history; run on every start."""
