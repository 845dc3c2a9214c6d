"""What several processes tell each other through the database."""
