"""Every planted fault, as (name of the check, what is wrong, the game with it)."""

from testing.faults import arrays, desks, facts, rulebook, rules, search, sight, table, themes
from testing.faults.planting import FAULTS

PARTS = (rules, sight, arrays, table, search, facts, desks, rulebook, themes)

__all__ = ["FAULTS", "PARTS"]
