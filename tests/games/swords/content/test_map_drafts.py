"""Drafts of maps: to files and back, flaws and their places; junk raises nothing else."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.swords.given import GAME
from honjin.core.errors import BadOption, Flaw, Unreadable
from honjin.core.parts.desks import Checked, Draft, check_draft
from honjin.core.words import Say, speak
from honjin.games.swords.content.cardfile import cards_of, write_cards
from honjin.games.swords.content.fairness import fairness, nearest_enemies
from honjin.games.swords.content.generator import MAX_UNFAIRNESS
from honjin.games.swords.content.mapfile import read_file, read_loose, write_file, write_line
from honjin.games.swords.content.maps import DESIGNED, SQUARE_NAMES, WITH_CORNERS
from honjin.games.swords.view.carddesk import VARIANTS

DESK = GAME.desks[0]
WORDS = {**GAME.words, **DESK.words}
NAMES = sorted(DESIGNED)


def drawn(name: str = "four_gates", **painted: str) -> Draft:
    """A designed map with some squares painted over; "" wipes one."""
    draft = DESK.read(write_file(DESIGNED[name]))
    terrain = {**draft.marks["terrain"], **painted}
    kept = {cell: brush for cell, brush in terrain.items() if brush}
    return Draft({"terrain": kept}, draft.fields)


def findings(draft: Draft) -> list[str]:
    """The findings on a draft, in English; they exist in Japanese as well."""
    found, _ = check_draft(GAME, DESK, draft)
    assert all(speak(WORDS, one.say, "ja") for one in found.findings)
    return [speak(WORDS, one.say) for one in found.findings]


def where(draft: Draft) -> list[tuple[str, ...]]:
    return [finding.cells for finding in DESK.check(draft).findings]


@pytest.mark.parametrize("name", NAMES)
def test_designed_maps_come_back(name: str) -> None:
    """Byte for byte; and there are as many players as fortresses."""
    file = write_file(DESIGNED[name])
    found, options = check_draft(GAME, DESK, DESK.read(file))
    assert (file, ()) == (found.file, found.findings)
    assert options is not None
    assert DESIGNED[name].players == GAME.seats(options)
    assert write_line(DESIGNED[name]) == options["map"]


@pytest.mark.parametrize("name", ["", " "])
def test_a_map_with_a_blank_name_comes_back(name: str) -> None:
    """Its file was refused by the desk that had written it."""
    draft = drawn()
    checked = DESK.check(Draft(draft.marks, {**draft.fields, "name": name}))
    assert {"name": ""} == DESK.read(checked.file).fields
    assert [Say("draft.nameless")] == [one.say for one in checked.findings]


def test_a_line_is_read_as_well() -> None:
    """The line that a record holds can be edited."""
    found = DESIGNED["six_clans"]
    assert DESK.read(write_file(found)) == DESK.read(write_line(found))


def test_fortresses_are_in_the_order_of_their_seats() -> None:
    """Not in that of the squares; a missing number is closed up."""
    draft = drawn(f1="fortress.3", e1="fortress.2", j5="", f10="", a6="fortress.5")
    assert ["e1", "f1", "a6"] == [SQUARE_NAMES[square] for square in read_file_of(draft).fortresses]


def read_file_of(draft: Draft) -> Any:
    """The map of a draft's file, as far as there is one."""
    return read_loose(DESK.check(draft).file)


# ---- findings


def test_an_empty_map_asks_for_fortresses() -> None:
    """One is too few, and without a name the map cannot be saved."""
    empty = Draft({}, {"name": " "})
    assert [
        "The map needs a name.",
        "A map has at least 2 fortresses, one per player; this one has 0.",
    ] == findings(empty)


def test_castles_can_be_reached() -> None:
    """A keep behind mountains is marked; once the way is open, nothing is wrong."""
    wall = dict.fromkeys(("g5", "i5", "h4", "h6"), "impassable")
    draft = drawn(h5="keep", **wall)
    assert "1 castle is cut off from the others." in findings(draft)
    assert ("h5",) in where(draft)
    closed = drawn(d1="impassable", f1="impassable", e2="impassable")
    assert [("e1",), ("e1",)] == where(closed)  # not all the others


def test_fortresses_have_room() -> None:
    """An exit for the second army, and no other fortress too close."""
    closed = drawn(d1="impassable", f1="impassable", e2="impassable")
    assert "This fortress has no free square beside it for its second army." in findings(closed)
    near = drawn(f2="fortress.2", j5="")
    assert "Two fortresses are less than 3 steps apart, corners counted as steps." in findings(near)
    assert ("f2", "e1") in where(near)


def test_too_many_keeps_are_marked() -> None:
    """All of them, since any could be removed."""
    draft = drawn("two_banks", a1="keep")
    assert ["A map for this many players has at most 6 keeps; this one has 7."] == findings(draft)
    assert 7 == len(where(draft)[0])


def test_remarks_do_not_stop() -> None:
    """Differences from the maps of the rules come with their squares; the map is playable."""
    draft = drawn(e2="impassable", d1="impassable", f2="impassable")
    found, options = check_draft(GAME, DESK, draft)
    assert options is not None
    assert not any(finding.stops for finding in found.findings)
    uneven = [one for one in found.findings if one.say.k == "remark.unfair"]
    assert uneven
    assert any(figure.poor for figure in found.figures)


