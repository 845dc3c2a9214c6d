"""The contract between games and all code that uses them. Depends on no game."""
