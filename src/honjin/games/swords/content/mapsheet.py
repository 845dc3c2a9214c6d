"""The maps that `honjin map` can show, and the sheet of a map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from honjin.core.errors import BadOption
from honjin.core.options import Option, Options
from honjin.core.parts.maps import Letter, MapMaker, MapSheet, Tell
from honjin.core.words import Say
from honjin.games.swords.content.cardfile import PRINTED_KEY, cards_of, kept_cards
from honjin.games.swords.content.fairness import fairness, nearest_enemies
from honjin.games.swords.content.generator import KEEPS, PLAYERS, draw_map, usual_keeps
from honjin.games.swords.content.mapfile import is_file, read_file, read_line, remarks, write_file
from honjin.games.swords.content.maps import (
    DESIGNED,
    FORTRESS,
    HEXES,
    LETTERS,
    MOVE,
    SQUARES,
    TERRAINS,
    Map,
)

DRAWN: Final = "drawn"
USUAL: Final = "usual"
COLOURS: Final = (
    "#b8b08d", "#d9a441", "#4f9d5d", "#4a90c2", "#7d7d7d", "#e8e4d8", "#e0563f"
)  # fmt: skip
"""The colour of each terrain by its code."""


def make_sheet(options: Options, tell: Tell) -> MapSheet:
    """The sheet of a map from a file, a designed one, or a generated one."""
    cost = cards_of(str(options["cards"])).points
    if options["map"]:
        text = str(options["map"])
        return sheet(read_file(text) if is_file(text) else read_line(text), cost)
    if options["name"] != DRAWN:
        return sheet(DESIGNED[str(options["name"])], cost)
    return _drawn(options, tell, cost)


def _drawn(options: Options, tell: Tell, cost: Sequence[int]) -> MapSheet:
    players, seed = int(str(options["players"])), int(str(options["seed"]))
    asked = str(options["keeps"])
    keeps = usual_keeps(players) if asked == USUAL else int(asked)
    drawn = draw_map(players, keeps, seed, tell, cost)
    if drawn.is_designed:
        return sheet(drawn.map, cost, said=(Say("remark.stand_in"),))
    title = Say("map.drawn", {"players": players, "keeps": keeps, "seed": seed})
    return sheet(drawn.map, cost, title=title)


def sheet(
    found: Map, cost: Sequence[int] = MOVE, *, title: Say | None = None,
    said: tuple[Say, ...] = (),
) -> MapSheet:  # fmt: skip
    """The sheet of a map; fortresses show their seat, figures count with these points to enter."""
    return MapSheet(
        title=title or _title(found),
        rows=_rows(found),
        letters=_letters(found),
        figures=figures(found, cost),
        remarks=(*said, *remarks(found, cost)),
        file=write_file(found),
        shifted=found.adjacency == HEXES,
    )


def _title(found: Map) -> Say:
    name = Say(f"map.{found.name}") if found.name in DESIGNED else found.name
    holes: dict[str, int | str | Say] = {
        "name": name, "players": found.players, "keeps": len(found.keeps),
        "shape": Say(f"map.{found.shape}"),
    }  # fmt: skip
    return Say("map.title", holes)


def _rows(found: Map) -> tuple[str, ...]:
    letters = [LETTERS[code] for code in found.terrain]
    for seat, square in enumerate(found.fortresses, 1):
        letters[square] = str(seat)
    side = len(found.rows()[0])
    return tuple("".join(letters[at : at + side]) for at in range(0, SQUARES, side))


def _letters(found: Map) -> tuple[Letter, ...]:
    terrain = [Say(f"terrain.{name}") for name in TERRAINS]
    shown = [
        Letter(LETTERS[code], terrain[code], COLOURS[code])
        for code in range(FORTRESS)
        if code in found.terrain
    ]
    seats = [
        Letter(
            str(seat), Say("map.seat", {"terrain": terrain[FORTRESS], "seat": seat}),
            COLOURS[FORTRESS],
        )
        for seat in range(1, found.players + 1)
    ]  # fmt: skip
    return (*shown, *seats)


def figures(
    found: Map, cost: Sequence[int] = MOVE, adjacency: int | None = None
) -> tuple[tuple[Say, str], ...]:  # fmt: skip
    """How even a map is, in numbers, the unfairness first; `adjacency` as in `fairness`."""
    even = fairness(found, adjacency, cost)
    phases = ", ".join(map(str, nearest_enemies(found, adjacency, cost)))
    return (
        (Say("map.unfairness"), f"{even.unfairness:.3f}"),
        *((Say(f"map.{part}"), f"{value:.3f}") for part, value in even._asdict().items()),
        (Say("map.phases"), phases),
    )


def read_seed(text: str, _options: Options) -> str:
    """Read a seed, a whole number."""
    if not text.isdecimal() or len(text) > 9:
        raise BadOption(f"option seed is a whole number of up to nine digits, not {text!r}")
    return str(int(text))


def read_own(text: str, _options: Options) -> str:
    """Read a map from a file; Flaw says what is wrong with it."""
    if text:
        read_file(text) if is_file(text) else read_line(text)
    return text


MAPS: Final = MapMaker(
    options=(
        Option(key="players", default="4", values=tuple(map(str, PLAYERS)), rule="2"),
        Option(key="keeps", default=USUAL, values=(USUAL, *map(str, KEEPS)), rule="2"),
        Option(key="seed", default="1", read=read_seed),
        Option(key="name", default=DRAWN, values=(DRAWN, *DESIGNED)),
        Option(key="map", default="", read=read_own, file=".toml"),
        Option(key="cards", default=PRINTED_KEY, read=kept_cards, file=".toml"),
    ),
    make=make_sheet,
)
