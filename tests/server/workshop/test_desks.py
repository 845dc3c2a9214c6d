"""Desks over HTTP: drafts are checked, files are read, junk is refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.games import load
from honjin.server.tables.messages import answers, games
from honjin.server.workshop import messages as ws
from server.site_client import Browser, House, open_house

GAME = load("akebono")
SHIPPED = (GAME.home / "content" / "board.toml").read_text("utf-8")
DESK = "/api/games/akebono/desks/board"


@pytest.fixture(scope="module")
def hexes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("desk"), games={"akebono": GAME}) as house:
        yield house


def page(ann: Browser) -> ws.DeskPage:
    return msgspec.json.decode(ann.get(DESK).body, type=ws.DeskPage)


def checked(ann: Browser, draft: Any) -> ws.DraftChecked:
    answer = ann.post(f"{DESK}/check", draft=msgspec.to_builtins(draft))
    assert 200 == answer.status, answer.body
    return msgspec.json.decode(answer.body, type=ws.DraftChecked)


def test_a_game_tells_of_its_desks(hexes: House) -> None:
    """The list of games names them with the option that they serve; a desk's page has the rest."""
    ann = hexes.browser()
    (info,) = msgspec.json.decode(ann.get("/api/games").body, type=tuple[games.GameInfo, ...])
    assert [("board", "board", "A board")] == [
        (desk.key, desk.option, desk.title["en"]) for desk in info.desks
    ]
    found = page(ann)
    assert (".toml", "sekigahara") == (found.suffix, found.starts[0].key)
    assert {"terrain", "road", "north_south", "west_east.5"} <= {one.key for one in found.layers}
    said = {found.title.k, *(layer.say.k for layer in found.layers)}
    assert said <= {*found.words, *info.words}


def test_a_board_is_drawn_changed_and_played_on(hexes: House) -> None:
    """The resulting file opens a table, in which the painted hex is a mountain."""
    ann = hexes.browser()
    draft = page(ann).starts[0].draft
    draft.marks["terrain"]["0,-1"] = "6"
    told = checked(ann, draft)
    assert told.play is not None
    assert (2, {}) == (told.play.seats, told.play.options)
    assert () == told.checked.findings
    table = ann.open("akebono", board=told.checked.file, **told.play.options)
    scene = msgspec.json.decode(
        ann.get(f"/api/tables/{table}/steps/0").body, type=answers.PastView
    ).scene
    looks = {space.id: space.look for space in scene.spaces}
    assert "terrain-6" == looks["E6"]


def test_what_is_wrong_is_told_with_its_cells(hexes: House) -> None:
    """An isolated hex: its place and its layer are reported, and no game is offered."""
    ann = hexes.browser()
    draft = page(ann).starts[0].draft
    draft.marks["terrain"]["20,-5"] = "3"
    told = checked(ann, draft)
    assert told.play is None
    (found,) = told.checked.findings
    assert ("draft.apart", ("20,-5",), "terrain") == (found.say.k, found.cells, found.layer)
    assert "20,-5" in {space.id for space in told.checked.scene.spaces}


def test_files_are_read_into_drafts(hexes: House) -> None:
    """The shipped file becomes the first start; a flaw in a file is reported as data."""
    ann = hexes.browser()
    answer = ann.post(f"{DESK}/read", file=SHIPPED)
    found = msgspec.json.decode(answer.body, type=ws.DraftRead)
    assert page(ann).starts[0].draft == found.draft
    answer = ann.post(f"{DESK}/read", file=SHIPPED.replace("value = 4", "value = 9", 1))
    assert "bad-file" == answer.problem
    assert "hex A3, value: expected 1 to 6, got 9" == answer.json["detail"]
    assert "file.wrong" == answer.json["say"]["k"]


JUNK: list[Any] = [
    None, [], "x", {"marks": []}, {"marks": {"terrain": {"0,0": 6}}},
    {"marks": {"terrain": {"0,0": "7"}}}, {"marks": {"terrain": {"a": "1"}}},
    {"marks": {"terrain": {"0,01": "1"}}}, {"marks": {"terrain": {"0,5000": "1"}}},
    {"marks": {"sea": {"0,0": "1"}}},
    {"marks": {"north_south.1": {"0,0": "first.tairo", "0,1": "first.tairo"}}},
    {"marks": {"terrain": {"x" * 25: "1"}}},
    {"marks": {"terrain": {f"{n},0": "1" for n in range(1001)}}},
    {"marks": {str(n): {} for n in range(41)}}, {"fields": {"north_south.1": "x" * 13}},
    {"fields": {"north_south.1": "a\nb"}}, {"fields": {"name": "a"}}, {"marks": {}, "more": 1},
]  # fmt: skip


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_is_refused(hexes: House, junk: Any) -> None:
    """Anything but a draft of this desk is unreadable."""
    assert "unreadable" == hexes.browser().post(f"{DESK}/check", draft=junk).problem


