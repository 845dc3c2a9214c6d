"""The database: engine, schema, journals, copies, and the processes that share it."""
