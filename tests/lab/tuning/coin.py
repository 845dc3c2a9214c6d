"""A game that is one throw: how often the first seat wins is said by options, by eye of the die."""

from typing import Any

from honjin.core.actions import Action, Actions, numbered
from honjin.core.game import Game
from honjin.core.jit.rule import rule
from honjin.core.options import Option
from honjin.core.reading.plain import OneClick, grid_scene, plain_words
from honjin.core.scene import Scene
from honjin.core.seats import CHANCE_BIT
from honjin.core.state import State, ints

TENTHS = tuple(str(n) for n in range(1, 10))


class Coin(State):
    """`weight` of 100 throws go to the first seat."""

    weight: int = ints()
    called: int = ints()
    winner: int = ints()  # a seat + 1; 0 nobody yet


def set_up(options: Any) -> Coin:
    s = Coin()
    s.weight = 10 * int(options["luck"]) + (9 if options["wind"] else 0)
    return s


@rule
def may_act(s: Coin) -> int:
    if s.winner:
        return 0
    return CHANCE_BIT if s.called else 1


@rule
def legal_actions(s: Coin, seat: int, out: Any) -> int:
    out[0] = 0
    return 1 if may_act(s) >> seat & 1 else 0


@rule
def chance_outcomes(s: Coin, out: Any, weights: Any) -> int:
    if s.called == 0 or s.winner:
        return 0
    out[0], out[1] = 0, 1
    weights[0], weights[1] = s.weight, 100 - s.weight
    return 2


@rule
def apply_action(s: Coin, seat: int, action: int) -> None:
    if s.called:
        s.winner = action + 1
    s.called = 1


@rule
def returns(s: Coin, out: Any) -> int:
    out[0], out[1] = (1, -1) if s.winner == 1 else (-1, 1)
    return 0


def scene(seen: Coin) -> Scene:
    return grid_scene(1, 1, [])


ACTS = Actions(Action("throw", square=numbered("square", 1), text="{square}"))
GAME = Game(
    key="coin", words=plain_words(title=("Coin", "銭"), about=("A throw", "一投げ")), state=Coin,
    actions=ACTS, longest=2, table=OneClick(ACTS, scene), has_chance=True, max_actions=2,
    options=(
        Option(key="luck", default="9", values=TENTHS),
        Option(key="wind", default=False),
    ),
    setup=set_up, may_act=may_act, legal_actions=legal_actions, chance_outcomes=chance_outcomes,
    apply_action=apply_action, returns=returns,
)  # fmt: skip
