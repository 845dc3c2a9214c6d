"""Journals of earlier versions open, continue, and verify."""

from __future__ import annotations

import json
from typing import Any

import pytest

from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room, rebuild
from honjin.server.tables.view.export import export, verify_export
from madeup.game import GAME as FAIR
from places import TESTS

KEPT: dict[str, Any] = json.loads(
    (TESTS / "server" / "journals" / "nonces_with_seats.json").read_text("utf-8")
)


def opened_again(journal: list[dict[str, Any]]) -> Room:
    """The table of a stored journal; each line is written as it was."""
    lines = [json.dumps(entry, separators=(",", ":"), ensure_ascii=False) for entry in journal]
    entries = [e.read_entry(line) for line in lines]
    assert lines == [e.write_entry(entry) for entry in entries]
    opened, *rest = entries
    assert isinstance(opened, e.Opened)
    return rebuild("t", FAIR, opened, rest)


@pytest.mark.parametrize("name", list(KEPT["journals"]))
def test_an_old_journal_opens_and_goes_on(name: str) -> None:
    """Even where a player changed seats, which is no longer possible; its dice verify."""
    room = opened_again(KEPT["journals"][name])
    assert ("over" if name == "over" else "running") == room.status
    assert ((), False) == (room.nonces_due, room.bound)
    while room.status == "running":
        seat = room.must_act[0]
        do = FAIR.notation.write_action(room.play.state, seat, room.legal(seat)[0])
        room.apply(e.Acted(9, seat=seat, do=do))
    assert verify_export(export(room, 0), lambda _: FAIR).ok


def test_an_old_export_verifies() -> None:
    """It lists no outcomes; they follow from the rules."""
    assert "outcomes" not in KEPT["export"]["dice"]["draws"][0]
    assert verify_export(json.dumps(KEPT["export"]), lambda _: FAIR).ok
