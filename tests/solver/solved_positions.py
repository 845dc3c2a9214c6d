"""Positions of Rokumon for these tests."""

import random
from collections.abc import Iterator
from typing import Any

from honjin.core.parts.index import Index
from honjin.games import load

GAME = load("rokumon")
assert GAME.index is not None
INDEX: Index[Any] = GAME.index


def start_of(act: str, deal: str, **rulings: object) -> Any:
    """The first state of a game."""
    return GAME.setup(GAME.read_options({"act": act, "deal": deal, **rulings}))


def played(act: str, deal: str, games: int, seed: int = 1) -> Iterator[Any]:
    """Every running position of random games."""
    rng = random.Random(seed)
    for _ in range(games):
        s = start_of(act, deal)
        while GAME.may_act(s):
            yield s.copy()
            GAME.apply_action(s, s.turn, rng.choice(GAME.legal(s, s.turn)))


def sampled(act: str, deal: str, count: int, seed: int = 1) -> list[Any]:
    """So many running positions of the index, drawn evenly over families."""
    rng = random.Random(seed)
    plan = INDEX.plan(start_of(act, deal))
    scratch, found = plan.start.copy(), []
    while len(found) < count:
        number = rng.randrange(plan.families)
        size = INDEX.representative(scratch, number, 0)
        if size:
            found.append(INDEX.position(plan.start, number, rng.randrange(size)))
    return found
