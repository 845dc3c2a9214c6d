"""The desk for battles: areas drawn as polygons, units, set-up, the scenario's numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from honjin.core.parts.desks import Checked, Desk, Draft, Figure, Start
from honjin.core.scene import Scene, Space
from honjin.core.words import Say, load_words
from honjin.games.summits.content.board import AREAS, BATTLES, SIDES, Area, Battle
from honjin.games.summits.content.boardfile import write_battle
from honjin.games.summits.content.data import SHIPPED
from honjin.games.summits.content.draftcheck import findings_of, strength
from honjin.games.summits.content.drafting import battle_of, draft_of, read_draft
from honjin.games.summits.content.drafttables import TABLES
from honjin.games.summits.info.names import plain
from honjin.games.summits.view.map import look_of, outline, place

HOME: Final = Path(__file__).parents[1]


def check(draft: Draft) -> Checked:
    """Check a draft that fits the tables."""
    battle = battle_of(draft)
    spaces = tuple(_space(battle, area) for area in battle.area)
    return Checked(
        Scene(skin="summits", spaces=spaces, pieces=(), sides=()),
        findings=findings_of(draft, battle), figures=tuple(_figures(battle)),
        file=write_battle(battle), options={"battle": battle.scenario.id},
    )  # fmt: skip


def _space(battle: Battle, area: Area) -> Space:
    at = place(area.x, area.y)
    corners = outline(battle, area)
    points = tuple((round(x - at[0], 2), round(y - at[1], 2)) for x, y in corners)
    xs, ys = ([point[k] for point in points] for k in (0, 1))
    size = (round(max(xs) - min(xs), 3), round(max(ys) - min(ys), 3))
    name = " ".join(dict.fromkeys((area.name_ja, plain(area.name_en)))).strip() or area.id
    label = Say("name.own", {"name": name})
    return Space(area.id, at, size, look_of(area), label, shape="poly", points=points, text=name)


def _figures(battle: Battle) -> Iterator[Figure]:
    yield Figure(Say("draft.areas"), f"{len(battle.area)} / {AREAS}")
    links = sum(len(area.adjacent) for area in battle.area) // 2
    yield Figure(Say("draft.links"), str(links))
    for side in SIDES:
        for key, n in strength(battle, side).items():
            yield Figure(Say(f"draft.count.{key}", {"side": Say(f"draft.side.{side}")}), str(n))


def _starts() -> Iterator[Start]:
    for key, battle in SHIPPED.items():
        yield Start(key, Say(f"draft.id.{key}"), draft_of(battle))
    yield Start(
        "blank",
        Say("draft.start.blank"),
        Draft(rows={"deck": draft_of(SHIPPED[BATTLES[0]]).rows["deck"]}),
    )


DESK: Final = Desk(
    key="map",
    title=Say("draft.title"),
    about=Say("draft.about"),
    option="map",
    layers=(),
    tables=TABLES,
    starts=tuple(_starts()),
    read=read_draft,
    check=check,
    words=load_words(HOME / "words" / "desk"),
)
