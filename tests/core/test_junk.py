"""All untrusted input is either read, or refused with the proper error."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.core.errors import BadOption, HonjinError, RecordMismatch, Unreadable
from honjin.core.play import Play, replay
from honjin.core.record import Record, read_entry, read_record, write_entry
from honjin.core.seats import CHANCE
from madeup.game import GAME

TEXT = st.text(st.characters(exclude_categories=())) | st.sampled_from(["bid1", "*:1", "seats=2"])
VALUES = TEXT | st.booleans() | st.none() | st.integers() | st.floats() | st.lists(TEXT)


def reads_or_raises(read: Callable[[], object], expected: type[HonjinError]) -> None:
    """Fail unless reading returns a value or raises the expected error."""
    with suppress(expected):
        read()


@given(TEXT | st.binary())
def test_any_record(text: str | bytes) -> None:
    """A record is read, or is Unreadable."""
    reads_or_raises(lambda: read_record(text), Unreadable)


@pytest.mark.parametrize("text", ["[" * 10**5, '{"x":' * 10**5, '{"x":' + "[" * 10**5, "\ud800"])
def test_deep_records(text: str) -> None:
    """Depth and odd characters are refused like other junk."""
    with pytest.raises(Unreadable):
        read_record(text)


@given(TEXT)
def test_any_entry(text: str) -> None:
    """An entry is read and written back unchanged, or is Unreadable."""
    try:
        seat, rest = read_entry(text)
    except Unreadable:
        return
    assert text == write_entry(seat, rest)


@given(TEXT, st.sampled_from([0, 1, CHANCE]))
def test_any_action(text: str, seat: int) -> None:
    """An action is read and written back unchanged, or is Unreadable."""
    state = GAME.setup(GAME.read_options())
    try:
        action = GAME.notation.read_action(state, seat, text)
    except Unreadable:
        return
    back = GAME.notation.write_action(state, seat, action)
    assert action == GAME.notation.read_action(state, seat, back)


@given(TEXT)
def test_any_position(text: str) -> None:
    """A position is read, or is Unreadable."""
    options = GAME.read_options()
    reads_or_raises(lambda: GAME.notation.read_position(text, options), Unreadable)


@given(st.dictionaries(st.sampled_from(["seats", "rounds", "offers"]) | TEXT, VALUES))
def test_any_options(given_options: dict[str, object]) -> None:
    """Options are completed, or are a BadOption."""
    reads_or_raises(lambda: GAME.read_options(given_options), BadOption)


@given(st.lists(st.sampled_from(["*:1", "*:2", "0:bid1", "1:bid0", "0:dim", "0:card1"]) | TEXT))
def test_any_entries(entries: list[str]) -> None:
    """A record replays to its last entry, or is a RecordMismatch."""
    record = Record("madeup", 1, {}, tuple(entries))
    try:
        play = replay(GAME, record)
    except RecordMismatch:
        return
    assert len(entries) == len(play.steps)


@given(TEXT)
def test_any_text_as_an_action_changes_nothing_or_is_played(text: str) -> None:
    """A refused text leaves the play as it was."""
    play = Play(GAME)
    play.run_chance(lambda total: 0)
    before = play.state.copy()
    try:
        play.act_text(0, text)
    except HonjinError:
        assert (before, 2) == (play.state, len(play.steps))
    else:
        assert 3 == len(play.steps)
