"""Boards from files and as text: the shipped one, others, and what is refused."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.akebono.given import GAME, RED, WHITE, do, legal, start
from honjin.core.errors import BadOption, Flaw
from honjin.core.play import Play, replay
from honjin.core.record import read_record
from honjin.core.words import Say, speak
from honjin.games.akebono.content.board import (
    MEN,
    Board,
    Plan,
    deep,
    drawn_up,
    name_of_number,
    named,
    number_of_name,
)
from honjin.games.akebono.content.boardfile import load_board, main
from honjin.games.akebono.content.boardtext import read_board, write_board
from honjin.games.akebono.content.data import SHIPPED, SHIPPED_KEY, SHIPPED_TEXT
from honjin.games.akebono.game import HOME
from honjin.games.akebono.rules.names import ground
from honjin.geometry.hexes import Hex, distance
from honjin.testing import conformance, random_play

TEXT = (HOME / "content" / "board.toml").read_text("utf-8")


def saved(tmp_path: Path, text: str) -> Path:
    """A file with this text."""
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def test_the_shipped_file() -> None:
    """It is loaded as written: hexes, formations, road."""
    board = load_board(HOME / "content" / "board.toml")
    assert SHIPPED == board
    table = tomllib.loads(TEXT)
    assert [entry["id"] for entry in table["board"]["hexes"]] == [p.name for p in board.places]
    assert tuple(table["road"]["path"]) == board.road
    assert [5, 5] == [len(plans) for plans in board.plans]


def test_rows_are_lettered_and_hexes_numbered() -> None:
    """From north to south and from west to east, skipping holes."""
    hexes = [Hex(0, 0), Hex(2, 0), Hex(0, 1), Hex(-1, 1)]
    assert {"A1", "A2", "B1", "B2"} == set(named(hexes).values())
    assert "B1" == named(hexes)[Hex(-1, 1)]


# ---- what is refused


def flaw(read: Callable[[], object]) -> str:
    """The error in English; the Japanese one differs."""
    with pytest.raises(Flaw) as caught:
        read()
    english, japanese = (speak(GAME.words, caught.value.say, lang) for lang in ("en", "ja"))
    assert english != japanese
    return english


def refusal(board: str) -> str:
    """The error of the option in English; the same is reported as data."""
    with pytest.raises(BadOption) as caught:
        GAME.read_options({"board": board})
    assert isinstance(caught.value.say, Say)
    assert "option board: " + speak(GAME.words, caught.value.say) == str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[board]", "[board", r"line \d+, column 7: expected TOML, got \[board$"),
        ('id = "A2"', 'id = "A1"', "the hex at -2, -5: expected the id A2, got A1"),
        ('id = "A1", q = -3', 'id = "A1", q = "x"', "hex A1, q: expected a whole number, got x"),
        ('id = "A1", q = -3', 'id = "A1"', "hex A1, q: expected a whole number, got none"),
        ('{ id = "A1", q', "{ q", "hex number 1, id: expected text, got none"),
        ("r = -5, value = 6", "r = -5, value = 7", "hex A1, value: expected 1 to 6, got 7"),
        ('q = -2, r = -5', "q = -3, r = -5", "hex A2: expected coordinates of its own, got those"),
        ('id = "A2"', 'id = "A3"', "the hex at -2, -5: expected the id A2, got A3"),
        ('6, ns = "N", we', '6, ns = "O", we', "hex A1, ns: expected one of N, S, M, got O"),
        ('6, ns = "N", we', "6, we", "hex A1, ns: expected one of N, S, M, got none"),
        ('halves = ["N", "S"]', 'halves = ["N", "N"]', "midline north_south: expected two halves"),
        ('halves = ["N", "S"]', 'halves = ["N", "M"]', "names of their own, none of them M"),
        ('halves = ["N", "S"]', 'halves = ["N"]', "1, halves: expected 2 entries, got 1"),
        ('id = "west_east"\nhalves', 'id = "other"\nhalves', "id: expected north_south, west_east"),
        ('"F10", "F11"]', '"F10"]', "midline north_south, forbidden: expected"),
        ("hexes_per_half = 58", "hexes_per_half = 57", "hexes of N: expected 57, got 58"),
        ("hex_count = 127", "hex_count = 126", "hex_count: expected 127, got 126"),
        ('"pointy-top"', '"flat-top"', "orientation: expected pointy-top, got flat-top"),
        ("[1, -1], [0, -1]", "[1, 1], [0, -1]", "directions: expected"),
        ("A  6 5 4 3 3 4", "A  6 5 4 3 3 5", "picture, A: expected 6 5 4 3 3 4"),
        ("K  3 3 4 5", "L  3 3 4 5", "picture, K: expected 3 3 4 5 .*, got none"),
        ("\n1 = 15\n", "\n1 = 14\n", r"\[terrain_distribution\] 1: expected 15, got 14"),
        ('path = ["D1", "D2"', 'path = ["D1", "D3"', "path, 2: expected a hex of value 1"),
        ('path = ["D1", "D2", "C3"', 'path = ["D1", "C3"', "path, 2: expected a hex beside D1"),
        ('path = ["D1", "D2"', 'path = ["D1", "D1"', "path, 2: expected a hex of value 1 that"),
        (
            "q = -3, r = -5, value = 6",
            "q = -3, r = -5, value = 5",
            "hex A1, by symmetry: expected its value 5 opposite, got 6",
        ),
        ('tairo = ["A5"]', 'tairo = ["A5", "A7"]', "crane, first: expected 1 tairo, 3 daimyo"),
        ('tairo = ["A5"]', 'tairo = ["K8"]', "crane, first: expected a free hex of its half"),
        ('tairo = ["A5"]', 'tairo = ["A4"]', "first: expected a free hex of its half, got A4"),
        ('tairo = ["A5"]', 'tairo = ["F5"]', "crane, first: expected a free hex of its half"),
        ('midline = "west_east"', 'midline = "east"', "midline: expected one of north_south"),
        ('id = "scales"', 'id = "crane"', "formations of north_south: expected at most 5, each"),
        ("hex_count", "hex_cuont", "geometry, hex_cuont: expected one of orientation, hex_count, "),
        ("hexes_per_half", "per_half", "midline 1, per_half: expected one of id, halves, field, "),
        ("[road]", "[roads]", "roads: expected one of board, midline, geometry, "),
        ("1 = 15", "0 = 15", r"\[terrain_distribution\] 0: expected one of 1, 2, 3, 4, 5, 6"),
        ('id = "A1",', 'id = "A1", z = 1,', "hex A1, z: expected one of id, q, r, value, ns, we"),
    ],
)  # fmt: skip
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, says: str) -> None:
    """Each kind of mistake is refused with the place, what was expected and what came."""
    assert old in TEXT
    path = saved(tmp_path, TEXT.replace(old, new, 1))
    assert re.match(rf"mine.toml: .*{says}", flaw(lambda: load_board(path)))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "this file is empty"),
        ("# nothing\n", "the file: expected a field board, got none"),
        ("[board]\nhexes = []\n", "the file: expected a field midline, got none"),
        ("midline = []\n[board]\nhexes = 3", "board, hexes: expected a list, got a whole number"),
    ],
)
def test_missing_tables(tmp_path: Path, text: str, says: str) -> None:
    """A file without hexes or midlines says which table it lacks."""
    assert f"mine.toml: {says}" == flaw(lambda: load_board(saved(tmp_path, text)))


def hexes(places: list[tuple[str, int, int]]) -> str:
    """A minimal file with these hexes."""
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
        (hexes([]), "the board: expected hexes, got none"),
        (hexes([("A1", 0, 0), ("A2", 7, 0)]), "hex A2: expected a path to A1, got none"),
        (hexes([("A1", 0, 0), ("A2", 1, 0)]), "expected 15 hexes or more that touch no hex"),
        (hexes([(f"A{n + 1}", n, 0) for n in range(201)]), "at most 200 hexes, got 201"),
        (hexes([(f"A{n + 1}", n, 0) for n in range(120)]), "at most 200 cells, rims included"),
        (hexes([(chr(65 + n) + "1", 0, n) for n in range(27)]), "at most 26 rows, got 27"),
        (hexes([("A1", 1000, 0)]), "hex A1, q: expected -999 to 999, got 1000"),
        (hexes([("A1", 0, -1000)]), "hex A1, r: expected -999 to 999, got -1000"),
        (
            hexes([("A1", 0, 0)]).replace("value = 1", "value = 1.5"),
            "board, hexes 1: expected a whole number or text, got a decimal number",
        ),
        (hexes([("A1", 0, 0)]).replace("value = 1", "value = true"), "got true or false"),
        ("x = " + "[" * 5000, "nested brackets"),
        ("[board]\n" + "#" * 60_000, "the file: expected at most 60000 characters, got 60008"),
        (
            "midline = []\n[board]\nhexes = [3]",
            "board, hexes 1: expected a table, got a whole number",
        ),
        ("[[midline]]\n[board]\nhexes = []", "midline 1: expected a field id, got none"),
    ],
)
def test_files_that_are_no_boards(tmp_path: Path, text: str, says: str) -> None:
    """A board that no game could be played on is refused as a file and as an option."""
    assert re.match(f"mine.toml: .*{says}", flaw(lambda: load_board(saved(tmp_path, text))))
    assert re.match(f"option board: .*{says}", refusal(text))


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    """Bytes that are not UTF-8 are refused; a byte order mark is ignored."""
    path = saved(tmp_path, "")
    path.write_bytes(b"\xff\xfe[board]")
    assert "mine.toml: this file is UTF-16; save it as UTF-8" == flaw(lambda: load_board(path))
    path.write_bytes(b"[board]\n\xff")
    told = "line 2, byte 1: expected text in UTF-8, got the byte 0xFF; save the file as UTF-8"
    assert f"mine.toml: {told}" == flaw(lambda: load_board(path))
    path.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    assert SHIPPED == load_board(path)


def test_a_file_is_an_option() -> None:
    """The contents of a file are converted to the text of its board."""
    assert SHIPPED_KEY == GAME.read_options({"board": TEXT})["board"]
    turned = TEXT.replace('symmetry = "180', 'symmetry = "none', 1)
    once = re.sub(
        r'picture = ".*?"""\n|\[terrain_distribution\].*?\n\n', "", turned, flags=re.DOTALL
    )
    other = once.replace("r = -5, value = 6", "r = -5, value = 5", 1)
    kept = GAME.read_options({"board": other})["board"]
    assert str(kept).startswith("-3,-5:554334565433/")
    assert kept == GAME.read_options({"board": kept})["board"]


