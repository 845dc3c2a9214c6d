"""Backups, restores and the change of the database."""
