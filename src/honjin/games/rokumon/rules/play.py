"""The rules of Rokumon, in the chapters of rules.md. Numbers in docstrings refer to its rules.

The actions are listed in actions.py. Outcomes of the deal are DEAL_COLOUR + colour, DEAL_FORT +
card, DEAL_NUMBER + number. The Automa's turn is a chance turn with a single outcome, which is one
of its actions.
"""

from typing import Any, Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.core.seats import CHANCE_BIT
from honjin.games.rokumon.content.data import (
    ACT_KEYS,
    ACTS,
    AIR,
    BLACK,
    COLOUR_COUNTS,
    COLOUR_LETTERS,
    COLOURS_BY_NUMBER,
    FORBIDDEN,
    FORT,
    GOLD,
    KIND_COUNTS,
    LENGTH_ONLY,
    MAX_CARDS,
    NUMBER_SCHEMES,
    PERMANENT,
    PLAIN_KINDS,
    RED,
    RULINGS,
    SIDE_DICE,
    TIES,
    TOP_WINS,
)
from honjin.games.rokumon.rules.actions import (
    ACTIONS,
    encode_fight,
    encode_place,
    encode_surprise,
)
from honjin.games.rokumon.rules.automa import decision
from honjin.games.rokumon.rules.state import (
    MAX_ACTIONS,
    NOBODY,
    Rokumon,
    board,
    die_on,
    give_back,
    has_row,
    lift,
    move_targets,
    put,
    settle_board,
    take,
)

DEAL_COLOUR: Final = 0
DEAL_FORT: Final = 8
DEAL_NUMBER: Final = 16

EPILOGUE_ACT: Final = 5  # index into data.ACTS
FORT_ACT: Final = 4

FIRST_MOVE: Final = ACTIONS.first("move")

REASONS: Final = (
    "end.row",
    "end.stack",
    "end.submission",
    "end.resigned",
    "end.repetition",
    "end.length",
)
ROW: Final = 0
STACK: Final = 1
SUBMISSION: Final = 2
RESIGNED: Final = 3
REPETITION: Final = 4
LENGTH: Final = 5


# ---- whose turn it is (rules 1, 3, 23)


@rule
def may_act(s: Rokumon) -> int:
    """The seat whose turn it is; chance during the deal and for the Automa (rule 3)."""
    if s.outcome:
        return 0
    if s.undealt or s.solo & s.turn:
        return CHANCE_BIT
    return 1 << s.turn


@rule
def legal_actions(s: Rokumon, seat: int, out: Any) -> int:
    """List a seat's actions: Place, Move, Fight, Surprise, as far as the act has them (rule 3)."""
    if seat != s.turn or may_act(s) & 3 == 0:
        return 0
    n = list_places(s, seat, out)
    n = list_moves(s, seat, out, n)
    n = list_fights(s, seat, out, n)
    return list_surprises(s, seat, out, n)


@rule
def apply_action(s: Rokumon, seat: int, action: int) -> None:
    """Apply an action; `turn` says whose it is, including the Automa's."""
    if s.undealt:
        deal(s, action)
    else:
        do(s, seat, action)


@rule
def chance_outcomes(s: Rokumon, out: Any, weights: Any) -> int:
    """The possible next cards of the deal, or the Automa's action."""
    if s.undealt:
        return list_deals(s, out, weights)
    if may_act(s) != CHANCE_BIT:
        return 0
    out[0] = decision(s) & 1023
    weights[0] = 1
    return 1


# ---- setting up (rules 1, 2, 4)


def setup(options: Options) -> Rokumon:
    """The state before the deal, or after it if the options give one (rules 1, 2)."""
    index = ACT_KEYS.index(str(options["act"]))
    act = ACTS[index]
    s = Rokumon(act=index, cards=len(act.layout.cells), fights=int(act.fights))
    s.plain, s.solo = int(not act.fights), int(act.has_automa)
    s.surprised = 0 if act.surprises else 3
    if act.has_automa:
        s.surprised = 1 << BLACK
        s.numbers = NUMBER_SCHEMES.index(str(options["numbers"]))
    for key, values in RULINGS.items():
        setattr(s, key, values.index(options[key]))
    s.cell[: s.cards] = act.layout.cells
    s.high[0] = board(s)
    settle_board(s)
    fill_supplies(s)
    s.undealt = s.cards
    deal_given(s, str(options["deal"]))
    return s


