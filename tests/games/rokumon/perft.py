"""Counting sequences of actions, in plain Python."""

from honjin.games.rokumon.rules.state import Rokumon

from .given import GAME


def perft(s: Rokumon, depth: int) -> int:
    """The number of sequences of `depth` actions; the Automa's turns do not count."""
    total = 0
    for action in GAME.legal(s, s.turn):
        after = s.copy()
        GAME.apply_action(after, s.turn, action)
        total += 1 if depth == 1 else perft(after, depth - 1)
    return total
