"""The rules put together: who acts, what is legal, what follows.

The chapters of rules.md are in setup.py (turns, hands), orders.py (cards, groups), march.py
(movement, arrivals, ambush), strike.py (attack), harm.py (damage, retreat), scoring.py (control,
victory).
Numbers in docstrings are statements of rules.md. Actions are small numbers, listed in those files;
outcomes of chance are two dice as 8 * a + b, and the seat that a lot gives to Hideyoshi.
"""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.games.summits.content.data import HIDEYOSHI, SPLITS, WAYS
from honjin.games.summits.rules.harm import harm, list_harm, take_harm
from honjin.games.summits.rules.march import (
    ENTER,
    HALT,
    STEP,
    after_step,
    answer,
    arrive,
    enter,
    entries,
    list_alarm,
    list_areas,
    list_march,
    raise_alarm,
    step,
    stop,
)
from honjin.games.summits.rules.orders import (
    ADD,
    CALL,
    COME,
    DOWN,
    END,
    GATHER,
    PASS,
    REST,
    USE,
    WIN_OVER,
    act,
    after_action,
    begin_group,
    call,
    cover_card,
    gather_group,
    list_group,
    list_play,
    pick,
    use_card,
    win_over,
)
from honjin.games.summits.rules.setup import (
    assign,
    bid,
    choose_order,
    end_phase,
    list_bids,
    list_groups,
    pass_on,
    pick_hand,
    take_sides,
)
from honjin.games.summits.rules.setup import list_picks as list_cards
from honjin.games.summits.rules.standing_orders import (
    give_order,
    is_order,
    list_standing,
    may_order,
)
from honjin.games.summits.rules.state import (
    ACTED,
    AIM,
    ALARM,
    AMBUSHED,
    BID,
    BOXES,
    DICE,
    ENDED,
    ENTRY,
    GROUP,
    HARM,
    LOT,
    MARCH,
    ORDER,
    OVER,
    PICK,
    PLAY,
    STEPPED,
    STRUCK,
    SUPPORT,
    Summits,
    group_size,
    seat_bit,
    side_of,
)
from honjin.games.summits.rules.strike import (
    ROLL,
    begin_roll,
    clear_strike,
    end_blow,
    list_rollers,
    list_support,
    roll,
    spend_group,
    support,
)

# ---- who acts


@rule
def to_act(s: Summits) -> int:
    """Who has to decide, and who may give standing orders meanwhile (W9); or chance."""
    mask = deciding(s)
    if s.phase >= PLAY and mask & CHANCE_BIT == 0 and mask:
        side = 1 - acting_side(s)
        if may_order(s, side):
            mask |= seat_bit(s, side)
    return mask


@rule
def deciding(s: Summits) -> int:
    """Both in secret, else one side, or chance."""
    if s.phase == OVER:
        return 0
    if s.phase == DICE or s.phase == LOT:
        return CHANCE_BIT
    if s.phase == BID:
        return 3 & ~s.ready
    if s.phase == PICK:
        mask = 0
        for side in range(2):
            if s.ready >> side & 1 == 0:
                mask |= seat_bit(s, side)
        return mask
    return seat_bit(s, acting_side(s))


@rule
def acting_side(s: Summits) -> int:
    """The side whose decision comes next."""
    if s.phase == BOXES:
        return HIDEYOSHI
    if s.phase == ORDER:
        return s.held[s.mountain]
    if s.phase == ALARM:
        return 1 - s.actor
    if s.phase == SUPPORT or s.phase == AIM:
        return s.striker
    if s.phase == HARM:
        return 1 - s.striker
    return s.actor


@rule
def awaited(s: Summits) -> int:
    """Who has to decide."""
    return deciding(s) & 3


@rule
def legal_actions(s: Summits, seat: int, out: Any) -> int:
    """What a seat can do now."""
    if to_act(s) >> seat & 1 == 0:
        return 0
    side = side_of(s, seat)
    if s.phase >= PLAY:
        if side != acting_side(s):
            return list_standing(s, side, out, 0)
        return list_orders(s, side, out)
    if s.phase == BID:
        return list_bids(s, out)
    if s.phase == BOXES:
        return list_groups(s, out)
    if s.phase == PICK:
        return list_cards(s, side, out)
    out[0] = 1
    out[1] = 2
    return 2


