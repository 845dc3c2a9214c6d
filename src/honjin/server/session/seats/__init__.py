"""Who holds the seats of a table: bots, substitutes, requests, rematches, take-backs."""
