"""Roles, suspensions, blocks, and the words that the host rejects."""
