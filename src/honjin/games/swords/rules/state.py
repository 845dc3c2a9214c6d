"""The state of a game, and the queries that rules make of it.

Squares are those of maps.py; `NOWHERE` is none of them. Castles are numbered: fortresses in the
order of the map, then keeps. An army is identified by its square.
"""

from __future__ import annotations

from typing import Final

from honjin.core.arrays import amount, bits, one_of, seat_number, seat_set
from honjin.core.jit.rule import rule
from honjin.core.state import State, ints
from honjin.games.swords.content.data import (
    CARDS,
    CASTLES,
    MAX_BATTLES,
    MAX_ROUNDS,
    MAX_SEATS,
    MAX_TRAITS,
    NOBODY,
    RANKED,
    TRAIT_GOLD,
    TRAIT_HONOR,
    TRAIT_HOUSE,
    TRAITS,
)
from honjin.games.swords.content.maps import (
    EMPTY,
    FORTRESS,
    IMPASSABLE,
    SQUARES,
    TILE_TOTAL,
    around,
)

NOWHERE: Final = 100

# phases, in the order in which they come
LOT: Final = 0  # chance: who is first
TILES: Final = 1  # chance: a tile for a hand
LAY: Final = 2  # a tile is laid
PLACE: Final = 3  # a castle is placed
FORTS: Final = 4  # chance: a fortress for a seat
ROLL_TRAITS: Final = 5  # chance: a trait
DEAL: Final = 6  # chance: starting hands
SECOND: Final = 7  # where the second army starts
INCOME: Final = 8  # a turn begins, nothing to decide
EXPENSE: Final = 9
DRAW: Final = 10
DRAWING: Final = 11  # chance: a card
HOUSING: Final = 12  # chance: a card for a Ninja House
HONOR: Final = 13
VERSE: Final = 14  # chance: how much honor can be bought
BUY: Final = 15
VICTIM: Final = 16  # of Intrigue: honor or cards
YIELD: Final = 17  # of Intrigue: which cards
TRAVEL: Final = 18
BATTLE: Final = 19
MARCH: Final = 20  # one army's second travel
CHARGE: Final = 21  # and its second battle
LATE: Final = 22  # more Forced Marches, but no other battles
RALLY: Final = 23  # chance: cards for a battle
SCOUT: Final = 24  # spies before a battle
COMMIT: Final = 25  # both, in secret
ENTER: Final = 26  # the defender may take a beaten attacker's castle
REDUCE: Final = 27  # discarding down to hand limits, in secret
END_TURN: Final = 28  # nothing to decide
OVER: Final = 29

# marks of an army
MOVED: Final = 1
ATTACKED: Final = 2
MARCHED: Final = 4

# why a game is over
LAST: Final = 1  # one clan is left
GLORY: Final = 2  # enough honor
LIMIT: Final = 3  # round limit, one seat leads
EVEN: Final = 4  # round limit, nobody leads
RESIGNED: Final = 5  # one of the last two has resigned

ATT: Final = 0
DEF: Final = 1
UNDECIDED: Final = 2  # of a battle, and what Diplomacy leaves

LINES: Final = 5
"""A side's force in a battle: cards, traits on cards, traits at large, experience, terrain."""

NO_LIMIT: Final = 120
MAX_ITEMS: Final = 9
"""The most armies, or keeps, that a side of an offer can hold (W7)."""

MAX_BACK: Final = 3
"""The most cards that can be taken back in one secret choice (W2)."""


