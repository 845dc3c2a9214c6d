"""How well a clan stands, for search: small and quick; and the levels of strength.

In hundredths of a point of honor, of a seat less the best of the others:

    honor     the more the nearer to enough of it
    income    gold and honor that castles bring each turn
    gold      in hand, cards, armies with their experience
    castles   keeps near an own army, the enemy near the own fortress
"""

from typing import Final

from honjin.core.options import Options
from honjin.core.rule import rule
from honjin.games.swords.data import CARDS, FORCE, HONOR_TO_WIN
from honjin.games.swords.maps import SQUARES, around
from honjin.games.swords.state import (
    BUY,
    MOST_ITEMS,
    OVER,
    VICTIM,
    Swords,
    gold_income,
    honor_income,
    is_in,
)

DECIDED: Final = 1_000_000
SWING: Final = 2500

MOST: Final = (1 << 63) - 1
MIXER: Final = 0x2545F4914F6CDD1D

HONOR_WORTH: Final = 100
LATE_HONOR: Final = 3  # more for each point that is there already
GOLD_WORTH: Final = 40
INCOME_WORTH: Final = 320
HONOR_INCOME_WORTH: Final = 700
ARMY_WORTH: Final = 260
VETERAN_WORTH: Final = 45
CARD_WORTH: Final = 14
FORCE_WORTH: Final = 9
THREAT: Final = 350
OUT: Final = -20_000


def levels(options: Options) -> tuple[str, ...]:  # noqa: ARG001
    """What the levels are (`bots.players`)."""
    return ("greedy:slip=0.3", "greedy", "mcts:300", "mcts:2s")


# ---- what a position is to a search


@rule
def fingerprint(s: Swords) -> int:
    """Board, treasures, cards and the turn; not the last battle, nor how it came about."""
    found = (s.phase * 8 + s.turn) * 64 + s.alive
    for square in range(SQUARES):
        if s.army[square]:
            more = (square << 3 | s.army[square]) << 16
            found = mixed(found, more | s.experience[square] << 3 | s.marks[square])
    for castle in range(s.castles):
        found = mixed(found, s.control[castle])
    for seat in range(s.seats):
        found = mixed(found, (s.gold[seat] << 12 | s.honor[seat] + 100) << 8 | s.held[seat])
        found = mixed(found, pile(s.hand[seat]))
        if s.decided >> seat & 1 or s.phase > VICTIM:
            found = mixed(found, pile(s.aside[seat]) << 2 | s.changes[seat])
    found = mixed(found, pile(s.discard))
    if s.trade:
        found = offers_in(s, found)
    if s.laid:
        found = tiles_in(s, found)
    found = mixed(found, (s.raised << 1 | s.drawn) << 6 | s.houses << 4 | s.verses)
    found = mixed(found, (s.mover << 2 | s.points) << 8 | s.marcher)
    found = mixed(found, s.base << 8 | s.target if s.phase > BUY else 0)
    return mixed(found, (s.round << 8 | s.decided) << 8 | s.victim << 2 | s.to_lose)


@rule
def offers_in(s: Swords, found: int) -> int:
    """Offers, and how much more can be done about trade."""
    for seat in range(s.seats):
        found = mixed(found, (s.doings[seat] << 3 | s.offer_to[seat]) << 1 | s.offer_sent[seat])
        if s.offer_to[seat]:
            for side in range(2):
                found = mixed(found, pile(s.offer_cards[seat][side]))
                for what in range(3):
                    found = mixed(found, s.offer_sums[seat][side][what])
                for k in range(MOST_ITEMS):
                    found = mixed(found, s.offer_army[seat][side][k])
                    found = mixed(found, s.offer_keep[seat][side][k] << 7)
    return found


@rule
def tiles_in(s: Swords, found: int) -> int:
    """What lies, and what is in hand to be laid."""
    for square in range(SQUARES):
        found = mixed(found, s.terrain[square])
    for seat in range(s.seats):
        for tile in range(5):
            found = mixed(found, s.tiles[seat][tile])
    return mixed(found, s.placed)


@rule
def pile(cards: list[int]) -> int:
    """Some cards as a number."""
    found = 1
    for card in range(CARDS):
        found = mixed(found, cards[card])
    return found


@rule
def mixed(found: int, more: int) -> int:
    """A number that stands for both."""
    found = (found ^ more & MOST) * MIXER & MOST
    return found ^ found >> 29


# ---- how well a seat stands


@rule
def evaluate(s: Swords, seat: int) -> int:
    """A guess for a seat."""
    if s.phase == OVER:
        if s.winner >= s.seats:
            return 0
        return DECIDED if s.winner == seat else -DECIDED
    best = -DECIDED
    for other in range(s.seats):
        if other != seat and is_in(s, other):
            best = max(best, worth(s, other))
    return worth(s, seat) - best


@rule
def worth(s: Swords, seat: int) -> int:
    """What a seat has and may hope for."""
    if not is_in(s, seat):
        return OUT
    value = glory(s, seat) + GOLD_WORTH * min(s.gold[seat], 20)
    value += INCOME_WORTH * gold_income(s, seat) + HONOR_INCOME_WORTH * honor_income(s, seat)
    value += hand_worth(s, seat) + field_worth(s, seat)
    return value - THREAT * threats(s, seat)


@rule
def glory(s: Swords, seat: int) -> int:
    """Honor counts for more the less is wanting."""
    honor = min(max(s.honor[seat], 0), HONOR_TO_WIN)
    return honor * (HONOR_WORTH + LATE_HONOR * honor)


@rule
def hand_worth(s: Swords, seat: int) -> int:
    """Cards by their force; of hidden ones only the number counts."""
    value = 0
    known = 0
    for card in range(CARDS):
        value += s.hand[seat][card] * FORCE[card]
        known += s.hand[seat][card]
    value += 5 * (s.held[seat] - known)
    return FORCE_WORTH * value + CARD_WORTH * s.held[seat]


@rule
def field_worth(s: Swords, seat: int) -> int:
    """Armies, which are worth less the more there are, and their experience."""
    veterans = 0
    for square in range(SQUARES):
        if s.army[square] == seat + 1:
            veterans += s.experience[square]
    some = min(s.armies[seat], 4)
    more = s.armies[seat] - some
    return ARMY_WORTH * some + ARMY_WORTH // 4 * more + VETERAN_WORTH * veterans


@rule
def threats(s: Swords, seat: int) -> int:
    """Enemies beside the own fortress, twice if nobody stands in it."""
    if s.home[seat] >= s.castles:
        return 0
    square = s.square[s.home[seat]]
    found = 0
    near = around(s.adjacency, square)
    while near:
        owner = s.army[(near & 127) - 1]
        if owner and owner != seat + 1:
            found += 1
        near >>= 7
    return found if s.army[square] == seat + 1 else 2 * found
