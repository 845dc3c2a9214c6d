"""How well a seat stands, for search: small, quick, and zero-sum; and the levels of strength.

In hundredths of a point of rule 34 or so, each for both sides:

    prisoners    what each is worth, more for all of a type and for a second daimyo
    valor        points on the counter, and those that are one prisoner away
    ninja        still in hand
    siege        how likely the next roll brings two pieces beside the other tairo
    prey         enemies that the next roll may defeat, by step or by shot
    advance      how near the pieces are to the other tairo

While armies are set up only a side's own haste counts: pieces placed, few changes, an end. So bots
take some formation and are ready.
"""

from typing import Final

from honjin.core.options import Options
from honjin.core.rule import rule
from honjin.games.akebono.data import CHANGES, DAIMYO, NOBODY, RED, SAMURAI, TAIRO, TEPPO
from honjin.games.akebono.muster import to_place
from honjin.games.akebono.rules import shot_price, target_of
from honjin.games.akebono.state import (
    REVISING,
    TURN,
    Akebono,
    price,
)
from honjin.geometry.hexes import steps_apart

DECIDED: Final = 100_000
SWING: Final = 500

MOST: Final = (1 << 63) - 1
MIXER: Final = 0x2545F4914F6CDD1D

WORTH: Final = (0, 0, 120, 60, 35, 45, 50)
"""What a prisoner of each type is worth."""
WHOLE_TYPE: Final = 60  # all of a type
TWO_DAIMYO: Final = 150  # the next one ends the game
LAST_DAIMYO: Final = 700
SIEGE: Final = 900  # two pieces beside the tairo
VALOR: Final = 40
HALF_PAIR: Final = 12  # a prisoner that waits for another of its type
HAND: Final = 40  # a ninja that may come
NEAR: Final = 3  # a step nearer to the other tairo
NOT_READY: Final = 300  # worse than any fair fight
UNPLACED: Final = 40
CHANGE: Final = 25

ROLLS: Final = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0)
"""ROLLS[n]: how many of 36 rolls of two dice give n points or more."""
THIRD_DIE: Final = 3  # points that a valor point may add
FAR: Final = 60  # more than any roll pays


def levels(options: Options) -> tuple[str, ...]:  # noqa: ARG001
    """What the levels are (`bots.players`)."""
    return (
        "greedy:slip=0.3",
        "mcts:100:select=ucb",
        "mcts:1000:select=ucb",
        "mcts:2s:select=ucb",
    )


# ---- what a position is to a search


@rule
def fingerprint(s: Akebono) -> int:
    """The position: pieces, what lies beside the board, the roll and the move; not the history."""
    found = (s.phase * 2 + s.turn) * 4 + s.done + 1
    for cell in range(s.end):
        if s.piece[cell]:
            found = mixed(found, cell << 5 | s.piece[cell])
    for seat in range(2):
        found = mixed(found, s.valor[seat] << 4 | s.hand[seat])
        found = mixed(found, s.lifted[seat] << 8 | s.changes[seat])
        for kind in range(TAIRO, len(WORTH)):
            found = mixed(found, s.taken[seat][kind] << 4 | s.tray[seat][kind])
    for die in s.dice:
        found = mixed(found, die)
    return mixed(found, s.points << 4 | s.must_place << 3 | s.midline + 1)


@rule
def mixed(found: int, more: int) -> int:
    """A number that stands for both."""
    found = (found ^ more & MOST) * MIXER & MOST
    return found ^ found >> 29


# ---- how well a seat stands


@rule
def evaluate(s: Akebono, seat: int) -> int:
    """A guess for a seat."""
    if s.outcome:
        value = 0 if s.winner == NOBODY else DECIDED * (1 - 2 * s.winner)
    elif s.phase <= REVISING:
        return readiness(s, seat)
    else:
        value = holdings(s, 0) - holdings(s, 1) + promise(s, 0) - promise(s, 1)
    return value if seat == RED else -value


@rule
def readiness(s: Akebono, seat: int) -> int:
    """How far a side is from having finished its set-up; the other side does not matter."""
    if s.done >> seat & 1:
        return 0
    used = CHANGES[1 if s.phase == REVISING else 0] - s.changes[seat]
    return -NOT_READY - CHANGE * used - UNPLACED * to_place(s, seat)


@rule
def holdings(s: Akebono, seat: int) -> int:
    """Prisoners, valor, ninja in hand."""
    value = VALOR * s.valor[seat] + HAND * s.hand[seat]
    for kind in range(DAIMYO, len(WORTH)):
        n = s.taken[seat][kind]
        value += WORTH[kind] * n + HALF_PAIR * (n & 1)
        if kind >= SAMURAI and n == s.count[kind]:
            value += WHOLE_TYPE
    if s.taken[seat][DAIMYO] == s.count[DAIMYO] - 1:
        value += TWO_DAIMYO
    return value


