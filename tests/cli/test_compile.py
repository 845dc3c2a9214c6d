"""`honjin compile`: a cache filled on purpose."""

import os
from pathlib import Path

import pytest

from cli.running import Run
from honjin.bots import LEVELS, all_loops_of, find_player
from honjin.bots.prepare import search_loops
from honjin.cli.rules import compile as command
from honjin.core.jit.compiled import LOOPS, is_ready
from honjin.games import keys, load
from honjin.solver.proof.pool import Provers
from madeup.game import GAME
from places import LONG_AGO, TESTS

BROKEN = "from honjin.core.jit.verbs import loop\n@loop\ndef wrong(a):\n    return a.nothing\n"
WARM = "def warm(game, states):\n    wrong(1)\n"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for compiled code; child processes find the made-up game."""
    monkeypatch.setenv("HONJIN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    return tmp_path / "cache"


@pytest.mark.parametrize("key", keys())
def test_what_the_site_needs_is_compiled(key: str) -> None:
    """The rules, the searches, the loops of every level, and of proofs where there are any."""
    game = load(key)
    loops = command.loops_of(game)
    assert {LOOPS, *search_loops(game)} <= set(loops)
    assert bool(game.index) == (set(Provers.loops) <= set(loops))
    options = game.read_options(game.presets[0].options)
    levels = (find_player(game, options, level).bot for level in LEVELS)
    assert {path for bot in levels for path in all_loops_of(bot)} <= set(loops)


def test_a_folder_that_cannot_be_written_is_named(honjin: Run, cache: Path) -> None:
    """Another folder is not filled in its place."""
    cache.write_text("in the way")
    done = honjin("compile madeup")
    assert 2 == done.exit_code
    assert f"honjin: compiled code cannot be kept in {cache} (" in done.stderr
    assert "HONJIN_CACHE names another folder" in done.stderr


def test_an_unknown_game_is_named(honjin: Run) -> None:
    """It says which games there are."""
    done = honjin("compile gomoku")
    assert 2 == done.exit_code
    assert "gomoku" in done.stderr


@pytest.mark.slow
def test_what_fails_is_told(honjin: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code is 2, and the last line of the compiler is shown."""
    path = tmp_path / "broken_loops.py"
    path.write_text(BROKEN + WARM)
    os.utime(path, (LONG_AGO, LONG_AGO))
    monkeypatch.setattr(command, "loops_of", lambda _game: [path])
    done = honjin("compile madeup")
    assert 2 == done.exit_code
    assert "honjin: madeup could not be compiled: " in done.stderr


@pytest.mark.slow
def test_a_cache_is_filled_once(honjin: Run, cache: Path) -> None:
    """It tells each part, where the code is and how large; the second time nothing is left."""
    parts = command.loops_of(GAME)
    done = honjin("compile madeup")
    assert 0 == done.exit_code
    *lines, last = done.stdout.splitlines()
    expected = [f"madeup: {p.stem} ({k} of {len(parts)})" for k, p in enumerate(parts, 1)]
    assert expected == lines
    assert last.startswith(f"Compiled {len(parts)} of {len(parts)} parts of madeup in ")
    assert f"{cache} holds " in last
    assert all(is_ready(GAME, loops) for loops in parts)
    again = honjin("compile madeup").stdout.splitlines()
    assert 1 == len(again)
    assert again[0].startswith(f"Compiled 0 of {len(parts)} parts of madeup")
