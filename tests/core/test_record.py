"""Records and their entries."""

import json

import pytest

from honjin.core.errors import Unreadable
from honjin.core.record import Record, read_entry, read_record, write_entry
from honjin.core.seats import CHANCE

RECORD = Record("madeup", 1, {"seats": "2", "offers": True}, ("*:1", "0:bid1", "1:resign"))


def test_a_record_goes_through_json() -> None:
    """Options keep their types, entries their order; the format is named first."""
    assert RECORD == read_record(RECORD.to_json())
    assert '{"honjin":1,"game":"madeup"' == RECORD.to_json()[:27]
    assert "start" not in json.loads(RECORD.to_json())


def test_a_start_goes_through_json() -> None:
    """A fork's position is kept."""
    fork = Record("madeup", 1, {}, (), start="seats=2")
    assert fork == read_record(fork.to_json().encode())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected a Honjin record"),
        ("[]", "expected a Honjin record"),
        (b"\xff", "expected a Honjin record"),
        ('{"game": "madeup"}', "rules"),
        ('{"honjin": 2, "game": "madeup", "rules": 1, "options": {}}', "format 1, got 2"),
        ('{"game": "madeup", "rules": 1, "options": {"a": 3}}', "options"),
    ],
)
def test_bad_records_are_unreadable(text: str | bytes, said: str) -> None:
    """The message says what was expected and where."""
    with pytest.raises(Unreadable, match=said):
        read_record(text)


@pytest.mark.parametrize(
    ("seat", "text", "entry"),
    [(0, "r1c1", "0:r1c1"), (7, "a:b", "7:a:b"), (CHANCE, "3", "*:3"), (1, "resign", "1:resign")],
)
def test_entries_round_trip(seat: int, text: str, entry: str) -> None:
    """An entry names a seat, or chance, and the notation."""
    assert entry == write_entry(seat, text)
    assert (seat, text) == read_entry(entry)


@pytest.mark.parametrize("entry", ["", "0", "8:x", "-1:x", "**:x", "01:x", "x:1", ":x", "²:x"])
def test_bad_entries_are_unreadable(entry: str) -> None:
    """An entry begins with one seat's digit or a star, and a colon."""
    with pytest.raises(Unreadable, match="expected an entry like"):
        read_entry(entry)
