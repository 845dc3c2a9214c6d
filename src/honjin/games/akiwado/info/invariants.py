"""The invariants of every reachable state."""

from __future__ import annotations

from typing import Final

from honjin.core.contract.rules import Law
from honjin.games.akiwado.content.data import CARDS, COLOURS, NOBODY, PURVEYOR
from honjin.games.akiwado.rules.actions import ACCEPT, CHALLENGE, coins_of, place_of
from honjin.games.akiwado.rules.setup import next_colourless
from honjin.games.akiwado.rules.state import (
    BID,
    CALL,
    DECLARE,
    DRAW_EAST,
    DRAW_WEST,
    EAST,
    LOT,
    MAX_CHANGES,
    OVER,
    POCKET,
    ROLL,
    SALVAGE,
    SPLIT,
    TAKE_BACK,
    WASTE,
    WEST,
    Akiwado,
    callers,
    choosers,
    everybody,
    is_sealed,
    stockers,
    undeclared,
)
from honjin.games.akiwado.rules.touting import ROLLS

_MARKETS: Final = (EAST, WEST)
_STOCKING: Final = (DECLARE, BID, TAKE_BACK)
_ENDED: Final = (SALVAGE, OVER)


def cards_are_all_there(s: Akiwado) -> bool:
    """As printed six of each colour and two custom orders (rules 2, 4): 32 cards."""
    return all(_count(s, card) == s.copies[card] for card in range(CARDS))


def _count(s: Akiwado, card: int) -> int:
    piles = (s.removed, s.deck, s.waste, s.market[EAST], s.market[WEST], *s.hand)
    return sum(pile[card] for pile in piles)


def piles_are_real(s: Akiwado) -> bool:
    """No pile has a negative count, and seats not in play have no cards."""
    piles = (s.removed, s.deck, s.waste, *s.market, *s.hand)
    empty = (s.market[0], s.market[POCKET], *s.hand[s.seats :])
    return min(map(min, piles)) >= 0 and not any(map(any, empty)) and s.left == sum(s.deck)


def coins_are_all_there(s: Akiwado) -> bool:
    """The coins of the box are with the players, in the stock and in the coin area (rule 6)."""
    owned = sum(s.coins) + s.stock + s.pool == s.box
    return owned and min(s.coins) >= 0 and s.pool >= 0 and not any(s.coins[s.seats :])


def stock_is_not_overdrawn(s: Akiwado) -> bool:
    """If coins are limited, the stock pays only what it has (rule 18, Q20)."""
    return s.stock >= 0 or not s.coin_limit


def colours_are_distinct(s: Akiwado) -> bool:
    """Each seat has a colour of its own, drawn in the order of the seats (rule 1)."""
    drawn = [colour for colour in s.colour if colour != NOBODY]
    n = len(drawn)
    is_early = s.phase < LOT
    return (
        len(set(drawn)) == n
        and s.colour[:n] == drawn
        and all(0 <= colour < COLOURS for colour in drawn)
        and (n < s.seats if is_early else n == s.seats)
        and is_early == (next_colourless(s) != NOBODY)
    )


def waste_begins_in_full(s: Akiwado) -> bool:
    """The destruction area fills up before the first turn and never shrinks after it (5)."""
    n = sum(s.waste)
    if s.phase < WASTE:
        return n == 0
    if s.phase == WASTE:
        return n < s.first_waste
    return n >= s.first_waste - (s.phase == OVER)


def choices_are_sealed(s: Akiwado) -> bool:
    """Only seats that are to choose have a sealed choice, and only then (rules 19, 28, W1)."""
    if not is_sealed(s):
        is_open = s.phase == CALL and s.decided & ~callers(s) == 0 and s.decided != callers(s)
        return not (any(s.sealed) or any(s.changes) or s.settled) and (is_open or not s.decided)
    some = s.decided & ~choosers(s) == 0 and s.decided != choosers(s)
    return some and all(_is_choice(s, seat) for seat in range(len(s.sealed)))


def _is_choice(s: Akiwado, seat: int) -> bool:
    """True if a seat's choice, and the number of its changes, fit the phase."""
    action, changes = s.sealed[seat], s.changes[seat]
    if not s.decided >> seat & 1:
        return action == changes == 0 and not s.settled >> seat & 1
    if (changes == MAX_CHANGES) != (s.settled >> seat & 1) or not 0 <= changes <= MAX_CHANGES:
        return False
    if s.phase == CALL:
        return action in (ACCEPT, CHALLENGE)
    place, coins = place_of(action), coins_of(action)
    return (place, coins) == (POCKET, 0) or (place in _MARKETS and 0 < coins <= s.coins[seat])


def dice_follow_the_turn(s: Akiwado) -> bool:
    """Dice are out from the roll on, smallest first, and divided from the split on."""
    if s.phase < ROLL:
        return not (any(s.dice) or s.kept or s.again or s.calls)
    code = 64 * s.dice[0] + 8 * s.dice[1] + s.dice[2]
    if s.phase == ROLL and not s.again:
        return code == s.kept == s.calls == 0
    return code in ROLLS and (0 < s.kept < 7) == (s.phase > SPLIT)


def declarations_follow_the_turn(s: Akiwado) -> bool:
    """Only stockers declare; choices are known once all have chosen (rules 27, 29)."""
    seats = range(s.seats)
    if s.phase in (DRAW_EAST, DRAW_WEST, DECLARE, BID) and (any(s.place) or any(s.bid)):
        return False
    if s.phase in (DRAW_EAST, DRAW_WEST) and any(s.said):
        return False
    if s.phase in (BID, TAKE_BACK, *_ENDED) and undeclared(s):
        return False
    has_part = stockers(s)
    return all(0 <= s.said[k] <= POCKET and 0 <= s.place[k] <= POCKET for k in seats) and all(
        has_part >> k & 1 or not (s.said[k] or s.place[k]) for k in seats if s.phase in _STOCKING
    )


def somebody_has_the_turn(s: Akiwado) -> bool:
    """The turn player takes part, and not all players are ungrateful (rules 10, 39)."""
    return (
        0 <= s.turn < s.seats
        and 0 <= s.unjust < everybody(s)
        and 0 <= s.absent < everybody(s)
        and (s.phase in _ENDED or not s.unjust >> s.turn & 1)
        and (s.unjust_sits_out_stocking == 1 or not s.absent)
    )


def markers_have_holders(s: Akiwado) -> bool:
    """Markers are beside the board or with a seat; without the variant, beside the board (41)."""
    owners = [*range(s.seats), NOBODY] if s.variant == PURVEYOR else [NOBODY]
    return all(holder in owners for holder in s.marker)


def turns_end_with_the_deck(s: Akiwado) -> bool:
    """No turn begins without a card to come (rule 49)."""
    if s.phase in (ROLL, SPLIT, CALL, DRAW_EAST, DRAW_WEST, WASTE):
        return s.left > 0
    return s.phase not in _ENDED or s.left == 0


LAWS: Final = (
    Law("cards are all there", cards_are_all_there),
    Law("piles are real", piles_are_real),
    Law("coins are all there", coins_are_all_there),
    Law("stock is not overdrawn", stock_is_not_overdrawn),
    Law("colours are distinct", colours_are_distinct),
    Law("waste begins in full", waste_begins_in_full),
    Law("choices are sealed", choices_are_sealed),
    Law("dice follow the turn", dice_follow_the_turn),
    Law("declarations follow the turn", declarations_follow_the_turn),
    Law("somebody has the turn", somebody_has_the_turn),
    Law("markers have holders", markers_have_holders),
    Law("turns end with the deck", turns_end_with_the_deck),
)
