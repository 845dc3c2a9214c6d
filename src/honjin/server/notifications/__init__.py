"""Notifications: push, mail and feeds."""