@rule
def promise(s: Akebono, seat: int) -> int:
    """What the next roll of a side, or the points that it has left, may bring."""
    return SIEGE * siege_odds(s, seat) // 36 + prey(s, seat) // 36 + NEAR * nearness(s, seat)


@rule
def odds(s: Akebono, seat: int, need: int) -> int:
    """In how many of 36 cases a side can pay so much soon.

    What it has now is sure. Otherwise the next roll decides; if the other side moves first, two
    thirds of it are taken to be parried.
    """
    if s.phase == TURN and s.turn == seat and need <= s.points:
        return 36
    if s.valor[seat]:
        need -= THIRD_DIE
    found = ROLLS[max(0, min(need, len(ROLLS) - 1))]
    if s.phase != TURN and s.turn == seat:
        return found
    return found // 3


@rule
def siege_odds(s: Akebono, seat: int) -> int:
    """In how many of 36 cases a side captures the other tairo soon."""
    return odds(s, seat, siege(s, seat))


@rule
def siege(s: Akebono, seat: int) -> int:
    """Points with which a side gets two pieces beside the other tairo, from up to two steps off.

    A candidate is `points << 8 | cell of the piece`: the cheapest for each hex beside the tairo.
    """
    tairo = s.tairo[1 - seat]
    first = FAR << 8
    second = FAR << 8
    for step in s.step:
        if s.value[tairo + step]:
            found = nearest(s, seat, tairo + step, tairo)
            if found & 255 == first & 255:
                first = min(first, found)
            elif found < first:
                second = first
                first = found
            elif found & 255 == second & 255 or found < second:
                second = min(second, found)
    return (first >> 8) + (second >> 8)


@rule
def nearest(s: Akebono, seat: int, goal: int, tairo: int) -> int:
    """The piece of a side that gets to a hex beside a tairo for the fewest points."""
    man = s.piece[goal]
    if man and man >> 3 & 1 == seat:
        return goal
    best = FAR << 8
    cost = price(s, goal)
    for step in s.step:
        via = goal + step
        if s.value[via] == 0 or is_beside(s, via, tairo):
            continue
        other = s.piece[via]
        if other == 0:
            if cost + s.value[via] < best >> 8:
                best = min(best, nearest_by(s, seat, via, cost + s.value[via]))
        elif other >> 3 & 1 == seat:
            best = min(best, cost << 8 | via)
    return best


@rule
def nearest_by(s: Akebono, seat: int, via: int, cost: int) -> int:
    """A piece of a side beside an empty hex, as a candidate with this cost."""
    for step in s.step:
        man = s.piece[via + step]
        if man and man >> 3 & 1 == seat:
            return cost << 8 | via + step
    return FAR << 8


@rule
def is_beside(s: Akebono, cell: int, other: int) -> bool:
    """Whether two cells are the same or neighbours."""
    for step in s.step:
        if other + step == cell:
            return True
    return cell == other


@rule
def prey(s: Akebono, seat: int) -> int:
    """What a side may defeat soon, the best whole and the rest by a quarter, in 36ths."""
    best = 0
    total = 0
    for cell in range(s.end):
        man = s.piece[cell]
        if man == 0 or man & 7 == TAIRO:
            continue
        found = 0
        if man >> 3 & 1 != seat:
            if is_attacked(s, cell, seat):
                found = odds(s, seat, price(s, cell)) * worth(s, seat, man & 7)
        elif man & 7 == TEPPO:
            found = aim(s, seat, cell)
        total += found
        best = max(best, found)
    return best + (total - best) // 4


@rule
def aim(s: Akebono, seat: int, cell: int) -> int:
    """The best that a teppo-tai may shoot soon, in 36ths."""
    best = 0
    for d in range(6):
        target = target_of(s, cell, d)
        if target:
            found = odds(s, seat, shot_price(s, cell, d)) * worth(s, seat, s.piece[target] & 7)
            best = max(best, found)
    return best


@rule
def is_attacked(s: Akebono, cell: int, seat: int) -> bool:
    """Whether a piece of a side that can defeat stands beside a hex."""
    for step in s.step:
        man = s.piece[cell + step]
        if man and man & 7 != TAIRO and man >> 3 == seat:
            return True
    return False


@rule
def worth(s: Akebono, seat: int, kind: int) -> int:
    """What one more prisoner of a type is worth."""
    if kind == DAIMYO and s.taken[seat][DAIMYO] == s.count[DAIMYO] - 1:
        return LAST_DAIMYO
    return WORTH[kind]


@rule
def nearness(s: Akebono, seat: int) -> int:
    """How near the pieces of a side are to the other tairo, added up; from ten steps on nothing."""
    tairo = s.tairo[1 - seat]
    found = 0
    for cell in range(s.end):
        man = s.piece[cell]
        if man and man >> 3 & 1 == seat and man & 7 != TAIRO:
            rows = s.row[cell] - s.row[tairo]
            found += max(0, 10 - steps_apart(cell - tairo - s.width * rows, rows))
    return found
