"""Options whose values are files: errors are data, and good files are kept whole."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from honjin.games import load
from honjin.server.tables.messages import answers, games
from server.site_client import House, open_house

AKEBONO = load("akebono")
SHIPPED = (AKEBONO.home / "content" / "board.toml").read_text("utf-8")
MINE = SHIPPED.replace('id = "crane"', 'id = "tortoise"').replace(', "H10", "H11"]', "]")
"""A different formation for each midline, and a road that ends before the edge."""


@pytest.fixture
def hexes(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, games={"akebono": AKEBONO}) as house:
        yield house


def test_a_flaw_of_a_file_is_told_as_data(hexes: House) -> None:
    """In addition to the English sentence; the game's words have its template."""
    ann = hexes.browser()
    answer = ann.post("/api/tables", game="akebono", options={"board": "[board"})
    assert "bad-option" == answer.problem
    assert "option board: line 1, column 7: expected TOML, got [board" == answer.json["detail"]
    holes = {"line": 1, "column": 7, "got": "[board"}
    assert {"k": "file.not_toml", "p": holes} == answer.json["say"]
    page = msgspec.json.decode(ann.get("/api/games/akebono").body, type=games.GamePage)
    assert "file.not_toml" in page.game.words


def looks(house: House, table: str) -> tuple[list[str], list[str]]:
    """The formations to be taken up at a table, and the appearance of the road's last hexes."""
    answer = house.browser().get(f"/api/tables/{table}/steps/0")
    scene = msgspec.json.decode(answer.body, type=answers.PastView).scene
    spaces = {space.id: space.look for space in scene.spaces}
    plans = [verb.id for verb in scene.verbs if verb.id.startswith("plan:")]
    return plans, [spaces[name] for name in ("I10", "H10", "H11")]


def test_a_board_travels_whole(tmp_path: Path) -> None:
    """After a restart, an export and import, and in a fork it has its road and its formations."""
    with open_house(tmp_path, games={"akebono": AKEBONO}) as house:
        ann = house.browser()
        table = ann.open("akebono", board=MINE)
        first = looks(house, table)
        assert "plan:tortoise" in first[0]
        assert "terrain-1" == first[1][2]
        ann.do(table, 0, "=tortoise")
        ann.do(table, 1, "=scales")
        kept = ann.view(table).options["board"]
        cookie = ann.cookie
    with open_house(tmp_path, games={"akebono": AKEBONO}) as house:
        ann = house.browser()
        ann.cookie = cookie
        fork = ann.post(f"/api/tables/{table}/fork", step=1).json["id"]
        ann.post(f"/api/tables/{table}/resign", seat=0, at=ann.view(table).version)
        record = ann.get(f"/api/tables/{table}/record").body.decode()
        ways = [table, fork, ann.post("/api/records", record=record).json["id"]]
        assert [first] * 3 == [looks(house, way) for way in ways]
        assert [kept] * 3 == [ann.view(way).options["board"] for way in ways]
