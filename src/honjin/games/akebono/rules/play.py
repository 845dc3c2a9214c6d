"""The rules of Akebono, in the chapters of rules.md. Numbers in docstrings refer to its rules.

The actions are listed in actions.py; the table of phases below says who takes them and when.
Outcomes of chance are the index of a midline, the seat that goes first, 8 * smaller die + larger
die, and the third die.
"""

from typing import Any, Final

from honjin.core.actions import Phase, Phases
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.core.seats import CHANCE
from honjin.games.akebono.content.data import (
    ALL_DAIMYO,
    ALL_OF_A_TYPE,
    DAIMYO,
    KINDS,
    MOUNTAIN,
    NINJA,
    NOBODY,
    PATH,
    PER_VALOR_POINT,
    SEAT,
    SHOT_COSTS,
    TAIRO,
    TEPPO,
    USED,
)
from honjin.games.akebono.rules.actions import (
    ACTIONS,
    DIE,
    END,
    encode_arrive,
    encode_assassinate,
    encode_shot,
    encode_step,
    write_die,
    write_midline,
    write_roll,
    write_side,
)
from honjin.games.akebono.rules.setup import (
    choose_arrows,
    draw_arrows,
    finish,
    fresh_state,
    lift,
    list_repairs,
    list_setup,
    put_back,
    save,
    set_down,
    stand_in,
    take,
    unready,
)
from honjin.games.akebono.rules.state import (
    OVER,
    ROLL,
    THIRD,
    TURN,
    Akebono,
    defeat,
    defence_at,
    dice_total,
    first_piece,
    has_all_daimyo,
    is_captured,
    is_used,
    last_turn,
    next_piece,
    owner,
    price,
    put,
    take_off,
)

REASONS: Final = ("end.tairo", "end.daimyo", "end.both", "end.rounds", "end.resigned")
TAIRO_CAPTURED: Final = 0
DAIMYO_LOST: Final = 1
BOTH: Final = 2
ROUNDS: Final = 3
RESIGNED: Final = 4

SOURCES: Final = KINDS
"""The sources of points: each type by its number, and valor as number 0."""


# ---- components (1-5)


def setup(options: Options) -> Akebono:
    """The state before anything is placed (rules 1-7)."""
    s = fresh_state(options)
    s.shot_cost = SHOT_COSTS.index(str(options["shot_cost"]))
    s.shot_min_empty_hexes = int(str(options["shot_min_empty_hexes"]))
    s.max_rounds = int(str(options["max_rounds"]))
    s.revisions = int(str(options["setup_revisions"]))
    choose_arrows(s, str(options["midline"]))
    return s


# ---- whose turn it is


@rule
def turn_player(s: Akebono) -> int:
    """The side whose turn it is, or that moves its tairo out of danger."""
    return 1 << s.turn


@rule
def apply_action(s: Akebono, seat: int, action: int) -> None:
    """Apply an action."""
    if seat == CHANCE:
        fall(s, action)
    else:
        do(s, seat, action)


# ---- chance and dice (rules 3, 6, 9-11)


@rule
def list_two(s: Akebono, out: Any, weights: Any) -> int:
    """List two midlines, or two sides, as equally likely (rules 3, 9)."""
    return list_evenly(out, weights, 0, 1)


@rule
def list_third(s: Akebono, out: Any, weights: Any) -> int:
    """List the outcomes of one die (rule 10)."""
    return list_evenly(out, weights, 1, 6)


@rule
def list_evenly(out: Any, weights: Any, first: int, last: int) -> int:
    """List the numbers from first to last as equally likely."""
    for number in range(first, last + 1):
        out[number - first] = number
        weights[number - first] = 1
    return last - first + 1


@rule
def list_rolls(s: Akebono, out: Any, weights: Any) -> int:
    """List the rolls of two dice: a pair comes in one way, others in two (rule 10)."""
    n = 0
    for one in range(1, 7):
        for other in range(one, 7):
            out[n] = 8 * one + other
            weights[n] = 1 if one == other else 2
            n += 1
    return n


