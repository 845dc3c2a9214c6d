"""The part of the scene that belongs to no seat: squares, castles, armies, threats."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from honjin.core.scene import Decor, Piece, Point, Space
from honjin.core.words import Say
from honjin.games.swords.content.data import COPIES, NOBODY, TRAIT_ROLLS
from honjin.games.swords.content.maps import EMPTY, HEXES, SIDE, SQUARES, TERRAINS
from honjin.games.swords.info.names import (
    SQUARE_NAMES,
    all_of,
    cards_say,
    clan,
)
from honjin.games.swords.rules.state import (
    ATTACKED,
    BATTLE,
    LATE,
    MARCH,
    MOVED,
    TRAVEL,
    Swords,
    holds_castle,
)
from honjin.games.swords.view.battle import attack_line
from honjin.games.swords.view.threats import Reach, aims
from honjin.games.swords.view.tooltips import (
    PRINTED_GROUNDS,
    Gift,
    Ground,
    gift_of,
    gift_say,
    ground_say,
    grounds_of,
    land_mark,
    signed,
)

Castle = tuple[int, int, tuple[Gift, ...]]
"""A castle: its square, its holder, its traits."""
HEX_HEIGHT: Final = 0.866
HEX_TALL: Final = 1.155

# ---- spaces


def spaces(seen: Swords) -> tuple[Space, ...]:
    """All squares with their castles, the deck and the discard pile."""
    castles = tuple(_castle_of(seen, castle) for castle in range(seen.castles))
    return _spaces(seen.adjacency == HEXES, tuple(seen.terrain), castles, grounds_of(seen))


def _castle_of(seen: Swords, castle: int) -> Castle:
    gifts = tuple(gift_of(seen, trait - 1) for trait in seen.trait[castle] if trait)
    return seen.square[castle], seen.control[castle], gifts


@lru_cache(512)
def _spaces(
    is_hex: bool, terrain: tuple[int, ...], castles: tuple[Castle, ...], grounds: tuple[Ground, ...]
) -> tuple[Space, ...]:
    """The spaces, the same for all viewers until a castle changes hands."""
    return (*map_spaces(is_hex, terrain, castles, grounds), *_beside(is_hex))


def map_spaces(
    is_hex: bool, terrain: Sequence[int], castles: Iterable[Castle],
    grounds: Sequence[Ground] = PRINTED_GROUNDS,
) -> list[Space]:  # fmt: skip
    """The squares of a map with its castles; `grounds` are the terrain by its code."""
    places = [_square(square, grounds[code], is_hex) for square, code in enumerate(terrain)]
    for square, owner, gifts in castles:
        places[square] = _castle(square, grounds[terrain[square]], is_hex, owner, gifts)
    return places


@cache
def centre(square: int, is_hex: bool) -> Point:
    """The centre of a square."""
    row, column = divmod(square, SIDE)
    if is_hex:
        return (column + 0.5 * (row % 2), round(row * HEX_HEIGHT, 3))
    return (float(column), float(row))


@lru_cache(4096)
def _square(square: int, ground: Ground, is_hex: bool) -> Space:
    kind = "empty" if ground.code == EMPTY else TERRAINS[ground.code]
    look, name = f"terrain-{kind}{land_mark(ground)}", SQUARE_NAMES[square]
    label = Say("space.square", {"at": name, "terrain": ground_say(ground)})
    return _space(square, is_hex, look, label)


@lru_cache(2048)
def _castle(
    square: int, ground: Ground, is_hex: bool, owner: int, gifts: tuple[Gift, ...]
) -> Space:
    kind, name = TERRAINS[ground.code], SQUARE_NAMES[square]
    rolls = ".".join(str(TRAIT_ROLLS[trait]) for trait, _ in gifts)
    look = f"castle-{kind}-{'n' if owner == NOBODY else owner}-{rolls}"
    label = Say(
        f"space.{kind}",
        {
            "at": name,
            "who": clan(owner),
            "n": signed(ground.defence),
            "traits": all_of(map(gift_say, gifts)) if gifts else Say("space.no_traits"),
        },
    )
    return _space(square, is_hex, look, label)


def _space(square: int, is_hex: bool, look: str, label: Say) -> Space:
    name, at = SQUARE_NAMES[square], centre(square, is_hex)
    if is_hex:
        return Space(name, at, (1.0, HEX_TALL), look, label, "hex", text=name)
    return Space(name, at, (1.0, 1.0), look, label, text=name)


@cache
def _beside(is_hex: bool) -> tuple[Space, ...]:
    """Both piles beside the map, below the camps of a battle."""
    x, y = (10.8, 6.65) if is_hex else (10.25, 7.55)
    size = (0.9, 0.95)
    return (
        Space("deck", (x, y), size, "deck", Say("space.deck")),
        Space("discard", (x, y + 1.25), size, "discard", Say("space.discard")),
    )


# ---- pieces


def board_pieces(seen: Swords) -> Iterator[Piece]:
    """Armies and piles."""
    for square in range(SQUARES):
        if seen.army[square]:
            yield _army(seen, square)
    yield from _piles(seen)


def _army(seen: Swords, square: int) -> Piece:
    mark, is_in_castle = _mark(seen, square), bool(seen.castle[square])
    return _army_piece(square, seen.army[square] - 1, seen.experience[square], is_in_castle, mark)


@lru_cache(2048)
def _army_piece(square: int, seat: int, n: int, is_in_castle: bool, mark: str) -> Piece:
    name = SQUARE_NAMES[square]
    look = f"army-{seat}{'-in' if is_in_castle else ''}{mark}"
    label = Say(f"piece.army{mark.replace('-', '.')}", {"who": clan(seat), "n": n})
    return Piece(f"army.{name}", name, look, label, text=str(n) if n else "")


def _mark(seen: Swords, square: int) -> str:
    """Whether an army of the active player has moved or attacked this turn."""
    if not seen.phase >= TRAVEL or seen.army[square] != seen.turn + 1:
        return ""
    if seen.marks[square] & ATTACKED:
        return "-attacked"
    is_over = BATTLE <= seen.phase <= LATE
    return "-moved" if seen.marks[square] & MOVED and not is_over else ""


def _piles(seen: Swords) -> Iterator[Piece]:
    if seen.left:
        label = Say("piece.deck", {"n": seen.left})
        if tuple(seen.copies) != COPIES:
            label = Say("piece.deck.own", {"left": label, "cards": cards_say(seen.copies)})
        yield Piece("deck.cards", "deck", "card-back", label, text=str(seen.left))
    if seen.waste:
        label = Say("piece.discard", {"n": seen.waste, "cards": cards_say(seen.discard)})
        yield Piece("discard.cards", "discard", "discarded", label, text=str(seen.waste))


# ---- threats


def decor(seen: Swords, reaches: tuple[Reach, ...]) -> Iterator[Decor]:
    """For an army, what it could reach and attack next turn; for a place, what could come."""
    is_hex = seen.adjacency == HEXES
    for reach in reaches:
        yield from _around(reach, is_hex, _is_moving(seen, reach.base))
    for square, bases in aims(seen, reaches).items():
        yield from _comers(square, tuple(bases), is_hex, _is_own(seen, square))
    if 0 <= seen.base < SQUARES and 0 <= seen.target < SQUARES:
        yield from attack_line(seen, centre(seen.base, is_hex), centre(seen.target, is_hex))


@lru_cache(2048)
def _around(reach: Reach, is_hex: bool, is_moving: bool) -> tuple[Decor, ...]:
    """The squares an army could reach, and the armies it could attack."""
    parts, of = [], f"army.{SQUARE_NAMES[reach.base]}"
    if reach.goes and not is_moving:
        dots = "".join(f"M{x:g} {y:g}h0" for x, y in (centre(to, is_hex) for to in reach.goes))
        parts.append(Decor("reach", dots, of=of))
    if reach.strikes:
        rings = "".join(_ring(*centre(to, is_hex)) for to in reach.strikes)
        parts.append(Decor("threat", rings, of=of))
    return tuple(parts)


@lru_cache(2048)
def _comers(square: int, bases: tuple[int, ...], is_hex: bool, is_own: bool) -> tuple[Decor, ...]:
    """The armies that could come for a square; arrows warn the viewer that owns it."""
    name, end = SQUARE_NAMES[square], centre(square, is_hex)
    ways = "".join(_way(centre(base, is_hex), end) for base in bases)
    parts = [Decor("comes", ways, of=name)]
    if is_own:
        arrows = "".join(_arrow(centre(base, is_hex), end) for base in bases)
        parts.append(Decor("danger", arrows, Say("decor.danger", {"at": name})))
    return tuple(parts)


def _is_moving(seen: Swords, base: int) -> bool:
    """True if an army may move now: its squares are then lit, not guessed."""
    return seen.phase in (TRAVEL, MARCH) and seen.army[base] == seen.turn + 1


def _is_own(seen: Swords, square: int) -> bool:
    """True if an army or a castle of the viewer is on a square."""
    return seen.eyes > 0 and (
        seen.army[square] == seen.eyes or holds_castle(seen, seen.eyes - 1, square)
    )


def _arrow(start: Point, end: Point) -> str:
    """An arrow from beside its origin to the edge of its target."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / far, dy / far
    x, y = end[0] - 0.46 * ux, end[1] - 0.46 * uy
    shaft = f"M{start[0] + 0.42 * ux:.3g} {start[1] + 0.42 * uy:.3g}L{x:.3g} {y:.3g}"
    wings = ((x - 0.16 * ux + side * 0.1 * uy, y - 0.16 * uy - side * 0.1 * ux) for side in (1, -1))
    return shaft + "".join(f"M{wx:.3g} {wy:.3g}L{x:.3g} {y:.3g}" for wx, wy in wings)


def _ring(x: float, y: float) -> str:
    return f"M{x - 0.46:g} {y:g}a.46 .46 0 1 0 .92 0a.46 .46 0 1 0 -.92 0"


def _way(start: Point, end: Point) -> str:
    return f"M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}"
