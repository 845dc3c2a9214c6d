"""The messages of tables: bodies of POSTs, answers and events, answers about games."""
