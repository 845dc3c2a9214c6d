"""The routes of experiments and searches; `routes` joins them to the others."""

from __future__ import annotations

from typing import Any, Final

from honjin.server.experiments import handlers as h
from honjin.server.experiments import messages as m
from honjin.server.experiments import results
from honjin.server.experiments.handlers import MAX_BODY
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.route import Route

_ALL: Final = "/api/experiments"
_ONE: Final = "/api/experiments/{key}"
_SEARCHES: Final = "/api/searches"
_SEARCH: Final = "/api/searches/{key}"
_GONE: Final = (no.UnknownExperiment, no.Damaged)
_OWN: Final = (*_GONE, no.NotYours, no.StillPlayed, no.Busy, no.NoRoom)

EXPERIMENT_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", _ALL, h.get_experiments, m.Experiments, None, (), limit="read"),
    Route("POST", _ALL, h.post_experiments, m.NewExperiment, m.BeginExperiment,
          (no.UnknownGame, no.UnknownBot, no.BadOption, no.Busy, no.NoRoom), most=MAX_BODY,
          limit="experiment", needs="play"),
    Route("POST", f"{_ALL}/file", h.post_experiment_file, m.NewExperiment, m.OpenReport,
          (no.BadFile, no.Busy, no.NoRoom), most=24_000_000, limit="experiment", needs="play"),
    Route("GET", _ONE, h.get_experiment, m.ExperimentPage, None, _GONE, limit="read"),
    Route("POST", f"{_ONE}/stop", h.post_experiment_stop, m.ExperimentPage, Body, _OWN,
          limit="draft"),
    Route("POST", f"{_ONE}/more", h.post_experiment_more, m.ExperimentPage,
          m.GoOn, _OWN, limit="experiment", needs="play"),
    Route("POST", f"{_ONE}/remove", h.post_experiment_remove, m.Experiments, Body,
          _OWN, limit="draft"),
    Route("GET", f"{_ONE}/games", results.get_listed_games, m.ListedGames, None, _GONE,
          ("variant", "winner", "reason", "name", "measure", "least", "most"), limit="read"),
    Route("GET", f"{_ONE}/record", results.get_experiment_record, dict[str, Any], None,
          (*_GONE, no.Busy), ("variant", "game"), limit="read"),
    Route("GET", f"{_ONE}/file", results.get_experiment_file, None, None, (*_GONE, no.StillPlayed),
          limit="experiment"),
    Route("GET", _SEARCHES, h.get_searches, m.Searches, None, (), limit="read"),
    Route("POST", _SEARCHES, h.post_searches, m.NewExperiment, m.BeginSearch,
          (no.UnknownGame, no.UnknownBot, no.BadOption, no.Busy, no.NoRoom), most=MAX_BODY,
          limit="experiment", needs="play"),
    Route("GET", _SEARCH, h.get_search, m.SearchPage, None, _GONE, limit="read"),
    Route("POST", f"{_SEARCH}/stop", h.post_search_stop, m.SearchPage, Body, _OWN,
          limit="draft"),
    Route("POST", f"{_SEARCH}/more", h.post_search_more, m.SearchPage, m.GoOn,
          _OWN, limit="experiment", needs="play"),
    Route("POST", f"{_SEARCH}/remove", h.post_search_remove, m.Searches, Body,
          _OWN, limit="draft"),
    Route("GET", f"{_SEARCH}/found", results.get_found, m.FoundFiles, None,
          (*_GONE, no.StillPlayed), limit="read"),
    Route("POST", "/api/games/{key}/numbers", results.post_numbers, m.FileNumbers, m.ListNumbers,
          (no.UnknownGame, no.BadOption, no.BadFile, no.Busy), most=100_000, limit="draft",
          open=True),
)  # fmt: skip
