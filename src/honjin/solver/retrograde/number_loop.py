"""Building the graph of families from the rules: where each action leads. A loop file.

`numbers` are the families to expand (`core.parts.index`); `room` is a `graph.Room`:

    sizes        the number of members of each, 0: there is no such family
    heads        the number of links of each
    links[k]     the family that an action leads to, or how the game ends for the side that acted
    ways[k]      the way of the action
    told         the number of families done, and of links

A chance turn with a single outcome is a forced turn of the second side.
"""

from typing import Any, Final

from honjin.core.jit.bits import lowest_bit
from honjin.core.jit.verbs import (
    MAX_ACTIONS,
    apply_action,
    chance_outcomes,
    copy_state,
    family,
    legal_actions,
    loop,
    may_act,
    representative,
    returns,
    transition,
)
from honjin.core.seats import CHANCE_BIT

WON: Final = -1
LOST: Final = -2
TIED: Final = -3
UNSURE: Final = -4  # chance with several outcomes, which this solver does not handle


@loop
def expand(states: Any, numbers: Any, room: Any, variants: int, late: int) -> None:
    """Expand families until all are done, or the next one might not fit into `links`."""
    done = 0
    count = 0
    while done < len(numbers) and count + variants * MAX_ACTIONS <= len(room.links):
        before = count
        size = representative(states[0], numbers[done], 0)
        room.sizes[done] = size
        if size > 0:
            count = list_links(states, room, count, 0, late)
            for variant in range(1, variants):
                representative(states[0], numbers[done], variant)
                count = list_links(states, room, count, variant, late)
        room.heads[done] = count - before
        done += 1
    room.told[0] = done
    room.told[1] = count


@loop
def list_links(states: Any, room: Any, count: int, variant: int, late: int) -> int:
    """Add the links of the family that states[0] represents; return the total number of links."""
    mask = may_act(states[0])
    if mask == 0:
        return count
    seat = lowest_bit(mask)
    if mask & CHANCE_BIT:
        n = chance_outcomes(states[0], room.out, room.weights)
    else:
        n = legal_actions(states[0], seat, room.out)
    for i in range(n):
        action = int(room.out[i])
        found = transition(states[0], action, variant)
        if found >= 0:
            room.ways[count] = found
            copy_state(states, 1, 0)
            apply_action(states[1], seat, action)
            room.links[count] = led_to(states[1], 0 if seat == 0 else 1, late, room.weights)
            if mask & CHANCE_BIT and n > 1:
                room.links[count] = UNSURE
            count += 1
    return count


@loop
def led_to(s: Any, side: int, late: int, result: Any) -> int:
    """The family of a state, or how the game ended for a side."""
    if may_act(s) != 0:
        return family(s)
    reason = returns(s, result)
    if late >> reason & 1:
        return family(s)
    got = result[0] if side == 0 else -result[0]
    if got == 0:
        return TIED
    return WON if got > 0 else LOST
