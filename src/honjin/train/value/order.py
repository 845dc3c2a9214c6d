"""How well a value tells the actions of one decision apart."""

from __future__ import annotations

from typing import Final

import numpy as np

from honjin.train.value.playing import Array, Rows

CLEAR: Final = 0.05
"""Expected returns (from -1 to 1) that differ by less are taken for equal: targets are noisy."""


def ordered(rows: Rows, logit: Array) -> float:
    """The share of pairs that logits put in the order of the targets; a tie counts half.

    A pair are two positions after actions of the same decision, as one seat sees them. NaN if there
    are none that clearly differ.
    """
    by_decision = np.lexsort((rows.seat, rows.step, rows.game))
    game, step, seat = (held[by_decision] for held in (rows.game, rows.step, rows.seat))
    target, guess = rows.target[by_decision], logit[by_decision]
    right = pairs = 0.0
    for apart in range(1, len(rows)):
        alike = (game[apart:] == game[:-apart]) & (step[apart:] == step[:-apart])
        alike &= seat[apart:] == seat[:-apart]
        if not alike.any():
            break
        better = target[apart:] - target[:-apart]
        alike &= np.abs(better) >= CLEAR
        signs = np.sign(guess[apart:] - guess[:-apart]) * np.sign(better)
        right += float((1 + signs[alike]).sum()) / 2
        pairs += float(alike.sum())
    return right / pairs if pairs else float("nan")
