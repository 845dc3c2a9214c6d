"""Laying the board tile by tile, then placing a fortress and two keeps each (rule 26)."""

from typing import Any

from honjin.core.jit.rule import rule
from honjin.games.swords.content.laying import (
    FACE_DOWN,
    TILE_KINDS,
    face_of,
    ground_of,
    list_fortresses,
    list_keeps,
    list_layings,
)
from honjin.games.swords.content.maps import FORTRESS, KEEP, SQUARES
from honjin.games.swords.rules.actions import encode_put, encode_tile
from honjin.games.swords.rules.setup import add_castle, begin_traits, own
from honjin.games.swords.rules.state import (
    LAY,
    PLACE,
    TILES,
    Swords,
    nth,
)

# ---- tiles


@rule
def next_short(s: Swords) -> int:
    """The first seat in turn order that can draw a tile; the number of seats if none can."""
    if s.stocked > 0:
        for k in range(s.seats):
            seat = nth(s, k)
            if s.tiled[seat] < s.tile_hand:
                return seat
    return s.seats


@rule
def list_tiles(s: Swords, out: Any, weights: Any) -> int:
    """List the tiles of the stock, each equally likely."""
    n = 0
    for tile in range(TILE_KINDS):
        if s.stock[tile]:
            out[n] = tile
            weights[n] = s.stock[tile]
            n += 1
    return n


@rule
def draw_tile(s: Swords, tile: int) -> None:
    """Draw a tile, unseen by the others."""
    seat = next_short(s)
    s.stock[tile] -= 1
    s.stocked -= 1
    s.tiles[seat][tile] += 1
    s.tiled[seat] += 1


@rule
def list_lay(s: Swords, seat: int, out: Any) -> int:
    """List the squares where each tile of the hand can be laid."""
    n = list_layings(s.terrain, s.adjacency, s.tiles[seat], out)
    for k in range(n):
        out[k] = encode_tile(out[k] // SQUARES, out[k] % SQUARES)
    return n


@rule
def lay(s: Swords, seat: int, tile: int, square: int) -> None:
    """Lay a tile; then one is drawn, and the next player has the turn."""
    s.tiles[seat][face_of(tile)] -= 1
    s.tiled[seat] -= 1
    s.terrain[square] = ground_of(tile)
    if tile == FACE_DOWN:
        s.buried += 1
    s.placed += 1
    if s.placed == SQUARES:
        end_laying(s)
    else:
        s.turn = nth(s, s.placed % s.seats)
        s.phase = TILES


@rule
def end_laying(s: Swords) -> None:
    """End the laying; castles come next."""
    put_away(s)
    s.placed = 0
    s.phase = PLACE
    s.turn = placer(s)


@rule
def put_away(s: Swords) -> None:
    """Return the remaining tiles to the box."""
    s.stocked = 0
    s.buried = 0
    for tile in range(TILE_KINDS):
        s.stock[tile] = 0
        for seat in range(s.seats):
            s.tiles[seat][tile] = 0
            s.tiled[seat] = 0


# ---- castles


@rule
def placer(s: Swords) -> int:
    """The seat that places the next castle: in turn order, or there and back."""
    k = s.placed % s.seats
    if s.snake and s.placed // s.seats == 1:
        k = s.seats - 1 - k
    return nth(s, k)


@rule
def list_places(s: Swords, seat: int, out: Any) -> int:
    """List the squares for a fortress, or later for a keep."""
    if s.placed < s.seats:
        n = list_fortresses(s.terrain, s.adjacency, s.seats, out)
    else:
        n = list_keeps(s.terrain, s.adjacency, s.square[s.home[s.turn]], out)
    for k in range(n):
        out[k] = encode_put(out[k])
    return n


@rule
def place_castle(s: Swords, seat: int, square: int) -> None:
    """Replace the terrain with a castle; after the last one, traits are rolled."""
    s.terrain[square] = FORTRESS if s.placed < s.seats else KEEP
    add_castle(s, square)
    if s.placed < s.seats:
        own(s, seat, s.castles - 1)
    elif s.keeps_owned:
        s.control[s.castles - 1] = seat
    s.placed += 1
    if s.placed == 3 * s.seats:
        s.placed = 0
        s.turn = s.first
        begin_traits(s)
    else:
        s.turn = placer(s)


@rule
def is_short(s: Swords) -> bool:
    """True if any seat can draw a tile."""
    return next_short(s) < s.seats


@rule
def begin_lay(s: Swords) -> None:
    """Start laying the next tile once everybody has drawn."""
    s.phase = LAY
