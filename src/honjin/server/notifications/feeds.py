"""A person's turns as a calendar (iCalendar) and a feed (Atom), for anyone who has the address.

Both are made from the person's stored calls: nothing is looked up at any table. An entry exists as
long as its matter is open, and stays the same as long as nothing has changed.
"""

from __future__ import annotations

import datetime as dt
import xml.etree.ElementTree as ET  # writes only
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

from honjin.core.game import Game
from honjin.server.notifications import wording
from honjin.server.notifications.fold import HOUR, MINUTE, Matter, local
from honjin.server.notifications.matters import warning
from honjin.server.notifications.messages import CallWishes
from honjin.server.notifications.store import CallRow
from honjin.server.notifications.wording import Sitting, Told, say
from honjin.server.tables.store.rows import Row

CALENDAR: Final = "text/calendar; charset=utf-8"
ATOM: Final = "application/atom+xml; charset=utf-8"
OFTEN: Final = dt.timedelta(minutes=15)
SHOWN: Final = 30 * MINUTE
"""The part of the time before a deadline that the calendar shows as busy."""
_ATOM: Final = "http://www.w3.org/2005/Atom"


class FeedEntry(NamedTuple):
    """An open matter, its wording, and milliseconds before its end for an alarm, or 0."""

    matter: Matter
    told: Told
    alarm: int


class Feed(NamedTuple):
    """The content of a person's feeds; `moved` is when it changed."""

    wishes: CallWishes
    origin: str
    entries: Sequence[FeedEntry]
    moved: int


def entries(
    person: str, calls: Sequence[CallRow], rows: Mapping[str, Row],
    games: Mapping[str, Game[Any]], wishes: CallWishes, now: int,
) -> Iterator[FeedEntry]:  # fmt: skip
    """The open matters in order of arrival; a deadline is shown with its turn."""
    for call in sorted(calls, key=attrgetter("arose")):
        row = rows.get(call.table)
        if row is None or row.game not in games or call.since > now + HOUR:
            continue
        if call.stands and call.kind not in ("look", "deadline"):
            kind: Any = call.kind
            matter = Matter(call.table, kind, call.mark, call.since, call.ends, arose=call.arose)
            at = Sitting.of(row)
            told = wording.tell(matter, at, games, wishes)
            alarm = warning(row.time, wishes.warn) if row.time and call.ends else 0
            yield FeedEntry(matter, wording.named(told, at, person, wishes.lang), alarm)


# ---------------------------------------------------------------- iCalendar


def calendar(feed: Feed) -> bytes:
    """The feed as a calendar: deadlines with an alarm before them, the rest as whole days."""
    from icalendar import Calendar, vDuration

    found = Calendar()
    found.add("prodid", "-//Honjin//turns//EN")
    found.add("version", "2.0")
    found.add("calscale", "GREGORIAN")
    found.add("method", "PUBLISH")
    found.add("name", say("feed.title", feed.wishes.lang))
    found.add("x-wr-calname", say("feed.title", feed.wishes.lang))
    found.add("refresh-interval", OFTEN, parameters={"VALUE": "DURATION"})
    found.add("x-published-ttl", vDuration(OFTEN))  # of a name that it does not know, the type too
    for one in feed.entries:
        found.add_component(_event(feed, one))
    return bytes(found.to_ical())


def _event(feed: Feed, entry: FeedEntry) -> Any:
    from icalendar import Event

    one, told, alarm = entry
    event = Event()
    event.add("uid", f"{one.table}-{one.kind}@honjin")
    event.add("dtstamp", _utc(one.arose))
    event.add("last-modified", _utc(one.arose))
    event.add("summary", say("call.subject", feed.wishes.lang, what=told.what, game=told.game))
    event.add("description", "\n".join(filter(None, (told.line, feed.origin + told.path))))
    if feed.origin:
        event.add("url", feed.origin + told.path)
    event.add("transp", "TRANSPARENT")
    if one.end:
        event.add("dtstart", _utc(one.end - SHOWN))
        event.add("dtend", _utc(one.end))
        if alarm:
            event.add_component(_alarm(alarm, told))
    else:
        event.add("dtstart", local(feed.wishes, one.arose).date())
    return event


def _alarm(before: int, told: Told) -> Any:
    from icalendar import Alarm

    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", told.what)
    alarm.add("trigger", dt.timedelta(milliseconds=-before), parameters={"RELATED": "END"})
    return alarm


def _utc(at: int) -> dt.datetime:
    return dt.datetime.fromtimestamp(at // 1000, dt.UTC)


# ---------------------------------------------------------------- Atom


def atom(feed: Feed, number: str, address: str) -> bytes:
    """The feed as Atom; `number` is its permanent id, `address` is where it is."""
    ET.register_namespace("", _ATOM)
    root = ET.Element(f"{{{_ATOM}}}feed", {_LANG: feed.wishes.lang})
    _add(root, "id", f"urn:honjin:{number}")
    _add(root, "title", say("feed.title", feed.wishes.lang))
    _add(root, "subtitle", say("feed.about", feed.wishes.lang))
    _add(root, "updated", _stamp(feed.moved))
    _add(_add(root, "author"), "name", "Honjin")
    if feed.origin:
        _add(root, "link", rel="self", href=address, type="application/atom+xml")
        _add(root, "link", rel="alternate", href=f"{feed.origin}/games", type="text/html")
    for one in reversed(feed.entries):
        _entry(root, feed, one)
    body: bytes = ET.tostring(root, "utf-8")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + body


_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"


def _entry(root: ET.Element, feed: Feed, entry: FeedEntry) -> None:
    one, told, _ = entry
    found = _add(root, "entry")
    mark = "".join(letter if letter.isalnum() else "-" for letter in one.mark)
    _add(found, "id", f"urn:honjin:{one.table}:{one.kind}:{mark or 0}")
    _add(found, "title", say("call.subject", feed.wishes.lang, what=told.what, game=told.game))
    _add(found, "updated", _stamp(one.arose))
    _add(found, "summary", told.line)
    _add(found, "link", rel="alternate", href=feed.origin + told.path, type="text/html")


def _add(parent: ET.Element, name: str, text: str = "", **attributes: str) -> ET.Element:
    found = ET.SubElement(parent, f"{{{_ATOM}}}{name}", attributes)
    found.text = text or None
    return found


def _stamp(at: int) -> str:
    return _utc(at).strftime("%Y-%m-%dT%H:%M:%SZ")
