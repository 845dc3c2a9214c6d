"""Who acts in Akebono, and the course of a turn. Numbers in docstrings refer to rules.md.

The actions are listed in actions.py; the table of phases below says who takes them and when.
Outcomes of chance are the index of a midline, the seat that goes first, 8 * smaller die + larger
die, and the third die.
"""

from typing import Any, Final

from honjin.core.actions import Phase, Phases
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.core.seats import CHANCE
from honjin.games.akebono.content.data import NOBODY, SHOT_COSTS, TEPPO, USED
from honjin.games.akebono.rules.actions import (
    ACTIONS,
    DIE,
    END,
    write_die,
    write_midline,
    write_roll,
    write_side,
)
from honjin.games.akebono.rules.dice import (
    begin,
    buy,
    can_buy,
    list_rolls,
    list_third,
    list_two,
    roll,
    roll_third,
)
from honjin.games.akebono.rules.moving import (
    arrive,
    assassinate,
    list_arrivals,
    list_shots,
    list_steps,
    move,
    shoot,
)
from honjin.games.akebono.rules.scoring import RESIGNED, ROUNDS, end
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
from honjin.games.akebono.rules.state import OVER, ROLL, Akebono, is_used, last_turn, next_piece

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


# ---- giving up (W6)


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
