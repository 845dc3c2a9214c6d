"""The routes of finished games, people and ranks; `routes` joins them to the others."""

from __future__ import annotations

from typing import Final

from honjin.server.history import handlers as club
from honjin.server.history import messages as c
from honjin.server.messages import refusals as no
from honjin.server.people.route import Route

_TABLE: Final = "/api/tables/{id}"
_HISTORY: Final = (
    "who", "game", "scenario", "outcome", "against", "rated", "first", "last", "opponent",
    "opening", "before",
)  # fmt: skip

HISTORY_ROUTES: Final[tuple[Route, ...]] = (
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
)  # fmt: skip