class SwordsParameters(State, parameters=True):
    """Options, cards and numbers: none changes during a game."""

    # options (see options.py)
    seats: int = ints()
    board: int = ints()  # rule 26
    tile_hand: int = ints()
    spare_tiles: int = ints()
    snake: int = ints()  # 1: castles are placed in turn order and back
    keeps_owned: int = ints()  # 1: keeps belong to the seats that placed them
    max_rounds: int = ints(kind="i2")  # Q60, W9; never 0
    trade: int = ints()  # Q61
    trade_wins: int = ints()  # 1: traded honor can win (Q62)
    loose_trade: int = ints()  # 1: what is traded is not followed, as in versions 1 and 2 (W7, Q22)
    miscounted_houses: int = ints()  # 1: a house given away counts as in version 3 (Q22)
    start_hand: int = ints()  # Q3
    balanced_traits: int = ints()  # 1: fortresses have about equal incomes
    adjacency: int = ints()  # 0 sides, 1 corners too (Q5), 2 hexes (rule 26)
    stack_traits: int = ints()  # 1: the same trait twice counts twice (Q6)
    supply_new: int = ints()  # 1: a new army needs supplies at once (Q13)
    new_armies: int = ints()  # 1: one per turn; 0 any number (Q14)
    intrigue: int = ints()  # who decides what is lost (Q26)
    honor_floor: int = ints()  # 1: honor never falls below 0 (Q27)
    pass_friends: int = ints()  # 1: armies may pass through friends (Q32)
    take_in_passing: int = ints()  # 1: control is taken in passing (Q33)
    attacks: int = ints()  # 1: one per army and phase; 0 any number (Q38)
    spies: int = ints()  # W1
    monks_limited: int = ints()  # 1: monks count towards the five (Q42)
    one_treachery: int = ints()  # 1: one Treachery per side (Q43)
    one_march: int = ints()  # 1: one Forced March per army and turn (Q47)
    beaten_attacker: int = ints()  # whether the victor takes the castle it came from (Q53)
    holdings: int = ints()  # castles of the beaten (Q58)
    any_fortress: int = ints()  # 1: any fortress keeps its holder in (Q59)

    # cards and numbers, as printed or from a file
    copies: list[int] = ints(CARDS)  # copies[card] in the game (rule 4)
    face: list[int] = ints(CARDS)  # face[card]: its force without bonus (rule 20)
    bonus: list[int] = ints(CARDS)  # bonus[card]: more where it applies (Q48)
    mean_force: int = ints()  # of a card, about; for the bots
    strongest: list[int] = ints(RANKED)  # cards by their force in battles; for the bots
    honor_to_win: int = ints()  # rule 10
    fortress_gold: int = ints()  # rule 11
    keep_gold: int = ints()
    supply: int = ints()  # rule 12
    army_cost: int = ints()
    draw_cost: int = ints()  # rule 13
    honor_cost: int = ints()  # rule 14
    battle_draw: int = ints()  # rule 17
    commit_max: int = ints()  # rule 18
    limited_max: int = ints()
    winner_hand: int = ints()  # rule 23
    loser_hand: int = ints()
    diplomacy_hand: int = ints()  # rule 19
    winner_honor: int = ints()  # rule 22
    loser_honor: int = ints()
    treachery_honor: int = ints()  # Q44
    ninja_honor: int = ints()  # Q28
    prosperity_gold: int = ints()  # Q20
    much_honor: int = ints()  # rule 14
    intrigue_loss: int = ints()  # Q26: honor or cards
    fortress_traits: int = ints()  # rule 5
    keep_traits: int = ints()
    throws: list[int] = ints(TRAITS)  # throws[trait]: of the dice, that bring it (Q9)
    brings: list[int] = ints(TRAITS)  # brings[trait]: its amount of gold, honor, cards or force
    cost: list[int] = ints(EMPTY + 1)  # cost[terrain]: points to enter it (rule 1)
    defence: list[int] = ints(EMPTY + 1)  # defence[terrain]: what a defender gains in it


