"""Words: templates per language, and the values that fill them."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.core.words import Say, load_words, speak

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


def test_words_are_read_from_toml(tmp_path: Path) -> None:
    """A file has a table per key."""
    path = tmp_path / "words.toml"
    path.write_text('[hit]\nen = "{who} hits"\nja = "{who}の攻撃"\n', "utf-8")
    assert {"hit": {"en": "{who} hits", "ja": "{who}の攻撃"}} == load_words(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[hit]\nen = "hits"\n', "hit needs .*has .*en"),
        ('[hit]\nen = "{who} hits"\nja = "攻撃"\n', "hit has different holes"),
        (
            '[hit]\nen = "{n} {n|one:hit}"\nja = "{n}"\n',
            r"hit: \{n\|one:hit\} needs a form for each of one, other \(en\)",
        ),
        (
            '[hit]\nen = "{n}"\nja = "{n|one:回|other:回}"\n',
            r"hit: .* needs a form for each of other \(ja\)",
        ),
        (
            '[hit]\nen = "{n|one:a hit|other:{n} hits}"\nja = "{n}回"\n',
            "hit has a brace that is no hole",
        ),
    ],
)
def test_words_must_match_between_languages(tmp_path: Path, text: str, said: str) -> None:
    """Every key needs every language, with the same holes."""
    path = tmp_path / "words.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=said):
        load_words(path)


def test_several_files_hold_the_words_of_a_game(tmp_path: Path) -> None:
    """A key may be in only one of them."""
    ours, theirs = tmp_path / "words.toml", tmp_path / "more.toml"
    ours.write_text('[hit]\nen = "hits"\nja = "攻撃"\n', "utf-8")
    theirs.write_text('[miss]\nen = "misses"\nja = "外れ"\n', "utf-8")
    assert {"hit", "miss"} == load_words(ours, theirs).keys()
    with pytest.raises(ValueError, match="hit already has words in an earlier file"):
        load_words(ours, ours)
