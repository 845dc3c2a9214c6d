"""The routes of the explorer of openings; `routes` joins them to the others."""

from __future__ import annotations

from typing import Final

from honjin.core.scene import Reason
from honjin.server.explorer import handlers as ex
from honjin.server.explorer.messages import Explored, PlayOpening
from honjin.server.messages import refusals as no
from honjin.server.people.route import Route
from honjin.server.tables.messages import answers

EXPLORER_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", "/api/explore/{game}", ex.get_explored, Explored, None,
          (no.UnknownGame, no.NoOpenings, no.PlayingRated, no.BadOption, no.Illegal,
           no.NotYourTurn, no.Over, no.UnknownTable, no.NotOver, no.UnknownStep,
           no.RecordMismatch, no.Busy, no.NotStored), ex.QUERY, limit="analysis"),
    Route("GET", "/api/explore/{game}/why", ex.get_explored_why, Reason, None,
          (no.UnknownGame, no.NoOpenings, no.BadOption, no.Illegal, no.NotYourTurn, no.Over,
           no.Busy), (ex.MOVES, ex.PATH), limit="read"),
    Route("POST", "/api/explore/{game}/tables", ex.post_opening, answers.NewTable, PlayOpening,
          (no.UnknownGame, no.NoOpenings, no.PlayingRated, no.AnalysisClosed, no.UnknownBot,
           no.BadOption, no.Illegal, no.NotYourTurn, no.Over, no.StillPlaying, no.Busy),
          limit="table", needs="play"),
)  # fmt: skip
