"""Moderation at the tables: carries out moderators' decisions."""
