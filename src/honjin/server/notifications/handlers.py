"""The handlers of the notification routes."""

from __future__ import annotations

import datetime as dt
from email.utils import format_datetime, parsedate_to_datetime
from functools import partial
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from starlette.responses import RedirectResponse, Response

from honjin.server.db.damage import told_if_damaged
from honjin.server.messages import refusals as no
from honjin.server.notifications import feeds
from honjin.server.notifications import messages as m
from honjin.server.notifications import store as kept
from honjin.server.notifications.endpoints import read_endpoint
from honjin.server.notifications.feeds import Feed
from honjin.server.notifications.fold import zone_of
from honjin.server.notifications.scheduler import NotificationSite
from honjin.server.notifications.store import Device
from honjin.server.notifications.webpush import require_keys
from honjin.server.people.accounts.logins import new_token
from honjin.server.people.accounts.sessions import device_of
from honjin.server.people.packed import answer_kept
from honjin.server.people.requests import RequestContext

LONGEST: Final = 200
Form = Literal["calendar", "atom"]


# ---------------------------------------------------------------- settings and devices


async def get_calls(site: NotificationSite, context: RequestContext) -> m.Calls:
    """How the caller is notified, and which channels are available."""
    person = context.caller.id

    def read(connection: sa.Connection) -> m.Calls:
        wishes = kept.wishes_of(connection, person) or m.CallWishes()
        found = m.Calls(wishes, feed=kept.feed_made(connection, person))
        found.mail = kept.mail_of(connection, person)
        found.devices = tuple(map(_device_info, kept.devices_of(connection, person)))
        return found

    found = await site.store.ask(read)
    found.push_key = site.messenger.pusher.public
    found.mail_here = site.mailer.is_there
    return found


def _device_info(one: Device) -> m.CallDevice:
    return m.CallDevice(one.id, one.device, one.made, one.used)


async def post_calls(
    site: NotificationSite, context: RequestContext, order: m.CallWishes
) -> m.Calls:
    """Set what the caller is notified of, how, and when. Mail goes to the account's address."""
    zone_of(order.zone)
    order.push = tuple(kind for kind in m.KINDS if kind in order.push)
    order.mail = tuple(kind for kind in m.KINDS if kind in order.mail)
    person, now = context.caller.id, site.now()

    def write(connection: sa.Connection) -> None:
        if order.mails and not kept.mail_of(connection, person):
            raise no.NoAddress("expected an account with a mail address")
        kept.wish(connection, person, order, now)

    await site.store.change(write)
    return await get_calls(site, context)


async def post_device(
    site: NotificationSite, context: RequestContext, order: m.AddDevice
) -> m.Calls:
    """Push to the caller's browser, using a subscription made with this server's key."""
    pusher = site.messenger.pusher
    if not pusher.is_there:
        raise no.NoPush("HONJIN_ORIGIN is not set")
    read_endpoint(order.endpoint, pusher.local)
    require_keys(order.key, order.secret)
    now, agent = site.now(), device_of(context.header(b"user-agent"))
    one = Device(
        kept.device_id(order.endpoint), context.caller.id, order.endpoint, order.key, order.secret,
        order.lang, agent, context.login, now, 0,
    )  # fmt: skip
    await site.store.change(partial(kept.add_device, one=one))
    return await get_calls(site, context)


async def post_remove_device(
    site: NotificationSite, context: RequestContext, order: m.RemoveDevice
) -> m.Calls:
    """Stop pushing to one of the caller's browsers."""
    gone = partial(
        kept.remove_devices, person=context.caller.id, ids=[order.device], now=site.now()
    )
    await site.store.change(gone)
    return await get_calls(site, context)


async def post_test_call(
    site: NotificationSite, context: RequestContext, _order: m.TestCall
) -> m.TestSent:
    """Notify the caller now through all channels that are set up, as a test."""
    person = context.caller.id
    wishes = await site.store.ask(partial(kept.wishes_of, person=person))
    if wishes is None:
        return m.TestSent()
    return m.TestSent(*await site.messenger.test(person, wishes))


# ---------------------------------------------------------------- mails stop


