"""The routes of notifications; `routes` joins them to the others."""

from __future__ import annotations

from typing import Final

from honjin.server.messages import refusals as no
from honjin.server.notifications import handlers as h
from honjin.server.notifications import messages as m
from honjin.server.people.route import Route

_CALLS: Final = "/api/calls"

NOTIFICATION_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", _CALLS, h.get_calls, m.Calls, None, (no.Damaged, no.NotStored), limit="read"),
    Route("POST", _CALLS, h.post_calls, m.Calls, m.CallWishes, (no.NoAddress,), limit="account"),
    Route("POST", f"{_CALLS}/devices", h.post_device, m.Calls, m.AddDevice, (no.NoPush,),
          limit="account"),
    Route("POST", f"{_CALLS}/devices/remove", h.post_remove_device, m.Calls, m.RemoveDevice, (),
          limit="account", open=True),
    Route("POST", f"{_CALLS}/test", h.post_test_call, m.TestSent, m.TestCall, (), limit="mail"),
    Route("POST", f"{_CALLS}/feed", h.post_feed, m.NewFeed, m.MakeFeed, (), limit="account"),
    Route("POST", f"{_CALLS}/feed/remove", h.post_remove_feed, m.Calls, m.RemoveFeed, (),
          limit="account", open=True),
    Route("GET", f"{_CALLS}/stop/{{token}}", h.get_stop, None, None, (no.UnknownPath,),
          limit="read"),
    Route("POST", f"{_CALLS}/stop/{{token}}", h.post_stop, m.Stopped, None,
          (no.UnknownPath, no.NotStored), limit="read", open=True),
    Route("GET", "/feeds/{secret}/turns.ics", h.get_calendar, None, None,
          (no.UnknownPath, no.Damaged, no.NotStored), limit="read"),
    Route("GET", "/feeds/{secret}/turns.atom", h.get_atom, None, None,
          (no.UnknownPath, no.Damaged, no.NotStored), limit="read"),
)  # fmt: skip