class Swords(SwordsParameters):
    """One position."""

    # laying the board (rule 26)
    stock: list[int] = ints(5)  # stock[terrain]: tiles not drawn; hidden
    stocked: int = ints(shows=amount(120))  # tiles not drawn
    # tiles[seat][terrain]: hidden from others
    tiles: list[list[int]] = ints(MAX_SEATS, 5, shows=amount(40).of_mine())
    tiled: list[int] = ints(MAX_SEATS, shows=amount(40).by_seat())  # tiles in hand
    buried: int = ints(shows=amount(40))  # impassable tiles that lie face down
    placed: int = ints(shows=amount(120))  # tiles, then castles placed

    # the board
    terrain: list[int] = ints(SQUARES, start=EMPTY, shows=one_of(EMPTY))
    # castle[square]: its number + 1; 0 none
    castle: list[int] = ints(SQUARES, shows=amount(CASTLES))
    army: list[int] = ints(SQUARES, shows=seat_number(1))  # army[square]: its seat + 1; 0 none
    experience: list[int] = ints(SQUARES, kind="i2", shows=amount(120))
    marks: list[int] = ints(SQUARES, shows=bits(3))  # MOVED, ATTACKED, MARCHED
    castles: int = ints()  # how many there are
    square: list[int] = ints(CASTLES, start=NOWHERE)  # square[castle]
    control: list[int] = ints(CASTLES, start=NOBODY, shows=seat_number())  # control[castle]: a seat
    # trait[castle][k]: trait + 1; 0 none
    trait: list[list[int]] = ints(CASTLES, MAX_TRAITS, shows=amount(TRAITS))
    # home[seat]: a castle
    home: list[int] = ints(MAX_SEATS, start=CASTLES, shows=amount(CASTLES).by_seat())
    # armies[seat]: how many there are
    armies: list[int] = ints(MAX_SEATS, shows=amount(100).by_seat())

    # treasures
    gold: list[int] = ints(MAX_SEATS, kind="i4", shows=amount(120).by_seat())
    honor: list[int] = ints(MAX_SEATS, kind="i2", shows=amount(120, -120).by_seat())
    deck: list[int] = ints(CARDS)  # hidden
    left: int = ints(shows=amount(240, per=2))  # cards in the deck
    discard: list[int] = ints(CARDS, shows=amount(40))
    waste: int = ints(shows=amount(240, per=2))  # cards in the discard pile
    # hidden from others
    hand: list[list[int]] = ints(MAX_SEATS, CARDS, shows=amount(40).of_mine())
    held: list[int] = ints(MAX_SEATS, shows=amount(120).by_seat())  # cards in hand
    # seen[viewer][seat][card]: cards a viewer knows a seat to hold; hidden from others
    seen: list[list[list[int]]] = ints(
        MAX_SEATS, MAX_SEATS, CARDS, shows=amount(40).of_mine().by_seat(1)
    )
    # spied[seat]: the seat whose hand it saw last, + 1
    spied: list[int] = ints(MAX_SEATS, shows=seat_number(1).by_seat())

    # the turn
    phase: int = ints(shows=one_of(OVER))
    alive: int = ints(shows=seat_set())  # mask
    first: int = ints(shows=seat_number())  # who began
    turn: int = ints(shows=seat_number())  # whose turn it is
    round: int = ints(kind="i2", shows=amount(MAX_ROUNDS, per=2))  # from 0
    fought: int = ints(shows=amount(MAX_BATTLES))  # battles of this turn (W10)
    raised: int = ints(shows=amount(1))  # 1: an army was raised
    drawn: int = ints(shows=amount(1))  # 1: the free card was drawn
    houses: int = ints(kind="i2", shows=amount(40))  # cards that Ninja Houses have yet to draw
    verses: int = ints(shows=amount(20))  # honor that may be bought; the roll
    bought: int = ints(shows=amount(1))  # 1: honor was bought, or refused, after the roll
    mover: int = ints(start=NOWHERE, shows=one_of(SQUARES))  # the army on its way
    points: int = ints(shows=amount(20))  # its points left
    marcher: int = ints(start=NOWHERE, shows=one_of(SQUARES))  # the army of a Forced March
    drawer: int = ints(start=NOBODY, shows=seat_number())  # who draws
    to_draw: int = ints(shows=amount(40))  # how many cards
    victim: int = ints(start=NOBODY, shows=seat_number())  # of Intrigue
    to_lose: int = ints(shows=amount(40))  # how many cards

    # the last battle, or this one
    attacker: int = ints(start=NOBODY, shows=seat_number())
    defender: int = ints(start=NOBODY, shows=seat_number())
    base: int = ints(start=NOWHERE, shows=one_of(SQUARES))  # the attacker's square
    target: int = ints(start=NOWHERE, shows=one_of(SQUARES))  # the defender's
    shown: list[list[int]] = ints(2, CARDS, shows=amount(20))  # what each side revealed
    force: list[list[int]] = ints(2, LINES, kind="i2", shows=amount(120, -120))
    victor: int = ints(start=UNDECIDED, shows=one_of(2))  # ATT, DEF or UNDECIDED
    # the seat asked for spies before cards are chosen (W1)
    scout: int = ints(start=NOBODY, shows=seat_number())
    passes: int = ints(shows=amount(10))  # passes in a row
    # cards that may be kept in hand
    limit: list[int] = ints(MAX_SEATS, start=NO_LIMIT, shows=amount(NO_LIMIT).by_seat())
    back_to: int = ints()  # the phase after the battle

    # secret choices
    # of the hand; hidden from others
    aside: list[list[int]] = ints(MAX_SEATS, CARDS, shows=amount(40).of_mine())
    changes: list[int] = ints(MAX_SEATS)  # cards taken back; hidden from others
    decided: int = ints(shows=seat_set())  # mask

    # trade offers (rule 25): seen by their maker and, once sent, by the seat they are made to
    doings: list[int] = ints(MAX_SEATS)  # trade actions this turn; hidden from others
    closed: int = ints()  # mask: seats that trade no more this turn (W7)
    deals: int = ints(kind="i4")  # deals carried out so far
    partner: list[int] = ints(MAX_SEATS)  # the seat whose offer each accepted last, + 1
    offer_to: list[int] = ints(MAX_SEATS)  # a seat + 1; 0 no offer
    offer_sent: list[int] = ints(MAX_SEATS)  # 1: open
    offer_sums: list[list[list[int]]] = ints(MAX_SEATS, 2, 3)  # gold, honor, promises
    offer_cards: list[list[list[int]]] = ints(MAX_SEATS, 2, CARDS)
    offer_army: list[list[list[int]]] = ints(MAX_SEATS, 2, MAX_ITEMS)  # squares + 1, ascending
    offer_keep: list[list[list[int]]] = ints(MAX_SEATS, 2, MAX_ITEMS)  # castles + 1, ascending

    # the end
    ended: int = ints()  # the reason; 0 not yet
    winner: int = ints(start=NOBODY)

    eyes: int = ints()  # the observing seat + 1; 0 a spectator, or the full state


