"""Numbers of a game's data are stated by name: rules, lessons and words follow the data."""

import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import honjin
from honjin.core.locales import LANGUAGES
from honjin.core.parts.lesson import lessons_of, read_lesson
from honjin.core.parts.rulebook import Rulebook, load_rulebook, read_rulebook
from honjin.core.words import Numbers, load_words, stated_in
from honjin.games import keys, load
from honjin.server.tables.catalogue import rules_of

HOME = Path(honjin.__file__).parent / "games"
RULES = {"en": "rules.md", "ja": "rules.ja.md"}

Place = tuple[str, str, str]
"""A file or folder of texts, the part of it, and the language."""


@cache
def written(key: str) -> dict[Place, str]:
    """Every text of a game as it is written, with numbers by name."""
    home, texts = HOME / key, dict[Place, str]()
    for language, name in RULES.items():
        texts |= in_book(read_rulebook((home / name).read_text("utf-8")), language)
    for file in sorted(home.glob("lessons/*.toml")):
        lesson = tomllib.loads(file.read_text("utf-8"))
        parts = {"title": lesson["title"], "goal": lesson["goal"]}
        for n, step in enumerate(lesson["steps"]):
            parts |= {f"{n} {part}": step[part] for part in ("say", "wrong") if part in step}
        texts |= in_languages(file.stem, parts)
    for file in sorted(home.rglob("words/**/*.toml")):
        lines = tomllib.loads(file.read_text("utf-8"))
        texts |= {(file.parent.name, line, file.stem): text for line, text in lines.items()}
    return texts


def told(key: str, numbers: Numbers) -> dict[Place, str]:
    """Every text of a game as it is read, with these numbers."""
    home, texts = HOME / key, dict[Place, str]()
    for language, name in RULES.items():
        texts |= in_book(load_rulebook(home / name, numbers), language)
    for file in sorted(home.glob("lessons/*.toml")):
        lesson = read_lesson(file.read_text("utf-8"), file.stem, numbers)
        parts = {"title": lesson.title, "goal": lesson.goal}
        for n, step in enumerate(lesson.steps):
            parts |= {f"{n} say": step.say} | ({f"{n} wrong": step.wrong} if step.wrong else {})
        texts |= in_languages(file.stem, parts)
    for file in sorted(home.rglob("words/**/en.toml")):
        texts |= in_languages(file.parent.name, dict(load_words(file.parent, numbers=numbers)))
    return texts


def in_book(book: Rulebook, language: str) -> dict[Place, str]:
    """The texts of a rulebook."""
    intro = {f"intro {n}": text for n, text in enumerate(book.intro)}
    summary = {f"summary {n}": point.text for n, point in enumerate(book.summary.points)}
    parts = {**intro, **summary, **book.statements()}
    return {("rules", part, language): text for part, text in parts.items()}


def in_languages(where: str, parts: Any) -> dict[Place, str]:
    """Texts that are read in all languages at once."""
    return {
        (where, part, language): text[language]
        for part, text in parts.items()
        for language in LANGUAGES
    }


def stating(key: str, name: str) -> set[Place]:
    """The texts of a game that state a number."""
    return {place for place, text in written(key).items() if name in stated_in(text)}


CASES = [(key, name) for key in keys() for name in load(key).numbers]


def test_every_game_states_numbers_of_its_data() -> None:
    """Otherwise the next tests check nothing."""
    assert set(keys()) == {key for key, _ in CASES}


@pytest.mark.parametrize("key", keys())
def test_what_is_stated_is_in_the_rulebook(key: str) -> None:
    """However a number is found in the data, readers are told the rulebook's."""
    stated = tomllib.loads((Path(__file__).parent / "stated.toml").read_text("utf-8"))
    assert stated[key] == load(key).numbers


@pytest.mark.parametrize(("key", "name"), CASES)
def test_a_changed_number_changes_every_sentence_that_states_it(key: str, name: str) -> None:
    """In both languages, and no other sentence; a number that no sentence states has no name."""
    numbers = load(key).numbers
    before, after = told(key, numbers), told(key, {**numbers, name: numbers[name] + 1})
    assert set(LANGUAGES) == {language for *_, language in stating(key, name)}
    assert stating(key, name) == {place for place in before if before[place] != after[place]}


@pytest.mark.parametrize("key", keys())
def test_no_reader_sees_the_name_of_a_number(key: str) -> None:
    """Rules, lessons and words are filled in before they are sent or shown."""
    game = load(key)
    shown = [str(rules_of(game)), str(lessons_of(game)), str(game.words)]
    shown += [str(desk.words) for desk in game.desks]
    assert [] == [name for text in shown for name in re.findall(r"\{#[^}]*", text)]


AFTER_A_CHANGE = """
import sys, tomllib
key, line, changed = sys.argv[1:]
loads = tomllib.loads
tomllib.loads = lambda text: loads(text.replace(line, changed, 1))
from importlib import import_module
import json
print(json.dumps(import_module(f"honjin.games.{key}.text.stated").STATED))
"""


@pytest.mark.parametrize(
    ("key", "line", "changed", "follow"),
    [
        ("akebono", "all_daimyo = 4", "all_daimyo = 5", {"all_daimyo": 5}),
        ("akiwado", "start_coins = 5", "start_coins = 6",
         {"start_coins": 6, "stock_3": 32, "stock_4": 26, "stock_5": 20}),
        ("rokumon", "black = [1, 3, 3, 5]", "black = [1, 3, 5]", {"black_dice": 3}),
        ("summits", "\nturns = 12", "\nturns = 11", {"tennozan_turns": 11}),
        ("swords", "supply = 1", "supply = 2", {"supply": 2, "supplies": 4}),
    ],
)  # fmt: skip
def test_a_change_of_the_data_is_followed(
    key: str, line: str, changed: str, follow: Numbers
) -> None:
    """The daimyo of Akebono scored another number than five of its sentences said."""
    run = [sys.executable, "-c", AFTER_A_CHANGE, key, line, changed]
    numbers = json.loads(subprocess.run(run, check=True, capture_output=True, text=True).stdout)
    before = load(key).numbers
    assert follow == {name: n for name, n in numbers.items() if n != before[name]}