def test_what_is_too_large_is_not_parsed(hexes: House) -> None:
    """Sizes are bounded in bytes; a file that is too long is reported, or not read at all."""
    ann = hexes.browser()
    big = {"marks": {"terrain": {"0,0": "1" * 70_000}}}
    assert "too-large" == ann.post(f"{DESK}/check", draft=big).problem
    assert "bad-file" == ann.post(f"{DESK}/read", file="#" * 90_000).problem
    assert "too-large" == ann.post(f"{DESK}/read", file="#" * 110_000).problem


MAPS = "/api/games/swords/desks/map"
LIST = "[terrain]\ncovered = { points = 1 }\n"


@pytest.fixture(scope="module")
def squares(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    games = {"swords": load("swords")}
    with open_house(tmp_path_factory.mktemp("maps"), games=games) as house:
        yield house


def test_figures_count_with_options_that_are_given(squares: House) -> None:
    """The desk names them; the answer's game has them, and a table on it opens."""
    ann = squares.browser()
    desk = msgspec.json.decode(ann.get(MAPS).body, type=ws.DeskPage)
    assert ("cards", "adjacency") == desk.depends_on
    (start,) = (one for one in desk.starts if one.key == "four_gates")
    draft = msgspec.to_builtins(start.draft)
    answers = [
        msgspec.json.decode(
            ann.post(f"{MAPS}/check", draft=draft, options=given).body, type=ws.DraftChecked
        )
        for given in ({}, {"cards": LIST, "adjacency": "eight"})
    ]
    usual, found = (one.checked for one in answers)
    assert usual.file == found.file
    assert usual.figures != found.figures
    played = answers[1].play
    assert played is not None
    assert (4, {"cards", "adjacency"}) == (played.seats, set(played.options))
    table = ann.open("swords", "mmmm", **{**played.options, "map": found.file})
    options = ann.get(f"/api/tables/{table}").json["options"]
    assert played.options == {key: options[key] for key in desk.depends_on}


def test_an_option_that_cannot_be_used_is_named(squares: House) -> None:
    """The refusal says which one and why; an option of another kind is junk."""
    ann = squares.browser()
    bad: dict[str, Any] = {"cards": "[terrain]\nclear = { points = 3 }\n"}
    answer = ann.post(f"{MAPS}/check", draft={}, options=bad)
    assert ("bad-option", "cards") == (answer.problem, answer.json["option"])
    assert "file.wrong" == answer.json["say"]["k"]
    answer = ann.post(f"{MAPS}/check", draft={}, options={"adjacency": "six"})
    assert ("bad-option", "adjacency") == (answer.problem, answer.json["option"])
    for junk in ({"seats": "2"}, {"map": "x"}, {"x": "y"}, {"cards": 3}, ["cards"], "cards"):
        assert "unreadable" == ann.post(f"{MAPS}/check", draft={}, options=junk).problem
    large = {"cards": "#" * 70_000}
    assert "too-large" == ann.post(f"{MAPS}/check", draft={}, options=large).problem


def test_a_desk_that_depends_on_nothing_takes_no_options(hexes: House) -> None:
    """Not even options of its game."""
    ann = hexes.browser()
    answer = ann.post(f"{DESK}/check", draft={}, options={"shot_cost": "1"})
    assert "unreadable" == answer.problem


def test_there_is_no_other_desk(hexes: House) -> None:
    """Unknown games and desks are refused as such."""
    ann = hexes.browser()
    assert "unknown-desk" == ann.get("/api/games/akebono/desks/cards").problem
    assert "unknown-desk" == ann.post("/api/games/akebono/desks/x/read", file="").problem
    assert "unknown-game" == ann.post("/api/games/go/desks/board/check", draft={}).problem


def test_far_away_hexes_cost_little(hexes: House) -> None:
    """With the most cells, as far apart as possible, the answer stays bounded."""
    ann = hexes.browser()
    spread = {f"{q},{r}": "1" for q in range(-999, 1000, 50) for r in range(-24, 24, 2)}
    told = checked(ann, {"marks": {"terrain": spread}})
    assert told.play is None
    assert ["draft.too_many"] == [finding.say.k for finding in told.checked.findings][-1:]
    assert len(told.checked.scene.spaces) <= 1_200


def test_a_table_has_the_reference_tables_of_its_own_files(tmp_path: Path) -> None:
    """A list of cards shows its points; a printed game what the rules of all games say."""
    akiwado = load("akiwado")
    with open_house(tmp_path, games={"akiwado": akiwado}) as house:
        ann = house.browser()
        printed, own = (
            msgspec.json.decode(
                ann.get(f"/api/tables/{ann.open('akiwado', 'mmmm', **options)}/reference").body,
                type=games.TableReference,
            ).tables
            for options in ({}, {"cards": "sets.5 = 30"})
        )
        assert ann.get("/api/tables/none/reference").problem == "unknown-table"
    assert akiwado.reference.tables == printed
    assert [(3,), (6,), (12,), (30,)] == [row.cells for row in own[1].rows]
