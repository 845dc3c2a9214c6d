"""Neither an answer nor the work behind it tells what exists: addresses, codes, passkeys, sessions.

Instead of the time, which varies, these tests compare what takes it: the statements that a request
has the database run, in order, and the signatures and mails that it costs. Names of people are no
secret, since tables show them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa

from authenticator import ORIGIN, Authenticator
from honjin.server.people.accounts import logins
from honjin.server.people.accounts.logins import MailLink
from honjin.server.people.auth import Ticket
from honjin.server.people.people import PEOPLE
from server.accounts.test_accounts import invited, keep
from server.program_client import program
from server.site_client import Answer, Browser, House, open_house
from server.work_meter import Meter

ANN = "ann@example.org"


class Club(NamedTuple):
    house: House
    meter: Meter

    def visitor(self) -> Browser:
        """A guest whom the site knows already."""
        one = self.house.browser()
        one.get("/api/me")
        return one

    def member(self, name: str) -> tuple[Browser, Authenticator]:
        one = self.visitor()
        return one, keep(one, name)

    def change(self, write: Callable[[sa.Connection], Any]) -> Any:
        return self.house.run(self.house.site.store.change(write))


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    with open_house(
        tmp_path, origin=ORIGIN, processes=1, smtp_host="localhost", smtp_from="a@b.example"
    ) as house:
        yield Club(house, Meter(house, monkeypatch))


def has_mail(club: Club, one: Browser, address: str) -> None:
    person = one.get("/api/me").json["id"]
    mine = sa.update(PEOPLE).where(PEOPLE.c.id == person).values(mail=address)
    club.change(lambda connection: connection.execute(mine))


def delete(one: Browser) -> None:
    gone = one.post("/api/account/delete", name=one.get("/api/me").json["name"])
    assert gone.status == 200, gone.body


def test_a_link_is_sent_to_known_and_unknown_addresses_alike(club: Club) -> None:
    """To an account's, a deleted one's, one that has a link already, and one never seen."""
    ann, bob = club.member("Hana")[0], club.member("Bo")[0]
    has_mail(club, ann, ANN)
    has_mail(club, bob, "bob@example.org")
    delete(bob)
    club.visitor().post("/api/login/mail", address="cleo@example.org")
    eve, addresses = club.visitor(), (ANN, "bob@example.org", "cleo@example.org", "no@example.org")
    found = [
        club.meter.of(partial(eve.post, "/api/login/mail", address=address))
        for address in addresses
    ]
    assert [found[0]] * 4 == found
    assert (200, b"{}", 1) == (*found[0].answer, found[0].mails)
    assert found[0].statements


def test_an_address_finds_nobody(club: Club) -> None:
    """Where people are looked up by name or id, a known address is as unknown as any."""
    ann, _ = club.member("Hana")
    has_mail(club, ann, ANN)
    eve, addresses = club.visitor(), (ANN, "eve@example.org")
    for path in ("/api/people/{}", "/api/history?who={}"):
        known, unknown = (club.meter.of(partial(eve.get, path.format(one))) for one in addresses)
        assert known.answer[0] == unknown.answer[0] == 404
        assert known.answer[1].replace(ANN.encode(), b"eve@example.org") == unknown.answer[1]
        assert known.statements == unknown.statements


def test_a_code_is_refused_alike(club: Club) -> None:
    """One that was used, one that was replaced, one of a deleted account, one never made."""
    ann, bob = club.member("Hana")[0], club.member("Bo")[0]
    replaced = ann.post("/api/account/codes").json["codes"][0]
    used = ann.post("/api/account/codes").json["codes"][0]
    gone = bob.post("/api/account/codes").json["codes"][0]
    assert 200 == club.house.browser().post("/api/login/code", code=used).status
    delete(bob)
    eve, codes = club.visitor(), (used, replaced, gone, "AAAAA-BBBBB-CCCCC-DDDDD")
    found = [club.meter.of(partial(eve.post, "/api/login/code", code=code)) for code in codes]
    assert [found[0]] * 4 == found
    assert 403 == found[0].answer[0]


@pytest.mark.parametrize("count", [0, 9])
@pytest.mark.parametrize("handle", ["own", "wrong", None])
def test_a_passkey_is_refused_alike(club: Club, handle: str | None, count: int) -> None:
    """A known one without its key costs the same check as a removed one and one never made."""
    ann, device = club.member("Hana")
    removed = Authenticator()
    options = ann.post("/api/account/passkeys/begin").json
    ann.post("/api/account/passkeys", credential=removed.make(options))
    key = ann.get("/api/account").json["passkeys"][-1]["id"]
    assert 200 == ann.post("/api/account/passkeys/remove", passkey=key).status
    assert 200 == log_in(club.visitor(), device, 5).status
    eve, found = club.visitor(), []
    for known in (device, removed, Authenticator()):
        forged = Authenticator()
        forged.id, forged.user = known.id, {"own": device.user, "wrong": "AAAA"}.get(handle or "")
        begun = eve.post("/api/login/begin").json
        forged.count = count - 1
        shown = forged.show(begun)
        found.append(club.meter.of(partial(eve.post, "/api/login", credential=shown)))
    assert [found[0]] * 3 == found
    assert (403, 1) == (found[0].answer[0], found[0].checked)


def log_in(one: Browser, device: Authenticator, count: int) -> Answer:
    device.count = count - 1
    return one.post("/api/login", credential=device.show(one.post("/api/login/begin").json))


def test_a_mailed_link_is_refused_alike(club: Club) -> None:
    """One that was used, one that has expired, one never sent: looked at, and used."""
    ann, _ = club.member("Hana")
    has_mail(club, ann, ANN)
    eve, now = club.visitor(), club.house.site.now()
    for letter, address, until in (("u", ANN, now + 60_000), ("e", "eve@example.org", now - 1)):
        link = MailLink("", address, "enter", "", until)
        club.change(partial(logins.put_mail_link, token=letter * 22, link=link))
    used = club.house.browser().post("/api/login/mail/use", token="u" * 22)
    assert 200 == used.status, used.body
    for what in ("look", "use"):
        path = f"/api/login/mail/{what}"
        found = [
            club.meter.of(partial(eve.post, path, token=letter * 22)) for letter in ("u", "e", "n")
        ]
        assert [found[0]] * 3 == found
        assert 403 == found[0].answer[0]


def test_a_session_has_ended_or_never_was(club: Club) -> None:
    """A cookie of either is answered alike: as a guest's."""
    ann, _ = club.member("Hana")
    person, ended = ann.get("/api/me").json["id"], ann.cookie
    ann.post("/api/logout")
    made_up = club.house.site.guests.write_ticket(Ticket(person, logins.new_token()))
    nobody = club.house.site.guests.write_ticket(Ticket("0" * 16, logins.new_token()))
    found = []
    for cookie in (ended, made_up, nobody):
        one = club.house.browser()
        one.cookie = cookie
        found.append(club.meter.of(partial(one.get, "/api/account/data")))
    assert [found[0]] * 3 == found
    assert found[0].statements


