"""The ways into an account when several requests change them at once. On both databases."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from authenticator import ORIGIN, Authenticator
from honjin.server.people.accounts import logins
from honjin.server.people.people import PEOPLE
from server.accounts.test_accounts import keep
from server.moderation.test_hides import id_of
from server.site_client import Answer, Browser, House, open_house

_PASSKEYS = "/api/account/passkeys"


def at_once(house: House, one: Browser, *posts: tuple[str, dict[str, Any]]) -> list[int]:
    """Send posts whose commits take a moment, so that their transactions overlap; their status."""
    sa.event.listen(house.site.store.engine, "commit", lambda _: time.sleep(0.05))
    kind = {"content-type": "application/json"}

    async def all_of_them() -> list[Answer]:
        sent = (one._call("POST", path, json.dumps(body).encode(), kind) for path, body in posts)
        return await asyncio.gather(*sent)

    return sorted(answer.status for answer in house.run(all_of_them()))


def test_one_way_in_is_left(each_database: str, tmp_path: Path) -> None:
    """On PostgreSQL each of two requests left what the other removed, and nobody could log in."""
    with open_house(tmp_path, database=each_database, origin=ORIGIN) as house:
        ann = house.browser()
        keep(ann, "Hana")
        mine = sa.update(PEOPLE).where(PEOPLE.c.id == id_of(ann)).values(mail="hana@example.org")
        house.run(house.site.store.change(lambda one: one.execute(mine)))
        passkey = ann.get("/api/account").json["passkeys"][0]["id"]
        removals: tuple[tuple[str, dict[str, Any]], ...] = (
            (f"{_PASSKEYS}/remove", {"passkey": passkey}),
            ("/api/account/mail/remove", {}),
        )
        assert [200, 409] == at_once(house, ann, *removals)


def test_an_account_has_so_many_passkeys(
    each_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were counted when one was asked for, so any number asked for before could be made."""
    monkeypatch.setattr(logins, "MAX_PASSKEYS", 2)
    with open_house(tmp_path, database=each_database, origin=ORIGIN) as house:
        ann = house.browser()
        keep(ann, "Hana")
        asked = [ann.post(f"{_PASSKEYS}/begin").json for _ in range(3)]
        made = [{"credential": Authenticator().make(options)} for options in asked]
        assert [200, 429, 429] == at_once(house, ann, *((_PASSKEYS, one) for one in made))
        assert 2 == len(ann.get("/api/account").json["passkeys"])


def test_nothing_is_added_to_a_deleted_account(each_database: str, tmp_path: Path) -> None:
    """Another process may take its session for open some seconds longer."""
    with open_house(tmp_path, database=each_database, origin=ORIGIN, processes=1) as house:
        ann = house.browser()
        keep(ann, "Hana")
        person = id_of(ann)
        options = ann.post(f"{_PASSKEYS}/begin").json
        gone = sa.update(PEOPLE).where(PEOPLE.c.id == person).values(kind="gone")
        house.run(house.site.store.change(lambda one: one.execute(gone)))
        made = ann.post(_PASSKEYS, credential=Authenticator().make(options))
        assert "no-account" == made.problem
        assert "no-account" == ann.post("/api/account/codes").problem
