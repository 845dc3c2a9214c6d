"""The handlers for administrators and moderators. For anyone else these routes do not exist."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from msgspec.structs import asdict
from sqlalchemy.exc import IntegrityError

from honjin.server.messages import refusals as no
from honjin.server.moderation import acts, looks, refused
from honjin.server.moderation import messages as m
from honjin.server.moderation.worker import ModerationSite
from honjin.server.people.introduction import read_name
from honjin.server.people.names import is_guest_name
from honjin.server.people.requests import FRESH, RequestContext, read_number
from honjin.server.people.standing import audit, reports
from honjin.server.people.standing.audit import By
from honjin.server.people.standing.reports import Report
from honjin.server.people.standing.sanctions import Suspension

PAGE: Final = 50
_CURSOR: Final = re.compile(r"[0-9]{1,15}(?:-[a-z0-9]{1,32})?")
_LARGEST: Final = 1_000_000_000
_STATUS: Final = ("open", "running", "over")


async def _act(
    site: ModerationSite, context: RequestContext, act: Callable[..., Any], **given: Any
) -> None:
    """Carry out an action of the caller's and its effects on tables, and update this process."""
    await site.write_people()
    by = By(context.caller.id, context.caller.name)
    try:
        await site.moderation.ask(partial(act, by=by, now=site.now(), **given))
    except IntegrityError:
        raise no.NameTaken("somebody else took the name just before") from None
    await site.sanctions.changed()
    await site.people.changed()


async def get_house(site: ModerationSite, context: RequestContext) -> m.House:
    """The caller's role here, and how much work is waiting."""
    count = await site.store.ask(looks.count)
    fresh = site.sessions.begun(context.login) + FRESH
    return m.House(context.role or "moderator", fresh, count.reports, count.running, count.waiting)


# ---------------------------------------------------------------- tables


async def get_house_tables(site: ModerationSite, context: RequestContext) -> m.HouseTables:
    """Tables by status, the most recently changed first; nothing about their games."""
    status = _one_of(context, "status", _STATUS)
    before = _text(context, "before")
    if before and not _CURSOR.fullmatch(before):
        raise no.Unreadable(f"?before= expects the `after` of a page, got {before!r}")
    rows = await site.store.ask(
        lambda one: looks.tables(one, status, PAGE, before=before, find=_text(context, "find"))
    )
    after = f"{rows[-1].changed}-{rows[-1].id}" if len(rows) == PAGE else ""
    return m.HouseTables(tuple(rows), after)


async def post_end_table(
    site: ModerationSite, context: RequestContext, order: m.EndTable
) -> m.HouseTables:
    """End a table that is not over. All players there see the reason."""
    await _act(site, context, acts.end_table, **asdict(order))
    return await _table(site, order.table)


async def post_hide_table(
    site: ModerationSite, context: RequestContext, order: m.ListTable
) -> m.HouseTables:
    """Remove a table from the lobby, or show it there again."""
    await _act(site, context, acts.list_table, **asdict(order))
    return await _table(site, order.table)


async def _table(site: ModerationSite, table: str) -> m.HouseTables:
    rows = await site.store.ask(lambda one: looks.tables(one, "", 1, find=table))
    return m.HouseTables(tuple(rows))


# ---------------------------------------------------------------- people


async def get_house_people(site: ModerationSite, context: RequestContext) -> m.HousePeople:
    """People by part of a name, or by id; without `find`, those who were here last."""
    now, find = site.now(), _text(context, "find")
    await site.write_people()
    found = await site.store.ask(lambda one: looks.people(one, find, PAGE, now))
    return m.HousePeople(tuple(found))


async def get_house_person(site: ModerationSite, context: RequestContext) -> m.PersonDetails:
    """A person, as moderators see them."""
    return await _details(site, context.path("who")[:32])


async def _details(site: ModerationSite, who: str) -> m.PersonDetails:
    now = site.now()
    await site.write_people()
    found = await site.store.ask(lambda one: looks.details(one, who, now))
    if found is None:
        raise no.UnknownPerson("nobody here has this id")
    return found


async def post_suspend(
    site: ModerationSite, context: RequestContext, order: m.Suspend
) -> m.PersonDetails:
    """Suspend a person from chat, or from starting games, for a time; or lift a suspension."""
    if order.what == "play" and context.role != "admin":
        raise no.NoAccount("only an administrator can suspend a person from playing")
    new = Suspension(order.what, order.until, order.reason, order.told)
    await _act(site, context, acts.set_suspension, who=order.who, new=new, note=order.note)
    return await _details(site, order.who)


