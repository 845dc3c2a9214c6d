"""The handlers of the search routes: things vary until all seats win equally often."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from honjin.core.errors import Flaw, UnknownBot
from honjin.core.game import Game
from honjin.core.options import Value
from honjin.core.words import speak
from honjin.lab.errors import BadArena, BadPlan
from honjin.lab.tuning.background import CHART
from honjin.lab.tuning.chart import Chart
from honjin.lab.tuning.filed import numbers_in
from honjin.lab.tuning.plan import Search, must_be_good
from honjin.lab.tuning.proof import RESULT, Tuned
from honjin.lab.tuning.space import Space
from honjin.server.experiments import messages as m
from honjin.server.experiments import search_messages as s
from honjin.server.experiments.checks import is_own, own_key, require_seatable, there
from honjin.server.experiments.service import ExperimentSite
from honjin.server.messages import refusals as no
from honjin.server.people.requests import RequestContext
from honjin.server.tables.seats.bot_roster import BotRoster

_FRESH: Final = 3600.0
"""Seconds for which the names of cells are cached; a search does not change them."""
MAX_SHOWN: Final = 200
"""Longer options are texts of files, which the page of a search leaves out."""


async def get_searches(site: ExperimentSite, context: RequestContext) -> s.Searches:
    """The caller's searches, and how many games may be played here."""
    service = site.experiments
    rows = (
        ()
        if context.is_new
        else await asyncio.to_thread(service.catalogue.searches, context.caller.id)
    )
    paces = await asyncio.to_thread(service.catalogue.paces)
    return s.Searches(rows, service.most_games, service.can_search, paces)


async def post_searches(
    site: ExperimentSite, context: RequestContext, order: s.BeginSearch
) -> m.NewExperiment:
    """Queue a search, whose result is verified by games with fresh luck."""
    game = site.tables.game(order.game)
    if not site.experiments.can_search:
        raise no.Busy("this server runs no searches; use `honjin balance --search`")
    search = await site.texts.do(lambda: _checked(order, game, site.tables.bots), context.asker)
    return m.NewExperiment(
        await site.experiments.begin(context.caller.id, search, there(site, context))
    )


async def get_search(site: ExperimentSite, context: RequestContext) -> s.SearchPage:
    """The progress and the result of a search, for anyone who has its address."""
    return await _paged(site, context, context.path("key"))


async def post_search_stop(
    site: ExperimentSite, context: RequestContext, order: s.StopSearch
) -> s.SearchPage:
    """Stop a search; the most even choice so far is kept, and it can be resumed."""
    del order
    key = _own(site, context)
    site.experiments.stop(key)
    return await _paged(site, context, key)


async def post_search_more(
    site: ExperimentSite, context: RequestContext, order: s.GoOnWithSearch
) -> s.SearchPage:
    """Resume a search until `games` games are played, and verify what was found."""
    key = _own(site, context)
    await site.experiments.more(context.caller.id, key, order.games)
    return await _paged(site, context, key)


async def post_search_remove(
    site: ExperimentSite, context: RequestContext, order: s.RemoveSearch
) -> s.Searches:
    """Delete a search."""
    del order
    await site.experiments.remove(_own(site, context))
    return await get_searches(site, context)


async def get_found(site: ExperimentSite, context: RequestContext) -> s.FoundFiles:
    """The options of what was found, and the files as their options take them."""
    key = context.path("key")
    return await asyncio.to_thread(_found, site, key)


async def post_numbers(
    site: ExperimentSite, context: RequestContext, order: s.ListNumbers
) -> s.FileNumbers:
    """List the numbers in a file; nothing is stored."""
    game = site.tables.game(context.path("key"))

    def listed() -> s.FileNumbers:
        if order.option not in {option.key for option in game.options if option.file}:
            raise no.BadOption(f"{order.option!r} takes no file")
        try:
            return s.FileNumbers(numbers_in(order.file))
        except Flaw as flaw:
            refused = no.BadFile(speak(game.words, flaw.say))
            refused.say = flaw.say
            raise refused from None

    return await site.texts.do(listed, context.asker)