def fill_supplies(s: Rokumon) -> None:
    """Put all dice beside the board; without fights those of a side are alike (rules 1, 4)."""
    counts = [0] * 8
    if s.plain:
        counts[PLAIN_KINDS[RED]], counts[PLAIN_KINDS[BLACK]] = SIDE_DICE
    else:
        counts[:] = KIND_COUNTS
    for kind in range(1, 8):
        for _ in range(counts[kind]):
            give_back(s, kind)


def deal_given(s: Rokumon, text: str) -> None:
    """Lay out a given deal: one letter (in the Epilogue, one digit) per card."""
    if s.act == FORT_ACT and text:
        deal(s, DEAL_FORT + text.index("f"))
        text = text.replace("f", "")
    for letter in text:
        if s.solo:
            deal(s, DEAL_NUMBER + int(letter))
        else:
            deal(s, DEAL_COLOUR + COLOUR_LETTERS.index(letter))


@rule
def list_deals(s: Rokumon, out: Any, weights: Any) -> int:
    """List the possible next cards: all cards are equally likely (rule 2)."""
    if s.act == EPILOGUE_ACT:
        return list_numbers(s, out, weights)
    if s.act == FORT_ACT and s.undealt == s.cards:
        for card in range(s.cards):
            out[card] = DEAL_FORT + card
            weights[card] = 1
        return s.cards
    dealt = 0  # the number of cards of each colour, in four bits
    for card in range(s.cards):
        dealt += 1 << (s.colour[card] << 2)
    n = 0
    for colour in range(GOLD, FORT):
        left = COLOUR_COUNTS[colour] - (dealt >> (colour << 2) & 15)
        if left:
            out[n] = DEAL_COLOUR + colour
            weights[n] = left
            n += 1
    return n


@rule
def list_numbers(s: Rokumon, out: Any, weights: Any) -> int:
    """List the numbers of the cards not dealt yet."""
    used = 0
    for card in range(s.cards):
        used |= 1 << s.number[card]
    n = 0
    for number in range(1, 8):
        if used >> number & 1 == 0:
            out[n] = DEAL_NUMBER + number
            weights[n] = 1
            n += 1
    return n


@rule
def deal(s: Rokumon, outcome: int) -> None:
    """Turn up the next card in reading order; the fort's place is drawn before all others."""
    if outcome >= DEAL_NUMBER:
        card = next_card(s)
        s.number[card] = outcome - DEAL_NUMBER
        s.colour[card] = COLOURS_BY_NUMBER[s.numbers][s.number[card]]
    elif outcome >= DEAL_FORT:
        s.colour[outcome - DEAL_FORT] = FORT
    else:
        s.colour[next_card(s)] = outcome - DEAL_COLOUR
    s.undealt -= 1
    if s.undealt == 0:
        tell_colours_apart(s)
        remember(s)


@rule
def next_card(s: Rokumon) -> int:
    """The first card not dealt yet."""
    card = 0
    while s.colour[card]:
        card += 1
    return card


@rule
def tell_colours_apart(s: Rokumon) -> None:
    """Fill `unlike`: a fort differs from every other card (Act 5)."""
    alike = 0  # the cards of each colour, in eight bits
    for card in range(s.cards):
        alike |= 1 << (s.colour[card] << 3) + card
    for card in range(s.cards):
        s.unlike[card] = (1 << s.cards) - 1 & ~(alike >> (s.colour[card] << 3))


# ---- Place (rules 6, 7)


@rule
def list_places(s: Rokumon, seat: int, out: Any) -> int:
    """List any die of the seat's supply on any empty card (rules 4, 6, 7)."""
    n = 0
    kinds = s.kinds[seat]
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        left = s.high[0]
        while left:
            out[n] = encode_place(lowest_bit(left), kind)
            left &= left - 1
            n += 1
    return n