def test_the_option_can_be_given_as_a_file() -> None:
    """The client is sent the suffix of the file."""
    assert [("board", ".toml")] == [(o.key, o.file) for o in GAME.options if o.file]


def test_what_is_for_readers_is_allowed(tmp_path: Path) -> None:
    """Marks and evidence may stand in any table."""
    text = TEXT.replace(
        "hex_count", 'evidence = "a photograph"\nhex_count_source = "counted"\nhex_count'
    )
    text = text.replace('id = "A1",', 'id = "A1", source = "reconstructed",')
    assert SHIPPED == load_board(saved(tmp_path, text))


def test_a_tairo_stands_deep(tmp_path: Path) -> None:
    """A formation whose tairo touches the other half is refused."""
    text = TEXT.replace('tairo = ["E2"]', 'tairo = ["A6"]', 1)
    assert "expected the tairo on a hex that touches no hex" in flaw(
        lambda: load_board(saved(tmp_path, text))
    )


def test_what_is_not_there_is_not_asked_for(tmp_path: Path) -> None:
    """Hexes and midlines are enough; each midline then gets the default formation."""
    kept = TEXT[TEXT.index("[[midline]]") : TEXT.index("[valor_track]")]
    board = load_board(saved(tmp_path, kept + TEXT[TEXT.index("[board]") :]))
    assert SHIPPED.places == board.places
    drawn = tuple(drawn_up(SHIPPED.places, n) for n in (0, 1))
    assert ((), drawn) == (board.road, board.plans)


