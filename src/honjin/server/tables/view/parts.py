"""The parts of a view that are built from a room and its reader, each as a message."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from honjin.core.events import Event
from honjin.core.game import Game
from honjin.server.people.caller import Caller
from honjin.server.tables.clocks.clock import Clock, SeatClock
from honjin.server.tables.messages import answers
from honjin.server.tables.session.held import Seated
from honjin.server.tables.session.outcome import winners_of
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.talk import Listening, Said
from honjin.server.tables.view.perspective import Perspective


def seat_requests(room: Room, caller: Caller) -> tuple[answers.SeatRequest, ...]:
    """The requests for seats that were given up, as a caller sees them."""
    return tuple(
        answers.SeatRequest(one.n, one.seat, one.name, one.waiting, one.who == caller.id)
        for one in room.requests.open
    )


def replace_wishes(room: Room) -> tuple[answers.ReplaceWish, ...]:
    """The wishes of those who have come to replace those who have not."""
    return tuple(
        answers.ReplaceWish(seat, bot, tuple(n for who in people for n in room.seats_of(who)))
        for seat, wishes in sorted(room.wishes.items())
        for bot in sorted(set(wishes.values()))
        if (people := [who for who, one in wishes.items() if one == bot])
    )


def holders(
    kept: Iterable[Seated | None], bots: Iterable[str | None], caller: Caller,
    online: Container[str], reserved: Mapping[int, tuple[str, str]] = MappingProxyType({}),
) -> tuple[answers.Holder, ...]:  # fmt: skip
    """The holders of the seats as the caller sees them, with substitutes and reservations."""
    return tuple(
        _empty(reserved.get(seat), bot, caller)
        if one is None
        else answers.Holder("bot", one.name, online=True)
        if one.kind == "bot"
        else answers.Holder(
            "person",
            one.name,
            one.who == caller.id,
            one.who in online,
            bot or "",
            program=one.program,
        )
        for seat, (one, bot) in enumerate(zip(kept, bots, strict=True))
    )


def _empty(kept: tuple[str, str] | None, bot: str | None, caller: Caller) -> answers.Holder:
    if kept is None:
        return answers.Holder("empty", bot=bot or "")
    who, name = kept
    return answers.Holder("empty", name, who == caller.id)


def reserved_for(reserved: Mapping[int, tuple[str, str]], guest: str) -> tuple[int, ...]:
    """The seats that are reserved for a guest."""
    return tuple(seat for seat, (who, _) in reserved.items() if who == guest)


def host_of(room: Room, caller: Caller) -> answers.Holder | None:
    """The opener of the table, by the current name if a seat shows it; None without a name."""
    by = room.opened.by
    seated = (one.name for one in room.holders if one and (one.kind, one.who) == ("person", by))
    name = next(seated, room.opened.name)
    return answers.Holder("person", name, by == caller.id) if name else None


def chat_lines(
    room: Room, viewer: int, caller: Caller, to: Listening, heard: int = 0
) -> list[answers.ChatLine]:
    """The kept lines of chat that a caller may read, after number `heard`."""
    shown = (said for said in room.talk.since(heard) if not (said.line and said.who in to.hidden))
    found = (chat_line(room, viewer, caller, to, said) for said in shown)
    return [line for line in found if line is not None]


def chat_line(
    room: Room, viewer: int, caller: Caller, to: Listening, said: Said
) -> answers.ChatLine | None:
    """A line of chat as a caller sees it; None if it is for others."""
    n = said.number(caller.id, to.readable)
    if n is None:
        return None
    name = "" if said.who in to.gone else said.name
    line = answers.ChatLine(n, name, said.text, said.at, said.seat, said.what, said.to)
    line.aloud = said.aloud and said.to is not None
    if said.promise:
        line.promise = said.promise
        line.step = said.step if room.status == "over" else said.steps[viewer]
        line.yours = said.to in to.readable and said.pair[1] == (said.to, caller.id)
    if said.line:
        line.who = said.who
    return line


def log_line(step: int, event: Event) -> answers.LogLine:
    """A line of a viewer's log; its step is numbered as the viewer counts."""
    return answers.LogLine(step, event.say, event.by, event.ids, event.rule, event.setup)


def outcome_told(room: Room) -> answers.Outcome | None:
    """How a game has ended; None while it runs."""
    result = room.play.result()
    if result is None:
        return None
    winners = winners_of(room, result)
    return answers.Outcome(result.reason, result.returns, winners, room.late, room.out)


def clocks_of(clock: Clock) -> answers.Clocks:
    """The clocks of a table as they are sent."""
    seats = (_seat_clock(one, out=n in clock.flagged) for n, one in enumerate(clock.seats))
    return answers.Clocks(clock.control, tuple(seats))


def _seat_clock(one: SeatClock, *, out: bool) -> answers.SeatClock:
    rest = one.rest if one.rest[1] else None
    return answers.SeatClock(one.left, one.periods, one.byoyomi, one.head, one.since, rest, out)


def turn_of(game: Game[Any], sight: Perspective) -> answers.Turn:
    """The choices of a seat that is to act."""
    seen, seat = sight.observation, sight.viewer
    choices = tuple(game.table.choice(seen, seat, action) for action in sight.legal)
    return answers.Turn(seat, game.table.prompt(seen, seat), choices)


def dice_info(room: Room, status: str) -> answers.DiceInfo:
    """What may be known of the dice: everything once the game is over.

    Before that a ticket could give away a hidden draw, so a game with secrets shows none.
    """
    over = status == "over" and not room.opened.closed
    draws: tuple[answers.DrawInfo, ...] = ()
    if over or not room.game.has_secrets:
        draws = tuple(answers.DrawInfo(d.n, d.total, d.ticket, d.undone) for d in room.draws)
    secret = room.opened.secret if over else None
    return answers.DiceInfo(room.commit, tuple(room.nonces), secret, draws, room.nonces_due)


def table_row(row: Any, caller: Caller, online: Container[str]) -> answers.TableRow:
    """One line of the lobby, from the stored row of a table."""
    kept = [
        Seated(one[0], one[1], one[2], seat in row.programs) if one else None
        for seat, one in enumerate(row.holders)
    ]
    reserved = {seat: (who, name) for seat, who, name in row.reserved}
    seats = holders(kept, row.substitutes or (None,) * len(kept), caller, online, reserved)
    return answers.TableRow(
        row.id, row.game, row.options, row.status, seats, row.changed, row.coach, row.awaits,
        row.since, row.time, row.ends, row.rated,
        row.strength, row.members, row.tournament,
    )  # fmt: skip
