"""The sheet of a map, and the maps that `honjin map` can show."""

import pytest

from games.swords.given import GAME
from honjin.core.errors import BadOption
from honjin.core.options import read_options
from honjin.core.parts.maps import MapSheet
from honjin.core.reading.files import FILE_WORDS
from honjin.core.words import LANGUAGES, Say, load_words, speak
from honjin.games.swords.content import generator
from honjin.games.swords.content.generator import draw_map
from honjin.games.swords.content.mapfile import MAP_WORDS, read_file, write_file, write_line
from honjin.games.swords.content.maps import DESIGNED
from honjin.games.swords.content.mapsheet import MAPS, sheet

WORDS = load_words(MAP_WORDS.with_name("game"), MAP_WORDS, FILE_WORDS, numbers=GAME.numbers)


def made(**given: str) -> MapSheet:
    """The sheet for these options."""
    return MAPS.make(read_options(MAPS.options, given, WORDS), lambda _number, _of: None)


def spoken(found: MapSheet) -> list[Say]:
    """All texts of a sheet."""
    letters = [letter.say for letter in found.letters]
    return [found.title, *letters, *(say for say, _ in found.figures), *found.remarks]


@pytest.mark.parametrize("name", DESIGNED)
def test_a_designed_map_by_name(name: str) -> None:
    """Fortresses show their seats; every letter is explained, in both languages."""
    found, designed = made(name=name), DESIGNED[name]
    letters = "".join(found.rows)
    assert {letter.letter for letter in found.letters} == set(letters)
    seats = [letters[square] for square in designed.fortresses]
    assert [str(seat) for seat in range(1, designed.players + 1)] == seats
    assert all(speak(WORDS, say, lang) for say in spoken(found) for lang in LANGUAGES)
    assert speak(WORDS, found.title).startswith(name.replace("_", " ").title())


def test_a_map_that_is_drawn() -> None:
    """Players, keeps and seed are options; by default four players and two keeps."""
    assert write_file(draw_map(4, 2, 1).map) == made().file
    assert write_file(draw_map(3, 2, 7).map) == made(players="3", keeps="2", seed="7").file
    title = Say("map.drawn", {"players": 4, "keeps": 2, "seed": 7})
    assert title == made(seed="7").title


def test_figures_of_a_map() -> None:
    """The unfairness, its five parts, and the phases to the nearest fortress."""
    figures = {say.k: value for say, value in made(name="three_valleys").figures}
    assert figures == {
        "map.unfairness": "0.079",
        "map.access": "0.018",
        "map.nearest": "0.000",
        "map.enemy": "0.000",
        "map.threat": "0.000",
        "map.mean_enemy": "0.079",
        "map.phases": "6, 6, 6",
    }


def test_a_map_of_ones_own() -> None:
    """As a file or a line; on hexes, every second row is shifted."""
    own = draw_map(2).map._replace(shape="hexes", name="Mine")
    for text in (write_file(own), write_line(own)):
        found = made(map=text)
        assert found.shifted
        assert own == read_file(found.file)
        assert speak(WORDS, found.title) == "Mine: 2 players, 6 keeps, hexes"
    assert not sheet(own._replace(shape="squares")).shifted


def test_a_map_that_stands_in_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """When no start gave an even map."""
    monkeypatch.setattr(generator, "MAX_STARTS", 0)
    found = made(players="5")
    assert made(name="five_provinces") == MapSheet(
        found.title, found.rows, found.letters, found.figures, (), found.file
    )
    assert (Say("remark.stand_in"),) == found.remarks


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"players": "7"}, "option players is one of 2, 3, 4, 5, 6, not '7'"),
        ({"keeps": "4"}, "option keeps is one of usual, 2, 3, not '4'"),
        ({"seed": "-1"}, "option seed is a whole number of up to nine digits, not '-1'"),
        ({"name": "five"}, "option name is one of drawn, two_banks, "),
        ({"map": 'rows = ["F"]'}, "option map: rows: expected 10 rows, got 1"),
    ],
)
def test_what_cannot_be_asked_for(given: dict[str, str], expected: str) -> None:
    """Each with what was expected."""
    with pytest.raises(BadOption) as caught:
        made(**given)
    assert str(caught.value).startswith(expected)
