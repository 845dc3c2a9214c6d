"""The handlers of desks, where files that games read are drawn, and of drafts, which are kept."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, Final

import msgspec

from honjin.core.errors import Flaw
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.parts.desks import Desk, check_draft
from honjin.core.words import speak
from honjin.server.messages import refusals as no
from honjin.server.people.requests import RequestContext
from honjin.server.tables.messages import games
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.site import TableSite
from honjin.server.workshop import messages as m
from honjin.server.workshop import store as kept

_FRESH: Final = 60.0
"""Seconds for which the description of a desk is cached."""
_ID: Final = re.compile(rf"[0-9a-z]{{8,{m.ID}}}")


# ---------------------------------------------------------------- desks: nothing is stored


async def get_desk(site: TableSite, context: RequestContext) -> bytes:
    """A desk of a game: layers, brushes, fields, and drafts to start from."""
    game, desk = _found(site, context)

    def made() -> bytes:
        return msgspec.json.encode(_page(game, desk))

    return await site.reads.lately(("desk", game.key, desk.key), _FRESH, made, context.asker)


async def post_check(
    site: TableSite, context: RequestContext, order: m.CheckDraft
) -> m.DraftChecked:
    """Check a draft: its sheet, what is wrong and where, figures, the contents of its file.

    Nothing is stored. A draft of another desk, or with cells that do not exist, cannot be read.
    Options on which the desk depends can be given; a game on the draft has them too.
    """
    game, desk = _found(site, context)
    bots = site.tables.bots

    def made() -> m.DraftChecked:
        checked, options = check_draft(game, desk, order.draft, order.options)
        return m.DraftChecked(checked, _playable(game, desk, bots, options))

    return await site.texts.do(made, context.asker)


async def post_read(site: TableSite, context: RequestContext, order: m.ReadFile) -> m.DraftRead:
    """Read a file, in the form that the desk's option takes, into a draft that can be edited.

    A file on which no game can be played is also read, as far as it can be drawn; the check reports
    what is wrong.
    """
    game, desk = _found(site, context)

    def made() -> m.DraftRead:
        try:
            return m.DraftRead(desk.read(order.file))
        except Flaw as flaw:
            refused = no.BadFile(speak({**game.words, **desk.words}, flaw.say))
            refused.say = flaw.say
            raise refused from None

    return await site.texts.do(made, context.asker)


def _found(site: TableSite, context: RequestContext) -> tuple[Game[Any], Desk]:
    game = site.tables.game(context.path("key"))
    return game, game.desk(context.path("desk"))


def _page(game: Game[Any], desk: Desk) -> m.DeskPage:
    (suffix,) = (option.file for option in game.options if option.key == desk.option)
    words = {key: dict(forms) for key, forms in desk.words.items()}
    return m.DeskPage(
        desk.key, desk.title, desk.about, desk.option, suffix, desk.layers, desk.fields,
        desk.tables, desk.starts, words, desk.depends_on,
    )  # fmt: skip


def _playable(
    game: Game[Any], desk: Desk, bots: BotRoster, options: Options | None
) -> games.Playable | None:
    if options is None:
        return None
    chosen = {option.key: option.default for option in game.options}
    given = {key: value for key, value in options.items() if value != chosen[key]}
    given.pop(desk.option, None)
    return games.Playable(given, game.seats(options), bots.names(game, options))


# ---------------------------------------------------------------- drafts of people with an account


async def get_drafts(site: TableSite, context: RequestContext) -> m.Drafts:
    """The caller's drafts at all desks, without their drawings."""
    owner = context.caller.id
    return m.Drafts(owner, await site.store.ask(partial(kept.rows, owner=owner)))


async def get_draft(site: TableSite, context: RequestContext) -> m.KeptDraft:
    """A draft of the caller's."""
    return await site.store.ask(partial(kept.read, owner=context.caller.id, id=_id(context)))


async def post_draft(site: TableSite, context: RequestContext, order: m.KeepDraft) -> m.DraftKept:
    """Keep a draft of the caller's, who has an account; others keep theirs in the browser."""
    site.tables.game(order.game).desk(order.desk)
    if not order.name.isprintable():
        raise no.Unreadable("expected a name of one line")
    keep = partial(
        kept.keep, owner=context.caller.id, id=_id(context), order=order, now=site.now()
    )  # fmt: skip
    return m.DraftKept(await site.store.change(keep))


async def post_remove_draft(
    site: TableSite, context: RequestContext, order: m.RemoveDraft
) -> m.Drafts:
    """Remove a draft of the caller's."""
    gone = partial(kept.remove, owner=context.caller.id, id=_id(context), version=order.version)
    await site.store.change(gone)
    return await get_drafts(site, context)


def _id(context: RequestContext) -> str:
    id = context.path("id")
    if not _ID.fullmatch(id):
        raise no.UnknownDraft("a draft has an id of 8 to 24 digits and lowercase letters")
    return id
