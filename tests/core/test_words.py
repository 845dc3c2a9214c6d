"""Words: templates per language, and the values that fill them."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.core.words import Say, fill_numbers, load_words, speak

WORDS = {
    "hit": {"en": "{who} hits {n} times", "ja": "{who}が{n}回攻撃"},
    "sanada": {"en": "Sanada", "ja": "真田"},
}

CASES = json.loads(Path(__file__).with_name("templates.json").read_text("utf-8"))


def test_a_say_is_spoken_in_every_language() -> None:
    """Numbers, names and other Says fill the holes."""
    say = Say("hit", {"who": Say("sanada"), "n": 3})
    assert "Sanada hits 3 times" == speak(WORDS, say)
    assert "真田が3回攻撃" == speak(WORDS, say, "ja")
    assert "Bob hits 0 times" == speak(WORDS, Say("hit", {"who": "Bob", "n": 0}))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['lang']}: {case['text']}")
def test_templates_follow_the_language(case: dict[str, Any]) -> None:
    """Plurals, lists and verbs follow the language; the page is tested with the same cases."""
    fill = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in case["fill"].items()
    }
    words = {"it": {case["lang"]: case["template"]}}
    assert case["text"] == speak(words, Say("it", fill), case["lang"])


def test_lists_hold_says() -> None:
    """Each part is put into words, and a list survives as data."""
    say = Say("hit", {"who": (Say("sanada"), "Bob"), "n": 2})
    assert "Sanada and Bob hits 2 times" == speak(WORDS, say)
    assert "真田、Bobが2回攻撃" == speak(WORDS, say, "ja")
    assert say == msgspec.json.decode(msgspec.json.encode(say), type=Say)
    assert {say} == {Say("hit", {"n": 2, "who": (Say("sanada"), "Bob")})}


def test_equal_says_have_equal_hashes() -> None:
    """The order in which holes are filled does not matter."""
    one = Say("hit", {"who": Say("sanada"), "n": 3})
    two = Say("hit", {"n": 3, "who": Say("sanada")})
    assert one == two
    assert {one} == {two}
    assert one != Say("hit", {"n": 4, "who": Say("sanada")})


def written(folder: Path, en: str, ja: str) -> Path:
    """A folder with these files of words."""
    folder.mkdir()
    (folder / "en.toml").write_text(en, "utf-8")
    (folder / "ja.toml").write_text(ja, "utf-8")
    return folder


def test_words_are_read_from_toml(tmp_path: Path) -> None:
    """A language has a file, and a key has a line in it."""
    words = written(tmp_path / "words", '"hit" = "{who} hits"\n', '"hit" = "{who}の攻撃"\n')
    assert {"hit": {"en": "{who} hits", "ja": "{who}の攻撃"}} == load_words(words)


@pytest.mark.parametrize(
    ("en", "ja", "said"),
    [
        ('"a.hit" = "hits"', "", "words/ja.toml: expected words for a.hit, got none"),
        ("", '"a.hit" = "攻撃"', "words/en.toml: expected words for a.hit, got none"),
        ('"hit" = "{who} hits"', '"hit" = "攻撃"', "words: hit has different holes"),
        (
            '"hit" = "{n} {n|one:hit}"',
            '"hit" = "{n}"',
            r"words/en.toml: hit: \{n\|one:hit\} needs a form for each of one, other \(en\)",
        ),
        (
            '"hit" = "{n}"',
            '"hit" = "{n|one:回|other:回}"',
            r"words/ja.toml: hit: .* needs a form for each of other \(ja\)",
        ),
        (
            '"hit" = "{n|one:a hit|other:{n} hits}"',
            '"hit" = "{n}回"',
            "words/en.toml: hit has a brace that is no hole",
        ),
        ('"hit" = "{#hits} hits"', '"hit" = "攻撃"', "words: hit has different holes"),
        (
            '"hit" = "{#hit} hits"',
            '"hit" = "{#hit}回"',
            r"words/en.toml: hit: expected a number of the game \(none\), got hit",
        ),
        (
            '"hit" = "{#hits|one:hit}"',
            '"hit" = "{#hits}回"',
            r"words/en.toml: hit: \{#hits\|one:hit\} needs a form for each of one, other \(en\)",
        ),
        ('"hit" = "{n|word}"', '"hit" = "{n}回"', r"hit: \{n\|word\} needs a form for each of"),
        ('"hit" = "hits"', '"hit" = "攻撃', "words/ja.toml: .*at "),
        ('"hit" = "hits"\n"hit" = "hits"', '"hit" = "攻撃"', "words/en.toml: .*at "),
    ],
)
def test_words_must_match_between_languages(tmp_path: Path, en: str, ja: str, said: str) -> None:
    """Every key needs every language, with the same holes."""
    words = written(tmp_path / "words", en, ja)
    with pytest.raises(ValueError, match=said):
        load_words(words)


@pytest.mark.parametrize("text", ['[hit]\nen = "hits"', 'hit.a = "hits"', '"hit" = 3'])
def test_a_line_is_a_quoted_key_and_its_words(tmp_path: Path, text: str) -> None:
    """Tables are refused, and keys without quotation marks that TOML reads as tables."""
    words = written(tmp_path / "words", text, text)
    with pytest.raises(ValueError, match=r'words/en\.toml: expected a line such as "key" = .* hit'):
        load_words(words)


def test_a_file_of_both_languages_is_refused(tmp_path: Path) -> None:
    """A game written for an earlier version is told what its words look like now."""
    path = tmp_path / "words.toml"
    path.write_text('[hit]\nen = "hits"\nja = "攻撃"\n', "utf-8")
    with pytest.raises(ValueError, match=r"words\.toml: expected a folder, .* en\.toml and ja"):
        load_words(path)


def test_several_folders_hold_the_words_of_a_game(tmp_path: Path) -> None:
    """A key may be in only one of them."""
    ours = written(tmp_path / "ours", '"hit" = "hits"', '"hit" = "攻撃"')
    theirs = written(tmp_path / "theirs", '"miss" = "misses"', '"miss" = "外れ"')
    assert {"hit", "miss"} == load_words(ours, theirs).keys()
    with pytest.raises(ValueError, match="ours: hit already has words in an earlier folder"):
        load_words(ours, ours)


STATED = [
    ("{#hits}, {who}", "12, {who}"),
    ("{#hits|word} {#hits|one:hit|other:hits}", "twelve hits"),
    ("{#gap|signed} and {#hits|signed}", "−3 and +12"),
    ("{#one} {#one|one:hit|other:hits}", "1 hit"),
]


@pytest.mark.parametrize(("text", "filled"), STATED)
def test_numbers_of_the_data_are_filled_in(text: str, filled: str) -> None:
    """As figures, in words, with a sign, or choosing a form; other holes stay."""
    numbers = {"hits": 12, "gap": -3, "one": 1}
    assert filled == fill_numbers(text, numbers, "en", "rules.md")


@pytest.mark.parametrize("text", ["{#hit}", "{# hits}", "{#hits", "{#hits|}", "{#hits|words}"])
def test_no_number_is_left_to_fill_in(text: str) -> None:
    """An unknown name or a misspelt hole is refused with its place, and never shown."""
    with pytest.raises(ValueError, match=r"^rules\.md"):
        fill_numbers(text, {"hits": 12}, "en", "rules.md")


def test_words_state_numbers_of_the_data(tmp_path: Path) -> None:
    """Each language in its own words."""
    words = written(tmp_path / "words", '"hit" = "{#n|word} hits"', '"hit" = "攻撃{#n|word}回"')
    hit = {"en": "three hits", "ja": "攻撃三回"}
    assert {"hit": hit} == load_words(words, numbers={"n": 3})
