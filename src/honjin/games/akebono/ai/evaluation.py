"""The evaluation that searches use (small, fast, zero-sum), and the levels of strength.

A thousand points raise the odds of winning from about 1 : 1 to 2.7 : 1. The weights (`weights.py`)
come from games played by the levels: a logistic regression of the winner on what each side had
whenever dice were about to be rolled. They were then rounded and tested in matches (see
docs/games/akebono.md). In order of weight:

siege        how likely a side is to have two pieces beside the other tairo soon
prey         enemies it may soon defeat, by step or by shot; the third daimyo ends the game
prisoners    above all teppo-tai: a side with guns left threatens from afar without walking
types        all of a type, or two daimyo
valor        points on the counter; a prisoner waiting for a second of its type
initiative   whose roll it is, and what is left of the roll
advance      how close the pieces are to the other tairo: a little, so that bots attack

Siege and prey are weighted by `odds`: what the points in hand pay for is certain, what the next
roll may pay for is as likely as the roll.

During the set-up only a side's own progress counts: pieces placed, few changes, finishing. So bots
take some formation and finish; a search that reaches the first rolls also sees which formations do
well against what was revealed.
"""

from collections.abc import Sequence
from typing import Final

from honjin.core.jit.mixing import mixed
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.akebono.ai.weights import (
    BEST_PREY,
    BY_SHOT,
    HALF_PAIR,
    LAST_DAIMYO,
    LATER,
    MORE_PREY,
    NEAR,
    ON_FOOT,
    SIEGE,
    TO_MOVE,
    TWO_DAIMYO,
    VALOR,
    WAIT,
    WHOLE_TYPE,
    WORTH,
)
from honjin.games.akebono.content.data import (
    CHANGES,
    DAIMYO,
    KINDS,
    NOBODY,
    RED,
    SAMURAI,
    TAIRO,
    TEPPO,
)
from honjin.games.akebono.rules.moving import shot_price, target_of
from honjin.games.akebono.rules.setup import to_place
from honjin.games.akebono.rules.state import REVISING, TURN, Akebono, next_piece, price
from honjin.geometry.hexes import steps_apart

DECIDED: Final = 100_000
EVAL_SCALE: Final = 6000
"""Wide enough that a side well ahead or behind still distinguishes its actions."""

NOT_READY: Final = 6000  # worse than any fair fight
UNPLACED: Final = 500
CHANGE: Final = 300

ROLLS: Final = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0)
"""ROLLS[n]: the number of the 36 rolls of two dice that give n points or more."""
MAX_ROLL: Final = 12
MIDDLE_ROLL: Final = 7
FAR: Final = 60  # more than any roll can pay for


SEARCH: Final = "select=ucb:prior=5:c=0.5"
"""Nothing is hidden after the set-up, so a mixed strategy would only blur the choice. Many actions
look alike, so the evaluation right after an action guides the search strongly."""


def levels(options: Options) -> tuple[str, ...]:
    """The levels (see `bots.players`)."""
    return (
        "greedy:temperature=0.003:overlook=0.1",
        f"mcts:30:{SEARCH}",
        f"mcts:300:{SEARCH}",
        f"mcts:2s:{SEARCH}:learned=1",
    )


# ---- the key of a position


@rule
def state_key(s: Akebono) -> int:
    """The position (pieces, what is beside the board, roll, side to move) without its history."""
    key = (s.phase * 2 + s.turn) * 4 + s.done + 1
    for seat in range(2):
        cell = next_piece(s, seat, 0)
        while cell:
            key = mixed(key, cell << 5 | s.piece[cell])
            cell = next_piece(s, seat, cell)
        key = mixed(key, s.valor[seat] << 4 | s.hand[seat])
        key = mixed(key, s.lifted[seat] << 8 | s.changes[seat])
        for kind in range(TAIRO, KINDS):
            key = mixed(key, s.taken[seat][kind] << 4 | s.tray[seat][kind])
    for die in s.dice:
        key = mixed(key, die)
    return mixed(key, s.points << 4 | s.must_place << 3 | s.midline + 1)


# ---- the evaluation


@rule
def weigh(s: Akebono, w: Sequence[int], seat: int) -> int:
    """Estimate a seat's prospects by these weights."""
    if s.outcome:
        value = 0 if s.winner == NOBODY else DECIDED * (1 - 2 * s.winner)
    elif s.phase <= REVISING:
        return readiness(s, seat)
    else:
        value = holdings(s, w, 0) - holdings(s, w, 1) + promise(s, w, 0) - promise(s, w, 1)
        value += (1 - 2 * s.turn) * initiative(s, w)
    return value if seat == RED else -value


@rule
def readiness(s: Akebono, seat: int) -> int:
    """A side's progress with its set-up; the other side does not matter."""
    if s.done >> seat & 1:
        return 0
    used = CHANGES[1 if s.phase == REVISING else 0] - s.changes[seat]
    return -NOT_READY - CHANGE * used - UNPLACED * to_place(s, seat)


@rule
def initiative(s: Akebono, w: Sequence[int]) -> int:
    """The value of the coming roll, or the rest of the current one, to the side to move."""
    return w[TO_MOVE] * s.points // MIDDLE_ROLL if s.phase == TURN else w[TO_MOVE]


@rule
def holdings(s: Akebono, w: Sequence[int], seat: int) -> int:
    """The value of a side's prisoners and valor."""
    value = w[VALOR] * s.valor[seat]
    for kind in range(DAIMYO, KINDS):
        n = s.taken[seat][kind]
        value += w[WORTH + kind] * n + w[HALF_PAIR] * (n & 1)
        if kind >= SAMURAI and n == s.counts[kind]:
            value += w[WHOLE_TYPE]
    if s.taken[seat][DAIMYO] == s.counts[DAIMYO] - 1:
        value += w[TWO_DAIMYO]
    return value


