"""The data folder: one server, a valid key, files for their owner, and a full disk."""

from __future__ import annotations

import signal
import stat
from pathlib import Path

import pytest
from attacked import NotStarted, RealServer, Start


@pytest.mark.slow
def test_a_second_server_is_refused(start: Start, tmp_path: Path) -> None:
    """It names the folder's holder; the first continues. When that is killed, the next starts."""
    first = start(tmp_path / "data")
    with pytest.raises(NotStarted) as caught:
        start(tmp_path / "data")
    assert caught.value.code == 1
    (said,) = caught.value.said.splitlines()
    holder = f"process {first.process.pid}, open at http://127.0.0.1:{first.port}"
    assert f"honjin: the data folder {tmp_path / 'data'} is in use by {holder}; " in said
    assert first.visitor().open("rokumon", ["me", "me"])
    first.end(signal.SIGKILL)
    assert start(tmp_path / "data").visitor().get("/api/health").status == 200


@pytest.mark.slow
@pytest.mark.parametrize("content", [b"", b"0" * 63, b"\0" * 64, b"not a key\n"])
def test_a_damaged_key_is_refused(start: Start, tmp_path: Path, content: bytes) -> None:
    """In one line that says what to do; the key is left as it is."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "secret.key").write_bytes(content)
    with pytest.raises(NotStarted) as caught:
        start(folder)
    (said,) = caught.value.said.splitlines()
    state = "damaged" if content else "empty"
    assert said.startswith(f"honjin: the key {folder / 'secret.key'} is {state}: ")
    assert content == (folder / "secret.key").read_bytes()


@pytest.mark.slow
def test_files_are_for_their_owner_only(start: Start, tmp_path: Path) -> None:
    """Even in an existing folder, with files that others could read."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    (folder / "secret.key").write_text("0" * 64)
    (folder / "secret.key").chmod(0o644)
    server = start(folder)
    server.visitor().open("rokumon", ["me", "me"])
    modes = {
        str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode)
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert 0o700 == stat.S_IMODE(folder.stat().st_mode)
    assert {0o600} == set(modes.values()), modes
    assert {"secret.key", "honjin.db", "server.json"} <= set(modes)


def filled(server: RealServer) -> tuple[str, int]:
    """Post to a table until nothing more is stored; returns the table and the number stored."""
    ann = server.visitor()
    table = ann.open("rokumon", ["me", "me"])
    for n in range(3_000):
        answer = ann.post(f"/api/tables/{table}/chat", text=f"{n} " + "x" * 480)
        if answer.status != 200:
            assert "not-stored" == answer.problem
            return table, n
    raise AssertionError("the disk never was full")


@pytest.mark.slow
def test_a_full_disk_is_told(start: Start, tmp_path: Path) -> None:
    """Posts are refused, reads work, health reports it; with room again everything works."""
    folder = tmp_path / "data"
    start(folder).end()
    files = (folder / "honjin.db").stat().st_size + 100_000
    server = start(folder, files=files, HONJIN_LIMITS="0")
    assert server.visitor().get("/api/health").status == 200
    table, stored = filled(server)
    health = server.visitor().get("/api/health")
    assert (503, "not-stored") == (health.status, health.problem)
    assert server.visitor().get("/api/tables").status == 200
    server.end()
    roomy = start(folder)
    ann = roomy.visitor()
    assert ann.get("/api/health").status == 200
    chat = ann.view(table)["chat"]
    assert f"{stored - 1} " == chat[-1]["text"][: len(str(stored - 1)) + 1]
