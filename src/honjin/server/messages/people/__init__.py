"""Messages about people: accounts, pairing, calls, clubs, programs, administration."""
