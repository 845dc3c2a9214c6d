"""The handlers of the experiment routes: variants are played in the background, and examined."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from functools import partial
from typing import Any, Final

import msgspec
from starlette.responses import FileResponse

from honjin.core.errors import UnknownBot
from honjin.core.game import Game
from honjin.lab.errors import BadArena, BadPlan, BadReport, NoSuchGame
from honjin.lab.experiments import background as bg
from honjin.lab.experiments.file import record_line
from honjin.lab.experiments.index import Index, Listed
from honjin.lab.experiments.looking import NOBODY
from honjin.lab.experiments.plan import Draft, Plan
from honjin.server.db.damage import told_if_damaged
from honjin.server.experiments import messages as m
from honjin.server.experiments.catalogue import Catalogue
from honjin.server.experiments.checks import is_own, own_key, require_seatable, there
from honjin.server.experiments.service import ExperimentSite
from honjin.server.messages import refusals as no
from honjin.server.people.requests import RequestContext
from honjin.server.tables.seats.bot_roster import BotRoster

MAX_LISTED: Final = 50
MAX_NAME: Final = 200


async def get_experiments(site: ExperimentSite, context: RequestContext) -> m.Experiments:
    """The caller's experiments, how many games may be played here, and how long games took."""
    service = site.experiments
    rows = (
        () if context.is_new else await asyncio.to_thread(service.catalogue.rows, context.caller.id)
    )
    paces = await asyncio.to_thread(service.catalogue.paces)
    return m.Experiments(rows, service.most_games, service.jobs, paces)


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
        await site.experiments.begin(context.caller.id, plan, there(site, context))
    )


async def get_experiment(site: ExperimentSite, context: RequestContext) -> bytes:
    """The progress and the results of an experiment, for anyone who has its address."""
    key = context.path("key")
    return await asyncio.to_thread(_page, site, context, key)


async def post_experiment_stop(
    site: ExperimentSite, context: RequestContext, order: m.StopExperiment
) -> bytes:
    """Stop an experiment; the games played so far are kept, and it can be resumed."""
    del order
    key = own_key(site, context)
    site.experiments.stop(key)
    return await asyncio.to_thread(_page, site, context, key)


async def post_experiment_more(
    site: ExperimentSite, context: RequestContext, order: m.GoOnWithExperiment
) -> bytes:
    """Resume an experiment, until there are `games` games of each variant."""
    key = own_key(site, context)
    if site.experiments.catalogue.about(key).is_search:
        raise no.NotYours("it is the proof of a search; continue the search")
    await site.experiments.more(context.caller.id, key, order.games)
    return await asyncio.to_thread(_page, site, context, key)


async def post_experiment_remove(
    site: ExperimentSite, context: RequestContext, order: m.RemoveExperiment
) -> m.Experiments:
    """Delete an experiment."""
    del order
    await site.experiments.remove(own_key(site, context))
    return await get_experiments(site, context)


async def get_listed_games(site: ExperimentSite, context: RequestContext) -> m.ListedGames:
    """The games behind a figure.

    Those of a variant (its number), that a seat won (-1: no single winner), that ended for a
    `reason`, that used a `name`, or whose `measure` is from `least` to `most`.
    """
    key = context.path("key")
    wanted = {name: context.all(name)[-1][:MAX_NAME] for name in _WANTED if context.all(name)}
    return await asyncio.to_thread(_listed, site.experiments.catalogue, key, wanted)


async def get_experiment_record(site: ExperimentSite, context: RequestContext) -> bytes:
    """The record of a game, to be browsed; `variant` is the variant's number."""
    catalogue, key = site.experiments.catalogue, context.path("key")
    variant, number = context.number("variant", 64) or 0, context.number("game", 1_000_000) or 0
    find = partial(_record, catalogue, key, variant, number)
    return await site.texts.do(find, context.asker)


async def get_experiment_file(site: ExperimentSite, context: RequestContext) -> FileResponse:
    """The whole experiment as one compressed file, which `honjin experiment` reads."""
    file = site.experiments.catalogue.path(context.path("key")) / bg.GAMES
    if not file.exists():
        raise no.StillPlayed("the experiment is still running; stop it, or wait until it ends")
    kind = "application/gzip"
    answer = FileResponse(file, media_type=kind, filename="experiment.jsonl.gz")
    answer.headers["cache-control"] = "no-store"
    return answer


