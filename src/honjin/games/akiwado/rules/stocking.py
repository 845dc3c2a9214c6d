"""Stocking: declarations and bids, what they bring, and the next turn (rules 25 to 49)."""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.akiwado.content.data import (
    BLUE,
    CARDS,
    COLOURS,
    DICE,
    NOBODY,
    PURVEYOR,
    RED,
    TIED,
    YELLOW,
)
from honjin.games.akiwado.rules.actions import (
    BACK,
    LEAVE,
    POCKET_MONEY,
    encode_bid,
    encode_declaration,
    encode_take,
)
from honjin.games.akiwado.rules.scoring import check_markers
from honjin.games.akiwado.rules.setup import leave_deck
from honjin.games.akiwado.rules.state import (
    BID,
    DECLARE,
    DRAW_EAST,
    DRAW_WEST,
    EAST,
    OVER,
    POCKET,
    ROLL,
    SALVAGE,
    WEST,
    Akiwado,
    clockwise,
    everybody,
    holds,
    liars,
    undeclared,
)
from honjin.games.akiwado.rules.touting import pay

# ---- stocking (25-29)


@rule
def draw_goods(s: Akiwado, card: int) -> None:
    """Add a card to the east, then one to the west if there is one (rules 25, 26)."""
    leave_deck(s, card)
    if s.phase == DRAW_EAST:
        s.market[EAST][card] += 1
        s.phase = DRAW_WEST if s.left else DECLARE
    else:
        s.market[WEST][card] += 1
        s.phase = DECLARE


@rule
def declare(s: Akiwado, seat: int, place: int) -> None:
    """Declare, clockwise from the turn player; then all choose in secret (rules 27, 28)."""
    s.said[seat] = place
    if undeclared(s) == 0:
        s.phase = BID


@rule
def list_declarations(s: Akiwado, seat: int, out: Any) -> int:
    """List east, west and pocket money (rule 27)."""
    for k in range(3):
        out[k] = encode_declaration(EAST + k)
    return 3


@rule
def list_bids(s: Akiwado, seat: int, out: Any) -> int:
    """List pocket money, and any number of the seat's coins on either market (rule 28)."""
    out[0] = POCKET_MONEY
    n = s.coins[seat]
    for coins in range(1, n + 1):
        out[coins] = encode_bid(EAST, coins)
        out[n + coins] = encode_bid(WEST, coins)
    return 2 * n + 1


@rule
def bid(s: Akiwado, seat: int, place: int, coins: int) -> None:
    """Reveal a bid on a market (rule 29)."""
    s.place[seat] = place
    s.bid[seat] = coins


@rule
def take_pocket_money(s: Akiwado, seat: int) -> None:
    """Reveal pocket money (rule 29)."""
    s.place[seat] = POCKET
    s.bid[seat] = 0


# ---- the blue purveyor (46)


@rule
def list_withdrawals(s: Akiwado, seat: int, out: Any) -> int:
    """List leaving the bid, and taking back a coin."""
    out[0] = LEAVE
    out[1] = BACK
    return 2


@rule
def leave(s: Akiwado, seat: int) -> None:
    """Leave the bid as it is."""
    settle(s)


@rule
def take_back(s: Akiwado, seat: int) -> None:
    """Take back one coin of the bid."""
    s.bid[seat] -= 1
    settle(s)


@rule
def can_take_back(s: Akiwado) -> bool:
    """True if the blue purveyor has a bid that can be lowered (rule 46, Q19)."""
    seat = s.marker[BLUE]
    return s.variant == PURVEYOR and seat != NOBODY and s.bid[seat] > s.blue_floor


# ---- bids (30-34)


@rule
def settle(s: Akiwado) -> None:
    """Settle east, west, pocket money and injustice; then the next turn begins (rules 30-39)."""
    settle_market(s, EAST)
    settle_market(s, WEST)
    pay_pockets(s)
    punish(s)
    end_turn(s)


@rule
def best_bidder(s: Akiwado, place: int) -> int:
    """The single highest bidder on a market; TIED if there are several, NOBODY if there is none."""
    best = NOBODY
    most = 0
    for seat in range(s.seats):
        if s.place[seat] == place and s.bid[seat] >= most and s.bid[seat] > 0:
            best = TIED if s.bid[seat] == most else seat
            most = s.bid[seat]
    return best


@rule
def settle_market(s: Akiwado, place: int) -> None:
    """Sell the cards to the best bid; if tied they stay, without a bid they are lost (30-32)."""
    best = best_bidder(s, place)
    if best == TIED:
        return
    for card in range(CARDS):
        if best == NOBODY:
            s.waste[card] += s.market[place][card]
        else:
            s.hand[best][card] += s.market[place][card]
        s.market[place][card] = 0
    if best != NOBODY:
        s.coins[best] -= s.bid[best]
        s.stock += s.bid[best]
        if s.variant == PURVEYOR:
            check_markers(s)


# ---- pocket money (35-37)


@rule
def pay_pockets(s: Akiwado) -> None:
    """Pay a coin from the stock and an equal share of the coin area (rules 35, 36)."""
    n = 0
    for seat in range(s.seats):
        n += s.place[seat] == POCKET
    if n == 0:
        return
    share = s.pool // n
    s.pool -= share * n
    for k in range(s.seats):
        seat = clockwise(s, k)
        if s.place[seat] == POCKET:
            s.coins[seat] += share
            pay(s, seat, 2 if holds(s, seat, YELLOW) else 1)


# ---- injustice and the next turn (9, 10, 38-40, 49)


@rule
def punish(s: Akiwado) -> None:
    """Turn the tiles of players who broke their word, unless all did (rules 38, 39)."""
    unjust = liars(s)
    s.unjust = 0 if unjust == everybody(s) else unjust


@rule
def end_turn(s: Akiwado) -> None:
    """Pass the turn to the next player who is not ungrateful, or end the game (10, 49)."""
    s.turns += 1
    if s.left == 0:
        close(s)
        return
    s.turn = clockwise(s, 1)
    while s.unjust >> s.turn & 1:
        s.turn = clockwise(s, 1)
    s.again = 0
    s.kept = 0
    s.calls = 0
    for k in range(DICE):
        s.dice[k] = 0
    s.phase = ROLL


# ---- purveyors (41-48)


@rule
def close(s: Akiwado) -> None:
    """End the game; first the red purveyor takes a card, if there is one (rules 47, 49)."""
    s.phase = OVER
    if s.variant == PURVEYOR and s.marker[RED] != NOBODY:
        for colour in range(COLOURS):
            if s.waste[colour]:
                s.phase = SALVAGE


@rule
def list_salvage(s: Akiwado, seat: int, out: Any) -> int:
    """List the article cards in the destruction area (rule 47, Q28)."""
    n = 0
    for colour in range(COLOURS):
        if s.waste[colour]:
            out[n] = encode_take(colour)
            n += 1
    return n


@rule
def salvage(s: Akiwado, seat: int, colour: int) -> None:
    """Take a card for the red purveyor; it moves no marker (rule 47, Q26)."""
    s.waste[colour] -= 1
    s.hand[seat][colour] += 1
    s.phase = OVER
