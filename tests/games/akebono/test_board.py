"""Boards from files and as text: the shipped one, others, and what is refused."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honjin.core.errors import BadOption, Unreadable
from honjin.core.play import replay
from honjin.games.akebono.board import MEN, drawn_up, named, read_board, write_board
from honjin.games.akebono.boardfile import load_board
from honjin.games.akebono.data import SHIPPED, SHIPPED_KEY, SHIPPED_TEXT
from honjin.games.akebono.game import HOME
from honjin.games.akebono.names import ground
from honjin.geometry.hexes import Hex, distance
from honjin.testing import conformance, random_play

from .given import GAME, RED, WHITE, do, legal, start

TEXT = (HOME / "board.toml").read_text("utf-8")


def saved(tmp_path: Path, text: str) -> Path:
    """A file with this text."""
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def test_the_shipped_file() -> None:
    """It is loaded as it stands: hexes, formations, road."""
    board = load_board(HOME / "board.toml")
    assert SHIPPED == board
    table = tomllib.loads(TEXT)
    assert [entry["id"] for entry in table["board"]["hexes"]] == [p.name for p in board.places]
    assert tuple(table["road"]["path"]) == board.road
    assert [5, 5] == [len(plans) for plans in board.plans]


def test_rows_are_lettered_and_hexes_numbered() -> None:
    """From north to south and from west to east, holes left out."""
    hexes = [Hex(0, 0), Hex(2, 0), Hex(0, 1), Hex(-1, 1)]
    assert {"A1", "A2", "B1", "B2"} == set(named(hexes).values())
    assert "B1" == named(hexes)[Hex(-1, 1)]


# ---- what is refused


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[board]", "[board", "expected TOML"),
        ('id = "A2"', 'id = "A1"', "the hex at -2, -5: expected the id A2, got the id A1"),
        ('id = "A1", q = -3', 'id = "A1", q = "x"', "hex A1, q: expected a number, got x"),
        ('id = "A1", q = -3', 'id = "A1"', "hex A1, q: expected a number, got none"),
        ('{ id = "A1", q', "{ q", "hex number 1, id: expected text, got none"),
        ("r = -5, value = 6", "r = -5, value = 7", "hex A1, value: expected 1 to 6, got 7"),
        ('q = -2, r = -5', "q = -3, r = -5", "hex A2: expected coordinates of its own, got those"),
        ('id = "A2"', 'id = "A3"', "the hex at -2, -5: expected the id A2, got the id A3"),
        ('6, ns = "N", we', '6, ns = "O", we', "hex A1, ns: expected N, S or M, got O"),
        ('6, ns = "N", we', "6, we", "hex A1, ns: expected N, S or M, got none"),
        ('halves = ["N", "S"]', 'halves = ["N", "N"]', "midline north_south: expected two halves"),
        ('halves = ["N", "S"]', 'halves = ["N", "M"]', "names of their own, none of them M"),
        ('halves = ["N", "S"]', 'halves = ["N"]', r"length 2.*midline\[0\].halves"),
        ('id = "west_east"\nhalves', 'id = "diagonal"\nhalves', "north_south and west_east, got"),
        ('"F10", "F11"]', '"F10"]', "midline north_south, forbidden: expected"),
        ("hexes_per_half = 58", "hexes_per_half = 57", "hexes of N: expected 57, got 58"),
        ("hex_count = 127", "hex_count = 126", "hex_count: expected 127, got 126"),
        ('"pointy-top"', '"flat-top"', "orientation: expected pointy-top, got flat-top"),
        ("[1, -1], [0, -1]", "[1, 1], [0, -1]", "directions: expected"),
        ("A  6 5 4 3 3 4", "A  6 5 4 3 3 5", "picture, row A: expected 6 5 4 3 3 4"),
        ("K  3 3 4 5", "L  3 3 4 5", "picture, row K: expected 3 3 4 5"),
        ("\n1 = 15\n", "\n1 = 14\n", r"\[terrain_distribution\] 1: expected 15, got 14"),
        ('path = ["D1", "D2"', 'path = ["D1", "D3"', "path, 2: expected a hex of value 1"),
        ('path = ["D1", "D2", "C3"', 'path = ["D1", "C3"', "path, 2: expected a hex beside D1"),
        ('path = ["D1", "D2"', 'path = ["D1", "D1"', "path, 2: expected a hex of value 1 that"),
        (
            "q = -3, r = -5, value = 6",
            "q = -3, r = -5, value = 5",
            "hex A1, by symmetry: expected its value 5 opposite, got 6",
        ),
        ('tairo = ["A5"]', 'tairo = ["A5", "A7"]', "pieces: expected 1 tairo, 3 daimyo"),
        ('tairo = ["A5"]', 'tairo = ["K8"]', "setup crane, first: expected a free hex of its half"),
        ('tairo = ["A5"]', 'tairo = ["A4"]', "first: expected a free hex of its half, got A4"),
        ('tairo = ["A5"]', 'tairo = ["F5"]', "setup crane, first: expected a free hex of its half"),
        ('midline = "west_east"', 'midline = "east"', "midline: expected north_south or west_east"),
        ('id = "scales"', 'id = "crane"', "setups of north_south: expected at most 5 with ids"),
    ],
)  # fmt: skip
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, says: str) -> None:
    """Each kind of mistake is refused with the place, what was expected and what came."""
    assert old in TEXT
    path = saved(tmp_path, TEXT.replace(old, new, 1))
    with pytest.raises(Unreadable, match=rf"^mine.toml: .*{says}"):
        load_board(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "missing required field `board`"),
        ("[board]\nhexes = []\n", "missing required field `midline`"),
        ("[board]\nhexes = 3\nmidline = []", "Expected `array`, got `int`"),
    ],
)
def test_missing_tables(tmp_path: Path, text: str, says: str) -> None:
    """A file without hexes or midlines says which table it lacks."""
    with pytest.raises(Unreadable, match=says):
        load_board(saved(tmp_path, text))


def hexes(places: list[tuple[str, int, int]]) -> str:
    """A file with these hexes and no more than it needs."""
    table = "".join(
        f'  {{ id = "{name}", q = {q}, r = {r}, value = 1, ns = "N", we = "W" }},\n'
        for name, q, r in places
    )
    midlines = "".join(
        f'[[midline]]\nid = "{key}"\nhalves = ["{one}", "{two}"]\nfield = "{field}"\n'
        for key, one, two, field in (
            ("north_south", "N", "S", "ns"),
            ("west_east", "W", "E", "we"),
        )
    )
    return f"[board]\nhexes = [\n{table}]\n{midlines}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (hexes([]), "expected a board, got no hexes"),
        (hexes([("A1", 0, 0), ("A2", 7, 0)]), "hex A2: expected a way to A1, got none"),
        (hexes([("A1", 0, 0), ("A2", 1, 0)]), "expected 15 hexes or more that touch no hex"),
        (hexes([(f"A{n + 1}", n, 0) for n in range(201)]), "at most 200 hexes, got 201"),
        (hexes([(f"A{n + 1}", n, 0) for n in range(120)]), "at most 200 cells, rims included"),
        (hexes([(chr(65 + n) + "1", 0, n) for n in range(27)]), "at most 26 rows, got 27"),
        (hexes([("A1", 1000, 0)]), "hex A1, q: expected -999 to 999, got 1000"),
        (hexes([("A1", 0, -1000)]), "hex A1, r: expected -999 to 999, got -1000"),
        (hexes([("A1", 0, 0)]).replace("value = 1", "value = 1.5"), "got `float`"),
        (hexes([("A1", 0, 0)]).replace("value = 1", "value = true"), "got `bool`"),
        ("x = " + "[" * 5000, "brackets within brackets"),
        ("[board]\n" + "#" * 60_000, "the file: expected at most 60000 characters, got 60008"),
        ("[board]\nhexes = [3]\nmidline = []", "Expected `object`, got `int`"),
        ("[[midline]]\n[board]\nhexes = []", "missing required field `id`"),
    ],
)
def test_files_that_are_no_boards(tmp_path: Path, text: str, says: str) -> None:
    """What no game could be played on is refused as a file, and when it is given as an option."""
    with pytest.raises(Unreadable, match=f"^mine.toml: .*{says}"):
        load_board(saved(tmp_path, text))
    with pytest.raises(BadOption, match=f"^option board as a file: .*{says}"):
        GAME.read_options({"board": text})


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 are refused; a byte order mark is not minded."""
    path = saved(tmp_path, "")
    path.write_bytes(b"\xff\xfe[board]")
    with pytest.raises(Unreadable, match=r"^mine\.toml: expected text in UTF-8"):
        load_board(path)
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    assert SHIPPED == load_board(path)


