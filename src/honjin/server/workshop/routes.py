"""The routes of desks and drafts; `routes` joins them to the others."""

from __future__ import annotations

from typing import Final

from honjin.server.messages import refusals as no
from honjin.server.people.route import Route
from honjin.server.workshop import handlers as h
from honjin.server.workshop import messages as m

_DESK: Final = "/api/games/{key}/desks/{desk}"
_DRAFT: Final = "/api/drafts/{id}"

WORKSHOP_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", _DESK, h.get_desk, m.DeskPage, None,
          (no.UnknownGame, no.UnknownDesk, no.Busy), limit="read", keeping="public"),
    Route("POST", f"{_DESK}/check", h.post_check, m.DraftChecked, m.CheckDraft,
          (no.UnknownGame, no.UnknownDesk, no.BadOption, no.Busy), limit="draft", open=True),
    Route("POST", f"{_DESK}/read", h.post_read, m.DraftRead, m.ReadFile,
          (no.UnknownGame, no.UnknownDesk, no.BadFile, no.Busy), most=100_000, limit="draft",
          open=True),
    Route("GET", "/api/drafts", h.get_drafts, m.Drafts, None, (no.NotStored,), limit="read"),
    Route("GET", _DRAFT, h.get_draft, m.KeptDraft, None, (no.UnknownDraft, no.NotStored),
          limit="read"),
    Route("POST", _DRAFT, h.post_draft, m.DraftKept, m.KeepDraft,
          (no.UnknownGame, no.UnknownDesk, no.UnknownDraft, no.NoAccount, no.StaleDraft,
           no.DraftsFull, no.NotStored), limit="draft"),
    Route("POST", f"{_DRAFT}/remove", h.post_remove_draft, m.Drafts, m.RemoveDraft,
          (no.UnknownDraft, no.StaleDraft, no.NotStored), limit="draft"),
)  # fmt: skip
