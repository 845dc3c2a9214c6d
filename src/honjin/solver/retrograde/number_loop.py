"""Building the graph of families from the rules: where each action leads. A loop file.

With `code`, the number of a stage, the links are those that stay in it (`expand`), or those that
leave it (`list_exits`); -1: the game has no stages.

`numbers` are the families to expand (`core.parts.index`); `room` is a `graph.Room`:

    sizes        the number of members of each, 0: there is no such family
    heads        the number of links of each
    links[k]     the family that an action leads to, or how the game ends for the side that acted
    ways[k]      the way of the action
    told         the number of families done, and of links

`list_exits` fills an `exits.Room`, in which `families[k]` is the place of a family in `numbers`,
and `stages[k]` the place in `codes` of the stage that the link leads to; states[2 + place] is an
example of its positions.

A chance turn with a single outcome is a forced turn of the second side.
"""

from typing import Any

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
    stage,
    transition,
)
from honjin.core.seats import CHANCE_BIT
from honjin.solver.retrograde.ends import LOST, TIED, UNSURE, WON


@loop
def expand(states: Any, numbers: Any, room: Any, variants: int, late: int, code: int) -> None:
    """Expand families until all are done, or the next one might not fit into `links`."""
    done = 0
    count = 0
    while done < len(numbers) and count + variants * MAX_ACTIONS <= len(room.links):
        before = count
        size = representative(states[0], numbers[done], 0)
        room.sizes[done] = size
        if size > 0:
            count = list_links(states, room, count, 0, late, code)
            for variant in range(1, variants):
                representative(states[0], numbers[done], variant)
                count = list_links(states, room, count, variant, late, code)
        room.heads[done] = count - before
        done += 1
    room.told[0] = done
    room.told[1] = count


@loop
def list_links(
    states: Any, room: Any, count: int, variant: int, late: int, code: int
) -> int:  # fmt: skip
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
            if code < 0 or room.links[count] < 0 or stage(states[1]) == code:
                count += 1
    return count


@loop
def list_exits(states: Any, numbers: Any, room: Any, variants: int, late: int, code: int) -> None:
    """List the links that leave a stage, until all families are done or `links` may overflow."""
    done = 0
    count = 0
    while done < len(numbers) and count + variants * MAX_ACTIONS <= len(room.links):
        for variant in range(variants):
            if representative(states[0], numbers[done], variant) > 0:
                before = count
                count = list_ways_out(states, room, count, variant, late, code)
                for k in range(before, count):
                    room.families[k] = done
        done += 1
    room.told[0] = done
    room.told[1] = count


@loop
def list_ways_out(
    states: Any, room: Any, count: int, variant: int, late: int, code: int
) -> int:  # fmt: skip
    """Add the links of the family that states[0] represents which leave its stage."""
    mask = may_act(states[0])
    if mask == 0:
        return count
    seat = lowest_bit(mask)
    n = legal_actions(states[0], seat, room.out)
    for i in range(n):
        action = int(room.out[i])
        found = transition(states[0], action, variant)
        if found >= 0:
            copy_state(states, 1, 0)
            apply_action(states[1], seat, action)
            to = led_to(states[1], 0 if seat == 0 else 1, late, room.weights)
            if to >= 0 and stage(states[1]) != code:
                room.links[count] = to
                room.ways[count] = found
                room.stages[count] = place_of_stage(states, room)
                count += 1
    return count


@loop
def place_of_stage(states: Any, room: Any) -> int:
    """The place of the stage of states[1] in `codes`, added if new; -1 without room."""
    code = stage(states[1])
    known = int(room.told[2])
    for place in range(known):
        if room.codes[place] == code:
            return place
    if known == len(room.codes):
        return -1
    room.codes[known] = code
    room.told[2] = known + 1
    copy_state(states, 2 + known, 1)
    return known


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
