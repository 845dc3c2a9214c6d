"""The page that lists all that is stored about people: no table is missing from it."""

import re

import pytest

import honjin.server.site  # noqa: F401 (declares all tables)
from honjin.server.db.sql import META
from places import ROOT

PEOPLE = {"person", "who", "guest", "by", "owner", "address"}
"""The columns that say whom a row is about."""
PARTS = {
    "account": ("invitations", "names", "passkeys", "recovery", "roles"),
    "session": ("sessions",),
    "programs": ("api_tokens", "programs"),
    "mail": ("mail_links",),
    "calls": ("callers", "call_devices", "call_feeds", "calls"),
    "games": (
        "holders", "speakers", "vacations", "result_seats", "ratings", "rating_changes", "profiles",
    ),
    "order": ("standings", "reports", "audit", "hides"),
    "finding": ("seekers", "pool_games", "tournament_players"),
    "drafts": ("drafts",),
    "studies": ("studies", "study_people"),
    "address": ("traces",),
}  # fmt: skip
"""The part of the page that speaks of each table."""


TABLES = META.tables.values()
ABOUT_PEOPLE = [one.name for one in TABLES if PEOPLE & {*one.c.keys()}]


@pytest.mark.parametrize("table", ABOUT_PEOPLE)
def test_what_a_table_holds_about_people_is_listed(table: str) -> None:
    """It has its part of the page, which shows that part: tokens were in none."""
    page = (ROOT / "web/src/app/about/Privacy.svelte").read_text("utf-8")
    shown = re.findall(r'^    "(\w+)",$', page, re.MULTILINE)
    assert [part for part, tables in PARTS.items() if table in tables and part in shown]
