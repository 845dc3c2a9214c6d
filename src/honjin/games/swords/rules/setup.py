"""The set-up (rules 2, 5, 7, 8): the first player, fortresses, traits, second armies."""

from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.core.options import Options, hold_options
from honjin.games.swords.content.cardfile import cards_of
from honjin.games.swords.content.cardlist import CardList, mean_force, ranked
from honjin.games.swords.content.data import (
    CASTLES,
    MAX_ROUNDS,
    MAX_TRAITS,
    NOBODY,
    NUMBER_FIELDS,
    TRAIT_GOLD,
    TRAIT_HONOR,
    TRAITS,
)
from honjin.games.swords.content.mapfile import choose_map
from honjin.games.swords.content.maps import CLEAR, HEXES, Map, around
from honjin.games.swords.content.maps import TILES as TILE_COUNTS
from honjin.games.swords.rules.actions import encode_put
from honjin.games.swords.rules.draw import begin_draw
from honjin.games.swords.rules.effects import put_army
from honjin.games.swords.rules.options import BOARD_LAID, PLAIN, WORDS
from honjin.games.swords.rules.state import (
    DEAL,
    FORTS,
    INCOME,
    ROLL_TRAITS,
    SECOND,
    TILES,
    Swords,
    added_clear,
    everybody,
    is_fortress,
    is_free,
    nth,
)

MAX_REROLLS: Final = 9
"""Traits are rolled again at most this often to make fortresses about even."""
MAX_APART: Final = 2
"""The number of income traits by which fortresses may then differ."""


def setup(options: Options) -> Swords:
    """The state before the first lot."""
    s = empty_table(options)
    if s.board == BOARD_LAID:
        prepare_tiles(s, options)
    else:
        lay_out(s, choose_map(str(options["map"]), s.seats))
    return s


def lay_out(s: Swords, board: Map) -> None:
    """Lay out the terrain and castles of a map (rules 1, 2)."""
    s.terrain[:] = list(board.terrain)
    s.adjacency = HEXES if board.shape == "hexes" else s.adjacency
    for square in (*board.fortresses, *board.keeps):
        add_castle(s, square)


def prepare_tiles(s: Swords, options: Options) -> None:
    """Prepare an empty board and a stock of tiles to lay it (rule 26)."""
    s.adjacency = HEXES if options["tiles"] == "hexes" else s.adjacency
    s.stock[:] = list(TILE_COUNTS)
    s.stock[CLEAR] += added_clear(s)
    s.stocked = sum(s.stock)


def empty_table(options: Options) -> Swords:
    """The state with all seats and the whole deck, and no board yet (rules 4, 7)."""
    s = with_cards(Swords(), cards_of(str(options["cards"])))
    hold_options(s, options, PLAIN, WORDS)
    s.max_rounds = s.max_rounds or MAX_ROUNDS
    s.deck, s.left = list(s.copies), sum(s.copies)
    s.alive = everybody(s)
    return s


def with_cards(s: Swords, cards: CardList) -> Swords:
    """Copy the numbers of a list of cards into a state; returns the state."""
    s.copies[:], s.face[:], s.bonus[:] = cards.copies, cards.force, cards.bonus
    s.mean_force, s.strongest[:] = mean_force(cards), ranked(cards)
    s.throws[:], s.brings[:] = cards.throws, cards.amounts
    s.cost[:], s.defence[:] = cards.points, cards.defence
    for name, n in zip(NUMBER_FIELDS.values(), cards.numbers, strict=True):
        setattr(s, name, n)
    return s


@rule
def add_castle(s: Swords, square: int) -> None:
    """Put a castle on a square; nobody controls it yet."""
    s.square[s.castles] = square
    s.castles += 1
    s.castle[square] = s.castles


# ---- lots (8)


@rule
def list_seats(s: Swords, out: Any, weights: Any) -> int:
    """List the seats, each equally likely to be first."""
    for seat in range(s.seats):
        out[seat] = seat
        weights[seat] = 1
    return s.seats


@rule
def draw_lots(s: Swords, seat: int) -> None:
    """Set the first player; then fortresses are drawn by lot, or tiles (rule 8, Q8)."""
    s.first = seat
    s.turn = seat
    s.phase = TILES if s.board == BOARD_LAID else FORTS


@rule
def next_homeless(s: Swords) -> int:
    """The first seat in turn order without a fortress; NOBODY if all have one."""
    for k in range(s.seats):
        if s.home[nth(s, k)] == CASTLES:
            return nth(s, k)
    return NOBODY


@rule
def list_fortresses(s: Swords, out: Any, weights: Any) -> int:
    """List the fortresses without an owner."""
    n = 0
    for castle in range(s.seats):
        if s.control[castle] == NOBODY:
            out[n] = castle
            weights[n] = 1
            n += 1
    return n


