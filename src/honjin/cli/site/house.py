"""`honjin admin …`: moderation from the terminal.

It can be used while the server runs: the server applies changes to tables within two seconds, or
when it next starts.
"""

import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args

import typer

from honjin.cli.extras import needs
from honjin.cli.show import say_line
from honjin.cli.site.admin import Data, admin, change
from honjin.core.errors import HonjinError

Person = Annotated[str, typer.Argument(help="Id of a person, or name of an account.")]
__all__ = ["admin"]

Note = Annotated[str, typer.Option(help="Note for the log.")]
_HOUR = 3600 * 1000
_MOST = 50


def _now() -> int:
    return time.time_ns() // 1_000_000


def _id(connection: Any, who: str) -> str:
    from honjin.server.moderation.terminal import named

    return named(connection, who)


def _one_of(what: str, given: str, choices: tuple[str, ...]) -> str:
    if given not in choices:
        raise HonjinError(f"{what}: expected one of {', '.join(choices)}, got {given!r}")
    return given


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


# ---------------------------------------------------------------- roles


@admin.command()
@needs("server")
def role(
    who: Person,
    what: Annotated[str, typer.Argument(metavar="admin|moderator|none")],
    data: Data = None,
) -> None:
    """Make an account an admin or a moderator, or take its role away."""
    from honjin.server.moderation import acts
    from honjin.server.people.standing.audit import TERMINAL

    _one_of("role", what, ("admin", "moderator", "none"))
    given = None if what == "none" else cast(Literal["admin", "moderator"], what)
    change(data, lambda one: acts.set_role(one, TERMINAL, _id(one, who), given, _now()))


@admin.command()
@needs("server")
def roles(data: Data = None) -> None:
    """List all admins and moderators: id, name, role, date of appointment."""
    from honjin.server.people.standing.roles import holders

    for one in change(data, holders):
        say_line(f"{one.person}  {one.name}  {one.role}  since {_time(one.since)[:10]}")


# ---------------------------------------------------------------- tables


@admin.command()
@needs("server")
def tables(
    status: Annotated[str, typer.Option(metavar="open|running|over")] = "running",
    data: Data = None,
) -> None:
    """List tables, most recently changed first: id, game, status, players, last change."""
    from honjin.server.moderation import looks

    _one_of("--status", status, ("open", "running", "over"))
    for one in change(data, partial(looks.tables, status=status, most=_MOST)):
        who = ", ".join(seat.name or "-" for seat in one.seats)
        hidden = "  unlisted" if one.unlisted else ""
        say_line(f"{one.id}  {one.game}  {one.status}  {who}  {_time(one.changed)}{hidden}")


@admin.command()
@needs("server")
def end(
    table: Annotated[str, typer.Argument(help="Id of the table.")],
    reason: Annotated[str, typer.Option(metavar="cheating|abuse|fault|asked|other")] = "other",
    note: Note = "",
    data: Data = None,
) -> None:
    """End a game; it counts for no player, and the players are shown the reason."""
    from honjin.server.moderation import acts
    from honjin.server.moderation.messages import EndReason
    from honjin.server.people.standing.audit import TERMINAL

    why = cast(EndReason, _one_of("--reason", reason, get_args(EndReason)))
    change(data, lambda one: acts.end_table(one, TERMINAL, table, why, note, _now()))


@admin.command()
@needs("server")
def hide(table: Annotated[str, typer.Argument(help="Id of the table.")], data: Data = None) -> None:
    """Hide a table from the lobby."""
    _list(table, data, hidden=True)


@admin.command()
@needs("server")
def show(table: Annotated[str, typer.Argument(help="Id of the table.")], data: Data = None) -> None:
    """Show a table in the lobby again."""
    _list(table, data, hidden=False)


def _list(table: str, data: Path | None, *, hidden: bool) -> None:
    from honjin.server.moderation import acts
    from honjin.server.people.standing.audit import TERMINAL

    change(data, lambda one: acts.list_table(one, TERMINAL, table, hidden=hidden, now=_now()))


Study = Annotated[str, typer.Argument(help="Id of the study.")]


@admin.command()
@needs("server")
def hide_study(study: Study, data: Data = None) -> None:
    """Hide a study from everyone but its members."""
    _hide_study(study, data, hidden=True)


@admin.command()
@needs("server")
def show_study(study: Study, data: Data = None) -> None:
    """Show a study again to those whom its owner lets see it."""
    _hide_study(study, data, hidden=False)


def _hide_study(study: str, data: Path | None, *, hidden: bool) -> None:
    from honjin.server.people.standing.audit import TERMINAL
    from honjin.server.studies import moderating

    change(data, lambda one: moderating.hide_study(one, TERMINAL, study, hidden=hidden, now=_now()))


# ---------------------------------------------------------------- people


@admin.command()
@needs("server")
def person(who: Person, data: Data = None) -> None:
    """Show an account or a guest: names, suspensions, sessions, reports, tables."""
    from honjin.server.moderation import looks

    found = change(data, lambda one: looks.details(one, _id(one, who), _now()))
    if found is None:
        raise HonjinError(f"no person has the name or id {who!r}")
    one = found.person
    say_line(f"{one.who}  {one.name}  {one.kind}  {one.role}".rstrip())
    say_line(f"since {_time(one.since)}  seen {_time(one.seen)}")
    for former in found.names:
        say_line(f"formerly {former}")
    for each in one.suspended:
        say_line(f"no {each.what} until {_time(each.until)}  {each.reason}  {each.told}".rstrip())
    ways = f"{found.passkeys} passkeys  mail {'yes' if found.mail else 'no'}"
    say_line(f"{found.sessions} sessions  {ways}")
    say_line(f"reports: {found.about} about, {found.made} by  blocked by {found.blocked}")
    for table in found.tables:
        say_line(f"table {table.id}  {table.game}  {table.status}  {_time(table.changed)}")


