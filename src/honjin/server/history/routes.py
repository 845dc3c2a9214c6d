"""The routes of finished games, people and ranks; `routes` joins them to the others."""

from __future__ import annotations

from typing import Final

from honjin.server.history import handlers as h
from honjin.server.history import messages as m
from honjin.server.messages import refusals as no
from honjin.server.people.route import Route

_TABLE: Final = "/api/tables/{id}"
_HISTORY: Final = (
    "who", "game", "scenario", "outcome", "against", "rated", "first", "last", "opponent",
    "opening", "before",
)  # fmt: skip

HISTORY_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", f"{_TABLE}/people", h.get_table_people, m.TablePeople, limit="read"),
    Route("GET", "/api/turns", h.get_turns, m.Turns, None, (no.NotStored,)),
    Route("GET", "/api/history", h.get_history, m.History, None,
          (no.UnknownPerson, no.HiddenProfile, no.NotStored), _HISTORY, limit="read"),
    Route("GET", "/api/people/{who}", h.get_person, m.Profile, None,
          (no.UnknownPerson, no.HiddenProfile, no.NotStored), limit="read"),
    Route("POST", "/api/me/profile", h.post_profile, m.ProfileShown, m.ShowProfile,
          limit="name"),
    Route("GET", "/api/ranks/{key}", h.get_ranks, m.Ranks, None,
          (no.UnknownGame, no.NotStored), ("pace",), limit="read", keeping="public"),
)  # fmt: skip
