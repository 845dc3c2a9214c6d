"""Invariants of every state that can be reached."""

from typing import Final

from honjin.core.contract.rules import Law
from honjin.games.swords.content.data import (
    CARDS,
    CASTLES,
    MAX_BATTLES,
    MAX_SEATS,
    NOBODY,
    TRAITS,
)
from honjin.games.swords.content.maps import EMPTY, FORTRESS, IMPASSABLE, KEEP, SQUARES
from honjin.games.swords.content.maps import TILES as TILE_COUNTS
from honjin.games.swords.rules.battles.scouting import PASSES
from honjin.games.swords.rules.battles.secret import in_secret, laid_aside, limited_aside
from honjin.games.swords.rules.options import BOARD_LAID, TRADE_OFF
from honjin.games.swords.rules.state import (
    COMMIT,
    FORTS,
    LAY,
    MAX_BACK,
    NO_LIMIT,
    NOWHERE,
    OVER,
    PLACE,
    REDUCE,
    RESIGNED,
    ROLL_TRAITS,
    SCOUT,
    SECOND,
    TILES,
    UNDECIDED,
    Swords,
    added_clear,
    everybody,
    is_in,
)
from honjin.games.swords.rules.trading.offers import GIVE
from honjin.games.swords.rules.trading.trade import MAX_TRADE_ACTIONS, can_give, has_items

_SEATS: Final = (*range(MAX_SEATS), NOBODY)


def numbers_are_in_range(s: Swords) -> bool:
    """Phases, seats, squares and castles are within their ranges."""
    seats = range(s.seats)
    places = (s.mover, s.marcher, s.base, s.target)
    owners = (s.drawer, s.victim, s.attacker, s.defender, s.winner)
    return (
        0 <= s.phase <= OVER
        and s.first in seats
        and s.turn in seats
        and all(0 <= place <= NOWHERE for place in places)
        and all(seat in (*seats, NOBODY) for seat in owners)
        and 0 <= s.alive <= everybody(s)
        and 0 <= s.decided <= everybody(s)
        and 0 <= s.castles <= CASTLES
        and 0 <= s.victor <= UNDECIDED
        and 0 <= s.back_to <= OVER
        and 0 <= s.ended <= RESIGNED
        and 0 <= s.to_draw <= 100
        and 0 <= s.closed <= everybody(s)
        and 0 <= s.fought <= MAX_BATTLES
    )


def cards_are_all_there(s: Swords) -> bool:
    """The cards of the game are in the deck, in hands or on the discard pile (rule 4)."""
    for card in range(CARDS):
        hands = [s.hand[seat][card] for seat in range(MAX_SEATS)]
        if min(*hands, s.deck[card], s.discard[card]) < 0:
            return False
        if sum(hands) + s.deck[card] + s.discard[card] != s.copies[card]:
            return False
    return True


def cards_are_counted(s: Swords) -> bool:
    """The public numbers of hidden cards are right."""
    hands = all(s.held[seat] == sum(s.hand[seat]) for seat in range(MAX_SEATS))
    return hands and s.left == sum(s.deck) and s.waste == sum(s.discard)


def armies_stand_on_ground(s: Swords) -> bool:
    """One army per square, of a player still in, on passable ground (rules 1, 15)."""
    counted = [0] * MAX_SEATS
    for square in range(SQUARES):
        owner = s.army[square] - 1
        if owner < 0:
            if owner < -1 or s.experience[square] or s.marks[square]:
                return False
            continue
        if owner >= s.seats or not is_in(s, owner) or not 0 <= s.marks[square] < 8:
            return False
        if s.terrain[square] in (IMPASSABLE, EMPTY) or s.experience[square] < 0:
            return False
        counted[owner] += 1
    return counted == s.armies