@rule
def promise(s: Akebono, w: Sequence[int], seat: int) -> int:
    """The value of what a side's next roll, or its remaining points, may bring."""
    return capture(s, w, seat) + prey(s, w, seat) // 36 + advance(s, w, seat)


@rule
def capture(s: Akebono, w: Sequence[int], seat: int) -> int:
    """The value of the chance that a side soon captures the other tairo."""
    return w[SIEGE] * siege_odds(s, w, seat) // 36


@rule
def advance(s: Akebono, w: Sequence[int], seat: int) -> int:
    """The value of how close a side's pieces are to the other tairo."""
    return w[NEAR] * nearness(s, seat) >> 4


@rule
def odds(s: Akebono, w: Sequence[int], seat: int, need: int) -> int:
    """The number of 36 cases in which a side can soon pay `need` points.

    Points in hand are certain. The next roll counts by its chance, as far as the other side
    cannot parry: the more points that side has left, the less counts; after a whole turn a part.
    """
    if s.phase == TURN and s.turn == seat and need <= s.points:
        return 36
    found = ROLLS[min(need, len(ROLLS) - 1)]
    if s.phase == TURN and s.turn != seat:
        # A weight can be 0, and so can the points.
        return found * w[WAIT] // max(1, w[WAIT] + 16 * s.points)
    return found if s.phase != TURN and s.turn == seat else found * w[LATER] >> 8


@rule
def siege_odds(s: Akebono, w: Sequence[int], seat: int) -> int:
    """The number of 36 cases in which a side soon captures the other tairo."""
    return odds(s, w, seat, siege(s, seat))


@rule
def siege(s: Akebono, seat: int) -> int:
    """The points a side needs to get two pieces beside the other tairo, from up to two steps away.

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
    """The piece of a side that reaches a hex beside a tairo for the fewest points."""
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
    """A piece of a side next to an empty hex, as a candidate with this cost."""
    for step in s.step:
        man = s.piece[via + step]
        if man and man >> 3 & 1 == seat:
            return cost << 8 | via + step
    return FAR << 8


@rule
def is_beside(s: Akebono, cell: int, other: int) -> bool:
    """True if two cells are the same or neighbours."""
    for step in s.step:
        if other + step == cell:
            return True
    return cell == other


@rule
def prey(s: Akebono, w: Sequence[int], seat: int) -> int:
    """The value of what a side may soon defeat: the best and a part of the rest, in 36ths."""
    best = 0
    total = 0
    cell = next_piece(s, 1 - seat, 0)
    while cell:
        found = hunt(s, w, seat, cell)
        total += found
        best = max(best, found)
        cell = next_piece(s, 1 - seat, cell)
    cell = next_piece(s, seat, 0)
    while cell:
        if s.piece[cell] & 7 == TEPPO:
            found = aim(s, w, seat, cell)
            total += found
            best = max(best, found)
        cell = next_piece(s, seat, cell)
    return (w[BEST_PREY] * best >> 8) + (w[MORE_PREY] * (total - best) >> 8)


@rule
def hunt(s: Akebono, w: Sequence[int], seat: int, cell: int) -> int:
    """The value of the enemy on a hex as prey reached on foot, in 36ths."""
    kind = s.piece[cell] & 7
    if kind == TAIRO:
        return 0
    need = cheapest(s, seat, cell)
    if need > MAX_ROLL:
        return 0
    return w[ON_FOOT] * odds(s, w, seat, need) * value_of(s, w, seat, kind) >> 8


@rule
def cheapest(s: Akebono, seat: int, goal: int) -> int:
    """The points a side needs to defeat the piece on a hex, from up to two steps away."""
    cost = price(s, goal)
    if cost > MAX_ROLL or is_attacked(s, goal, seat):
        return cost
    best = FAR
    for step in s.step:
        via = goal + step
        if 0 < s.value[via] < best and s.piece[via] == 0 and is_attacked(s, via, seat):
            best = s.value[via]
    return cost + best


@rule
def aim(s: Akebono, w: Sequence[int], seat: int, cell: int) -> int:
    """The value of the best target a teppo-tai may soon shoot, in 36ths."""
    best = 0
    for d in range(6):
        target = target_of(s, cell, d)
        if target:
            cases = odds(s, w, seat, shot_price(s, cell, d))
            best = max(best, cases * value_of(s, w, seat, s.piece[target] & 7))
    return w[BY_SHOT] * best >> 8


@rule
def is_attacked(s: Akebono, cell: int, seat: int) -> bool:
    """True if a piece of a side stands beside a hex and may defeat an enemy now."""
    for step in s.step:
        man = s.piece[cell + step]
        if man and man & 7 != TAIRO and man >> 3 == seat:
            return True
    return False


@rule
def value_of(s: Akebono, w: Sequence[int], seat: int, kind: int) -> int:
    """The value of one more prisoner of a type."""
    if kind == DAIMYO and s.taken[seat][DAIMYO] == s.counts[DAIMYO] - 1:
        return w[LAST_DAIMYO]
    return w[WORTH + kind]


@rule
def nearness(s: Akebono, seat: int) -> int:
    """How close a side's pieces are to the other tairo, in all; ten steps or more count nothing."""
    tairo = s.tairo[1 - seat]
    found = 0
    cell = next_piece(s, seat, 0)
    while cell:
        if s.piece[cell] & 7 != TAIRO:
            rows = s.row[cell] - s.row[tairo]
            found += max(0, 10 - steps_apart(cell - tairo - s.width * rows, rows))
        cell = next_piece(s, seat, cell)
    return found
