"""What strangers may keep, how much of the disk that is, and what happens when the disk is full."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from honjin.lab.errors import BadReport
from honjin.lab.experiments.background import GAMES, check
from honjin.lab.experiments.file import read_report
from honjin.lab.experiments.plan import Plan, Variant
from honjin.lab.experiments.running import Experiment
from honjin.server.db import engine
from honjin.server.db.engine import make_engine
from honjin.server.db.schema import UnknownSchema, known_schemas, migrate, schema_of
from honjin.server.experiments import quotas
from honjin.server.experiments.catalogue import Catalogue
from honjin.server.experiments.quotas import StoredItem, give_way
from honjin.server.messages import refusals as no
from honjin.server.tables.store.store import Store
from hostile.attacked import RealServer, Visitor
from server.site_client import open_house

ANN, BOB = "a" * 16, "b" * 16
TWO = Plan("rokumon", (Variant("act=2", {"act": "2"}, ("greedy",)),), games=2)
PADDING = 400_000


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of an experiment."""
    file = tmp_path_factory.mktemp("played") / GAMES
    Experiment(TWO, file).run(jobs=1)
    return file.read_bytes()


def padded(played: bytes) -> bytes:
    """A file that reads the same and is much larger: a remark, spaces, fields of no meaning."""
    lines = gzip.decompress(played).splitlines()
    lines[1] = b'{"x":"%b",' % (b"y" * PADDING) + lines[1][1:] + b" " * PADDING
    packed = gzip.compress(b"\n".join(lines) + b"\n", 0)
    remark = bytes(range(1, 256)) * 2_000 + b"\0"
    return packed[:3] + b"\x10" + packed[4:10] + remark + packed[10:]


def test_a_file_is_written_anew(tmp_path: Path, played: bytes) -> None:
    """Not kept as it came: 1.2 kB with a remark of 16 MB in it were kept, and sent to everybody."""
    data = padded(played)
    assert len(data) > 2 * PADDING
    (tmp_path / GAMES).write_bytes(data)
    check(tmp_path)
    assert gzip.decompress(played) == gzip.decompress((tmp_path / GAMES).read_bytes())
    assert len((tmp_path / GAMES).read_bytes()) <= len(played) + 20
    assert read_report(tmp_path / GAMES).rows


def test_a_game_that_comes_twice_is_refused(tmp_path: Path, played: bytes) -> None:
    """Figures and lists would differ in which one they show."""
    lines = gzip.decompress(played).splitlines(keepends=True)
    (tmp_path / GAMES).write_bytes(b"".join([*lines, lines[1]]))
    with pytest.raises(BadReport, match="expected each game once"):
        check(tmp_path)


# ---- who makes room


def one(n: int, owner: str, there: str = "", *, guest: bool = True, size: int = 1) -> StoredItem:
    return StoredItem(f"{owner}-{n}", owner, there, guest, False, n, size, True)


NEW = one(10**6, "stranger", "home")


def test_a_stranger_displaces_only_strangers() -> None:
    """An account's stays, however old and however many strangers come: it went at the 400th."""
    accounts = [one(n, f"account{n}", guest=False) for n in range(quotas.MAX_GUESTS)]
    guests = [one(1_000 + n, f"guest{n}", f"place{n}") for n in range(quotas.MAX_GUESTS)]
    assert ["guest0-1000"] == give_way([*accounts, *guests], NEW)


def test_whoever_has_most_gives_way() -> None:
    """Somebody who comes under many names from one address displaces what is there."""
    many = [one(1_000 + n, f"guest{n}", "there") for n in range(quotas.MAX_THERE)]
    few = [one(n, f"other{n}", f"place{n}") for n in range(quotas.MAX_GUESTS - len(many))]
    assert [many[0].key] == give_way([*few, *many], NEW)
    assert [many[0].key] == give_way([*few[:9], *many], NEW._replace(there="there"))
    assert [] == give_way([*few[:9], *many], NEW)


def test_bytes_count_as_well() -> None:
    """Of a person, of guests at an address, and of all."""
    half = quotas.BYTES_EACH // 2
    own = [one(n, "stranger", "home", size=half) for n in range(3)]
    assert [own[0].key, own[1].key] == give_way(own, NEW)
    there = [one(n, f"guest{n}", "home", size=half) for n in range(5)]
    assert [there[0].key, there[1].key] == give_way(there, NEW)
    everywhere = [one(n, f"guest{n}", f"place{n}", size=half) for n in range(25)]
    assert 6 == len(give_way(everywhere, NEW))


def test_what_is_under_way_does_not_give_way() -> None:
    """The new one is refused instead."""
    under_way = [one(n, "stranger")._replace(rests=False) for n in range(quotas.MAX_EACH)]
    with pytest.raises(no.NoRoom):
        give_way(under_way, NEW)


# ---- the disk


