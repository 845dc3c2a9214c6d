"""People: guests and accounts, and what they may do."""