# ---- as text


def test_the_text_of_the_shipped_board() -> None:
    """Rows with the coordinates of their first hex, the halves in runs, road, formations."""
    assert SHIPPED_TEXT.startswith("-3,-5:654334565433/-3,-4:65433466532/")
    assert " north_south=58a11-58b west_east=6a6b5a1-5b" in SHIPPED_TEXT
    assert " road=D1,D2,C3," in SHIPPED_TEXT
    assert " north_south.crane=A5," in SHIPPED_TEXT
    assert SHIPPED == read_board(SHIPPED_TEXT)


VALUES = st.lists(st.integers(1, 6), min_size=127, max_size=127)
NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,11}", fullmatch=True)


@st.composite
def roads(draw: st.DrawFn, names: tuple[str, ...]) -> tuple[str, ...]:
    """Some part of a road, in either direction, or none."""
    first, last = sorted(draw(st.tuples(*[st.integers(0, len(names))] * 2)))
    return names[first:last][:: draw(st.sampled_from((1, -1)))]


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board of the shipped shape with values, road and formations of its own."""
    road = draw(roads(SHIPPED.road))
    places = tuple(
        place._replace(value=1 if place.name in road else value)
        for place, value in zip(SHIPPED.places, draw(VALUES), strict=True)
    )
    first, second = (tuple(draw(plans(n, drawn_up(places, n)))) for n in (0, 1))
    return Board(places, (first, second), road)


@st.composite
def plans(draw: st.DrawFn, midline: int, drawn: tuple[Plan, ...]) -> tuple[Plan, ...]:
    """Up to five formations anywhere in both halves; if there are none, the default one."""
    keys = draw(st.lists(NAMES, max_size=5, unique=True))
    stands = [draw(stand(midline, 0)) for _ in keys], [draw(stand(midline, 1)) for _ in keys]
    return tuple(map(Plan, keys, zip(*stands, strict=True))) or drawn


@st.composite
def stand(draw: st.DrawFn, midline: int, half: int) -> tuple[str, ...]:
    """Hexes of a half for all pieces, the tairo's first."""
    own = [place.name for place in SHIPPED.places if place.halves[midline] == half]
    tairo = draw(st.sampled_from([place.name for place in deep(SHIPPED.places, midline, half)]))
    return (tairo, *draw(st.permutations([name for name in own if name != tairo]))[: MEN - 1])


