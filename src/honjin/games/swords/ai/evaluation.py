"""The evaluation of a position for search, kept small and quick; and the levels of strength.

The value is a seat's less that of the best other seat, in hundredths of a point of honor, scaled up
as the end of the game may come closer:

    honor       a hundred per point
    cash flow   gold and honor that castles will bring, less supplies, by turn order
    goods       gold, cards by their force, armies with their experience
    prospects   castles within reach of the seat's armies; the battle in progress
    threats     enemies near the seat's fortress, above all an empty one
"""

from typing import Final

from honjin.core.jit.mixing import mixed
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.swords.ai.valuation import (
    ENOUGH,
    GOLD_VALUE,
    HONOR_VALUE,
    VETERAN_VALUE,
    army_value,
    battle_value,
    castle_value,
    hand_value,
    horizon,
    part,
)
from honjin.games.swords.content.data import CARDS
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
"""A lead counts SHARP / (rounds to come + SLACK): the less time is left, the more it counts."""
SPARE_GOLD: Final = 72  # value of the gold for a point of honor, if it is not needed soon
FREE_CARD: Final = 20  # while the free card can still be drawn
FEW: Final = 5  # cards count for less in the last rounds
OUT: Final = -20_000

PULL: Final = (0, 40, 30, 22, 16, 11, 7, 4, 2)
"""The share of a castle's value, in hundredths, for an army this many steps away."""
GUARDED: Final = 4  # divides the prospect of a castle with an army in it
PREY: Final = 3  # multiplies the prospect of another clan's fortress

THREAT: Final = (0, 350, 160, 60)
"""The threat of an enemy this many steps from the seat's fortress."""
OPEN: Final = 10  # multiplies the threat to an empty fortress


def levels(options: Options) -> tuple[str, ...]:
    """The levels as bot specifications (`bots.players`)."""
    return (
        "mcts:4:select=sealed:slip=0.5",
        "mcts:10:select=sealed:slip=0.35",
        "mcts:20:select=sealed:slip=0.2",
        "mcts:1s:select=sealed:c=1:doubt=0.2",
    )


# ---- the key of a position


@rule
def state_key(s: Swords) -> int:
    """Board, treasures, cards and the turn; neither the last battle nor the way there."""
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
    if s.houses > 3:
        found = mixed(found, s.houses)
    found = mixed(found, (s.mover << 2 | s.points) << 8 | s.marcher)
    found = mixed(found, s.base << 8 | s.target if s.phase > BUY else 0)
    if s.phase == SCOUT:
        found = mixed(found, s.scout << 1 | s.passes)
    found = mixed(found, (s.round << 8 | s.decided) << 8 | s.victim << 2 | s.to_lose & 3)
    return mixed(found, s.to_lose) if s.to_lose > 3 else found


@rule
def offers_in(s: Swords, found: int) -> int:
    """Mix in offers and the trade actions used."""
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
    """Mix in the tiles laid and those in hand."""
    for square in range(SQUARES):
        found = mixed(found, s.terrain[square])
    for seat in range(s.seats):
        for tile in range(5):
            found = mixed(found, s.tiles[seat][tile])
    return mixed(found, s.placed)


@rule
def pile(cards: list[int]) -> int:
    """A number of cards as a hash."""
    found = 1
    for card in range(CARDS):
        found = mixed(found, cards[card])
    return found


# ---- the value of a seat


@rule
def evaluate(s: Swords, seat: int) -> int:
    """Evaluate a position for a seat."""
    if s.phase == OVER:
        if s.winner >= s.seats:
            return 0
        return DECIDED if s.winner == seat else -DECIDED
    rounds = horizon(s)
    best = -DECIDED
    for other in range(s.seats):
        if other != seat and is_in(s, other):
            best = max(best, clan_value(s, other, rounds))
    return part(clan_value(s, seat, rounds) - best, SHARP, rounds + SLACK)


@rule
def clan_value(s: Swords, seat: int, rounds: int) -> int:
    """The value of what a seat has and of its prospects."""
    if not is_in(s, seat):
        return OUT
    value = HONOR_VALUE * min(max(s.honor[seat], 0), s.honor_to_win)
    value += treasure(s, s.gold[seat])
    value += cash_flow(s, seat, rounds) + armies_value(s, seat, rounds)
    value += part(hand_value(s, seat), min(rounds + 1, FEW), FEW) + field_value(s, seat, rounds)
    if s.phase >= RALLY and s.phase <= COMMIT:
        value += battle_value(s, seat, rounds)
    return value


@rule
def treasure(s: Swords, gold: int) -> int:
    """The value of gold; beyond an army and a card it would be better spent on honor."""
    some = min(gold, s.army_cost + s.draw_cost)
    return GOLD_VALUE * some + min(GOLD_VALUE, SPARE_GOLD // s.honor_cost) * (gold - some)


@rule
def cash_flow(s: Swords, seat: int, rounds: int) -> int:
    """The value of income less expenses until the end; what this turn still brings is kept.

    A seat whose turn comes sooner has more to come, so ending a turn changes nothing by itself.
    """
    wait = seat - s.turn if seat > s.turn else seat - s.turn + s.seats
    every = rounds * s.seats
    later = every - wait
    is_due = seat == s.turn and s.phase == EXPENSE and s.raised == 0
    value = GOLD_VALUE * gold_income(s, seat) * later
    value -= GOLD_VALUE * s.supply * s.armies[seat] * (every if is_due else later)
    is_due = seat == s.turn and s.phase < HONOR
    value += HONOR_VALUE * honor_income(s, seat) * (every if is_due else later)
    if seat == s.turn and s.phase <= DRAW and s.drawn == 0:
        value += FREE_CARD * s.seats
    return part(value, 1, s.seats)


@rule
def armies_value(s: Swords, seat: int, rounds: int) -> int:
    """The value of armies; the first few are worth their supplies too."""
    some = min(s.armies[seat], ENOUGH)
    return s.armies[seat] * army_value(rounds) + some * GOLD_VALUE * s.supply * rounds


# ---- the board


@rule
def field_value(s: Swords, seat: int, rounds: int) -> int:
    """The value of the seat's armies on the board, less the threat of enemy armies."""
    value = 0
    danger = 0
    home = s.square[s.home[seat]] if s.home[seat] < s.castles else SQUARES
    for square in range(SQUARES):
        if s.army[square] == seat + 1:
            value += VETERAN_VALUE * s.experience[square] + prospect(s, seat, square, rounds)
        elif s.army[square] and home < SQUARES:
            danger += threat(steps(s.adjacency, square, home))
    if danger and s.army[home] != seat + 1:
        danger *= OPEN
    return value - danger


@rule
def prospect(s: Swords, seat: int, square: int, rounds: int) -> int:
    """The value of the best castle, of others or neutral, that an army could go for."""
    best = 0
    for castle in range(s.castles):
        if s.control[castle] != seat:
            there = s.square[castle]
            far = steps(s.adjacency, square, there)
            if far < len(PULL):
                value = PULL[far] * castle_value(s, castle, rounds) // 100
                if is_prey(s, castle):
                    value *= PREY
                if s.army[there]:
                    value //= GUARDED
                best = max(best, value)
    return best


@rule
def is_prey(s: Swords, castle: int) -> bool:
    """True if the castle's holder is out without it."""
    holder = s.control[castle]
    return holder < s.seats and s.home[holder] == castle


@rule
def threat(far: int) -> int:
    """The threat of an enemy army this many steps from home."""
    return THREAT[far] if far < len(THREAT) else 0
