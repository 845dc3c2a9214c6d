"""One of the last stages of Rokumon's Act 4: both Surprises have been used."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from honjin.games import load
from honjin.solver import Stages, stages_of

GAME = load("rokumon")
OPTIONS: Final = {"act": "4", "deal": "gggjjjj"}
MOVES: Final = ("r2c4~1,1", "r2c3~0,1")
"""The moves that lead to its first position."""


def first_position() -> Any:
    """The position after both Surprises."""
    s = GAME.setup(GAME.read_options(OPTIONS))
    for text in MOVES:
        GAME.apply_action(s, s.turn, GAME.notation.read_action(s, s.turn, text))
    return s


def solve_last_stage(folder: Path) -> Stages:
    """Solve the stage, about half a minute, into a folder that has no other."""
    s = first_position()
    stages = stages_of(GAME, s, folder)
    GAME.index.canonical_key(s, [0, 0])
    stages.of(GAME.index.stage(s), s)
    return stages