@pytest.mark.slow
@settings(max_examples=40)
@given(boards())
def test_boards_round_trip(board: Board) -> None:
    """Hexes, halves, road and formations are read back from the text, which has one form."""
    text = write_board(board)
    assert board == read_board(text)
    assert text == GAME.read_options({"board": text})["board"]


def as_file(board: Board) -> str:
    """The file of a board of the shipped shape."""
    hexes = "".join(
        f'{{ id = "{place.name}", q = {place.at.q}, r = {place.at.r}, value = {place.value}, '
        f'ns = "{"NSM"[place.halves[0]]}", we = "{"WEM"[place.halves[1]]}" }},\n'
        for place in board.places
    )
    setups = "".join(
        f'[[example_setup]]\nid = "{plan.key}"\nmidline = "{midline}"\n'
        + "".join(
            f"{side} = {{ {standing(names)} }}\n"
            for side, names in zip(("first", "second"), plan.names, strict=True)
        )
        for midline, plans in zip(("north_south", "west_east"), board.plans, strict=True)
        for plan in plans
    )
    midlines = TEXT[TEXT.index("[[midline]]") : TEXT.index("[valor_track]")]
    return f"[board]\nhexes = [\n{hexes}]\n{midlines}\n[road]\npath = {list(board.road)}\n{setups}"


def standing(names: tuple[str, ...]) -> str:
    """Pieces of a formation, type by type."""
    counts = {"tairo": 1, "daimyo": 3, "samurai": 3, "ashigaru": 5, "teppo_tai": 3}
    left = list(names)
    return ", ".join(f"{kind} = {[left.pop(0) for _ in range(n)]}" for kind, n in counts.items())


@pytest.mark.slow
@settings(max_examples=15)
@given(boards(), st.sampled_from(("north_south", "west_east")))
def test_all_that_a_file_says_travels(board: Board, midline: str) -> None:
    """From the file to the option, to a record and back, to a position: the same state."""
    play = Play(GAME, {"board": as_file(board), "midline": midline})
    assert board == read_board(str(play.options["board"]))
    n = ("north_south", "west_east").index(midline)
    keys = [plan.key for plan in board.plans[n]]
    assert {f"={key}" for key in keys} == {t for t in legal(play.state, RED) if t[0] == "="}
    play.act_text(RED, f"={keys[-1]}")
    record = play.record()
    again = replay(GAME, read_record(record.to_json()))
    assert (play.state, record) == (again.state, again.record())
    text = GAME.notation.write_position(play.state)
    assert play.state == GAME.notation.read_position(text, record.options)


