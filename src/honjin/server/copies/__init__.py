"""Backups, restores, and the change from one database to another."""
