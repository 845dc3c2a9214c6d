"""Retrograde analysis over a graph of families, ply by ply. A loop file that needs no game.

`g` is a `graph.Graph`. `table[p]` is a byte (`value`), 0 while unknown; `left[p]` is the number of
actions of position p that are not known to lose. Where actions leave the stage, `gains[p]` says
what the best of them is worth: DRAWS, WINS, or 0 for a loss and where there is none.

A step takes all positions decided in `depth` plies and goes back from them: a position with an
action to a lost position wins one ply later; a position whose last remaining action leads to a won
one loses one ply later. A thread changes only the families of its part, so that several can work
on one step. An interrupted step can be repeated.

A first position is never below 0; where a loop checks for it all the same, the compiler learns
that no index is negative and omits its own checks.
"""

from typing import Any, Final

from honjin.core.jit.verbs import loop
from honjin.solver.retrograde.ends import LOST, TIED, WON

LOSES: Final = 128  # value.LOST
DRAWS: Final = 1  # gains: the best that leaving the stage is worth to the side to move
WINS: Final = 2


@loop
def invert(maps: Any, inverse: Any) -> None:
    """Link the members with the same image: the first by image, then the next by member."""
    for w in range(len(maps)):
        for k in range(len(maps[w])):
            m = len(maps[w]) - 1 - k
            x = maps[w][m]
            if x >= 0:
                inverse[w][1][m] = inverse[w][0][x]
                inverse[w][0][x] = m


@loop
def locate(numbers: Any, table: Any, targets: Any, places: Any) -> bool:
    """Find each target among the numbers, by table or binary search; False if one is missing."""
    for k in range(len(targets)):
        number = targets[k]
        place = number
        if number >= 0:
            place = table[number] if number < len(table) else halve(numbers, number)
            if place < 0 or numbers[place] != number:
                return False
        places[k] = place
    return True


@loop
def halve(numbers: Any, number: int) -> int:
    """The last index in ascending numbers whose number is not above this one."""
    low = 0
    high = len(numbers)
    while high - low > 1:
        middle = (low + high) >> 1
        if numbers[middle] <= number:
            low = middle
        else:
            high = middle
    return low


@loop
def count_ways(ways: Any, there: Any, places: Any) -> None:
    """Mark the ways that occur, and set the index of each link's way."""
    for k in range(len(ways)):
        there[ways[k]] = 1
    n = 0
    for way in range(len(there)):
        if there[way]:
            n += 1
            there[way] = n
    for k in range(len(ways)):
        places[k] = there[ways[k]] - 1


@loop
def turn_round(head: Any, target: Any, ways: Any, ends: Any, source: Any, back: Any) -> None:
    """List the links by the family that they lead to; ends[f] is the first of those of f."""
    for f in range(len(head) - 1):
        for k in range(head[f], head[f + 1]):
            to = target[k]
            if to >= 0:
                source[ends[to]] = f
                back[ends[to]] = ways[k]
                ends[to] += 1


@loop
def prepare(g: Any, table: Any, left: Any, gains: Any, part: Any, depth: int) -> None:
    """Clear what was decided after `depth` plies, and count the remaining actions."""
    for f in range(part[0], part[1]):
        base = g.first[f]
        count = g.first[f + 1] - base
        for p in range(base, base + count):
            left[p] = 0
            if table[p] & 127 > depth:
                table[p] = 0
        for k in range(g.head[f], g.head[f + 1]):
            weigh_link(leads_to(g, k), g.maps[g.ways[k]], table, left, base, count, depth)
        if len(gains) > 0:
            weigh_exits(gains, table, left, base, count)
        if depth == 0:
            for p in range(base, base + count):
                if left[p] == 0 and table[p] == 0:
                    table[p] = LOSES + 1


@loop
def weigh_exits(gains: Any, table: Any, left: Any, base: int, count: int) -> None:
    """Count the best exit of each member of a family; one that draws is left for good."""
    if base < 0:
        return
    for p in range(base, base + count):
        if gains[p] == WINS:
            table[p] = 1
        elif gains[p] == DRAWS:
            left[p] += 1


@loop
def leads_to(g: Any, k: int) -> int:
    """The first position of the family that a link leads to, or the end of the game it leads to."""
    f = g.target[k]
    return int(g.first[f]) if f >= 0 else int(f)


@loop
def weigh_link(
    there: int, mapping: Any, table: Any, left: Any, base: int, count: int, depth: int
) -> None:  # fmt: skip
    """Count one link of a family.

    Positions won in `depth` plies have not been propagated yet, so their links count as left.
    """
    if base < 0:
        return
    if there == WON:
        for m in range(count):
            if mapping[m] >= 0:
                table[base + m] = 1
    elif there == TIED or (there >= 0 and depth == 0):
        for m in range(count):
            left[base + m] += mapping[m] >= 0
    elif there >= 0:
        for m in range(count):
            if mapping[m] >= 0:
                code = table[there + mapping[m]]
                left[base + m] += code == 0 or code >= depth


