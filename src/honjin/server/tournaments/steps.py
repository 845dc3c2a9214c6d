"""The next step of a tournament: it begins, a round is drawn, it is over. A pure function.

The caller appends the events; if another process was quicker, the journal refuses them, and the
caller asks again. So a round is drawn once, whatever process does it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from honjin.server.db.journalled import Event
from honjin.server.tables.clocks.control import DAY
from honjin.server.tournaments import events as ev
from honjin.server.tournaments.fold import Tournament
from honjin.server.tournaments.pairing import groups, knockout, robin, swiss

Events = tuple[Event, ...]
NewId = Callable[[], str]

FORGOTTEN: Final = 60 * DAY
"""Milliseconds after which a tournament that nobody has begun, entered or left is called off."""


def due(t: Tournament, now: int, new_id: NewId, rng: Random, bot_rating: int = 0) -> Events:
    """The events due now; none while a round is being played."""
    if t.status == "waiting":
        return _waited(t, now, bot_rating)
    if t.status != "running" or t.open_games:
        return ()
    if len(t.active) < 2 or is_complete(t):
        return (ev.Finished(now),)
    return (_drawn(t, now, new_id, rng),)


def _waited(t: Tournament, now: int, bot_rating: int) -> Events:
    """A tournament begins at its time; without one, it does not wait for its organiser for ever."""
    if t.plan.starts:
        return begin(t, now, bot_rating) if now >= t.plan.starts else ()
    return (ev.CalledOff(now),) if now - t.changed > FORGOTTEN else ()


def begin(t: Tournament, now: int, bot_rating: int) -> Events:
    """Begin with the bots that fill it up; with fewer than two players it is called off."""
    missing = max(0, min(t.plan.fill, t.plan.most) - len(t.players)) if t.plan.bot else 0
    bots = [
        ev.Entered(now, f"bot-{n}", t.plan.bot, "bot", bot_rating) for n in range(1, missing + 1)
    ]
    if len(t.players) + missing < 2 or not t.players:
        return (ev.CalledOff(now),)
    return (*bots, ev.Begun(now))


def rounds_of(t: Tournament) -> int:
    """The number of rounds; before the start, for the current players."""
    if t.plan.seats > 2 or t.plan.format == "swiss":
        return t.plan.rounds
    if t.plan.format == "knockout":
        return knockout.rounds(max(2, len(t.players)))
    return robin.rounds(t) if len(t.players) > 1 else 0


def is_complete(t: Tournament) -> bool:
    """Whether all rounds have been played."""
    if t.plan.format == "knockout":
        return knockout.champion(t) is not None
    return t.round >= rounds_of(t)


def _drawn(t: Tournament, now: int, new_id: NewId, rng: Random) -> Event:
    number, byes = t.round + 1, tuple[str, ...]()
    if t.plan.format == "knockout":
        number, games, byes = knockout.draw(t, rng)
    elif t.plan.seats > 2:
        games = groups.draw(t, rng)
    else:
        games, byes = (robin if t.plan.format == "robin" else swiss).draw(t, rng)
    pairings = tuple(ev.Pairing(new_id(), seats) for seats in games)
    return ev.Drawn(now, number, pairings, byes)
