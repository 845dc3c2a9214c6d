"""A made-up game to try the analysis on: two take turns in walking one figure through a maze.

From each room up to three doors lead to other rooms, or out: to a win, a loss or a draw for who
goes there. Who is to move in a room without doors has lost. Rooms in which one walks round for ever
make draws; doors that lose at once make distances odd where they are even elsewhere.
"""

import random
from typing import Any

from bots.tiny import never, no_outcomes, nothing, tiny_game
from honjin.core.jit.rule import rule
from honjin.core.parts.index import Case, Index, Plan
from honjin.core.state import State, ints

ROOMS = 120
WIN, LOSS, TIE = -1, -2, -3


def _doors(seed: int) -> tuple[tuple[int, int, int], ...]:
    """The doors of each room; NO_DOOR fills up."""
    rng = random.Random(seed)

    def door(room: int) -> int:
        if rng.random() < 0.12:
            return rng.choice((WIN, LOSS, LOSS, TIE))
        return rng.randrange(ROOMS)

    rooms = []
    for room in range(ROOMS):
        count = rng.choice((0, 1, 1, 2, 2, 3))
        found = sorted({door(room) for _ in range(count)})
        rooms.append((*found, *[NO_DOOR] * (3 - len(found))))
    return tuple(rooms)


NO_DOOR = -4
DOORS = _doors(5)
WON, TIED, STUCK = 1, 2, 3


class Maze(State):
    """Where the figure is."""

    room: int = ints(kind="i2")
    turn: int = ints()  # seat to move
    outcome: int = ints()  # 0 running, else WON, TIED or STUCK
    winner: int = ints()


@rule
def may_act(s: Maze) -> int:
    return 0 if s.outcome else 1 << s.turn


@rule
def legal_actions(s: Maze, seat: int, out: Any) -> int:
    n = 0
    if s.outcome == 0 and s.turn == seat:
        while n < 3 and DOORS[s.room][n] != NO_DOOR:
            out[n] = n
            n += 1
    return n


@rule
def apply_action(s: Maze, seat: int, action: int) -> None:
    door = DOORS[s.room][action]
    s.turn = 1 - seat
    if door == TIE:
        s.outcome = TIED
    elif door < 0:
        s.outcome = WON
        s.winner = seat if door == WIN else 1 - seat
    else:
        s.room = door
        look_around(s)


@rule
def look_around(s: Maze) -> None:
    if DOORS[s.room][0] == NO_DOOR:
        s.outcome = STUCK
        s.winner = 1 - s.turn


@rule
def returns(s: Maze, out: Any) -> int:
    won = 0 if s.outcome == TIED else 1 - 2 * s.winner
    out[0] = won
    out[1] = -won
    return s.outcome - 1


@rule
def evaluate(s: Maze, seat: int) -> int:
    return 0


@rule
def family(s: Maze) -> int:
    return 2 * s.room + s.turn


@rule
def representative(s: Maze, number: int, variant: int) -> int:
    s.room = number >> 1
    s.turn = number & 1
    s.outcome = 0
    s.winner = 0
    look_around(s)
    return 1


@rule
def transition(s: Maze, action: int, variant: int) -> int:
    return 0


@rule
def stage(s: Maze) -> int:
    return 0


@rule
def canonical_key(s: Maze, out: Any) -> None:
    out[0] = s.room
    out[1] = s.turn


@rule
def is_deferred(s: Maze, action: int) -> bool:
    return (s.room + action) % 3 == 0


def member(s: Maze) -> int:
    return 0


def position(start: Maze, number: int, which: int) -> Maze:
    s = start.copy()
    representative(s, number, 0)
    return s


def case_of(s: Maze) -> Case:
    return Case(key="maze", options={}, late=("stuck",))


INDEX = Index(
    sides=("white", "black"), family=family, representative=representative, transition=transition,
    stage=stage, canonical_key=canonical_key, is_deferred=is_deferred, member=member,
    position=position,
    plans=lambda options: [options],
    case=case_of, cases=lambda options: [options],
    plan=lambda s: Plan(key="maze", start=Maze(), families=2 * ROOMS, late=("stuck",)),
)  # fmt: skip

MAZE = tiny_game(
    key="maze", state=Maze, reasons=("out", "tie", "stuck"), max_actions=3, longest=10_000,
    has_chance=False, setup=lambda options: Maze(), may_act=may_act,
    legal_actions=legal_actions, chance_outcomes=no_outcomes, apply_action=apply_action,
    returns=returns, evaluate=evaluate, state_key=family, index=INDEX,
)  # fmt: skip

__all__ = ["DOORS", "LOSS", "MAZE", "NO_DOOR", "ROOMS", "TIE", "WIN", "Maze", "never", "nothing"]
