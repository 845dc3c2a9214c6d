"""The handlers of experiments and searches: begun, looked at, stopped, continued, removed."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from honjin.core.errors import UnknownBot
from honjin.core.game import Game
from honjin.core.options import Options, Value
from honjin.lab.background import Pace
from honjin.lab.errors import BadArena, BadPlan
from honjin.lab.experiments import background as bg
from honjin.lab.experiments.plan import Draft, Plan
from honjin.lab.matches.lineup import Fixed
from honjin.lab.tuning.background import CHART
from honjin.lab.tuning.chart import Chart
from honjin.lab.tuning.plan import Search, must_be_good
from honjin.lab.tuning.proof import RESULT, Tuned
from honjin.lab.tuning.space import Space
from honjin.server.experiments import messages as m
from honjin.server.experiments.catalogue import About
from honjin.server.experiments.service import ExperimentService, ExperimentSite
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.requests import RequestContext
from honjin.server.tables.seats.bot_roster import BotRoster

T = TypeVar("T")

SLOWEST: Final = "shogun"
"""A level that thinks by the clock, so that its games are not reproducible."""
MAX_BODY: Final = 400_000
"""The most bytes of a request with files of one's own."""
MAX_SHOWN: Final = 200
"""Longer options are texts of files, which the page of a search leaves out."""
_FRESH: Final = 3600.0
"""Seconds for which the names of cells are cached; a search does not change them."""


# ---------------------------------------------------------------- experiments


async def get_experiments(site: ExperimentSite, context: RequestContext) -> m.Experiments:
    """The caller's experiments, how many games may be played here, and how long games took."""
    service = site.experiments
    rows, paces = await asyncio.to_thread(_listed, context, service.catalogue.rows, service)
    return m.Experiments(rows, service.most_games, service.jobs, paces)


def _listed(
    context: RequestContext, rows: Callable[[str], tuple[T, ...]], service: ExperimentService
) -> tuple[tuple[T, ...], tuple[Pace, ...]]:
    """The caller's rows, and how long games took."""
    return () if context.is_new else rows(context.caller.id), service.catalogue.paces()


async def post_experiments(
    site: ExperimentSite, context: RequestContext, order: m.BeginExperiment
) -> m.NewExperiment:
    """Queue variants to be played on the same random stream."""
    game = site.tables.game(order.game)

    def planned() -> Plan:
        given = {name: getattr(order, name) for name in order.__struct_fields__}
        return _checked(Draft(**given), game, site.tables.bots)

    plan = await site.texts.do(planned, context.asker)
    return m.NewExperiment(
        await site.experiments.begin(context.caller.id, plan, _there(site, context))
    )


async def get_experiment(site: ExperimentSite, context: RequestContext) -> bytes:
    """The progress and the results of an experiment, for anyone who has its address."""
    return await asyncio.to_thread(_page, site, context)


async def post_experiment_stop(
    site: ExperimentSite, context: RequestContext, _order: Body
) -> bytes:
    """Stop an experiment; the games played so far are kept, and it can be resumed."""
    site.experiments.stop(_own_key(site, context))
    return await get_experiment(site, context)


async def post_experiment_more(
    site: ExperimentSite, context: RequestContext, order: m.GoOn
) -> bytes:
    """Resume an experiment, until there are `games` games of each variant."""
    key = _own_key(site, context)
    if site.experiments.catalogue.about(key).is_search:
        raise no.NotYours("it is the proof of a search; continue the search")
    await site.experiments.more(context.caller.id, key, order.games)
    return await get_experiment(site, context)


async def post_experiment_remove(
    site: ExperimentSite, context: RequestContext, _order: Body
) -> m.Experiments:
    """Delete an experiment, with its games."""
    await site.experiments.remove(_own_key(site, context))
    return await get_experiments(site, context)


async def post_experiment_file(
    site: ExperimentSite, context: RequestContext, order: m.OpenReport
) -> m.NewExperiment:
    """Open the file of an experiment that was played anywhere."""
    read = partial(_decoded, order.file)
    return m.NewExperiment(
        await site.experiments.bring(context.caller.id, read, _there(site, context))
    )


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError as problem:
        raise no.Unreadable(f"expected a file in base64: {problem}") from None


def _checked(draft: Draft, game: Game[Any], roster: BotRoster) -> Plan:
    """Return the plan; refused if it cannot be played here, by the server's bots."""
    with _refused():
        plan = draft.plan(game)
        for variant in plan.variants:
            _require_seatable(variant.bots, game, game.read_options(variant.options), roster)
    return plan


def _page(site: ExperimentSite, context: RequestContext) -> bytes:
    service, catalogue, key = site.experiments, site.experiments.catalogue, context.path("key")
    about, state, pace = catalogue.about(key), catalogue.state(key), catalogue.pace(key)
    page = m.ExperimentPage(
        key, about.at, state.state, _is_own(about, context), state.kept, state.total, state.left,
        service.ahead(key), state.compiles, state.problem, about.is_file, about.is_search,
        pace.each if pace else None,
    )  # fmt: skip
    fields = msgspec.to_builtins(page)
    if summary := catalogue.read(key, bg.SUMMARY, dict[str, msgspec.Raw]):
        fields["summary"] = summary
    return msgspec.json.encode(fields)


# ---------------------------------------------------------------- searches


async def get_searches(site: ExperimentSite, context: RequestContext) -> m.Searches:
    """The caller's searches, and how many games may be played here."""
    service = site.experiments
    rows, paces = await asyncio.to_thread(_listed, context, service.catalogue.searches, service)
    return m.Searches(rows, service.most_games, service.can_search, paces)


