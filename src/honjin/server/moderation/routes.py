"""The routes of moderation; `routes` joins them to the others.

A path with a parameter comes after those that it would also match.
"""

from __future__ import annotations

from typing import Final

from honjin.server.messages import refusals as no
from honjin.server.moderation import handlers as h
from honjin.server.moderation import hiding
from honjin.server.moderation import messages as m
from honjin.server.people.route import Route

_ADMIN: Final = "/api/admin"
_AWAY: Final = (no.NotStored,)
_PERSON: Final = (no.UnknownPerson, no.NoAccount, no.NotFresh)

MODERATION_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", "/api/hides", hiding.get_hides, m.Hidden, None, _AWAY, limit="read"),
    Route("POST", "/api/hides", hiding.post_hide, m.Hidden, m.HidePerson,
          (no.UnknownPerson, no.UnknownTable), limit="hide"),
    Route("POST", "/api/hides/remove", hiding.post_show, m.Hidden, m.ShowPerson, limit="hide"),
    Route("GET", "/api/reports", hiding.get_reports, m.OwnReports, None, _AWAY, limit="read"),
    Route("POST", "/api/reports", hiding.post_report, m.OwnReports, m.SendReport,
          (no.UnknownPerson, no.UnknownTable, no.UnknownStudy, no.UnknownChapter, no.NoAccount),
          limit="report"),
    Route("GET", _ADMIN, h.get_house, m.House, None, _AWAY, limit="admin", role="moderator"),
    Route("GET", f"{_ADMIN}/tables", h.get_house_tables, m.HouseTables, None, _AWAY,
          ("status", "find", "before"), limit="admin", role="moderator"),
    Route("POST", f"{_ADMIN}/tables/end", h.post_end_table, m.HouseTables, m.EndTable,
          (no.UnknownTable, no.Over, no.NotFresh), limit="admin", role="admin"),
    Route("POST", f"{_ADMIN}/tables/hide", h.post_hide_table, m.HouseTables, m.ListTable,
          (no.UnknownTable, no.NotFresh), limit="admin", role="moderator"),
    Route("GET", f"{_ADMIN}/people", h.get_house_people, m.HousePeople, None, _AWAY,
          ("find",), limit="admin", role="moderator"),
    Route("POST", f"{_ADMIN}/people/suspend", h.post_suspend, m.PersonDetails, m.Suspend,
          _PERSON, limit="admin", role="moderator"),
    Route("POST", f"{_ADMIN}/people/rename", h.post_call_person, m.PersonDetails,
          m.CallPerson, (*_PERSON, no.BadName, no.NameTaken), limit="admin", role="admin"),
    Route("POST", f"{_ADMIN}/people/log-out", h.post_log_person_out, m.PersonDetails,
          m.LogPersonOut, _PERSON, limit="admin", role="admin"),
    Route("POST", f"{_ADMIN}/people/role", h.post_role, m.PersonDetails, m.GiveRole,
          _PERSON, limit="admin", role="admin"),
    Route("GET", f"{_ADMIN}/reports", h.get_house_reports, m.HouseReports, None, _AWAY,
          ("done", "before"), limit="admin", role="moderator"),
    Route("POST", f"{_ADMIN}/reports/decide", h.post_decide, m.HouseReports, m.DecideReport,
          (no.UnknownReport, no.NotFresh), limit="admin", role="moderator"),
    Route("GET", f"{_ADMIN}/limits", h.get_limits, m.HouseLimits, None, _AWAY,
          limit="admin", role="admin"),
    Route("GET", f"{_ADMIN}/log", h.get_log, m.HouseLog, None, _AWAY, ("before",),
          limit="admin", role="admin"),
    Route("GET", f"{_ADMIN}/people/{{who}}", h.get_house_person, m.PersonDetails, None,
          (no.UnknownPerson, *_AWAY), limit="admin", role="moderator"),
)  # fmt: skip