def test_part_of_the_disk_is_left_to_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three uploads filled a small disk, and then nothing could be played."""
    catalogue = Catalogue(tmp_path / "experiments", lambda: 0)
    assert catalogue.make(ANN, TWO)
    monkeypatch.setattr(engine, "SPARED", 10**18)
    with pytest.raises(no.NoRoom):
        catalogue.make(BOB, TWO)
    assert 1 == len(list((tmp_path / "experiments").iterdir()))


def test_nothing_large_takes_the_rest_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records, files of studies and chapters as well; games are opened and played."""
    with open_house(tmp_path, database="sqlite") as house:
        ann = house.browser()
        study = ann.post("/api/studies", title="Study", visibility="private").json["id"]
        monkeypatch.setattr(engine, "SPARED", 10**18)
        record = json.dumps({"honjin": 1, "game": "madeup", "rules": 1, "options": {}})
        assert "no-room" == ann.post("/api/records", record=record).problem
        assert "no-room" == ann.post("/api/studies/file", file="{}").problem
        chapter = {"title": "One", "game": "madeup", "options": {}}
        assert "no-room" == ann.post(f"/api/studies/{study}/chapters", **chapter).problem
        assert ann.view(ann.open()).version


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "honjin-test", str(folder)]
    if os.name != "posix" or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting a small disk needs root")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Leave nothing of a disk; returns the file that takes it."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        for size in (100_000, 4_096, 1):
            with contextlib.suppress(OSError):
                while file.write(b"x" * size):
                    pass
    return filler


@pytest.mark.parametrize(
    "how", [pytest.param(signal.SIGTERM, marks=pytest.mark.slow), signal.SIGKILL]
)
def test_a_start_on_a_full_disk_serves_what_can_be_read(disk: Path, how: signal.Signals) -> None:
    """It ended with code 2. Posts are refused, with the reason, until there is room again."""
    first = RealServer(disk)
    ann = first.visitor()
    table, timed = ann.open("rokumon", ["me", "me"]), opened_with_time(ann)
    assert 200 == ann.post(f"/api/tables/{table}/chat", text="before").status
    cookie = ann.cookie
    first.end(how)
    filler = fill(disk)
    second = RealServer(disk)
    try:
        ann = second.visitor()
        ann.cookie = cookie
        assert "before" == ann.view(table)["chat"][-1]["text"]
        assert "running" == ann.view(timed)["status"]
        assert {200} == {ann.get(f"/api/{page}").status for page in ("tables", "turns", "games")}
        refused = ann.post(f"/api/tables/{table}/chat", text="full")
        assert (503, "not-stored") == (refused.status, refused.problem)
        assert "not-stored" == ann.get("/api/health").problem
        assert "no-room" == ann.post("/api/experiments", **PLAN).problem
        filler.unlink()
        until(lambda: 200 == ann.post(f"/api/tables/{table}/chat", text="after").status)
        until(lambda: 200 == ann.get("/api/health").status)
        ann.view(timed)
    finally:
        second.end()
    said = second.errors.read_text()
    assert "the database does not work: " in said
    assert "Traceback" not in said
    third = RealServer(disk)
    ann = third.visitor()
    ann.cookie = cookie
    assert ["before", "after"] == [line["text"] for line in ann.view(table)["chat"]]
    third.end()


@pytest.mark.slow
def test_a_disk_that_fills_is_full_until_there_is_room(disk: Path) -> None:
    """A write that changes nothing found some, and the log said that all was well again."""
    server = RealServer(disk)
    ann = server.visitor()
    table = ann.open("rokumon", ["me", "me"])
    assert "honjin-full" not in ann.get("/api/me").headers
    filler = fill(disk)
    try:
        until(lambda: "1" == ann.post("/api/studies", **STUDY).headers.get("honjin-full"))
        for _ in range(20):
            ann.get("/api/health")
            time.sleep(0.1)
        assert "1" == ann.get("/api/me").headers.get("honjin-full")
        said = server.errors.read_text()
        assert "the database does not work: " in said
        assert "works again" not in said
        filler.unlink()
        until(lambda: 200 == ann.get("/api/health").status)
        until(lambda: "the database works again after " in server.errors.read_text())
        assert "honjin-full" not in ann.get("/api/me").headers
        assert ann.view(table)
    finally:
        server.end()


STUDY = {"title": "Study " + "x" * 60, "visibility": "private"}
PLAN = {"game": "rokumon", "bots": ["greedy"], "games": 2, "vary": {"act": ["2", "3"]}}


def opened_with_time(ann: Visitor) -> str:
    seats = [{"kind": "me"}, {"kind": "me"}]
    time = {"main": 600, "increment": 0}
    answer = ann.post("/api/tables", game="rokumon", options={}, seats=seats, time=time)
    assert 200 == answer.status, answer
    return str(answer.json["id"])


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.2)


def test_nothing_is_migrated_on_a_full_disk(disk: Path) -> None:
    """There is no room for the backup before it; a log of some size had room for the migration."""
    url = f"sqlite:///{disk / 'honjin.db'}"
    old, new = known_schemas()[-2:]
    engine = make_engine(url)
    migrate(engine, old)
    engine.dispose()
    store = Store(url, lambda *_: None)
    with pytest.raises(UnknownSchema, match=f"full, .* from schema {old} to {new}"):
        store._open_full()
    store.engine.dispose()
    with sa.create_engine(url).connect() as connection:
        assert old == schema_of(connection)


def test_nothing_is_left_of_what_found_no_room(disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that fills the disk is refused, as well as a plan, and their folders are removed."""
    monkeypatch.setattr(engine, "SPARED", 0)
    catalogue = Catalogue(disk / "experiments", lambda: 0)
    with pytest.raises(no.NoRoom):
        catalogue.make(ANN, None, b"x" * 9_000_000)
    assert [] == list((disk / "experiments").iterdir())
    filler = fill(disk)
    with pytest.raises(no.NoRoom):
        catalogue.make(ANN, TWO)
    assert [] == list((disk / "experiments").iterdir())
    filler.unlink()
    assert catalogue.make(ANN, TWO)
