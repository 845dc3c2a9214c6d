"""The routes of experiments; `routes` joins them to the others."""

from __future__ import annotations

from typing import Any, Final

from honjin.server.http.web import Route
from honjin.server.http.workshop import experiments as h
from honjin.server.messages import experiments as m
from honjin.server.messages import refusals as no

_ALL: Final = "/api/experiments"
_ONE: Final = "/api/experiments/{key}"
_GONE: Final = (no.UnknownExperiment,)
_OWN: Final = (no.UnknownExperiment, no.NotYours, no.StillPlayed, no.Busy)

EXPERIMENT_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", _ALL, h.get_experiments, m.Experiments, None, (), limit="read"),
    Route("POST", _ALL, h.post_experiments, m.NewExperiment, m.BeginExperiment,
          (no.UnknownGame, no.UnknownBot, no.BadOption, no.Busy), limit="experiment",
          needs="play"),
    Route("POST", f"{_ALL}/file", h.post_experiment_file, m.NewExperiment, m.OpenReport,
          (no.BadFile, no.Busy), most=24_000_000, limit="experiment", needs="play"),
    Route("GET", _ONE, h.get_experiment, m.ExperimentPage, None, _GONE, limit="read"),
    Route("POST", f"{_ONE}/stop", h.post_experiment_stop, m.ExperimentPage, m.StopExperiment, _OWN,
          limit="draft"),
    Route("POST", f"{_ONE}/more", h.post_experiment_more, m.ExperimentPage,
          m.GoOnWithExperiment, _OWN, limit="experiment", needs="play"),
    Route("POST", f"{_ONE}/remove", h.post_experiment_remove, m.Experiments, m.RemoveExperiment,
          _OWN, limit="draft"),
    Route("GET", f"{_ONE}/games", h.get_listed_games, m.ListedGames, None, _GONE,
          ("variant", "winner", "reason", "name", "measure", "least", "most"), limit="read"),
    Route("GET", f"{_ONE}/record", h.get_experiment_record, dict[str, Any], None,
          (*_GONE, no.Busy), ("variant", "game"), limit="read"),
    Route("GET", f"{_ONE}/file", h.get_experiment_file, None, None, (*_GONE, no.StillPlayed),
          limit="experiment"),
)  # fmt: skip