@loop
def spread(g: Any, table: Any, left: Any, fresh: Any, part: Any, depth: int, found: Any) -> int:
    """Do one step for the families of a part; return the number of positions decided.

    `fresh[depth & 1]` marks the families changed by the previous step; the other row is filled.
    """
    decided = 0
    for f in range(len(g.first) - 1):
        if fresh[depth & 1][f]:
            fresh_wins = collect(g, f, table, depth, found[0])
            fresh_losses = collect(g, f, table, LOSES + depth, found[1])
            if fresh_wins + fresh_losses > 0:
                for k in range(g.back_head[f], g.back_head[f + 1]):
                    to = g.source[k]
                    if part[0] <= to < part[1]:
                        base = g.first[to]
                        turned = g.inverse[g.back[k]]
                        n = win(turned, table, base, found[1], fresh_losses, depth + 1)
                        n += lose(turned, table, left, base, found[0], fresh_wins, depth + 1)
                        if n > 0:
                            fresh[1 - (depth & 1)][to] = 1
                            decided += n
    return decided


@loop
def collect(g: Any, f: int, table: Any, code: int, found: Any) -> int:
    """List the members of a family that have a given byte; return their number."""
    n = 0
    base = g.first[f]
    if base < 0:
        return 0
    for m in range(g.first[f + 1] - base):
        if table[base + m] == code:
            found[n] = m
            n += 1
    return n


@loop
def win(turned: Any, table: Any, base: int, found: Any, count: int, plies: int) -> int:
    """Mark the positions that lead to these lost members as won."""
    decided = 0
    if base < 0:
        return 0
    for i in range(count):
        m = turned[0][found[i]]
        while m >= 0:
            if table[base + m] == 0:
                table[base + m] = plies
                decided += 1
            m = turned[1][m]
    return decided


@loop
def lose(
    turned: Any, table: Any, left: Any, base: int, found: Any, count: int, plies: int
) -> int:  # fmt: skip
    """Remove the actions that lead to these won members; positions without others are lost."""
    decided = 0
    if base < 0:
        return 0
    for i in range(count):
        m = turned[0][found[i]]
        while m >= 0:
            if table[base + m] == 0:
                left[base + m] -= 1
                if left[base + m] == 0:
                    table[base + m] = LOSES + plies
                    decided += 1
            m = turned[1][m]
    return decided


# ---- checking a table


@loop
def disagree(g: Any, table: Any, gains: Any, part: Any, best: Any) -> int:
    """The first position whose byte contradicts its actions; -1 if there is none.

    `best` is a buffer for the rank of the best action of each member of a family.
    """
    for f in range(part[0], part[1]):
        base = g.first[f]
        count = g.first[f + 1] - base
        for m in range(count):
            best[m] = rank(LOSES + 1)
        for k in range(g.head[f], g.head[f + 1]):
            take_best(leads_to(g, k), g.maps[g.ways[k]], table, count, best)
        if len(gains) > 0:
            for m in range(count):
                best[m] = max(best[m], rank_of_exit(int(gains[base + m])))
        for m in range(count):
            if table[base + m] == LOSES or rank(int(table[base + m])) != best[m]:
                return int(base + m)
    return -1


@loop
def take_best(there: int, mapping: Any, table: Any, count: int, best: Any) -> None:
    """Update the best ranks of a family by one link."""
    for m in range(count):
        if mapping[m] >= 0:
            best[m] = max(best[m], rank_by(there, mapping[m], table))


@loop
def rank_of_exit(gain: int) -> int:
    """The rank of the best action that leaves the stage: a win counts as the last ply."""
    if gain == WINS:
        return rank(1)
    return 0 if gain == DRAWS else rank(LOSES + 1)


@loop
def rank_by(there: int, member: int, table: Any) -> int:
    """The rank of an action that ends the game, or leads to a member of a family."""
    if there == WON:
        return rank(1)
    if there == LOST:
        return rank(LOSES + 1)
    if there == TIED:
        return 0
    return rank_after(int(table[there + member]))


@loop
def rank(code: int) -> int:
    """Larger is better for the side to move."""
    if code == 0:
        return 0
    return 256 - code if code < LOSES else code - LOSES - 256


@loop
def rank_after(code: int) -> int:
    """The rank of an action that leads to a position of the other side."""
    if code == 0:
        return 0
    return code + 1 - 256 if code < LOSES else 255 - (code - LOSES)


# ---- several stages


@loop
def pack(table: Any, packed: Any, part: Any) -> None:
    """Write the results of positions, four to a byte: 0 drawn, 1 won, 2 lost."""
    for at in range(part[0], part[1]):
        byte = 0
        for k in range(4):
            p = 4 * at + k
            if p < len(table) and table[p]:
                byte |= (1 if table[p] < LOSES else 2) << 2 * k
        packed[at] = byte


@loop
def gain(g: Any, families: Any, starts: Any, ways: Any, maps: Any, packed: Any, gains: Any) -> None:
    """Improve what families gain by links to another stage, whose results are packed.

    Link k leads from a family of `g` to the family there whose first position is starts[k].
    """
    for k in range(len(families)):
        base = g.first[families[k]]
        count = g.first[families[k] + 1] - base
        mapping = maps[ways[k]]
        for m in range(count):
            if mapping[m] >= 0 and gains[base + m] != WINS:
                p = starts[k] + mapping[m]
                result = packed[p >> 2] >> 2 * (p & 3) & 3
                if result == 2:
                    gains[base + m] = WINS
                elif result == 0:
                    gains[base + m] = DRAWS
