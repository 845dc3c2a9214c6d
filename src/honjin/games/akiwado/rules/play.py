"""Who acts in Akiwado, and what chance decides. Numbers in docstrings refer to rules.md.

The actions are listed in actions.py; the table of phases below says who takes them and when.
Outcomes of chance are a colour, the seat that goes first, a card, and three dice as
64 * a + 8 * b + c.
"""

from typing import Any, Final

from honjin.core.actions import Phase, Phases
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.games.akiwado.content.data import BLUE, CARDS, COLOURS, IN_ORDER, NOBODY, RED
from honjin.games.akiwado.rules.actions import (
    ACTIONS,
    write_card,
    write_colour,
    write_roll,
    write_seat,
)
from honjin.games.akiwado.rules.setup import (
    choose_colour,
    draw_colour,
    draw_waste,
    list_screens,
    next_colourless,
    player_of,
)
from honjin.games.akiwado.rules.state import (
    CALL,
    MAX_CHANGES,
    TAKE_BACK,
    WASTE,
    Akiwado,
    callers,
    choosers,
    is_sealed,
    next_of,
    stockers,
    undeclared,
)
from honjin.games.akiwado.rules.stocking import (
    bid,
    can_take_back,
    declare,
    draw_goods,
    leave,
    list_bids,
    list_declarations,
    list_salvage,
    list_withdrawals,
    salvage,
    settle,
    take_back,
    take_pocket_money,
)
from honjin.games.akiwado.rules.touting import (
    accept,
    challenge,
    judge_calls,
    list_answers,
    list_rolls,
    list_splits,
    roll,
    split,
)

# ---- the seats to act


@rule
def colourless(s: Akiwado) -> int:
    """The mask of the next seat to choose a colour (W3)."""
    return 1 << next_colourless(s)


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


# ---- chance (rules 4, 7, 25)


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


# ---- challenges in the open (Q7)


@rule
def call_out(s: Akiwado, seat: int, action: int) -> None:
    """Answer in the open, one seat after the other (Q7)."""
    s.decided |= 1 << seat
    do(s, seat, action)
    if s.decided == callers(s):
        s.decided = 0
        judge_calls(s)


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
    Phase("choose_colour", acts=colourless, lists=list_screens),
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
    screen=choose_colour,
)  # fmt: skip
