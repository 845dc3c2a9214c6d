"""What varies in a search: options, and what is drawn; what cannot be played is no choice."""

import random
from pathlib import Path
from typing import Any

import pytest

import honjin.games.summits
from honjin.games import load
from honjin.lab.errors import BadPlan
from honjin.lab.tuning.space import Space
from honjin.lab.tuning.varied import Varied, read_varied
from lab.tuning.coin import GAME as COIN

AKEBONO = load("akebono")
SWORDS = load("swords")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("luck=2..4", ("2", "3", "4")),
        ("luck=4..2", ("2", "3", "4")),
        ("luck=1,5,1", ("1", "5")),
        ("luck=1/5", ("1", "5")),
        ("luck", tuple("123456789")),
        ("wind", (False, True)),
        ("wind=true,false", (True, False)),
    ],
)
def test_values_of_options(text: str, values: tuple[Any, ...]) -> None:
    """As written on the command line: a list, a range in the option's own order, all."""
    assert Varied(text.partition("=")[0], values) == read_varied(COIN, text)


def test_values_of_what_is_drawn() -> None:
    """Cells that are painted alike, or the cell of a brush; names hold commas, so slashes part."""
    found = read_varied(AKEBONO, "board:terrain:-3,-6+3,6=1..3")
    assert Varied("board", ("1", "2", "3"), "terrain", ("-3,-6", "3,6")) == found
    assert "board:terrain:-3,-6+3,6" == found.name
    found = read_varied(SWORDS, "map:terrain:@keep=a1/b2")
    assert Varied("map", ("a1", "b2"), "terrain", (), "keep") == found
    assert "map:terrain:@keep" == found.name


@pytest.mark.parametrize(
    ("game", "text", "says"),
    [
        (COIN, "lick=1,2", "unknown option 'lick'; coin has luck, wind"),
        (COIN, "luck=3", "expected 2 to 200 values of luck, each once, got 3"),
        (COIN, "luck=2..x", r"expected a range such as 2\.\.9, got 2\.\.x"),
        (COIN, "luck:a:b=1,2", "of coin is drawn: nothing; got 'luck'"),
        (AKEBONO, "board:terain:-3,-6=1,2", "expected a layer: terrain, road, .*; got 'terain'"),
        (AKEBONO, "board:terrain:-3,-6=1,9", "expected a brush of terrain: 1, .*; got '9'"),
        (AKEBONO, "board:terrain:@9=-3,-6/3,6", "expected a brush of terrain: 1, .*; got '9'"),
        (AKEBONO, "board:terrain:=1,2", "expected cells or a brush of terrain"),
    ],
)
def test_what_cannot_vary(game: Any, text: str, says: str) -> None:
    """It is said what was expected and what came."""
    with pytest.raises(BadPlan, match=says):
        Space(game, {}, [read_varied(game, text)])


def test_no_option_varies_twice() -> None:
    """Nor do none, or more than a search can look at."""
    luck = read_varied(COIN, "luck")
    with pytest.raises(BadPlan, match="luck is varied twice"):
        Space(COIN, {}, [luck, luck])
    with pytest.raises(BadPlan, match="expected 1 to 24 things that vary, got 0"):
        Space(COIN, {}, [])


def test_points_are_options() -> None:
    """Every choice has its options, its values by name, and those that differ in one."""
    space = Space(COIN, {"wind": True}, [read_varied(COIN, "luck=3..5")])
    assert 3 == space.size
    assert [(0,), (1,), (2,)] == space.sample(random.Random(1))
    assert {"luck": "4", "wind": True} == space.options_at((1,))
    assert {"luck": "4"} == space.told((1,))
    assert [(0,), (2,)] == space.around((1,))


def test_numbers_have_an_order() -> None:
    """Numeric values lie on a line, others each on an axis of its own."""
    space = Space(COIN, {}, [read_varied(COIN, "luck=1,2,9"), read_varied(COIN, "wind")])
    assert [[0.125, 1.0, 0.0], [1.0, 0.0, 1.0]] == space.features([(1, 0), (2, 1)])


def test_a_number_written_twice_has_no_order() -> None:
    """`act=2,02` are two values at one place of a line: each gets an axis of its own."""
    assert [[1.0, 0.0], [0.0, 1.0]] == Varied("luck", ("2", "02")).features()


