"""The routes of tables; `routes` joins them to the others."""

from __future__ import annotations

from typing import Any, Final

from honjin.core.parts.facts import Facts
from honjin.core.scene import Reason
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people import messages as me
from honjin.server.people.route import Route
from honjin.server.tables import chat, looks
from honjin.server.tables import handlers as h
from honjin.server.tables.messages import answers, bodies, games

_TABLE: Final = "/api/tables/{id}"
_SEAT: Final = ("seat",)


def _order(
    path: str, name: str, body: type[Body], limit: str, refusals: tuple[type[no.Refused], ...]
) -> Route:
    """The row of an order that its table carries out, and that answers with the view."""
    handler = h.posting(name, body)
    return Route(
        "POST", f"{_TABLE}/{path}", handler, answers.View, body, refusals, _SEAT, limit=limit
    )


TABLE_ROUTES: Final[tuple[Route, ...]] = (
    _order("actions", "post_action", bodies.Act, "act",
           (no.NotYourSeat, no.NotStarted, no.Over, no.BotPlays, no.NotYourTurn, no.StaleVersion,
            no.Illegal, no.OutOfTime)),
    Route("GET", f"{_TABLE}/events", looks.get_events, None, None,
          (no.NotYourSeat, no.TooMany), ("seat", "since", "changes")),
    Route("GET", "/api/events", looks.get_together, None, None, (no.Unreadable,), ("of",)),
    Route("GET", _TABLE, looks.get_table, answers.View, None, (no.NotYourSeat,), ("seat", "since")),
    Route("GET", f"{_TABLE}/steps/{{n}}", looks.get_step, answers.PastView, None,
          (no.NotYourSeat, no.UnknownStep, no.Busy), _SEAT, limit="read"),
    Route("GET", f"{_TABLE}/why", looks.get_why, Reason, None, (no.NotYourSeat, no.Busy),
          ("seat", "path"), limit="read"),
    Route("GET", f"{_TABLE}/gestures", looks.get_gestures, answers.Gestures, None,
          (no.NotYourSeat, no.Busy), _SEAT, limit="read"),
    Route("GET", f"{_TABLE}/ahead", looks.get_ahead, answers.Ahead, None,
          (no.NotYourSeat, no.Busy), _SEAT, limit="read"),
    Route("GET", f"{_TABLE}/facts", looks.get_facts, Facts, None, (no.NotOver,), limit="read"),
    Route("GET", f"{_TABLE}/reference", looks.get_reference, games.TableReference, None, (no.Busy,),
          limit="read"),
    Route("GET", f"{_TABLE}/record", looks.get_record, dict[str, Any], None,
          (no.NotYourSeat, no.Busy), _SEAT, limit="read"),
    Route("POST", f"{_TABLE}/sit", h.post_sit, answers.View, bodies.Sit,
          (no.NotYourSeat, no.Started, no.SeatTaken, no.SeatedElsewhere, no.NotInvited,
           no.UnknownBot, no.AnalysisClosed, no.NotWelcome, no.SeatsGiven, no.NoAccount,
           no.OtherStrength), _SEAT, limit="seat", needs="play"),
    _order("nonce", "post_nonce", bodies.BringNonce, "seat", (no.NotAtTable, no.NotWelcome)),
    Route("POST", f"{_TABLE}/ask", h.post_ask, answers.View, bodies.AskSeat,
          (no.NotStarted, no.Over, no.NotYourSeat, no.Started, no.SeatedElsewhere, no.NotInvited,
           no.NotWelcome, no.SeatsGiven), _SEAT, limit="chat", needs="play"),
    Route("POST", f"{_TABLE}/ask/answer", h.post_ask_answer, answers.View, bodies.AnswerSeat,
          (no.NotStarted, no.Over, no.UnknownRequest), _SEAT, limit="chat", needs="play"),
    _order("stand", "post_stand", bodies.Stand, "seat", (no.NotYourSeat, no.Started)),
    Route(
        "POST", f"{_TABLE}/substitute", h.post_substitute, answers.View, bodies.Substitute,
        (no.NotAtTable, no.NotStarted, no.Over, no.AnalysisClosed, no.NotYourSeat, no.BotPlays,
         no.NotAwaited, no.StillHere, no.UnknownBot, no.SeatsGiven), _SEAT, limit="chat",
    ),
    _order("return", "post_return", bodies.Return, "chat",
           (no.NotYourSeat, no.NotStarted, no.Over, no.NoSubstitute)),
    _order("leave", "post_leave", bodies.Leave, "chat", (no.NotYourSeat, no.NotStarted, no.Over)),
    _order("back", "post_back", bodies.Back, "act",
           (no.NotYourSeat, no.NotStarted, no.Over, no.BotPlays, no.NotYourTurn, no.StaleVersion,
            no.NothingToTakeBack)),
    _order("resign", "post_resign", bodies.Resign, "act",
           (no.NotYourSeat, no.NotStarted, no.Over, no.BotPlays, no.NotYourTurn, no.StaleVersion)),
    Route(
        "POST", f"{_TABLE}/takeback", h.post_takeback, answers.View, bodies.AskTakeback,
        (no.NotYourSeat, no.NotStarted, no.Over, no.BotPlays, no.TakebackOpen, no.StaleVersion,
         no.NothingToTakeBack, no.TakebackTooFar), _SEAT, limit="act",
    ),
    Route(
        "POST", f"{_TABLE}/takeback/answer", h.post_answer, answers.View, bodies.AnswerTakeback,
        (no.NotYourSeat, no.NotStarted, no.Over, no.NothingToTakeBack, no.TakebackTooFar), _SEAT,
        limit="act",
    ),
    Route("POST", f"{_TABLE}/rematch", h.post_rematch, answers.NewTable, bodies.Rematch,
          (no.NotYourSeat, no.NotOver, no.Over, no.Busy, no.NotWelcome, no.SeatsGiven), (),
          limit="table", needs="play"),
    _order("replace", "post_replace", bodies.Replace, "chat",
           (no.Started, no.SeatsGiven, no.NotAtTable, no.NotAwaited, no.StillHere, no.UnknownBot,
            no.NotWelcome)),
    Route("POST", f"{_TABLE}/fork", h.post_fork, answers.NewTable, bodies.Fork,
          (no.NotYourSeat, no.NotStarted, no.UnknownStep, no.Busy), _SEAT, limit="table",
          needs="play"),
    Route("POST", f"{_TABLE}/hurry", h.post_hurry, answers.Thinking, bodies.Hurry,
          (no.NotYourSeat, no.NotStarted, no.Over)),
    Route("POST", f"{_TABLE}/chat", chat.post_chat, answers.ChatLine, bodies.Chat,
          (no.NotYourSeat, no.NoDeals, no.NobodyListens, no.NotStarted, no.Over, no.NoLinks,
           no.Held), limit="chat", needs="chat"),
    Route("POST", f"{_TABLE}/promise", chat.post_promise, answers.ChatLine, bodies.Settle,
          (no.NotYourSeat, no.UnknownPromise), limit="chat"),
    Route("GET", "/api/tables", h.get_tables, answers.Tables, None, (no.NotStored,), keeping="own"),
    Route("POST", "/api/tables", h.post_tables, answers.NewTable, bodies.OpenTable,
          (no.UnknownGame, no.UnknownBot, no.BadOption, no.UnknownPerson, no.NotWelcome, no.Busy),
          limit="table", needs="play"),
    Route("POST", "/api/records", h.post_records, answers.NewTable, bodies.ImportRecord,
          (no.UnknownGame, no.BadOption, no.RecordMismatch, no.StillPlaying, no.Busy,
            no.NoRoom), most=4_500_000, limit="table", needs="play"),
    Route("GET", "/api/me", h.get_me, me.Me),
    Route("POST", "/api/me", h.post_me, me.Me, me.Introduce, (no.BadName, no.NameTaken),
          limit="name", open=True),
    Route("GET", "/api/me/vacation", h.get_vacation, answers.Vacation, None, (no.NotStored,),
          limit="read"),
    Route("POST", "/api/me/vacation", h.post_vacation, answers.Vacation, bodies.TakeVacation,
          (no.NoVacation, no.NotStored), limit="name"),
    _order("decline", "post_decline", bodies.Decline, "chat", (no.UnknownChallenge,)),
    Route("GET", "/api/stream", looks.get_stream, None, None,
          (no.TooMany, no.Unreadable, no.NotStored)),
    Route("GET", "/api/games", h.get_games, tuple[games.GameInfo, ...], None, (no.Busy,),
          limit="read", keeping="public"),
    Route("GET", "/api/games/{key}", h.get_game, games.GamePage, None, (no.UnknownGame, no.Busy),
          limit="read", keeping="public"),
    Route("GET", "/api/games/{key}/rules", h.get_rules, games.Rules, None,
          (no.UnknownGame, no.Busy), limit="read", keeping="public"),
    Route("GET", "/problems/{kind}", h.get_problem, None, None, (no.UnknownPath,)),
)  # fmt: skip