def castles_are_where_they_stand(s: Swords) -> bool:
    """Castles, their squares, holders and traits fit one another (rules 2, 6)."""
    squares = s.square[: s.castles]
    if not all(0 <= square < SQUARES for square in squares):
        return False
    for castle, square in enumerate(squares):
        if s.castle[square] != castle + 1 or s.terrain[square] not in (KEEP, FORTRESS):
            return False
        if s.control[castle] not in _SEATS or not all(0 <= t <= TRAITS for t in s.trait[castle]):
            return False
    return sum(map(bool, s.castle)) == s.castles


def traits_are_those_of_the_list(s: Swords) -> bool:
    """No castle has more traits than the list says, nor one that no throw brings (rule 5, Q9)."""
    for castle in range(s.castles):
        most = s.fortress_traits if s.terrain[s.square[castle]] == FORTRESS else s.keep_traits
        traits = [trait - 1 for trait in s.trait[castle] if trait]
        if len(traits) > most or not all(s.throws[trait] for trait in traits):
            return False
    return True


def garrisons_are_friends(s: Swords) -> bool:
    """An army in a castle belongs to its holder, or may take it (rule 15, Q33)."""
    for castle in range(s.castles):
        square = s.square[castle]
        owner = s.army[square] - 1
        if owner >= 0 and owner != s.control[castle] and (s.take_in_passing or square != s.mover):
            return False
    return True


def homes_are_held(s: Swords) -> bool:
    """Every clan still in holds its own fortress or, with that option, any (rule 9, Q59)."""
    if s.phase <= FORTS or s.phase == PLACE or s.ended == RESIGNED:
        return True
    for seat in range(s.seats):
        home = s.home[seat]
        if not 0 <= home < s.castles:
            return False
        held = [castle for castle in range(s.castles) if s.control[castle] == seat]
        forts = [c for c in held if s.terrain[s.square[c]] == FORTRESS]
        if is_in(s, seat) and not (forts if s.any_fortress else home in held):
            return False
    return True


def the_beaten_have_nothing(s: Swords) -> bool:
    """A clan that is out has no armies, cards, gold, honor or castles (Q58)."""
    for seat in range(MAX_SEATS):
        if seat < s.seats and is_in(s, seat):
            continue
        if s.held[seat] or s.gold[seat] or s.honor[seat] or s.armies[seat]:
            return False
        if seat in s.control[: s.castles]:
            return False
    return True


def treasures_are_real(s: Swords) -> bool:
    """No gold below 0, nor honor if there is a floor, and not enough honor to win (10)."""
    if min(s.gold) < 0 or (s.honor_floor and min(s.honor) < 0):
        return False
    return s.phase == OVER or max(s.honor) < s.honor_to_win


def secrets_are_own_cards(s: Swords) -> bool:
    """Cards set aside are in hand, and only while there is a choice (rules 18, 23)."""
    if s.phase not in (COMMIT, REDUCE):
        return not (s.decided or any(map(any, s.aside)) or any(s.changes))
    for seat in range(MAX_SEATS):
        mine = zip(s.aside[seat], s.hand[seat], strict=True)
        if not all(0 <= n <= of for n, of in mine) or not 0 <= s.changes[seat] <= MAX_BACK:
            return False
        if any(s.aside[seat]) and not (seat < s.seats and in_secret(s) >> seat & 1):
            return False
        if seat < s.seats and not _is_choice(s, seat):
            return False
    return s.decided & ~in_secret(s) == 0 and s.decided != in_secret(s)


def _is_choice(s: Swords, seat: int) -> bool:
    n, is_done = laid_aside(s, seat), s.decided >> seat & 1
    if s.phase == COMMIT:
        some = n > 0 or s.held[seat] == 0 or not is_done
        return n <= s.commit_max and limited_aside(s, seat) <= s.limited_max and some
    most = max(0, s.held[seat] - s.limit[seat])
    return n <= most and (n == most or not is_done)


def fighters_are_asked_for_spies(s: Swords) -> bool:
    """One side is asked, only before a battle, until both have passed (W1)."""
    if s.phase != SCOUT:
        return s.scout == NOBODY and s.passes == 0
    return s.scout in (s.attacker, s.defender) and is_in(s, s.scout) and 0 <= s.passes < PASSES


