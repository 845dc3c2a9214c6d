"""The rules of Akiwado, in the chapters of rules.md. Numbers in docstrings refer to its rules.

The actions are listed in actions.py; the table of phases below says who takes them and when.
Outcomes of chance are a colour, the seat that goes first, a card, and three dice as
64 * a + 8 * b + c.
"""

from typing import Any, Final

from honjin.core.actions import Phase, Phases
from honjin.core.jit.bits import count_bits
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.games.akiwado.content.data import (
    ANYBODY,
    BLACK,
    BLUE,
    CARDS,
    COLOURS,
    DICE,
    IN_ORDER,
    NOBODY,
    PURVEYOR,
    RED,
    TIED,
    YELLOW,
)
from honjin.games.akiwado.rules.actions import (
    ACCEPT,
    ACTIONS,
    BACK,
    CHALLENGE,
    LEAVE,
    POCKET_MONEY,
    encode_bid,
    encode_declaration,
    encode_split,
    encode_take,
    write_card,
    write_colour,
    write_roll,
    write_seat,
)
from honjin.games.akiwado.rules.scoring import (
    check_markers,
)
from honjin.games.akiwado.rules.setup import draw_colour, draw_waste, leave_deck, player_of
from honjin.games.akiwado.rules.state import (
    BID,
    CALL,
    DECLARE,
    DRAW_EAST,
    DRAW_WEST,
    EAST,
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
    clockwise,
    everybody,
    holds,
    is_plain,
    is_sealed,
    liars,
    next_of,
    quorum,
    stockers,
    undeclared,
)

ROLLS: Final = tuple(
    64 * a + 8 * b + c for a in range(1, 7) for b in range(a, 7) for c in range(b, 7)
)
"""The possible rolls of three dice, smallest first."""
WAYS: Final = tuple((1, 3, 6)[len({roll >> 6, roll >> 3 & 7, roll & 7}) - 1] for roll in ROLLS)
"""The number of ways, out of 216, to get each roll."""


# ---- the seats to act


@rule
def bidders(s: Akiwado) -> int:
    """The mask of stockers that can still choose or change their bid."""
    return stockers(s) & ~s.settled


@rule
def answerers(s: Akiwado) -> int:
    """The mask of seats that may challenge: all at once in secret, or one by one (Q7)."""
    if s.challenge_order == IN_ORDER:
        return 1 << next_of(s, callers(s) & ~s.decided)
    return callers(s) & ~s.settled


@rule
def turn_player(s: Akiwado) -> int:
    """The mask of the turn player."""
    return 1 << s.turn


@rule
def declarer(s: Akiwado) -> int:
    """The mask of the next seat to declare."""
    return 1 << next_of(s, undeclared(s))


@rule
def blue_purveyor(s: Akiwado) -> int:
    """The mask of the seat that may take back a coin."""
    return 1 << s.marker[BLUE]


@rule
def red_purveyor(s: Akiwado) -> int:
    """The mask of the seat that takes a card at the end."""
    return 1 << s.marker[RED]


@rule
def must_act(s: Akiwado) -> int:
    """The seats whose choice is missing; a choice made may be changed, but need not be."""
    if is_sealed(s):
        return choosers(s) & ~s.decided
    return may_act(s) & ~CHANCE_BIT


@rule
def apply_action(s: Akiwado, seat: int, action: int) -> None:
    """Apply an action."""
    if seat == CHANCE:
        fall(s, action)
    elif is_sealed(s):
        seal(s, seat, action)
    elif s.phase == CALL:
        call_out(s, seat, action)
    else:
        do(s, seat, action)


# ---- chance (rules 4, 7, 11, 25)


@rule
def list_rolls(s: Akiwado, out: Any, weights: Any) -> int:
    """List the rolls of three dice, weighted by their number of ways."""
    for k in range(len(ROLLS)):
        out[k] = ROLLS[k]
        weights[k] = WAYS[k]
    return len(ROLLS)


@rule
def list_cards(s: Akiwado, out: Any, weights: Any) -> int:
    """List the cards of the deck, each as likely as any other."""
    n = 0
    for card in range(CARDS):
        if s.deck[card]:
            out[n] = card
            weights[n] = s.deck[card]
            n += 1
    return n