async def get_stop(site: NotificationSite, context: RequestContext) -> Response:
    """The page to stop mails, linked from each mail: it asks, and a button posts."""
    _who_stops(site, context)
    return RedirectResponse(f"/calls#stop-{context.path('token')}", 303)


async def post_stop(site: NotificationSite, context: RequestContext) -> m.Stopped:
    """Stop mails to the person whom the signed token names, as mail programs post (RFC 8058)."""
    person, now = _who_stops(site, context), site.now()
    await site.store.change(partial(kept.stop_mails, person=person, now=now))
    return m.Stopped()


def _who_stops(site: NotificationSite, context: RequestContext) -> str:
    token = context.path("token")
    person = site.messenger.who_stops(token) if len(token) <= LONGEST else None
    if person is None:
        raise no.UnknownPath("expected an address from one of this server's mails")
    return person


# ---------------------------------------------------------------- feeds


async def post_feed(
    site: NotificationSite, context: RequestContext, _order: m.MakeFeed
) -> m.NewFeed:
    """Make the secret feeds of the caller's turns; only a hash of the secret is stored."""
    secret, now = new_token(), site.now()
    await site.store.change(
        partial(kept.put_feed, person=context.caller.id, secret=secret, now=now)
    )
    origin = site.origin_of(context.scope)
    return m.NewFeed(f"{origin}/feeds/{secret}/turns.ics", f"{origin}/feeds/{secret}/turns.atom")


async def post_remove_feed(
    site: NotificationSite, context: RequestContext, _order: m.RemoveFeed
) -> m.Calls:
    """Remove the feeds of the caller's turns; their addresses stop working."""
    gone = partial(kept.remove_feed, person=context.caller.id, now=site.now())
    await site.store.change(gone)
    return await get_calls(site, context)


async def get_calendar(site: NotificationSite, context: RequestContext) -> Response:
    """The turns of the person with this secret address, as a calendar."""
    return await _fed(site, context, "calendar")


async def get_atom(site: NotificationSite, context: RequestContext) -> Response:
    """The turns of the person with this secret address, as an Atom feed."""
    return await _fed(site, context, "atom")


async def _fed(site: NotificationSite, context: RequestContext, form: Form) -> Response:
    owner, feed = await _feed(site, context)
    last = format_datetime(dt.datetime.fromtimestamp(feed.moved // 1000, dt.UTC), usegmt=True)
    if form == "atom":
        number = kept.device_id(owner.person)[:32]
        address = f"{feed.origin}{context.scope['path']}"
        body, kind = feeds.atom(feed, number, address), feeds.ATOM
    else:
        body, kind = feeds.calendar(feed), feeds.CALENDAR
    answer = await answer_kept(
        site.packed, context, body, "own", kind, last_modified=last, referrer_policy="no-referrer"
    )
    if not context.header(b"if-none-match") and _is_known(context, feed.moved):
        return Response(None, 304, dict(answer.headers))
    return answer


def _is_known(context: RequestContext, moved: int) -> bool:
    try:
        since = parsedate_to_datetime(context.header(b"if-modified-since"))
        return since.timestamp() >= moved // 1000
    except (ValueError, TypeError, OverflowError):
        return False


async def _feed(site: NotificationSite, context: RequestContext) -> tuple[Any, Feed]:
    secret, now = context.path("secret"), site.now()

    def read(connection: sa.Connection) -> tuple[Any, list[kept.CallRow]]:
        owner = kept.feed_owner(connection, secret)
        return owner, kept.calls_of(connection, owner.person) if owner else []

    owner, calls = await site.store.ask(read)
    if owner is None:
        raise no.UnknownPath("nothing is at this address, or it was withdrawn")
    with told_if_damaged(f"what person {owner.person} wishes to be told"):
        wishes = msgspec.json.decode(owner.wishes, type=m.CallWishes)
    rows = await site.store.rows_of({one.table for one in calls})
    found = feeds.entries(owner.person, calls, rows, site.games, wishes, now)
    return owner, Feed(wishes, site.origin_of(context.scope), list(found), owner.moved)
