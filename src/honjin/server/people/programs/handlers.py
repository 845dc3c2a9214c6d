"""Handlers for programs and other sites: tokens, the stream, challenges, oEmbed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from html import escape
from typing import Final

from honjin.pictures.card import HEIGHT, WIDTH
from honjin.server.finding import messages as fm
from honjin.server.history.handlers import lines_of
from honjin.server.messages import refusals as no
from honjin.server.moderation.looks import suspension_infos
from honjin.server.pages import messages as pg
from honjin.server.pages.social import (
    EMBEDDED,
    origin_of,
    social_of,
)
from honjin.server.people import messages as me
from honjin.server.people.names import alike
from honjin.server.people.programs import messages as pm
from honjin.server.people.requests import RequestContext
from honjin.server.site import Site
from honjin.server.tables.live.streams import PersonStream
from honjin.server.tables.messages import protocol as p
from honjin.server.tables.session.challenges import MAX_TO_ONE, expires
from honjin.server.tables.store.rows import Row
from honjin.server.tables.store.table import concerns
from honjin.server.tables.view.parts import time_of

LIST: Final = 100
_TIME: Final = re.compile(r"[0-9]{1,15}")
LONGEST_URL: Final = 300
FRAME: Final = (720, 640)
"""Width and height of an embedded table, by default."""
SMALLEST: Final = (280, 240)
LARGEST: Final = 4_000
HOUR: Final = 3600


# ---------------------------------------------------------------- tokens


async def get_tokens(site: Site, context: RequestContext) -> pm.TokenList:
    """The caller's tokens."""
    if context.is_new:
        return pm.TokenList(())
    program = (await site.tokens.label(context.caller)).program
    return pm.TokenList(await site.tokens.all(context.caller.id), program)


async def post_tokens(site: Site, context: RequestContext, order: pm.MakeToken) -> pm.NewToken:
    """Make a token that acts for the caller. Its secret is shown only in this answer."""
    name = " ".join(order.name.split())
    if not name:
        raise no.Unreadable("expected a name, got only spaces")
    secret, token = await site.tokens.make(context.caller, name, order.scopes)
    return pm.NewToken(token, secret)


async def post_revoke(site: Site, context: RequestContext, order: pm.RevokeToken) -> pm.TokenList:
    """Revoke a token of the caller's: it is refused from now on, and its streams end."""
    await site.tokens.revoke(context.caller.id, order.id)
    return await get_tokens(site, context)


async def post_program(site: Site, context: RequestContext, order: pm.BeProgram) -> me.Me:
    """Mark the caller as a program, or as a person again.

    Not possible while the caller holds a seat of a table that is not over, which shows what the
    caller is. A program that has finished a game stays a program.
    """
    caller = context.caller
    if order.program:
        await site.tokens.mark(caller)
    else:
        await site.tokens.unmark(caller.id)
    closed, suspended = (
        site.is_closed_to(caller.id),
        suspension_infos(site.sanctions.now(caller.id)),
    )
    return me.Me(caller.id, caller.name, bool(context.login), closed, order.program, suspended)


# ---------------------------------------------------------------- events and challenges


async def get_stream(site: Site, context: RequestContext) -> None:
    """The events of all of the caller's tables, as server-sent events.

    `challenge`, `declined`, `begun`, `turn`, `over`: see Stream. With the header Last-Event-ID,
    also the games that have ended since that event.
    """
    stream = PersonStream(context.caller, _since(context.header(b"last-event-id")))
    site.streams.join(stream)
    with site.sessions.stream(context.login, stream.end):
        await site.streams.listen(stream, context.receive, context.send)


def _since(text: str) -> int | None:
    if text and not _TIME.fullmatch(text):
        raise no.Unreadable(f"Last-Event-ID expects the id of an event, got {text[:40]!r}")
    return int(text) if text else None


async def get_challenges(site: Site, context: RequestContext) -> fm.Challenges:
    """The open challenges to the caller, and those by the caller.

    A challenge is accepted by sitting down on the seat, and declined or withdrawn by POST
    …/decline.
    """
    rows = [] if context.is_new else await site.store.tables_of(context.caller.id, LIST, over=False)
    me, open_ones = context.caller.id, [row for row in rows if row.status == "open"]
    found = [one for row in open_ones for one in _challenges(row, me)]
    ready = [row for row in open_ones if None not in row.holders and concerns(row, me)]
    return fm.Challenges(
        tuple(one for who, one in found if who == me),
        tuple(one for who, one in found if who != me),
        await lines_of(site, context, ready),
    )


