"""Orders of moderators: end a table, or take it out of the lobby."""

from __future__ import annotations

from typing import Any

from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body, Dissolution
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room


class Dissolve(Body):
    """End the table, for this reason."""

    reason: Dissolution


class SetHidden(Body):
    """Remove the table from the lobby, or list it again."""

    hidden: bool


def dissolve(room: Room, order: Dissolve, _caller: Any, now: int, _bots: BotRoster) -> e.Entries:
    """End the table, whoever sits there; a table already ended yields no entry."""
    if room.dissolved:
        return ()
    if room.status == "over":
        raise no.Over("the game is over; its result stays")
    return (e.Dissolved(now, order.reason),)


def set_hidden(room: Room, order: SetHidden, _caller: Any, now: int, _bots: BotRoster) -> e.Entries:
    """Hide the table from the lobby, or list it again as its opener wished."""
    return () if room.hidden == order.hidden else (e.Hid(now, order.hidden),)
