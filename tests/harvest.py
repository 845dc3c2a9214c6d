"""A game with weights: two seats take rice or straw in turn; whoever has more rice in the end wins.

The usual weights prefer straw, so a search that does not see the end plays badly until they are
learned.
"""

from pathlib import Path
from typing import Any, Final

from bots.tiny import tiny_game
from honjin.core.contract.derived import DERIVED
from honjin.core.jit.rule import rule
from honjin.core.options import Option
from honjin.core.parts.weights import WeightTable
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.core.state import State, ints

TAKES: Final = 8
"""How often each seat takes something."""
STRAW: Final = 0
RICE: Final = 1

TABLE = WeightTable()
WORTH: Final = TABLE.add("worth", 30, 20)  # of straw and of rice
IDLE: Final = TABLE.add("idle", 0)
WEIGHTS = TABLE.weights()


class Harvest(State):
    """What each seat has; 1 to 3 come at a time, by a die."""

    turn: int = ints()
    taken: int = ints()
    rolled: int = ints()
    held: list[list[int]] = ints(2, 2)


@rule
def may_act(s: Harvest) -> int:
    """The seat to move, or the die."""
    if s.taken == 2 * TAKES:
        return 0
    return 1 << s.turn if s.rolled else CHANCE_BIT


@rule
def legal_actions(s: Harvest, seat: int, out: Any) -> int:
    """Straw or rice."""
    if may_act(s) >> seat & 1 == 0:
        return 0
    out[0] = STRAW
    out[1] = RICE
    return 2


@rule
def chance_outcomes(s: Harvest, out: Any, weights: Any) -> int:
    """One, two or three."""
    for n in range(3):
        out[n] = n + 1
        weights[n] = 1
    return 3


@rule
def apply_action(s: Harvest, seat: int, action: int) -> None:
    """Roll, or take that many."""
    if seat == CHANCE:
        s.rolled = action
        return
    s.held[seat][action] += s.rolled
    s.rolled = 0
    s.taken += 1
    s.turn = 1 - s.turn


@rule
def returns(s: Harvest, out: Any) -> int:
    """More rice wins."""
    more = (s.held[0][RICE] > s.held[1][RICE]) - (s.held[0][RICE] < s.held[1][RICE])
    out[0] = more
    out[1] = -more
    return 0


@rule
def weigh(s: Harvest, w: list[int], seat: int) -> int:
    """What a seat has, less what the other has."""
    value = w[IDLE]
    for kind in range(2):
        value += w[WORTH + kind] * (s.held[seat][kind] - s.held[1 - seat][kind])
    return value


def levels(options: Any) -> tuple[str, ...]:
    """The strongest sees few actions ahead."""
    return ("random", "greedy", "mcts:4", "mcts:8:learned=1")


OPTIONS = (
    Option(key="field", default="dry", values=("dry", "wet")), Option(key="fair", default=True),
)  # fmt: skip

GAME = tiny_game(
    key="harvest", state=Harvest, reasons=("rice",), max_actions=3, longest=40,
    has_chance=True, setup=lambda options: Harvest(), may_act=may_act,
    legal_actions=legal_actions, chance_outcomes=chance_outcomes, apply_action=apply_action,
    returns=returns, evaluate=DERIVED, weigh=weigh, weights=WEIGHTS, state_key=None, levels=levels,
    options=OPTIONS,
    home=Path(__file__).parent / "harvest",
)  # fmt: skip
