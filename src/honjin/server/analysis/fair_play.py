"""Fair play: a player of a rated game may not look up exact values while it runs."""

from __future__ import annotations

from typing import Any

from honjin.core.game import Game
from honjin.server.messages import refusals as no
from honjin.server.people.requests import RequestContext
from honjin.server.tables.site import TableSite
from honjin.server.tables.store.seated import rated_game_of


async def require_not_playing_rated(
    site: TableSite, context: RequestContext, game: Game[Any]
) -> None:
    """Raise PlayingRated while the caller sits at a rated game whose exact values can be known.

    The guest of a browser in which an account is logged in counts as the caller too.
    """
    if game.index is None or context.is_new:
        return
    aside = context.aside(site)
    persons = {context.caller.id} | ({aside.id} if aside else set())
    table = await rated_game_of(site.tables, persons, game.key)
    if table:
        refused = no.PlayingRated(f"your rated game of {game.key} at table {table} is not over yet")
        refused.table = table
        raise refused
