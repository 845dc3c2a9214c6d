"""Backups of a server: made while people play, checked before use, and restored whole."""

from __future__ import annotations

import io
import signal
import sqlite3
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
import sqlalchemy as sa

import honjin
from honjin.core.errors import HonjinError
from honjin.core.version import commit
from honjin.server.copies import databases
from honjin.server.copies.archive import MANIFEST, BadCopy, Manifest
from honjin.server.copies.copies import make_copy, restore_copy
from honjin.server.db.folder import KEY, CannotUseFolder, DataFolder, server_key
from honjin.server.settings import Settings
from honjin.server.tables.clocks.control import SECOND
from honjin.server.tables.store.store import Store
from server.real.server_process import Server
from server.site_client import House, open_house, two_at_table
from server.tables.clocks.test_timed import BLITZ, Timed


def settings_of(folder: Path, database: str = "") -> Settings:
    """The settings of a server; "sqlite" is the file in its folder."""
    return Settings(data=str(folder), database="" if database.startswith("sqlite") else database)


@pytest.fixture
def home(tmp_path: Path, database: str) -> tuple[Path, str]:
    """A folder, and a database of each kind."""
    return tmp_path / "house", "" if database.startswith("sqlite") else database


def contents(path: Path) -> dict[str, bytes]:
    with tarfile.open(path) as archive:
        return {one.name: archive.extractfile(one).read() for one in archive}  # type: ignore[union-attr]


def test_a_house_is_as_it_was(home: tuple[Path, str], tmp_path: Path) -> None:
    """Copied while running; later changes are gone, people keep their seats, games continue."""
    folder, database = home
    copy = tmp_path / "copy"
    with open_house(folder, database=database or "sqlite") as house:
        ann, bob, table = two_at_table(house)
        ann.do(table, 0, "bid1")
        manifest = make_copy(house.site.settings, copy)
        bob.do(table, 1, "bid1")
        later = ann.open(seats="mo")
        cookies = ann.cookie, bob.cookie
    assert 0o600 == copy.stat().st_mode & 0o777
    assert {"database", "secret.key"} == set(manifest.parts)
    assert (honjin.__version__, commit()) == (manifest.honjin, manifest.commit)
    with pytest.raises(BadCopy, match="--replace"):
        restore_copy(settings_of(folder, database), copy, replace=False)
    done = restore_copy(settings_of(folder, database), copy, replace=True)
    assert done.former is not None
    with open_house(folder, database=database or "sqlite") as house:
        ann, bob = house.browser(), house.browser()
        ann.cookie, bob.cookie = cookies
        assert "unknown-table" == ann.get(f"/api/tables/{later}").problem
        assert (1,) == ann.view(table).must_act
        bob.do(table, 1, "bid1")
        assert "running" == ann.view(table).status


def test_nobody_is_charged_for_the_time_since_a_copy(
    home: tuple[Path, str], tmp_path: Path
) -> None:
    """A backup that is restored a day later has the clocks as they were when it was made."""
    folder, database = home
    with open_house(folder, database=database or "sqlite") as house:
        timed = Timed(house, BLITZ, offers=False)
        timed.passes(40)
        make_copy(house.site.settings, tmp_path / "copy")
        timed.passes(5)
    restore_copy(settings_of(folder, database), tmp_path / "copy", replace=True)
    timed.now += 24 * 3600 * SECOND
    with open_house(folder, database=database or "sqlite", clock=lambda: timed.now) as timed.house:
        clock = timed.clock(0)
        assert (timed.now, 50 * SECOND) == (clock["since"], clock["left"])
        timed.passes(50)
        assert ["", ""] == bots_of(timed)
        timed.passes(1)
        assert ["samurai", "samurai"] == bots_of(timed)


def bots_of(timed: Timed) -> list[str]:
    """The bot that plays for each seat's person, if any."""
    return [seat.bot for seat in timed.house.browser().view(timed.table).seats]


def test_a_copy_is_put_where_nothing_is(tmp_path: Path) -> None:
    """In another folder, without --replace; only its owner can read it."""
    folder, other = tmp_path / "house", tmp_path / "other"
    with open_house(folder, database="") as house:
        if house.site.store.news is not None:
            pytest.skip("this is about files")
        table = house.browser().open(seats="mo")
        make_copy(house.site.settings, tmp_path / "copy")
    done = restore_copy(settings_of(other), tmp_path / "copy", replace=False)
    assert done.former is None
    assert 0o700 == other.stat().st_mode & 0o777
    assert {0o600} == {one.stat().st_mode & 0o777 for one in other.glob("[!.]*") if one.is_file()}
    with open_house(other) as house:
        assert "open" == house.browser().get(f"/api/tables/{table}").json["status"]


