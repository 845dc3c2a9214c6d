"""The seats of a table and their holders: bots, substitutes, requests, rematches, takebacks."""
