"""How well a seat stands, for search: small, quick, and zero-sum; and the levels of strength.

A thousand is about what brings the odds of a win from 1 : 1 to 2.7 : 1. The weights come from games
that levels played: a logistic regression of who won on what each side had, whenever dice were to be
rolled. Then they were rounded, and tried in matches (docs/games/akebono.md tells how). In order of
weight:

    siege        how likely a side soon has two pieces beside the other tairo
    prey         enemies that it may soon defeat, by step or by shot; the third daimyo ends the game
    prisoners    above all teppo-tai: who has guns left threatens from afar what others must walk to
    types        all of a type, two of the daimyo
    valor        points on the counter; a prisoner that waits for another
    initiative   whose roll it is, and what is left of it
    advance      how near the pieces are to the other tairo: a little, so that somebody attacks

Siege and prey go by `odds`: what the points in hand pay for is sure, what the next roll may pay for
is as likely as the roll.

While armies are set up only a side's own haste counts: pieces placed, few changes, an end. So bots
take some formation and are ready; a search that looks further, to the first rolls, also sees which
formations stand well against what was revealed.
"""

from typing import Final

from honjin.core.jit.mixing import mixed
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.akebono.content.data import CHANGES, DAIMYO, NOBODY, RED, SAMURAI, TAIRO, TEPPO
from honjin.games.akebono.rules.play import shot_price, target_of
from honjin.games.akebono.rules.setup import to_place
from honjin.games.akebono.rules.state import REVISING, TURN, Akebono, next_piece, price
from honjin.geometry.hexes import steps_apart

DECIDED: Final = 100_000
EVAL_SCALE: Final = 6000
"""So far that also a side that is well ahead or behind can tell its actions apart."""


WORTH: Final = (0, 0, 400, 500, 380, 800, 600)
"""What a prisoner of each type is worth."""
WHOLE_TYPE: Final = 350  # all of a type
TWO_DAIMYO: Final = 600  # the next one ends the game
LAST_DAIMYO: Final = 6000
SIEGE: Final = 6000  # two pieces beside the tairo
VALOR: Final = 80
HALF_PAIR: Final = 20  # a prisoner that waits for another of its type
NEAR: Final = 15  # a step nearer to the other tairo
TO_MOVE: Final = 120  # what a middling roll is worth
NOT_READY: Final = 6000  # worse than any fair fight
UNPLACED: Final = 500
CHANGE: Final = 300

ROLLS: Final = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0)
"""ROLLS[n]: how many of 36 rolls of two dice give n points or more."""
MOST_ROLL: Final = 12
MIDDLE_ROLL: Final = 7
FAR: Final = 60  # more than any roll pays


SEARCH: Final = "select=ucb:prior=5:c=0.5"
"""Nothing is hidden once armies stand, so a mixture would only blur the choice; many actions look
alike, so the estimate right after an action guides the search strongly."""


def levels(options: Options) -> tuple[str, ...]:
    """What the levels are (`bots.players`)."""
    return (
        "greedy:slip=0.3",
        f"mcts:30:{SEARCH}",
        f"mcts:300:{SEARCH}",
        f"mcts:2s:{SEARCH}",
    )


# ---- what a position is to a search


@rule
def state_key(s: Akebono) -> int:
    """The position: pieces, what lies beside the board, the roll and the move; not the history."""
    found = (s.phase * 2 + s.turn) * 4 + s.done + 1
    for seat in range(2):
        cell = next_piece(s, seat, 0)
        while cell:
            found = mixed(found, cell << 5 | s.piece[cell])
            cell = next_piece(s, seat, cell)
        found = mixed(found, s.valor[seat] << 4 | s.hand[seat])
        found = mixed(found, s.lifted[seat] << 8 | s.changes[seat])
        for kind in range(TAIRO, len(WORTH)):
            found = mixed(found, s.taken[seat][kind] << 4 | s.tray[seat][kind])
    for die in s.dice:
        found = mixed(found, die)
    return mixed(found, s.points << 4 | s.must_place << 3 | s.midline + 1)


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
        value += (1 - 2 * s.turn) * initiative(s)
    return value if seat == RED else -value


@rule
def readiness(s: Akebono, seat: int) -> int:
    """How far a side is from having finished its set-up; the other side does not matter."""
    if s.done >> seat & 1:
        return 0
    used = CHANGES[1 if s.phase == REVISING else 0] - s.changes[seat]
    return -NOT_READY - CHANGE * used - UNPLACED * to_place(s, seat)


@rule
def initiative(s: Akebono) -> int:
    """What the roll to come, or what is left of it, is worth to the side whose turn it is."""
    return TO_MOVE * s.points // MIDDLE_ROLL if s.phase == TURN else TO_MOVE


@rule
def holdings(s: Akebono, seat: int) -> int:
    """Prisoners and valor."""
    value = VALOR * s.valor[seat]
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

    What it has now is sure. The next roll is as good as its chance, as far as the other side
    cannot parry: the more points that has left, the less remains; after a whole turn a quarter.
    """
    if s.phase == TURN and s.turn == seat and need <= s.points:
        return 36
    found = ROLLS[min(need, len(ROLLS) - 1)]
    if s.phase == TURN and s.turn != seat:
        return found * 2 // (2 + s.points)
    return found if s.phase != TURN and s.turn == seat else found // 4


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
    """True if two cells are the same or neighbours."""
    for step in s.step:
        if other + step == cell:
            return True
    return cell == other


@rule
def prey(s: Akebono, seat: int) -> int:
    """What a side may defeat soon, the best whole and the rest by a quarter, in 36ths."""
    best = 0
    total = 0
    cell = next_piece(s, 1 - seat, 0)
    while cell:
        found = hunt(s, seat, cell)
        total += found
        best = max(best, found)
        cell = next_piece(s, 1 - seat, cell)
    cell = next_piece(s, seat, 0)
    while cell:
        if s.piece[cell] & 7 == TEPPO:
            found = aim(s, seat, cell)
            total += found
            best = max(best, found)
        cell = next_piece(s, seat, cell)
    return best + (total - best) // 4


@rule
def hunt(s: Akebono, seat: int, cell: int) -> int:
    """What the enemy on a hex is worth as prey that is walked to, in 36ths."""
    kind = s.piece[cell] & 7
    if kind == TAIRO:
        return 0
    need = cheapest(s, seat, cell)
    return odds(s, seat, need) * worth(s, seat, kind) if need <= MOST_ROLL else 0


@rule
def cheapest(s: Akebono, seat: int, goal: int) -> int:
    """The points for which a side defeats who stands on a hex, from up to two steps off."""
    cost = price(s, goal)
    if cost > MOST_ROLL or is_attacked(s, goal, seat):
        return cost
    best = FAR
    for step in s.step:
        via = goal + step
        if 0 < s.value[via] < best and s.piece[via] == 0 and is_attacked(s, via, seat):
            best = s.value[via]
    return cost + best


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
    """True if a piece of a side that can defeat, and may do so now, stands beside a hex."""
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
    cell = next_piece(s, seat, 0)
    while cell:
        if s.piece[cell] & 7 != TAIRO:
            rows = s.row[cell] - s.row[tairo]
            found += max(0, 10 - steps_apart(cell - tairo - s.width * rows, rows))
        cell = next_piece(s, seat, cell)
    return found
