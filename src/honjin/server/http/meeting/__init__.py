"""Routes by which people find each other."""
