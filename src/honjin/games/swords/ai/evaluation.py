"""How well a clan stands, for search: small and quick; and the levels of strength.

In hundredths of a point of honor, of a seat less the best of the others, the more the sooner the
game may be over:

    honor     a hundred a point
    flows     gold and honor that castles will bring, less supplies, by whose turn it is
    goods     gold, cards by their force, armies with their experience
    hopes     castles within reach of an own army; the battle that is going on
    dangers   enemies near the own fortress, most of all if nobody stands in it
"""

from typing import Final

from honjin.core.jit.mixing import mixed
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.swords.ai.valuation import (
    ENOUGH,
    GOLD_WORTH,
    HONOR_WORTH,
    VETERAN_WORTH,
    army_worth,
    battle_worth,
    castle_worth,
    hand_worth,
    horizon,
    part,
)
from honjin.games.swords.content.data import CARDS, HONOR_TO_WIN, SUPPLY
from honjin.games.swords.content.maps import SQUARES, steps
from honjin.games.swords.rules.state import (
    BUY,
    COMMIT,
    DRAW,
    EXPENSE,
    HONOR,
    MOST_ITEMS,
    OVER,
    RALLY,
    SCOUT,
    VICTIM,
    Swords,
    gold_income,
    honor_income,
    is_in,
)

DECIDED: Final = 1_000_000
EVAL_SCALE: Final = 2500


SHARP: Final = 14
SLACK: Final = 4
"""A lead counts SHARP / (rounds to come + SLACK): the less time, the more it decides."""
READY: Final = 6  # gold that is kept for an army, or to draw cards
SPARE_GOLD: Final = 36  # what more gold is worth; a point of honor costs two
FREE_CARD: Final = 20  # the free card, as long as it can be drawn
FEW: Final = 5  # in the last rounds cards count for less
OUT: Final = -20_000

PULL: Final = (0, 40, 30, 22, 16, 11, 7, 4, 2)
"""The share of a castle's worth, in hundredths, that an army so many steps off may hope for."""
GUARDED: Final = 4  # the hope is so much smaller where an enemy stands
PREY: Final = 3  # fortresses of others are worth so much more

THREAT: Final = (0, 350, 160, 60)
"""What an enemy so many steps from the own fortress is feared for."""
OPEN: Final = 10  # it is feared so much more if nobody stands there


def levels(options: Options) -> tuple[str, ...]:
    """What the levels are (`bots.players`)."""
    return (
        "mcts:4:select=sealed:slip=0.5",
        "mcts:10:select=sealed:slip=0.35",
        "mcts:20:select=sealed:slip=0.2",
        "mcts:1s:select=sealed:c=1:doubt=0.2",
    )


# ---- what a position is to a search


@rule
def state_key(s: Swords) -> int:
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
    if s.phase == SCOUT:
        found = mixed(found, s.scout << 1 | s.passes)
    return mixed(found, (s.round << 8 | s.decided) << 8 | s.victim << 2 | s.to_lose)


@rule
def offers_in(s: Swords, found: int) -> int:
    """Offers, and how much more can be done about trade."""
    found = mixed(found, s.closed)
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


# ---- how well a seat stands


@rule
def evaluate(s: Swords, seat: int) -> int:
    """A guess for a seat."""
    if s.phase == OVER:
        if s.winner >= s.seats:
            return 0
        return DECIDED if s.winner == seat else -DECIDED
    rounds = horizon(s)
    best = -DECIDED
    for other in range(s.seats):
        if other != seat and is_in(s, other):
            best = max(best, worth(s, other, rounds))
    return part(worth(s, seat, rounds) - best, SHARP, rounds + SLACK)


@rule
def worth(s: Swords, seat: int, rounds: int) -> int:
    """What a seat has and may hope for."""
    if not is_in(s, seat):
        return OUT
    value = HONOR_WORTH * min(max(s.honor[seat], 0), HONOR_TO_WIN) + treasure(s.gold[seat])
    value += flows(s, seat, rounds) + armies_worth(s, seat, rounds)
    value += part(hand_worth(s, seat), min(rounds + 1, FEW), FEW) + field_worth(s, seat, rounds)
    if s.phase >= RALLY and s.phase <= COMMIT:
        value += battle_worth(s, seat, rounds)
    return value


@rule
def treasure(gold: int) -> int:
    """Gold; what is not needed soon had better be honor."""
    some = min(gold, READY)
    return GOLD_WORTH * some + SPARE_GOLD * (gold - some)


@rule
def flows(s: Swords, seat: int, rounds: int) -> int:
    """What comes in and goes out until the end; what this turn still brings is not lost.

    Whose turn comes sooner has more to come: so a turn that ends changes nothing by itself.
    """
    wait = seat - s.turn if seat > s.turn else seat - s.turn + s.seats
    every = rounds * s.seats
    later = every - wait
    is_due = seat == s.turn and s.phase == EXPENSE and s.raised == 0
    value = GOLD_WORTH * gold_income(s, seat) * later
    value -= GOLD_WORTH * SUPPLY * s.armies[seat] * (every if is_due else later)
    is_due = seat == s.turn and s.phase < HONOR
    value += HONOR_WORTH * honor_income(s, seat) * (every if is_due else later)
    if seat == s.turn and s.phase <= DRAW and s.drawn == 0:
        value += FREE_CARD * s.seats
    return part(value, 1, s.seats)


@rule
def armies_worth(s: Swords, seat: int, rounds: int) -> int:
    """Armies; the first few are worth their supplies too."""
    some = min(s.armies[seat], ENOUGH)
    return s.armies[seat] * army_worth(rounds) + some * GOLD_WORTH * SUPPLY * rounds


# ---- the board


@rule
def field_worth(s: Swords, seat: int, rounds: int) -> int:
    """Experience and hopes of own armies, less the fear of others."""
    value = 0
    danger = 0
    home = s.square[s.home[seat]] if s.home[seat] < s.castles else SQUARES
    for square in range(SQUARES):
        if s.army[square] == seat + 1:
            value += VETERAN_WORTH * s.experience[square] + hope(s, seat, square, rounds)
        elif s.army[square] and home < SQUARES:
            danger += fear(steps(s.adjacency, square, home))
    if danger and s.army[home] != seat + 1:
        danger *= OPEN
    return value - danger


@rule
def hope(s: Swords, seat: int, square: int, rounds: int) -> int:
    """The best castle of others, or of nobody, that an army could go for."""
    best = 0
    for castle in range(s.castles):
        if s.control[castle] != seat:
            there = s.square[castle]
            far = steps(s.adjacency, square, there)
            if far < len(PULL):
                value = PULL[far] * castle_worth(s, castle, rounds) // 100
                if is_prey(s, castle):
                    value *= PREY
                if s.army[there]:
                    value //= GUARDED
                best = max(best, value)
    return best


@rule
def is_prey(s: Swords, castle: int) -> bool:
    """Whether its holder is out without it."""
    holder = s.control[castle]
    return holder < s.seats and s.home[holder] == castle


@rule
def fear(far: int) -> int:
    """What an enemy army is feared for, so many steps from home."""
    return THREAT[far] if far < len(THREAT) else 0
