"""The graph of a small game without an index: every reachable position is listed.

Positions are identified by the game's state_key, or by all their fields. It is meant for games of
some ten thousand positions, to try the analysis and to check it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

import numpy as np

from honjin.core.game import Game
from honjin.core.jit.compiled import interpreted, ints
from honjin.core.parts.index import Unsolvable, only
from honjin.core.seats import MAX_SEATS, seats_in
from honjin.solver.retrograde.ends import LOST, TIED, WON
from honjin.solver.retrograde.graph import LOOPS, Graph, Links, make_graph

MOST: Final = 1_000_000


def listed(game: Game[Any], start: Any, most: int = MOST) -> tuple[Graph, list[Any]]:
    """The graph and its positions, in the same order; raises Unsolvable for more than `most`."""
    if game.has_chance or game.has_secrets or not game.zero_sum:
        raise Unsolvable(f"{game.key}: expected an open zero-sum game without chance")
    places: dict[Hashable, int] = {_name(game, start): 0}
    positions, heads, targets = [start], [], []
    for s in positions:  # the list grows during the loop
        found = [_led_to(game, s, action, places, positions) for action in _actions(game, s)]
        if len(positions) > most:
            raise Unsolvable(f"{game.key} has more than {most:,} positions; it needs an index")
        heads.append(len(found))
        targets += found
    count = len(positions)
    ones = np.ones(count, np.int64)
    links = Links(
        np.arange(count), ones, ints(heads), ints(targets), np.zeros(len(targets), np.int32)
    )
    return make_graph(interpreted(game, LOOPS[1]), links, only), positions


def _name(game: Game[Any], s: Any) -> Hashable:
    return game.state_key(s) if game.state_key else repr(s)


def _actions(game: Game[Any], s: Any) -> list[tuple[int, int]]:
    return [(seat, action) for seat in seats_in(game.may_act(s)) for action in game.legal(s, seat)]


def _led_to(
    game: Game[Any], s: Any, move: tuple[int, int], places: dict[Hashable, int], every: list[Any]
) -> int:
    """The index of the position after an action, or how the game ends for the side that acted."""
    after = s.copy()
    game.apply_action(after, *move)
    if game.may_act(after) == 0:
        out = [0] * MAX_SEATS
        game.returns(after, out)
        got = out[move[0]]
        return TIED if got == 0 else WON if got > 0 else LOST
    name = _name(game, after)
    if name not in places:
        places[name] = len(every)
        every.append(after)
    return places[name]
