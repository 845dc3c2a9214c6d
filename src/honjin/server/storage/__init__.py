"""Tables, their journals and the database."""
