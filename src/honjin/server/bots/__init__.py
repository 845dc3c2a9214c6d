"""Bots that play at tables."""
