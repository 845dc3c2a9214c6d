"""English plurals: one point, two points, wherever a number can be one."""

import re
from functools import cache
from pathlib import Path

import pytest

import honjin
from honjin.core.parts.rulebook import load_rulebook
from honjin.core.words import Say, Words, holes_of, load_words, speak
from honjin.games import keys, load
from honjin.lab.experiments.looking import there_is
from places import ROOT

HOME = Path(honjin.__file__).parent
OURS = [
    HOME / name
    for name in (
        "cli/words",
        "lab/words",
        "core/reading/words/files",
        "core/reading/words/plain",
    )
]
EVERY = [*keys(), *map(str, OURS)]
FORMS = re.compile(r"\|other:(?:[a-z]+ )?([a-z]+s)\b")
NAMES = {"who", "whom", "unit", "mean"}
"""Placeholders that are never filled by a whole number."""
PARTITIVE = re.compile(r"\b1 of (?:your |the )?\w+")


def words_of(name: str) -> Words:
    """The words of a game, or of a folder of our own."""
    if name not in keys():
        return load_words(*(p for p in OURS if str(p) == name))
    game = load(name)
    at_desks = {key: forms for desk in game.desks for key, forms in desk.words.items()}
    return {**game.words, **game.reference.words, **at_desks}


@cache
def nouns() -> frozenset[str]:
    """The words that follow a number in the plural in any template."""
    templates = [forms["en"] for name in EVERY for forms in words_of(name).values()]
    return frozenset(found for text in templates for found in FORMS.findall(text))


def test_there_are_words_that_are_counted() -> None:
    """The next test has words to check."""
    assert {"points", "cards", "coins", "turns", "changes"} <= nouns()


@pytest.mark.parametrize("name", EVERY)
def test_one_is_told_in_the_singular(name: str) -> None:
    """Whichever placeholder is 1, no plural of a counted word follows it."""
    words = words_of(name)
    wrong = re.compile(rf"\b1 (?:more |movement |road )?(?:{'|'.join(sorted(nouns()))})\b")
    told = {key: speak(words, with_one(key, forms["en"])) for key, forms in words.items()}
    found = {key: text for key, text in told.items() if wrong.search(PARTITIVE.sub("", text))}
    assert {} == found


CHANGED = re.compile(r"\b([Oo]ptions?|chosen|left out|supply)\b")
"""How a ruling says that it can be changed."""


@pytest.mark.parametrize("key", keys())
def test_a_ruling_says_that_it_can_be_changed(key: str) -> None:
    """Ruling Q47 of Swords did not say that there is the option `one_march`."""
    game = load(key)
    told = load_rulebook(game.home / "rules.md", game.numbers).statements()
    rulings = [one for one in game.options if one.offered and one.rule[0].isalpha()]
    assert [] == [one.key for one in rulings if not CHANGED.search(told[one.rule])]


@pytest.mark.parametrize("key", keys())
def test_lines_of_the_end_begin_alike(key: str) -> None:
    """The table at the end of a game began its lines at the Summits, alone, in lower case."""
    facts = {k: forms["en"] for k, forms in load(key).words.items() if k.startswith("facts.")}
    heads = [text for name, text in facts.items() if name.count(".") == 1]
    assert [] == [text for text in heads if text[0].islower()]


def test_one_word_for_one_thing_in_japanese() -> None:
    """A refused record was 棋譜 and its rules ルール, which are 記録 and 規則 everywhere else."""
    files = [
        *HOME.rglob("words/**/ja.toml"),
        *HOME.rglob("rules.ja.md"),
        *HOME.rglob("lessons/*.toml"),
    ]
    files += [*(ROOT / "web/src/i18n").glob("*ja.json")]
    assert 30 < len(files)
    assert [] == [file.name for file in files if re.search("棋譜|ルール", file.read_text("utf-8"))]


DOING = re.compile(
    r"\b(Attack|Bid|Call|Change|Choose|Continue|Declare|Disband|Draw|Go on|Keep|Lay|Let|Mend|Move"
    r"|Pay|Pick|Place|Play|Press|Put|Raise|Send|Set aside|Take|Buy|Waiting for|Write|ambush"
    r"|challenge|end|finish|rearrange|Rearrange|choose|take|is over)\b"
)


@pytest.mark.parametrize("key", keys())
def test_a_prompt_is_a_sentence_that_says_what_to_do(key: str) -> None:
    """A prompt tells the player what to do with a verb, and is not a question."""
    asked = {k: forms for k, forms in load(key).words.items() if k.startswith(("prompt.", "ask."))}
    assert {} == {k: forms["en"] for k, forms in asked.items() if not DOING.search(forms["en"])}
    assert {} == {k: forms for k, forms in asked.items() if forms["en"].endswith("?")}
    assert {} == {k: forms for k, forms in asked.items() if forms["ja"].endswith(("？", "か"))}


def with_one(key: str, template: str) -> Say:
    """The sentence with 1 in each placeholder that a number can fill."""
    return Say(key, {hole: "X" if hole in NAMES else 1 for hole in holes_of(template)})


NUMBERS = {"number of coins", "number of supporters", "honor", "amount", "way"}
NAMES_ON_THE_SHEET = {"square", "group"}
"""Names of places and groups as they are printed, the same in every language."""


@pytest.mark.parametrize("key", keys())
def test_a_report_has_words_for_whatever_actions_name(key: str) -> None:
    """Reports of experiments showed Akebono's put_back and the cards hc, st of Swords as keys."""
    game = load(key)
    options = [game.read_options(preset.options) for preset in game.presets]
    found = {
        f"{sort}.{name}"
        for given in options
        for sort, names in there_is(game, given).items()
        if sort not in NUMBERS | NAMES_ON_THE_SHEET
        for name in names
    }
    assert set() == found - game.words.keys()
