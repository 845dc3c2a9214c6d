"""The cost of an order: each thing is made once, and only if it is needed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from honjin.core.seats import SPECTATOR
from honjin.games import load
from honjin.server.people.caller import Caller
from honjin.server.tables.messages import bodies
from honjin.server.tables.seats import takeback
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.decide import decide
from honjin.server.tables.session.room import Room
from honjin.server.tables.view.counts import Count
from honjin.server.tables.view.views import ViewBuilder

SWORDS = load("swords")


def at_table(game: Any, **options: object) -> Room:
    """A game that has begun, with a different guest on each seat."""
    opened = e.Opened(1, game.key, game.version, dict(game.read_options(options)), "5" * 64)
    room = Room("table", game, opened)
    for seat in range(room.play.seats):
        room.apply(e.Sat(1, seat, "person", f"guest{seat}", f"Guest {seat}"))
    room.apply(e.Started(1))
    return room


def order(room: Room, seat: int, text: str) -> None:
    """A seat makes one of its choices, in the way that a post does."""
    caller = Caller(f"guest{seat}", f"Guest {seat}")
    act = bodies.Act(seat=seat, do=text, at=room.version_of(seat))
    for entry in decide(room, act, caller, 1, BotRoster()):
        room.apply(entry)


def paint_for_all(room: Room, painter: ViewBuilder) -> None:
    """Send every seat its view, and a spectator theirs."""
    for viewer in (*range(room.play.seats), SPECTATOR):
        painter.view(viewer, Caller(f"guest{viewer}", ""), frozenset(), room.version_of(viewer))


def texts(room: Room, seat: int) -> list[str]:
    write, state = room.game.notation.write_action, room.play.state
    return [write(state, seat, action) for action in room.legal(seat)]


def test_an_observation_is_made_once_for_each_viewer_and_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Reading, finding who missed it and painting all views make no second one.

    Guesses about what a step showed its own seat observe other positions, and are not counted.
    """
    monkeypatch.setattr(takeback, "shows", lambda *_: False)
    made: Counter[int] = Counter()

    def observe(seen: Any, viewer: int) -> None:
        made[viewer] += 1
        SWORDS.observe(seen, viewer)

    room = at_table(replace(SWORDS, observe=observe))
    painter, rng = ViewBuilder(room), random.Random(5)
    for _ in range(60):
        seat = rng.choice(room.may_act)
        paint_for_all(room, painter)
        made.clear()
        steps = room.step
        order(room, seat, rng.choice(texts(room, seat)))
        paint_for_all(room, painter)
        assert set(made.values()) <= set(range(1, room.step - steps + 1))


class Counted:
    """A notation that counts what it writes."""

    def __init__(self, notation: Any) -> None:
        self.notation, self.written = notation, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.notation, name)

    def write_action(self, *given: Any) -> Any:
        self.written += 1
        return self.notation.write_action(*given)


def test_an_order_that_others_miss_writes_no_choice_of_theirs() -> None:
    """An addition to a draft of an offer is written once, for the record."""
    notation = Counted(SWORDS.notation)
    room, rng = at_table(replace(SWORDS, notation=notation)), random.Random(5)
    drafts = 0
    for _ in range(300):
        seat = rng.choice(room.may_act)
        choices = texts(room, seat)
        draft = [text for text in choices if text.startswith(("offer-", "give-", "ask-"))]
        text = rng.choice(draft or choices)
        notation.written, steps, version = 0, room.step, room.version_of(SPECTATOR)
        order(room, seat, text)
        if draft and version == room.version_of(SPECTATOR):
            drafts += 1
            assert (1, 1) == (notation.written, room.step - steps)
    assert 20 < drafts


def test_a_count_finds_the_number_of_the_table() -> None:
    """A viewer's number is found without going through everything that was missed."""
    rng, count = random.Random(3), Count()
    count.missed = sorted(rng.sample(range(1, 400), 250))
    for number in (n for n in range(420) if n not in count.missed):
        assert number == count.real(count.told(number))
