"""The calls to a person, and their times: a fold over open matters, earlier calls, and wishes.

    since ──── 20 s ───> pushed, for itself
      └──── 10 min ────> mailed, in one mail with all open matters, at the chosen rhythm

Quiet hours and vacations postpone calls; a person who has viewed a table in the meantime is not
called to it again for an hour. Nothing is sent twice on the same channel. Now is an argument.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from honjin.server.messages.refusals import Unreadable
from honjin.server.notifications.messages import CallWishes, Kind

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
NEVER: Final = 1 << 62
WARN: Final = 72
"""The earliest possible warning, in hours before the end of a turn."""

PUSH_PATIENCE: Final = 20_000
MAIL_PATIENCE: Final = 10 * MINUTE
LEFT: Final = HOUR
"""The pause in calls about a turn at a table after its player has viewed it."""
GAPS: Final = {"soon": 10 * MINUTE, "hourly": HOUR, "daily": 10 * MINUTE}
"""The gap between two mails, by rhythm; urgent calls wait only for the shortest."""
STANDING: Final = frozenset(("turn", "deadline"))
"""Matters that are not over once the person has seen them."""


class Matter(NamedTuple):
    """Something at a table that a person should know of.

    `mark` distinguishes it from an earlier one of its kind; `since` is when its waiting time
    begins, `arose` when it was first there; `end` is when the person's time runs out, or 0.
    """

    table: str
    kind: Kind
    mark: str
    since: int
    end: int = 0
    pushed: bool = False
    mailed: bool = False
    arose: int = 0


class CallPlan(NamedTuple):
    """The calls to make now on each channel, and when to check again."""

    push: tuple[Matter, ...]
    mail: tuple[Matter, ...]
    next: int


@lru_cache(600)
def zone_of(name: str) -> ZoneInfo:
    """A time zone by its name; Unreadable if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        expected = "a time zone such as Europe/Berlin"
        raise Unreadable(f"expected {expected}, got {name[:64]!r}") from None


def local(wishes: CallWishes, at: int) -> dt.datetime:
    """A time as the person's clock shows it."""
    return dt.datetime.fromtimestamp(at / 1000, zone_of(wishes.zone))


def next_hour(wishes: CallWishes, at: int, hour: int) -> int:
    """The first time from `at` on when the person's clock shows that hour."""
    day, zone = local(wishes, at).date(), zone_of(wishes.zone)
    for days in range(3):
        found = dt.datetime.combine(day + dt.timedelta(days), dt.time(hour), zone)
        if (time := round(found.timestamp() * 1000)) >= at:
            return time
    raise AssertionError("three days without that hour")


def is_quiet(wishes: CallWishes, at: int) -> bool:
    """Whether a time is in the person's quiet hours."""
    if wishes.quiet is None:
        return False
    (first, last), hour = wishes.quiet, local(wishes, at).hour
    return first <= hour < last if first <= last else hour >= first or hour < last


def free(wishes: CallWishes, kind: Kind, at: int, rests: int) -> int:
    """The first time from `at` on when a call may be made; `rests` is when the vacation ends."""
    at = max(at, rests)
    if wishes.quiet is None or (kind == "deadline" and wishes.through) or not is_quiet(wishes, at):
        return at
    return next_hour(wishes, at, wishes.quiet[1])


def push_at(wishes: CallWishes, one: Matter, now: int, rests: int = 0) -> int:
    """When a matter is pushed, now or later; NEVER if it is not to be, or already was."""
    if one.pushed or one.kind not in wishes.push:
        return NEVER
    return free(wishes, one.kind, max(now, one.since + PUSH_PATIENCE), rests)


def mail_at(wishes: CallWishes, one: Matter, now: int, last: int = 0, rests: int = 0) -> int:
    """When a matter is mailed, given the time `last` of the last mail; NEVER if it is not."""
    if one.mailed or not wishes.mails or one.kind not in wishes.mail:
        return NEVER
    ripe, is_urgent = one.since + MAIL_PATIENCE, one.kind == "deadline"
    if wishes.rhythm == "daily" and not is_urgent:
        ripe = next_hour(wishes, ripe, wishes.hour)
    gap = GAPS["soon" if is_urgent else wishes.rhythm]
    return free(wishes, one.kind, max(now, ripe, last + gap), rests)


def plan(
    wishes: CallWishes, matters: Sequence[Matter], now: int, last: int = 0, rests: int = 0
) -> CallPlan:
    """The calls due now. `last` is when the last mail was sent, `rests` when a vacation ends."""
    pushes = [(one, push_at(wishes, one, now, rests)) for one in matters]
    push = tuple(one for one, at in pushes if at == now)
    mail: tuple[Matter, ...] = ()
    if any(mail_at(wishes, one, now, last, rests) == now for one in matters):
        mail = tuple(one for one in matters if _fits(wishes, one, now, rests))
        last = now
    times = [at for _, at in pushes if at > now]
    times += [mail_at(wishes, one, now, last, rests) for one in matters if one not in mail]
    return CallPlan(push, mail, min(times, default=NEVER))


def _fits(wishes: CallWishes, one: Matter, now: int, rests: int) -> bool:
    """Whether a mail that is sent now includes a matter, even one that is not yet due."""
    is_wished = wishes.mails and not one.mailed and one.kind in wishes.mail
    return is_wished and one.since <= now and free(wishes, one.kind, now, rests) == now


def told(matters: Sequence[Matter], done: CallPlan) -> list[Matter]:
    """The matters after a plan was carried out.

    A person who was warned of a deadline also knows of the turn.
    """
    pushed, mailed = _known(done.push), _known(done.mail)
    return [
        one._replace(
            pushed=one.pushed or (one.table, one.kind) in pushed,
            mailed=one.mailed or (one.table, one.kind) in mailed,
        )
        for one in matters
    ]


def _known(matters: Sequence[Matter]) -> set[tuple[str, Kind]]:
    found = {(one.table, one.kind) for one in matters}
    return found | {(one.table, "turn") for one in matters if one.kind == "deadline"}


def worth_telling(matters: Sequence[Matter]) -> list[Matter]:
    """The matters without turns that have a deadline warning as well."""
    urgent = {one.table for one in matters if one.kind == "deadline"}
    return [one for one in matters if one.kind != "turn" or one.table not in urgent]


def looked_at(one: Matter, now: int) -> Matter:
    """A matter whose table the person is viewing: a turn keeps waiting, anything else is known."""
    if one.kind in STANDING:
        return one._replace(since=max(one.since, now + LEFT))
    return one._replace(pushed=True, mailed=True)
