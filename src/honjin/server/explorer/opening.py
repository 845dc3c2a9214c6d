"""A table that begins with the moves of an opening."""

from __future__ import annotations

from honjin.core.play import Play
from honjin.server.explorer.messages import PlayOpening
from honjin.server.messages import refusals as no
from honjin.server.people.caller import Caller
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.seats.sitting import sit_bot
from honjin.server.tables.session import entries as e
from honjin.server.tables.store.opening import begin, own_seat


def from_opening(
    play: Play, order: PlayOpening, caller: Caller, secret: str, now: int, bots: BotRoster,
    origin: str = "",
) -> e.Entries:  # fmt: skip
    """A table of the caller's own from a position of an opening, alone or against a bot."""
    game, record, seats = play.game, play.record(), range(play.seats)
    if order.bot is not None and (order.seat not in seats or len(seats) < 2):
        raise no.Unreadable(f"expected a seat among {len(seats)}, and another one for the bot")
    if order.bot is not None and origin:
        raise no.AnalysisClosed("this is a position of a game that you are playing")
    opened = e.Opened(
        now, game.key, record.rules, dict(play.options), secret, by=caller.id,
        actions=record.actions, private=True, origin=origin, casual=order.bot is not None,
    )  # fmt: skip
    sat = [
        own_seat(caller, seat, now, own_nonce=order.own_nonce)
        if order.bot is None or seat == order.seat
        else sit_bot(game, play.options, seat, order.bot, now, bots)
        for seat in seats
    ]
    return (opened, *sat, *begin(sat, len(seats), now))