def _challenges(row: Row, me: str) -> Iterator[tuple[str, fm.Challenge]]:
    names = {one[1]: one[2] for one in row.holders if one is not None and one[0] == "person"}
    until = expires(row.opened, row.time) if row.opened else 0
    time = time_of(row.time) if row.time else None
    for seat, who, name in row.reserved:
        by = names.get(row.by) or next(iter(names.values()), "")
        other = row.by if who == me else who
        yield who, fm.Challenge(
            row.id, row.game, row.options, seat, by, name, time,
            row.rated, other, until,
        )  # fmt: skip


async def guests_of(
    site: Site, context: RequestContext, order: p.OpenTable
) -> Mapping[int, tuple[str, str]]:
    """The people for whom the seats of a new table are reserved: id and name, by seat."""
    found: dict[int, tuple[str, str]] = {}
    for seat, wish in enumerate(order.seats):
        if wish.kind == "reserved":
            if wish.who is not None:
                found[seat] = await _known(site, wish.who)
            elif wish.name is not None:
                found[seat] = (await person_called(site, context, wish.name), wish.name)
            else:
                raise no.Unreadable(f"seat {seat} expects the name of a person, got none")
    await site.hides.require_welcome(context.caller.id, [who for who, _ in found.values()])
    await _require_challengeable(site, context.caller.id, {who for who, _ in found.values()})
    return found


async def _known(site: Site, who: str) -> tuple[str, str]:
    """Return the person with a handle: an account, or a guest who has played here."""
    found = (await site.people.find([who])).get(who)
    if found is None or found.kind == "gone":
        raise no.UnknownPerson("expected the handle of a person who plays here")
    return found.id, found.name


async def _require_challengeable(site: Site, caller: str, asked: Collection[str]) -> None:
    """Raise TooMany for repeated challenges to a person, UnknownPerson for one to the caller."""
    if caller in asked:
        raise no.UnknownPerson("expected another person, got the caller")
    if not asked or not site.settings.limits:
        return
    rows = await site.store.opened_by(caller)  # whether or not the caller has a seat there
    open_to = Counter(who for row in rows for _, who, _ in row.reserved)
    if any(open_to[who] >= MAX_TO_ONE for who in asked):
        raise no.TooMany(f"at most {MAX_TO_ONE} open challenges to the same person")


async def person_called(site: Site, context: RequestContext, name: str) -> str:
    """Return the id of the program, the account, or the one guest present with this name."""
    program = await site.tokens.program_called(name)
    if program is not None:
        return program
    if (account := site.people.owner(name)) is not None:
        return account
    wanted = alike(name)
    here = {
        who for people in (site.live.people(), site.live.elsewhere.people(), site.streams.people())
        for who, other in people if alike(other) == wanted and who != context.caller.id
    }  # fmt: skip
    if not here and (guest := await site.people.guest_called(name)) is not None:
        return guest
    if len(here) != 1:
        many = "several people are" if here else "nobody is"
        raise no.UnknownPerson(f"expected a person who is present; {many} called {name!r}")
    return here.pop()


# ---------------------------------------------------------------- on other sites


async def get_oembed(site: Site, context: RequestContext) -> pg.Embedding:
    """How to embed a table in another page, as oEmbed: `?url=` is the address of the table.

    `maxwidth` and `maxheight` bound the frame. Only addresses of this site are accepted.
    """
    if (form := (context.all("format") or ["json"])[-1]) != "json":
        raise no.OtherForm(f"?format= expects json, got {form[:40]!r}")
    origin, table = origin_of(site, context.scope), _named_table(site, context)
    social = await social_of(site, f"/t/{table}", "en")
    width, height = (
        min(usual, max(least, context.number(f"max{name}", LARGEST) or usual))
        for name, usual, least in zip(("width", "height"), FRAME, SMALLEST, strict=True)
    )
    title = escape(social.title, quote=True)
    frame = (
        f'<iframe src="{origin}/embed/t/{table}" width="{width}" height="{height}" '
        f'title="{title}" loading="lazy" style="border:0;max-width:100%" allowfullscreen></iframe>'
    )
    picture = f"{origin}{social.picture}&format=png"
    return pg.Embedding(
        "rich", "1.0", social.title, "Honjin", origin, frame, width, height, HOUR, picture, WIDTH,
        HEIGHT,
    )  # fmt: skip


def _named_table(site: Site, context: RequestContext) -> str:
    """Return the table whose address is in the query."""
    url, origin = (context.all("url") or [""])[-1], origin_of(site, context.scope)
    if not url or len(url) > LONGEST_URL:
        raise no.Unreadable(f"?url= expects an address of at most {LONGEST_URL} characters")
    path = url.removeprefix(origin) if origin and url.startswith(f"{origin}/") else ""
    found = EMBEDDED.fullmatch(path.partition("?")[0].partition("#")[0])
    if found is None:
        raise no.UnknownPath(f"expected {origin}/t/…, got {url[:80]!r}")
    return found.group(1)