@rule
def begin(s: Akebono, seat: int) -> None:
    """Set the side that goes first (rule 9)."""
    s.turn = seat
    s.phase = ROLL


@rule
def roll(s: Akebono, outcome: int) -> None:
    """Record a roll of two dice (rule 10)."""
    s.dice[0] = outcome >> 3
    s.dice[1] = outcome & 7
    read_dice(s)


@rule
def roll_third(s: Akebono, pips: int) -> None:
    """Record the roll of the third die (rule 11)."""
    s.dice[2] = pips
    read_dice(s)


@rule
def read_dice(s: Akebono) -> None:
    """A pair requires a ninja in hand to be placed; otherwise all dice give points (rule 12)."""
    s.phase = TURN
    s.must_place = int(has_pair(s) and s.hand[s.turn] > 0)
    s.points = 0 if s.must_place else dice_total(s)


@rule
def has_pair(s: Akebono) -> bool:
    """True if two dice are equal (rule 12, Q16)."""
    return s.dice[0] == s.dice[1] or s.dice[2] == s.dice[0] or s.dice[2] == s.dice[1]


@rule
def remaining_die(s: Akebono) -> int:
    """The die that remains besides a pair: the third die, or 0 (Q14, Q16, Q17)."""
    if s.dice[0] == s.dice[1]:
        return s.dice[2]
    return s.dice[1] if s.dice[2] == s.dice[0] else s.dice[0]


@rule
def can_buy(s: Akebono) -> bool:
    """True if a third die can be bought: once, before anything else (rule 11, Q13)."""
    is_untouched = s.must_place == 1 or s.points == dice_total(s)
    return s.phase == TURN and s.dice[2] == 0 and s.valor[s.turn] > 0 and is_untouched


@rule
def buy(s: Akebono, seat: int) -> None:
    """Pay a point of valor for a third die (rule 11)."""
    s.valor[seat] -= 1
    s.must_place = 0
    s.points = 0
    s.phase = THIRD


# ---- a turn (rules 12-14)


@rule
def list_turn(s: Akebono, seat: int, out: Any) -> int:
    """List the third die; then a ninja if it must be placed, else steps, shots and the end.

    On a board without an empty hex no ninja can come, and the turn can only be ended (Q53).
    """
    n = 0
    if can_buy(s):
        out[n] = DIE
        n += 1
    if s.must_place:
        placed = list_arrivals(s, seat, out, n)
        if placed > n:
            return placed
    if s.points:
        n = list_paid(s, seat, out, n)
    out[n] = END
    return n + 1


@rule
def list_paid(s: Akebono, seat: int, out: Any, n: int) -> int:
    """List what battle points can pay for, with pieces that have not fought (rules 13, 20, 24)."""
    cell = next_piece(s, seat, 0)
    while cell:
        if not is_used(s.piece[cell]):
            n = list_steps(s, cell, out, n)
            if s.piece[cell] & 7 == TEPPO:
                n = list_shots(s, cell, out, n)
        cell = next_piece(s, seat, cell)
    return n


@rule
def end_turn(s: Akebono, seat: int) -> None:
    """End the turn: points left are lost, and the turn passes (rule 13, Q54, W1)."""
    cell = next_piece(s, seat, 0)
    while cell:
        s.piece[cell] &= ~USED
        cell = next_piece(s, seat, cell)
    for k in range(3):
        s.dice[k] = 0
    s.must_place = 0
    s.points = 0
    s.turns += 1
    s.turn = 1 - s.turn
    s.phase = ROLL
    if s.turns >= last_turn(s):
        end(s, ROUNDS, NOBODY)


# ---- moving and defeating (rules 15-21)


@rule
def list_steps(s: Akebono, cell: int, out: Any, n: int) -> int:
    """List each neighbouring hex that the piece can step into (rules 15-17)."""
    man = s.piece[cell]
    for d in range(6):
        out[n] = encode_step(cell, d)  # counted only if legal: no branch to mispredict
        n += can_enter(s, man, cell + s.step[d])
    return n


