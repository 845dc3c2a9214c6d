"""Compiled code on disk: made by others, damaged, or with nowhere to keep it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from honjin.core.jit import compiled as core
from honjin.core.jit.cache import folders, kept
from honjin.core.jit.cache.kept import EMPTY, Contents, Kept
from madeup.game import GAME
from places import LONG_AGO, ROOT, TESTS

TEXT = """
from honjin.core.jit.verbs import loop

@loop
def half(a):
    return a // 2

@loop
def twice(a):
    return 2 * a

def warm(game, states):
    half(8)
"""

RUN = """
import json, sys
from honjin.core.jit import compiled as core
from madeup.game import GAME
fast = core.compiled(GAME, sys.argv[1])
got = getattr(fast, sys.argv[2])(8)
stats = getattr(fast, sys.argv[2]).stats
ready = core.is_ready(GAME, sys.argv[1])
print(json.dumps([got, sum(stats.cache_misses.values()), sum(stats.cache_hits.values()), ready]))
"""


class Done(NamedTuple):
    """What a process got, how many functions it compiled and loaded."""

    got: int
    compiled: int
    loaded: int


MADE, LOADED = Done(4, 1, 0), Done(4, 0, 1)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a loop file and nothing kept; whatever is said is said anew."""
    path = tmp_path / "own_loops.py"
    path.write_text(TEXT)
    os.utime(path, (LONG_AGO, LONG_AGO))
    monkeypatch.setenv("HONJIN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(folders, "_told", set())
    _begin_again(monkeypatch)
    yield tmp_path
    kept._folder_of_process.cache_clear()


def _begin_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what this process has loaded, as a new one has loaded nothing."""
    kept._folder_of_process.cache_clear()
    monkeypatch.setattr(kept, "_open", {})
    monkeypatch.setattr(kept, "_checked", {})


def run(home: Path, monkeypatch: pytest.MonkeyPatch, name: str = "half") -> Done:
    """Call a loop as a new process would; what it compiles is kept at its end."""
    _begin_again(monkeypatch)
    call = getattr(core.compiled(replace(GAME), home / "own_loops.py"), name)
    got = call(8)
    kept._keep_all()
    stats = call.stats
    return Done(got, sum(stats.cache_misses.values()), sum(stats.cache_hits.values()))


def files_of(home: Path) -> list[Path]:
    """The files with compiled code."""
    return sorted(path for path in home.rglob("compiled/*/*/*") if path.is_file())


# ---- damage


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _random(path: Path) -> None:
    path.write_bytes(os.urandom(path.stat().st_size))


def _half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 255
    path.write_bytes(content)


@pytest.mark.parametrize("which", ["contents.json", "index", "code"])
@pytest.mark.parametrize("damage", [_empty, _random, _half, _flip, Path.unlink])
def test_damaged_code_is_made_again(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
    damage: Callable[[Path], None], which: str,
) -> None:  # fmt: skip
    """One line says so; the next process loads it. Until then it ended every process that came."""
    assert MADE == run(home, monkeypatch)
    index, code = sorted(
        (path for path in files_of(home) if path.suffix != ".json"), key=lambda p: p.stat().st_size
    )
    contents = index.with_name("contents.json")
    damage({"contents.json": contents, "index": index, "code": code}[which])
    assert MADE == run(home, monkeypatch)
    if (damage, which) == (Path.unlink, "contents.json"):
        assert [] == caplog.messages
    else:
        (line,) = caplog.messages
        assert line.startswith(f"compiled code in {contents.parent} is damaged (")
        assert line.endswith("): it is made again")
    assert LOADED == run(home, monkeypatch)


@pytest.mark.parametrize(
    "text",
    ["[]", "{}", '{"files": []}', '{"files": {"../a.nbi": "b"}, "ready": []}', "[" * 100_000],
)
def test_contents_that_mean_nothing_are_damage(home: Path, text: str) -> None:
    """Whatever is in place of the list of contents, the code is made again."""
    (home / "contents.json").write_text(text)
    with pytest.raises(kept._Damaged):
        kept._read(home)


def test_damage_is_noticed_before_others_wait_for_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Damaged loops are not ready, so that a server compiles them elsewhere."""
    core.warm(replace(GAME), home / "own_loops.py")
    assert core.is_ready(GAME, home / "own_loops.py")
    _begin_again(monkeypatch)
    _flip(max(files_of(home), key=lambda path: path.stat().st_size))
    assert not core.is_ready(GAME, home / "own_loops.py")


# ---- folders that cannot be written


def test_a_place_in_the_users_cache_folder_will_do(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If HONJIN_CACHE cannot be written, code is kept in the user's own folder, which is told."""
    (home / "cache").write_text("in the way")
    assert MADE == run(home, monkeypatch)
    own = home / "own" / "honjin"
    (line,) = caplog.messages
    assert f"compiled code cannot be kept in {home / 'cache'} (" in line
    assert line.endswith(f"); it is kept in {own}")
    assert files_of(own)
    assert LOADED == run(home, monkeypatch)


def test_a_place_among_temporary_files_will_do(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is this user's alone; a folder that another can write is not used."""
    for name in ("cache", "own"):
        (home / name).write_text("in the way")
    assert [MADE, LOADED] == [run(home, monkeypatch), run(home, monkeypatch)]
    place = home / f"honjin-cache-{os.geteuid()}"
    assert 0o700 == place.stat().st_mode & 0o777
    place.chmod(0o777)
    assert [MADE, MADE] == [run(home, monkeypatch), run(home, monkeypatch)]
    assert place not in folders.cache_folders()
    place.rename(home / "elsewhere")
    place.symlink_to(home / "elsewhere")
    assert place not in folders.cache_folders()


def test_a_place_that_is_not_there_yet_is_not_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among temporary files: another user could make it before it is."""
    for name in ("cache", "own"):
        (home / name).write_text("in the way")
    place = home / f"honjin-cache-{os.geteuid()}"
    assert place not in folders.cache_folders()
    assert place == folders.writable_folder()
    assert place in folders.cache_folders()


def test_the_name_of_the_cache_may_be_relative(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the working folder: what is kept there is found again."""
    monkeypatch.chdir(home)
    monkeypatch.setenv("HONJIN_CACHE", "near")
    assert [MADE, LOADED] == [run(home, monkeypatch), run(home, monkeypatch)]
    assert files_of(home / "near")


def test_with_nowhere_to_write_it_is_compiled_in_memory(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is said once."""
    for name in ("cache", "own"):
        (home / name).write_text("in the way")
    monkeypatch.setattr(tempfile, "tempdir", str(home / "cache"))
    for _ in range(2):
        assert MADE == run(home, monkeypatch)
    expected = "rules are compiled in memory, since there is no folder for temporary files"
    assert [expected] == caplog.messages


# ---- other processes


def test_a_process_loads_what_another_has_compiled(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also what was added later, whatever NUMBA_CACHE_DIR says."""
    from numba import config

    monkeypatch.setattr(config, "CACHE_DIR", str(home / "numba"))
    assert [MADE, LOADED] == [run(home, monkeypatch), run(home, monkeypatch)]
    assert Done(16, 1, 0) == run(home, monkeypatch, "twice")
    assert Done(16, 0, 1) == run(home, monkeypatch, "twice")
    assert LOADED == run(home, monkeypatch)
    assert not (home / "numba").exists()


def test_loops_are_ready_for_one_processor(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another processor needs code of its own."""
    path = home / "own_loops.py"
    assert not core.is_ready(GAME, path)
    core.warm(replace(GAME), path)
    assert core.is_ready(GAME, path)
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert not core.is_ready(GAME, path)


def test_what_two_processes_compile_at_once_is_joined(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If both compiled a function, one of the two results is kept, with its index."""
    first = _open(home)
    second = _open(home)
    _compile(first, "f.nbi", "f.1.nbc")
    _compile(second, "f.nbi", "f.1.nbc", "f.2.nbc", "g.nbi", "g.1.nbc")
    first.keep()
    second.keep()
    names = ["f.1.nbc", "f.nbi", "g.1.nbc", "g.nbi"]
    there = _there(home)
    assert names == sorted(there.files)
    third = _open(home)
    assert there.files == third._mine()
    second.keep(is_ready=True)
    assert {*names, "f.2.nbc"} == set(_there(home).files)
    assert {folders.processor()} == _there(home).ready
    first.keep()
    assert {*names, "f.2.nbc"} == set(_there(home).files)


def _open(home: Path) -> Kept:
    folder = Path(tempfile.mkdtemp(dir=home))
    return Kept("compiled/madeup/some_module", folder / "one" / "some_module.py", "")


def _compile(module: Kept, *names: str) -> None:
    for name in names:
        (module.path.parent / "__pycache__" / name).write_text(f"{name} of {module.path}")


def _there(home: Path) -> Contents:
    return kept.read_whole(home / "cache" / "compiled" / "madeup" / "some_module") or EMPTY


def test_folders_of_killed_processes_are_removed(home: Path) -> None:
    """Those of processes that still run stay."""
    own = kept._folder_of_process()
    assert own
    dead, young = home / f"{kept._PREFIX}dead", home / f"{kept._PREFIX}young"
    for folder in (dead, young):
        (folder / "0").mkdir(parents=True)
        (folder / "lock").touch()
    for folder in (own, dead):
        os.utime(folder, (LONG_AGO, LONG_AGO))
    kept._sweep(own)
    assert [True, False, True] == [folder.exists() for folder in (own, dead, young)]


# ---- processes of their own


def as_somebody_else(command: list[str]) -> list[str]:
    """The command run by a user who can read all files, but write none of ours."""
    if os.geteuid():
        return command
    may = ("--inh-caps=-all,+dac_read_search", "--ambient-caps=-all,+dac_read_search")
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *may, *command]


def begin(home: Path, name: str = "half", **environment: str) -> subprocess.Popen[str]:
    path = os.pathsep.join((str(ROOT / "src"), str(TESTS)))
    command = [sys.executable, "-c", RUN, str(home / "own_loops.py"), name]
    is_other = "HOME" in environment
    return subprocess.Popen(
        as_somebody_else(command) if is_other else command,
        env={**os.environ, "PYTHONPATH": path, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process: subprocess.Popen[str]) -> tuple[list[Any], str]:
    out, err = process.communicate(timeout=120)
    assert 0 == process.returncode, err
    return json.loads(out), err


@pytest.fixture
def somebody(home: Path) -> Iterator[Path]:
    """A home for somebody else, in which a cache is readable; tests run as root or as its owner."""
    core.warm(replace(GAME), home / "own_loops.py")
    their = home / "their"
    their.mkdir()
    their.chmod(0o777)
    read_only = [path for path in (home / "cache").rglob("*") if path.is_dir()]
    for folder in (home / "cache", *read_only):
        folder.chmod(0o555)
    yield their
    for folder in (home / "cache", *read_only):
        folder.chmod(0o755)


def test_a_cache_of_somebody_else_is_used(home: Path, somebody: Path) -> None:
    """Another user, who cannot write it, loads all of it, and nothing is said."""
    theirs = {"HOME": str(somebody), "XDG_CACHE_HOME": str(somebody), "TMPDIR": str(somebody)}
    told, said = ended(begin(home, **theirs))
    assert ([4, 0, 1, True], "") == (told, said)
    assert [] == list(somebody.iterdir())


@pytest.mark.slow
def test_what_it_lacks_is_kept_elsewhere(home: Path, somebody: Path) -> None:
    """In the user's cache folder, else among temporary files; with what it had."""
    theirs = {"HOME": str(somebody), "XDG_CACHE_HOME": str(somebody), "TMPDIR": str(somebody)}
    told, said = ended(begin(home, "twice", **theirs))
    assert [16, 1, 0, True] == told
    assert f"cannot be kept in {home / 'cache'}" in said
    assert f"it is kept in {somebody / 'honjin'}\n" in said
    assert 1 == len(said.splitlines())
    assert ([16, 0, 1, True], "") == ended(begin(home, "twice", **theirs))
    assert ([4, 0, 1, True], "") == ended(begin(home, **theirs))
    shutil.rmtree(somebody / "honjin")
    theirs |= {"HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent"}
    told, said = ended(begin(home, "twice", **theirs))
    assert [16, 1, 0, True] == told
    assert "it is kept in" in said
    assert ([16, 0, 1, True], "") == ended(begin(home, "twice", **theirs))


@pytest.mark.slow
def test_damage_in_a_cache_of_somebody_else_is_mended_elsewhere(home: Path, somebody: Path) -> None:
    """It is said until there is something to use in its place."""
    theirs = {"HOME": str(somebody), "XDG_CACHE_HOME": str(somebody), "TMPDIR": str(somebody)}
    _random(max(files_of(home), key=lambda path: path.stat().st_size))
    told, said = ended(begin(home, **theirs))
    assert [4, 1, 0, False] == told
    damaged, elsewhere = said.splitlines()
    assert "is damaged" in damaged
    assert "it is kept in" in elsewhere
    told, said = ended(begin(home, **theirs))
    assert [4, 0, 1, False] == told


@pytest.mark.slow
def test_four_processes_start_at_once(home: Path) -> None:
    """Each gets its answer, and afterwards all is there; so too with code that is damaged."""
    processes = [begin(home, name) for name in ("half", "half", "twice", "twice")]
    assert [4, 4, 16, 16] == [ended(process)[0][0] for process in processes]
    for name in ("half", "twice"):
        assert [0, 1] == ended(begin(home, name))[0][1:3]
    _random(max(files_of(home), key=lambda path: path.stat().st_size))
    processes = [begin(home, name) for name in ("half", "half", "twice", "twice")]
    assert [4, 4, 16, 16] == [ended(process)[0][0] for process in processes]
    for name in ("half", "twice"):
        assert ([0, 1], "") == (ended(begin(home, name))[0][1:3], "")


@pytest.mark.slow
def test_other_processors_have_code_of_their_own(home: Path) -> None:
    """Each compiles it once; both find theirs again."""
    other = partial(begin, home, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    counts = [ended(start())[0][1:3] for start in (partial(begin, home), other, other)]
    assert [[1, 0], [1, 0], [0, 1]] == counts
    assert [0, 1] == ended(begin(home))[0][1:3]


@pytest.mark.slow
def test_what_was_compiled_is_kept_although_the_process_is_killed(home: Path) -> None:
    """All but the last seconds of it."""
    script = (
        "import os, sys, time\nfrom honjin.core.jit import compiled as core\n"
        "from honjin.core.jit.cache import kept\n"
        "from madeup.game import GAME\nfast = core.compiled(GAME, sys.argv[1])\n"
        "fast.half(8)\ntime.sleep(kept._PAUSE)\nfast.twice(8)\nos._exit(9)"
    )
    path = os.pathsep.join((str(ROOT / "src"), str(TESTS)))
    command = [sys.executable, "-c", script, str(home / "own_loops.py")]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False)
    assert [0, 1] == ended(begin(home))[0][1:3]
