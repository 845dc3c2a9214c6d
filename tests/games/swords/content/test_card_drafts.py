"""The desk for lists of cards: drafts, findings with their rows, figures, the sheet."""

from __future__ import annotations

import msgspec
import pytest

from games.swords.given import GAME
from honjin.core.errors import Flaw, Unreadable
from honjin.core.parts.desks import Draft, Finding, check_draft, told_of
from honjin.core.words import speak
from honjin.games.swords.content.cardfile import PRINTED_KEY, PRINTED_TEXT
from honjin.games.swords.content.data import CARD_NAMES, TRAIT_NAMES
from honjin.testing.check import Case
from honjin.testing.checks.check_desks import sound_desks

DESK = GAME.desk("cards")
WORDS = {**GAME.words, **DESK.words}
STARTS = {start.key: start.draft for start in DESK.starts}


def changed(table: str, row: str, **values: str) -> Draft:
    """The printed list with other values in a row."""
    draft = STARTS["printed"]
    rows = {**draft.rows[table], row: {**draft.rows[table].get(row, {}), **values}}
    return msgspec.structs.replace(draft, rows={**draft.rows, table: rows})


def findings(draft: Draft) -> list[tuple[str, str, tuple[str, ...], bool]]:
    """Each finding in English, with its table, its rows and whether it stops."""
    found, _ = check_draft(GAME, DESK, draft)
    assert found == told_of(DESK, draft, DESK.check(draft))
    return [_told(one) for one in found.findings]


def _told(one: Finding) -> tuple[str, str, tuple[str, ...], bool]:
    assert speak(WORDS, one.say, "ja")
    return speak(WORDS, one.say), one.layer, one.cells, one.stops


@pytest.mark.parametrize("key", list(STARTS))
def test_starts_can_be_played(key: str) -> None:
    """Without a finding; their files come back."""
    found, options = check_draft(GAME, DESK, STARTS[key])
    assert () == found.findings
    assert STARTS[key] == DESK.read(found.file)
    assert options is not None
    assert (key == "printed") == (options["cards"] == PRINTED_KEY)


def test_the_printed_list_is_the_printed_file() -> None:
    """It has a row for each card, trait and terrain, one of numbers; without rows no cards."""
    assert PRINTED_TEXT == DESK.check(STARTS["printed"]).file
    rows = STARTS["printed"].rows
    assert list(CARD_NAMES) == list(rows["card"])
    assert list(TRAIT_NAMES) == list(rows["trait"])
    assert ["clear", "difficult", "covered", "treacherous", "keep", "fortress"] == list(
        rows["terrain"]
    )
    empty = "Cards: expected 1 to 120 cards in all, got 0"
    assert [(empty, "card", CARD_NAMES, True)] == findings(Draft())


def test_flaws_have_their_rows() -> None:
    """A force or a bonus that the card cannot have, and too many cards."""
    text = "Ninja, Force: expected 0, since an event has no force, got 4"
    assert [(text, "card", ("ninja",), True)] == findings(changed("card", "ninja", force="4"))
    text = "Treachery, Bonus: expected 0, since this card has no bonus, got 1"
    assert [(text, "card", ("treachery",), True)] == findings(
        changed("card", "treachery", bonus="1")
    )
    text = "Cards: expected 1 to 120 cards in all, got 130"
    assert [(text, "card", CARD_NAMES, True)] == findings(
        changed("card", "superior_tactics", copies="40")
    )


def test_a_line_is_named_and_drawn_as_its_card() -> None:
    """All twenty, in the order of the rules."""
    rows = DESK.tables[0].rows
    assert list(CARD_NAMES) == [row.key for row in rows]
    assert ("Yari Ashigaru", "Ninja") == tuple(speak(WORDS, rows[n].say) for n in (0, -1))
    pieces = DESK.check(changed("card", "heavy_cavalry", force="9", bonus="3")).scene.pieces
    assert [f"card.{name}" for name in CARD_NAMES] == [piece.on for piece in pieces[:20]]
    drawn = {piece.on: (piece.look, piece.text) for piece in pieces}
    assert ("card-heavy_cavalry", "9+3") == drawn["card.heavy_cavalry"]
    assert ("card-ninja", "") == drawn["card.ninja"]


def test_traits_and_terrain_are_drawn_beside_their_names() -> None:
    """A trait as its seal, terrain as a tile with the defence of the draft, a castle as one."""
    names = {table.key: [speak(WORDS, row.say) for row in table.rows] for table in DESK.tables}
    assert ("Shinto Temple", "Palace") == (names["trait"][0], names["trait"][-1])
    assert ["clear ground", "desert", "forest", "river", "keep", "fortress"] == names["terrain"]
    found = DESK.check(changed("terrain", "treacherous", defence="-7")).scene.pieces
    drawn = {piece.on: piece.look for piece in found}
    assert ("seal-65", "card-much_honor") == (drawn["trait.much_honor"], drawn["card.much_honor"])
    assert ("tile-treacherous-n7", "tile-covered") == (
        drawn["terrain.treacherous"], drawn["terrain.covered"],
    )  # fmt: skip
    assert ("keep-n", "fortress-n") == (drawn["terrain.keep"], drawn["terrain.fortress"])


