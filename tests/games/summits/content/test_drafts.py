"""Drafts of battles: to files and back, flaws and their places; junk raises nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.summits.given import GAME, SHIZU, TEN
from honjin.core.errors import Flaw, Unreadable
from honjin.core.parts.desks import Draft, Finding, check_draft, must_fit, told_of
from honjin.core.words import speak
from honjin.games.summits.content.board import SIDES, TYPES
from honjin.games.summits.content.data import SHIPPED_TEXT
from honjin.testing import conformance

(DESK,) = GAME.desks
WORDS = {**GAME.words, **DESK.words}


def changed(table: str, row: str, battle: str = TEN, /, **values: str) -> Draft:
    """A shipped battle with other values in a row, which is made if there is none."""
    draft = DESK.read(SHIPPED_TEXT[battle])
    rows = {**draft.rows[table], row: {**draft.rows[table].get(row, {}), **values}}
    return msgspec.structs.replace(draft, rows={**draft.rows, table: rows})


def findings(draft: Draft) -> list[Finding]:
    """The findings on a draft; the option finds no more, and all exist in both languages."""
    found, _ = check_draft(GAME, DESK, draft)
    assert found == told_of(DESK, draft, DESK.check(draft))
    assert all(speak(WORDS, one.say, "ja") for one in found.findings)
    return list(found.findings)


def findings_of(draft: Draft) -> list[tuple[str, str, tuple[str, ...]]]:
    """Each finding in English, with its table and rows."""
    return [(speak(WORDS, one.say), one.layer, one.cells) for one in findings(draft)]


@pytest.mark.parametrize("battle", [TEN, SHIZU])
def test_shipped_battles_come_back(battle: str) -> None:
    """Byte for byte; a table on one plays the shipped battle."""
    text = SHIPPED_TEXT[battle]
    found, options = check_draft(GAME, DESK, DESK.read(text))
    assert (text, ()) == (found.file, found.findings)
    assert options is not None
    assert (battle, "shipped") == (options["battle"], options["map"])


def test_an_outline_is_kept_and_drawn() -> None:
    """The corners go into the file, and the space of the sheet has them."""
    draft = changed("area", "minase", outline="150,700 260,700 220,780")
    found, options = check_draft(GAME, DESK, draft)
    assert "outline = [[150, 700], [260, 700], [220, 780]]" in found.file
    assert DESK.read(found.file) == draft
    assert options is not None
    space = next(space for space in found.scene.spaces if space.id == "minase")
    assert ("poly", 3) == (space.shape, len(space.points))


def test_an_empty_sheet_can_be_saved() -> None:
    """Its file can be opened again, though no game can be played on it."""
    found = DESK.check(Draft())
    assert found.stops()
    assert found.file == DESK.check(DESK.read(found.file)).file


PLACES = [
    ("area", "minase", {"adjacent": "hirose"},
     "Minase 水無瀬, Linked to: expected takahama too, got hirose", ("minase",)),
    ("area", "hirose", {"control": "none"},
     "Hirose 広瀬, Side: expected none, got hideyoshi", ("setup_2",)),
    ("setup", "setup_1", {"troops": "hashiba*9"},
     "Set-up, Minase 水無瀬: expected 1 to 10, got 11", ("setup_1",)),
    ("setup", "setup_1", {"generals": "kuroda_yoshitaka"},
     "Generals, Mikoda Masaharu 神子田正治: expected mikoda_masaharu exactly once, got 0",
     ("mikoda_masaharu",)),
    ("general", "ise_sadaoki", {"clan": "hori"},
     "Ise Sadaoki 伊勢貞興, Clan: expected a clan of the side anti, got hori", ("ise_sadaoki",)),
    ("area", "lost", {"at": "900,900"}, "Areas, lost: expected a way to takahama, got none",
     ("lost",)),
]  # fmt: skip


_TOLD_OF = {"Hirose 広瀬": "setup", "Generals": "general"}
"""The table that a sentence speaks of, where it is not the one that was changed."""


@pytest.mark.parametrize("place", PLACES, ids=range(len(PLACES)))
def test_flaws_have_their_places(place: Any) -> None:
    """The table and the rows are those that the sentence speaks of."""
    table, row, values, sentence, rows = place
    table_of = _TOLD_OF.get(sentence.partition(",")[0], table)
    found = {
        said: (layer, cells) for said, layer, cells in findings_of(changed(table, row, **values))
    }
    assert sentence in found
    assert (table_of, rows) == found[sentence]


def test_all_flaws_are_told() -> None:
    """One flaw does not hide another."""
    draft = changed("setup", "setup_1", troops="hashiba*9", generals="")
    rows = {**draft.rows, "area": {**draft.rows["area"], "lost": {}}}
    layers = {layer for _, layer, _ in findings_of(msgspec.structs.replace(draft, rows=rows))}
    assert {"general", "area"} <= layers


def test_facts_that_a_file_states_twice_follow_from_the_draft() -> None:
    """The road, honjin, entry areas, numbers of units: stated once, written everywhere."""
    draft = changed("area", "kuroda", SHIZU, honjin="hideyoshi", road="yes", entry="")
    file = DESK.check(draft).file
    assert 'hideyoshi = ["saneyama", "kuroda", "tagamiyama"]' in file
    assert 'areas = ["yanagase", "kitsunezuka", "nakanogo", "kuroda", "kinomoto"]' in file
    assert "count = 5" in file
    assert 'entry_areas = ["kinomoto"]' in file
    assert [] == findings(draft)


def test_a_file_that_contradicts_itself_is_refused() -> None:
    """With the place, what was expected and what came."""
    text = SHIPPED_TEXT[TEN].replace('mountain = "tennozan"', 'mountain = "minase"')
    with pytest.raises(Flaw) as caught:
        DESK.read(text)
    said = "[scenario] mountain: expected tennozan, got minase"
    assert said == speak(WORDS, caught.value.say)


def test_strange_outlines_are_remarks() -> None:
    """One that crosses itself, and a centre outside: the battle can still be played."""
    for outline, key in (
        ("150,700 260,780 260,700 150,780", "draft.outline.crossed"),
        ("500,500 600,500 550,600", "draft.outline.outside"),
    ):
        (found,) = findings(changed("area", "minase", outline=outline))
        assert (key, ("minase",), False) == (found.say.k, found.cells, found.stops)


STRANGE = [
    ("area", "minase", {"terrain": "sea"}), ("area", "minase", {"at": "1001,0"}),
    ("area", "minase", {"at": ""}), ("area", "minase", {"outline": "1,2 3"}),
    ("area", "minase", {"outline": " ".join(["1,1"] * 41)}), ("area", "minase", {"more": ""}),
    ("area", "minase", {"adjacent": "A"}), ("area", "minase", {"road": "no"}),
    ("area", "minase", {"name_en": "a\nb"}), ("setup", "setup_1", {"troops": "a*1\0"}),
]  # fmt: skip


MISFITS = [
    ("setup", "setup_1", {"troops": "a*1 a*2"}, "a*1 a*2"),
    ("setup", "setup_1", {"troops": "hashiba*0"}, "hashiba*0"),
    ("general", "ise_sadaoki", {"attack": "21"}, "21"),
    ("general", "ise_sadaoki", {"attack": ""}, "none"),
    ("general", "ise_sadaoki", {"attack": "٣"}, "٣"),
    ("general", "ise_sadaoki", {"attack": "9" * 1500}, "9" * 60 + "…"),
]  # fmt: skip


@pytest.mark.parametrize("misfit", MISFITS, ids=range(len(MISFITS)))
def test_a_number_that_does_not_fit_is_told(misfit: Any) -> None:
    """At its row and its column, with what came; nothing can be played on it."""
    table, row, values, got = misfit
    checked, options = check_draft(GAME, DESK, changed(table, row, **values))
    found = next(one for one in checked.findings if one.column)
    assert (table, (row,), *values) == (found.layer, found.cells, found.column)
    assert speak(WORDS, found.say).endswith(f", got {got}")
    assert ("", None) == (checked.file, options)


def test_an_empty_sheet_has_all_its_flaws_at_once() -> None:
    """It told of areas alone, as a file would name them, and of the next list after the first."""
    told = [text for text, *_ in findings_of(Draft())]
    assert {"Areas: expected 1 to 32, got 0", "Generals: expected 1 to 40, got 0",
            "Clans: expected 1 to 12, got 0"} <= set(told)  # fmt: skip


@pytest.mark.parametrize("strange", STRANGE, ids=range(len(STRANGE)))
def test_values_that_fit_no_column_are_refused(strange: Any) -> None:
    """Before the game sees the draft."""
    table, row, values = strange
    with pytest.raises(Unreadable):
        must_fit(DESK, changed(table, row, **values))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_junk_files_have_a_flaw(data: st.DataObject) -> None:
    """A file with one part changed is a draft, which comes back, or has a flaw."""
    text = SHIPPED_TEXT[data.draw(st.sampled_from((TEN, SHIZU)))]
    start = data.draw(st.integers(0, len(text)))
    pieces = st.sampled_from(['"', "]", "[[area]]\n", "9", "-", "x = ", "[1,2]", "{}"])
    junk = data.draw(st.one_of(st.text(max_size=6), pieces))
    try:
        draft = DESK.read(text[:start] + junk + text[start + len(junk) :])
    except Flaw as flaw:
        speak(WORDS, flaw.say)
    else:
        found, _ = check_draft(GAME, DESK, draft)
        assert found.file == DESK.check(DESK.read(found.file)).file


def test_a_deck_of_ones_own_is_played() -> None:
    """Its cards limit a hand (rule 8); Reinforcements and the other side's cards stay."""
    draft = changed("deck", "anti", fire="5", ambush="0")
    found, options = check_draft(GAME, DESK, draft)
    assert "anti = { combined = 2, assault = 2, fire = 5, rally = 2, ambush = 0 }" in found.file
    assert (found.file, ()) == (DESK.check(DESK.read(found.file)).file, found.findings)
    assert options is not None
    s = GAME.setup(options)
    assert [[4, 4, 4, 4, 4, 2], [2, 2, 5, 2, 0, 0]] == s.limit
    free = GAME.setup(GAME.read_options({**options, "free_hands": True}))
    assert [[9, 9, 9, 9, 9, 2], [9, 9, 9, 9, 0, 0]] == free.limit
    cards = GAME.reference.of(options)[0]
    assert [("card.fire", (4, 5)), ("card.rally", (4, 2)), ("card.ambush", (4, "—"))] == [
        (row.name.k, row.cells) for row in cards.rows[2:5]
    ]


@pytest.mark.slow
def test_games_with_the_smallest_decks_conform() -> None:
    """Nine cards of one type: as many as the largest hand, and what is left is Reinforcements."""
    only = {**dict.fromkeys(TYPES, "0"), "fire": "9"}
    draft = changed("deck", "anti", **only)
    draft = msgspec.structs.replace(draft, rows={**draft.rows, "deck": dict.fromkeys(SIDES, only)})
    _, options = check_draft(GAME, DESK, draft)
    assert options is not None
    assert 1 == conformance(GAME, games=1, options=dict(options), seed=3).games


def test_a_deck_is_no_smaller_than_a_hand() -> None:
    """The side, the limits, and how many there are."""
    found = findings_of(changed("deck", "anti", fire="0", rally="1"))
    assert [("Cards, his enemies: expected 9 to 45, got 7", "deck", ("anti",))] == found


def test_rows_of_no_side_are_no_deck() -> None:
    """A stranger's draft may name any row: the printed cards stay."""
    draft = changed("deck", "anti")
    rows = {**draft.rows, "deck": {"red": {"fire": "9"}}}
    assert SHIPPED_TEXT[TEN] == DESK.check(msgspec.structs.replace(draft, rows=rows)).file
