"""Tables and records stored by an earlier version open, replay and continue.

`stored/` was written by version 314f4ca, before games and server were split into folders: a data
folder with a table for each game and act (tables.json lists the holders, and the state of each
seat), some of them running, that of Swords with secrets; and a finished game of each as a record,
with its result.
"""

import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from honjin.core.play import replay
from honjin.core.record import read_record
from honjin.games import keys, load
from places import STORED
from server.site_client import Browser, House, open_house

TABLES = json.loads((STORED / "tables.json").read_text("utf-8"))
RECORDS = sorted((STORED / "records").glob("*.json"))
GAMES = {key: load(key) for key in keys()}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("stored") / "data"
    shutil.copytree(STORED, folder)
    with open_house(folder, games=GAMES, bots={}, database="sqlite") as house:
        yield house


def persons(house: House, row: Any) -> list[Browser]:
    """The persons at the table, with their former cookies."""
    found = []
    for cookie in row["cookies"]:
        found.append(house.browser())
        found[-1].cookie = cookie
    return found


@pytest.mark.parametrize("row", TABLES, ids=lambda row: f"{row['game']}-{row['id']}")
def test_a_stored_table_opens_and_goes_on(house: House, row: Any) -> None:
    """Everybody finds seat, step, version and log as they were; the awaited seats can act."""
    table, rng = row["id"], random.Random(1)
    people = persons(house, row)
    for seat, one in enumerate(people):
        view = one.get(f"/api/tables/{table}?seat={seat}").json
        assert (row["status"], seat) == (view["status"], view["viewer"])
        assert (row["steps"][seat], row["versions"][seat]) == (view["step"], view["version"])
        assert row["logs"][seat] == len(view["log"]["lines"])
        assert 200 == one.get(f"/api/tables/{table}/steps/1?seat={seat}").status
    for _ in range(5 if row["status"] == "running" else 0):
        seat = people[0].get(f"/api/tables/{table}?seat=0").json["must_act"][0]
        view = people[seat].get(f"/api/tables/{table}?seat={seat}").json
        do = rng.choice(view["turn"]["choices"])["do"]
        body = {"seat": seat, "do": do, "at": view["version"]}
        done = people[seat].post(f"/api/tables/{table}/actions", **body)
        assert 200 == done.status, done.body
        if "over" == done.json["status"]:
            break


def test_every_game_is_stored() -> None:
    """Each game and act has a table and a record, and a game with secrets is running."""
    acts = {row["options"].get("act") for row in TABLES if row["game"] == "rokumon"}
    assert {"1", "2", "3", "4", "5", "epilogue"} == acts
    assert set(GAMES) == {row["game"] for row in TABLES}
    assert len(TABLES) == len(RECORDS)
    running = {row["game"] for row in TABLES if row["status"] == "running"}
    assert {"akebono", "swords", "summits"} <= running


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_stored_record_replays(file: Path) -> None:
    """To the same end, for the same reason, at the same position."""
    kept = json.loads(file.read_text("utf-8"))
    record = read_record(json.dumps(kept["record"]))
    play = replay(GAMES[record.game], record)
    result = play.result()
    assert result is not None
    assert (kept["reason"], tuple(kept["returns"])) == (result.reason, result.returns)
    assert kept["position"] == play.game.notation.write_position(play.state)
