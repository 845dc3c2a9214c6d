"""The desk for lists of cards: drafts, findings with their rows, figures, the sheet."""

from __future__ import annotations

import msgspec
import pytest

from games.akiwado.given import GAME
from honjin.core.errors import Flaw, Unreadable
from honjin.core.parts.desks import Draft, Finding, check_draft, told_of
from honjin.core.words import speak
from honjin.games.akiwado.content.cardfile import PRINTED_KEY, PRINTED_TEXT

(DESK,) = GAME.desks
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
    """Without a finding, by any number of players; their files come back."""
    found, options = check_draft(GAME, DESK, STARTS[key])
    assert ((), {}) == (found.findings, found.options)
    assert STARTS[key] == DESK.read(found.file)
    assert options is not None
    assert (key == "printed") == (options["cards"] == PRINTED_KEY)


def test_the_printed_list_is_the_printed_file() -> None:
    """A draft without rows has its numbers too, but for the dice."""
    assert PRINTED_TEXT == DESK.check(STARTS["printed"]).file
    assert 4 == sum("another number" in text for text, *_ in findings(Draft()))


def test_flaws_have_their_rows() -> None:
    """A number used twice, and sets that grow more slowly."""
    twice = "red, Number on the die: expected another number than that of white, got 2"
    assert [(twice, "colour", ("red",), True)] == findings(changed("colour", "red", pip="2"))
    ((text, *place),) = findings(changed("number", "numbers", set3="5"))
    assert text.startswith("Numbers, Points of a set of three colours: expected at least 6")
    assert ["number", ("numbers",), True] == place


def test_too_few_cards_for_some_are_a_remark() -> None:
    """The list can be played by five, who take out none."""
    draft = changed("colour", "yellow", copies="2")
    found = findings(draft)
    assert {("colour", ("yellow",), False)} == {
        (layer, rows, stops) for _, layer, rows, stops in found
    }
    assert 2 == len(found)
    checked, options = check_draft(GAME, DESK, draft)
    assert {"seats": "5"} == checked.options
    assert options is not None
    assert "5" == options["seats"]


def test_too_few_coins_for_everybody_stop() -> None:
    """Nobody can play with a box of ten."""
    found = findings(changed("number", "numbers", box="10"))
    assert {("number", ("numbers",), True)} == {one[1:] for one in found}
    assert DESK.check(changed("number", "numbers", box="10")).stops()


def test_a_line_is_named_and_drawn_as_its_card() -> None:
    """There are no other lines than those of the five colours."""
    rows = DESK.tables[0].rows
    pieces = DESK.check(changed("colour", "red", pip="2")).scene.pieces
    assert [f"colour.{row.key}" for row in rows] == [piece.on for piece in pieces]
    assert ("goods-red", "2") == (pieces[2].look, pieces[2].text)
    assert ["white", "yellow"] == [speak(WORDS, row.say) for row in rows[:2]]
    strange = msgspec.structs.replace(STARTS["printed"], rows={"number": {"more": {}}})
    with pytest.raises(Unreadable, match="expected a row of number: numbers; got 'more'"):
        check_draft(GAME, DESK, strange)


def test_figures_follow_the_numbers() -> None:
    """Cards, turns with three, four and five players, pairs, the best set."""
    figures = [one.value for one in DESK.check(STARTS["printed"]).figures]
    assert ["32", "6", "5", "6", "15", "20"] == figures


STRANGE = [
    ("colour", "green", {}), ("number", "more", {}), ("colour", "red", {"price": "1"}),
]  # fmt: skip


@pytest.mark.parametrize(("table", "row", "values"), STRANGE)
def test_strange_drafts_are_refused(table: str, row: str, values: dict[str, str]) -> None:
    """Rows and columns that do not exist, values that no column holds."""
    with pytest.raises(Unreadable):
        check_draft(GAME, DESK, changed(table, row, **values))


def test_one_card_is_too_few_and_the_number_stays() -> None:
    """It became two, with the words that one can play on it."""
    text = "red, Cards: expected a whole number from 2 to 7, got 1"
    found, options = check_draft(GAME, DESK, changed("colour", "red", copies="1"))
    assert [(text, "colour", ("red",), True)] == [_told(one) for one in found.findings]
    assert ("", None) == (found.file, options)


def test_a_file_that_no_draft_can_hold_is_refused() -> None:
    """One that merely cannot be played is opened."""
    with pytest.raises(Flaw):
        DESK.read("copies.red = 12")
    assert "3" == DESK.read("pips.red = 3").rows["colour"]["red"]["pip"]
