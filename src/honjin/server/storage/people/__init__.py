"""People in the database: guests, accounts, ways to log in, tokens."""