@rule
def place(s: Rokumon, seat: int, card: int, kind: int) -> None:
    """Place a die on an empty card (rule 6)."""
    take(s, kind)
    put(s, card, kind)
    if s.plain:
        forget(s)  # without fights no die ever comes back
    close_action(s, 0, False)


# ---- Move (rules 8-11)


@rule
def list_moves(s: Rokumon, seat: int, out: Any, n: int) -> int:
    """List moves of the seat's top dice to cards of another colour that can take them (8-10)."""
    movers = s.tops[seat]
    pairs = 0  # of card and target, in the order of their actions: one mask needs only one loop
    while movers:
        card = lowest_bit(movers)
        movers &= movers - 1
        pairs |= move_targets(s, seat, card) << MAX_CARDS * card
    while pairs:
        out[n] = FIRST_MOVE + lowest_bit(pairs)
        pairs &= pairs - 1
        n += 1
    return n


@rule
def move(s: Rokumon, seat: int, card: int, target: int) -> None:
    """Move a top die; the lift may uncover a rival row (rules 8, 11, M1)."""
    kind = lift(s, card)
    revealed = s.reveal == AIR and has_row(s, s.tops[1 - s.turn])
    put(s, target, kind)
    close_action(s, 0, revealed)


# ---- Fight (rules 12-15)


@rule
def fight_cards(s: Rokumon, seat: int) -> int:
    """The cards with exactly two dice, at least one of them the seat's (rules 12, F1)."""
    if s.fights == 0:
        return 0
    cards = s.high[2] & ~s.pairs[1 - seat]
    if s.fight_own_pair == 0:
        cards &= ~s.pairs[seat]
    if s.fight_tie == FORBIDDEN:
        cards &= ~tied_cards(s)
    return cards


@rule
def tied_cards(s: Rokumon) -> int:
    """The cards on which neither of the two dice is higher (rule 14)."""
    tied = 0
    left = s.high[2]
    while left:
        card = lowest_bit(left)
        left &= left - 1
        tied |= (TIES >> (die_on(s, card, 0) << 3 | die_on(s, card, 1)) & 1) << card
    return tied


@rule
def list_fights(s: Rokumon, seat: int, out: Any, n: int) -> int:
    """List a fight on each card where the seat may fight."""
    left = fight_cards(s, seat)
    while left:
        out[n] = encode_fight(lowest_bit(left))
        left &= left - 1
        n += 1
    return n


@rule
def top_stays(s: Rokumon, card: int) -> bool:
    """True if the upper of two dice is the higher; false in a tie (rules 13, F2)."""
    return TOP_WINS >> (die_on(s, card, 0) << 3 | die_on(s, card, 1)) & 1 != 0


@rule
def fight(s: Rokumon, seat: int, card: int) -> None:
    """Leave the higher die alone on the card; the other returns to its supply (rule 13)."""
    stays = top_stays(s, card)
    loser = lift(s, card)
    if stays:
        winner = loser
        loser = lift(s, card)
        put(s, card, winner)
    give_back(s, loser)
    close_action(s, 0, False)


# ---- Surprise (rules 16-20)


@rule
def surprise_cards(s: Rokumon, seat: int) -> int:
    """The cards the seat may move by Surprise: none once it has used it (rules 16, 18)."""
    if s.surprised >> seat & 1:
        return 0
    return board(s) & ~s.barred


@rule
def list_surprises(s: Rokumon, seat: int, out: Any, n: int) -> int:
    """List each such card to each place where it touches two others (rules 16, 17)."""
    cards = surprise_cards(s, seat)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        left = s.free[card]
        while left:
            out[n] = encode_surprise(card, lowest_bit(left))
            left &= left - 1
            n += 1
    return n


@rule
def surprise(s: Rokumon, seat: int, card: int, cell: int) -> None:
    """Move a card with its dice elsewhere, once per game (rules 16, 18, 20)."""
    s.cell[card] = cell
    settle_board(s)
    s.surprised |= 1 << s.turn
    forget(s)
    close_action(s, 1 << card, False)


