"""Every command line on a page can be typed: its options exist, and their values are accepted."""

from __future__ import annotations

import importlib.util
import re
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from typer.main import get_command

from honjin.cli.given import given_cases, given_values
from honjin.cli.main import app, load_command
from honjin.cli.train.learn import CONFIGS, usual_method
from honjin.core.game import Game
from honjin.core.options import Option, Value, read_options
from honjin.games import keys, load
from honjin.lab import find_entrant
from honjin.lab.report.cases import option_text
from honjin.lab.tuning.varied import read_varied
from places import ROOT

PAGES: Final = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
ENDS: Final = {"&&", "|", ">", "<", ";"}
"""Words of the shell after which another command or a file follows."""

LISTS: Final = {"without"}
"""Settings of learning that are written as lists."""


def lines_on(page: Path) -> Iterator[str]:
    """The command lines in a page's indented blocks, each with the lines that continue it."""
    text = re.sub(r" \\\n\s+", " ", page.read_text("utf-8"))
    yield from re.findall(
        r"^    (?:\$ )?((?:[A-Z_]+=\S+ )*(?:honjin|python3?) .+)$", text, re.MULTILINE
    )


def mentions_on(page: Path) -> Iterator[str]:
    """The command lines in a page's sentences, which may leave out what they are not about."""
    yield from re.findall(r"`(honjin [^`\n]+)`", page.read_text("utf-8"))


def words_of(line: str) -> list[str]:
    """The words of the first command, without settings before it and comments after it."""
    words = shlex.split(line, comments=True)
    while "=" in words[0]:
        del words[0]
    return words[: next((n for n, word in enumerate(words) if word in ENDS), len(words))]


def cases(found: Any, kind: str) -> list[Any]:
    """A case for each command line of a kind on any page that says all of it."""
    return [
        pytest.param(words_of(line), id=f"{page.stem}: {line}")
        for page in PAGES
        for line in dict.fromkeys(found(page))
        if kind in words_of(line)[0] and not re.search("…|<", line)
    ]


HONJIN: Final = cases(lines_on, "honjin")
PYTHON: Final = cases(lines_on, "python")
MENTIONED: Final = cases(mentions_on, "honjin")


def command_of(words: list[str]) -> tuple[Any, list[str]]:
    """The command that words name, which is `honjin` before an option, and the words after it."""
    if words[1].startswith("-"):
        return get_command(app), words[1:]
    command, rest = load_command(words[1]), words[2:]
    while rest and rest[0] in getattr(command, "commands", {}):
        command, rest = command.commands[rest[0]], rest[1:]
    return command, rest


def is_group(command: Any) -> bool:
    """Whether it does nothing itself, as `honjin admin`."""
    return bool(getattr(command, "commands", {}))


def test_pages_have_command_lines() -> None:
    """They are found: the tests below have something to check."""
    assert len(HONJIN) > 90
    assert len(PYTHON) > 3


@pytest.mark.parametrize("words", HONJIN)
def test_a_command_line_is_accepted(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It parses, the game has these options with these values, and knows the bots."""
    monkeypatch.chdir(tmp_path)
    for word in words:
        if re.search(r"^[\w.-]+\.\w+$", word):
            Path(word).touch()  # what is in a file is not the line's business
    command, rest = command_of(words)
    assert not is_group(command), f"no such command: {rest}"
    given = command.make_context(words[1], rest)
    key = given.params.get("game") or given.params.get("name")
    if given.ignore_unknown_options and key is not None:
        if command.name == "map":
            check_map(load(key), given)
        else:
            check_game(load(key), given)


def check_game(game: Game[Any], given: Any) -> None:
    """Raise an error for options of a game, bots or settings of learning that are refused."""
    texts = without_files(game.options, given.params.get("option") or [], given.args)
    vary = [text for text in given.params.get("vary") or [] if ":" not in text.partition("=")[0]]
    if given.params.get("search"):
        assert all(read_varied(game, text) for text in vary)
    else:
        given_cases(
            game, [f"{name}={option_text(value)}" for name, value in texts.items()], [], vary
        )
    for bot in bots_of(given.params):
        find_entrant(game, game.read_options(texts), bot)
    if given.info_name == "learn":
        known = {name for kind in CONFIGS.values() for name in kind.__struct_fields__} - LISTS
        changed = {name: given.params[name] for name in known & given.params.keys()}
        method = given.params["method"] or usual_method(game)
        CONFIGS[method](**{k: v for k, v in changed.items() if v is not None})


def check_map(game: Game[Any], given: Any) -> None:
    """Raise an error for options of a map that are refused."""
    assert game.maps is not None
    texts = without_files(game.maps.options, given.params.get("option") or [], given.args)
    read_options(game.maps.options, texts, game.words)


def without_files(options: Iterable[Option], pairs: list[str], rest: list[str]) -> dict[str, Value]:
    """The values given for options, but for those that are read from a file."""
    files = {option.key for option in options if option.file}
    texts = given_values(options, pairs, rest)
    return {name: value for name, value in texts.items() if name not in files}


def bots_of(params: dict[str, Any]) -> list[str]:
    """The bots that a line names, but for those in files."""
    given = params.get("bots") or params.get("bot") or ()
    texts = (given,) if isinstance(given, str) else given
    names = [name for text in texts for name in text.split(",")]
    aside = ("net:", "value:", "none", "levels")
    return [name for name in names if not name.startswith(aside)]


@pytest.mark.parametrize("words", MENTIONED)
def test_a_mentioned_option_exists(words: list[str]) -> None:
    """Of the command, or of its game."""
    command, rest = command_of(words)
    known = {name for one in command.params for name in one.opts} | {"--help"}
    game = next((load(word) for word in rest if word in keys()), None)
    if game:
        options = [*game.options, *(game.maps.options if game.maps else ())]
        known |= {f"--{option.key}" for option in options}
    assert set() == {word for word in rest if word.startswith("--")} - known


@pytest.mark.parametrize("words", PYTHON)
def test_a_python_line_names_what_exists(words: list[str]) -> None:
    """A module that can be imported, or a file with its options."""
    if words[1] == "-m" and not words[2].startswith("bench."):
        assert importlib.util.find_spec(words[2])
        return
    if words[1] == "-m":
        words = [words[0], f"{words[2].replace('.', '/')}.py", *words[3:]]
    source = (ROOT / words[1]).read_text("utf-8")
    assert [] == [word for word in words if word.startswith("--") and word not in source]
