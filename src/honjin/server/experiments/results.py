"""The handlers of what came of experiments and searches: games, files, what a search found."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

import msgspec
from starlette.responses import FileResponse

from honjin.core.errors import Flaw
from honjin.core.options import Value
from honjin.core.words import speak
from honjin.lab.errors import BadReport, NoSuchGame
from honjin.lab.experiments import background as bg
from honjin.lab.experiments.file import record_line
from honjin.lab.experiments.index import Index, Listed
from honjin.lab.experiments.looking import NOBODY
from honjin.lab.experiments.plan import Plan
from honjin.lab.tuning.filed import numbers_in
from honjin.lab.tuning.proof import RESULT, Tuned
from honjin.server.db.damage import told_if_damaged
from honjin.server.experiments import messages as m
from honjin.server.experiments.catalogue import Catalogue
from honjin.server.experiments.service import ExperimentSite
from honjin.server.messages import refusals as no
from honjin.server.people.requests import RequestContext

MAX_LISTED: Final = 50
MAX_NAME: Final = 200


# ---------------------------------------------------------------- games


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


# ---------------------------------------------------------------- what a search found


async def get_found(site: ExperimentSite, context: RequestContext) -> m.FoundFiles:
    """The options of what was found, and the files as their options take them."""
    key = context.path("key")
    return await asyncio.to_thread(_found, site, key)


async def post_numbers(
    site: ExperimentSite, context: RequestContext, order: m.ListNumbers
) -> m.FileNumbers:
    """List the numbers in a file; nothing is stored."""
    game = site.tables.game(context.path("key"))

    def listed() -> m.FileNumbers:
        if order.option not in {option.key for option in game.options if option.file}:
            raise no.BadOption(f"{order.option!r} takes no file")
        try:
            return m.FileNumbers(numbers_in(order.file))
        except Flaw as flaw:
            refused = no.BadFile(speak(game.words, flaw.say))
            refused.say = flaw.say
            raise refused from None

    return await site.texts.do(listed, context.asker)


def _found(site: ExperimentSite, key: str) -> m.FoundFiles:
    catalogue = site.experiments.catalogue
    catalogue.search(key)
    folder, tuned = catalogue.path(key), catalogue.read(key, RESULT, Tuned)
    if tuned is None:
        raise no.StillPlayed("nothing has been found yet")
    files = {option: (folder / name).read_text("utf-8") for option, name in tuned.files.items()}
    return m.FoundFiles(tuned.game, _changed(site, tuned), files)


def _changed(site: ExperimentSite, tuned: Tuned) -> dict[str, Value]:
    """The options that differ from the game's defaults."""
    usual = {one.key: one.default for one in site.tables.game(tuned.game).options}
    return {key: value for key, value in tuned.options.items() if value != usual[key]}