@given(NAMES)
def test_names_are_numbers_in_a_state(name: str) -> None:
    """A formation's name is read back from its number, which fits the field."""
    assert name == name_of_number(number_of_name(name))
    assert 0 < number_of_name(name) < 1 << 63


ROW = "234312343"


def small() -> str:
    """A board of nine rows of nine hexes with a hole, of another shape than the shipped one."""
    rows = [f"{-(r // 2)},{r}:{ROW}" for r in range(9)]
    rows[4] = "-2,4:2343.2343"
    return "/".join(rows) + " north_south=36a8-36b west_east=" + "4a1-4b" * 4 + "8-" + "4a1-4b" * 4


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "expected a board as rows, north_south= and west_east=, got none"),
        ("a b c", "expected a row like"),
        ("0,0:123 north_south=3a west_east=3b", "expected 15 hexes or more"),
        ("0,0:127 north_south=3a west_east=3b", "expected a row"),
        ("0,0:123/0,2:123 north_south=6a west_east=6b", "expected row 1, got 0,2:123"),
        ("0,0:123/7,1:123 north_south=6a west_east=6b", "hex B1: expected a path to A1, got none"),
        ("0,0:123 north_south=2a west_east=3b", "midline north_south: expected 3 hexes, got 2"),
        ("0,0:123 north_south=3c west_east=3b", "expected halves like"),
        ("0,0:123 west_east=3a north_south=3b", "expected halves like north_south"),
        ("0,0:" + "1" * 201 + " north_south=201a west_east=201a", "at most 200 hexes, got 201"),
        ("0,0:" + "1" * 120 + " north_south=120a west_east=120a", "at most 200 cells"),
    ],
)
def test_texts_that_are_no_boards(text: str, says: str) -> None:
    """Anything that is not a board is refused, by the reader and by the option."""
    assert says in flaw(lambda: read_board(text))
    if text:
        assert says in refusal(text)


def test_the_option_keeps_what_a_record_needs() -> None:
    """The shipped board by its name, another by its whole text, in one form."""
    assert SHIPPED_KEY == GAME.read_options({"board": SHIPPED_TEXT})["board"]
    assert SHIPPED_KEY == GAME.read_options({"board": ""})["board"]
    assert small() == GAME.read_options({"board": f"  {small()} "})["board"]


def test_a_record_on_another_board_replays() -> None:
    """The text in the options is all a game needs."""
    play = random_play(GAME, {"board": small()}, seed=2, steps=120)
    again = replay(GAME, play.record())
    assert play.state == again.state


@pytest.mark.parametrize("midline", ["north_south", "west_east"])
def test_the_drawn_up_formation(midline: str) -> None:
    """Every board has one: a circle around a tairo as far from the enemy as possible."""
    s = start(board=small(), midline=midline)
    assert {"=circle"} == {text for text in legal(s, RED) if text[0] == "="}
    s = do(do(s, "=circle", seat=RED), "=circle", seat=WHITE)
    assert MEN == sum(man > 0 and man < 8 for man in s.piece)
    at = ground(s).at
    red, white = (at[s.tairo[seat]] for seat in (RED, WHITE))
    assert abs(red[0] - white[0]) + abs(red[1] - white[1]) > 6
    assert distance(Hex(0, 0), Hex(3, 0)) == 3


@pytest.mark.slow
@pytest.mark.parametrize("midline", ["north_south", "west_east", "random"])
def test_other_boards_keep_the_contract(midline: str) -> None:
    """The kit finds no fault on a board of another shape, compiled and interpreted."""
    options = {"board": small(), "midline": midline, "max_rounds": "20"}
    assert 1 == conformance(GAME, games=1, options=options).games


# ---- road and formations of one's own


