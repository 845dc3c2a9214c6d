"""`honjin admin`: accounts and invitations. It can be used while the server runs."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from honjin.cli.extras import needs
from honjin.cli.show import say_line
from honjin.core.errors import HonjinError

admin = typer.Typer(no_args_is_help=True, help="Moderate your server: people, tables, reports.")
Data = Annotated[
    Path | None, typer.Option(help="Data folder (default: HONJIN_DATA, or your user data folder).")
]
T = TypeVar("T")
_DAY = 24 * 3600 * 1000


def settings_of(data: Path | None) -> Any:
    """The settings of the server whose database is in `data`."""
    from honjin.server.settings import Settings

    given: dict[str, Any] = {} if data is None else {"data": str(data)}
    return Settings.read(**given)


def change(data: Path | None, write: Callable[[Any], T]) -> T:
    """Run `write` in a transaction on the database that the server of this folder uses."""
    settings = settings_of(data)
    from honjin.server.copies.databases import NO_DATABASE
    from honjin.server.moderation.terminal import act

    if not settings.database and not (settings.folder / "honjin.db").exists():
        raise HonjinError(f"there is no database in {settings.folder}; {NO_DATABASE}")
    return act(settings, write)


@admin.command()
@needs("server")
def invite(
    uses: Annotated[int, typer.Option(help="Number of people who can join with it.", min=1)] = 1,
    days: Annotated[int, typer.Option(help="Days until it expires; 0: never.", min=0)] = 30,
    note: Annotated[str, typer.Option(help="Note on what it is for.")] = "",
    data: Data = None,
) -> None:
    """Create an invitation to a closed club (HONJIN_CLUB=invited) and print its code."""
    from honjin.server.people.accounts import invitations
    from honjin.server.people.standing.audit import TERMINAL, log_act

    now = time.time_ns() // 1_000_000
    until = now + days * _DAY if days else None

    def write(connection: Any) -> Any:
        made = invitations.invite(connection, "", uses, now, note=note[:80], until=until)
        log_act(connection, TERMINAL, "invite", "", now, note=f"{uses} {note[:80]}".strip())
        return made

    made = change(data, write)
    say_line(made.code)


@admin.command("invitations")
@needs("server")
def list_invitations(data: Data = None) -> None:
    """List invitations: code, uses left, uses so far, expiry, note."""
    from honjin.server.people.accounts import invitations

    for one in change(data, invitations.invitations):
        until = _day(one.until) if one.until else "for ever"
        say_line(f"{one.code}  {one.left} left  {one.used} used  {until}  {one.note}".rstrip())


@admin.command()
@needs("server")
def people(
    guests: Annotated[bool, typer.Option("--guests", help="Also list guests.")] = False,
    data: Data = None,
) -> None:
    """List accounts, most recently seen first: id, name, joined, last seen."""
    from honjin.server.people.people import list_people

    for one in change(data, lambda connection: list_people(connection, guests=guests)):
        kind = "" if one.is_account else "  guest"
        say_line(f"{one.id}  {one.name}  since {_day(one.since)}  seen {_day(one.seen)}{kind}")


@admin.command("mail-test")
@needs("server")
def mail_test(
    address: Annotated[str, typer.Argument(help="Mail address to send to.")], data: Data = None
) -> None:
    """Send a mail by the settings in force (HONJIN_SMTP_HOST and others), step by step."""
    import asyncio

    from honjin.server.people.mail.mail_test import try_mail

    asyncio.run(try_mail(settings_of(data), address, say_line))


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