# ---- checks


def _checked(order: s.BeginSearch, game: Game[Any], roster: BotRoster) -> Search:
    """Return the search; refused if the game as it is, or what varies, cannot be played here."""
    bots = tuple(filter(None, map(str.strip, order.bots.split(","))))
    search = Search(
        game.key, order.options, order.varied, bots, order.games, order.proof, order.within,
        seed=order.seed,
    )  # fmt: skip
    try:
        # First the options: their files are bounded before anything else reads them.
        require_seatable(bots, game, game.read_options(order.options), roster)
        must_be_good(search)
        Space(game, search.options, search.varied)
    except (BadPlan, BadArena) as problem:
        raise no.BadOption(str(problem)) from None
    except UnknownBot as problem:
        raise no.UnknownBot(str(problem)) from None
    return search


def _own(site: ExperimentSite, context: RequestContext) -> str:
    key = own_key(site, context)
    site.experiments.catalogue.search(key)
    return key


# ---- answers


async def _paged(site: ExperimentSite, context: RequestContext, key: str) -> s.SearchPage:
    page = await asyncio.to_thread(_page, site, context, key)
    if not any(one.layer for one in page.sought.varied):
        return page
    read = partial(_cells, site, key)
    cells = msgspec.json.decode(
        await site.reads.lately(("cells", key), _FRESH, read, context.asker),
        type=dict[str, dict[str, str]],
    )
    return replace(page, sought=replace(page.sought, cells=cells))


def _cells(site: ExperimentSite, key: str) -> bytes:
    """The names of the cells that a search has drawn; none if its game has changed since."""
    search = site.experiments.catalogue.search(key)
    try:
        game = site.tables.game(search.game)
        return msgspec.json.encode(Space(game, search.options, search.varied).cell_names())
    except (BadPlan, no.UnknownGame):
        return b"{}"


def _page(site: ExperimentSite, context: RequestContext, key: str) -> s.SearchPage:
    service, catalogue = site.experiments, site.experiments.catalogue
    search, about, state = catalogue.search(key), catalogue.about(key), catalogue.state(key)
    return s.SearchPage(
        key, about.at, state.state, _sought(search), is_own(site, context, key), state.kept,
        state.total, state.left, service.ahead(key), state.compiles, state.problem,
        "proof" if state.stage == "proof" else "search" if state.stage else "",
        catalogue.read(key, CHART, Chart), _solution(catalogue.read(key, RESULT, Tuned)),
    )  # fmt: skip


def _sought(search: Search) -> s.Sought:
    varied = tuple(replace(one, values=tuple(map(_short, one.values))) for one in search.varied)
    options = {key: value for key, value in search.options.items() if value == _short(value)}
    return s.Sought(
        search.game, options, varied, search.bots, search.games, search.proof, search.within,
        search.seed,
    )  # fmt: skip


def _short(value: Value) -> Value:
    return value[:MAX_SHOWN] if isinstance(value, str) else value


def _solution(tuned: Tuned | None) -> s.Balanced | None:
    if tuned is None:
        return None
    return s.Balanced(tuned.found, tuple(tuned.files), tuned.proved, tuned.given)


def _found(site: ExperimentSite, key: str) -> s.FoundFiles:
    catalogue = site.experiments.catalogue
    catalogue.search(key)
    folder, tuned = catalogue.path(key), catalogue.read(key, RESULT, Tuned)
    if tuned is None:
        raise no.StillPlayed("nothing has been found yet")
    files = {option: (folder / name).read_text("utf-8") for option, name in tuned.files.items()}
    return s.FoundFiles(tuned.game, _changed(site, tuned), files)


def _changed(site: ExperimentSite, tuned: Tuned) -> dict[str, Value]:
    """The options that differ from the game's defaults."""
    usual = {one.key: one.default for one in site.tables.game(tuned.game).options}
    return {key: value for key, value in tuned.options.items() if value != usual[key]}
