"""The rules assembled: who acts, what is legal, what follows.

The chapters of rules.md are in setup.py (turns, hands), orders.py (cards, groups), march.py
(movement, arrivals, ambush), strike.py (attack), harm.py (damage, retreat), scoring.py (control,
victory). Numbers in docstrings are statements of rules.md. The actions are in actions.py; who acts
when is in the table of phases below. Outcomes of chance are two dice as 8 * a + b, and the seat
that is drawn to play Hideyoshi.
"""

from typing import Any, Final

from honjin.core.actions import Phase, Phases
from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE
from honjin.games.summits.content.data import HIDEYOSHI, SPLITS, WAYS
from honjin.games.summits.rules.actions import ACTIONS
from honjin.games.summits.rules.groups import (
    add,
    add_band,
    after_action,
    attack,
    fire,
    list_group,
    move,
    stand,
    turn_up,
)
from honjin.games.summits.rules.harm import drop_one, flip_one, list_harm, remove_one, retreat_one
from honjin.games.summits.rules.march import (
    after_step,
    ambush,
    enter,
    halt,
    let,
    let_all,
    list_alarm,
    list_entries,
    list_march,
    raise_alarm,
)
from honjin.games.summits.rules.options import AMBUSHES_SEVERAL, FLIPS_GROUP
from honjin.games.summits.rules.orders import (
    call,
    come,
    cover_card,
    end,
    gather,
    list_play,
    rally,
    use_card,
    win_over,
)
from honjin.games.summits.rules.setup import bid, list_bids, take_sides
from honjin.games.summits.rules.standing_orders import (
    ask_all,
    ask_at,
    let_at,
    list_standing,
    lurk,
    may_order,
    no_more,
)
from honjin.games.summits.rules.state import (
    ACTED,
    AMBUSHED,
    OVER,
    PLAY,
    STEPPED,
    Summits,
    group_size,
    seat_bit,
    side_of,
)
from honjin.games.summits.rules.strike import (
    choose_roller,
    clear_strike,
    end_blow,
    list_rollers,
    list_support,
    roll,
    spend_group,
    support,
    support_all,
)
from honjin.games.summits.rules.turn import (
    assign,
    be_first,
    be_ready,
    be_second,
    clear,
    end_phase,
    list_groups,
    list_picks,
    list_places,
    pass_on,
    take,
)

# ---- who acts


@rule
def bidders(s: Summits) -> int:
    """Mask of the seats that have not bid yet."""
    return 3 & ~s.ready


@rule
def pickers(s: Summits) -> int:
    """Mask of the seats that have not picked a hand yet."""
    mask = 0
    for side in range(2):
        if s.ready >> side & 1 == 0:
            mask |= seat_bit(s, side)
    return mask


@rule
def hideyoshi(s: Summits) -> int:
    """Mask of the side with the reinforcement track."""
    return seat_bit(s, HIDEYOSHI)


@rule
def mountaineer(s: Summits) -> int:
    """Mask of the side that controls the mountain."""
    return seat_bit(s, s.held[s.mountain])


@rule
def actor(s: Summits) -> int:
    """Mask of the side whose phase it is."""
    return seat_bit(s, s.actor)


@rule
def guard(s: Summits) -> int:
    """Mask of the side that may ambush the entering units."""
    return seat_bit(s, 1 - s.actor)


@rule
def striker(s: Summits) -> int:
    """Mask of the attacking side."""
    return seat_bit(s, s.striker)


@rule
def target(s: Summits) -> int:
    """Mask of the attacked side."""
    return seat_bit(s, 1 - s.striker)


@rule
def may_act(s: Summits) -> int:
    """Mask of the seats that must decide or may give standing orders (W9); or chance."""
    mask = deciding(s)
    other = 3 & ~mask
    if s.phase >= PLAY and mask & 3 and may_order(s, side_of(s, other >> 1)):
        mask |= other
    return mask


@rule
def must_act(s: Summits) -> int:
    """Mask of the seats that must decide."""
    return deciding(s) & 3


@rule
def acting_side(s: Summits) -> int:
    """The side with the next decision; during a roll, the side whose phase it is."""
    mask = must_act(s)
    return side_of(s, lowest_bit(mask)) if mask else s.actor


