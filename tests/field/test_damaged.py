"""Stored data that was damaged: what it belongs to is refused, and everything else goes on."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from honjin.lab.background import STATE
from honjin.lab.experiments.background import GAMES, INDEX, SUMMARY, write_figures
from honjin.lab.experiments.file import read_report
from honjin.lab.experiments.running import Experiment
from honjin.server.db.folder import CannotUseFolder, require_not_emptied
from honjin.server.experiments.catalogue import META
from hostile.attacked import NotStarted, RealServer
from server.analysis.test_analysis import BOTH
from server.analysis.test_review import reviewed
from server.site_client import Browser, House, open_house
from server.tournaments.test_tournaments import announces, looks


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, database="sqlite") as found:
        yield found


def change(house: House, statement: str, **given: object) -> None:
    """Change rows of the database behind the server's back."""
    done = house.run(
        house.site.store.change(lambda c: c.execute(sa.text(statement), given).rowcount)
    )
    assert done, statement


def written(house: House) -> None:
    """Have the journals written out, and forget the tables in memory."""
    house.site.store._tidy()
    house.site.tables.sweep(0, lambda _: False)
    assert not house.site.tables.rooms()


def played(ann: Browser) -> str:
    table = ann.open()
    ann.do(table, 0, ann.view(table).turn.choices[0].do)  # type: ignore[union-attr]
    return table


JOURNALS = {
    "cut": "substr(entries, 1, length(entries) / 2)",
    "null": "'null'",
    "of other things": "'[1, 2, 3]'",
    "without its opening": "'[' || substr(entries, instr(entries, '},{') + 2)",
    "of nothing": "'[]'",
}


