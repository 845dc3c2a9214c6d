"""The track, hands, turn order, phases, the end of a turn (rules 7-12, 61)."""

from __future__ import annotations

from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.games.summits.content.board import CLANS
from honjin.games.summits.content.data import CARDS, HIDEYOSHI, NOBODY, REINFORCE
from honjin.games.summits.rules.actions import CLEAR, FIRST, READY, SECOND, encode_box, encode_take
from honjin.games.summits.rules.options import ORDER_BEFORE
from honjin.games.summits.rules.scoring import decide, hand_size
from honjin.games.summits.rules.standing_orders import end_orders
from honjin.games.summits.rules.state import (
    BID,
    NOWHERE,
    ORDER,
    OVER,
    PICK,
    PLAY,
    Summits,
    most_of,
    picked,
    side_of,
)
from honjin.games.summits.rules.strike import clear_strike

MAX_CLEARS: Final = 2
"""How often a hand can be put back and picked again in a turn (W3)."""


# ---- the track (rule 61)


@rule
def next_box(s: Summits) -> int:
    """The first box without a group; 0 if there is none."""
    for n in range(1, s.boxes + 1):
        if s.box[n] == 0:
            return n
    return 0


@rule
def list_groups(s: Summits, seat: int, out: Any) -> int:
    """List the groups without a box."""
    n = 0
    for group in range(1, s.boxes + 1):
        if not has_box(s, group):
            out[n] = encode_box(group)
            n += 1
    return n


@rule
def has_box(s: Summits, group: int) -> bool:
    """True if a group is in a box."""
    for n in range(1, s.boxes + 1):
        if s.box[n] == group:
            return True
    return False


@rule
def assign(s: Summits, seat: int, group: int) -> None:
    """Assign a group to the next box; the last one leaves no choice."""
    s.box[next_box(s)] = group
    last = next_box(s)
    if last == s.boxes:
        for other in range(1, s.boxes + 1):
            if not has_box(s, other):
                s.box[last] = other
        last = 0
    if last == 0:
        start_turn(s)


# ---- the start of a turn (rules 7-9, A2, A30)


@rule
def start_turn(s: Summits) -> None:
    """Fix the hand sizes and let hands be picked (rules 7, 69)."""
    s.ready = 0
    for side in range(2):
        s.size[side] = hand_size(s, side)
        s.cards[side] = 0
        s.clears[side] = 0
    s.call_limit = most_of(s, HIDEYOSHI, REINFORCE)
    s.phase = ORDER if s.order == ORDER_BEFORE and has_choice(s) else PICK


@rule
def has_choice(s: Summits) -> bool:
    """True if a side chooses who goes first (rule 9, A2)."""
    return s.turn > 1 and s.held[s.mountain] != NOBODY


@rule
def list_picks(s: Summits, seat: int, out: Any) -> int:
    """List finishing the hand, even with fewer cards, picking a card, and putting all back."""
    out[0] = READY
    n = 1
    side = side_of(s, seat)
    held = picked(s, side)
    if held > 0 and s.clears[side] < MAX_CLEARS:
        out[n] = CLEAR
        n += 1
    if held < s.size[side]:
        for card in range(CARDS):
            if s.hand[side][card] < most_of(s, side, card):
                out[n] = encode_take(card)
                n += 1
    return n


@rule
def take(s: Summits, seat: int, card: int) -> None:
    """Pick a card in secret (rule 7)."""
    s.hand[side_of(s, seat)][card] += 1


@rule
def clear(s: Summits, seat: int) -> None:
    """Put all picked cards back (W3)."""
    side = side_of(s, seat)
    s.clears[side] += 1
    for card in range(CARDS):
        s.hand[side][card] = 0


@rule
def be_ready(s: Summits, seat: int) -> None:
    """Finish a hand; the last one opens the turn."""
    s.ready |= 1 << side_of(s, seat)
    if s.ready == 3:
        open_turn(s)


@rule
def open_turn(s: Summits) -> None:
    """Reveal the sizes of the picked hands (rule 9)."""
    s.ready = 0
    for side in range(2):
        s.cards[side] = picked(s, side)
        s.clears[side] = 0
    if s.order != ORDER_BEFORE and has_choice(s):
        s.phase = ORDER
    else:
        begin_turn(s)


@rule
def list_places(s: Summits, seat: int, out: Any) -> int:
    """List going first and going second (rule 9)."""
    out[0] = FIRST
    out[1] = SECOND
    return 2


@rule
def be_first(s: Summits, seat: int) -> None:
    """Let the side that controls the mountain go first (rule 9)."""
    settle_order(s, side_of(s, seat))


@rule
def be_second(s: Summits, seat: int) -> None:
    """Let the side that controls the mountain go second (rule 9)."""
    settle_order(s, 1 - side_of(s, seat))


@rule
def settle_order(s: Summits, leader: int) -> None:
    """Set the side that goes first (rule 9, A2)."""
    s.leader = leader
    if s.order == ORDER_BEFORE:
        s.phase = PICK
    else:
        begin_turn(s)


@rule
def begin_turn(s: Summits) -> None:
    """Begin the first phase."""
    s.actor = s.leader
    s.passes = 0
    begin_phase(s)


# ---- phases, the end of a turn (rules 10-12)


@rule
def begin_phase(s: Summits) -> None:
    """Begin a phase: a side without cards passes; two passes in a row end the turn (rule 11)."""
    clear_phase(s)
    s.phase = PLAY
    while s.phase == PLAY and s.cards[s.actor] == 0:
        give_way(s)


@rule
def give_way(s: Summits) -> None:
    """Pass."""
    s.passes += 1
    s.actor = 1 - s.actor
    if s.passes == 2:
        end_turn(s)


@rule
def pass_on(s: Summits, seat: int) -> None:
    """Pass (rule 11)."""
    give_way(s)
    if s.phase == PLAY:
        begin_phase(s)


@rule
def end_phase(s: Summits) -> None:
    """End the phase; the other side is next."""
    s.passes = 0
    s.actor = 1 - s.actor
    begin_phase(s)


@rule
def clear_phase(s: Summits) -> None:
    """Clear what was played in the phase."""
    clear_strike(s)
    s.played = 0
    s.used_slots = 0
    s.groups_left = 1
    s.barred = 0
    s.barred_at = NOWHERE
    for clan in range(CLANS):
        s.barred_men[clan] = 0
        s.barred_used[clan] = 0


@rule
def end_turn(s: Summits) -> None:
    """Turn all units up, put all cards back; after the last turn, decide the battle (12, 52)."""
    clear_phase(s)
    s.groups_left = 0
    s.tired = 0
    for area in range(s.areas):
        for clan in range(s.clans):
            s.fresh[area][clan] += s.used[area][clan]
            s.used[area][clan] = 0
    for side in range(2):
        s.cards[side] = 0
        s.covered[side] = 0
        for card in range(CARDS):
            s.hand[side][card] = 0
            s.shown[side][card] = 0
            s.down[side][card] = 0
    end_orders(s)
    if s.turn >= s.last:
        decide(s)
        s.phase = OVER
        return
    s.turn += 1
    start_turn(s)


@rule
def retract_sealed(s: Summits, seat: int) -> None:
    """Take back the bids and picks of others."""
    if s.phase == BID:
        s.sealed[1 - seat & 1] = 0
        s.ready &= 1 << (seat & 1)
    elif s.phase == PICK:
        for side in range(2):
            if seat < 0 or side != side_of(s, seat):
                s.ready &= ~(1 << side)
                s.clears[side] = 0
                for card in range(CARDS):
                    s.hand[side][card] = 0
