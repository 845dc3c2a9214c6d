"""The evaluation of a position for search, kept small and quick; and the levels of strength.

The value is a seat's less that of the best other seat, in hundredths of a point of honor, scaled up
as the end of the game may come closer. It is made of these parts, by the weights in weights.py:

    honor       a hundred per point
    cash flow   gold and honor that castles will bring, less supplies, by turn order
    goods       gold, cards by their force, armies with their experience
    prospects   castles within reach of the seat's armies; the battle in progress
    threats     enemies near the seat's fortress, above all an empty one
"""

from collections.abc import Sequence
from typing import Final

from honjin.core.jit.mixing import mixed
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.games.swords.ai.valuation import (
    army_value,
    battle_value,
    castle_value,
    hand_value,
    horizon,
    part,
)
from honjin.games.swords.ai.weights import (
    ENOUGH,
    FEW,
    FREE_CARD,
    GOLD_VALUE,
    GUARDED,
    HONOR_VALUE,
    MAX_PULL,
    MAX_THREAT,
    OPEN,
    PREY,
    PULL,
    SHARP,
    SLACK,
    SPARE_GOLD,
    THREAT,
    VETERAN_VALUE,
)
from honjin.games.swords.content.data import CARDS
from honjin.games.swords.content.maps import SQUARES, steps
from honjin.games.swords.rules.options import BOARD_LAID, TRADE_OFF
from honjin.games.swords.rules.state import (
    BUY,
    COMMIT,
    DRAW,
    EXPENSE,
    HONOR,
    MAX_ITEMS,
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
OUT: Final = -20_000

ROUND: Final = 160
"""The milliseconds for which the strongest rivals of a seat think about an action, all together.
A turn has eight actions on average, so a round takes them 1.3 seconds."""


def levels(options: Options) -> tuple[str, ...]:
    """The levels (see `bots.players`): they differ in what they overlook, the last in its time.

    What a longer search gains is uncertain, with more than two clans nothing, and a random action
    can cost a game (docs/games/swords.md). So more than two share the time of a round.
    """
    search, seats = "select=sealed", int(str(options["seats"]))
    time = "1s" if seats == 2 else f"{ROUND // (seats - 1)}ms"
    return (
        f"mcts:20:{search}:overlook=0.65",
        f"mcts:20:{search}:overlook=0.5",
        f"mcts:20:{search}:overlook=0.3",
        f"mcts:{time}:{search}:c=1:doubt=0.2",
    )


# ---- the key of a position


@rule
def state_key(s: Swords) -> int:
    """Board, treasures, cards and the turn; neither the last battle nor the way there."""
    key = (s.phase * 8 + s.turn) * 64 + s.alive
    for square in range(SQUARES):
        if s.army[square]:
            more = (square << 3 | s.army[square]) << 16
            key = mixed(key, more | s.experience[square] << 3 | s.marks[square])
    for castle in range(s.castles):
        key = mixed(key, s.control[castle])
    for seat in range(s.seats):
        key = mixed(key, (s.gold[seat] << 12 | s.honor[seat] + 100) << 8 | s.held[seat])
        key = mixed(key, pile(s.hand[seat]))
        if s.decided >> seat & 1 or s.phase > VICTIM:
            key = mixed(key, pile(s.aside[seat]) << 2 | s.changes[seat])
    key = mixed(key, pile(s.discard))
    if s.trade != TRADE_OFF:
        key = offers_in(s, key)
    if s.board == BOARD_LAID:
        key = tiles_in(s, key)
    key = mixed(key, (s.raised << 1 | s.drawn) << 6 | s.houses << 4 | s.verses)
    if s.houses > 3:
        key = mixed(key, s.houses)
    key = mixed(key, (s.mover << 2 | s.points) << 8 | s.marcher)
    key = mixed(key, s.base << 8 | s.target if s.phase > BUY else 0)
    if s.phase == SCOUT:
        key = mixed(key, s.scout << 1 | s.passes)
    key = mixed(key, (s.round << 8 | s.decided) << 8 | s.victim << 2 | s.to_lose & 3)
    return mixed(key, s.to_lose) if s.to_lose > 3 else key


@rule
def offers_in(s: Swords, key: int) -> int:
    """Mix in offers and the trade actions used."""
    key = mixed(key, s.closed)
    for seat in range(s.seats):
        key = mixed(key, (s.doings[seat] << 3 | s.offer_to[seat]) << 1 | s.offer_sent[seat])
        if s.offer_to[seat]:
            for side in range(2):
                key = mixed(key, pile(s.offer_cards[seat][side]))
                for what in range(3):
                    key = mixed(key, s.offer_sums[seat][side][what])
                for k in range(MAX_ITEMS):
                    key = mixed(key, s.offer_army[seat][side][k])
                    key = mixed(key, s.offer_keep[seat][side][k] << 7)
    return key


@rule
def tiles_in(s: Swords, key: int) -> int:
    """Mix in the tiles laid and those in hand."""
    for square in range(SQUARES):
        key = mixed(key, s.terrain[square])
    for seat in range(s.seats):
        for tile in range(5):
            key = mixed(key, s.tiles[seat][tile])
    return mixed(key, s.placed)


@rule
def pile(cards: list[int]) -> int:
    """A number of cards as a hash."""
    key = 1
    for card in range(CARDS):
        key = mixed(key, cards[card])
    return key


# ---- the value of a seat


@rule
def weigh(s: Swords, w: Sequence[int], seat: int) -> int:
    """Evaluate a position for a seat."""
    if s.phase == OVER:
        if s.winner >= s.seats:
            return 0
        return DECIDED if s.winner == seat else -DECIDED
    rounds = horizon(s, w)
    best = -DECIDED
    for other in range(s.seats):
        if other != seat and is_in(s, other):
            best = max(best, clan_value(s, w, other, rounds))
    return by_time(w, clan_value(s, w, seat, rounds) - best, rounds)


@rule
def by_time(w: Sequence[int], lead: int, rounds: int) -> int:
    """A lead, scaled up as the end of the game may come closer."""
    return part(lead, w[SHARP], 16 * rounds + w[SLACK])


@rule
def clan_value(s: Swords, w: Sequence[int], seat: int, rounds: int) -> int:
    """The value of what a seat has and of its prospects."""
    if not is_in(s, seat):
        return OUT
    value = w[HONOR_VALUE] * min(max(s.honor[seat], 0), s.honor_to_win)
    value += treasure(s, w, s.gold[seat])
    value += cash_flow(s, w, seat, rounds) + armies_value(s, w, seat, rounds)
    value += cards_value(s, w, seat, rounds) + field_value(s, w, seat, rounds)
    if s.phase >= RALLY and s.phase <= COMMIT:
        value += battle_value(s, w, seat, rounds)
    return value


@rule
def cards_value(s: Swords, w: Sequence[int], seat: int, rounds: int) -> int:
    """The value of a hand, as far as there is time to use it."""
    few = max(1, w[FEW])
    return part(hand_value(s, w, seat), min(16 * (rounds + 1), few), few)


@rule
def treasure(s: Swords, w: Sequence[int], gold: int) -> int:
    """The value of gold; beyond an army and a card it would be better spent on honor."""
    some = min(gold, s.army_cost + s.draw_cost)
    spare = min(w[GOLD_VALUE], w[SPARE_GOLD] // s.honor_cost)
    return w[GOLD_VALUE] * some + spare * (gold - some)


@rule
def cash_flow(s: Swords, w: Sequence[int], seat: int, rounds: int) -> int:
    """The value of income less expenses until the end; what this turn still brings is kept.

    A seat whose turn comes sooner has more to come, so ending a turn changes nothing by itself.
    """
    wait = seat - s.turn if seat > s.turn else seat - s.turn + s.seats
    every = rounds * s.seats
    later = every - wait
    is_due = seat == s.turn and s.phase == EXPENSE and s.raised == 0
    value = w[GOLD_VALUE] * gold_income(s, seat) * later
    value -= w[GOLD_VALUE] * s.supply * s.armies[seat] * (every if is_due else later)
    is_due = seat == s.turn and s.phase < HONOR
    value += w[HONOR_VALUE] * honor_income(s, seat) * (every if is_due else later)
    if seat == s.turn and s.phase <= DRAW and s.drawn == 0:
        value += w[FREE_CARD] * s.seats
    return part(value, 1, s.seats)


@rule
def armies_value(s: Swords, w: Sequence[int], seat: int, rounds: int) -> int:
    """The value of armies; the first few are worth their supplies too."""
    some = min(s.armies[seat], w[ENOUGH] >> 4)
    return s.armies[seat] * army_value(w, rounds) + some * w[GOLD_VALUE] * s.supply * rounds


# ---- the board


@rule
def field_value(s: Swords, w: Sequence[int], seat: int, rounds: int) -> int:
    """The value of the seat's armies on the board, less the threat of enemy armies."""
    value = 0
    danger = 0
    home = s.square[s.home[seat]] if s.home[seat] < s.castles else SQUARES
    for square in range(SQUARES):
        if s.army[square] == seat + 1:
            value += w[VETERAN_VALUE] * s.experience[square] + prospect(s, w, seat, square, rounds)
        elif s.army[square] and home < SQUARES:
            danger += threat(w, steps(s.adjacency, square, home))
    if danger and s.army[home] != seat + 1:
        danger = danger * w[OPEN] >> 4
    return value - danger


@rule
def prospect(s: Swords, w: Sequence[int], seat: int, square: int, rounds: int) -> int:
    """The value of the best castle, of others or neutral, that an army could go for."""
    best = 0
    for castle in range(s.castles):
        if s.control[castle] != seat:
            there = s.square[castle]
            far = steps(s.adjacency, square, there)
            if 0 < far <= MAX_PULL:
                value = w[PULL - 1 + far] * castle_value(s, w, castle, rounds) // 1600
                if is_prey(s, castle):
                    value = value * w[PREY] >> 4
                if s.army[there]:
                    value = value * w[GUARDED] >> 8
                best = max(best, value)
    return best


@rule
def is_prey(s: Swords, castle: int) -> bool:
    """True if the castle's holder is out without it."""
    holder = s.control[castle]
    return holder < s.seats and s.home[holder] == castle


@rule
def threat(w: Sequence[int], far: int) -> int:
    """The threat of an enemy army this many steps from home."""
    return w[THREAT - 1 + far] if 0 < far <= MAX_THREAT else 0