@admin.command()
@needs("server")
def suspend(
    who: Person,
    what: Annotated[str, typer.Argument(metavar="chat|play")],
    hours: Annotated[
        int, typer.Option(help="Length of the suspension in hours.", min=1, max=87_600)
    ] = 24,
    reason: Annotated[
        str, typer.Option(metavar="insult|spam|cheating|stalling|name|other")
    ] = "other",
    message: Annotated[
        str, typer.Option("--message", "--told", help="Message shown to the person.")
    ] = "",
    note: Note = "",
    data: Data = None,
) -> None:
    """Suspend a person from chat or from starting games; they are shown the reason."""
    _suspend(data, who, what, _now() + hours * _HOUR, (reason, message, note))


@admin.command()
@needs("server")
def lift(
    who: Person, what: Annotated[str, typer.Argument(metavar="chat|play")], data: Data = None
) -> None:
    """Lift a suspension."""
    _suspend(data, who, what, 0, ("other", "", ""))


def _suspend(
    data: Path | None, who: str, what: str, until: int, words: tuple[str, str, str]
) -> None:  # fmt: skip
    from honjin.server.moderation import acts
    from honjin.server.moderation.messages import ReportReason
    from honjin.server.people.standing.audit import TERMINAL
    from honjin.server.people.standing.sanctions import Suspension, What

    reason, message, note = words
    _one_of("--reason", reason, get_args(ReportReason))
    closed = cast(What, _one_of("what", what, get_args(What)))
    new = Suspension(closed, until, reason, message[:200])
    change(
        data,
        lambda one: acts.set_suspension(one, TERMINAL, _id(one, who), new, note, _now()),
    )


@admin.command()
@needs("server")
def rename(
    who: Person,
    name: Annotated[str, typer.Argument(help="The new name.")],
    note: Note = "",
    data: Data = None,
) -> None:
    """Rename a person."""
    from honjin.server.moderation import acts
    from honjin.server.people.names import plain_name
    from honjin.server.people.standing.audit import TERMINAL

    plain = plain_name(name)
    if not 0 < len(plain) <= 40:
        raise HonjinError(f"expected a name of 1 to 40 visible characters, got {name!r}")
    change(data, lambda one: acts.rename(one, TERMINAL, _id(one, who), plain, note, _now()))


@admin.command("log-out")
@needs("server")
def log_out(who: Person, data: Data = None) -> None:
    """Log an account out everywhere."""
    from honjin.server.moderation import acts
    from honjin.server.people.standing.audit import TERMINAL

    change(data, lambda one: acts.log_out(one, TERMINAL, _id(one, who), _now()))


# ---------------------------------------------------------------- reports, limits, log


@admin.command()
@needs("server")
def reports(
    done: Annotated[
        bool, typer.Option("--done", help="List decided reports instead of open ones.")
    ] = False,
    data: Data = None,
) -> None:
    """List reports and the chat saved with them, newest first."""
    from honjin.server.people.standing.reports import list_reports

    status = "done" if done else "open"
    for one in change(data, partial(list_reports, status=status, most=_MOST)):
        by = f"by {one.by_name or one.by}"
        say_line(
            f"{one.id}  {_time(one.at)}  {one.kind}  {one.reason}  {one.name or one.who}  {by}"
        )
        if one.table:
            say_line(f"    {'study' if one.kind == 'study' else 'table'} {one.table}")
        if one.text:
            say_line(f"    {one.text}")
        for line in one.lines():
            say_line(f"    {'>' if line.meant else ' '} {line.name or line.who}: {line.text}")
        if done:
            decider = one.decider or "deleted account"
            say_line(f"    {one.outcome}, by {decider}  {one.note}".rstrip())


@admin.command()
@needs("server")
def decide(
    number: Annotated[int, typer.Argument(help="Number of the report.")],
    outcome: Annotated[
        str,
        typer.Argument(metavar="nothing|warned|suspended|renamed|ended|hidden|said|dropped"),
    ],
    note: Note = "",
    data: Data = None,
) -> None:
    """Decide a report; a held chat line is sent after all or dropped."""
    from honjin.server.moderation import acts
    from honjin.server.people.standing.audit import TERMINAL
    from honjin.server.people.standing.reports import Outcome

    choices = tuple(filter(None, get_args(Outcome)))
    found = cast(Outcome, _one_of("outcome", outcome, choices))
    change(data, lambda one: acts.decide(one, TERMINAL, number, found, note, _now()))


@admin.command()
@needs("server")
def limits(data: Data = None) -> None:
    """Count how often each rate limit refused a request, today and in 30 days."""
    from honjin.server.moderation.refused import count_refused

    for one in change(data, lambda connection: count_refused(connection, _now())):
        say_line(f"{one.kind}  {one.today} today  {one.month} in 30 days")


@admin.command()
@needs("server")
def log(
    most: Annotated[
        int, typer.Option(help="Maximum number of entries.", min=1, max=10_000)
    ] = _MOST,
    data: Data = None,
) -> None:
    """List moderation actions, newest first; with "terminal" for those made in one."""
    from honjin.server.people.standing.audit import audit_lines

    for one in change(data, partial(audit_lines, most=most)):
        by = one.by_name or one.by or "terminal"
        say_line(f"{_time(one.at)}  {by}  {one.did}  {one.about}  {one.name}  {one.note}".rstrip())
