"""Drafts of boards: to files and back, and the errors reported with their places."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.akebono.given import GAME
from honjin.core.errors import Flaw, Unreadable
from honjin.core.parts.desks import Checked, Draft, check_draft
from honjin.core.words import speak
from honjin.games.akebono.content.boardfile import read_file
from honjin.games.akebono.content.data import SHIPPED
from honjin.games.akebono.content.drafting import SIDES_OF_HALF, cell_of, hex_of
from honjin.games.akebono.game import HOME
from honjin.geometry.hexes import Hex

(DESK,) = GAME.desks
TEXT = (HOME / "content" / "board.toml").read_text("utf-8")
BLANK = Draft()
CELL = {place.name: cell_of(place.at) for place in SHIPPED.places}
WORDS = {**GAME.words, **DESK.words}


def shipped() -> Draft:
    """A draft of the shipped board."""
    return DESK.read(TEXT)


def errors_of(draft: Draft) -> list[str]:
    """The errors of a draft in English; each has a Japanese text too."""
    found, _ = check_draft(GAME, DESK, draft)
    assert all(speak(WORDS, one.say, "ja") for one in found.findings)
    return [speak(WORDS, one.say) for one in found.findings]


def where(draft: Draft) -> list[tuple[str, ...]]:
    """The cells of each finding."""
    return [finding.cells for finding in DESK.check(draft).findings]


# ---- files


def test_the_shipped_board_comes_back() -> None:
    """A board is the same after draft and file; a written file is reproduced byte for byte."""
    file = DESK.check(shipped()).file
    assert SHIPPED == read_file(file)
    assert file == DESK.check(DESK.read(file)).file
    assert [] == errors_of(shipped())


def test_a_file_takes_what_is_wrong_with_it() -> None:
    """An unfinished draft is written, read back, and has the same errors."""
    draft = shipped()
    del draft.marks["terrain"][CELL["E6"]]
    again = DESK.read(DESK.check(draft).file)
    assert errors_of(draft) == errors_of(again) != []


def test_contradictions_of_a_file_are_refused() -> None:
    """No draft can hold an invalid hex, an unknown piece, or six formations."""
    for old, new, key in (
        ('path = ["D1"', 'path = ["Z1"', "draft.new_hex"),
        ('"A5", "A6", "B4"', '"A5", "A6", "A6"', "draft.new_hex"),
        ('tairo = ["B5"]', 'tairo = ["B5", "B6"]', "2 tairo"),
        ('tairo = ["B5"]', 'ninja = ["B5"]', "1 ninja"),
        ("hex_count = 127", "hex_count = 126", ""),
        ("value = 6", "value = 7", "file.range"),
    ):
        with pytest.raises(Flaw) as caught:
            DESK.read(TEXT.replace(old, new))
        assert speak(WORDS, caught.value.say) != speak(WORDS, caught.value.say, "ja")
        assert key in str(caught.value.say)


# ---- findings


def test_an_empty_sheet_asks_for_hexes() -> None:
    """An empty sheet has one error only."""
    assert ["There are no hexes yet. Choose a terrain and paint."] == errors_of(BLANK)


def test_hexes_apart_are_told_by_the_smaller_part() -> None:
    """Two separate hexes in a corner are reported, not the rest of the board."""
    draft = shipped()
    draft.marks["terrain"].update({"10,-9": "3", "11,-9": "3"})
    assert ["2 hexes lie apart from the rest of the board."] == errors_of(draft)
    assert [("10,-9", "11,-9")] == where(draft)


def test_halves_need_room() -> None:
    """Hexes outside both halves give no room; each half without any is reported."""
    draft = Draft({"terrain": dict.fromkeys(CELL.values(), "3")})
    assert [
        f"The {half} needs 15 hexes that touch no hex of the other half; it has 0."
        for half in ("north", "south", "west", "east")
    ] == errors_of(draft)


def test_a_board_drawn_from_nothing_can_be_played_on() -> None:
    """Terrain and halves are enough; the game adds default formations."""
    terrain = {cell_of(Hex(q, r)): "2" for r in range(-3, 4) for q in range(-5, 5)}
    rows, columns = SIDES_OF_HALF, SIDES_OF_HALF
    marks = {
        "terrain": terrain,
        "north_south": {c: rows[hex_of(c).r > 0] for c in terrain if hex_of(c).r},
        "west_east": {c: columns[hex_of(c).q > 0] for c in terrain if hex_of(c).q},
    }
    found, options = check_draft(GAME, DESK, Draft(marks))
    assert ((), True) == (found.findings, options is not None)


def test_the_road_goes_on_from_hex_to_hex() -> None:
    """A gap is reported at its ends, a hex of another terrain at its cell."""
    draft = shipped()
    del draft.marks["road"][CELL["F6"]]
    draft.marks["terrain"][CELL["D1"]] = "2"
    assert [(CELL["D1"],), (CELL["F5"], CELL["F7"])] == where(draft)


def test_formations_are_whole_and_in_their_half() -> None:
    """Missing or misplaced pieces, a tairo at the border and invalid names are reported."""
    draft = shipped()
    plan = draft.marks["north_south.2"]
    plan[CELL["K1"]] = plan.pop(CELL["A5"])
    del plan[CELL["C5"]]
    draft.fields["north_south.2"] = "crane"
    draft.fields["north_south.3"] = "Geese"
    assert [
        "Two formations of this midline are called “crane”.",
        "Formation “crane”, north: it needs 3 samurai, but has 2.",
        "Formation “crane”: 1 piece stands outside the north.",
        "Formation “Geese” needs an id of at most 12 characters: "
        "a to z first, then also 0 to 9 and _.",
    ] == errors_of(draft)


# ---- the sheet


def test_roads_look_as_they_do_in_play() -> None:
    """The draft's sheet draws a road in the directions in which it continues."""
    looks = {space.id: space.look for space in DESK.check(shipped()).scene.spaces}
    state = GAME.setup(GAME.read_options({}))
    played = {space.id: space.look for space in GAME.table.scene(GAME.seen_by(state, 0)).spaces}
    assert played == {name: looks[cell] for name, cell in CELL.items()}


