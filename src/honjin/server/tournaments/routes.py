"""The routes of tournaments; `routes` joins them to the others."""

from __future__ import annotations

from typing import Any, Final

from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.route import Route
from honjin.server.tournaments import handlers as t
from honjin.server.tournaments import messages as tm

_ONE: Final = "/api/tournaments/{tournament}"
_NONE: Final = (no.UnknownTournament, no.Damaged, no.NotStored)
_OVER: Final = (*_NONE, no.TournamentOver)

TOURNAMENT_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", "/api/tournaments", t.get_tournaments, tm.TournamentList, None, (no.NotStored,),
          limit="read"),
    Route("POST", "/api/tournaments", t.post_tournaments, tm.TournamentInfo, tm.AnnounceTournament,
          (no.UnknownGame, no.BadOption, no.BadTournament), limit="table", needs="play"),
    Route("GET", _ONE, t.get_tournament, tm.TournamentInfo, None, _NONE, limit="read"),
    Route("GET", f"{_ONE}/events", t.get_tournament_events, None, None, (*_NONE, no.TooMany)),
    Route("GET", f"{_ONE}/results", t.get_results, dict[str, Any], None, (*_NONE, no.OtherForm),
          ("format",), limit="read"),
    Route("POST", f"{_ONE}/enter", t.post_enter_tournament, tm.TournamentInfo, tm.EnterTournament,
          (*_OVER, no.NotEntered, no.NoAccount, no.PeopleOnly, no.TournamentFull), limit="chat",
          needs="play"),
    Route("POST", f"{_ONE}/withdraw", t.post_withdraw_tournament, tm.TournamentInfo,
          Body, (*_OVER, no.NotEntered), limit="chat"),
    Route("POST", f"{_ONE}/start", t.post_start_tournament, tm.TournamentInfo, Body,
          (*_OVER, no.NotOrganiser, no.TooFewPlayers), limit="chat"),
    Route("POST", f"{_ONE}/end", t.post_end_tournament, tm.TournamentInfo, Body,
          (*_NONE, no.NotOrganiser), limit="chat"),
)  # fmt: skip
