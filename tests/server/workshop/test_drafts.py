"""Drafts of people with an account: on all their devices, never replaced by an older one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from authenticator import ORIGIN
from honjin.games import load
from honjin.server.workshop import store as drafts
from server.accounts.test_accounts import keep, log_in
from server.site_client import Answer, Browser, House, open_house

ONE, TWO = "draft0001", "draft0002"
LAND = {"marks": {"terrain": {"0,0": "6"}}}


@pytest.fixture
def home(database: str, tmp_path: Path) -> Iterator[House]:
    games = {"akebono": load("akebono")}
    with open_house(tmp_path, database=database, games=games, origin=ORIGIN) as found:
        yield found


def draws(one: Browser, id: str, name: str = "Biwa", version: int = 0, **draft: Any) -> Answer:
    return one.post(
        f"/api/drafts/{id}", game="akebono", desk="board", name=name, version=version,
        draft=draft or LAND,
    )  # fmt: skip


def test_a_draft_is_there_on_another_device(home: House) -> None:
    """With its name and its drawing; a guest's is kept in the browser alone."""
    ann, other = home.browser(), home.browser()
    assert "no-account" == draws(ann, ONE).problem
    device = keep(ann, "Hana")
    assert {"version": 1} == draws(ann, ONE).json
    log_in(other, device)
    (row,) = other.get("/api/drafts").json["drafts"]
    assert (ONE, "akebono", "board", "Biwa", 1) == tuple(
        row[key] for key in ("id", "game", "desk", "name", "version")
    )
    assert LAND == other.get(f"/api/drafts/{ONE}").json["draft"]
    bob = home.browser()
    keep(bob, "Bob")
    assert [] == bob.get("/api/drafts").json["drafts"]
    assert "unknown-draft" == bob.get(f"/api/drafts/{ONE}").problem


def test_the_later_of_two_devices_replaces_nothing(home: House) -> None:
    """It is refused, as is its removal; a request that is repeated is not."""
    ann = home.browser()
    keep(ann, "Hana")
    draws(ann, ONE)
    assert {"version": 2} == draws(ann, ONE, "Lake", 1).json
    assert {"version": 2} == draws(ann, ONE, "Lake", 1).json
    assert "stale-draft" == draws(ann, ONE, "Sea", 1).problem
    assert "stale-draft" == ann.post(f"/api/drafts/{ONE}/remove", version=1).problem
    assert ["Lake"] == [one["name"] for one in ann.get("/api/drafts").json["drafts"]]
    gone = ann.post(f"/api/drafts/{ONE}/remove", version=2).json
    assert [] == gone["drafts"]
    assert {"version": 3} == draws(ann, ONE, "Lake", 2).json


def test_drafts_are_limited(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """In number and in bytes, all together; one that is there can still be changed."""
    ann = home.browser()
    keep(ann, "Hana")
    monkeypatch.setattr(drafts, "MAX_DRAFTS", 1)
    draws(ann, ONE)
    assert "drafts-full" == draws(ann, TWO).problem
    assert {"version": 2} == draws(ann, ONE, "Lake", 1).json
    monkeypatch.setattr(drafts, "MAX_BYTES", 100)
    full = draws(ann, ONE, "Lake", 2, marks={"terrain": {f"{n},0": "6" for n in range(30)}})
    assert "drafts-full" == full.problem


@pytest.mark.parametrize(
    ("id", "change", "kind"),
    [
        ("../etc", {}, "unknown-path"),
        ("SHORT", {}, "unknown-draft"),
        (ONE, {"desk": "map"}, "unknown-desk"),
        (ONE, {"game": "chess"}, "unknown-game"),
        (ONE, {"name": "a\0b"}, "unreadable"),
        (ONE, {"name": "a" * 81}, "unreadable"),
        (ONE, {"draft": {"more": 1}}, "unreadable"),
        (ONE, {"version": -1}, "unreadable"),
    ],
)
def test_what_is_no_draft_is_refused(home: House, id: str, change: Any, kind: str) -> None:
    """Before anything is stored."""
    ann = home.browser()
    keep(ann, "Hana")
    order = {"game": "akebono", "desk": "board", "name": "Biwa", "draft": LAND, **change}
    assert kind == ann.post(f"/api/drafts/{id}", **order).problem
    assert [] == ann.get("/api/drafts").json["drafts"]


def test_drafts_are_in_the_export_and_go_with_the_account(home: House) -> None:
    """The export has them whole."""
    ann = home.browser()
    keep(ann, "Hana")
    draws(ann, ONE)
    (found,) = ann.get("/api/account/data").json["drafts"]
    assert ("Biwa", LAND) == (found["name"], found["draft"])
    who = ann.get("/api/me").json["id"]
    assert 200 == ann.post("/api/account/delete", name="Hana").status
    assert () == home.run(home.site.store.ask(lambda one: drafts.rows(one, who)))
