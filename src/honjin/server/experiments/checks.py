"""Checks of experiments and searches before they begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from honjin.core.game import Game
from honjin.core.options import Options
from honjin.lab.matches.lineup import Fixed
from honjin.server.experiments.service import ExperimentSite
from honjin.server.messages import refusals as no
from honjin.server.people.requests import RequestContext
from honjin.server.tables.seats.bot_roster import BotRoster

SLOWEST: Final = "shogun"
"""A level that thinks by the clock, so that its games are not reproducible."""
MAX_BODY: Final = 400_000
"""The most bytes of a request with files of one's own."""


def require_seatable(
    bots: Sequence[str], game: Game[Any], options: Options, roster: BotRoster
) -> None:
    """Raise UnknownBot, or BadArena, unless the server's bots can take the seats."""
    Fixed(len(bots), game.seats(options), 1)
    known = [name for name in roster.names(game, options) if name != SLOWEST]
    for bot in bots:
        if bot not in known:
            raise no.UnknownBot(f"expected one of {', '.join(known)}; got {bot[:80]!r}")


def there(site: ExperimentSite, context: RequestContext) -> str:
    """A mark of the caller's address that does not tell it."""
    return site.traces.marks(context.address, "").get("address", "")


def own_key(site: ExperimentSite, context: RequestContext) -> str:
    """The key of the caller's own experiment or search; NotYours if it is somebody else's."""
    key = context.path("key")
    if site.experiments.catalogue.about(key).owner != context.caller.id:
        raise no.NotYours("this was started by somebody else")
    return key


def is_own(site: ExperimentSite, context: RequestContext, key: str) -> bool:
    """Whether it is the caller's."""
    return not context.is_new and site.experiments.catalogue.about(key).owner == context.caller.id
