"""Moving, defeating, shooting and the ninja (rules 15 to 29)."""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.akebono.content.data import MOUNTAIN, NINJA, PATH, SEAT, TAIRO, USED
from honjin.games.akebono.rules.actions import (
    encode_arrive,
    encode_assassinate,
    encode_shot,
    encode_step,
)
from honjin.games.akebono.rules.dice import remaining_die
from honjin.games.akebono.rules.scoring import judge
from honjin.games.akebono.rules.state import (
    Akebono,
    defeat,
    defence_at,
    first_piece,
    owner,
    price,
    put,
    take_off,
)

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
