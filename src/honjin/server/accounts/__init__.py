"""Accounts and programs: the requests by which people manage their own."""