async def post_experiment_file(
    site: ExperimentSite, context: RequestContext, order: m.OpenReport
) -> m.NewExperiment:
    """Open the file of an experiment that was played anywhere."""
    read = partial(_decoded, order.file)
    return m.NewExperiment(
        await site.experiments.bring(context.caller.id, read, there(site, context))
    )


# ---- checks


def _decoded(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError as problem:
        raise no.Unreadable(f"expected a file in base64: {problem}") from None


def _checked(draft: Draft, game: Game[Any], roster: BotRoster) -> Plan:
    """Return the plan; refused if it cannot be played here, by the server's bots."""
    try:
        plan = draft.plan(game)
        for variant in plan.variants:
            require_seatable(variant.bots, game, game.read_options(variant.options), roster)
    except (BadPlan, BadArena) as problem:
        raise no.BadOption(str(problem)) from None
    except UnknownBot as problem:
        raise no.UnknownBot(str(problem)) from None
    return plan


# ---- answers


def _page(site: ExperimentSite, context: RequestContext, key: str) -> bytes:
    catalogue, service = site.experiments.catalogue, site.experiments
    about, state = catalogue.about(key), catalogue.state(key)
    page = m.ExperimentPage(
        key, about.at, state.state, is_own(site, context, key), about.is_file, state.kept,
        state.total, state.left, service.ahead(key), state.compiles, state.problem, about.is_search,
        pace.each if (pace := catalogue.pace(key)) else None,
    )  # fmt: skip
    fields = msgspec.to_builtins(page)
    if summary := catalogue.read(key, bg.SUMMARY, dict[str, msgspec.Raw]):
        fields["summary"] = summary
    return msgspec.json.encode(fields)


_WANTED: Final = ("variant", "winner", "reason", "name", "measure", "least", "most")


def _listed(catalogue: Catalogue, key: str, wanted: dict[str, str]) -> m.ListedGames:
    index = catalogue.read(key, bg.INDEX, Index)
    if index is None:  # no game has been played yet
        return m.ListedGames(0, ())
    measure = wanted.get("measure", "")
    place = index.measures.index(measure) if measure in index.measures else None
    least, most = (_number(wanted.get(name), name) for name in ("least", "most"))
    name = index.names.index(wanted["name"]) if wanted.get("name") in index.names else None

    def suits(game: Listed) -> bool:
        value = None if place is None else game.values[place]
        return (
            _is(wanted.get("variant"), game.variant)
            and _is(wanted.get("winner"), game.winner)
            and wanted.get("reason", game.reason) == game.reason
            and ("name" not in wanted or name in game.used)
            and (not measure or value is not None)
            and (least is None or (value is not None and value >= least))
            and (most is None or (value is not None and value <= most))
        )

    actions = index.measures.index("actions") if "actions" in index.measures else None
    found = [game for game in index.games if suits(game)]
    listed = tuple(
        m.ListedGame(
            game.variant, game.game, None if game.winner == NOBODY else game.winner, game.reason,
            None if place is None else game.values[place],
            0 if actions is None else int(game.values[actions] or 0),
        )
        for game in found[:MAX_LISTED]
    )  # fmt: skip
    return m.ListedGames(len(found), listed)


def _is(wanted: str | None, value: int) -> bool:
    return wanted is None or wanted == str(value)


def _number(text: str | None, name: str) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        raise no.Unreadable(f"?{name}= expects a number, got {text!r}") from None


def _record(catalogue: Catalogue, key: str, variant: int, number: int) -> bytes:
    folder, summary = catalogue.path(key), catalogue.read(key, bg.SUMMARY, _Head)
    if summary is None:
        raise no.UnknownExperiment("no game of the experiment has been played yet")
    if variant >= len(summary.plan.variants):
        raise no.UnknownExperiment(f"there is no variant {variant}")
    file = folder / bg.GAMES
    file = file if file.exists() else file.with_name(f"{file.name}.part")
    with told_if_damaged(f"{file.name} of experiment {key}"):
        try:
            return record_line(file, (number, summary.plan.variants[variant].key))
        except BadReport as problem:
            if file.name == bg.GAMES and not isinstance(problem, NoSuchGame):
                raise ValueError(str(problem)) from None
            raise no.UnknownExperiment(str(problem).replace(str(folder), "")) from None


class _Head(msgspec.Struct):
    plan: Plan
