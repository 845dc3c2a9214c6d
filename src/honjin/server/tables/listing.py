"""Tables as lists show them, with the ratings of their players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from honjin.server.people.caller import NOBODY, Caller
from honjin.server.people.ratings.ratings import Key, Shown
from honjin.server.people.ratings.skill import NEW, bot_skill
from honjin.server.people.requests import RequestContext
from honjin.server.tables.messages import answers
from honjin.server.tables.site import TableSite
from honjin.server.tables.store.lobby import players_at, ratings_at
from honjin.server.tables.store.rows import Row
from honjin.server.tables.view.parts import table_row

FINISHED: Final = 6
"""The number of the caller's last finished tables that are listed with the running ones."""


async def own_rows(site: TableSite, who: str) -> list[Row]:
    """A person's tables that are not over, and the most recent ones that are."""
    return await site.store.last_tables_of(who, UNFINISHED, FINISHED)


async def lines_of(
    site: TableSite, context: RequestContext, rows: Sequence[Row]
) -> tuple[answers.TableRow, ...]:
    """Tables as a lobby shows them, with the players' ratings."""
    known = await ratings_at(site.store, players_at(rows) | _own_keys(context, rows))
    return tuple(_line(site, context.caller, row, known) for row in rows)


def _own_keys(context: RequestContext, rows: Sequence[Row]) -> set[Key]:
    """The ratings of the caller that decide where they can sit down."""
    return {(context.caller.id, row.game, row.pace) for row in rows if row.strength is not None}


async def listed_lines(site: TableSite, context: RequestContext) -> tuple[answers.TableRow, ...]:
    """The lines of the lobby as the caller sees them: most of them as any stranger does."""
    found = await site.lobby.ask()
    if not found.lines:
        found.lines.extend(_line(site, NOBODY, row, found.known) for row in found.rows)
    if context.is_new:
        return tuple(found.lines)
    known = found.known | await ratings_at(site.store, _own_keys(context, found.rows))
    pairs = zip(found.rows, found.lines, strict=True)
    return tuple(
        _line(site, context.caller, row, known) if _is_special(row, context.caller.id) else line
        for row, line in pairs
    )


def _is_special(row: Row, who: str) -> bool:
    """Whether a table may look different to a person than to a stranger."""
    if row.members or row.strength is not None or row.by == who:
        return True
    held = (one[:2] for one in row.holders if one is not None)
    return ("person", who) in held or any(one[1] == who for one in row.reserved)


def _line(
    site: TableSite, caller: Caller, row: Row, known: Mapping[Key, Shown]
) -> answers.TableRow:
    line = table_row(row, caller, site.live.guests(row.id))
    seats = zip(line.seats, row.holders, strict=True)
    line.seats = tuple(_with_rating(seat, holder, row, known) for seat, holder in seats)
    line.barred = _barred(site, caller.id, row, known)
    return line


def _barred(
    site: TableSite, who: str, row: Row, known: Mapping[Key, Shown]
) -> Literal["", "strength", "members"]:
    """Why a person cannot sit down at a table that waits for players; empty if they can."""
    if row.status != "open" or row.by == who or any(one[1] == who for one in row.reserved):
        return ""
    if row.members and site.people.kind(who) != "account":
        return "members"
    if row.strength is not None:
        rating = known.get((who, row.game, row.pace))
        low, high = row.strength
        return "" if low <= (rating.shown if rating else NEW.shown) <= high else "strength"
    return ""


def _with_rating(
    seat: answers.Holder, holder: tuple[str, str, str] | None, row: Row, known: Mapping[Key, Shown]
) -> answers.Holder:
    if holder is None:
        return seat
    kind, who, _ = holder
    rating, unsure = rating_of(kind, who, (row.game, row.pace), known)
    handle = who if kind == "person" else ""
    return msgspec.structs.replace(seat, who=handle, rating=rating, unsure=unsure)


def rating_of(
    kind: str, who: str, where: tuple[str, str], known: Mapping[Key, Shown]
) -> tuple[int | None, bool]:
    """A holder's rating in a game at a pace, and whether it is provisional."""
    if kind == "bot":
        skill = bot_skill(where[0], who)
        return (skill.shown, False) if skill else (None, False)
    rating = known.get((who, *where))
    return (rating.shown, not rating.sure) if rating else (None, False)


UNFINISHED: Final = 100