@pytest.mark.slow
def test_a_running_house_is_left_alone(home: tuple[Path, str], tmp_path: Path) -> None:
    """Restoring is refused if a server holds the folder, or is connected to the database."""
    folder, database = home
    with open_house(folder, database=database or "sqlite") as house:
        make_copy(house.site.settings, tmp_path / "copy")
    more = {"DATABASE": database} if database else {}
    server = Server(folder, **more)
    try:
        with pytest.raises(HonjinError, match="in use"):
            restore_copy(settings_of(folder, database), tmp_path / "copy", replace=True)
        if database:  # from another folder: the database itself shows it
            with pytest.raises(BadCopy, match="a server is running"):
                restore_copy(settings_of(tmp_path / "x", database), tmp_path / "copy", replace=True)
    finally:
        server.end(signal.SIGTERM)


@pytest.mark.parametrize("name", ["honjin.db", "honjin.db-wal", "secret.key"])
def test_a_copy_never_replaces_what_it_copies(tmp_path: Path, name: str) -> None:
    """The name of the database instead of that of the copy would have cost all games."""
    settings = settings_of(tmp_path)
    store = Store(settings.url)
    store.open()
    try:
        server_key(settings.folder)
        own = tmp_path / name
        before = own.read_bytes()
        with pytest.raises(BadCopy, match=f"for the backup, got the server's own .*{name}"):
            make_copy(settings, own)
        assert before == own.read_bytes()
    finally:
        store.close()


def rewritten(path: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """A copy with something changed in it."""
    parts = contents(path)
    change(parts)
    made = path.with_name("changed")
    with tarfile.open(made, "w") as archive:
        for name, content in parts.items():
            told = tarfile.TarInfo(name)
            told.size = len(content)
            archive.addfile(told, io.BytesIO(content))
    return made


def manifest_with(**more: Any) -> Callable[[dict[str, bytes]], None]:
    def change(parts: dict[str, bytes]) -> None:
        told = msgspec.json.decode(parts[MANIFEST], type=Manifest)
        parts[MANIFEST] = msgspec.json.encode(msgspec.structs.replace(told, **more))

    return change


def damaged(parts: dict[str, bytes]) -> None:
    parts["database"] = parts["database"][:-1] + bytes([parts["database"][-1] ^ 1])


def with_a_stranger(parts: dict[str, bytes]) -> None:
    parts["../evil"] = b"x"


def without_database(parts: dict[str, bytes]) -> None:
    del parts["database"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (damaged, "checksum"),
        (with_a_stranger, "evil"),
        (without_database, "missing"),
        (manifest_with(schema="9999"), "newer version of Honjin: it has schema 9999, and this one"),
        (manifest_with(form=7), "form 1"),
        (manifest_with(database="postgresql"), "no dump of PostgreSQL"),
        (lambda parts: parts.pop(MANIFEST), "begins with"),
    ],
)
def test_a_copy_that_is_not_whole_touches_nothing(
    tmp_path: Path, change: Callable[[dict[str, bytes]], None], said: str
) -> None:
    """It is checked first; the existing server's data stays as it is."""
    folder = tmp_path / "house"
    house_of_files(folder, tmp_path / "copy")
    before = {one.name: one.read_bytes() for one in folder.iterdir() if one.is_file()}
    with pytest.raises(BadCopy, match=said):
        restore_copy(settings_of(folder), rewritten(tmp_path / "copy", change), replace=True)
    after = {one.name: one.read_bytes() for one in folder.iterdir() if one.is_file()}
    assert before == {name: after[name] for name in before}
    assert [] == list(tmp_path.glob("**/evil"))


