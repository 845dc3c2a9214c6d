"""A ring of three places that two walk round in turns; who stops loses, a third time is a draw."""

from typing import Any

from bots.tiny import no_outcomes, tiny_game
from honjin.core.jit.rule import rule
from honjin.core.state import State, ints

PLACES = 3


class Ring(State):
    """The place and the seat to move together make a position; it recurs after two rounds."""

    place: int = ints()
    turn: int = ints()  # seat to move
    left: int = ints()  # 1 + the seat that stopped, 0 while nobody has
    times: list[list[int]] = ints(2, PLACES)  # times[seat][place]: occurrences before this one


@rule
def ring_to_act(s: Ring) -> int:
    if s.left or s.times[s.turn][s.place] >= 2:
        return 0
    return 1 << s.turn


@rule
def ring_legal(s: Ring, seat: int, out: Any) -> int:
    if ring_to_act(s) >> seat & 1 == 0:
        return 0
    out[0] = 1
    out[1] = 0
    return 2


@rule
def ring_apply(s: Ring, seat: int, action: int) -> None:
    if action == 1:
        s.left = 1 + seat
        return
    s.times[seat][s.place] += 1
    s.place = (s.place + 1) % PLACES
    s.turn = 1 - seat


@rule
def ring_returns(s: Ring, out: Any) -> int:
    out[0] = 0
    out[1] = 0
    if s.left:
        out[s.left - 1] = -1
        out[2 - s.left] = 1
    return 0 if s.left else 1


@rule
def ring_evaluate(s: Ring, seat: int) -> int:
    """The first seat overestimates its position."""
    return 2 if seat == 0 else -2


@rule
def ring_key(s: Ring) -> int:
    return (s.place * 2 + s.turn) * 3 + s.left


RING = tiny_game(
    key="ring", state=Ring, reasons=("stopped", "repetition"), max_actions=2, longest=40,
    has_chance=False, setup=lambda options: Ring(), may_act=ring_to_act,
    legal_actions=ring_legal, chance_outcomes=no_outcomes, apply_action=ring_apply,
    returns=ring_returns, evaluate=ring_evaluate, state_key=ring_key,
)  # fmt: skip