@rule
def can_enter(s: Akebono, man: int, cell: int) -> bool:
    """True for an empty hex or an enemy to defeat, if points suffice (rules 15, 16, 18, 19, 21)."""
    other = s.piece[cell]
    if other == 0:
        return (s.value[cell] != 0) & (s.value[cell] <= s.points)
    if owner(other) == owner(man) or man & 7 == TAIRO or other & 7 == TAIRO:
        return False
    return price(s, cell) <= s.points


@rule
def move(s: Akebono, seat: int, cell: int, d: int) -> None:
    """Take a step; a piece that defeats an enemy is done for the turn (rules 15, 19, 20)."""
    goal = cell + s.step[d]
    s.points -= price(s, goal)
    man = take_off(s, cell)
    if s.piece[goal]:
        defeat(s, goal)
        man |= USED
    put(s, goal, man)
    judge(s)


# ---- teppo-tai (rules 22-26)


@rule
def list_shots(s: Akebono, cell: int, out: Any, n: int) -> int:
    """List the first piece in each direction, if it can be shot (rules 22, 23)."""
    for d in range(6):
        target = target_of(s, cell, d)
        if target and shot_price(s, cell, d) <= s.points:
            out[n] = encode_shot(cell, d)
            n += 1
    return n


@rule
def target_of(s: Akebono, cell: int, d: int) -> int:
    """The hex that a teppo-tai can shoot in a direction, 0 for none (rules 21, 23, Q33)."""
    target = first_piece(s, cell, d)
    other = s.piece[target]
    if target == 0 or owner(other) == owner(s.piece[cell]) or other & 7 == TAIRO:
        return 0
    if target == cell + s.step[d] and s.shot_min_empty_hexes:
        return 0
    return target


@rule
def shot_price(s: Akebono, cell: int, d: int) -> int:
    """The cost of a shot: that of a step into the target's hex (rule 22), or of the path (Q31)."""
    target = first_piece(s, cell, d)
    total = price(s, target)
    if s.shot_cost == PATH:
        between = cell + s.step[d]
        while between != target:
            total += s.value[between]
            between += s.step[d]
    return total


@rule
def shoot(s: Akebono, seat: int, cell: int, d: int) -> None:
    """Defeat the target; the teppo-tai stays and is done for the turn (22, 24)."""
    s.points -= shot_price(s, cell, d)
    defeat(s, first_piece(s, cell, d))
    s.piece[cell] |= USED
    judge(s)


# ---- ninja (rules 27-29)


@rule
def list_arrivals(s: Akebono, seat: int, out: Any, n: int) -> int:
    """List the hexes a ninja may come to (rules 27, 29, Q22)."""
    anywhere = not has_free_mountain(s)
    for cell in range(s.end):
        if s.piece[cell] == 0:
            if s.value[cell] == MOUNTAIN or (anywhere and s.value[cell]):
                out[n] = encode_arrive(cell)
                n += 1
        elif can_assassinate(s, seat, cell):
            out[n] = encode_assassinate(cell)
            n += 1
    return n


@rule
def has_free_mountain(s: Akebono) -> bool:
    """True if any hex of value 6 is empty (rule 27)."""
    for cell in range(s.end):
        if s.value[cell] == MOUNTAIN and s.piece[cell] == 0:
            return True
    return False


@rule
def can_assassinate(s: Akebono, seat: int, cell: int) -> bool:
    """True if a ninja can defeat the piece on a mountain (rule 29, Q24, Q25)."""
    man = s.piece[cell]
    if s.dice[2] == 0 or s.value[cell] != MOUNTAIN or owner(man) == seat or man & 7 == TAIRO:
        return False
    return defence_at(s, cell) <= remaining_die(s)


@rule
def arrive(s: Akebono, seat: int, cell: int) -> None:
    """Place a ninja on the board; the remaining die gives points (rules 12, 27, 28)."""
    spend_pair(s)
    s.points = remaining_die(s)
    put(s, cell, SEAT * s.turn + NINJA)
    judge(s)


