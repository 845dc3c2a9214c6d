"""The handlers of the desk routes: files that games read are drawn there. Nothing is stored."""

from __future__ import annotations

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
from honjin.server.workshop import messages as ws

_FRESH: Final = 60.0
"""Seconds for which the description of a desk is cached."""


async def get_desk(site: TableSite, context: RequestContext) -> bytes:
    """A desk of a game: layers, brushes, fields, and drafts to start from."""
    game, desk = _found(site, context)

    def made() -> bytes:
        return msgspec.json.encode(_page(game, desk))

    return await site.reads.lately(("desk", game.key, desk.key), _FRESH, made, context.asker)


async def post_check(
    site: TableSite, context: RequestContext, order: ws.CheckDraft
) -> ws.DraftChecked:
    """Check a draft: its sheet, what is wrong and where, figures, the contents of its file.

    Nothing is stored. A draft of another desk, or with cells that do not exist, cannot be read.
    Options on which the desk depends can be given; a game on the draft has them too.
    """
    game, desk = _found(site, context)
    bots = site.tables.bots

    def made() -> ws.DraftChecked:
        checked, options = check_draft(game, desk, order.draft, order.options)
        return ws.DraftChecked(checked, _playable(game, desk, bots, options))

    return await site.texts.do(made, context.asker)


async def post_read(site: TableSite, context: RequestContext, order: ws.ReadFile) -> ws.DraftRead:
    """Read a file, in the form that the desk's option takes, into a draft that can be edited.

    A file on which no game can be played is also read, as far as it can be drawn; the check reports
    what is wrong.
    """
    game, desk = _found(site, context)

    def made() -> ws.DraftRead:
        try:
            return ws.DraftRead(desk.read(order.file))
        except Flaw as flaw:
            refused = no.BadFile(speak({**game.words, **desk.words}, flaw.say))
            refused.say = flaw.say
            raise refused from None

    return await site.texts.do(made, context.asker)


def _found(site: TableSite, context: RequestContext) -> tuple[Game[Any], Desk]:
    game = site.tables.game(context.path("key"))
    return game, game.desk(context.path("desk"))


def _page(game: Game[Any], desk: Desk) -> ws.DeskPage:
    (suffix,) = (option.file for option in game.options if option.key == desk.option)
    words = {key: dict(forms) for key, forms in desk.words.items()}
    return ws.DeskPage(
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