@rule
def settle_in(s: Swords, castle: int) -> None:
    """Assign a fortress, with an army in it (rule 7); then traits are rolled."""
    seat = next_homeless(s)
    own(s, seat, castle)
    if next_homeless(s) == NOBODY:
        begin_traits(s)


@rule
def own(s: Swords, seat: int, castle: int) -> None:
    """Make a fortress a seat's home, with an army in it (rule 7)."""
    s.home[seat] = castle
    s.control[castle] = seat
    put_army(s, seat, s.square[castle])


# ---- traits (5)


@rule
def begin_traits(s: Swords) -> None:
    """Roll traits; where no castle has any, hands are dealt."""
    s.phase = ROLL_TRAITS
    if next_untraited(s) == CASTLES:
        begin_hands(s)


@rule
def next_untraited(s: Swords) -> int:
    """The first castle that lacks a trait; CASTLES if none does."""
    for castle in range(s.castles):
        wanted = s.fortress_traits if is_fortress(s, castle) else s.keep_traits
        if wanted and s.trait[castle][wanted - 1] == 0:
            return castle
    return CASTLES


@rule
def list_traits(s: Swords, out: Any, weights: Any) -> int:
    """List the traits in order of the throws of two dice, all throws equally likely (Q9)."""
    n = 0
    for trait in range(TRAITS):
        if s.throws[trait]:
            out[n] = trait
            weights[n] = s.throws[trait]
            n += 1
    return n


@rule
def roll_trait(s: Swords, trait: int) -> None:
    """Add a trait to a castle; after the last one, hands are dealt (rule 5)."""
    castle = next_untraited(s)
    k = 0
    while s.trait[castle][k]:
        k += 1
    s.trait[castle][k] = trait + 1
    if next_untraited(s) == CASTLES:
        if s.balanced_traits and s.placed < MAX_REROLLS and is_uneven(s):
            roll_again(s)
        else:
            begin_hands(s)


@rule
def incomes_of(s: Swords, castle: int) -> int:
    """The number of traits of a castle that bring gold or honor."""
    n = 0
    for k in range(MAX_TRAITS):
        trait = s.trait[castle][k]
        if trait and (TRAIT_GOLD[trait - 1] + TRAIT_HONOR[trait - 1]) * s.brings[trait - 1] > 0:
            n += 1
    return n


@rule
def is_uneven(s: Swords) -> bool:
    """True if the incomes of two fortresses differ by too much."""
    least = MAX_TRAITS
    most = 0
    for castle in range(s.castles):
        if is_fortress(s, castle):
            least = min(least, incomes_of(s, castle))
            most = max(most, incomes_of(s, castle))
    return most - least > MAX_APART


@rule
def roll_again(s: Swords) -> None:
    """Roll all traits again."""
    s.placed += 1
    for castle in range(s.castles):
        for k in range(MAX_TRAITS):
            s.trait[castle][k] = 0


# ---- starting hands (Q3)


@rule
def begin_hands(s: Swords) -> None:
    """Begin dealing starting hands, from the first player on."""
    s.placed = 0
    begin_draw(s, s.first, s.start_hand, DEAL)


@rule
def deal_next(s: Swords) -> None:
    """Deal a starting hand to the next seat; then second armies are placed."""
    s.to_draw = 0
    k = 0
    while nth(s, k) != s.drawer:
        k += 1
    if k + 1 < s.seats:
        begin_draw(s, nth(s, k + 1), s.start_hand, DEAL)
    else:
        s.phase = SECOND
        s.turn = s.first
        s.placed = 0


# ---- second armies (7, Q4)


@rule
def list_second(s: Swords, seat: int, out: Any) -> int:
    """List free squares beside the fortress that are not castles."""
    n = 0
    near = around(s.adjacency, s.square[s.home[s.turn]])
    while near:
        square = (near & 127) - 1
        near >>= 7
        if is_free(s, square) and s.castle[square] == 0:
            out[n] = encode_put(square)
            n += 1
    return n


@rule
def can_second(s: Swords) -> bool:
    """True if there is such a square."""
    near = around(s.adjacency, s.square[s.home[s.turn]])
    while near:
        square = (near & 127) - 1
        near >>= 7
        if is_free(s, square) and s.castle[square] == 0:
            return True
    return False


@rule
def end_second(s: Swords) -> None:
    """Let the next seat place its second army; after the last, the first turn begins."""
    s.placed += 1
    if s.placed == s.seats:
        s.placed = 0
        s.turn = s.first
        s.phase = INCOME
    else:
        s.turn = nth(s, s.placed)


@rule
def place_second(s: Swords, square: int) -> None:
    """Place the second army beside the fortress (rule 7)."""
    put_army(s, s.turn, square)
    end_second(s)