# ---- junk


def checked(draft: Draft) -> Checked:
    """A draft has findings or is unreadable; a draft without any is a valid option."""
    found, options = check_draft(GAME, DESK, draft)
    assert found.stops() or options is not None
    assert found == DESK.check(draft)  # the option found nothing more
    return found


COORDINATES = st.one_of(st.integers(-9, 9), st.integers(-1100, 1100))
CELLS = st.one_of(
    st.builds("{},{}".format, COORDINATES, COORDINATES), st.sampled_from(sorted(CELL.values()))
)
MOST = {brush.key: brush.most for layer in DESK.layers for brush in layer.brushes}
LAYERS = {layer.key: [brush.key for brush in layer.brushes] for layer in DESK.layers}


@st.composite
def scrawls(draw: st.DrawFn) -> Draft:
    """The shipped board or an empty sheet, with anything painted anywhere."""
    marks: dict[str, Any] = draw(st.sampled_from((shipped(), BLANK))).marks
    marks = {key: dict(cells) for key, cells in marks.items()}
    for layer in draw(st.lists(st.sampled_from(sorted(LAYERS)), max_size=6)):
        brushes = st.sampled_from(LAYERS[layer])
        for cell, brush in draw(st.dictionaries(CELLS, brushes, max_size=20)).items():
            most = MOST.get(brush, 0)
            if not most or list(marks.get(layer, {}).values()).count(brush) < most:
                marks.setdefault(layer, {})[cell] = brush
    fields = draw(st.dictionaries(st.sampled_from(sorted(f.key for f in DESK.fields)), st.text()))
    return Draft(marks, fields)


@settings(max_examples=25, deadline=None)
@given(scrawls())
def test_scrawls_are_told_of(draft: Draft) -> None:
    """Whatever is painted gives findings and a file that reads back, or is unreadable."""
    try:
        found = checked(draft)
    except Unreadable:
        return
    assert found.file == DESK.check(DESK.read(found.file)).file if found.file else found.stops()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_junk_files_have_a_flaw(data: st.DataObject) -> None:
    """Random recombinations of parts of the shipped file are a draft, or raise Flaw."""
    lines = TEXT.splitlines()
    start = data.draw(st.integers(0, len(lines)))
    end = data.draw(st.integers(start, len(lines)))
    junk = data.draw(st.one_of(st.text(max_size=40), st.sampled_from(lines)))
    try:
        draft = DESK.read("\n".join([*lines[:start], junk, *lines[end:]]))
    except Flaw as flaw:
        speak(WORDS, flaw.say)
    else:
        checked(msgspec.json.decode(msgspec.json.encode(draft), type=Draft))
