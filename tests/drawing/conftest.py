"""What tests of pictures share: the drawings as they are built, and recorded games."""

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from honjin.core.play import Play, replay
from honjin.core.record import read_record
from honjin.core.scene import Scene
from honjin.core.seats import SPECTATOR
from honjin.games import load
from honjin.pictures.artist import Artist, must_be_able
from honjin.pictures.card import Card, Language, Theme, Writer
from honjin.pictures.errors import CannotDraw
from places import STORED

RECORDS = sorted((STORED / "records").glob("*.json"))


@pytest.fixture(scope="session")
def artist() -> Iterator[Artist]:
    try:
        must_be_able()
    except CannotDraw as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(problem))
    artist = Artist()
    yield artist
    artist.close()


@cache
def recorded(file: Path) -> Play:
    """A whole game."""
    text = json.dumps(json.loads(file.read_text("utf-8"))["record"])
    record = read_record(text)
    return replay(load(record.game), record)


def scene_at(play: Play, step: int) -> Scene:
    """What a spectator sees."""
    return play.game.table.scene(play.game.seen_by(play.state_at(step), SPECTATOR))


def card_at(
    play: Play, step: int, *, theme: Theme = "light", lang: Language = "en", **more: Any
) -> Card:
    """The card of a step."""
    writer = Writer(play.game, lang)
    holders = more.get("holders", [f"Player {n}" for n in range(play.seats)])
    ids = (
        [thing for e in play.steps[step - 1].told_to(SPECTATOR) for thing in e.ids] if step else []
    )
    return writer.card(
        scene_at(play, step), ids, notes=writer.notes(play.options, writer.step(step)),
        holders=holders, theme=theme,
    )  # fmt: skip
