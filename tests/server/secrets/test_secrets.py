"""Nothing that a seat is sent depends on what the seat may not know."""

from __future__ import annotations

import inspect
import random
from typing import Any

import pytest

from honjin.core.jit.rng import seeded
from honjin.core.seats import SPECTATOR
from honjin.server.people.caller import Caller
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.talk import Listening
from honjin.server.tables.view import export, views
from honjin.server.tables.view.views import ViewBuilder
from madeup.game import GAME as FAIR
from madeup.rules import DRAW  # type: ignore[attr-defined]

SECRET = "7" * 64
GUESTS = ("ann", "bob", "eve")


def room_at(position: str) -> Room:
    """A running table of three that begins with a position."""
    options = dict(FAIR.read_options({"seats": "3"}))
    opened = e.Opened(1, "madeup", 1, options, SECRET, start=position)
    room = Room("table", FAIR, opened)
    for seat, guest in enumerate(GUESTS):
        room.apply(e.Sat(1, seat, "person", guest, guest))
    room.apply(e.Started(1))
    return room


def all_sent(room: Room, viewer: int) -> list[bytes]:
    """Every byte that the viewer can request."""
    guest = GUESTS[viewer] if viewer != SPECTATOR else "nobody"
    painter, caller = ViewBuilder(room), Caller(guest, guest)
    sent = [painter.view(viewer, caller, frozenset(), since, chat=Listening()) for since in (0, 2)]
    sent += [painter.past(viewer, n).answer() for n in range(room.step + 1)]
    sent.append(export.export(room, viewer))
    if viewer != SPECTATOR:
        for path in (["lantern.bright"], ["sell"], ["decline"]):
            try:
                sent.append(views._encode(painter.why(viewer, path)()))
            except Exception as refused:
                sent.append(str(refused).encode())
    return sent


def positions(seed: int) -> list[Any]:
    """The states of one random game of three."""
    rng, states = random.Random(seed), []
    s = FAIR.setup(FAIR.read_options({"seats": "3"}))
    while FAIR.may_act(s):
        if s.phase != DRAW:
            states.append(s.copy())
        seat = rng.choice([seat for seat in (0, 1, 2, 15) if FAIR.may_act(s) >> seat & 1])
        legal = [x for x, _ in FAIR.outcomes(s)] if seat == 15 else FAIR.legal(s, seat)
        FAIR.apply_action(s, seat, rng.choice(legal))
    return states


@pytest.mark.parametrize("seed", range(6))
def test_noninterference(seed: int) -> None:
    """Resample all that a viewer cannot know: every byte sent to the viewer stays the same."""
    differing = 0
    for n, state in enumerate(positions(seed)):
        truth = FAIR.notation.write_position(state)
        for viewer in (0, 1, 2, SPECTATOR):
            other = FAIR.seen_by(state, viewer)
            FAIR.resample(other, viewer, seeded(n * 7 + seed))
            differing += other != state
            lie = FAIR.notation.write_position(other)
            assert all_sent(room_at(truth), viewer) == all_sent(room_at(lie), viewer)
    assert differing > 10


def test_a_planted_leak_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: without the door to hide them, secrets get out."""
    monkeypatch.setattr(type(FAIR), "seen_by", lambda self, s, seat: s.copy())
    state = positions(1)[2]
    texts = set()
    for seed in range(9):
        other = state.copy()
        FAIR.observe(other, 0)
        FAIR.resample(other, 0, seeded(seed))
        texts.add(all_sent(room_at(FAIR.notation.write_position(other)), 0)[0])
    assert len(texts) > 1


def test_painters_do_not_touch_states() -> None:
    """The code of views and exports goes through sight.py, never through `.state`."""
    for module in (views, export):
        assert "room.play.state" not in inspect.getsource(module)
    assert ".state" not in inspect.getsource(views)
