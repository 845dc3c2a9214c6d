"""The memory of a tree search: the lists that its loops work on (`tree_loop`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from honjin.bots.lists import Maker
from honjin.bots.mcts.tree_loop import CELLS, SEATS, SETTINGS
from honjin.core.game import Game
from honjin.core.jit.rng import seeded
from honjin.core.parts.weights import usual
from honjin.core.seats import MAX_SEATS

MAX_EDGES: Final = 1 << 22


class Tree(NamedTuple):
    """The lists of one search: arrays compiled, plain lists interpreted; see `tree_loop`."""

    key: Any
    seat: Any
    first: Any
    count: Any
    visits: Any
    gained: Any  # sum of returns, by node
    action: Any
    tried: Any
    total: Any  # sum of returns, by edge
    prior: Any  # REGRET: the sum of strategies
    regret: Any
    index: Any  # key -> node + 1, open addressing
    path_node: Any
    path_edge: Any
    path_odds: Any
    out: Any
    odds: Any
    got: Any
    sim_value: Any  # by seat
    low: Any  # the smallest and the largest mean of an edge, by seat
    high: Any
    control: Any
    settings: Any
    weights: Any  # of the estimate, in a game that has some
    rng: Any


def planted(game: Game[Any], seats: int, room: int, seed: int, *, is_compiled: bool) -> Tree:
    """An empty tree with room for this number of nodes."""
    edges = min(MAX_EDGES, room * min(game.max_actions, 32) + game.max_actions)
    steps, outs = game.longest + 2, game.max_actions
    ints, floats = Maker(is_compiled).ints, Maker(is_compiled).floats
    tree = Tree(
        ints(room), ints(room), ints(room), ints(room), ints(room), floats(room),
        ints(edges), ints(edges), floats(edges), floats(edges), floats(edges),
        ints(1 << (2 * room).bit_length()),
        ints(steps), ints(steps), floats(steps), ints(outs), ints(outs),
        ints(MAX_SEATS), floats(MAX_SEATS), floats(MAX_SEATS), floats(MAX_SEATS),
        ints(CELLS), floats(SETTINGS), ints(max(1, len(game.weights))), ints(len(seeded(seed))),
    )  # fmt: skip
    tree.control[SEATS] = seats
    weigh_by(tree, usual(game.weights))
    for seat in range(seats):
        tree.low[seat], tree.high[seat] = 1.0, -1.0
    sow(tree, seed)
    return tree


def weigh_by(tree: Tree, weights: Sequence[int]) -> None:
    """Set the weights of the estimate."""
    for i, weight in enumerate(weights):
        tree.weights[i] = weight


def sow(tree: Tree, seed: int) -> None:
    """Seed the random numbers of a search."""
    for i, value in enumerate(seeded(seed)):
        tree.rng[i] = value
