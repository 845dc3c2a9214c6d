"""`honjin admin …`: what those who look after the house do, in the terminal.

It works beside a running server: what concerns tables is done there within two seconds, or when
it is started next.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args

import typer

from honjin.cli.admin import Data, admin, change
from honjin.cli.show import say_line
from honjin.core.errors import HonjinError

Person = Annotated[str, typer.Argument(help="Id, or the name of an account.")]
__all__ = ["admin"]

Note = Annotated[str, typer.Option(help="For the log.")]
_HOUR = 3600 * 1000
_MOST = 50


def _now() -> int:
    return time.time_ns() // 1_000_000


def _id(connection: Any, who: str) -> str:
    from honjin.server.storage.order.terminal import named

    return named(connection, who)


def _one_of(what: str, given: str, choices: tuple[str, ...]) -> str:
    if given not in choices:
        raise HonjinError(f"{what}: expected one of {', '.join(choices)}, got {given!r}")
    return given


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


# ---------------------------------------------------------------- roles


@admin.command()
def role(
    who: Person,
    what: Annotated[str, typer.Argument(metavar="admin|moderator|none")],
    data: Data = None,
) -> None:
    """Make somebody with an account an admin or a moderator, or neither."""
    from honjin.server.storage.order import acts
    from honjin.server.storage.order.audit import TERMINAL

    _one_of("role", what, ("admin", "moderator", "none"))
    given = None if what == "none" else cast(Literal["admin", "moderator"], what)
    change(data, lambda one: acts.set_role(one, TERMINAL, _id(one, who), given, _now()))


@admin.command()
def roles(data: Data = None) -> None:
    """List those with a role: id, name, role, since when."""
    from honjin.server.storage.order.roles import holders

    for one in change(data, holders):
        say_line(f"{one.person}  {one.name}  {one.role}  since {_time(one.since)[:10]}")


# ---------------------------------------------------------------- tables


@admin.command()
def tables(
    status: Annotated[str, typer.Option(metavar="open|running|over")] = "running",
    data: Data = None,
) -> None:
    """List tables, the last changed first: id, game, status, who sits there, since when."""
    from honjin.server.storage.order import looks

    _one_of("--status", status, ("open", "running", "over"))
    for one in change(data, partial(looks.tables, status=status, most=_MOST)):
        who = ", ".join(seat.name or "-" for seat in one.seats)
        hidden = "  unlisted" if one.unlisted else ""
        say_line(f"{one.id}  {one.game}  {one.status}  {who}  {_time(one.changed)}{hidden}")


@admin.command()
def end(
    table: Annotated[str, typer.Argument(help="Id of the table.")],
    reason: Annotated[str, typer.Option(metavar="cheating|abuse|fault|asked|other")] = "other",
    note: Note = "",
    data: Data = None,
) -> None:
    """End a table: it counts for nobody, and all who sit there are told the reason."""
    from honjin.server.messages.admin import EndReason
    from honjin.server.storage.order import acts
    from honjin.server.storage.order.audit import TERMINAL

    why = cast(EndReason, _one_of("--reason", reason, get_args(EndReason)))
    change(data, lambda one: acts.end_table(one, TERMINAL, table, why, note, _now()))


@admin.command()
def hide(table: Annotated[str, typer.Argument(help="Id of the table.")], data: Data = None) -> None:
    """Take a table out of the lobby."""
    _list(table, data, hidden=True)


@admin.command()
def show(table: Annotated[str, typer.Argument(help="Id of the table.")], data: Data = None) -> None:
    """Show a table in the lobby again."""
    _list(table, data, hidden=False)


def _list(table: str, data: Path | None, *, hidden: bool) -> None:
    from honjin.server.storage.order import acts
    from honjin.server.storage.order.audit import TERMINAL

    change(data, lambda one: acts.list_table(one, TERMINAL, table, hidden=hidden, now=_now()))


# ---------------------------------------------------------------- people


@admin.command()
def person(who: Person, data: Data = None) -> None:
    """Tell what is known of somebody."""
    from honjin.server.storage.order import looks

    found = change(data, lambda one: looks.details(one, _id(one, who), _now()))
    if found is None:
        raise HonjinError(f"nobody here is called {who!r}, or has this id")
    one = found.person
    say_line(f"{one.who}  {one.name}  {one.kind}  {one.role}".rstrip())
    say_line(f"since {_time(one.since)}  seen {_time(one.seen)}")
    for former in found.names:
        say_line(f"formerly {former}")
    for told in one.suspended:
        say_line(f"no {told.what} until {_time(told.until)}  {told.reason}  {told.told}".rstrip())
    ways = f"{found.passkeys} passkeys  mail {'yes' if found.mail else 'no'}"
    say_line(f"{found.sessions} sessions  {ways}")
    say_line(f"reports: {found.about} about, {found.made} by  blocked by {found.blocked}")
    for table in found.tables:
        say_line(f"table {table.id}  {table.game}  {table.status}  {_time(table.changed)}")


@admin.command()
def suspend(
    who: Person,
    what: Annotated[str, typer.Argument(metavar="chat|play")],
    hours: Annotated[int, typer.Option(help="For so long.", min=1, max=87_600)] = 24,
    reason: Annotated[
        str, typer.Option(metavar="insult|spam|cheating|stalling|name|other")
    ] = "other",
    told: Annotated[str, typer.Option(help="Told to the person.")] = "",
    note: Note = "",
    data: Data = None,
) -> None:
    """Close chat, or the beginning of games, to somebody; the person is told why."""
    _suspend(data, who, what, _now() + hours * _HOUR, (reason, told, note))


@admin.command()
def lift(
    who: Person, what: Annotated[str, typer.Argument(metavar="chat|play")], data: Data = None
) -> None:
    """Open to somebody again what was closed."""
    _suspend(data, who, what, 0, ("other", "", ""))


def _suspend(
    data: Path | None, who: str, what: str, until: int, words: tuple[str, str, str]
) -> None:  # fmt: skip
    from honjin.server.messages.order import ReportReason
    from honjin.server.storage.order import acts
    from honjin.server.storage.order.audit import TERMINAL
    from honjin.server.storage.order.standings import Suspension, What

    reason, told, note = words
    _one_of("--reason", reason, get_args(ReportReason))
    closed = cast(What, _one_of("what", what, get_args(What)))
    new = Suspension(closed, until, reason, told[:200])
    change(
        data,
        lambda one: acts.set_suspension(one, TERMINAL, _id(one, who), new, note, _now()),
    )


@admin.command()
def rename(
    who: Person,
    name: Annotated[str, typer.Argument(help="The new name.")],
    note: Note = "",
    data: Data = None,
) -> None:
    """Give somebody another name."""
    from honjin.server.messages.names import plain_name
    from honjin.server.storage.order import acts
    from honjin.server.storage.order.audit import TERMINAL

    plain = plain_name(name)
    if not 0 < len(plain) <= 40:
        raise HonjinError(f"expected a name of 1 to 40 letters that can be seen, got {name!r}")
    change(data, lambda one: acts.rename(one, TERMINAL, _id(one, who), plain, note, _now()))


@admin.command("log-out")
def log_out(who: Person, data: Data = None) -> None:
    """End all sessions of an account."""
    from honjin.server.storage.order import acts
    from honjin.server.storage.order.audit import TERMINAL

    change(data, lambda one: acts.log_out(one, TERMINAL, _id(one, who), _now()))


# ---------------------------------------------------------------- reports, limits, log


@admin.command()
def reports(
    done: Annotated[bool, typer.Option("--done", help="Those that are decided.")] = False,
    data: Data = None,
) -> None:
    """List reports with the chat that was kept, the newest first."""
    from honjin.server.storage.order.reports import list_reports

    status = "done" if done else "open"
    for one in change(data, partial(list_reports, status=status, most=_MOST)):
        by = f"by {one.by_name or one.by}"
        say_line(
            f"{one.id}  {_time(one.at)}  {one.kind}  {one.reason}  {one.name or one.who}  {by}"
        )
        if one.table:
            say_line(f"    table {one.table}")
        if one.text:
            say_line(f"    {one.text}")
        for line in one.lines():
            say_line(f"    {'>' if line.meant else ' '} {line.name or line.who}: {line.text}")
        if done:
            say_line(f"    {one.outcome}, by {one.decider}  {one.note}".rstrip())


@admin.command()
def decide(
    number: Annotated[int, typer.Argument(help="Number of the report.")],
    outcome: Annotated[
        str,
        typer.Argument(metavar="nothing|warned|suspended|renamed|ended|said|dropped"),
    ],
    note: Note = "",
    data: Data = None,
) -> None:
    """Say what came of a report; a held line is said after all, or dropped."""
    from honjin.server.storage.order import acts
    from honjin.server.storage.order.audit import TERMINAL
    from honjin.server.storage.order.reports import Outcome

    choices = tuple(filter(None, get_args(Outcome)))
    found = cast(Outcome, _one_of("outcome", outcome, choices))
    change(data, lambda one: acts.decide(one, TERMINAL, number, found, note, _now()))


@admin.command()
def limits(data: Data = None) -> None:
    """Tell how often each limit refused something: today, in 30 days."""
    from honjin.server.storage.order.refused import count_refused

    for one in change(data, lambda connection: count_refused(connection, _now())):
        say_line(f"{one.kind}  {one.today} today  {one.month} in 30 days")


@admin.command()
def log(
    most: Annotated[int, typer.Option(help="So many lines.", min=1, max=10_000)] = _MOST,
    data: Data = None,
) -> None:
    """List who did what in the house, the newest first; the terminal's acts have no name."""
    from honjin.server.storage.order.audit import audit_lines

    for one in change(data, partial(audit_lines, most=most)):
        by = one.by_name or "terminal"
        say_line(f"{_time(one.at)}  {by}  {one.did}  {one.about}  {one.name}  {one.note}".rstrip())
