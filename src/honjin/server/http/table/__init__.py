"""Requests about one table: its views, and the study of its game."""
