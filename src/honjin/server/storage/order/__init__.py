"""Moderation: roles, hidden people, reports, suspensions, the audit log."""