def test_a_token_of_a_program_is_refused_alike(club: Club) -> None:
    """One that was revoked, and one never made."""
    ann, robo = program(club.house, "Ann")
    (listed,) = ann.get("/api/tokens").json["tokens"]
    assert 200 == ann.post("/api/tokens/revoke", id=listed["id"]).status
    eve, letters = club.house.browser(), "abcdefghijklmnopqrstuvwxyz"
    rng, found = random.Random(1), []
    for token in (robo.token, "hnj_" + "".join(rng.choice(letters) for _ in range(43))):
        header = f"Bearer {token}"
        found.append(club.meter.of(partial(eve.get, "/api/me", authorization=header)))
    assert found[0] == found[1]
    assert 401 == found[0].answer[0]


def test_an_invitation_is_refused_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was used up, and one never made."""
    with open_house(tmp_path, origin=ORIGIN, processes=1, club="invited") as house:
        club = Club(house, Meter(house, monkeypatch))
        used = invited(house, 1)
        assert 200 == club.visitor().post("/api/invitations/use", code=used).status
        eve = club.visitor()
        found = [
            club.meter.of(partial(eve.post, "/api/invitations/use", code=code))
            for code in (used, "abcdefghjkmn")
        ]
        assert found[0] == found[1]
        assert 403 == found[0].answer[0]
