"""The routes of tables; `routes` joins them to the others."""

from __future__ import annotations

from typing import Any, Final

from honjin.server.messages import refusals as no
from honjin.server.people import messages as me
from honjin.server.people.requests import Route
from honjin.server.tables import chat, looks
from honjin.server.tables import handlers as h
from honjin.server.tables.messages import protocol as p

_TABLE: Final = "/api/tables/{id}"
_SEAT: Final = ("seat",)

TABLE_ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "POST", f"{_TABLE}/actions", h.posting("post_action", p.Act), p.View, p.Act,
        (no.NotYourSeat, no.NotStarted, no.Over, no.BotPlays, no.NotYourTurn, no.StaleVersion,
         no.Illegal, no.OutOfTime), _SEAT, limit="act",
    ),
    Route("GET", f"{_TABLE}/events", looks.get_events, None, None,
          (no.NotYourSeat, no.TooMany), ("seat", "since")),
    Route("GET", "/api/events", looks.get_together, None, None, (no.Unreadable,), ("of",)),
    Route("GET", _TABLE, looks.get_table, p.View, None, (no.NotYourSeat,), ("seat", "since")),
    Route("GET", f"{_TABLE}/steps/{{n}}", looks.get_step, p.PastView, None,
          (no.NotYourSeat, no.UnknownStep, no.Busy), _SEAT, limit="read"),
    Route("GET", f"{_TABLE}/why", looks.get_why, p.Reason, None, (no.NotYourSeat, no.Busy),
          ("seat", "path"), limit="read"),
    Route("GET", f"{_TABLE}/gestures", looks.get_gestures, p.Gestures, None,
          (no.NotYourSeat, no.Busy), _SEAT, limit="read"),
    Route("GET", f"{_TABLE}/ahead", looks.get_ahead, p.Ahead, None,
          (no.NotYourSeat, no.Busy), _SEAT, limit="read"),
    Route("GET", f"{_TABLE}/facts", looks.get_facts, p.Facts, None, (no.NotOver,), limit="read"),
    Route("GET", f"{_TABLE}/reference", looks.get_reference, p.TableReference, None, (no.Busy,),
          limit="read"),
    Route("GET", f"{_TABLE}/record", looks.get_record, dict[str, Any], None,
          (no.NotYourSeat, no.Busy), _SEAT, limit="read"),
    Route("POST", f"{_TABLE}/sit", h.post_sit, p.View, p.Sit,
          (no.NotYourSeat, no.Started, no.SeatTaken, no.SeatedElsewhere, no.NotInvited,
           no.UnknownBot, no.AnalysisClosed, no.NotWelcome, no.SeatsGiven, no.NoAccount,
           no.OtherStrength), _SEAT, limit="seat", needs="play"),
    Route("POST", f"{_TABLE}/nonce", h.posting("post_nonce", p.BringNonce), p.View, p.BringNonce,
          (no.NotAtTable, no.NotWelcome), _SEAT, limit="seat"),
    Route("POST", f"{_TABLE}/ask", h.post_ask, p.View, p.AskSeat,
          (no.NotStarted, no.Over, no.NotYourSeat, no.Started, no.SeatedElsewhere, no.NotInvited,
           no.NotWelcome, no.SeatsGiven), _SEAT, limit="chat", needs="play"),
    Route("POST", f"{_TABLE}/ask/answer", h.post_ask_answer, p.View, p.AnswerSeat,
          (no.NotStarted, no.Over, no.UnknownRequest), _SEAT, limit="chat", needs="play"),
    Route("POST", f"{_TABLE}/stand", h.posting("post_stand", p.Stand), p.View, p.Stand,
          (no.NotYourSeat, no.Started), _SEAT, limit="seat"),
    Route(
        "POST", f"{_TABLE}/substitute", h.post_substitute, p.View, p.Substitute,
        (no.NotAtTable, no.NotStarted, no.Over, no.AnalysisClosed, no.NotYourSeat, no.BotPlays,
         no.NotAwaited, no.StillHere, no.UnknownBot, no.SeatsGiven), _SEAT, limit="chat",
    ),
    Route("POST", f"{_TABLE}/return", h.posting("post_return", p.Return), p.View, p.Return,
          (no.NotYourSeat, no.NotStarted, no.Over, no.NoSubstitute), _SEAT, limit="chat"),
    Route("POST", f"{_TABLE}/leave", h.posting("post_leave", p.Leave), p.View, p.Leave,
          (no.NotYourSeat, no.NotStarted, no.Over), _SEAT, limit="chat"),
    Route(
        "POST", f"{_TABLE}/back", h.posting("post_back", p.Back), p.View, p.Back,
        (no.NotYourSeat, no.NotStarted, no.Over, no.BotPlays, no.NotYourTurn, no.StaleVersion,
         no.NothingToTakeBack), _SEAT, limit="act",
    ),
    Route(
        "POST", f"{_TABLE}/resign", h.posting("post_resign", p.Resign), p.View, p.Resign,
        (no.NotYourSeat, no.NotStarted, no.Over, no.BotPlays, no.NotYourTurn, no.StaleVersion),
        _SEAT, limit="act",
    ),
    Route(
        "POST", f"{_TABLE}/takeback", h.post_takeback, p.View, p.AskTakeback,
        (no.NotYourSeat, no.NotStarted, no.Over, no.BotPlays, no.TakebackOpen, no.StaleVersion,
         no.NothingToTakeBack, no.TakebackTooFar), _SEAT, limit="act",
    ),
    Route(
        "POST", f"{_TABLE}/takeback/answer", h.post_answer, p.View, p.AnswerTakeback,
        (no.NotYourSeat, no.NotStarted, no.Over, no.NothingToTakeBack, no.TakebackTooFar), _SEAT,
        limit="act",
    ),
    Route("POST", f"{_TABLE}/rematch", h.post_rematch, p.NewTable, p.Rematch,
          (no.NotYourSeat, no.NotOver, no.Over, no.Busy, no.NotWelcome, no.SeatsGiven), (),
          limit="table", needs="play"),
    Route("POST", f"{_TABLE}/replace", h.posting("post_replace", p.Replace), p.View, p.Replace,
          (no.Started, no.SeatsGiven, no.NotAtTable, no.NotAwaited, no.StillHere, no.UnknownBot,
           no.NotWelcome), _SEAT, limit="chat"),
    Route("POST", f"{_TABLE}/fork", h.post_fork, p.NewTable, p.Fork,
          (no.NotYourSeat, no.NotStarted, no.UnknownStep, no.Busy), _SEAT, limit="table",
          needs="play"),
    Route("POST", f"{_TABLE}/hurry", h.post_hurry, p.Thinking, p.Hurry,
          (no.NotYourSeat, no.NotStarted, no.Over)),
    Route("POST", f"{_TABLE}/chat", chat.post_chat, p.ChatLine, p.Chat,
          (no.NotYourSeat, no.NoDeals, no.NobodyListens, no.NotStarted, no.Over, no.NoLinks,
           no.Held), limit="chat", needs="chat"),
    Route("POST", f"{_TABLE}/promise", chat.post_promise, p.ChatLine, p.Settle,
          (no.NotYourSeat, no.UnknownPromise), limit="chat"),
    Route("GET", "/api/tables", h.get_tables, p.Tables, None, (no.NotStored,), keeping="own"),
    Route("POST", "/api/tables", h.post_tables, p.NewTable, p.OpenTable,
          (no.UnknownGame, no.UnknownBot, no.BadOption, no.UnknownPerson, no.NotWelcome, no.Busy),
          limit="table", needs="play"),
    Route("POST", "/api/records", h.post_records, p.NewTable, p.ImportRecord,
          (no.UnknownGame, no.BadOption, no.RecordMismatch, no.StillPlaying, no.Busy,
            no.NoRoom), most=4_500_000, limit="table", needs="play"),
    Route("GET", "/api/me", h.get_me, me.Me),
    Route("POST", "/api/me", h.post_me, me.Me, me.Introduce, (no.BadName, no.NameTaken),
          limit="name", open=True),
    Route("GET", "/api/me/vacation", h.get_vacation, p.Vacation, None, (no.NotStored,),
          limit="read"),
    Route("POST", "/api/me/vacation", h.post_vacation, p.Vacation, p.TakeVacation,
          (no.NoVacation, no.NotStored), limit="name"),
    Route("POST", f"{_TABLE}/decline", h.posting("post_decline", p.Decline), p.View, p.Decline,
          (no.UnknownChallenge,), _SEAT, limit="chat"),
    Route("GET", "/api/stream", looks.get_stream, None, None,
          (no.TooMany, no.Unreadable, no.NotStored)),
    Route("GET", "/api/games", h.get_games, tuple[p.GameInfo, ...], None, (no.Busy,), limit="read",
          keeping="public"),
    Route("GET", "/api/games/{key}", h.get_game, p.GamePage, None, (no.UnknownGame, no.Busy),
          limit="read", keeping="public"),
    Route("GET", "/api/games/{key}/rules", h.get_rules, p.Rules, None, (no.UnknownGame, no.Busy),
          limit="read", keeping="public"),
    Route("GET", "/problems/{kind}", h.get_problem, None, None, (no.UnknownPath,)),
)  # fmt: skip
