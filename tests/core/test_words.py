"""Words: templates per language, and what fills them."""

from pathlib import Path

import pytest

from honjin.core.words import Say, load_words, speak

WORDS = {
    "hit": {"en": "{who} hits {n} times", "ja": "{who}が{n}回攻撃"},
    "sanada": {"en": "Sanada", "ja": "真田"},
}


def test_a_say_is_spoken_in_every_language() -> None:
    """Numbers, names and other Says fill the holes."""
    say = Say("hit", {"who": Say("sanada"), "n": 3})
    assert "Sanada hits 3 times" == speak(WORDS, say)
    assert "真田が3回攻撃" == speak(WORDS, say, "ja")
    assert "Bob hits 0 times" == speak(WORDS, Say("hit", {"who": "Bob", "n": 0}))


def test_equal_says_have_equal_hashes() -> None:
    """The order in which holes are filled does not matter."""
    one = Say("hit", {"who": Say("sanada"), "n": 3})
    two = Say("hit", {"n": 3, "who": Say("sanada")})
    assert one == two
    assert {one} == {two}
    assert one != Say("hit", {"n": 4, "who": Say("sanada")})


def test_words_are_read_from_toml(tmp_path: Path) -> None:
    """A file holds a table per key."""
    path = tmp_path / "words.toml"
    path.write_text('[hit]\nen = "{who} hits"\nja = "{who}の攻撃"\n', "utf-8")
    assert {"hit": {"en": "{who} hits", "ja": "{who}の攻撃"}} == load_words(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[hit]\nen = "hits"\n', "hit needs .*has .*en"),
        ('[hit]\nen = "{who} hits"\nja = "攻撃"\n', "hit has different holes"),
    ],
)
def test_words_without_a_twin_are_refused(tmp_path: Path, text: str, said: str) -> None:
    """Every key needs every language, with the same holes."""
    path = tmp_path / "words.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=said):
        load_words(path)


def test_several_files_hold_the_words_of_a_game(tmp_path: Path) -> None:
    """A key stands in one of them."""
    ours, theirs = tmp_path / "words.toml", tmp_path / "more.toml"
    ours.write_text('[hit]\nen = "hits"\nja = "攻撃"\n', "utf-8")
    theirs.write_text('[miss]\nen = "misses"\nja = "外れ"\n', "utf-8")
    assert {"hit", "miss"} == load_words(ours, theirs).keys()
    with pytest.raises(ValueError, match="hit has words in a file before it"):
        load_words(ours, ours)
