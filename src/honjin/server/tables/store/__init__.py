"""Tables in the database and in memory."""