def test_a_file_is_an_option() -> None:
    """The text of a file, as it stands, is kept as the text of its board."""
    assert SHIPPED_KEY == GAME.read_options({"board": TEXT})["board"]
    turned = TEXT.replace('symmetry = "180', 'symmetry = "none', 1).replace("picture", "drawn", 1)
    turned = turned.replace("[terrain_distribution]", "[counted]", 1)
    other = turned.replace("r = -5, value = 6", "r = -5, value = 5", 1)
    kept = GAME.read_options({"board": other})["board"]
    assert str(kept).startswith("-3,-5:554334565433/")
    assert kept == GAME.read_options({"board": kept})["board"]


def test_the_option_can_be_given_as_a_file() -> None:
    """The client is told the suffix of the file."""
    assert [("board", ".toml")] == [(o.key, o.file) for o in GAME.options if o.file]


def test_a_tairo_stands_deep(tmp_path: Path) -> None:
    """A formation whose tairo touches the other half is refused."""
    text = TEXT.replace('tairo = ["E2"]', 'tairo = ["A6"]', 1)
    with pytest.raises(Unreadable, match="tairo: expected a hex that touches none"):
        load_board(saved(tmp_path, text))


def test_what_is_not_there_is_not_asked_for(tmp_path: Path) -> None:
    """Hexes and midlines are enough; then a formation is drawn up for each midline."""
    kept = TEXT[TEXT.index("[[midline]]") : TEXT.index("[valor_track]")]
    board = load_board(saved(tmp_path, kept + TEXT[TEXT.index("[board]") :]))
    assert SHIPPED.places == board.places
    assert ((), drawn_up(SHIPPED.places)) == (board.road, board.plans)