@rule
def list_seats(s: Akiwado, out: Any, weights: Any) -> int:
    """List the seats, each equally likely to go first (rule 7)."""
    for seat in range(s.seats):
        out[seat] = seat
        weights[seat] = 1
    return s.seats


@rule
def list_colours(s: Akiwado, out: Any, weights: Any) -> int:
    """List the colours that nobody has yet (W3)."""
    n = 0
    for colour in range(COLOURS):
        if player_of(s, colour) == NOBODY:
            out[n] = colour
            weights[n] = 1
            n += 1
    return n


@rule
def roll(s: Akiwado, outcome: int) -> None:
    """Record a roll of three dice, smallest first."""
    s.dice[0] = outcome >> 6
    s.dice[1] = outcome >> 3 & 7
    s.dice[2] = outcome & 7
    s.phase = SPLIT


@rule
def begin(s: Akiwado, seat: int) -> None:
    """Set the seat that goes first (rule 7)."""
    s.turn = seat
    s.phase = WASTE


# ---- secret choices (rules 19, 28, W1)


@rule
def seal(s: Akiwado, seat: int, action: int) -> None:
    """Seal a choice, or change it; when the last one is in, all are revealed."""
    if s.decided >> seat & 1:
        s.changes[seat] += 1
        if s.changes[seat] == MAX_CHANGES:
            s.settled |= 1 << seat
    s.sealed[seat] = action
    s.decided |= 1 << seat
    if s.decided == choosers(s):
        reveal(s)


@rule
def reveal(s: Akiwado) -> None:
    """Reveal all choices and apply them at once; then continue (rules 19, 29)."""
    for seat in range(s.seats):
        if s.decided >> seat & 1:
            do(s, seat, s.sealed[seat])
    clear_seals(s)
    if s.phase == CALL:
        judge_calls(s)
    elif can_take_back(s):
        s.phase = TAKE_BACK
    else:
        settle(s)


@rule
def clear_seals(s: Akiwado) -> None:
    """Clear all sealed choices."""
    s.decided = 0
    s.settled = 0
    for seat in range(s.seats):
        s.sealed[seat] = 0
        s.changes[seat] = 0


# ---- touting (11-18)


@rule
def list_splits(s: Akiwado, seat: int, out: Any) -> int:
    """List one or two dice to keep; among equal dice, the first ones (rule 11)."""
    n = 0
    for kept in range(1, (1 << DICE) - 1):
        if is_plain(s, kept, 0) and is_plain(s, kept, 1):
            out[n] = encode_split(kept)
            n += 1
    return n


@rule
def split(s: Akiwado, seat: int, kept: int) -> None:
    """Split the dice; the other participants may challenge (rules 11, 19, 21)."""
    s.kept = kept
    s.calls = 0
    s.phase = CALL
    if callers(s) == 0:
        pay_incomes(s)
        end_touting(s)


@rule
def income(s: Akiwado, seat: int) -> int:
    """The coins a seat is paid: kept dice pay the turn player, the others all others (12-16)."""
    if s.unjust >> seat & 1:
        return 0
    total = 0
    for k in range(DICE):
        if (s.kept >> k & 1 == 1) == (seat == s.turn):
            pip = s.dice[k]
            total += 1 if pip == ANYBODY else s.hand[seat][s.colour_of[pip]]
    return total


@rule
def pay_incomes(s: Akiwado) -> None:
    """Pay incomes from the stock, clockwise from the turn player (rule 18)."""
    for k in range(s.seats):
        pay(s, clockwise(s, k), income(s, clockwise(s, k)))


@rule
def pay(s: Akiwado, seat: int, coins: int) -> None:
    """Pay coins from the stock, as far as there are any (rule 18, Q20)."""
    if s.coin_limit and coins > s.stock:
        coins = s.stock
    s.stock -= coins
    s.coins[seat] += coins


