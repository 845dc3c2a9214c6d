"""Backups of a whole server: made while it runs, verified, and restored."""
