"""The routes of studies; `routes` joins them to the others."""

from __future__ import annotations

from typing import Any, Final

from honjin.core.scene import Reason
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.route import Route
from honjin.server.studies import board_handlers as b
from honjin.server.studies import changes as c
from honjin.server.studies import handlers as h
from honjin.server.studies import messages as m
from honjin.server.studies import moderating

_ALL: Final = "/api/studies"
_ONE: Final = "/api/studies/{study}"
_CHAPTER: Final = f"{_ONE}/chapters/{{chapter}}"
_NODE: Final = f"{_CHAPTER}/nodes/{{node}}"
_GONE: Final = (no.UnknownStudy, no.Damaged, no.NotStored)
_OWN: Final = (*_GONE, no.NotYourStudy)
_TEXT: Final = (*_OWN, no.BadStudy, no.NoLinks, no.StudyFull)
_THERE: Final = (*_GONE, no.UnknownChapter)
_IN: Final = (*_OWN, no.UnknownChapter)
_SINCE: Final = ("since",)
_PLAYED: Final = (*_THERE, no.UnknownGame, no.RecordMismatch, no.Busy)

STUDY_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", _ALL, h.get_studies, m.StudyPage, None, (no.NotStored,), ("of", "before"),
          limit="read"),
    Route("POST", _ALL, h.post_studies, m.StudyInfo, m.CreateStudy, (*_TEXT, no.NoAccount),
          limit="table", needs="chat"),
    Route("POST", f"{_ALL}/file", h.post_study_file, m.StudyInfo, m.OpenStudyFile,
          (*_TEXT, no.NoAccount, no.UnknownGame, no.Busy, no.NoRoom), most=7_000_000,
          limit="table", needs="chat"),
    Route("GET", _ONE, h.get_study, m.StudyInfo, None, _GONE, limit="read"),
    Route("POST", _ONE, h.post_study, m.StudyInfo, m.ChangeStudy, _TEXT, limit="study",
          needs="chat"),
    Route("GET", f"{_ONE}/events", h.get_study_events, None, None, (*_GONE, no.TooMany)),
    Route("GET", f"{_ONE}/file", h.get_study_file, dict[str, Any], None, (*_GONE, no.Busy),
          limit="read"),
    Route("POST", f"{_ONE}/remove", h.post_remove_study, m.StudyPage, Body, _OWN,
          limit="study"),
    Route("POST", f"{_ONE}/members", h.post_member, m.StudyInfo, m.AdmitMember,
          (*_OWN, no.UnknownPerson, no.NotWelcome, no.BadStudy, no.StudyFull), limit="seek"),
    Route("POST", f"{_ONE}/members/remove", h.post_dismiss, m.StudyInfo, m.DismissMember, _OWN,
          limit="study"),
    Route("POST", f"{_ONE}/chapters", h.post_chapters, m.StudyInfo, m.AddChapter,
          (*_TEXT, no.UnknownGame, no.BadOption, no.RecordMismatch, no.UnknownTable, no.NotOver,
           no.Busy, no.NoRoom), most=4_500_000, limit="study", needs="chat"),
    Route("GET", _CHAPTER, c.get_chapter, m.StudyTree, None, _THERE, limit="read"),
    Route("GET", f"{_CHAPTER}/changes", c.get_changes, m.StudyChanges, None, _THERE, ("since",),
          limit="read"),
    Route("POST", _CHAPTER, h.post_chapter, m.StudyInfo, m.ChangeChapter,
          (*_TEXT, no.UnknownChapter), limit="study", needs="chat"),
    Route("POST", f"{_CHAPTER}/remove", h.post_remove_chapter, m.StudyInfo, m.RemoveChapter,
          (*_IN, no.StaleStudy), limit="study"),
    Route("GET", f"{_CHAPTER}/record", h.get_line, dict[str, Any], None, _THERE, ("node",),
          limit="read"),
    Route("GET", f"{_CHAPTER}/lesson", b.get_study_lesson, m.StudyLesson, None,
          (*_PLAYED, no.BadStudy), ("node", "seat", "kind"), limit="read"),
    Route("GET", f"{_CHAPTER}/lesson/why", b.get_study_lesson_why, Reason, None,
          (*_PLAYED, no.BadStudy, no.NoLesson, no.NotYourTurn),
          ("node", "seat", "kind", "step", "path"), limit="read"),
    Route("GET", _NODE, b.get_node, m.StudyPosition, None, (*_PLAYED, no.NotYourSeat), ("seat",),
          limit="read"),
    Route("GET", f"{_NODE}/why", b.get_node_why, Reason, None, (*_PLAYED, no.NotYourTurn),
          ("seat", "path"), limit="read"),
    Route("POST", f"{_NODE}/moves", b.post_move, m.StudyChanged, m.PlayMove,
          (*_IN, no.UnknownGame, no.RecordMismatch, no.Illegal, no.NotYourTurn, no.Over,
           no.StudyFull, no.Busy), _SINCE, limit="study"),
    Route("POST", f"{_NODE}/comment", c.post_comment, m.StudyChanged, m.CommentNode,
          (*_TEXT, no.UnknownChapter, no.StaleStudy), _SINCE, limit="study", needs="chat"),
    Route("POST", f"{_NODE}/wordings/remove", c.post_settle, m.StudyChanged, m.SettleWording,
          (*_IN, no.StudyFull), _SINCE, limit="study"),
    Route("POST", f"{_NODE}/glyph", c.post_glyph, m.StudyChanged, m.JudgeNode,
          (*_IN, no.StudyFull, no.StaleStudy), _SINCE, limit="study"),
    Route("POST", f"{_NODE}/marks", c.post_marks, m.StudyChanged, m.MarkNode,
          (*_IN, no.StudyFull), _SINCE, limit="study"),
    Route("POST", f"{_NODE}/remove", c.post_prune, m.StudyChanged, m.PruneNode,
          (*_IN, no.StaleStudy), _SINCE, limit="study"),
    Route("POST", f"{_NODE}/promote", c.post_promote, m.StudyChanged, Body,
          (*_IN, no.StudyFull), _SINCE, limit="study"),
    Route("POST", "/api/admin/studies/hide", moderating.post_hide_study, m.HouseStudy, m.HideStudy,
          (no.UnknownStudy, no.NotFresh), limit="admin", role="moderator"),
)  # fmt: skip