async def post_call_person(
    site: ModerationSite, context: RequestContext, order: m.CallPerson
) -> m.PersonDetails:
    """Give a person another name."""
    name, kind = read_name(order.name), site.people.kind(order.who)
    if kind == "account" and is_guest_name(name):
        raise no.BadName("expected a name of an account, got a guest's name")
    if (owner := site.people.owner(name)) not in (None, order.who):
        raise no.NameTaken(f"somebody is called {name!r}, or something that looks like it: {owner}")
    await _act(site, context, acts.rename, who=order.who, name=name, note=order.note)
    site.sessions.forget_names(order.who)
    return await _details(site, order.who)


async def post_log_person_out(
    site: ModerationSite, context: RequestContext, order: m.LogPersonOut
) -> m.PersonDetails:
    """End all sessions of an account."""
    await _act(site, context, acts.log_out, who=order.who)
    site.sessions.forget_person(order.who)
    return await _details(site, order.who)


async def post_role(
    site: ModerationSite, context: RequestContext, order: m.GiveRole
) -> m.PersonDetails:
    """Make a person an administrator or a moderator, or neither."""
    await _act(site, context, acts.set_role, **asdict(order))
    return await _details(site, order.who)


# ---------------------------------------------------------------- reports


async def get_house_reports(site: ModerationSite, context: RequestContext) -> m.HouseReports:
    """Open reports; with `done=yes`, decided ones."""
    status = "done" if _one_of(context, "done", ("yes", "no")) == "yes" else "open"
    before = _before(context)
    found = await site.store.ask(
        lambda one: reports.list_reports(one, PAGE, status=status, before=before)
    )
    after = found[-1].id if len(found) == PAGE else 0
    return m.HouseReports(await infos(site, found), after)


async def post_decide(
    site: ModerationSite, context: RequestContext, order: m.DecideReport
) -> m.HouseReports:
    """Record the outcome of a report; its author sees whether something was done."""
    await _act(site, context, acts.decide, **asdict(order))
    found = await site.store.ask(lambda one: reports.report(one, order.id))
    return m.HouseReports(await infos(site, [found] if found else []))


# ---------------------------------------------------------------- limits, and the log


async def get_limits(site: ModerationSite, _call: RequestContext) -> m.HouseLimits:
    """The rate limits, and how many requests each has refused."""
    await site.write_refused()
    now = site.now()
    counts = await site.store.ask(lambda one: refused.count_refused(one, now))
    known = {one.kind: one for one in counts}
    limits = []
    for kind, bucket in site.limits.all():
        count = known.get(kind)
        today, month = (count.today, count.month) if count else (0, 0)
        limits.append(m.LimitInfo(kind, bucket.burst, round(bucket.every * 1000), today, month))
    return m.HouseLimits(tuple(limits), site.limits.on)


async def get_log(site: ModerationSite, context: RequestContext) -> m.HouseLog:
    """The moderation log, the newest entries first."""
    before = _before(context)
    found = await site.store.ask(lambda one: audit.audit_lines(one, PAGE, before))
    after = found[-1].id if len(found) == PAGE else 0
    return m.HouseLog(found, after)


# ---------------------------------------------------------------- the query


def _text(context: RequestContext, name: str) -> str:
    text = (context.all(name) or [""])[-1]
    if len(text) > 64 or "\0" in text:
        raise no.Unreadable(f"?{name}= expects at most 64 visible characters")
    return text


def _one_of(context: RequestContext, name: str, choices: tuple[str, ...]) -> str:
    text = _text(context, name)
    if text and text not in choices:
        raise no.Unreadable(f"?{name}= expects one of {', '.join(choices)}, got {text!r}")
    return text


def _before(context: RequestContext) -> int | None:
    text = _text(context, "before")
    return read_number("?before=", text, _LARGEST) if text else None


async def infos(site: ModerationSite, found: Iterable[Report]) -> tuple[m.ReportInfo, ...]:
    """Reports as moderators see them."""
    found = list(found)
    about = {one.table for one in found if one.kind == "study"}
    hidden = await site.store.ask(partial(site.hidden_studies, ids=about)) if about else {}
    return tuple(_info(one, hidden) for one in found)


def _info(one: Report, hidden: dict[str, bool]) -> m.ReportInfo:
    table, study = one.place()
    return m.ReportInfo(
        one.id, one.at, one.by, one.by_name, one.kind, one.who, one.name, one.reason, table,
        one.text, one.lines(), one.status == "done", one.outcome, one.note, one.decided,
        one.decider, study, hidden.get(study, False), bool(study) and study not in hidden,
    )  # fmt: skip