def test_cells_are_painted_alike() -> None:
    """The file of the board says so, and that alone is another."""
    text = "board:terrain:-3,-6+3,6=1,6"
    space = Space(AKEBONO, {}, [read_varied(AKEBONO, text)])
    [desk] = AKEBONO.desks
    for point, value in (((0,), "1"), ((1,), "6")):
        assert space.options_at(point) is not None
        draft = desk.read(space.files_at(point)["board"])
        assert {value} == {draft.cells("terrain")[cell] for cell in ("-3,-6", "3,6")}
        usual = desk.starts[0].draft.cells("terrain")
        others = {cell: brush for cell, brush in usual.items() if cell not in ("-3,-6", "3,6")}
        assert others.items() <= draft.cells("terrain").items()


def test_a_brush_changes_places() -> None:
    """Where it goes to lay something, that goes where it was: nothing is lost."""
    draft = SWORDS.desks[0].starts[0].draft.cells("terrain")
    [castle] = [cell for cell, brush in draft.items() if brush == "fortress.1"]
    other = next(cell for cell, brush in draft.items() if brush == "difficult")
    varied = Varied("map", (castle, other), "terrain", (), "fortress.1")
    space = Space(SWORDS, {"seats": "2", "map": "two_banks"}, [varied])
    for point, at, there in (((0,), castle, other), ((1,), other, castle)):
        assert space.options_at(point) is not None
        found = SWORDS.desks[0].read(space.files_at(point)["map"]).cells("terrain")
        assert ("fortress.1", "difficult") == (found[at], found[there])
        assert sorted(draft.values()) == sorted(found.values())


def test_what_the_game_refuses_is_no_point() -> None:
    """A castle on a square that is no land cannot be played, and the game says why."""
    cells = SWORDS.desks[0].starts[0].draft.cells("terrain")
    castles = [cell for cell, brush in cells.items() if brush.startswith("fortress")]
    varied = [read_varied(SWORDS, f"map:terrain:{castles[0]}={cells[castles[0]]},-")]
    space = Space(SWORDS, {"seats": "2", "map": "two_banks"}, varied)
    assert [(0,)] == list(space.playable(space.sample(random.Random(1))))
    assert space.options_at((1,)) is None
    assert "castle" in space.problem_at((1,)) or "fortress" in space.problem_at((1,))


def test_of_many_points_some_are_drawn() -> None:
    """Each once, and as many as are asked for."""
    cells = list(AKEBONO.desks[0].starts[0].draft.cells("terrain"))[:8]
    varied = [read_varied(AKEBONO, f"board:terrain:{cell}=1..6") for cell in cells]
    space = Space(AKEBONO, {}, varied)
    assert 6**8 == space.size
    points = space.sample(random.Random(1), 5)
    assert 5 == len(set(points))
    assert points == space.sample(random.Random(1), 5)


TENNOZAN = (Path(honjin.games.summits.__file__).parent / "content/tennozan.toml").read_text()


def test_values_in_files() -> None:
    """Types are kept, and everything else is unchanged, comments included."""
    summits = load("summits")
    varied = read_varied(summits, "map:scenario.turns=8..10")
    assert Varied("map", ("8", "9", "10"), path="scenario.turns") == varied
    space = Space(summits, {"map": TENNOZAN}, [varied])
    text = space.files_at((2,))["map"]
    assert TENNOZAN.replace("\nturns = 12\n", "\nturns = 10\n") == text
    assert text != TENNOZAN
    assert space.options_at((2,)) is not None


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("scenario.turn=8,9", r"expected in scenario: .*turns.*; got 'turn'"),
        ("scenario.turns.x=8,9", "expected in scenario.turns: nothing; got 'x'"),
        ("scenario.turns=8,x", "expected scenario.turns like 12, got 'x'"),
        ("scenario=8,9", "expected a number, a text, true or false at scenario"),
    ],
)
def test_what_does_not_stand_in_a_file(path: str, says: str) -> None:
    """It is named what does."""
    summits = load("summits")
    with pytest.raises(BadPlan, match=says):
        Space(summits, {"map": TENNOZAN}, [read_varied(summits, f"map:{path}")])


def test_no_file_no_value() -> None:
    """An option that is no file, and a file that is none."""
    with pytest.raises(BadPlan, match="luck is no file"):
        Space(COIN, {}, [read_varied(COIN, "luck:a=1,2")])
    summits = load("summits")
    with pytest.raises(BadPlan, match="expected map as a file, to vary what stands in it"):
        Space(summits, {}, [read_varied(summits, "map:scenario.turns=8,9")])
    with pytest.raises(BadPlan, match="expected a file in TOML"):
        Space(summits, {"map": "]["}, [read_varied(summits, "map:scenario.turns=8,9")])
