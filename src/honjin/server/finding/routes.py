"""The routes of pools; `routes` joins them to the others."""

from __future__ import annotations

from typing import Final

from honjin.server.finding import handlers as h
from honjin.server.finding import messages as m
from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.route import Route

FINDING_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", "/api/pools", h.get_pools, m.Pools, None, (no.NotStored,), limit="read"),
    Route("POST", "/api/seek", h.post_seek, m.Seeking, m.Seek,
          (no.UnknownPool, no.KeptOut, no.PeopleOnly), limit="seek", needs="play"),
    Route("POST", "/api/seek/leave", h.post_stop_seeking, m.Seeking, Body, (),
          limit="seek"),
    Route("GET", "/api/seek/events", h.get_seek_events, None, None,
          (no.TooMany, no.NotStored)),
    Route("GET", "/api/challenges", h.get_challenges, m.Challenges, None,
          (no.NotStored,)),
)  # fmt: skip
