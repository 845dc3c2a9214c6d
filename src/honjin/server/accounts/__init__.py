"""Accounts: sessions, passkeys, mailed links, and a person's data."""
