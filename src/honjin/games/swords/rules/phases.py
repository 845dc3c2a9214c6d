"""What needs no decision: incomes, phases with nothing to do, cards that are not there, the end.

After each action `advance` goes on until somebody has something to decide, or chance is next.
"""

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import CARDS
from honjin.games.swords.rules.battle import (
    can_strike,
    end_battles,
    may_march,
    rally,
    reduce_hands,
    reveal,
)
from honjin.games.swords.rules.draw import can_draw, can_house
from honjin.games.swords.rules.effects import shuffle
from honjin.games.swords.rules.expense import begin_turn, end_expense, is_expense_open
from honjin.games.swords.rules.honor import begin_honor, can_compose, is_victim_free, submit
from honjin.games.swords.rules.scouting import advance_scouting, end_scouting, pass_on
from honjin.games.swords.rules.secret import undecided
from honjin.games.swords.rules.setup import can_second, deal_next, end_second
from honjin.games.swords.rules.state import (
    BUY,
    CHARGE,
    COMMIT,
    DEAL,
    DRAW,
    DRAWING,
    END_TURN,
    ENTER,
    EVEN,
    EXPENSE,
    HONOR,
    HOUSING,
    INCOME,
    LATE,
    LIMIT,
    MARCH,
    OVER,
    RALLY,
    SCOUT,
    SECOND,
    TRAVEL,
    VERSE,
    VICTIM,
    YIELD,
    Swords,
    is_in,
)
from honjin.games.swords.rules.tiling import go_on_laying
from honjin.games.swords.rules.trade import end_doings
from honjin.games.swords.rules.travel import begin_travel, can_step, can_step_from, end_travel, stop
from honjin.games.swords.rules.turn import end_turn


@rule
def advance(s: Swords) -> None:
    """On to the next decision, or chance, or the end."""
    goes_on = True
    while goes_on:
        if s.ended:
            finish(s)
            return
        if is_drawing(s):
            goes_on = not has_card(s)
            if goes_on:
                end_draw(s)
        elif s.phase < INCOME:
            goes_on = advance_setup(s)
        elif s.phase > LATE:
            goes_on = advance_battle(s)
        else:
            goes_on = advance_turn(s)


@rule
def go_on(s: Swords) -> None:
    """The phase is done."""
    if s.phase == EXPENSE:
        end_expense(s)
    elif s.phase == DRAW:
        begin_honor(s)
    elif s.phase == HONOR:
        begin_travel(s)
    elif s.phase == TRAVEL:
        end_travel(s)
    elif s.phase == MARCH:
        stop(s)
        s.phase = CHARGE
    elif s.phase == SCOUT:
        pass_on(s, s.passes + 1)
    elif not end_battles(s):
        s.phase = END_TURN


# ---- set-up


@rule
def advance_setup(s: Swords) -> bool:
    """Whether tiles are drawn, or there is no room for a second army."""
    if s.phase == SECOND:
        if can_second(s):
            return False
        end_second(s)
        return True
    return go_on_laying(s)


# ---- a turn


@rule
def advance_turn(s: Swords) -> bool:
    """Whether there was nothing to decide, and the turn went on."""
    if s.phase == INCOME:
        begin_turn(s)
        return True
    if s.phase == VICTIM:
        if is_victim_free(s):
            return False
        submit(s)
        return True
    if s.phase == BUY or s.phase == VERSE or s.phase == YIELD or has_something(s):
        return False
    go_on(s)
    return True


@rule
def has_something(s: Swords) -> bool:
    """Whether a phase offers anything, as far as everybody can tell."""
    if s.phase == EXPENSE:
        return is_expense_open(s)
    if s.phase == DRAW:
        return can_draw(s) or can_house(s)
    if s.phase == HONOR:
        return s.held[s.turn] > 0 or can_compose(s)
    if s.phase == TRAVEL:
        return can_step(s)
    if s.phase == MARCH:
        return s.marcher < 100 and can_step_from(s, s.marcher)
    if s.phase == CHARGE:
        return can_strike(s)
    return can_strike(s) or may_march(s)


# ---- cards that are drawn


@rule
def is_drawing(s: Swords) -> bool:
    """Whether cards are drawn."""
    return s.phase == DEAL or s.phase == DRAWING or s.phase == HOUSING or s.phase == RALLY


@rule
def has_card(s: Swords) -> bool:
    """Whether there is a card still to draw; if need be discards are shuffled (Q23)."""
    if s.to_draw and s.left == 0:
        shuffle(s)
    return s.to_draw > 0 and s.left > 0


@rule
def end_draw(s: Swords) -> None:
    """All cards are drawn, or there are no more."""
    s.to_draw = 0
    if s.phase == DEAL:
        deal_next(s)
    elif s.phase == RALLY:
        rally(s)
    else:
        s.phase = DRAW


# ---- a battle, the end of a turn


@rule
def advance_battle(s: Swords) -> bool:
    """Whether spies or choices are done with, or the turn is over."""
    if s.phase == SCOUT:
        return advance_scouting(s)
    if s.phase == END_TURN:
        end_turn(s)
        end_doings(s)
        return True
    if s.phase == ENTER or undecided(s):
        return False
    if s.phase == COMMIT:
        reveal(s)
        return True
    reduce_hands(s)
    if not is_in(s, s.turn):
        s.phase = END_TURN
    return True


# ---- the end


@rule
def finish(s: Swords) -> None:
    """The game is over; where rounds are up, most honor wins, then castles, then gold (Q60)."""
    s.phase = OVER
    s.to_draw = 0
    end_scouting(s)
    if s.ended == LIMIT:
        s.winner = leader(s)
        if s.winner >= s.seats:
            s.ended = EVEN
    for seat in range(s.seats):
        s.changes[seat] = 0
        s.limit[seat] = 120
        for card in range(CARDS):
            s.aside[seat][card] = 0
    s.decided = 0


@rule
def leader(s: Swords) -> int:
    """Who stands above all others; NOBODY if several do (Q60)."""
    best = 7
    most = -1
    for seat in range(s.seats):
        if is_in(s, seat):
            mark = standing(s, seat)
            if mark > most:
                best = seat
                most = mark
            elif mark == most:
                best = 7
    return best


@rule
def standing(s: Swords, seat: int) -> int:
    """Honor, then castles, then gold, as one number."""
    castles = 0
    for castle in range(s.castles):
        castles += s.control[castle] == seat
    return ((s.honor[seat] + 1000) * 32 + castles) * 1_000_000 + s.gold[seat]
