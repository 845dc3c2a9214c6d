"""Laying a board of tiles (rule 26): where each tile can be laid, and castles placed.

`terrain` is a list of 100 codes, EMPTY where no tile is yet; all distances are counted across sides
(or hexes), whatever neighbours armies have (Q5). Laying a tile has the number 100 * tile + square:

    0 clear  1 difficult  2 covered  3 treacherous  4 impassable
    5        an impassable tile face down: clear ground

Tiles (W5): a passable one goes on any empty square that shares a side with a laid one, the first
tile anywhere. So does an impassable one if it cuts no land off; empty squares count as land. A
player who holds impassable tiles only, and can lay none of them, lays one face down.

Castles (W6): a fortress is placed on passable ground, at least 5 from the others, where the
remaining ones still find room, with 3 or more passable squares within 2 of it. A keep is placed on
passable ground within 2 of its fortress; it may not take the last square beside the fortress that
an army can enter (Q4).

There is always a legal tile or castle: docs/games/swords.md says why.
"""

from typing import Any, Final

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rule import rule
from honjin.games.swords.content.maps import (
    CLEAR,
    EMPTY,
    FORTRESS,
    HEXES,
    IMPASSABLE,
    KEEP,
    SIDES_ONLY,
    SQUARES,
    WITH_CORNERS,
    around,
    steps,
)

TILE_KINDS: Final = 5
FACE_DOWN: Final = 5
MAX_LAYINGS: Final = 500
"""The most ways to lay a tile."""

APART: Final = 5
"""The least number of steps between fortresses, which keeps the grounds for keeps apart."""
KEEP_STEPS: Final = 2
"""The most steps between a keep and its fortress."""
CASTLE_GROUND: Final = 3
"""Passable squares a fortress needs within KEEP_STEPS: for two keeps and an army."""


# ---- tiles (W5)


@rule
def face_of(tile: int) -> int:
    """The terrain on the face of a tile, even of one laid face down."""
    return IMPASSABLE if tile == FACE_DOWN else tile


@rule
def ground_of(tile: int) -> int:
    """The terrain of the square once the tile is laid."""
    return CLEAR if tile == FACE_DOWN else tile


@rule
def list_layings(terrain: Any, adjacency: int, hand: Any, out: Any) -> int:
    """List what can be laid from a hand (hand[terrain]: copies); never empty (W5)."""
    sides = laying_sides(adjacency)
    is_first = is_bare(terrain)
    n = 0
    for tile in range(TILE_KINDS):
        if hand[tile]:
            n = _list_tile(terrain, sides, tile, is_first, out, n)
    if n == 0 and hand[IMPASSABLE]:
        n = _list_tile(terrain, sides, FACE_DOWN, is_first, out, n)
    return n


@rule
def _list_tile(terrain: Any, sides: int, tile: int, is_first: bool, out: Any, n: int) -> int:
    for square in range(SQUARES):
        if terrain[square] != EMPTY or not (is_first or touches_laid(terrain, sides, square)):
            continue
        if tile != IMPASSABLE or not cuts_off(terrain, sides, square):
            out[n] = 100 * tile + square
            n += 1
    return n


@rule
def laying_sides(adjacency: int) -> int:
    """The neighbours that count when a board is laid: across sides, or hexes."""
    return HEXES if adjacency == HEXES else SIDES_ONLY


@rule
def is_bare(terrain: Any) -> bool:
    """True if no tile is laid yet."""
    for square in range(SQUARES):
        if terrain[square] != EMPTY:
            return False
    return True


@rule
def touches_laid(terrain: Any, sides: int, square: int) -> bool:
    """True if a square shares a border with a laid tile."""
    near = around(sides, square)
    while near:
        if terrain[(near & 127) - 1] != EMPTY:
            return True
        near >>= 7
    return False


@rule
def cuts_off(terrain: Any, sides: int, square: int) -> bool:
    """True if land is split when a square becomes impassable; empty squares count as land."""
    if not _is_by_impassable(terrain, sides, square):
        return False
    blocked_low, blocked_high = _set_of(terrain, IMPASSABLE)
    if square < 50:
        blocked_low |= 1 << square
    else:
        blocked_high |= 1 << square - 50
    return not _is_one_piece(sides, _HALF & ~blocked_low, _HALF & ~blocked_high)


@rule
def _is_by_impassable(terrain: Any, sides: int, square: int) -> bool:
    """True if the ring around a square is broken; otherwise land goes round it."""
    near = around(HEXES if sides == HEXES else WITH_CORNERS, square)
    while near:
        if terrain[(near & 127) - 1] == IMPASSABLE:
            return True
        near >>= 7
    return False


# ---- sets of squares: two numbers, for squares 0 to 49 and 50 to 99

