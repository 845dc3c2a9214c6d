"""Maps from files and as one line: what is read, what is refused, what is remarked on."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.swords.given import GAME
from honjin.core.errors import Flaw
from honjin.core.reading.files import FILE_WORDS
from honjin.core.words import LANGUAGES, Say, load_words, speak
from honjin.games.swords.content.generator import KEEPS, PLAYERS, draw_map
from honjin.games.swords.content.mapfile import (
    MAP_WORDS,
    choose_map,
    is_file,
    kept_map,
    read_file,
    read_line,
    remarks,
    write_file,
    write_line,
)
from honjin.games.swords.content.maps import DESIGNED, LETTERS, SHAPES, Map, designed_for

WORDS = load_words(MAP_WORDS.with_name("game"), MAP_WORDS, FILE_WORDS, numbers=GAME.numbers)
ROWS = [
    "F....t...d",
    ".c..K...t.",
    "..X.......",
    ".K....c...",
    "...t..X...",
    "....d....K",
    ".....c....",
    "t...K..d..",
    "..........",
    "c.d......F",
]
MAPS = st.one_of(
    st.sampled_from(list(DESIGNED.values())),
    st.builds(
        lambda *wish: draw_map(*wish).map,
        st.sampled_from(PLAYERS), st.sampled_from(KEEPS), st.integers(0, 30),
    ),
)  # fmt: skip


def text_of(rows: list[str], **fields: object) -> str:
    """A file with these rows; a field given as None is left out."""
    lines = [f"{key} = {value}" for key, value in fields.items() if value is not None]
    return "\n".join([f"rows = {rows!r}".replace("'", '"'), *lines])


def changed(*changes: tuple[int, int, str]) -> list[str]:
    """The rows with other letters at (row, column)."""
    letters = [list(row) for row in ROWS]
    for row, col, letter in changes:
        letters[row][col] = letter
    return ["".join(row) for row in letters]


def flaw_of(text: str) -> Say:
    """The flaw of a file."""
    with pytest.raises(Flaw) as caught:
        read_file(text)
    return caught.value.say


def said(say: Say) -> str:
    """The words, in English; they exist in every language."""
    assert all(speak(WORDS, say, language) for language in LANGUAGES)
    return speak(WORDS, say)


# ---- what is read


def test_a_file_of_rows_alone() -> None:
    """Shape, name and the order of fortresses can be left out."""
    found = read_file(text_of(ROWS))
    assert Map("Map", "squares", found.terrain, (0, 99), (14, 31, 59, 74)) == found
    assert tuple(ROWS) == found.rows()
    assert () == remarks(found)


def test_a_file_with_all_fields() -> None:
    """Hexes, a name in any script, seats in another order."""
    fields = {"shape": '"hexes"', "name": '"琵琶湖: 東"', "fortresses": '["j10", "a1"]'}
    found = read_file(text_of(ROWS, **fields))
    assert ("琵琶湖: 東", "hexes", (99, 0)) == (found.name, found.shape, found.fortresses)


@settings(max_examples=25)
@given(MAPS, st.sampled_from(SHAPES), st.text(st.characters(codec="utf-8"), max_size=60))
def test_what_is_written_is_read_again(found: Map, shape: str, name: str) -> None:
    """As a file and as a line, whatever the shape, and with its name if it has one."""
    found = found._replace(shape=shape, name=name)
    if name.strip() and name.isprintable():
        assert found == read_file(write_file(found)) == read_line(write_line(found))
        assert is_file(write_file(found))
        assert not is_file(write_line(found)) or "[" in name


@pytest.mark.slow
@settings(max_examples=100)
@given(
    MAPS,
    st.lists(st.tuples(st.integers(0, 99), st.sampled_from(LETTERS + "?")), max_size=9),
    st.sampled_from(SHAPES),
)
def test_any_letters_are_read_or_refused(
    found: Map, changes: list[tuple[int, str]], shape: str
) -> None:
    """A map with some other letters is read as it is, or refused with a known flaw."""
    letters = list("".join(found.rows()))
    for square, letter in changes:
        letters[square] = letter
    rows = ["".join(letters[at : at + 10]) for at in range(0, 100, 10)]
    other = read_or_flaw(text_of(rows, shape=f'"{shape}"'))
    if isinstance(other, Map):
        assert tuple(rows) == other.rows()
        assert all(said(remark) for remark in remarks(other))
    else:
        assert said(other)


def read_or_flaw(text: str) -> Map | Say:
    """The map of a text, or its flaw."""
    try:
        return read_file(text)
    except Flaw as flaw:
        return flaw.say


@given(st.text())
def test_junk_is_refused_in_words(text: str) -> None:
    """Nothing but a Flaw is raised, as a file or as a line."""
    for read in (read_file, read_line):
        with pytest.raises(Flaw) as caught:
            read(text)
        assert said(caught.value.say)


# ---- what is refused

NO_EXIT = changed((0, 1, "X"), (1, 0, "K"))
CUT_OFF = changed((8, 9, "X"), (9, 8, "X"))
MANY_KEEPS = changed(*((8, col, "K") for col in range(1, 5)))

FLAWS = {
    "nine rows": (text_of(ROWS[:9]), "rows: expected 10 rows, got 9"),
    "a short row": (
        text_of([*ROWS[:3], "....", *ROWS[4:]]),
        "row 4: expected 10 letters, got 4",
    ),
    "an unknown letter": (
        text_of(changed((2, 6, "y"))),
        "g3 (row 3, column 7): expected one of . d c t X K F, got y",
    ),
    "no tile": (
        text_of(changed((2, 6, "_"))),
        "g3 (row 3, column 7): expected one of . d c t X K F, got _",
    ),
    "one fortress": (
        text_of(changed((0, 0, "."))),
        "rows: expected 2 to 6 fortresses (F), one per player, got 1",
    ),
    "seven fortresses": (
        text_of(changed(*((5, col, "F") for col in range(0, 10, 2)))),
        "rows: expected 2 to 6 fortresses (F), one per player, got 7",
    ),
    "no such fortress": (
        text_of(ROWS, fortresses='["a1", "b1"]'),
        "fortresses, entry 2: expected a square with a fortress (F), got b1",
    ),
    "no square": (
        text_of(ROWS, fortresses='["a1", "z9"]'),
        "fortresses, entry 2: expected a square with a fortress (F), got z9",
    ),
    "a fortress twice": (
        text_of(ROWS, fortresses='["a1", "a1"]'),
        "fortresses, entry 2: expected a fortress not named before, got a1",
    ),
    "a fortress left out": (
        text_of(ROWS, fortresses='["j10"]'),
        "fortresses: expected every fortress once, got a list without a1",
    ),
    "too many keeps": (
        text_of(MANY_KEEPS),
        "rows: expected at most 6 keeps (K), three per player, got 8",
    ),
    "a fortress cut off": (
        text_of(CUT_OFF),
        "j10 (row 10, column 10): expected a way to a1, got none",
    ),
    "a keep cut off": (
        text_of(changed((6, 4, "X"), (8, 4, "X"), (7, 3, "X"), (7, 5, "X"))),
        "e8 (row 8, column 5): expected a way to a1, got none",
    ),
    "no exit": (
        text_of(NO_EXIT),
        "a1 (row 1, column 1): expected a passable square without a castle beside the fortress, "
        "for its second army, got none",
    ),
    "fortresses side by side": (
        text_of(changed((1, 1, "F"))),
        "b2 (row 2, column 2): expected at least 3 steps from the fortress on a1, corners "
        "counted as steps, got 1",
    ),
    "an unknown shape": (
        text_of(ROWS, shape='"stars"'),
        "shape: expected one of squares, hexes, got stars",
    ),
    "a blank name": (
        text_of(ROWS, name='" "'),
        "name: expected a name of 1 to 60 characters on one line, got  ",
    ),
    "an unknown field": (
        text_of(ROWS, fortreses='["a1"]'),
        "fortreses: expected one of rows, name, shape, fortresses, got fortreses",
    ),
    "no rows": ('name = "x"', "the file: expected a field rows, got none"),
    "rows in one text": ('rows = "F"', "rows: expected a list, got text"),
    "no TOML": ("rows = [", "line 1, column 9: expected TOML, got rows = ["),
    "too long": (
        text_of(ROWS) + "#" * 5000,
        "the file: expected at most 4000 characters, got 5147",
    ),
}


@pytest.mark.parametrize(("text", "expected"), FLAWS.values(), ids=list(FLAWS))
def test_a_flaw_is_told_with_its_place(text: str, expected: str) -> None:
    """Each mistake: the place, what was expected, what came."""
    assert expected == said(flaw_of(text))


def test_hexes_have_other_neighbours() -> None:
    """a1 has two ways out on squares, the same two on hexes; i10 is beside j10 on both."""
    for shape in SHAPES:
        flaw = flaw_of(text_of(NO_EXIT, shape=f'"{shape}"'))
        assert "flaw.exit" == flaw.p["expected"].k  # type: ignore[union-attr]
    cut_on_squares = text_of(CUT_OFF, shape='"squares"')
    cut_on_hexes = text_of(changed((8, 9, "X"), (9, 8, "X"), (8, 8, "X")), shape='"hexes"')
    assert flaw_of(cut_on_squares) == flaw_of(cut_on_hexes)


# ---- what is remarked on


def remarked(rows: list[str]) -> list[str]:
    """The remarks on a map of these rows."""
    return [said(remark) for remark in remarks(read_file(text_of(rows)))]


def test_a_terrain_that_is_missing() -> None:
    """Rule 2: every terrain occurs."""
    rows = [row.replace("d", ".") for row in ROWS]
    desert = WORDS["terrain.difficult"]["en"]
    assert f"No square is {desert}, but by the rules every terrain occurs (rule 2)." in remarked(
        rows
    )


def test_few_keeps_and_castles_close_by() -> None:
    """Rule 2: two or three keeps per player, spread evenly."""
    few = remarked(changed((1, 4, "."), (3, 1, ".")))
    said = "two or three keeps per player, 4 to 6 in all; this map has 2 (rule 2)."
    assert f"By the rules there are {said}" in few
    near = remarked(changed((1, 1, "K"), (1, 5, "K")))
    assert "The castles b2 and a1 are fewer than 3 steps apart (rule 2)." in near
    assert "The castles f2 and e2 are fewer than 2 steps apart (rule 2)." in near
    forts = remarked(changed((0, 3, "F")))
    assert "The castles d1 and a1 are fewer than 4 steps apart (rule 2)." in forts


def test_ground_that_is_unlike() -> None:
    """A fortress with one way out, land that cannot be reached, an uneven map."""
    assert "The fortress a1 has only one way out." in remarked(changed((0, 1, "X")))
    pocket = changed((0, 8, "X"), (1, 9, "X"))
    assert "j1 and the land around it cannot be reached: 1 square in all." in remarked(pocket)
    uneven = remarked(changed((1, 4, "."), (3, 1, "."), (8, 4, "K")))
    assert any(re.match(r"Unfairness \d\.\d{3}; random maps", line) for line in uneven)


# ---- what an option asks for


def test_an_option_asks_for_a_map() -> None:
    """The designed one, a generated one, a file, a line."""
    own = read_file(text_of(ROWS))
    assert designed_for(5) == choose_map("designed", 5)
    assert draw_map(4, 0, 7).map == choose_map("drawn:7", 4)
    assert draw_map(4, 3, 7).map == choose_map("drawn:7:3", 4)
    assert own == choose_map(text_of(ROWS), 2) == choose_map(write_line(own), 2)


@pytest.mark.parametrize("text", ["designed", "drawn:7", "drawn:12:2", text_of(ROWS)])
def test_an_option_keeps_the_whole_map(text: str) -> None:
    """The stored value asks for the same map again, and stays as it is."""
    kept = kept_map(text, 2)
    assert choose_map(text, 2) == choose_map(kept, 2)
    assert kept == kept_map(kept, 2)
    assert "\n" not in kept


@pytest.mark.parametrize(
    ("text", "players", "expected"),
    [
        (text_of(ROWS), 4, "the map: expected a map with 4 fortresses, one per player, got 2"),
        (
            "drawn:x", 4,
            "the map: expected designed, drawn:7, the contents of a map file, or a line like "
            "squares:rows:fortresses:name, got drawn:x",
        ),
    ],
)  # fmt: skip
def test_an_option_for_no_map(text: str, players: int, expected: str) -> None:
    """A map for other numbers of players, and a string that is no map."""
    with pytest.raises(Flaw) as caught:
        kept_map(text, players)
    assert expected == said(caught.value.say)