@pytest.mark.parametrize("what", [*JOURNALS])
def test_a_damaged_journal_is_told(
    house: House, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    """For its table only, which the log names once, and without a traceback."""
    ann = house.browser()
    table, other = played(ann), played(ann)
    written(house)
    change(house, f"UPDATE runs SET entries = {JOURNALS[what]} WHERE table_id = :id", id=table)
    with caplog.at_level(logging.WARNING):
        for path in ("", "/record", "/steps/0", "/people"):
            answer = ann.get(f"/api/tables/{table}{path}")
            assert answer.status in (404, 500), answer
            assert answer.problem in ("damaged", "unknown-table", "unknown-path"), answer
        said = ann.post(f"/api/tables/{table}/chat", text="Hello?")
    assert ("unknown-table" if what == "of nothing" else "damaged") == said.problem
    assert not [one for one in caplog.records if one.exc_info]
    if what != "of nothing":
        assert 1 == sum(f"table {table} is damaged" in one.getMessage() for one in caplog.records)
    assert ann.view(other).version
    assert 200 == ann.get("/api/tables").status
    assert 200 == ann.get("/api/turns").status


def test_a_gap_in_a_journal_is_told(house: House) -> None:
    """What follows it would be replayed as if nothing had been in between."""
    ann = house.browser()
    table = played(ann)
    written(house)
    change(house, "UPDATE runs SET n = n + 1 WHERE table_id = :id", id=table)
    assert "damaged" == ann.get(f"/api/tables/{table}").problem


@pytest.mark.parametrize("body", ["'text'", "x'00'", "''"])
def test_a_damaged_snapshot_is_not_used(house: House, body: str) -> None:
    """The journal has everything; text where bytes should be was an error."""
    ann = house.browser()
    table = played(ann)
    before = ann.view(table)
    written(house)
    put = f"INSERT INTO snapshots (table_id, part, body) VALUES (:id, 0, {body})"
    change(house, put, id=table)
    assert before.scene == ann.view(table).scene


def test_a_damaged_row_of_the_lobby_is_left_out(house: House) -> None:
    """The others are listed; one damaged row closed the lobby and everybody's own tables."""
    ann, bob = house.browser(), house.browser()
    table, other = ann.open(seats="mo"), ann.open(seats="mo")
    written(house)
    change(house, "UPDATE tables SET header = '{' WHERE id = :id", id=table)
    for page in ("/api/tables", "/api/turns"):
        assert 200 == bob.get(page).status
    listed = json.loads(bob.get("/api/tables").body)
    assert other in json.dumps(listed)
    assert table not in json.dumps(listed)


def test_a_damaged_study_is_told(house: House) -> None:
    """Others are read, and listed."""
    ann = house.browser()
    one, other, third = (
        ann.post("/api/studies", title=f"Study {n}", visibility="private").json["id"]
        for n in range(3)
    )
    for study in (one, third):
        house.site.studies._here.pop(study, None)
    change(house, "UPDATE study_events SET body = 'null' WHERE study = :id", id=one)
    change(house, "UPDATE studies SET header = '' WHERE id = :id", id=third)
    assert "damaged" == ann.get(f"/api/studies/{one}").problem
    assert 200 == ann.get(f"/api/studies/{other}").status
    listed = ann.get("/api/studies?of=yours")
    assert 200 == listed.status, listed
    assert other in listed.body.decode()


@pytest.mark.parametrize("file", [META, STATE, SUMMARY, INDEX])
@pytest.mark.parametrize("content", [b"", b"null", b'{"at'])
def test_a_damaged_experiment_is_told(house: House, file: str, content: bytes) -> None:
    """And left out of the list of its owner."""
    from honjin.lab.experiments.plan import Plan, Variant

    plan = Plan("madeup", (Variant("x", {}, ("random",)),), games=2)
    ann, catalogue = house.browser(), house.site.experiments.catalogue
    me = ann.post("/api/me", name="Ann").json["id"]
    key, other = catalogue.make(me, plan), catalogue.make(me, plan)
    (catalogue.folder / key / file).write_bytes(content)
    page = "/games" if file == INDEX else ""
    assert "damaged" == ann.get(f"/api/experiments/{key}{page}").problem
    assert 200 == ann.get(f"/api/experiments/{other}").status
    listed = ann.get("/api/experiments")
    assert 200 == listed.status, listed
    assert other in listed.body.decode()


@pytest.mark.slow
def test_a_cut_file_of_games_is_told(house: House) -> None:
    """It was said that there is no such game, which its list shows."""
    from honjin.lab.experiments.plan import Plan, Variant

    plan = Plan("rokumon", (Variant("x", {"act": "2"}, ("greedy",)),), games=2)
    ann, catalogue = house.browser(), house.site.experiments.catalogue
    me = ann.post("/api/me", name="Ann").json["id"]
    key = catalogue.make(me, plan)
    file = catalogue.folder / key / GAMES
    Experiment(plan, file).run(jobs=1)
    write_figures(file.parent, read_report(file))
    game = f"/api/experiments/{key}/record?variant=0&game="
    assert 200 == ann.get(f"{game}1").status
    assert "unknown-experiment" == ann.get(f"{game}7").problem
    file.write_bytes(file.read_bytes()[:200])
    assert "damaged" == ann.get(f"{game}1").problem
    assert 200 == ann.get("/api/experiments").status


def test_a_damaged_tournament_is_told(house: House) -> None:
    """Others go on, and are listed."""
    ann = house.browser()
    one, other, third = (announces(ann, name=f"Cup {n}") for n in range(3))
    ids = [path.rpartition("/")[2] for path in (one, third)]
    event = "UPDATE tournament_events SET body = 'null' WHERE tournament = :id"
    change(house, event, id=ids[0])
    change(house, "UPDATE tournaments SET header = '{' WHERE id = :id", id=ids[1])
    house.site.tournaments._here.clear()
    assert "damaged" == ann.get(one).problem
    assert 200 == ann.get(other).status
    looks(house)
    listed = ann.get("/api/tournaments")
    assert 200 == listed.status, listed
    assert [other.rpartition("/")[2] in listed.body.decode(), ids[1] in listed.body.decode()] == [
        True, False,
    ]  # fmt: skip
    assert 200 == house.browser().post(f"{other}/enter").status


def test_damaged_wishes_are_told(house: House) -> None:
    """Of one person; the feed was an error with a traceback."""
    ann, bob = house.browser(), house.browser()
    feeds = [one.post("/api/calls/feed").json["atom"] for one in (ann, bob)]
    paths = ["/" + one.partition("//")[2].partition("/")[2] for one in feeds]
    wishes = "UPDATE callers SET wishes = :text WHERE person = :id"
    for one in (ann, bob):
        assert (
            200 == one.post("/api/calls", **json.loads(one.get("/api/calls").body)["wishes"]).status
        )
    change(house, wishes, id=ann.get("/api/me").json["id"], text='{"mail":')
    assert "damaged" == ann.get("/api/calls").problem
    assert "damaged" == house.browser().get(paths[0]).problem
    assert 200 == bob.get("/api/calls").status
    assert 200 == house.browser().get(paths[1]).status


@pytest.mark.parametrize("body", ["x''", "x'00'", "'[3]'"])
def test_a_damaged_review_is_made_again(tmp_path: Path, body: str) -> None:
    """The journal has everything that it was made of."""
    with open_house(tmp_path, games=BOTH, database="sqlite") as house:
        ann = house.browser()
        table = ann.open("crosses", seats="mm")
        ann.play_on(table)
        found = reviewed(house, ann, table)
        assert 0 < len(found.verdicts) == found.of
        change(house, f"UPDATE reviews SET body = {body} WHERE table_id = :id", id=table)
    with open_house(tmp_path, games=BOTH, database="sqlite") as house:
        assert found == reviewed(house, house.browser(), table)


def test_an_empty_database_beside_a_key_is_refused(tmp_path: Path) -> None:
    """It began afresh without a word, and everybody's tables were gone."""
    folder = tmp_path / "data"
    first = RealServer(folder)
    first.end()
    (folder / "honjin.db").write_bytes(b"")
    with pytest.raises(NotStarted) as caught:
        RealServer(folder)
    (said,) = caught.value.said.splitlines()
    assert said.startswith(f"honjin: the database {folder / 'honjin.db'} is empty"), said
    assert "restore" in said
    assert b"" == (folder / "honjin.db").read_bytes()


USED = {
    "secret.key": "a" * 64,
    "backup.json": "{}",
    "before-upgrade-0001-to-0002.tar": "",
    "honjin.db-wal": "",
    "experiments/abcdefgh/about.json": "{}",
}


@pytest.mark.parametrize("state", ["empty", "missing"])
@pytest.mark.parametrize("file", [*USED])
def test_a_used_folder_without_its_data_is_refused(tmp_path: Path, state: str, file: str) -> None:
    """Whatever is left of it. What to do is said."""
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / file).write_text(USED[file])
    database = tmp_path / "honjin.db"
    if state == "empty":
        database.touch()
    with pytest.raises(CannotUseFolder) as caught:
        require_not_emptied(tmp_path, database)
    assert str(caught.value).startswith(
        f"the database {database} is {state}, but {tmp_path / file}"
    )
    assert "honjin restore" in str(caught.value)
    assert (state == "empty") == database.exists()


@pytest.mark.slow
def test_a_server_does_not_begin_anew_in_a_used_folder(tmp_path: Path) -> None:
    """A file that is gone was made anew without a word. Without all that was left it begins."""
    folder = tmp_path / "data"
    RealServer(folder).end()
    (folder / "honjin.db").unlink()
    with pytest.raises(NotStarted) as caught:
        RealServer(folder)
    (said,) = caught.value.said.splitlines()
    assert said.startswith(f"honjin: the database {folder / 'honjin.db'} is missing"), said
    assert not (folder / "honjin.db").exists()
    (folder / "secret.key").unlink()
    RealServer(folder).end()


@pytest.mark.slow
def test_a_first_start_that_fails_is_not_taken_for_use(tmp_path: Path) -> None:
    """There is no key before there is a database: the next start begins as if it were the first."""
    folder, elsewhere = tmp_path / "data", tmp_path / "none" / "own.db"
    with pytest.raises(NotStarted, match="cannot use the database"):
        RealServer(folder, HONJIN_DATABASE=f"sqlite:///{elsewhere}")
    RealServer(folder).end()
