"""Counting sequences of actions, in plain Python."""

from honjin.games.rokumon.rules.state import Rokumon

from .given import GAME


def perft(s: Rokumon, depth: int) -> int:
    """How many sequences of so many actions there are; the Automa's turns count as none."""
    total = 0
    for action in GAME.legal(s, s.turn):
        after = s.copy()
        GAME.apply_action(after, s.turn, action)
        total += 1 if depth == 1 else perft(after, depth - 1)
    return total