# ---- seats


@rule
def everybody(s: Swords) -> int:
    """All seats."""
    return (1 << s.seats) - 1


@rule
def is_in(s: Swords, seat: int) -> bool:
    """True if a seat is still in the game."""
    return s.alive >> seat & 1 == 1


@rule
def after(s: Swords, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def from_first(s: Swords, seat: int) -> int:
    """The number of places clockwise of the first player."""
    return seat - s.first if seat >= s.first else seat - s.first + s.seats


@rule
def nth(s: Swords, k: int) -> int:
    """The seat k places clockwise of the first player."""
    return s.first + k if s.first + k < s.seats else s.first + k - s.seats


# ---- tiles


@rule
def added_clear(s: Swords) -> int:
    """The clear tiles added, so that `spare_tiles` more than squares are in stock (rule 26)."""
    return s.spare_tiles + SQUARES - TILE_TOTAL


# ---- castles and traits


@rule
def holds_castle(s: Swords, seat: int, square: int) -> bool:
    """True if a seat controls the castle on a square."""
    return s.castle[square] > 0 and s.control[s.castle[square] - 1] == seat


@rule
def is_fortress(s: Swords, castle: int) -> bool:
    """True if a castle is a fortress."""
    return s.terrain[s.square[castle]] == FORTRESS


@rule
def has_trait(s: Swords, castle: int, k: int) -> int:
    """A trait of a castle + 1; 0 if there is none, or its holder has it already (Q6)."""
    trait = s.trait[castle][k]
    if trait == 0 or s.stack_traits:
        return trait
    for other in range(castle + 1):
        if s.control[other] == s.control[castle]:
            for j in range(MAX_TRAITS):
                if s.trait[other][j] == trait:
                    return trait if other == castle and j == k else 0
    return trait


@rule
def gold_income(s: Swords, seat: int) -> int:
    """Gold per turn from castles and their traits (rules 11, 18)."""
    gold = 0
    for castle in range(s.castles):
        if s.control[castle] == seat:
            gold += s.fortress_gold if is_fortress(s, castle) else s.keep_gold
            for k in range(MAX_TRAITS):
                trait = has_trait(s, castle, k)
                if trait:
                    gold += TRAIT_GOLD[trait - 1] * s.brings[trait - 1]
    return gold


@rule
def honor_income(s: Swords, seat: int) -> int:
    """Honor per turn from traits (rule 14)."""
    honor = 0
    for castle in range(s.castles):
        if s.control[castle] == seat:
            for k in range(MAX_TRAITS):
                trait = has_trait(s, castle, k)
                if trait:
                    honor += TRAIT_HONOR[trait - 1] * s.brings[trait - 1]
    return honor


@rule
def ninja_houses(s: Swords, seat: int) -> int:
    """The cards that the Ninja Houses of a seat draw (rule 13)."""
    drawn = 0
    for castle in range(s.castles):
        if s.control[castle] == seat:
            drawn += houses_in(s, castle)
    return drawn


@rule
def houses_in(s: Swords, castle: int) -> int:
    """The cards that the Ninja Houses of a castle draw."""
    drawn = 0
    for k in range(MAX_TRAITS):
        trait = has_trait(s, castle, k)
        if trait:
            drawn += TRAIT_HOUSE[trait - 1] * s.brings[trait - 1]
    return drawn


# ---- armies


@rule
def new_army_cost(s: Swords) -> int:
    """The cost of raising an army (rule 12, Q13)."""
    return s.army_cost + s.supply if s.supply_new else s.army_cost


@rule
def is_free(s: Swords, square: int) -> bool:
    """True if a square can be entered and holds no army (rule 15)."""
    return s.army[square] == 0 and s.terrain[square] < EMPTY and s.terrain[square] != IMPASSABLE


@rule
def enter_cost(s: Swords, square: int) -> int:
    """The points it costs to enter a passable square (rule 1)."""
    return s.cost[s.terrain[square]]


@rule
def can_host_army(s: Swords, seat: int, square: int) -> bool:
    """True if a new army can be placed on a square near a fortress of the seat (Q17)."""
    return is_free(s, square) and (s.castle[square] == 0 or holds_castle(s, seat, square))


@rule
def is_near_fortress(s: Swords, seat: int, square: int) -> bool:
    """True if a square is, or borders on, a fortress that a seat controls (rule 12, Q16)."""
    if holds_castle(s, seat, square) and s.terrain[square] == FORTRESS:
        return True
    near = around(s.adjacency, square)
    while near:
        other = (near & 127) - 1
        near >>= 7
        if s.terrain[other] == FORTRESS and holds_castle(s, seat, other):
            return True
    return False
