"""A game being played: its seats, decisions and views."""
