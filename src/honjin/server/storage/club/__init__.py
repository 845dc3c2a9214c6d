"""Finished games, openings and ratings in the database."""
