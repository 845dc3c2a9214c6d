"""Orders of those who look after the house: a table is ended, or taken out of the lobby."""

from __future__ import annotations

from typing import Any

from honjin.server.messages import protocol as p
from honjin.server.messages import refusals as no
from honjin.server.session import entries as e
from honjin.server.session.room import Room
from honjin.server.session.seats.bot_roster import BotRoster


class Dissolve(p.Body):
    """The table shall end, for this reason."""

    reason: p.Dissolution


class SetHidden(p.Body):
    """The table shall stand in the lobby no more, or again."""

    hidden: bool


def dissolve(room: Room, order: Dissolve, _caller: Any, now: int, _bots: BotRoster) -> e.Entries:
    """The table is over, whoever sits there; told once."""
    if room.dissolved:
        return ()
    if room.status == "over":
        raise no.Over("the game is over; its result stays")
    return (e.Dissolved(now, order.reason),)


def set_hidden(room: Room, order: SetHidden, _caller: Any, now: int, _bots: BotRoster) -> e.Entries:
    """The lobby shows the table no more, or again as its opener wished."""
    return () if room.hidden == order.hidden else (e.Hid(now, order.hidden),)
