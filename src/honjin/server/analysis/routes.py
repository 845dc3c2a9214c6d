"""The routes of analysis, reviews and the coach; `routes` joins them to the others."""

from __future__ import annotations

from typing import Final

from honjin.server.analysis import handlers as study
from honjin.server.analysis import messages as an
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.route import Route

_TABLE: Final = "/api/tables/{id}"
_SEAT: Final = ("seat",)

ANALYSIS_ROUTES: Final[tuple[Route, ...]] = (
    Route("POST", f"{_TABLE}/analysis", study.post_analysis, None, an.Analyse,
          (no.NotYourSeat, no.NotStarted, no.AnalysisClosed, no.PlayingRated, no.UnknownStep,
           no.NotYourTurn, no.Busy), _SEAT, limit="analysis"),
    Route("POST", f"{_TABLE}/coach/advice", study.post_advice, an.Advice, an.AskCoach,
          (no.NotYourSeat, no.NoCoach, no.NotStarted, no.Over, no.BotPlays, no.PlayingRated,
           no.UnknownStep, no.NotYourTurn, no.Busy), _SEAT, limit="analysis"),
    Route("POST", f"{_TABLE}/coach/remark", study.post_remark, an.Remark, an.AskCoach,
          (no.NotYourSeat, no.NoCoach, no.NotStarted, no.BotPlays, no.PlayingRated,
           no.UnknownStep, no.NotYourTurn, no.Busy), _SEAT, limit="analysis"),
    Route("POST", f"{_TABLE}/review", study.post_review, an.Review, Body,
          (no.NotYourSeat, no.NotStarted, no.AnalysisClosed, no.PlayingRated), _SEAT,
          limit="analysis"),
    Route("GET", f"{_TABLE}/review", study.get_review, an.Review, None,
          (no.NotYourSeat, no.NotStarted, no.AnalysisClosed, no.PlayingRated), _SEAT),
)  # fmt: skip
