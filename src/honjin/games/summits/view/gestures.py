"""Moves over two areas in one click: two steps, or one step and a halt.

They lead from the group to every area that it reaches in two steps, by the way that meets no
enemies; not where a decision is needed on the way.
"""

from __future__ import annotations

from collections.abc import Iterator

from honjin.core.contract.presentation import Gesture
from honjin.core.jit.bits import lowest_bit
from honjin.core.words import Say
from honjin.games.summits.info.names import area_say
from honjin.games.summits.rules.actions import ACTIONS, encode_move
from honjin.games.summits.rules.battles import area_id
from honjin.games.summits.rules.march import steps
from honjin.games.summits.rules.play import apply_action, must_act
from honjin.games.summits.rules.state import GROUP, MARCH, Summits, side_of


def gestures(seen: Summits, seat: int) -> tuple[Gesture, ...]:
    """The two-step moves of the chosen group."""
    if seen.phase != GROUP or seen.rallying or must_act(seen) >> seat & 1 == 0:
        return ()
    side = side_of(seen, seat)
    found: dict[int, Gesture] = {}
    first = steps(seen, side)
    for via in _areas(first):
        for goal, gesture in _on(seen, seat, via):
            if not first >> goal & 1 and goal != seen.at:
                found.setdefault(goal, gesture)
    return tuple(found.values())


def _areas(mask: int) -> Iterator[int]:
    while mask:
        yield lowest_bit(mask)
        mask &= mask - 1


def _on(seen: Summits, seat: int, via: int) -> Iterator[tuple[int, Gesture]]:
    """Where the group can continue from a first step."""
    s = seen.copy()
    apply_action(s, seat, encode_move(via))
    if s.phase != MARCH or must_act(s) >> seat & 1 == 0:
        return
    one = ACTIONS.write(seen, seat, encode_move(via))
    for goal in _areas(steps(s, side_of(s, seat))):
        note = Say("note.via", {"area": area_say(seen, via)})
        ids = (area_id(seen, seen.at), area_id(seen, via), area_id(seen, goal))
        do = (one, ACTIONS.write(s, seat, encode_move(goal)))
        yield goal, Gesture(do, (ids[-1],), "move", note, 2, ids)
