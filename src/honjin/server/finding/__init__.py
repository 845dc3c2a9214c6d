"""Finding opponents: pools and challenges."""
