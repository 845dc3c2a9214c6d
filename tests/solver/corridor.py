"""A made-up game of a single line of play: two take turns in walking down a corridor.

The first seat wins when the corridor ends, however long it is.
"""

from typing import Any

from bots.tiny import no_outcomes, tiny_game
from honjin.core.jit.rule import rule
from honjin.core.parts.index import Case, Index, Plan
from honjin.core.state import State, ints

STEPS = 120


class Corridor(State):
    """How far the end is."""

    left: int = ints(kind="i2", start=STEPS)  # steps to the end
    turn: int = ints()  # seat to move


@rule
def may_act(s: Corridor) -> int:
    return 1 << s.turn if s.left else 0


@rule
def legal_actions(s: Corridor, seat: int, out: Any) -> int:
    out[0] = 0
    return 1 if s.left and s.turn == seat else 0


@rule
def apply_action(s: Corridor, seat: int, action: int) -> None:
    s.left -= 1
    s.turn = 1 - seat


@rule
def returns(s: Corridor, out: Any) -> int:
    out[0] = 1
    out[1] = -1
    return 0


@rule
def evaluate(s: Corridor, seat: int) -> int:
    return 0


@rule
def family(s: Corridor) -> int:
    return 2 * s.left + s.turn


@rule
def representative(s: Corridor, number: int, variant: int) -> int:
    s.left = number >> 1
    s.turn = number & 1
    return 1 if s.left else 0


@rule
def transition(s: Corridor, action: int, variant: int) -> int:
    return 0


@rule
def stage(s: Corridor) -> int:
    return 0


@rule
def canonical_key(s: Corridor, out: Any) -> None:
    out[0] = s.left
    out[1] = s.turn


@rule
def is_deferred(s: Corridor, action: int) -> bool:
    return False


def member(s: Corridor) -> int:
    return 0


def position(start: Corridor, number: int, which: int) -> Corridor:
    return Corridor(left=number >> 1, turn=number & 1)


INDEX = Index(
    sides=("white", "black"), family=family, representative=representative, transition=transition,
    stage=stage, canonical_key=canonical_key, is_deferred=is_deferred, member=member,
    position=position, plans=lambda options: [options],
    plan=lambda s: Plan(key="corridor", start=Corridor(), families=2 * STEPS + 2),
    case=lambda s: Case(key="corridor", options={}), cases=lambda options: [options],
)  # fmt: skip

CORRIDOR = tiny_game(
    key="corridor", state=Corridor, reasons=("end",), max_actions=1, longest=1_000,
    has_chance=False, setup=lambda options: Corridor(), may_act=may_act,
    legal_actions=legal_actions, chance_outcomes=no_outcomes, apply_action=apply_action,
    returns=returns, evaluate=evaluate, state_key=family, index=INDEX,
)  # fmt: skip
