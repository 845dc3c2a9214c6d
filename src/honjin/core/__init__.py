"""The contract that every game keeps and every user of a game relies on. Tablebase no game."""
