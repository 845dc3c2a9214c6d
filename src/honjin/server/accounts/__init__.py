"""Accounts: sessions, passkeys, links in mails, and what somebody's data is."""