@rule
def assassinate(s: Akebono, seat: int, cell: int) -> None:
    """Place a ninja on an enemy and defeat it; the roll is used up (rule 29, Q26, Q27)."""
    spend_pair(s)
    defeat(s, cell)
    put(s, cell, SEAT * s.turn + NINJA + USED)
    judge(s)


@rule
def spend_pair(s: Akebono) -> None:
    """Take a ninja out of hand: its pair is used up."""
    s.hand[s.turn] -= 1
    s.must_place = 0


# ---- end and score (rules 31-35)


@rule
def judge(s: Akebono) -> None:
    """End the game if it is over; a capture by the mover comes first (31-33, Q39)."""
    me = s.turn
    if is_captured(s, 1 - me):
        s.captor = me
        end(s, BOTH if has_all_daimyo(s, me) else TAIRO_CAPTURED, me)
    elif is_captured(s, me):
        s.captor = 1 - me
        end(s, TAIRO_CAPTURED, 1 - me)
    elif has_all_daimyo(s, me):
        end(s, DAIMYO_LOST, me)


@rule
def end(s: Akebono, reason: int, ender: int) -> None:
    """End the game: more points win; in a tie, the side that ended it (rules 34, 35)."""
    s.phase = OVER
    s.outcome = 1 + reason
    lead = score(s, 0) - score(s, 1)
    if lead == 0:
        s.winner = ender
    else:
        s.winner = 0 if lead > 0 else 1


@rule
def score(s: Akebono, seat: int) -> int:
    """The points of a seat so far (rule 34)."""
    total = 0
    for source in range(SOURCES):
        total += points_from(s, seat, source)
    return total


@rule
def points_from(s: Akebono, seat: int, source: int) -> int:
    """A seat's points for a captured tairo, all of a type, or (source 0) valor (rule 34)."""
    if source == 0:
        return PER_VALOR_POINT * s.valor[seat]
    if source == TAIRO:
        return s.value[s.tairo[1 - seat]] if s.captor == seat else 0
    if s.taken[seat][source] != s.counts[source]:
        return 0
    return ALL_DAIMYO if source == DAIMYO else ALL_OF_A_TYPE


@rule
def returns(s: Akebono, out: Any) -> int:
    """1 for the winner, -1 for the loser, 0 for both in a draw (rule 35, Q54)."""
    result = 0 if s.winner == NOBODY else 1 - 2 * s.winner
    out[0] = result
    out[1] = -result
    return s.outcome - 1


@rule
def may_resign(s: Akebono, seat: int) -> bool:
    """True if the seat is to act (W6)."""
    return may_act(s) & 3 & 1 << seat != 0


@rule
def resign(s: Akebono, seat: int) -> None:
    """The other side wins (W6)."""
    s.phase = OVER
    s.outcome = 1 + RESIGNED
    s.winner = 1 - seat
    s.must_place = 0
    for cell in range(s.end):
        s.shown[cell] = 0
    for k in range(2):
        s.lifted[k] = 0
        s.changes[k] = 0
    s.done = 0


# ---- the table of phases

PHASES: Final = Phases(
    Phase("arrows", draws=list_two, falls=draw_arrows, writes=write_midline),
    Phase("placing", acts=unready, lists=list_setup),
    Phase("revising", acts=unready, lists=list_setup),
    Phase("repair", acts=turn_player, lists=list_repairs),
    Phase("lot", draws=list_two, falls=begin, writes=write_side),
    Phase("roll", draws=list_rolls, falls=roll, writes=write_roll),
    Phase("turn", acts=turn_player, lists=list_turn),
    Phase("third", draws=list_third, falls=roll_third, writes=write_die),
    Phase("over"),
)

may_act: Final = PHASES.may_act(__name__)
legal_actions: Final = PHASES.legal_actions(__name__)
chance_outcomes: Final = PHASES.chance_outcomes(__name__)
fall: Final = PHASES.fall(__name__)
do: Final = ACTIONS.dispatch(
    __name__, "do", form=stand_in, ready=finish, put_back=put_back, take=take, lift=lift,
    save=save, put=set_down, die=buy, end=end_turn, arrive=arrive, assassinate=assassinate,
    step=move, shoot=shoot,
)  # fmt: skip