def with_road(road: str) -> str:
    """The small board with two hexes of value 1 and a road."""
    return small().replace(f"0,0:{ROW}", "0,0:114312343", 1) + f" road={road}"


@pytest.mark.parametrize(
    ("road", "says"),
    [
        ("A1,A3", "path, 2: expected a hex of value 1 that the road has not passed yet, got A3"),
        ("A1,A1", "path, 2: expected a hex of value 1 that the road has not passed yet, got A1"),
        ("A1,A5", "path, 2: expected a hex beside A1, got A5"),
        ("", "path, 1: expected a hex of value 1"),
    ],
)
def test_roads_that_lead_nowhere(road: str, says: str) -> None:
    """A road leads from one hex of value 1 to the next, each once."""
    assert says in flaw(lambda: read_board(with_road(road)))


CIRCLE = read_board(small()).plans[0][0].names
MEN_TEXT = ";".join(map(",".join, CIRCLE))


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        ("north_south.Mine=A1;B2", "formation Mine, first: expected 15 hexes, got 1"),
        (f"north_south.Mine={MEN_TEXT}", "formation Mine: expected an id of at most 12 characters"),
        (f"north_south.tortoise_shell={MEN_TEXT}", "expected an id of at most 12 characters"),
        (f"south.mine={MEN_TEXT}", "the board: expected a formation like north_south.crane="),
        (f"north_south.mine={MEN_TEXT},A1", "mine, second: expected 15 hexes, got 16"),
        (" ".join([f"north_south.mine={MEN_TEXT}"] * 2), "expected at most 5, each with an id"),
        (
            " ".join(f"north_south.mine{n}={MEN_TEXT}" for n in range(6)),
            "formations of north_south: expected at most 5",
        ),
    ],
)
def test_formations_that_cannot_be_taken_up(plan: str, says: str) -> None:
    """A formation has a short name and all pieces on hexes of their halves."""
    assert says in flaw(lambda: read_board(f"{small()} {plan}"))


def test_a_formation_goes_by_the_name_that_its_board_gives_it() -> None:
    """A custom name appears in notation, in the log and on its button; shipped ones keep theirs."""
    board = f"{small()} north_south.tortoise={MEN_TEXT} north_south.crane={MEN_TEXT}"
    play = Play(GAME, {"board": board})
    scene = GAME.table.scene(GAME.seen_by(play.state, RED))
    said = {verb.id: speak(GAME.words, verb.label) for verb in scene.verbs}
    assert {"plan:tortoise": "tortoise", "plan:crane": "Crane's wings", "ready": "Finished"} == said
    choice = GAME.table.choice(play.state, RED, 1)
    assert Say("formation.own.about") == choice.note
    play.act_text(RED, "=tortoise")
    assert "tortoise" in speak(GAME.words, play.log(RED)[-1][1].say)


def test_the_road_of_a_board_is_the_one_that_it_names() -> None:
    """Without a given road, all neighbours of value 1 are joined; the shipped road is both."""
    looks = [
        [space.look for space in GAME.table.scene(start(board=text)).spaces[:2]]
        for text in (with_road("A1,A2").partition(" road")[0], with_road("A1"), with_road("A2,A1"))
    ]
    assert [
        ["terrain-1-0", "terrain-1-3"],
        ["terrain-1"] * 2,
        ["terrain-1-0", "terrain-1-3"],
    ] == looks
    assert start().way == start(board=write_board(SHIPPED._replace(road=()))).way


@pytest.mark.slow
def test_the_kit_finds_no_fault_with_them() -> None:
    """A board with a road and two formations of its own keeps the contract."""
    board = with_road("A1,A2") + f" north_south.a={MEN_TEXT} north_south.tortoise_12={MEN_TEXT}"
    assert 1 == conformance(GAME, games=1, options={"board": board, "max_rounds": "20"}).games


def test_the_command_prints_text_or_flaw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`python -m …akebono.content.boardfile` gives the option's text, or says why not."""
    assert 0 == main(str(HOME / "content" / "board.toml"))
    assert f"{SHIPPED_TEXT}\n" == capsys.readouterr().out
    assert 1 == main(str(saved(tmp_path, "[board")))
    assert "mine.toml: line 1, column 7: expected TOML, got [board\n" == capsys.readouterr().err
