"""The desk for drawing maps: the brushes, the sheet of a draft, how even it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from honjin.core.options import Options
from honjin.core.parts.desks import (
    Brush,
    Checked,
    Desk,
    Draft,
    DraftField,
    Figure,
    Layer,
    Start,
    Symmetry,
)
from honjin.core.parts.draft_tables import FieldValue
from honjin.core.scene import Scene
from honjin.core.words import Say, load_words
from honjin.games.swords.content.cardfile import PRINTED_KEY, cards_of
from honjin.games.swords.content.data import NOBODY
from honjin.games.swords.content.generator import MAX_UNFAIRNESS
from honjin.games.swords.content.mapdraft import (
    LAYER,
    SEATS,
    draft_of,
    findings_of,
    is_measured,
    map_of,
    read_draft,
)
from honjin.games.swords.content.mapfile import LEAST_PLAYERS, LONGEST_NAME, NAMELESS, write_file
from honjin.games.swords.content.maps import (
    CLEAR,
    DESIGNED,
    FORTRESS,
    HEXES,
    KEEP,
    LETTERS,
    MAX_KEEPS,
    SHAPES,
    SIDE,
    TERRAINS,
    Map,
)
from honjin.games.swords.content.mapsheet import figures
from honjin.games.swords.info.names import clan
from honjin.games.swords.rules.domains import adjacency_on
from honjin.games.swords.text.stated import STATED
from honjin.games.swords.view.board import centre, map_spaces

HOME: Final = Path(__file__).parents[1]
_LAST: Final = float(SIDE - 1)

# ---- brushes


def _brushes() -> Iterator[Brush]:
    """Terrain by the letters of a map file, fortresses by their seats."""
    for code in range(CLEAR + 1, KEEP):
        name = TERRAINS[code]
        yield Brush(name, Say(f"terrain.{name}"), LETTERS[code].lower(), f"terrain-{name}")
    keep = TERRAINS[KEEP]
    yield Brush(keep, Say(f"terrain.{keep}"), LETTERS[KEEP].lower(), f"castle-{keep}-n-")
    for n, seat in enumerate(SEATS):
        say = Say("draft.fortress", {"seat": n + 1, "who": clan(n)})
        look = f"castle-{TERRAINS[FORTRESS]}-{n}-"
        yield Brush(seat, say, str(n + 1), look, most=1, images=SEATS[n + 1 :])


TERRAIN: Final = Layer(
    LAYER, Say("draft.terrain"), tuple(_brushes()), Say(f"terrain.{TERRAINS[CLEAR]}"),
    look=f"terrain-{TERRAINS[CLEAR]}",
)  # fmt: skip

FIELDS: Final = (
    DraftField("name", Say("draft.name"), most=LONGEST_NAME, default=NAMELESS),
    DraftField(
        "shape", Say("draft.shape"), tuple(FieldValue(key, Say(f"map.{key}")) for key in SHAPES),
        default=SHAPES[0],
    ),
)  # fmt: skip

# ---- symmetries about the middle of the map

_TURN: Final = Say("draft.half_turn")
OF_SQUARES: Final = (
    Symmetry("half_turn", _TURN, (-1, 0, 0, -1, _LAST, _LAST), (LAYER,)),
    Symmetry("quarter_turn", Say("draft.quarter_turn"), (0, 1, -1, 0, _LAST, 0), (LAYER,)),
    Symmetry("across", Say("draft.across"), (-1, 0, 0, 1, _LAST, 0), (LAYER,)),
    Symmetry("along", Say("draft.along"), (1, 0, 0, -1, 0, _LAST), (LAYER,)),
    Symmetry("diagonal", Say("draft.diagonal"), (0, 1, 1, 0, 0, 0), (LAYER,)),
)
# Every second row of hexes is shifted, so no mirror maps hexes onto hexes.
_EAST, _SOUTH = centre(SIDE * SIDE - 1, is_hex=True)
OF_HEXES: Final = (Symmetry("half_turn", _TURN, (-1, 0, 0, -1, _EAST, _SOUTH), (LAYER,)),)

# ---- the sheet and its figures


def _scene(found: Map) -> Scene:
    castles = [(square, seat, ()) for seat, square in enumerate(found.fortresses)]
    castles += [(square, NOBODY, ()) for square in found.keeps]
    spaces = map_spaces(found.adjacency == HEXES, found.terrain, castles)
    return Scene(skin="swords", spaces=tuple(spaces), pieces=(), sides=())


def _figures(found: Map, cost: Sequence[int], adjacency: int) -> Iterator[Figure]:
    yield Figure(Say("draft.players"), str(found.players), found.players < LEAST_PLAYERS)
    most = MAX_KEEPS * found.players
    yield Figure(Say("draft.kept"), f"{len(found.keeps)} / {most}", len(found.keeps) > most)
    if is_measured(found):
        *spreads, phases = figures(found, cost, adjacency)
        for say, value in spreads:
            yield Figure(say, value, float(value) > MAX_UNFAIRNESS)
        yield Figure(*phases)


# ---- the desk

USUAL: Final[Options] = {"cards": PRINTED_KEY, "adjacency": "four"}
"""The options on which the evenness of a map depends, with their default values."""


def check(draft: Draft, options: Options = USUAL) -> Checked:
    """Check a draft; Unreadable for squares that do not exist."""
    found, cost = map_of(draft), cards_of(str(options["cards"])).points
    near = adjacency_on(found.shape, options)
    return Checked(
        _scene(found), OF_HEXES if found.adjacency == HEXES else OF_SQUARES,
        findings_of(found, cost, near), tuple(_figures(found, cost, near)), write_file(found),
        {"seats": str(found.players)},
    )  # fmt: skip


def _starts() -> Iterator[Start]:
    for name, found in DESIGNED.items():
        yield Start(name, Say(f"map.{name}"), draft_of(found))
    yield Start("blank", Say("draft.start.blank"), Draft())


DESK: Final = Desk(
    key="map",
    title=Say("draft.title"),
    about=Say("draft.about"),
    option="map",
    layers=(TERRAIN,),
    fields=FIELDS,
    starts=tuple(_starts()),
    read=read_draft,
    check=check,
    depends_on=tuple(USUAL),
    check_with=check,
    words=load_words(HOME / "words" / "desk", numbers=STATED),
)