# ---- winning (rules 21-25)


@rule
def close_action(s: Rokumon, moved_card: int, revealed: bool) -> None:
    """Decide the result of an action, in the order of rule 24; then pass the turn."""
    me = s.turn
    rival = 1 - me
    s.turn = rival
    s.ply += 1
    s.barred = moved_card | (s.barred if s.surprise_ban == PERMANENT else 0)
    revealed = revealed or has_row(s, s.tops[rival])
    wins = s.high[3] != 0 or has_row(s, s.tops[me])
    if revealed and (s.reveal_beats_win or not wins):
        end(s, ROW, rival)
    elif wins:
        end(s, STACK if s.high[3] else ROW, me)
    else:
        begin_turn(s)


@rule
def begin_turn(s: Rokumon) -> None:
    """A side with no action loses; a third occurrence or the last action is a draw (23, 25, W3)."""
    if not (can_place(s, s.turn) or can_do_other(s, s.turn)):
        end(s, SUBMISSION, 1 - s.turn)
    elif s.ply >= MAX_ACTIONS:
        end(s, LENGTH, NOBODY)
    else:
        remember(s)


@rule
def can_place(s: Rokumon, seat: int) -> bool:
    """True if a seat has a die and there is an empty card."""
    return s.high[0] != 0 and s.kinds[seat] != 0


@rule
def can_do_other(s: Rokumon, seat: int) -> bool:
    """True if a seat can do anything else (rule 23)."""
    return fight_cards(s, seat) != 0 or can_move(s, seat) or can_surprise(s, seat)


@rule
def can_move(s: Rokumon, seat: int) -> bool:
    """True if any top die of the seat has a target."""
    movers = s.tops[seat]
    while movers:
        if move_targets(s, seat, lowest_bit(movers)):
            return True
        movers &= movers - 1
    return False


@rule
def can_surprise(s: Rokumon, seat: int) -> bool:
    """True if the seat has its Surprise and a card to use it on."""
    cards = surprise_cards(s, seat)
    while cards:
        if s.free[lowest_bit(cards)]:
            return True
        cards &= cards - 1
    return False


@rule
def remember(s: Rokumon) -> None:
    """Record the position; its third occurrence is a draw (rule 25, W2).

    A position with a barred card cannot recur, unless the bar is permanent.
    """
    if s.repetition == LENGTH_ONLY or (s.barred and s.surprise_ban != PERMANENT):
        return
    spot = 1 << s.dice % 61
    if s.seen & spot and count_before(s) >= 2:
        end(s, REPETITION, NOBODY)
    s.seen |= spot
    s.history[s.past] = s.dice
    s.past += 1


@rule
def count_before(s: Rokumon) -> int:
    """The number of earlier occurrences; entries of the other side's turns do not count."""
    before = 0
    for i in range(s.past & 1, s.past, 2):
        before += s.history[i] == s.dice
    return before


@rule
def forget(s: Rokumon) -> None:
    """Clear the history: no earlier position can recur."""
    s.past = 0
    s.seen = 0


@rule
def end(s: Rokumon, reason: int, winner: int) -> None:
    """End the game."""
    s.outcome = 1 + reason
    s.winner = winner


@rule
def returns(s: Rokumon, out: Any) -> int:
    """1 for the winner, -1 for the loser, 0 for a draw; a single value in a solo game."""
    result = 0
    if s.winner != NOBODY:
        result = 1 - 2 * s.winner
    out[0] = result
    if s.solo == 0:
        out[1] = -result
    return s.outcome - 1


@rule
def may_resign(s: Rokumon, seat: int) -> bool:
    """True if it is the seat's turn (rule 23)."""
    return seat == s.turn and may_act(s) & 3 != 0


@rule
def resign(s: Rokumon, seat: int) -> None:
    """The other side wins (rule 23)."""
    end(s, RESIGNED, 1 - seat)


do: Final = ACTIONS.dispatch(__name__, "do", place=place, move=move, fight=fight, surprise=surprise)