def house_of_files(folder: Path, copy: Path) -> None:
    """A closed server on SQLite, and a backup of it."""
    settings = settings_of(folder)
    from honjin.server.site import make_site

    site = make_site(settings, {})
    site.store.open()
    make_copy(settings, copy)
    site.store.close()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs a folder that nobody can write to")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """Not the temporary file in it; root cannot write to /proc either."""
    settings = settings_of(tmp_path / "house")
    with pytest.raises(BadCopy, match=r"^cannot write to the folder /proc: [A-Z]"):
        make_copy(settings, Path("/proc/copy.tar"))


def test_a_cut_off_copy_is_refused(tmp_path: Path) -> None:
    """Wherever the file ends; and so is junk."""
    house_of_files(tmp_path / "house", tmp_path / "copy")
    whole = (tmp_path / "copy").read_bytes()
    for size in (0, 100, 600, len(whole) // 2):
        (tmp_path / "cut").write_bytes(whole[:size])
        with pytest.raises(BadCopy):
            restore_copy(settings_of(tmp_path / "new"), tmp_path / "cut", replace=False)
    assert not (tmp_path / "new" / "honjin.db").exists()


@pytest.mark.parametrize("problem", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_swap_is_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: BaseException
) -> None:
    """What was moved away is back in place, also after Ctrl-C, which left half of each."""
    folder = tmp_path / "house"
    house_of_files(folder, tmp_path / "copy")
    key = (folder / KEY).read_bytes()
    real = Path.replace

    def full(self: Path, target: Any) -> Path:
        if self.name == "secret.key" and self.parent.name.startswith(".restore-"):
            raise problem
        return real(self, target)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(type(problem)):
        restore_copy(settings_of(folder), tmp_path / "copy", replace=True)
    assert key == (folder / KEY).read_bytes()
    with sqlite3.connect(folder / "honjin.db") as connection:
        assert ("ok",) == connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_failed_load_of_a_dump_puts_the_files_back(
    home: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database was replaced first: where a file could not be, the key was still the old one."""
    folder, database = home
    with open_house(folder, database=database) as house:
        make_copy(house.site.settings, tmp_path / "copy")
    (folder / KEY).write_text("another")
    present = []

    def fail(*_: object) -> None:
        present.append((folder / KEY).read_text())
        raise BadCopy("no room")

    monkeypatch.setattr(databases, "restore_postgres", fail)
    with pytest.raises(BadCopy, match="no room"):
        restore_copy(settings_of(folder, database), tmp_path / "copy", replace=True)
    assert 64 == len(present[0])
    assert "another" == (folder / KEY).read_text()


KILLED = """
import os, signal, sys
from pathlib import Path
from honjin.server.settings import Settings
from honjin.server.copies.copies import restore_copy

real = Path.replace

def killed(self, target):
    if self.name == "database":
        os.kill(os.getpid(), signal.SIGKILL)
    return real(self, target)

Path.replace = killed
restore_copy(Settings(data=sys.argv[1]), Path(sys.argv[2]), replace=True)
"""
"""Restores a backup, and is killed when what was there is out of the way."""


def test_a_restore_that_was_killed_is_done_again(tmp_path: Path) -> None:
    """The next start made an empty database."""
    folder, copy = tmp_path / "house", tmp_path / "copy"
    house_of_files(folder, copy)
    key = (folder / KEY).read_bytes()
    done = subprocess.run([sys.executable, "-c", KILLED, folder, copy], check=False)
    assert -signal.SIGKILL == done.returncode
    assert not (folder / "honjin.db").exists()
    with pytest.raises(CannotUseFolder, match="run honjin restore again, with --replace"):
        DataFolder(folder, "http://here:1")
    assert restore_copy(settings_of(folder), copy, replace=True).former is None
    assert [] == [*folder.glob(".restore-*")]
    assert key == (folder / KEY).read_bytes()
    assert (folder / "honjin.db").exists()
    DataFolder(folder, "http://here:1").close()


# ---------------------------------------------------------------- under load


class Player:
    """Plays game after game against itself, and records what was acknowledged."""

    def __init__(self, port: int) -> None:
        self._port, self.cookie = port, ""
        self.done: list[tuple[str, int, float]] = []
        """Table, how many entries its record had, and when that was acknowledged."""
        self.trouble: list[object] = []
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._play, daemon=True)
        self.thread.start()

    def ask(self, path: str, body: Any = None) -> Any:
        line = HTTPConnection("127.0.0.1", self._port, timeout=30)
        headers = {"content-type": "application/json", "cookie": f"honjin={self.cookie}"}
        told = msgspec.json.encode(body) if body is not None else None
        line.request("POST" if told else "GET", path, told, headers)
        answer = line.getresponse()
        for name, value in answer.getheaders():
            if name == "set-cookie" and value.startswith("honjin="):
                self.cookie = value.partition("=")[2].partition(";")[0]
        found = msgspec.json.decode(answer.read())
        line.close()
        if answer.status != 200:
            self.trouble.append((path, found))
        return found

    def _play(self) -> None:
        self.ask("/api/me")
        while not (self.over.is_set() or self.trouble):
            wish = {"game": "madeup", "options": {}, "seats": [{"kind": "me"}, {"kind": "me"}]}
            table = self.ask("/api/tables", wish)["id"]
            view = self.ask(f"/api/tables/{table}")
            while not (self.over.is_set() or self.trouble) and view.get("turn"):
                turn = view["turn"]
                body = {
                    "seat": turn["seat"],
                    "do": turn["choices"][0]["do"],
                    "at": view["version"],
                }
                seat = turn["seat"]
                self.ask(f"/api/tables/{table}/actions?seat={seat}", body)
                view = self.ask(f"/api/tables/{table}")
                self.done.append((table, view["step"], time.monotonic()))

    def end(self) -> None:
        self.over.set()
        self.thread.join(30)