_HALF: Final = (1 << 50) - 1
_WEST: Final = sum(1 << row * 10 for row in range(5))  # column 0 of five rows
_EAST: Final = _WEST << 9
_ROW: Final = 1023
_OUTER: Final = sum(_ROW << row * 10 for row in (0, 2, 4))  # rows of a half: first, third, fifth
_INNER: Final = _HALF & ~_OUTER


@rule
def _set_of(terrain: Any, code: int) -> tuple[int, int]:
    low = high = 0
    for square in range(50):
        if terrain[square] == code:
            low |= 1 << square
        if terrain[square + 50] == code:
            high |= 1 << square
    return low, high


@rule
def _is_one_piece(sides: int, low: int, high: int) -> bool:
    """True if a set is connected."""
    if low:
        seen_low, seen_high = low & -low, 0
    else:
        seen_low, seen_high = 0, high & -high
    while True:
        grown_low, grown_high = _grown(sides, seen_low, seen_high)
        grown_low, grown_high = grown_low & low, grown_high & high
        if grown_low == seen_low and grown_high == seen_high:
            return seen_low == low and seen_high == high
        seen_low, seen_high = grown_low, grown_high


@rule
def _grown(sides: int, low: int, high: int) -> tuple[int, int]:
    """A set with all squares that border on it."""
    if sides == HEXES:  # rows 0, 2 … lie half a hex west of their neighbours, 1, 3 … east
        from_low = low | (low & _OUTER) >> 1 & ~_EAST | (low & _INNER) << 1 & ~_WEST
        from_high = high | (high & _OUTER) << 1 & ~_WEST & _HALF | (high & _INNER) >> 1 & ~_EAST
    else:
        from_low, from_high = low, high
    return (
        _spread(low) | from_low << 10 & _HALF | from_low >> 10 | (from_high & _ROW) << 40,
        _spread(high) | from_high << 10 & _HALF | from_high >> 10 | from_low >> 40,
    )


@rule
def _spread(half: int) -> int:
    """A set with its neighbours to the west and east."""
    return half | half << 1 & ~_WEST & _HALF | half >> 1 & ~_EAST


# ---- castles (W6)


@rule
def is_passable(terrain: Any, square: int) -> bool:
    """True if a laid square can hold an army."""
    code: int = terrain[square]
    return code not in (IMPASSABLE, EMPTY)


@rule
def list_fortresses(terrain: Any, adjacency: int, players: int, out: Any) -> int:
    """List the squares for the next of a number of fortresses (W6)."""
    sides = laying_sides(adjacency)
    low, high = _fortress_ground(terrain, sides)
    more = players - 1 - count_castles(terrain, FORTRESS)
    n = 0
    for square in range(SQUARES):
        if _holds(low, high, square) and _leaves_room(sides, low, high, square, more):
            out[n] = square
            n += 1
    return n


@rule
def _leaves_room(sides: int, low: int, high: int, square: int, more: int) -> bool:
    """True if `more` further fortresses still find room once one is placed."""
    disc_low, disc_high = _disc(sides, APART - 1, square)
    return has_room(sides, low & ~disc_low, high & ~disc_high, more)


@rule
def list_keeps(terrain: Any, adjacency: int, fortress: int, out: Any) -> int:
    """List the squares for a keep of the fortress on a square (W6)."""
    sides = laying_sides(adjacency)
    spared = only_exit(terrain, sides, fortress)
    n = 0
    for square in range(SQUARES):
        if square != spared and _is_keep_ground(terrain, sides, fortress, square):
            out[n] = square
            n += 1
    return n


@rule
def count_castles(terrain: Any, code: int) -> int:
    """The number of fortresses, or keeps, placed."""
    found = 0
    for square in range(SQUARES):
        found += int(terrain[square] == code)
    return found


@rule
def _is_keep_ground(terrain: Any, sides: int, fortress: int, square: int) -> bool:
    if not is_passable(terrain, square) or terrain[square] == KEEP or square == fortress:
        return False
    return steps(sides, fortress, square) <= KEEP_STEPS


@rule
def only_exit(terrain: Any, sides: int, fortress: int) -> int:
    """The only square beside a fortress where an army can be set up (Q4); -1 if there are more."""
    found = -1
    near = around(sides, fortress)
    while near:
        square = (near & 127) - 1
        if is_passable(terrain, square) and terrain[square] != KEEP:
            if found >= 0:
                return -1
            found = square
        near >>= 7
    return found


@rule
def _fortress_ground(terrain: Any, sides: int) -> tuple[int, int]:
    """The squares where one more fortress could be placed if it were the last."""
    rock_low, rock_high = _set_of(terrain, IMPASSABLE)
    land_low, land_high = _HALF & ~rock_low, _HALF & ~rock_high
    low, high = _without_fortresses(terrain, sides, land_low, land_high)
    for square in range(SQUARES):
        around_low, around_high = _disc(sides, KEEP_STEPS, square)
        ground = count_bits(around_low & land_low) + count_bits(around_high & land_high)
        if ground <= CASTLE_GROUND:  # its own square counts too
            low, high = _without(low, high, square)
    return low, high


