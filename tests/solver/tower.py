"""A made-up game of several stages: a figure is walked down through the floors of a tower.

From each room doors lead to rooms of its floor or of lower ones, or out: to a win, a loss or a draw
for the side that takes them. No door leads up. The figure carries a lantern, lit or not: some doors
turn it, and some are too dark to take without light. The lantern is the member of a position.
"""

import random
from typing import Any

from bots.tiny import no_outcomes, tiny_game
from honjin.core.jit.rule import rule
from honjin.core.parts.index import Case, Index, Plan
from honjin.core.state import State, ints

FLOORS, ROOMS = 5, 24
WIN, LOSS, TIE, NO_DOOR = -1, -2, -3, -4
KEEPS, TURNS, DARK = 0, 1, 2
MAPPINGS = ((0, 1), (1, 0), (-1, 1))
"""For the lantern unlit (0) and lit (1): what becomes of it, by the sort of the door."""


def _rooms(seed: int) -> list[list[tuple[int, int]]]:
    """Three doors of each room: where they lead, and their sorts."""
    rng = random.Random(seed)

    def door(floor: int) -> tuple[int, int]:
        sort = rng.choice((KEEPS, KEEPS, TURNS, DARK))
        chance = rng.random()
        if chance < 0.1:
            return rng.choice((WIN, LOSS, LOSS, TIE)), sort
        lower = min(floor + rng.choice((1, 1, 2)), FLOORS - 1) if chance < 0.35 else floor
        return lower * ROOMS + rng.randrange(ROOMS), sort

    rooms = []
    for room in range(FLOORS * ROOMS):
        found = [door(room // ROOMS) for _ in range(rng.choice((0, 1, 2, 2, 3)))]
        rooms.append(found + [(NO_DOOR, KEEPS)] * (3 - len(found)))
    return rooms


_ROOMS = _rooms(58)
DOORS = tuple(tuple(to for to, _ in doors) for doors in _ROOMS)
SORTS = tuple(tuple(sort for _, sort in doors) for doors in _ROOMS)
WON, TIED, STUCK = 1, 2, 3


class Tower(State):
    """Where the figure is."""

    room: int = ints(kind="i2")
    turn: int = ints()  # seat to move
    lit: int = ints()  # 2: lit or not, for a family
    outcome: int = ints()  # 0 running, else WON, TIED or STUCK
    winner: int = ints()


@rule
def may_act(s: Tower) -> int:
    return 0 if s.outcome else 1 << s.turn


@rule
def legal_actions(s: Tower, seat: int, out: Any) -> int:
    n = 0
    if s.outcome == 0 and s.turn == seat:
        for door in range(3):
            if is_open(s, door):
                out[n] = door
                n += 1
    return n


@rule
def is_open(s: Tower, door: int) -> bool:
    if DOORS[s.room][door] == NO_DOOR:
        return False
    return s.lit > 0 or SORTS[s.room][door] != DARK


@rule
def apply_action(s: Tower, seat: int, action: int) -> None:
    to = DOORS[s.room][action]
    s.turn = 1 - seat
    if to == TIE:
        s.outcome = TIED
    elif to < 0:
        s.outcome = WON
        s.winner = seat if to == WIN else 1 - seat
    else:
        if SORTS[s.room][action] == TURNS and s.lit < 2:
            s.lit = 1 - s.lit
        s.room = to
        look_around(s)


@rule
def look_around(s: Tower) -> None:
    if not (is_open(s, 0) or is_open(s, 1) or is_open(s, 2)):
        s.outcome = STUCK
        s.winner = 1 - s.turn


@rule
def returns(s: Tower, out: Any) -> int:
    won = 0 if s.outcome == TIED else 1 - 2 * s.winner
    out[0] = won
    out[1] = -won
    return s.outcome - 1


@rule
def evaluate(s: Tower, seat: int) -> int:
    return 0


@rule
def family(s: Tower) -> int:
    return 2 * s.room + s.turn


@rule
def representative(s: Tower, number: int, variant: int) -> int:
    if (number >> 1) // ROOMS != s.room // ROOMS:
        return 0
    s.room = number >> 1
    s.turn = number & 1
    s.lit = 2
    s.outcome = 0
    s.winner = 0
    look_around(s)
    return 2


@rule
def transition(s: Tower, action: int, variant: int) -> int:
    return SORTS[s.room][action]


@rule
def stage(s: Tower) -> int:
    return s.room // ROOMS


@rule
def canonical_key(s: Tower, out: Any) -> None:
    out[0] = s.room
    out[1] = 2 * s.lit + s.turn


@rule
def state_key(s: Tower) -> int:
    return 4 * s.room + 2 * s.lit + s.turn


@rule
def is_deferred(s: Tower, action: int) -> bool:
    return False


def member(s: Tower) -> int:
    return s.lit


def position(start: Tower, number: int, which: int) -> Tower:
    return Tower(room=number >> 1, turn=number & 1, lit=which)


def plan(s: Tower) -> Plan:
    return Plan(
        key="tower", start=Tower(), families=2 * FLOORS * ROOMS, late=("stuck",),
        mapping=lambda way: MAPPINGS[way], stage=stage(s),
    )  # fmt: skip


INDEX = Index(
    sides=("white", "black"), family=family, representative=representative, transition=transition,
    stage=stage, canonical_key=canonical_key, is_deferred=is_deferred, member=member,
    position=position, plan=plan, plans=lambda options: [options], first_stage=plan,
    case=lambda s: Case(key="tower", options={}, late=("stuck",)), cases=lambda options: [options],
)  # fmt: skip

TOWER = tiny_game(
    key="tower", state=Tower, reasons=("out", "tie", "stuck"), max_actions=3, longest=10_000,
    has_chance=False, setup=lambda options: Tower(), may_act=may_act,
    legal_actions=legal_actions, chance_outcomes=no_outcomes, apply_action=apply_action,
    returns=returns, evaluate=evaluate, state_key=state_key, index=INDEX,
)  # fmt: skip
