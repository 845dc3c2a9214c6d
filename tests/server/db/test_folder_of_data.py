"""The data folder: locked by one server, its key valid or refused, files for their owner."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from honjin.server.copies.copies import make_copy, restore_copy
from honjin.server.db.folder import CannotUseFolder, DataFolder, server_key, write_whole
from honjin.server.settings import Settings
from honjin.server.tables.store.store import Store


def test_a_folder_is_held_by_one(tmp_path: Path) -> None:
    """The second is told which process holds it and where that listens; later it is free."""
    first = DataFolder(tmp_path / "data", "http://here:1")
    with pytest.raises(CannotUseFolder, match=f"process {os.getpid()}, open at http://here:1; "):
        DataFolder(tmp_path / "data", "http://here:2")
    first.close()
    DataFolder(tmp_path / "data", "http://here:2").close()


def test_a_holder_that_was_not_written_down(tmp_path: Path) -> None:
    """The lock counts, not the note next to it."""
    first = DataFolder(tmp_path, "http://here:1")
    (tmp_path / "server.json").write_text("{")
    with pytest.raises(CannotUseFolder, match="in use by another server"):
        DataFolder(tmp_path, "http://here:2")
    first.close()
    (tmp_path / "server.json").write_text('{"process": 1, "machine": "m", "address": "a"}')
    DataFolder(tmp_path, "http://here:2").close()


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    """One line, no traceback."""
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotUseFolder, match="cannot use the data folder"):
        DataFolder(tmp_path / "file" / "data", "http://here:1")


def test_others_are_kept_out(tmp_path: Path) -> None:
    """The folder and the server's files are private; other files in it stay as they are."""
    tmp_path.chmod(0o755)
    for name in ("honjin.db", "honjin.db-wal", "secret.key", "notes.txt"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o644)
    folder = DataFolder(tmp_path, "http://here:1")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    folder.close()
    assert 0o644 == modes.pop("notes.txt")
    assert {0o600} == set(modes.values())
    assert 0o700 == stat.S_IMODE(tmp_path.stat().st_mode)


def owners(folder: Path) -> set[int]:
    """The users to whom the files of a folder belong."""
    return {file.stat().st_uid for file in folder.iterdir() if file.is_file()}


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="needs to run as root")
def test_what_root_makes_is_the_owners(tmp_path: Path) -> None:
    """Seen where root restored a backup: the server, another user, could not open its files."""
    other, copy = tmp_path / "other", tmp_path / "copy"
    settings = Settings(data=str(tmp_path / "house"))
    settings.folder.mkdir()
    store = Store(settings.url)
    store.open()
    server_key(settings.folder)
    make_copy(settings, copy)
    store.close()
    other.mkdir()
    os.chown(other, 65_534, 65_534)
    restore_copy(Settings(data=str(other)), copy, replace=False)
    assert {65_534} == owners(other)


@pytest.mark.parametrize("content", [b"", b"\n", b"0" * 63, b"0" * 65, b"G" * 64, b"\xff" * 64])
def test_a_damaged_key_is_not_used(tmp_path: Path, content: bytes) -> None:
    """Nor is it overwritten: everybody's seats depend on it."""
    (tmp_path / "secret.key").write_bytes(content)
    with pytest.raises(CannotUseFolder, match=r"secret.key is (empty|damaged): expected 64 hex"):
        server_key(tmp_path)
    assert content == (tmp_path / "secret.key").read_bytes()


def test_a_key_is_made_once(tmp_path: Path) -> None:
    """Readable by its owner; a newline added by an editor does no harm."""
    key = server_key(tmp_path)
    assert 0o600 == stat.S_IMODE((tmp_path / "secret.key").stat().st_mode)
    (tmp_path / "secret.key").write_text(key + "\n")
    assert key == server_key(tmp_path)
    assert ["secret.key"] == [path.name for path in tmp_path.iterdir()]


def test_a_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure on the way leaves the old one, and nothing next to it."""
    write_whole(tmp_path / "a", b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "a", b"new")
    assert [b"old"] == [path.read_bytes() for path in tmp_path.iterdir()]
