"""The routes of moderation; `http.routes` joins them to the others.

A path with a parameter comes after those that it would also match.
"""

from __future__ import annotations

from typing import Final

from honjin.server.messages import refusals as no
from honjin.server.moderation import admin_messages as a
from honjin.server.moderation import handlers as house
from honjin.server.moderation import hiding as people
from honjin.server.moderation import messages as o
from honjin.server.people.requests import Route

_HOUSE: Final = "/api/admin"
_AWAY: Final = (no.NotStored,)
_PERSON: Final = (no.UnknownPerson, no.NoAccount, no.NotFresh)

MODERATION_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", "/api/hides", people.get_hides, o.Hidden, None, _AWAY, limit="read"),
    Route("POST", "/api/hides", people.post_hide, o.Hidden, o.HidePerson,
          (no.UnknownPerson, no.UnknownTable), limit="hide"),
    Route("POST", "/api/hides/remove", people.post_show, o.Hidden, o.ShowPerson, limit="hide"),
    Route("GET", "/api/reports", people.get_reports, o.OwnReports, None, _AWAY, limit="read"),
    Route("POST", "/api/reports", people.post_report, o.OwnReports, o.SendReport,
          (no.UnknownPerson, no.UnknownTable, no.UnknownStudy, no.UnknownChapter, no.NoAccount),
          limit="report"),
    Route("GET", _HOUSE, house.get_house, a.House, None, _AWAY, limit="admin", role="moderator"),
    Route("GET", f"{_HOUSE}/tables", house.get_house_tables, a.HouseTables, None, _AWAY,
          ("status", "find", "before"), limit="admin", role="moderator"),
    Route("POST", f"{_HOUSE}/tables/end", house.post_end_table, a.HouseTables, a.EndTable,
          (no.UnknownTable, no.Over, no.NotFresh), limit="admin", role="admin"),
    Route("POST", f"{_HOUSE}/tables/hide", house.post_hide_table, a.HouseTables, a.ListTable,
          (no.UnknownTable, no.NotFresh), limit="admin", role="moderator"),
    Route("GET", f"{_HOUSE}/people", house.get_house_people, a.HousePeople, None, _AWAY,
          ("find",), limit="admin", role="moderator"),
    Route("POST", f"{_HOUSE}/people/suspend", house.post_suspend, a.PersonDetails, a.Suspend,
          _PERSON, limit="admin", role="moderator"),
    Route("POST", f"{_HOUSE}/people/rename", house.post_call_person, a.PersonDetails,
          a.CallPerson, (*_PERSON, no.BadName, no.NameTaken), limit="admin", role="admin"),
    Route("POST", f"{_HOUSE}/people/log-out", house.post_log_person_out, a.PersonDetails,
          a.LogPersonOut, _PERSON, limit="admin", role="admin"),
    Route("POST", f"{_HOUSE}/people/role", house.post_role, a.PersonDetails, a.GiveRole,
          _PERSON, limit="admin", role="admin"),
    Route("GET", f"{_HOUSE}/reports", house.get_house_reports, a.HouseReports, None, _AWAY,
          ("done", "before"), limit="admin", role="moderator"),
    Route("POST", f"{_HOUSE}/reports/decide", house.post_decide, a.HouseReports, a.DecideReport,
          (no.UnknownReport, no.NotFresh), limit="admin", role="moderator"),
    Route("GET", f"{_HOUSE}/limits", house.get_limits, a.HouseLimits, None, _AWAY,
          limit="admin", role="admin"),
    Route("GET", f"{_HOUSE}/log", house.get_log, a.HouseLog, None, _AWAY, ("before",),
          limit="admin", role="admin"),
    Route("GET", f"{_HOUSE}/people/{{who}}", house.get_house_person, a.PersonDetails, None,
          (no.UnknownPerson, *_AWAY), limit="admin", role="moderator"),
)  # fmt: skip
