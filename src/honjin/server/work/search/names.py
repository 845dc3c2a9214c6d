"""Bots that are known by names of their own, besides the levels and specifications."""

from typing import Final

ANALYST: Final = "analyst"
"""The bot that analyses: it proves what it can, and searches by `ANALYST_SEARCH`."""
ANALYST_SEARCH: Final = "mcts"
"""It values every choice, in every game."""
PERFECT: Final = "perfect"
"""The bot that plays solved games perfectly."""
NET: Final = "net:"
"""How the name of a network begins."""
