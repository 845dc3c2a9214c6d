"""The table of routes, from which routing, the OpenAPI document and docs/protocol.md are made.

Paths are tried in the order of the rows; the busiest come first.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from honjin.server import health, openapi
from honjin.server.accounts import programs
from honjin.server.accounts.routes import ACCOUNT_ROUTES
from honjin.server.analysis import handlers as study
from honjin.server.analysis import messages as an
from honjin.server.experiments.routes import EXPERIMENT_ROUTES
from honjin.server.explorer import handlers as ex
from honjin.server.explorer.messages import Explored, PlayOpening
from honjin.server.finding import challenge_handlers
from honjin.server.finding.routes import MEETING_ROUTES
from honjin.server.history import handlers as club
from honjin.server.history import messages as c
from honjin.server.messages import refusals as no
from honjin.server.moderation.routes import ORDER_ROUTES
from honjin.server.notifications.routes import CALL_ROUTES
from honjin.server.pages import messages as pg
from honjin.server.pages import oembed, pictures
from honjin.server.people import messages as me
from honjin.server.people.programs import messages as pm
from honjin.server.people.requests import RequestContext, Route
from honjin.server.puzzles import handlers as learning
from honjin.server.puzzles import messages as pz
from honjin.server.site import Site
from honjin.server.studies.routes import STUDY_ROUTES
from honjin.server.tables import chat, looks, stream
from honjin.server.tables import handlers as h
from honjin.server.tables.clocks import vacation_handlers as v
from honjin.server.tables.messages import protocol as p
from honjin.server.tables.messages import tables
from honjin.server.workshop import handlers as desks
from honjin.server.workshop import messages as ws

_TABLE: Final = "/api/tables/{id}"
_PUZZLE: Final = "/api/puzzles/{day}"
_DESK: Final = "/api/games/{key}/desks/{desk}"
_LESSON: Final = "/api/lessons/{game}/{key}"
_SEAT: Final = ("seat",)
_GAME: Final = ("game",)
_HISTORY: Final = (
    "who", "game", "scenario", "outcome", "against", "rated", "first", "last", "opponent",
    "opening", "before",
)  # fmt: skip
_LOOK: Final = ("format", "theme", "lang")


async def get_openapi(site: Site, context: RequestContext) -> bytes:
    """This table as an OpenAPI document."""
    return await site.reads.once("openapi", _openapi, context.asker)


def _openapi() -> bytes:
    return msgspec.json.encode(openapi.openapi(ROUTES))


ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "POST", f"{_TABLE}/actions", h.post_action, p.View, p.Act,
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
    Route("POST", f"{_TABLE}/nonce", h.post_nonce, p.View, p.BringNonce,
          (no.NotAtTable, no.NotWelcome), _SEAT, limit="seat"),
    Route("POST", f"{_TABLE}/ask", h.post_ask, p.View, p.AskSeat,
          (no.NotStarted, no.Over, no.NotYourSeat, no.Started, no.SeatedElsewhere, no.NotInvited,
           no.NotWelcome, no.SeatsGiven), _SEAT, limit="chat", needs="play"),
    Route("POST", f"{_TABLE}/ask/answer", h.post_ask_answer, p.View, p.AnswerSeat,
          (no.NotStarted, no.Over, no.UnknownRequest), _SEAT, limit="chat", needs="play"),
    Route("POST", f"{_TABLE}/stand", h.post_stand, p.View, p.Stand,
          (no.NotYourSeat, no.Started), _SEAT, limit="seat"),
    Route(
        "POST", f"{_TABLE}/substitute", h.post_substitute, p.View, p.Substitute,
        (no.NotAtTable, no.NotStarted, no.Over, no.AnalysisClosed, no.NotYourSeat, no.BotPlays,
         no.NotAwaited, no.StillHere, no.UnknownBot, no.SeatsGiven), _SEAT, limit="chat",
    ),
    Route("POST", f"{_TABLE}/return", h.post_return, p.View, p.Return,
          (no.NotYourSeat, no.NotStarted, no.Over, no.NoSubstitute), _SEAT, limit="chat"),
    Route("POST", f"{_TABLE}/leave", h.post_leave, p.View, p.Leave,
          (no.NotYourSeat, no.NotStarted, no.Over), _SEAT, limit="chat"),
    Route(
        "POST", f"{_TABLE}/back", h.post_back, p.View, p.Back,
        (no.NotYourSeat, no.NotStarted, no.Over, no.BotPlays, no.NotYourTurn, no.StaleVersion,
         no.NothingToTakeBack), _SEAT, limit="act",
    ),
    Route(
        "POST", f"{_TABLE}/resign", h.post_resign, p.View, p.Resign,
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
    Route("POST", f"{_TABLE}/replace", h.post_replace, p.View, p.Replace,
          (no.Started, no.SeatsGiven, no.NotAtTable, no.NotAwaited, no.StillHere, no.UnknownBot,
           no.NotWelcome), _SEAT, limit="chat"),
    Route("POST", f"{_TABLE}/fork", h.post_fork, p.NewTable, p.Fork,
          (no.NotYourSeat, no.NotStarted, no.UnknownStep, no.Busy), _SEAT, limit="table",
          needs="play"),
    Route("POST", f"{_TABLE}/hurry", h.post_hurry, p.Thinking, p.Hurry,
          (no.NotYourSeat, no.NotStarted, no.Over)),
    Route("POST", f"{_TABLE}/analysis", study.post_analysis, None, an.Analyse,
          (no.NotYourSeat, no.NotStarted, no.AnalysisClosed, no.PlayingRated, no.UnknownStep,
           no.NotYourTurn, no.Busy), _SEAT, limit="analysis"),
    Route("POST", f"{_TABLE}/coach/advice", study.post_advice, an.Advice, an.AskCoach,
          (no.NotYourSeat, no.NoCoach, no.NotStarted, no.Over, no.BotPlays, no.PlayingRated,
           no.UnknownStep, no.NotYourTurn, no.Busy), _SEAT, limit="analysis"),
    Route("POST", f"{_TABLE}/coach/remark", study.post_remark, an.Remark, an.AskCoach,
          (no.NotYourSeat, no.NoCoach, no.NotStarted, no.BotPlays, no.PlayingRated,
           no.UnknownStep, no.NotYourTurn, no.Busy), _SEAT, limit="analysis"),
    Route("POST", f"{_TABLE}/review", study.post_review, an.Review, an.BeginReview,
          (no.NotYourSeat, no.NotStarted, no.AnalysisClosed, no.PlayingRated), _SEAT,
          limit="analysis"),
    Route("GET", f"{_TABLE}/review", study.get_review, an.Review, None,
          (no.NotYourSeat, no.NotStarted, no.AnalysisClosed, no.PlayingRated), _SEAT),
    Route("POST", f"{_TABLE}/chat", chat.post_chat, p.ChatLine, p.Chat,
          (no.NotYourSeat, no.NoDeals, no.NobodyListens, no.NotStarted, no.Over, no.NoLinks,
           no.Held), limit="chat", needs="chat"),
    Route("POST", f"{_TABLE}/promise", chat.post_promise, p.ChatLine, p.Settle,
          (no.NotYourSeat, no.UnknownPromise), limit="chat"),
    Route("GET", f"{_TABLE}/people", club.get_table_people, c.TablePeople, limit="read"),
    Route("GET", "/api/turns", club.get_turns, c.Turns, None, (no.NotStored,)),
    Route("GET", "/api/history", club.get_history, c.History, None,
          (no.UnknownPerson, no.HiddenProfile, no.NotStored), _HISTORY, limit="read"),
    Route("GET", "/api/people/{who}", club.get_person, c.Profile, None,
          (no.UnknownPerson, no.HiddenProfile, no.NotStored), limit="read"),
    Route("POST", "/api/me/profile", club.post_profile, c.ProfileShown, c.ShowProfile,
          limit="name"),
    Route("GET", "/api/ranks/{key}", club.get_ranks, c.Ranks, None,
          (no.UnknownGame, no.NotStored), ("pace",), limit="read", keeping="public"),
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
    Route("GET", "/api/me/vacation", v.get_vacation, p.Vacation, None, (no.NotStored,),
          limit="read"),
    Route("POST", "/api/me/vacation", v.post_vacation, p.Vacation, p.TakeVacation,
          (no.NoVacation, no.NotStored), limit="name"),
    *ACCOUNT_ROUTES,
    *ORDER_ROUTES,
    *MEETING_ROUTES,
    *CALL_ROUTES,
    *EXPERIMENT_ROUTES,
    *STUDY_ROUTES,
    Route("POST", f"{_TABLE}/decline", h.post_decline, p.View, p.Decline,
          (no.UnknownChallenge,), _SEAT, limit="chat"),
    Route("GET", "/api/stream", stream.get_stream, None, None,
          (no.TooMany, no.Unreadable, no.NotStored)),
    Route("GET", "/api/challenges", challenge_handlers.get_challenges, tables.Challenges, None, (no.NotStored,)),
    Route("GET", "/api/tokens", programs.get_tokens, pm.TokenList, None, (no.NotStored,)),
    Route("POST", "/api/tokens", programs.post_tokens, pm.NewToken, pm.MakeToken,
          (no.NoAccount,), limit="name"),
    Route("POST", "/api/tokens/revoke", programs.post_revoke, pm.TokenList, pm.RevokeToken,
          (no.UnknownToken,)),
    Route("POST", "/api/me/program", programs.post_program, me.Me, pm.BeProgram,
          (no.StillPlaying, no.ProgramForGood, no.NameTaken), limit="name"),
    Route("GET", "/api/games", h.get_games, tuple[p.GameInfo, ...], None, (no.Busy,), limit="read",
          keeping="public"),
    Route("GET", "/api/games/{key}", h.get_game, p.GamePage, None, (no.UnknownGame, no.Busy),
          limit="read", keeping="public"),
    Route("GET", "/api/games/{key}/rules", h.get_rules, p.Rules, None, (no.UnknownGame, no.Busy),
          limit="read", keeping="public"),
    Route("GET", "/api/explore/{game}", ex.get_explored, Explored, None,
          (no.UnknownGame, no.NoOpenings, no.PlayingRated, no.BadOption, no.Illegal,
           no.NotYourTurn, no.Over, no.UnknownTable, no.NotOver, no.UnknownStep,
           no.RecordMismatch, no.Busy, no.NotStored), ex.QUERY, limit="analysis"),
    Route("GET", "/api/explore/{game}/why", ex.get_explored_why, p.Reason, None,
          (no.UnknownGame, no.NoOpenings, no.BadOption, no.Illegal, no.NotYourTurn, no.Over,
           no.Busy), (ex.MOVES, ex.PATH), limit="read"),
    Route("POST", "/api/explore/{game}/tables", ex.post_opening, p.NewTable, PlayOpening,
          (no.UnknownGame, no.NoOpenings, no.PlayingRated, no.AnalysisClosed, no.UnknownBot,
           no.BadOption, no.Illegal, no.NotYourTurn, no.Over, no.StillPlaying, no.Busy),
          limit="table", needs="play"),
    Route("GET", _DESK, desks.get_desk, ws.DeskPage, None,
          (no.UnknownGame, no.UnknownDesk, no.Busy), limit="read", keeping="public"),
    Route("POST", f"{_DESK}/check", desks.post_check, ws.DraftChecked, ws.CheckDraft,
          (no.UnknownGame, no.UnknownDesk, no.BadOption, no.Busy), limit="draft", open=True),
    Route("POST", f"{_DESK}/read", desks.post_read, ws.DraftRead, ws.ReadFile,
          (no.UnknownGame, no.UnknownDesk, no.BadFile, no.Busy), most=100_000, limit="draft",
          open=True),
    Route("GET", "/api/puzzles", learning.get_puzzles, pz.PuzzleDays, None, (no.NoPuzzle, no.Busy),
          ("until", *_GAME), limit="read", keeping="public"),
    Route("GET", _PUZZLE, learning.get_puzzle, pz.Puzzle, None,
          (no.NoPuzzle, no.Unreadable, no.Busy), _GAME, limit="read", keeping="public"),
    Route("POST", f"{_PUZZLE}/tries", learning.post_try, pz.Tried, pz.TryPuzzle,
          (no.NoPuzzle, no.Illegal, no.Over, no.Busy), _GAME, limit="puzzle", open=True),
    Route("POST", f"{_PUZZLE}/hint", learning.post_hint, pz.Hint, pz.AskHint,
          (no.NoPuzzle, no.Illegal, no.Over, no.Busy), _GAME, limit="puzzle", open=True),
    Route("GET", f"{_PUZZLE}/solution", learning.get_solution, pz.Solution, None,
          (no.NoPuzzle, no.Unreadable, no.Busy), _GAME, limit="read"),
    Route("GET", f"{_PUZZLE}/why", learning.get_puzzle_why, p.Reason, None,
          (no.NoPuzzle, no.Illegal, no.Over, no.Busy), ("path", "done", *_GAME), limit="read"),
    Route("GET", _LESSON, learning.get_lesson, an.Lesson, None,
          (no.UnknownGame, no.NoLesson, no.Busy), limit="read", keeping="public"),
    Route("GET", f"{_LESSON}/why", learning.get_lesson_why, p.Reason, None,
          (no.UnknownGame, no.NoLesson, no.NotYourTurn, no.Busy), ("step", "path"), limit="read"),
    Route("GET", "/api/health", health.get_health, p.Health, None, (no.NotStored,)),
    Route("GET", "/api/host", health.get_host, me.Host, None),
    Route("GET", "/api/ready", health.get_ready, p.Ready, None, (no.NotStored,)),
    Route("GET", "/api/openapi.json", get_openapi, dict[str, Any], None, (no.Busy,), limit="read",
          keeping="public"),
    Route("GET", "/picture", pictures.get_house_picture, None, None, (no.NoPicture, no.Busy),
          _LOOK, limit="picture", keeping="public"),
    Route("GET", "/t/{id}/picture", pictures.get_picture, None, None,
          (no.UnknownStep, no.NoPicture, no.Busy), ("step", *_LOOK), limit="picture",
          keeping="public"),
    Route("GET", "/t/{id}/replay", pictures.get_replay, None, None,
          (no.UnknownStep, no.NoPicture, no.Busy), ("from", "to", *_LOOK), limit="film",
          keeping="public"),
    Route("GET", "/puzzles/{day}/picture", pictures.get_puzzle_picture, None, None,
          (no.NoPuzzle, no.NoPicture, no.Busy), (*_LOOK, *_GAME), limit="picture",
          keeping="public"),
    Route("GET", "/learn/{game}/{key}/picture", pictures.get_lesson_picture, None, None,
          (no.UnknownGame, no.NoLesson, no.NoPicture, no.Busy), _LOOK, limit="picture",
          keeping="public"),
    Route("GET", "/oembed", oembed.get_oembed, pg.Embedding, None,
          (no.UnknownPath, no.UnknownTable, no.OtherForm, no.RecordMismatch, no.NotStored),
          ("url", "format", "maxwidth", "maxheight"), limit="read"),
    Route("GET", "/problems/{kind}", h.get_problem, None, None, (no.UnknownPath,)),
)  # fmt: skip
