"""Files that players write: read into a form, or a flaw that is data and names the place."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.core.errors import Flaw
from honjin.core.reading.files import FILE_WORDS, LONGEST, WHOLE, quoted, read_toml, within, wrong
from honjin.core.words import Say, load_words, speak

WORDS = load_words(FILE_WORDS)


class Town(msgspec.Struct):
    """A place of the map."""

    name: str
    roads: tuple[str, str]
    rice: int | None = None


class Map(msgspec.Struct):
    """The form of a file."""

    town: list[Town]
    names: dict[str, int | str] = {}


def flaw(text: str, most: int = 10_000) -> str:
    """The flaw in a text, in English; it has words in Japanese too."""
    with pytest.raises(Flaw) as caught:
        read_toml(text, Map, most)
    assert speak(WORDS, caught.value.say, "ja") != speak(WORDS, caught.value.say)
    return speak(WORDS, caught.value.say)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("size = 3", "size: expected one of town, names, got size"),
        ('[[town]]\nname = "Edo"\nrodes = []', "town 1, rodes: expected one of name, roads, rice"),
    ],
)
def test_a_key_that_is_not_in_the_form_is_refused(text: str, says: str) -> None:
    """The table and the key are named, with the keys there are."""
    assert flaw(text).startswith(says)


def test_keys_for_readers_are_allowed() -> None:
    """Where a fact comes from may stand in any table."""
    text = '[[town]]\nname = "Edo"\nroads = ["Mito", "Kai"]\nsource = "map"\nrice_source = "tax"\n'
    assert Map([Town("Edo", ("Mito", "Kai"))]) == read_toml(text, Map, 100)


def test_a_file_is_read_into_its_form() -> None:
    """Lists of tables become lists of their class."""
    text = '[[town]]\nname = "Edo"\nroads = ["Mito", "Kai"]\n'
    assert Map([Town("Edo", ("Mito", "Kai"))]) == read_toml(text, Map, 100)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the file: expected a field town, got none"),
        ("town = 3", "town: expected a list, got a whole number"),
        ("town = [3]", "town 1: expected a table, got a whole number"),
        ("[[town]]\nname = 1.5", "town 1, name: expected text, got a decimal number"),
        ("[[town]]\nname = 'Edo'", "town 1: expected a field roads, got none"),
        (
            "[[town]]\nname = 'Edo'\nroads = ['Kai']",
            "town 1, roads: expected 2 entries, got 1",
        ),
        (
            "[[town]]\nname = 'Edo'\nroads = ['Kai', 'Mito']\nrice = 2026-01-01",
            "town 1, rice: expected a whole number, got a date or a time",
        ),
        (
            "town = []\n[names]\nkai = true",
            "names: expected a whole number or text, got true or false",
        ),
        ("[[town]]\nname = 'Edo\n", "line 2, column 12: expected TOML, got name = 'Edo"),
        ("town = [", "line 1, column 9: expected TOML, got town = ["),
        ("town = [\n\n", "line 1, column 9: expected TOML, got town = ["),
        ("town = [\n= 1\n", "line 2, column 1: expected TOML, got = 1"),
        ("x = " + "[" * 5000, "line 1: expected at most 16 nested brackets"),
        ("#" * 10_001, "the file: expected at most 10000 characters, got 10001"),
    ],
)
def test_flaws_name_the_place(text: str, says: str) -> None:
    """The message says where, what was expected, and what was found."""
    assert says == flaw(text)


@given(st.text(max_size=200))
def test_any_text_is_a_map_or_has_a_flaw(text: str) -> None:
    """No other error is raised, and every flaw has words."""
    with suppress(Flaw):
        read_toml(text, Map, 10_000)
        return
    assert "" != flaw(text)


def test_what_came_is_shortened() -> None:
    """Long text is cut, empty text is shown as quotes; None and words are kept."""
    assert ("x" * LONGEST + "…", '""') == (quoted("x" * 1000), quoted(""))
    assert (Say("file.none"), WHOLE, "7") == (quoted(None), quoted(WHOLE), quoted(7))


def test_a_game_says_where_and_what() -> None:
    """Places and expectations can be words of the game; ranges are common to all games."""
    found = wrong(Say("town", {"name": "Edo"}), within(1, 6), 9)
    words = {**WORDS, "town": {"en": "the town {name}", "ja": "町{name}"}}
    assert "the town Edo: expected 1 to 6, got 9" == speak(words, found.say)
    assert "町Edo：1〜6のはずが、9です" == speak(words, found.say, "ja")
