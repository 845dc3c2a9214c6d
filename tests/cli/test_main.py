"""The command itself: help, version, games, and the site's door."""

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.requirements import Requirement
from rich.markup import render

import honjin as package
from cli.running import Run
from honjin.cli.extras import install_command
from honjin.cli.main import COMMANDS, load_command
from honjin.cli.show import own_words
from honjin.core.version import full_version
from honjin.games import keys


def test_help_names_every_command(honjin: Run) -> None:
    """`--help` lists the commands."""
    out = honjin("--help").stdout
    assert list(COMMANDS) == re.findall(r"^│ ([a-z][a-z-]*)", out, re.MULTILINE)


def test_help_keeps_what_stands_in_brackets() -> None:
    """The defaults of nine options, in square brackets, were read as markup and not printed."""
    told = [text for name in COMMANDS for text in helps(load_command(name))]
    assert 200 < len(told)
    assert [] == [text for text in told if text != render(text).plain]


def helps(command: Any) -> Iterator[str]:
    """The help of a command, of its options, and of all commands below it."""
    yield from (one.help for one in (command, *command.params) if getattr(one, "help", None))
    for below in getattr(command, "commands", {}).values():
        yield from helps(below)


def test_tells_its_version(honjin: Run) -> None:
    """`--version` prints the package's version, and the commit that is checked out."""
    assert f"honjin {full_version()}\n" == honjin("--version").stdout
    assert full_version().startswith(f"{package.__version__} (")


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


WITHOUT = """
import importlib.metadata as metadata
there = metadata.distribution
def distribution(name):
    if name in {names}:
        raise metadata.PackageNotFoundError(name)
    return there(name)
metadata.distribution = distribution
"""
"""Python that hides some of the packages that are installed."""


@pytest.mark.parametrize(
    ("line", "package", "extra"),
    [
        ("serve --no-open", "starlette", "server"),
        ("admin people", "sqlalchemy", "server"),
        ("backup house.tar", "sqlalchemy", "server"),
        ("ratings rebuild", "sqlalchemy", "server"),
        ("learn akiwado --games 2", "jax", "train"),
        ("dataset rokumon --out nowhere", "pyarrow", "dataset"),
        ("balance rokumon --search --vary act=2,3", "scikit-learn", "lab"),
    ],
)
def test_missing_extra_is_told_before_any_work(
    line: str, package: str, extra: str, tmp_path: Path
) -> None:
    """One line names the package that is missing and how to get it; nothing is done."""
    result = run(*line.split(), before=WITHOUT.format(names={package}), cwd=tmp_path)
    assert (2, "") == (result.returncode, result.stdout)
    assert result.stderr.startswith("honjin: ")
    assert result.stderr.endswith(f"needs {package}: {install_command(extra)}\n")
    assert [] == list(tmp_path.iterdir())


def test_arena_says_first_that_it_cannot_plot(tmp_path: Path) -> None:
    """Without matplotlib the games are played all the same; a line says so before the first."""
    line = "arena rokumon --act 1 --bots random,random --games 2 --jobs 1 --no-sprt --out here"
    hidden = WITHOUT.format(names={"matplotlib"}) + "import sys; sys.modules['matplotlib'] = None"
    result = run(*line.split(), before=hidden, cwd=tmp_path)
    assert 0 == result.returncode, result.stderr
    told = result.stdout.index("No plots will be drawn: they need matplotlib")
    assert told < result.stdout.index("random")


def test_command_that_installs_names_this_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """`pip` alone only where it is this Python's own."""
    here = Path(sys.executable).parent
    monkeypatch.setenv("PATH", str(here))
    assert "pip install 'honjin[lab]'" == install_command("lab")
    monkeypatch.setenv("PATH", "/nowhere")
    assert f"{sys.executable} -m pip install 'honjin[lab]'" == install_command("lab")


def test_command_that_installs_is_one_of_uv_without_pip(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Environments that uv makes have no pip."""
    monkeypatch.setattr("honjin.cli.extras.find_spec", lambda _: None)
    (tmp_path / "uv").touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert f"uv pip install --python {sys.executable} 'honjin[lab]'" == install_command("lab")
    monkeypatch.setenv("PATH", "/nowhere")
    assert f"{sys.executable} -m pip install 'honjin[lab]'" == install_command("lab")


def test_list_of_commands_says_what_each_says() -> None:
    """The line of a command in the list is the first paragraph of its own help."""
    own = {name: load_command(name).help.split("\n\n")[0] for name in COMMANDS}
    assert {name: row.about for name, row in COMMANDS.items()} == {
        name: " ".join(text.split()) for name, text in own.items()
    }


def test_every_command_is_explained_without_any_extra() -> None:
    """No command needs a package of an extra to tell its options."""
    extras = {Requirement(line).name for line in requires("honjin") or () if "extra ==" in line}
    core = {Requirement(line).name for line in requires("honjin") or () if "extra ==" not in line}
    hidden = {
        module
        for module, names in packages_distributions().items()
        if {name.lower().replace("_", "-") for name in names} <= extras - core
    }
    code = f"import sys; sys.modules |= dict.fromkeys({hidden - {'typing_extensions'}})\n"
    code += "from honjin.cli.main import COMMANDS, load_command\n"
    code += "print([name for name in COMMANDS if not load_command(name).help])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert (0, "[]\n") == (done.returncode, done.stdout), done.stderr


def test_start_imports_no_game_and_no_array() -> None:
    """`honjin --help` and `honjin --version` wait for neither games nor NumPy."""
    seen = "import atexit, sys; atexit.register(lambda: print(*sys.modules))"
    for option in ("--help", "--version"):
        loaded = set(run(option, before=seen).stdout.split())
        assert "honjin.cli.main" in loaded
        assert set() == loaded & {"numpy", "honjin.games", "honjin.bots", "honjin.cli.show"}


def test_module_is_the_command() -> None:
    """`python -m honjin` is `honjin`."""
    command = [sys.executable, "-m", "honjin", "play", "--help"]
    told = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    assert "Usage: honjin play" in told


def run(
    *words: str, keys: str = "", before: str = "", cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The real command in a separate process."""
    command = [sys.executable, "-c", f"{before}\nfrom honjin.cli.main import app; app()", *words]
    return subprocess.run(
        command, input=keys, capture_output=True, encoding="utf-8", timeout=60, check=False, cwd=cwd
    )


def test_bad_input_in_a_real_process() -> None:
    """One line on stderr, exit code 2, nothing on stdout, no traceback."""
    done = run("play", "nosuch")
    assert (2, "") == (done.returncode, done.stdout)
    assert f"honjin: no game 'nosuch'; the games are {', '.join(keys())}\n" == done.stderr