class Crowd(NamedTuple):
    """A server and its players."""

    server: Server
    players: list[Player]

    def leave(self) -> None:
        for one in self.players:
            one.end()


@pytest.fixture
def crowd(home: tuple[Path, str]) -> Iterator[Crowd]:
    folder, database = home
    server = Server(folder, **({"DATABASE": database} if database else {}))
    found = Crowd(server, [Player(server.port) for _ in range(4)])
    yield found
    found.leave()
    if server.process.poll() is None:
        server.end(signal.SIGKILL)


@pytest.mark.slow
def test_a_copy_made_under_load_has_all_that_was_acknowledged(
    home: tuple[Path, str], crowd: Crowd, tmp_path: Path
) -> None:
    """Four play all the time. Every table of the backup replays whole; the games continue."""
    (folder, database), players = home, crowd.players
    time.sleep(2.0)
    begun, copy = time.monotonic(), tmp_path / "copy"
    make_copy(settings_of(folder, database), copy)
    time.sleep(0.5)
    crowd.leave()
    assert [[]] * 4 == [one.trouble for one in players]
    times = sorted([begun - 1.0, *(at for one in players for *_, at in one.done)])
    waits = [later - at for at, later in pairwise(times) if later > begun]
    assert max(waits) < 2.0, "somebody had to wait for the copy"
    before = {
        table: step for one in players for table, step, at in one.done if at < begun
    }  # the last of each
    crowd.server.end(signal.SIGKILL)
    time.sleep(3.0 if database else 0.0)  # until others would consider it dead
    restore_copy(settings_of(folder, database), copy, replace=True)
    with open_house(folder, database=database or "sqlite") as house:
        replay_all(house)
        for table, step in before.items():
            room = house.run(house.site.tables.ready(table)).room
            assert step <= room.step, table
        ann = house.browser()
        ann.cookie = players[0].cookie
        table = next(table for table, _, at in players[0].done if at < begun)
        assert ann.view(table).seats[0].you


@pytest.mark.slow
def test_a_copy_made_under_load_crosses_whole(
    home: tuple[Path, str], crowd: Crowd, postgres: str, tmp_path: Path
) -> None:
    """All that was acknowledged before is in the other kind of database, and can be played on."""
    (folder, database), players = home, crowd.players
    time.sleep(2.0)
    begun, copy = time.monotonic(), tmp_path / "copy"
    make_copy(settings_of(folder, database), copy)
    crowd.leave()
    assert [[]] * 4 == [one.trouble for one in players]
    crowd.server.end(signal.SIGKILL)
    before = {table: step for one in players for table, step, at in one.done if at < begun}
    other = settings_of(tmp_path / "other", "" if database else postgres)
    time.sleep(3.0 if database else 0.0)  # until others would consider it dead
    restore_copy(other, copy, replace=True)
    with open_house(other.folder, database=other.database or "sqlite") as house:
        replay_all(house)
        for table, step in before.items():
            assert step <= house.run(house.site.tables.ready(table)).room.step, table
        ann = house.browser()
        ann.cookie = players[0].cookie
        table = next(table for table, _, at in players[0].done if at < begun)
        assert ann.view(table).seats[0].you


def replay_all(house: House) -> None:
    """Replay each journal from its start: no table is incomplete."""

    def ids(connection: sa.Connection) -> list[str]:
        return list(connection.scalars(sa.text("SELECT id FROM tables")))

    tables = house.run(house.site.store.ask(ids))
    assert len(tables) > 4
    for table in tables:
        lines = house.run(house.site.store.journal(table))
        room = house.site.tables.archive.rebuild(table, lines)
        assert room.entries == len(lines)
