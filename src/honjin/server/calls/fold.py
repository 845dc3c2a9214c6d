"""What is told a person, and when: a fold over what stands, what was told, and what is wished.

    since ──── 20 s ───> pushed, for itself
      └──── 10 min ────> mailed, in one mail with all that stands by then, at the rhythm wished for

Quiet hours and vacations put off what would be told in them; whoever has looked at a table
meanwhile is not called to it again for an hour. Nothing is told twice by the same way. Now is an
argument.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from honjin.server.messages.calls import CallWishes, Kind
from honjin.server.messages.refusals import Unreadable

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
NEVER: Final = 1 << 62
WARN: Final = 72
"""The most hours before the end of a turn that somebody can be warned."""

PUSH_PATIENCE: Final = 20_000
MAIL_PATIENCE: Final = 10 * MINUTE
LEFT: Final = HOUR
"""So long after somebody has looked at a table nothing is said of a turn that waits there."""
GAPS: Final = {"soon": 10 * MINUTE, "hourly": HOUR, "daily": 10 * MINUTE}
"""Between two mails, by rhythm; what is urgent waits for the shortest only."""
STANDING: Final = frozenset(("turn", "deadline"))
"""What is not over because somebody has seen it."""


class Matter(NamedTuple):
    """Something at a table that a person should know of.

    `mark` tells it from an earlier one of its kind; `since` is from when on patience counts; `end`
    is when the person's time runs out, or 0.
    """

    table: str
    kind: Kind
    mark: str
    since: int
    end: int = 0
    pushed: bool = False
    mailed: bool = False


class Plan(NamedTuple):
    """What is told now by each way, and when to look again."""

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
    """Whether nothing should be told at a time."""
    if wishes.quiet is None:
        return False
    (first, last), hour = wishes.quiet, local(wishes, at).hour
    return first <= hour < last if first <= last else hour >= first or hour < last


def free(wishes: CallWishes, kind: Kind, at: int, rests: int) -> int:
    """The first time from `at` on when a matter may be told; `rests`: until when none may."""
    at = max(at, rests)
    if wishes.quiet is None or (kind == "deadline" and wishes.through) or not is_quiet(wishes, at):
        return at
    return next_hour(wishes, at, wishes.quiet[1])


def push_at(wishes: CallWishes, one: Matter, now: int, rests: int = 0) -> int:
    """When a matter is pushed, now or later; NEVER if it is not to be, or was."""
    if one.pushed or one.kind not in wishes.push:
        return NEVER
    return free(wishes, one.kind, max(now, one.since + PUSH_PATIENCE), rests)


def mail_at(wishes: CallWishes, one: Matter, now: int, last: int = 0, rests: int = 0) -> int:
    """When a mail tells of a matter, if the last mail was sent then; NEVER if none does."""
    if one.mailed or not wishes.mails or one.kind not in wishes.mail:
        return NEVER
    ripe, is_urgent = one.since + MAIL_PATIENCE, one.kind == "deadline"
    if wishes.rhythm == "daily" and not is_urgent:
        ripe = next_hour(wishes, ripe, wishes.hour)
    gap = GAPS["soon" if is_urgent else wishes.rhythm]
    return free(wishes, one.kind, max(now, ripe, last + gap), rests)


def plan(
    wishes: CallWishes, matters: Sequence[Matter], now: int, last: int = 0, rests: int = 0
) -> Plan:
    """What is told now. `last` is when the last mail was sent, `rests` when a vacation ends."""
    pushes = [(one, push_at(wishes, one, now, rests)) for one in matters]
    push = tuple(one for one, at in pushes if at == now)
    mail: tuple[Matter, ...] = ()
    if any(mail_at(wishes, one, now, last, rests) == now for one in matters):
        mail = tuple(one for one in matters if _fits(wishes, one, now, rests))
        last = now
    times = [at for _, at in pushes if at > now]
    times += [mail_at(wishes, one, now, last, rests) for one in matters if one not in mail]
    return Plan(push, mail, min(times, default=NEVER))


def _fits(wishes: CallWishes, one: Matter, now: int, rests: int) -> bool:
    """Whether a mail that is sent now tells of a matter: of what is not ripe yet as well."""
    is_wished = wishes.mails and not one.mailed and one.kind in wishes.mail
    return is_wished and one.since <= now and free(wishes, one.kind, now, rests) == now


def told(matters: Sequence[Matter], done: Plan) -> list[Matter]:
    """The matters after a plan was carried out.

    Whoever was told how little time is left for a turn knows of the turn.
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
    """Without turns of which it is told as well how little time is left."""
    urgent = {one.table for one in matters if one.kind == "deadline"}
    return [one for one in matters if one.kind != "turn" or one.table not in urgent]


def looked_at(one: Matter, now: int) -> Matter:
    """A matter whose table the person looks at now: a turn waits on, anything else is known."""
    if one.kind in STANDING:
        return one._replace(since=max(one.since, now + LEFT))
    return one._replace(pushed=True, mailed=True)