def test_hexes_have_their_own_symmetry() -> None:
    """The half turn alone; its images are squares of the map."""
    hexes = Draft({}, {"shape": "hexes"})
    assert ["half_turn"] == [one.key for one in DESK.check(hexes).symmetries]
    assert 5 == len(DESK.check(Draft()).symmetries)
    for draft in (hexes, Draft()):
        found = DESK.check(draft)
        places = [space.at for space in found.scene.spaces]
        for one in found.symmetries:
            a, b, c, d, e, f = one.matrix
            for x, y in places:
                u, v = a * x + c * y + e, b * x + d * y + f
                assert any(abs(u - p) + abs(v - q) < 0.01 for p, q in places), (one.key, x, y)


# ---- the options on which figures depend

LIST = write_cards(VARIANTS["land"])  # covered terrain costs one point there
RICH = cards_of(LIST).points


def told(draft: Draft, **given: str) -> tuple[Checked, Any]:
    return check_draft(GAME, DESK, draft, given)


def phases(found: Checked) -> str:
    """The last figure: the phases from each fortress to the nearest other one."""
    return found.figures[-1].value


def unfairness(found: Checked) -> str:
    (figure,) = (one for one in found.figures if one.say.k == "map.unfairness")
    return figure.value


@pytest.mark.parametrize("name", NAMES)
def test_figures_count_with_a_list(name: str) -> None:
    """With what its terrain costs; the file is the same, and the game is played with the list."""
    draft, one = drawn(name), DESIGNED[name]
    usual, _ = told(draft)
    found, options = told(draft, cards=LIST)
    assert f"{fairness(one).unfairness:.3f}" == unfairness(usual)
    assert f"{fairness(one, cost=RICH).unfairness:.3f}" == unfairness(found)
    assert ", ".join(map(str, nearest_enemies(one, cost=RICH))) == phases(found)
    assert (usual.file, usual.scene) == (found.file, found.scene)
    assert options is not None
    assert (LIST, write_line(one)) == (options["cards"], options["map"])


def test_figures_count_with_the_neighbours_of_a_square() -> None:
    """With corners paths are shorter; hexes have no corners."""
    draft = drawn("four_gates")
    four, eight = (told(draft, adjacency=key)[0] for key in ("four", "eight"))
    assert told(draft)[0] == four
    near = nearest_enemies(DESIGNED["four_gates"], WITH_CORNERS)
    assert ", ".join(map(str, near)) == phases(eight) != phases(four)
    hexes = Draft(draft.marks, {"shape": "hexes"})
    assert told(hexes, adjacency="eight")[0] == told(hexes)[0]


def remarked(draft: Draft, **given: str) -> list[str]:
    return [one.say.k for one in told(draft, **given)[0].findings]


@pytest.mark.parametrize("name", NAMES)
def test_remarks_count_with_a_list(name: str) -> None:
    """A map that is even as printed can be uneven where covered land costs less."""
    uneven = fairness(DESIGNED[name], cost=RICH).unfairness > MAX_UNFAIRNESS
    assert "remark.unfair" not in remarked(drawn(name))
    assert uneven == ("remark.unfair" in remarked(drawn(name), cards=LIST))


def test_remarks_count_with_the_neighbours_of_a_square() -> None:
    """Land that no army reaches across sides can be reached across corners."""
    walled = drawn("four_gates", a1="", b2="", a2="impassable", b1="impassable")
    assert "remark.land" in remarked(walled)
    assert "remark.land" not in remarked(walled, adjacency="eight")


def test_other_options_are_refused() -> None:
    """Only those that the desk names, with values that they can have."""
    with pytest.raises(Unreadable, match="an option of the desk: cards, adjacency; got 'seats'"):
        told(drawn(), seats="2")
    for option, value in (("adjacency", "six"), ("cards", "[terrain]\nclear = { points = 3 }")):
        with pytest.raises(BadOption) as caught:
            told(drawn(), **{option: value})
        assert option == caught.value.option


# ---- junk

BRUSHES = [brush.key for brush in DESK.layers[0].brushes]
SQUARES = st.one_of(st.sampled_from(SQUARE_NAMES), st.text(max_size=3))


@st.composite
def scrawls(draw: st.DrawFn) -> Draft:
    """A designed or an empty map, with random squares painted."""
    terrain = dict(draw(st.sampled_from((drawn("three_valleys"), Draft()))).cells("terrain"))
    terrain |= draw(st.dictionaries(SQUARES, st.sampled_from(BRUSHES), max_size=30))
    shape = draw(st.sampled_from(("squares", "hexes")))
    return Draft({"terrain": terrain}, {"name": draw(st.text(max_size=70)), "shape": shape})


@settings(max_examples=60, deadline=None)
@given(scrawls())
def test_scrawls_are_told_of(draft: Draft) -> None:
    """Any painting gives findings and a file that comes back, or is refused."""
    try:
        found, options = check_draft(GAME, DESK, draft)
    except Unreadable:
        return
    assert found.stops() == (options is None)
    assert found == DESK.check(draft)  # the option found nothing more
    assert found.file == DESK.check(DESK.read(found.file)).file


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_junk_files_have_a_flaw(data: st.DataObject) -> None:
    """A file with one part changed is a draft or has a flaw."""
    text = write_file(DESIGNED["four_gates"])
    start = data.draw(st.integers(0, len(text)))
    junk = data.draw(st.one_of(st.text(max_size=6), st.sampled_from(["F", "K", "_", '"', "]"])))
    try:
        draft = DESK.read(text[:start] + junk + text[start + len(junk) :])
    except Flaw as flaw:
        speak(WORDS, flaw.say)
    else:
        check_draft(GAME, DESK, draft)
        assert read_file(DESK.check(drawn()).file) == DESIGNED["four_gates"]
