"""The page itself, pictures, and what other sites are told."""
