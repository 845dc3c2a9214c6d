"""The command itself: help, version, games, and the site's door."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer
from rich.markup import render

import honjin as package
from cli.running import Run
from honjin.cli.main import app
from honjin.cli.show import own_words
from honjin.games import keys

COMMANDS = ["serve", "play", "games", "replay", "verify", "perft", "bench"]


def test_help_names_every_command(honjin: Run) -> None:
    """`--help` lists the commands."""
    out = honjin("--help").stdout
    assert COMMANDS == [name for name in COMMANDS if name in out]


def test_help_keeps_what_stands_in_brackets() -> None:
    """The defaults of nine options, in square brackets, were read as markup and not printed."""
    told = list(helps(typer.main.get_command(app)))
    assert 200 < len(told)
    assert [] == [text for text in told if text != render(text).plain]


def helps(command: Any) -> Iterator[str]:
    """The help of a command, of its options, and of all commands below it."""
    yield from (one.help for one in (command, *command.params) if getattr(one, "help", None))
    for below in getattr(command, "commands", {}).values():
        yield from helps(below)


def test_tells_its_version(honjin: Run) -> None:
    """`--version` prints the package's version."""
    assert f"honjin {package.__version__}\n" == honjin("--version").stdout


def test_lists_games_with_options(honjin: Run) -> None:
    """Every game of the shelf with its options and their values."""
    out = honjin("games").stdout
    assert [key for key in (*keys(), "madeup") if f"{key}  " in out] == [*keys(), "madeup"]
    assert "--seats 2 | 3 | 4 = 2" in out
    assert "--offers (true | false) = true" in out
    assert "For two (2): --option seats=2" in out


def test_lists_levels(honjin: Run) -> None:
    """Of each game the names that `--bot` takes, and what the levels are."""
    out = honjin("games").stdout
    names = "ashigaru | samurai | daimyo | shogun | greedy | random | none = samurai"
    assert len(keys()) == out.count(f"  --bot {names}\n")
    assert "    ashigaru  random\n" in out
    assert "    shogun    mcts:3000\n" in out


def test_own_words_are_in_both_languages() -> None:
    """The words file keeps its form, and its keys cannot meet a game's."""
    assert all(key.startswith("cli.") for key in own_words())


def test_serve_hands_over_its_options(
    honjin: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`honjin serve` gives the server what was asked for."""
    given: dict[str, Any] = {}
    fake = ModuleType("honjin.server.serve")
    fake.serve = given.update  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "honjin.server.serve", fake)
    assert 0 == honjin(f"serve --port 1234 --data {tmp_path} --no-open").exit_code
    expected = {"host": None, "port": 1234, "data": tmp_path, "workers": None}
    expected["open_browser"] = False
    assert expected == given


def test_serve_says_what_to_install() -> None:
    """Without the server's libraries one line says how to get them."""
    # In a process of its own: modules that half came in would be in the way of other tests.
    result = run("serve", "--no-open", before="import sys; sys.modules['starlette'] = None")
    assert 2 == result.returncode
    assert "pip install 'honjin[server]'" in result.stderr


def run(*words: str, keys: str = "", before: str = "pass") -> subprocess.CompletedProcess[str]:
    """The real command in a separate process."""
    command = [sys.executable, "-c", f"{before}; from honjin.cli.main import app; app()", *words]
    return subprocess.run(
        command, input=keys, capture_output=True, encoding="utf-8", timeout=60, check=False
    )


def test_bad_input_in_a_real_process() -> None:
    """One line on stderr, exit code 2, nothing on stdout, no traceback."""
    done = run("play", "nosuch")
    assert (2, "") == (done.returncode, done.stdout)
    assert f"honjin: no game 'nosuch'; the games are {', '.join(keys())}\n" == done.stderr