@rule
def _without_fortresses(terrain: Any, sides: int, low: int, high: int) -> tuple[int, int]:
    for square in range(SQUARES):
        if terrain[square] == FORTRESS:
            taken_low, taken_high = _disc(sides, APART - 1, square)
            low, high = low & ~taken_low, high & ~taken_high
    return low, high


# ---- room for fortresses


@rule
def _holds(low: int, high: int, square: int) -> bool:
    half = low >> square if square < 50 else high >> square - 50
    return half & 1 == 1


@rule
def has_room(sides: int, low: int, high: int, more: int) -> bool:
    """True if this many fortresses find room on a set of squares.

    One of them takes the first square of the set or one too close to it, so each level tries the
    disc around that square. `path` holds the squares being tried, 7 bits per level.
    """
    path = depth = tried = 0
    while depth >= 0 and depth < more:
        room_low, room_high = _room_left(sides, low, high, path, depth)
        square = -1
        if _may_hold(sides, room_low, room_high, more - depth):
            square = _next_try(sides, room_low, room_high, tried)
        if square < 0:
            depth -= 1
            tried = (path >> 7 * depth & 127) + 1 if depth >= 0 else 0
        else:
            path = path & (1 << 7 * depth) - 1 | square << 7 * depth
            depth += 1
            tried = 0
    return depth >= 0


@rule
def _room_left(sides: int, low: int, high: int, path: int, depth: int) -> tuple[int, int]:
    """A set without the squares near the path, and without those tried before each of these."""
    for level in range(depth):
        square = path >> 7 * level & 127
        disc_low, disc_high = _disc(sides, APART - 1, _first(low, high))
        before_low, before_high = _before(square)
        low, high = low & ~(disc_low & before_low), high & ~(disc_high & before_high)
        disc_low, disc_high = _disc(sides, APART - 1, square)
        low, high = low & ~disc_low, high & ~disc_high
    return low, high


@rule
def _may_hold(sides: int, low: int, high: int, more: int) -> bool:
    """True if enough discs around the centres meet the set: none can hold two fortresses.

    This saves most of the search on hexes; on squares it would save nothing.
    """
    if sides != HEXES:
        return True
    for centre in _CENTRES:
        disc_low, disc_high = _disc(sides, KEEP_STEPS, centre)
        more -= int((low & disc_low | high & disc_high) != 0)
    return more <= 0


@rule
def _next_try(sides: int, low: int, high: int, tried: int) -> int:
    """The first square from `tried` on that is near the first of a set; -1 if there is none."""
    if low == 0 and high == 0:
        return -1
    disc_low, disc_high = _disc(sides, APART - 1, _first(low, high))
    before_low, before_high = _before(tried)
    low, high = low & disc_low & ~before_low, high & disc_high & ~before_high
    return -1 if low == 0 and high == 0 else _first(low, high)


@rule
def _first(low: int, high: int) -> int:
    return lowest_bit(low) if low else 50 + lowest_bit(high)


@rule
def _before(square: int) -> tuple[int, int]:
    """All squares before a square."""
    if square < 50:
        return (1 << square) - 1, 0
    return _HALF, (1 << square - 50) - 1


@rule
def _without(low: int, high: int, square: int) -> tuple[int, int]:
    if square < 50:
        return low & ~(1 << square), high
    return low, high & ~(1 << square - 50)


def _discs(radius: int, start: int) -> tuple[int, ...]:
    """For each square, then for each hex: which of the 50 from `start` on are within a radius."""
    return tuple(
        sum(1 << n for n in range(50) if steps(sides, square, start + n) <= radius)
        for sides in (SIDES_ONLY, HEXES)
        for square in range(SQUARES)
    )


_GROUNDS: Final = _discs(KEEP_STEPS, 0), _discs(KEEP_STEPS, 50)
_CENTRES: Final = (14, 21, 28, 54, 71, 78, 85)
"""Every hex is within KEEP_STEPS of one of these: there is room for seven fortresses at most."""
_TAKEN: Final = _discs(APART - 1, 0), _discs(APART - 1, 50)


@rule
def _disc(sides: int, radius: int, square: int) -> tuple[int, int]:
    """The squares within KEEP_STEPS, or within APART - 1."""
    n = square + 100 if sides == HEXES else square
    if radius == KEEP_STEPS:
        return _GROUNDS[0][n], _GROUNDS[1][n]
    return _TAKEN[0][n], _TAKEN[1][n]