@rule
def list_orders(s: Summits, side: int, out: Any) -> int:
    """In a phase of the battle."""
    if s.phase == PLAY:
        return list_play(s, side, out)
    if s.phase == GROUP:
        return list_group(s, side, out)
    if s.phase == MARCH:
        return list_march(s, side, out)
    if s.phase == ENTRY:
        return list_areas(entries(s, side), ENTER, out, 0)
    if s.phase == ALARM:
        return list_alarm(s, side, out)
    if s.phase == SUPPORT:
        return list_support(s, out)
    if s.phase == AIM:
        return list_rollers(s, out)
    return list_harm(s, out)


@rule
def chance_outcomes(s: Summits, out: Any, weights: Any) -> int:
    """Two dice; or who plays Hideyoshi."""
    if s.phase == DICE:
        for k in range(len(SPLITS)):
            out[k] = SPLITS[k]
            weights[k] = WAYS[k]
        return len(SPLITS)
    if s.phase == LOT:
        for seat in range(2):
            out[seat] = seat
            weights[seat] = 1
        return 2
    return 0


# ---- what follows


@rule
def apply_action(s: Summits, seat: int, action: int) -> None:
    """The next state."""
    if seat == CHANCE:
        if s.phase == DICE:
            roll(s, action)
        else:
            take_sides(s, action)
    elif s.phase >= PLAY:
        act_or_order(s, side_of(s, seat), action)
    elif s.phase == BID:
        bid(s, seat, action)
    elif s.phase == BOXES:
        assign(s, action)
    elif s.phase == PICK:
        pick_hand(s, side_of(s, seat), action)
    else:
        choose_order(s, action)
    settle(s)


@rule
def act_or_order(s: Summits, side: int, action: int) -> None:
    """A decision of the battle, or a standing order at the start of a phase or out of turn."""
    if side != acting_side(s) or (s.phase == PLAY and is_order(action)):
        give_order(s, side, action)
    else:
        decision(s, side, action)


@rule
def decision(s: Summits, side: int, action: int) -> None:
    """A decision of the battle."""
    if s.phase == PLAY:
        play(s, side, action)
    elif s.phase == GROUP:
        if action >= ADD:
            pick(s, action)
        else:
            act(s, side, action)
    elif s.phase == MARCH:
        if action == HALT:
            stop(s)
        else:
            step(s, side, action - STEP)
    elif s.phase == ENTRY:
        enter(s, side, action - ENTER)
    elif s.phase == ALARM:
        answer(s, side, action)
    elif s.phase == SUPPORT:
        support(s, action)
    elif s.phase == AIM:
        begin_roll(s, action - ROLL)
    else:
        harm(s, action)
        take_harm(s)


@rule
def play(s: Summits, side: int, action: int) -> None:
    """Cards, and who acts."""
    if action == PASS:
        pass_on(s)
    elif action == END:
        s.phase = ENDED
    elif action == CALL:
        call(s, side)
    elif action >= WIN_OVER:
        win_over(s, action - WIN_OVER)
    elif action >= COME:
        begin_group(s)
        arrive(s, side, action - COME)
    elif action >= REST:
        gather_group(s, side, action - REST, 1)
    elif action >= GATHER:
        gather_group(s, side, action - GATHER, 0)
    elif action >= USE:
        use_card(s, side, action - USE)
    else:
        cover_card(s, side, action - DOWN)


@rule
def after_blow(s: Summits) -> None:
    """An attack is over; by A23 another ambush may follow one."""
    is_ambush = s.strike == AMBUSHED
    s.phase = STEPPED if is_ambush else ACTED
    end_blow(s)
    if s.all_flip and not is_ambush:
        spend_group(s)
    clear_strike(s)
    if is_ambush and s.many_ambushes and group_size(s) > 0:
        raise_alarm(s, 1 - s.actor, s.at)


@rule
def settle(s: Summits) -> None:
    """What follows by itself, until somebody has to decide."""
    while s.phase > OVER and s.outcome == 0:
        if s.phase == STRUCK:
            after_blow(s)
        elif s.phase == STEPPED:
            after_step(s, s.actor)
        elif s.phase == ACTED:
            after_action(s, s.actor)
        else:
            end_phase(s)
    if s.outcome:
        s.phase = OVER
