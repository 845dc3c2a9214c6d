"""Accounts: ways in, sessions, invitations."""