# ---- as text


def test_the_text_of_the_shipped_board() -> None:
    """Rows with the coordinates of their first hex, then the halves in runs."""
    assert SHIPPED_TEXT.startswith("-3,-5:654334565433/-3,-4:65433466532/")
    assert " north_south=58a11-58b west_east=6a6b5a1-5b" in SHIPPED_TEXT
    assert SHIPPED.places == read_board(SHIPPED_TEXT).places


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=127, max_size=127))
def test_boards_round_trip(values: list[int]) -> None:
    """Any values on the shipped shape are read back from their text."""
    places = tuple(
        place._replace(value=value) for place, value in zip(SHIPPED.places, values, strict=True)
    )
    text = write_board(SHIPPED._replace(places=places))
    assert places == read_board(text).places
    assert text == write_board(read_board(text))


ROW = "234312343"


def small() -> str:
    """A board of nine rows of nine hexes with a hole, of another shape than the shipped one."""
    rows = [f"{-(r // 2)},{r}:{ROW}" for r in range(9)]
    rows[4] = "-2,4:2343.2343"
    return "/".join(rows) + " north_south=36a8-36b west_east=" + "4a1-4b" * 4 + "8-" + "4a1-4b" * 4


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "got 0 parts"),
        ("a b c", "expected a row of a board like"),
        ("0,0:123 north_south=3a west_east=3b", "expected 15 hexes or more"),
        ("0,0:127 north_south=3a west_east=3b", "expected a row"),
        ("0,0:123/0,2:123 north_south=6a west_east=6b", "expected row 1 after row 0"),
        ("0,0:123/7,1:123 north_south=6a west_east=6b", "hex B1: expected a way to A1, got none"),
        ("0,0:123 north_south=2a west_east=3b", "expected north_south of 3 hexes, got 2"),
        ("0,0:123 north_south=3c west_east=3b", "expected halves like"),
        ("0,0:123 west_east=3a north_south=3b", "expected halves like north_south"),
        ("0,0:" + "1" * 201 + " north_south=201a west_east=201a", "at most 200 hexes, got 201"),
        ("0,0:" + "1" * 120 + " north_south=120a west_east=120a", "at most 200 cells"),
    ],
)
def test_texts_that_are_no_boards(text: str, says: str) -> None:
    """What is no board is refused, by the reader and by the option."""
    with pytest.raises(Unreadable, match=says):
        read_board(text)
    if text:
        with pytest.raises(BadOption, match=rf"option board as sekigahara, .*: .*{says}"):
            GAME.read_options({"board": text})


def test_the_option_keeps_what_a_record_needs() -> None:
    """The shipped board by its name, another by its whole text, in one form."""
    assert SHIPPED_KEY == GAME.read_options({"board": SHIPPED_TEXT})["board"]
    assert SHIPPED_KEY == GAME.read_options({"board": ""})["board"]
    assert small() == GAME.read_options({"board": f"  {small()} "})["board"]


def test_a_record_on_another_board_replays() -> None:
    """The text in the options is all that is needed."""
    play = random_play(GAME, {"board": small()}, seed=2, steps=120)
    again = replay(GAME, play.record())
    assert play.state == again.state


@pytest.mark.parametrize("midline", ["north_south", "west_east"])
def test_the_drawn_up_formation(midline: str) -> None:
    """Any board has one: a circle round a tairo as far from the others as can be."""
    s = start(board=small(), midline=midline)
    assert {"=circle"} == {text for text in legal(s, RED) if text[0] == "="}
    s = do(do(s, "=circle", seat=RED), "=circle", seat=WHITE)
    assert MEN == sum(man > 0 and man < 8 for man in s.piece)
    at = ground(s).at
    red, white = (at[s.tairo[seat]] for seat in (RED, WHITE))
    assert abs(red[0] - white[0]) + abs(red[1] - white[1]) > 6
    assert distance(Hex(0, 0), Hex(3, 0)) == 3


@pytest.mark.parametrize("midline", ["north_south", "west_east", "random"])
def test_other_boards_keep_the_contract(midline: str) -> None:
    """The kit finds no fault on a board of another shape, compiled and interpreted."""
    options = {"board": small(), "midline": midline, "max_rounds": "20"}
    assert 1 == conformance(GAME, games=1, options=options).games