def limits_end_with_the_battle(s: Swords) -> bool:
    """Hands are limited after battles only (rule 23, Q21)."""
    return s.phase >= COMMIT or all(limit == NO_LIMIT for limit in s.limit)


def what_was_seen_is_there(s: Swords) -> bool:
    """A seat knows only cards of another hand that are in it (Q46)."""
    return all(
        0 <= s.seen[viewer][seat][card] <= s.hand[seat][card]
        for viewer in range(MAX_SEATS)
        for seat in range(MAX_SEATS)
        for card in range(CARDS)
    )


def tiles_are_all_there(s: Swords) -> bool:
    """While the board is laid, all tiles are in the stock, in hands or on the board (26)."""
    if s.phase not in (TILES, LAY) or s.board != BOARD_LAID:
        return not (s.stocked or any(s.stock) or any(map(any, s.tiles))) or s.phase < TILES
    for tile, count in enumerate(TILE_COUNTS):
        hands = [s.tiles[seat][tile] for seat in range(MAX_SEATS)]
        lie = s.terrain.count(tile)
        lie += s.buried if tile == IMPASSABLE else -s.buried if tile == 0 else 0
        there = count + added_clear(s) if tile == 0 else count
        if min(*hands, s.stock[tile], lie) < 0 or sum(hands) + s.stock[tile] + lie != there:
            return False
    hands = [sum(tiles) for tiles in s.tiles]
    return s.stocked == sum(s.stock) and s.tiled == hands


def turns_belong_to_who_is_in(s: Swords) -> bool:
    """A clan still in has the turn until the game is over; one is left only then (9)."""
    if s.phase in (ROLL_TRAITS, SECOND) and s.alive != everybody(s):
        return False
    if s.phase == OVER:
        return s.ended > 0
    return s.ended == 0 and s.alive.bit_count() > 1 and (is_in(s, s.turn) or s.phase == REDUCE)


def offers_can_be_kept(s: Swords) -> bool:
    """Open offers hold what their makers have, and are made to others still in (Q61)."""
    for maker in range(MAX_SEATS):
        other = s.offer_to[maker] - 1
        if s.trade == TRADE_OFF or other < 0:
            if s.offer_to[maker] or s.offer_sent[maker] or has_items(s, maker):
                return False
            continue
        if maker >= s.seats or other >= s.seats or other == maker:
            return False
        if not _are_items(s, maker) or not (is_in(s, maker) and is_in(s, other)):
            return False
        if s.offer_sent[maker] and not can_give(s, maker, GIVE, maker):
            return False
    return all(0 <= n <= MAX_TRADE_ACTIONS for n in s.doings)


def _are_items(s: Swords, maker: int) -> bool:
    for side in range(2):
        if not all(0 <= n <= 99 for n in s.offer_sums[maker][side] + s.offer_cards[maker][side]):
            return False
        if not all(0 <= at <= SQUARES for at in s.offer_army[maker][side]):
            return False
        if not all(0 <= castle <= s.castles for castle in s.offer_keep[maker][side]):
            return False
    return True


LAWS: Final = (
    Law("numbers are in range", numbers_are_in_range),
    Law("cards are all there", cards_are_all_there),
    Law("cards are counted", cards_are_counted),
    Law("armies stand on ground", armies_stand_on_ground),
    Law("castles are where they stand", castles_are_where_they_stand),
    Law("traits are those of the list", traits_are_those_of_the_list),
    Law("garrisons are friends", garrisons_are_friends),
    Law("homes are held", homes_are_held),
    Law("the beaten have nothing", the_beaten_have_nothing),
    Law("treasures are real", treasures_are_real),
    Law("secrets are own cards", secrets_are_own_cards),
    Law("fighters are asked for spies", fighters_are_asked_for_spies),
    Law("limits end with the battle", limits_end_with_the_battle),
    Law("what was seen is there", what_was_seen_is_there),
    Law("offers can be kept", offers_can_be_kept),
    Law("tiles are all there", tiles_are_all_there),
    Law("turns belong to who is in", turns_belong_to_who_is_in),
)
