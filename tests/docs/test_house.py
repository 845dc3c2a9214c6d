"""The map of the house in docs/architecture.md is that of the code."""

import re
import sys

import pytest

from places import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

import house

PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
WINGS = house.wings()
HOPS = re.findall(r"^\| (\d) \| (.+?) \|", PAGE, re.MULTILINE)


def test_the_picture_is_drawn_from_the_layers() -> None:
    """`python scripts/house.py` draws it anew when a layer has changed."""
    assert house.picture() == house.PICTURE.read_text("utf-8")


@pytest.mark.parametrize(
    ("title", "room"), [(one.title, room) for one in WINGS for row in one.layers for room in row]
)
def test_each_room_of_the_picture_is_described(title: str, room: str) -> None:
    """A room has a line that names it."""
    if not room.startswith("__"):
        assert re.search(rf"`{room}(\.py)?`", PAGE), f"{title}: {room}"


def test_a_click_reaches_the_other_players_in_six_hops() -> None:
    """Each hop names the files that it passes through; the links are checked with all others."""
    assert [str(n) for n in range(1, 7)] == [n for n, _ in HOPS]
