"""The database: engine, schema, journals, and the processes that share it."""
