"""Communication between several processes through the database."""