def test_flaws_of_traits_have_their_rows() -> None:
    """All thirty-six, if no throw brings any."""
    draft = STARTS["printed"]
    for name in TRAIT_NAMES:
        rows = {**draft.rows["trait"], name: {"throws": "0", "amount": "1"}}
        draft = msgspec.structs.replace(draft, rows={**draft.rows, "trait": rows})
    text = "Traits: expected at least one throw in all, got 0"
    assert [(text, "trait", TRAIT_NAMES, True)] == findings(draft)
    assert 7 == len(DESK.check(draft).figures)


def test_figures_follow_the_numbers() -> None:
    """Cards, troops, those that count, events, mean force of one and of five, battles to win.

    Then the gold and the honor of a fortress's three traits: 14 and 6 of 36 throws bring 1 each.
    """
    figures = [one.value for one in DESK.check(STARTS["printed"]).figures]
    assert ["100", "60", "54", "27", "4.28", "21.4", "17", "1.17", "0.50"] == figures
    few = DESK.check(changed("number", "numbers", winner_honor="0")).figures
    assert "—" == few[6].value
    more = DESK.check(changed("trait", "gold_mines", throws="1", amount="7")).figures
    assert "1.67" == more[7].value


STRANGE = [
    ("card", "peasant", {}), ("number", "more", {}),
    ("card", "ninja", {"copies": "1\n"}), ("card", "ninja", {"price": "1"}),
    ("terrain", "impassable", {"points": "1"}),
]  # fmt: skip


@pytest.mark.parametrize(("table", "row", "values"), STRANGE)
def test_strange_drafts_are_refused(table: str, row: str, values: dict[str, str]) -> None:
    """Rows and columns that do not exist, values that no column holds."""
    with pytest.raises(Unreadable):
        check_draft(GAME, DESK, changed(table, row, **values))


MISFITS = [
    ("card", "ninja", {"force": "99"},
     "Ninja, Force: expected a whole number from 0 to 20, got 99"),
    ("card", "ninja", {"copies": "-1"},
     "Ninja, In the deck: expected a whole number from 0 to 40, got -1"),
    ("card", "ninja", {"copies": ""},
     "Ninja, In the deck: expected a whole number from 0 to 40, got none"),
    ("number", "numbers", {"keep_traits": "1.5"},
     "Numbers, Traits of a keep: expected a whole number from 0 to 3, got 1.5"),
    ("number", "numbers", {"honor_to_win": "121"},
     "Numbers, Honor that wins: expected a whole number from 1 to 120, got 121"),
    ("terrain", "clear", {"defence": "-21"},
     "clear ground, Defender: expected a whole number from -20 to 20, got -21"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "row", "values", "text"), MISFITS)
def test_a_number_beyond_its_bounds_is_told(
    table: str, row: str, values: dict[str, str], text: str
) -> None:
    """It stays as it was typed; there is no file with another number in its place."""
    draft = changed(table, row, **values)
    checked, options = check_draft(GAME, DESK, draft)
    (found,) = checked.findings
    assert (text, table, (row,), True) == _told(found)
    assert ("", (), None, *values) == (checked.file, checked.figures, options, found.column)


def test_all_numbers_are_told_at_once() -> None:
    """Three of one card, beside a flaw that the game finds."""
    draft = changed("card", "ninja", force="99", copies="-1", bonus="x")
    rows = {**draft.rows["card"], "diplomacy": {"force": "1"}}
    draft = msgspec.structs.replace(draft, rows={**draft.rows, "card": rows})
    found, _ = check_draft(GAME, DESK, draft)
    assert [
        ("ninja", "copies"),
        ("ninja", "force"),
        ("ninja", "bonus"),
        ("diplomacy", "force"),
    ] == [(*one.cells, one.column) for one in found.findings]


def test_a_file_that_no_draft_can_hold_is_refused() -> None:
    """One that merely cannot be played is opened."""
    with pytest.raises(Flaw):
        DESK.read("cards.ninja.copies = 41")
    assert "3" == DESK.read("cards.ninja.force = 3").rows["card"]["ninja"]["force"]
    with pytest.raises(Flaw):
        DESK.read("terrain.keep.defence = 21")
    assert "-9" == DESK.read("terrain.keep.defence = -9").rows["terrain"]["keep"]["defence"]


def test_the_desks_are_sound() -> None:
    """The kit finds no fault in their descriptions, nor in drafts that were scrawled on."""
    sound_desks(Case(GAME, GAME.read_options({}), 5))
