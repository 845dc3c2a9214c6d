"""The board editor: layers and brushes, the sheet of a draft, its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Final

from honjin.core.errors import Flaw
from honjin.core.parts.desks import (
    Brush,
    Checked,
    Colour,
    Desk,
    Draft,
    DraftField,
    Figure,
    Finding,
    Layer,
    Start,
    Symmetry,
    flaw_of,
)
from honjin.core.scene import Point, Scene, Space
from honjin.core.words import Say, load_words
from honjin.games.akebono.content.board import (
    CELLS,
    MIDLINES,
    PLACED,
    ROAD,
    Board,
    Place,
    deep,
    must_fit_cells,
    must_hang_together,
    ways,
)
from honjin.games.akebono.content.data import SEAT, SIDES, TERRAINS, TYPES
from honjin.games.akebono.content.draftcheck import findings_of
from honjin.games.akebono.content.drafting import (
    ROAD_LAYER,
    SIDES_OF_HALF,
    TERRAIN,
    cell_of,
    hex_of,
    on_hexes,
    places_of,
    plan_layers,
    read_draft,
    write_draft,
)
from honjin.games.akebono.info.names import piece_say
from honjin.games.akebono.rules.land import HALVES
from honjin.games.akebono.view.scene import HEX_SIZE
from honjin.geometry.hexes import Hex, centre, direction, neighbours, pack

HOME: Final = Path(__file__).parents[1]
_ROWS: Final = 6
"""The rows of the sheet on either side of the middle one; half a hex more in width."""
_SHEET: Final = frozenset(
    Hex(q, r)
    for q, r in product(range(-2 * _ROWS, 2 * _ROWS + 1), range(-_ROWS, _ROWS + 1))
    if abs(2 * q + r) <= 2 * _ROWS + 1
)
_COLOURS: Final[tuple[Colour, Colour]] = ("indigo", "crimson")
_LETTERS: Final = {"tairo": "t", "daimyo": "d", "samurai": "s", "ashigaru": "a", "teppo_tai": "g"}

# ---- layers


def _values() -> Iterator[Brush]:
    """A brush for each value of a hex, with its number as key."""
    for value in range(1, len(TERRAINS)):
        say = Say("draft.value", {"terrain": Say(f"terrain.{TERRAINS[value]}"), "n": value})
        ways = "-03" if value == ROAD else ""  # straight, until the draft is checked
        yield Brush(str(value), say, str(value), f"terrain-{value}{ways}")


def _halves(midline: str) -> tuple[Brush, ...]:
    first, second = SIDES_OF_HALF
    return tuple(
        Brush(half, Say(f"draft.{midline}.{half}"), str(n + 1), colour=_COLOURS[n],
              sign=Say(f"draft.{midline}.{half}.sign"), images=(other,))
        for n, (half, other) in enumerate(((first, second), (second, first)))
    )  # fmt: skip


def _men() -> Iterator[Brush]:
    """A brush for each type of piece of either half, drawn as on the table."""
    for half, (kind, most) in product(range(2), PLACED.items()):
        seat, letter = HALVES[half], _LETTERS[kind]
        yield Brush(
            f"{SIDES_OF_HALF[half]}.{kind}", piece_say(SEAT * seat + TYPES.index(kind)),
            letter.upper() if half else letter, f"{SIDES[seat]}-{kind}", most=most,
            images=(f"{SIDES_OF_HALF[1 - half]}.{kind}",),
        )  # fmt: skip


def _layers() -> Iterator[Layer]:
    yield Layer(TERRAIN, Say("draft.terrain"), tuple(_values()), Say("draft.no_hex"))
    road = Brush(ROAD_LAYER, Say("draft.road.way"), "1", colour="gold")
    yield Layer(ROAD_LAYER, Say("draft.road"), (road,), Say("draft.road.none"), "path", on=TERRAIN)
    for key in MIDLINES:
        say = Say("draft.midline", {"midline": Say(f"midline.{key}")})
        yield Layer(key, say, _halves(key), Say("draft.closed"), "tint", on=TERRAIN)
    men = tuple(_men())
    for midline, key in enumerate(MIDLINES):
        group = Say("draft.plans", {"midline": Say(f"midline.{key}")})
        for n, layer in enumerate(plan_layers(midline), 1):
            say = Say("draft.plan", {"n": n, "midline": Say(f"midline.{key}")})
            yield Layer(layer, say, men, Say("draft.nobody"), "piece", on=TERRAIN, group=group)


def _fields() -> Iterator[DraftField]:
    for midline in range(len(MIDLINES)):
        for n, layer in enumerate(plan_layers(midline), 1):
            yield DraftField(layer, Say("draft.plan.called"), most=12, default=f"formation_{n}",
                             of=layer)  # fmt: skip


# ---- symmetries, all around the middle of the sheet


def _changed(*midlines: int) -> tuple[str, ...]:
    """The layers in which the sides swap, for these midlines."""
    return tuple(key for n in midlines for key in (MIDLINES[n], *plan_layers(n)))


SYMMETRIES: Final = (
    Symmetry("half_turn", Say("draft.half_turn"), (-1, 0, 0, -1, 0, 0), _changed(0, 1)),
    Symmetry("across", Say("draft.across"), (-1, 0, 0, 1, 0, 0), _changed(1)),
    Symmetry("along", Say("draft.along"), (1, 0, 0, -1, 0, 0), _changed(0)),
)

# ---- the sheet


def _sheet(places: Sequence[Place]) -> list[Hex]:
    """Everything that can be painted: the hexes, those beside them, and the usual sheet."""
    taken = {place.at for place in places}
    rim = () if len(taken) > CELLS else taken
    cells = taken | {near for at in rim for near in neighbours(at)}
    if not taken or taken & _SHEET:
        cells |= _SHEET
    return sorted(cells, key=lambda at: (at.r, at.q))


def _scene(draft: Draft, places: Sequence[Place]) -> Scene:
    known, looks = {place.at: place for place in places}, _roads(draft, places)
    spaces = tuple(_space(at, known.get(at), looks) for at in _sheet(places))
    return Scene(skin="akebono", spaces=spaces, pieces=(), sides=())


def _space(at: Hex, place: Place | None, looks: Mapping[str, str]) -> Space:
    x, y = centre(at)
    where: Point = (round(x, 3), y)
    if place is None:
        return Space(cell_of(at), where, HEX_SIZE, "", Say("draft.no_hex"), "hex")
    label = Say("hex", {"hex": place.name, "terrain": Say(f"terrain.{TERRAINS[place.value]}"),
                        "n": place.value})  # fmt: skip
    look = looks.get(place.name, f"terrain-{place.value}")
    return Space(cell_of(at), where, HEX_SIZE, look, label, "hex", text=place.name)


def _roads(draft: Draft, places: Sequence[Place]) -> dict[str, str]:
    """The pictures of the hexes a road passes through, by name."""
    known = {place.name: place for place in places}
    name = {cell_of(place.at): place.name for place in places}
    road = tuple(name[cell] for cell in on_hexes(draft, ROAD_LAYER))
    found = {}
    for one, others in ways(Board(tuple(places), ((), ()), road)).items():
        turns = {direction(known[one].at, known[other].at) for other in others}
        there = "".join(str(turn) for turn in sorted(turn for turn in turns if turn is not None))
        found[one] = f"terrain-{known[one].value}" + (f"-{there}" if there else "")
    return {one: look for one, look in found.items() if known[one].value == ROAD}


# ---- figures


def _figures(places: Sequence[Place]) -> Iterator[Figure]:
    yield Figure(Say("draft.hexes"), f"{len(places)} / {CELLS}", len(places) > CELLS)
    if places and not flaw_of(must_hang_together, places):
        size = pack(place.at for place in places).size
        yield Figure(Say("draft.cells"), f"{size} / {CELLS}", bool(flaw_of(must_fit_cells, places)))
    for n, key in enumerate(MIDLINES):
        sides = [[place for place in places if place.halves[n] == half] for half in (0, 1)]
        yield _compared(Say(f"draft.{key}.hexes"), [float(len(side)) for side in sides], 0)
        room = [float(len(deep(places, n, half))) for half in (0, 1)]
        yield _compared(Say(f"draft.{key}.room"), room, 0)
        yield _compared(Say(f"draft.{key}.mean"), [_mean(side) for side in sides], 2)


def _mean(side: Sequence[Place]) -> float:
    return sum(place.value for place in side) / len(side) if side else 0.0


def _compared(say: Say, values: Sequence[float], digits: int) -> Figure:
    """A figure of both halves; poor if one exceeds the other by a tenth."""
    one, other = values
    return Figure(say, f"{one:.{digits}f} / {other:.{digits}f}", max(values) > 1.1 * min(values))


# ---- the desk


def check(draft: Draft) -> Checked:
    """Check a draft; Unreadable for cells that are not hexes."""
    for cells in draft.marks.values():
        for cell in cells:
            hex_of(cell)
    try:
        places = places_of(draft)
    except Flaw as flaw:  # too many rows for letters
        found = (Finding(flaw.say, layer=TERRAIN),)
        return Checked(_scene(draft, ()), SYMMETRIES, found)
    return Checked(
        _scene(draft, places), SYMMETRIES, findings_of(draft, places), tuple(_figures(places)),
        write_draft(draft),
    )  # fmt: skip


def _starts() -> tuple[Start, ...]:
    shipped = (HOME / "content" / "board.toml").read_text("utf-8")
    return (
        Start("sekigahara", Say("option.board.sekigahara"), read_draft(shipped)),
        Start("blank", Say("draft.start.blank"), Draft()),
    )


DESK: Final = Desk(
    key="board",
    title=Say("draft.title"),
    about=Say("draft.about"),
    option="board",
    layers=tuple(_layers()),
    fields=tuple(_fields()),
    starts=_starts(),
    read=read_draft,
    check=check,
    words=load_words(HOME / "words" / "desk"),
)