async def post_searches(
    site: ExperimentSite, context: RequestContext, order: m.BeginSearch
) -> m.NewExperiment:
    """Queue a search, whose result is verified by games with fresh luck."""
    game = site.tables.game(order.game)
    if not site.experiments.can_search:
        raise no.Busy("this server runs no searches; use `honjin balance --search`")
    search = await site.texts.do(
        lambda: _checked_search(order, game, site.tables.bots), context.asker
    )
    return m.NewExperiment(
        await site.experiments.begin(context.caller.id, search, _there(site, context))
    )


async def get_search(site: ExperimentSite, context: RequestContext) -> m.SearchPage:
    """The progress and the result of a search, for anyone who has its address."""
    page = await asyncio.to_thread(_search_page, site, context)
    if not any(one.layer for one in page.sought.varied):
        return page
    read = partial(_cells, site, page.key)
    cells = msgspec.json.decode(
        await site.reads.lately(("cells", page.key), _FRESH, read, context.asker),
        type=dict[str, dict[str, str]],
    )
    return replace(page, sought=replace(page.sought, cells=cells))


async def post_search_stop(
    site: ExperimentSite, context: RequestContext, _order: Body
) -> m.SearchPage:
    """Stop a search; the most even choice so far is kept, and it can be resumed."""
    site.experiments.stop(_own_key(site, context, is_search=True))
    return await get_search(site, context)


async def post_search_more(
    site: ExperimentSite, context: RequestContext, order: m.GoOn
) -> m.SearchPage:
    """Resume a search until `games` games are played, and verify what was found.

    With no more games than there are, what was found is verified.
    """
    key = _own_key(site, context, is_search=True)
    await site.experiments.more(context.caller.id, key, order.games)
    return await get_search(site, context)


async def post_search_remove(
    site: ExperimentSite, context: RequestContext, _order: Body
) -> m.Searches:
    """Delete a search, with its games."""
    await site.experiments.remove(_own_key(site, context, is_search=True))
    return await get_searches(site, context)


def _checked_search(order: m.BeginSearch, game: Game[Any], roster: BotRoster) -> Search:
    """Return the search; refused if the game as it is, or what varies, cannot be played here."""
    bots = tuple(filter(None, map(str.strip, order.bots.split(","))))
    search = Search(
        game.key, order.options, order.varied, bots, order.games, order.proof, order.within,
        seed=order.seed,
    )  # fmt: skip
    with _refused():
        # First the options: their files are bounded before anything else reads them.
        _require_seatable(bots, game, game.read_options(order.options), roster)
        must_be_good(search)
        Space(game, search.options, search.varied)
    return search


def _cells(site: ExperimentSite, key: str) -> bytes:
    """The names of the cells that a search has drawn; none if its game has changed since."""
    search = site.experiments.catalogue.search(key)
    try:
        game = site.tables.game(search.game)
        return msgspec.json.encode(Space(game, search.options, search.varied).cell_names())
    except (BadPlan, no.UnknownGame):
        return b"{}"


def _search_page(site: ExperimentSite, context: RequestContext) -> m.SearchPage:
    service, catalogue, key = site.experiments, site.experiments.catalogue, context.path("key")
    search, about, state = catalogue.search(key), catalogue.about(key), catalogue.state(key)
    return m.SearchPage(
        key, about.at, state.state, _is_own(about, context), state.kept, state.total, state.left,
        service.ahead(key), state.compiles, state.problem, sought=_sought(search),
        stage="proof" if state.stage == "proof" else "search" if state.stage else "",
        chart=catalogue.read(key, CHART, Chart),
        solution=_solution(catalogue.read(key, RESULT, Tuned)),
    )  # fmt: skip


def _sought(search: Search) -> m.Sought:
    varied = tuple(replace(one, values=tuple(map(_short, one.values))) for one in search.varied)
    options = {key: value for key, value in search.options.items() if value == _short(value)}
    return m.Sought(
        search.game, options, varied, search.bots, search.games, search.proof, search.within,
        search.seed,
    )  # fmt: skip


def _short(value: Value) -> Value:
    return value[:MAX_SHOWN] if isinstance(value, str) else value


def _solution(tuned: Tuned | None) -> m.Balanced | None:
    if tuned is None:
        return None
    return m.Balanced(tuned.found, tuple(tuned.files), tuned.proved, tuned.given)


# ---------------------------------------------------------------- checks


@contextmanager
def _refused() -> Iterator[None]:
    """Refuse the order where the lab refuses the plan."""
    try:
        yield
    except (BadPlan, BadArena) as problem:
        raise no.BadOption(str(problem)) from None
    except UnknownBot as problem:
        raise no.UnknownBot(str(problem)) from None


def _require_seatable(
    bots: Sequence[str], game: Game[Any], options: Options, roster: BotRoster
) -> None:
    """Raise UnknownBot, or BadArena, unless the server's bots can take the seats."""
    Fixed(len(bots), game.seats(options), 1)
    known = [name for name in roster.names(game, options) if name != SLOWEST]
    for bot in bots:
        if bot not in known:
            raise no.UnknownBot(f"expected one of {', '.join(known)}; got {bot[:80]!r}")


def _there(site: ExperimentSite, context: RequestContext) -> str:
    """A mark of the caller's address that does not tell it."""
    return site.traces.marks(context.address, "").get("address", "")


def _own_key(site: ExperimentSite, context: RequestContext, *, is_search: bool = False) -> str:
    """The key of the caller's own experiment or search; NotYours if it is somebody else's."""
    key, catalogue = context.path("key"), site.experiments.catalogue
    if catalogue.about(key).owner != context.caller.id:
        raise no.NotYours("this was started by somebody else")
    if is_search:
        catalogue.search(key)
    return key


def _is_own(about: About, context: RequestContext) -> bool:
    return not context.is_new and about.owner == context.caller.id