@rule
def end_touting(s: Akiwado) -> None:
    """Turn all tiles back and prepare the stocking (rules 17, 25, 26)."""
    s.absent = s.unjust if s.unjust_sits_out_stocking else 0
    s.unjust = 0
    for seat in range(s.seats):
        s.said[seat] = 0
        s.place[seat] = 0
        s.bid[seat] = 0
    if s.stock > 0 or s.coin_limit == 0:
        s.stock -= 1
        s.pool += 1
    s.phase = DRAW_EAST


# ---- challenge (19-24)


@rule
def list_answers(s: Akiwado, seat: int, out: Any) -> int:
    """List the answers: let the split stand, or challenge (rule 19)."""
    out[0] = ACCEPT
    out[1] = CHALLENGE
    return 2


@rule
def accept(s: Akiwado, seat: int) -> None:
    """Let the split stand."""


@rule
def challenge(s: Akiwado, seat: int) -> None:
    """Add a challenge."""
    s.calls |= 1 << seat


@rule
def call_out(s: Akiwado, seat: int, action: int) -> None:
    """Answer in the open, one seat after the other (Q7)."""
    s.decided |= 1 << seat
    do(s, seat, action)
    if s.decided == callers(s):
        s.decided = 0
        judge_calls(s)


@rule
def weight_of_calls(s: Akiwado) -> int:
    """The number of challenges; the black purveyor's counts as two (rule 24)."""
    n = count_bits(s.calls)
    for seat in range(s.seats):
        if s.calls >> seat & 1 and holds(s, seat, BLACK):
            n += 1
    return n


@rule
def judge_calls(s: Akiwado) -> None:
    """Let the split pay, or roll again, or, the second time, pay nobody (rules 20, 22, 23)."""
    if weight_of_calls(s) < quorum(s):
        pay_incomes(s)
        end_touting(s)
    elif s.again:
        end_touting(s)
    else:
        s.again = 1
        s.kept = 0
        s.phase = ROLL


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
    """List the article cards in the destruction area (rule 47)."""
    n = 0
    for colour in range(COLOURS):
        if s.waste[colour]:
            out[n] = encode_take(colour)
            n += 1
    return n


@rule
def salvage(s: Akiwado, seat: int, colour: int) -> None:
    """Take a card for the red purveyor; it moves no marker (rules 44, 47)."""
    s.waste[colour] -= 1
    s.hand[seat][colour] += 1
    s.phase = OVER


# ---- giving up (W4)


@rule
def may_resign(s: Akiwado, seat: int) -> bool:
    """Always false: the others could not continue without that merchant (W4)."""
    return False


@rule
def resign(s: Akiwado, seat: int) -> None:
    """Do nothing: no seat may resign."""


# ---- the table of phases

PHASES: Final = Phases(
    Phase("lot_of_colours", draws=list_colours, falls=draw_colour, writes=write_colour),
    Phase("lot", draws=list_seats, falls=begin, writes=write_seat),
    Phase("waste", draws=list_cards, falls=draw_waste, writes=write_card),
    Phase("roll", draws=list_rolls, falls=roll, writes=write_roll),
    Phase("split", acts=turn_player, lists=list_splits),
    Phase("call", acts=answerers, lists=list_answers),
    Phase("draw_east", draws=list_cards, falls=draw_goods, writes=write_card),
    Phase("draw_west", draws=list_cards, falls=draw_goods, writes=write_card),
    Phase("declare", acts=declarer, lists=list_declarations),
    Phase("bid", acts=bidders, lists=list_bids),
    Phase("take_back", acts=blue_purveyor, lists=list_withdrawals),
    Phase("salvage", acts=red_purveyor, lists=list_salvage),
    Phase("over"),
)

may_act: Final = PHASES.may_act(__name__)
legal_actions: Final = PHASES.legal_actions(__name__)
chance_outcomes: Final = PHASES.chance_outcomes(__name__)
fall: Final = PHASES.fall(__name__)
do: Final = ACTIONS.dispatch(
    __name__, "do", split=split, accept=accept, challenge=challenge, declare=declare, leave=leave,
    back=take_back, take=salvage, pocket=take_pocket_money, bid=bid,
)  # fmt: skip