@rule
def legal_actions(s: Summits, seat: int, out: Any) -> int:
    """List the legal actions of a seat."""
    if must_act(s) >> seat & 1:
        return list_phase(s, seat, out)
    if may_act(s) >> seat & 1:
        return list_standing(s, side_of(s, seat), out, 0)
    return 0


# ---- chance


@rule
def list_dice(s: Summits, out: Any, weights: Any) -> int:
    """List the throws of two dice."""
    for k in range(len(SPLITS)):
        out[k] = SPLITS[k]
        weights[k] = WAYS[k]
    return len(SPLITS)


@rule
def list_lots(s: Summits, out: Any, weights: Any) -> int:
    """List the seats that can be drawn to play Hideyoshi."""
    for seat in range(2):
        out[seat] = seat
        weights[seat] = 1
    return 2


def write_dice(_s: Any, outcome: int) -> str:
    """Write two dice, the smaller first: `3-5`."""
    return f"{outcome >> 3}-{outcome & 7}"


def write_lot(_s: Any, outcome: int) -> str:
    """Write the seat that plays Hideyoshi: `seat:1`."""
    return f"seat:{outcome}"


# ---- applying actions


@rule
def apply_action(s: Summits, seat: int, action: int) -> None:
    """Apply an action or an outcome of chance."""
    if seat == CHANCE:
        fall(s, action)
    else:
        do(s, seat, action)
    settle(s)


@rule
def after_blow(s: Summits) -> None:
    """End an attack; by A23, another ambush may follow."""
    is_ambush = s.strike == AMBUSHED
    s.phase = STEPPED if is_ambush else ACTED
    end_blow(s)
    if s.flips == FLIPS_GROUP and not is_ambush:
        spend_group(s)
    clear_strike(s)
    if is_ambush and s.ambushes == AMBUSHES_SEVERAL and group_size(s) > 0:
        raise_alarm(s, 1 - s.actor, s.at)


@rule
def settle(s: Summits) -> None:
    """Apply automatic steps until the next decision."""
    going = True
    while going and s.outcome == 0:
        going = leave_phase(s)
    if s.outcome:
        s.phase = OVER


# ---- everything assembled

PHASES: Final = Phases(
    Phase("bid", acts=bidders, lists=list_bids),
    Phase("lot", draws=list_lots, falls=take_sides, writes=write_lot),
    Phase("boxes", acts=hideyoshi, lists=list_groups),
    Phase("pick", acts=pickers, lists=list_picks),
    Phase("order", acts=mountaineer, lists=list_places),
    Phase("play", acts=actor, lists=list_play),
    Phase("group", acts=actor, lists=list_group),
    Phase("march", acts=actor, lists=list_march),
    Phase("entry", acts=actor, lists=list_entries),
    Phase("alarm", acts=guard, lists=list_alarm),
    Phase("support", acts=striker, lists=list_support),
    Phase("aim", acts=striker, lists=list_rollers),
    Phase("dice", draws=list_dice, falls=roll, writes=write_dice),
    Phase("harm", acts=target, lists=list_harm),
    Phase("over"),
    Phase("stepped", ends=after_step),
    Phase("struck", ends=after_blow),
    Phase("acted", ends=after_action),
    Phase("ended", ends=end_phase),
)

deciding: Final = PHASES.may_act(__name__, "deciding")
list_phase: Final = PHASES.lists(__name__, "list_phase")
chance_outcomes: Final = PHASES.chance_outcomes(__name__)
fall: Final = PHASES.fall(__name__)
leave_phase: Final = PHASES.settle(__name__, "leave_phase")
do: Final = ACTIONS.dispatch(
    __name__, "do", bid=bid, box=assign, ready=be_ready, clear=clear, take=take, first=be_first,
    second=be_second, pass_on=pass_on, end=end, call=call, cover=cover_card, use=use_card,
    gather=gather, rally=rally, come=come, treason=win_over, done=stand, attack=attack,
    turn_up=turn_up, fire=fire, add=add, band=add_band, move=move, halt=halt, enter=enter, let=let,
    ambush=ambush, let_all=let_all, ask_all=ask_all, let_at=let_at, lurk=lurk, ask_at=ask_at,
    no_more=no_more, auto=support_all, support=support, roll=choose_roller, flip=flip_one,
    drop=drop_one, remove=remove_one, retreat=retreat_one,
)  # fmt: skip
