"""Accounts: made from guests, entered by passkey, code and link, and left. On both databases."""

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from authenticator import ORIGIN, Authenticator
from honjin.server.messages.refusals import NoAccount
from honjin.server.people.accounts.invitations import invitations
from honjin.server.people.programs.tokens import API_TOKENS
from honjin.server.studies.store import PAGE
from server.site_client import Answer, Browser, House, open_house, two_at_table


@pytest.fixture
def club(database: str, tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, database=database, origin=ORIGIN) as found:
        yield found


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, origin=ORIGIN) as found:
        yield found


def keep(one: Browser, name: str, **kind: Any) -> Authenticator:
    """A guest keeps their games with a passkey."""
    device = Authenticator(**kind)
    options = one.post("/api/account/passkeys/begin", name=name)
    assert options.status == 200, options.body
    made = one.post("/api/account/passkeys", credential=device.make(options.json), name=name)
    assert made.status == 200, made.body
    assert made.json["account"]
    return device


def log_in(one: Browser, device: Authenticator) -> Answer:
    options = one.post("/api/login/begin").json
    return one.post("/api/login", credential=device.show(options))


def test_a_guest_keeps_the_games_and_finds_them_on_another_device(club: House) -> None:
    """The account has the guest's id, so all seats belong to it, from any browser."""
    ann, _, table = two_at_table(club)
    before = ann.get("/api/me").json
    device = keep(ann, "Hana")
    assert {**before, "name": "Hana", "account": True} == ann.get("/api/me").json
    assert ann.view(table).seats[0].you
    assert "Hana" == ann.view(table).seats[0].name
    other = club.browser()
    assert not any(seat.you for seat in other.view(table).seats)
    assert before["id"] == log_in(other, device).json["id"]
    assert other.view(table).seats[0].you
    assert [table] == [row["id"] for row in other.get("/api/tables").json["yours"]]


def test_the_guests_cookie_is_nobodys_any_more(club: House) -> None:
    """A copy of it, made earlier, gives no access to the account."""
    ann, _, table = two_at_table(club)
    old = club.browser()
    old.cookie = ann.cookie
    assert old.view(table).seats[0].you
    keep(ann, "Hana")
    assert not any(seat.you for seat in old.view(table).seats)
    assert ann.get("/api/me").json["id"] != old.get("/api/me").json["id"]


def test_a_session_that_was_ended_is_refused(club: House) -> None:
    """It reads as a new guest; its posts are refused until the page asks who the caller is."""
    ann, _, table = two_at_table(club)
    device = keep(ann, "Hana")
    other = club.browser()
    log_in(other, device)
    listed = ann.get("/api/account").json["sessions"]
    assert [True] == [one["here"] for one in listed if one.get("here")]
    (theirs,) = [one["id"] for one in listed if not one.get("here")]
    left = ann.post("/api/account/sessions/end", session=theirs).json["sessions"]
    assert [True] == [one["here"] for one in left]
    assert not any(seat.you for seat in other.view(table).seats)
    assert "1" == other.get("/api/tables").headers["honjin-out"]
    assert "honjin-out" not in ann.get("/api/tables").headers
    assert "logged-out" == other.post(f"/api/tables/{table}/chat", text="x").problem
    assert "account" not in other.get("/api/me").json
    assert "honjin-out" not in other.get("/api/tables").headers
    assert "no-account" == other.post("/api/account/codes").problem
    assert ann.view(table).seats[0].you


def test_log_out_brings_the_guest_back(club: House) -> None:
    """With the guest's games; until then the page knows that they wait."""
    hana = club.browser()
    hana.get("/api/me")
    device = keep(hana, "Hana")
    guest, _, table = two_at_table(club)
    before = guest.get("/api/me").json
    log_in(guest, device)
    assert {"name": before["name"], "running": 1} == guest.get("/api/account").json["aside"]
    assert not any(seat.you for seat in guest.view(table).seats)
    assert before == guest.post("/api/logout").json
    assert guest.view(table).seats[0].you
    assert before == guest.get("/api/me").json


def test_all_other_sessions_end_at_once(club: House) -> None:
    ann = club.browser()
    device = keep(ann, "Hana")
    others = [club.browser() for _ in range(3)]
    for one in others:
        assert log_in(one, device).status == 200
    assert 4 == len(ann.get("/api/account").json["sessions"])
    assert 1 == len(ann.post("/api/account/sessions/end").json["sessions"])
    for one in others:
        assert "account" not in one.get("/api/me").json


def test_recovery_codes_are_good_once(club: House) -> None:
    """In any spelling. New ones replace the old."""
    ann = club.browser()
    keep(ann, "Hana")
    first = ann.post("/api/account/codes").json["codes"]
    codes = ann.post("/api/account/codes").json["codes"]
    assert 10 == len(set(codes)) == ann.get("/api/account").json["codes"]
    bob = club.browser()
    assert "no-login" == bob.post("/api/login/code", code=first[0]).problem
    assert (
        "Hana" == bob.post("/api/login/code", code=codes[0].lower().replace("-", " ")).json["name"]
    )
    assert "no-login" == club.browser().post("/api/login/code", code=codes[0]).problem
    assert 9 == ann.get("/api/account").json["codes"]


def test_the_last_passkey_is_not_removed_unasked(club: House) -> None:
    """It is if the caller is sure; and passkeys can be renamed."""
    ann = club.browser()
    keep(ann, "Hana")
    options = ann.post("/api/account/passkeys/begin").json
    second = Authenticator()
    assert ann.post("/api/account/passkeys", credential=second.make(options)).status == 200
    one, two = ann.get("/api/account").json["passkeys"]
    named = ann.post("/api/account/passkeys/name", passkey=two["id"], name="Phone").json
    assert "Phone" == named["passkeys"][1]["name"]
    left = ann.post("/api/account/passkeys/remove", passkey=one["id"]).json["passkeys"]
    assert ["Phone"] == [key["name"] for key in left]
    refused = ann.post("/api/account/passkeys/remove", passkey=two["id"])
    assert "last-way-in" == refused.problem
    assert 1 == len(ann.get("/api/account").json["passkeys"])
    gone = ann.post("/api/account/passkeys/remove", passkey=two["id"], sure=True)
    assert "passkeys" not in gone.json
    assert "no-login" == log_in(club.browser(), second).problem


def test_a_name_is_one_accounts(club: House) -> None:
    """Neither another account nor a guest can take it, or one that looks like it."""
    ann, bob = club.browser(), club.browser()
    keep(ann, "Hana")
    bob.get("/api/me")
    for name in ("Hana", "hana", "ＨＡＮＡ", "Hаna", "H a n a"):
        assert "name-taken" == bob.post("/api/me", name=name).problem, name
        assert "name-taken" == bob.post("/api/account/passkeys/begin", name=name).problem
    assert "bad-name" == bob.post("/api/account/passkeys/begin").problem
    assert "bad-name" == ann.post("/api/me", name="Guest 1234").problem


def test_a_former_name_stays_its_accounts(club: House) -> None:
    """For a limited time. The account sees its own former names."""
    ann, _, table = two_at_table(club)
    device = keep(ann, "Hana")
    other = club.browser()
    log_in(other, device)
    assert "Sakura" == ann.post("/api/me", name="Sakura").json["name"]
    assert "Sakura" == ann.view(table).seats[0].name
    assert "Sakura" == other.get("/api/me").json["name"]
    names = [(one["name"], "until" in one) for one in ann.get("/api/account").json["names"]]
    assert {("Sakura", False), ("Hana", True)} == set(names)
    bob = club.browser()
    bob.get("/api/me")
    assert "name-taken" == bob.post("/api/me", name="Hana").problem
    assert "Hana" == ann.post("/api/me", name="Hana").json["name"]
    for name in ("Three", "Four", "Five"):
        assert 200 == ann.post("/api/me", name=name).status
    assert "too-many" == ann.post("/api/me", name="Six").problem
    assert "Five" == ann.get("/api/me").json["name"]


def test_a_guest_who_had_the_name_first_is_a_guest_again(club: House) -> None:
    """The old cookie has a name that now belongs to an account."""
    ann, bob = club.browser(), club.browser()
    assert "Hana" == bob.post("/api/me", name="Hana").json["name"]
    keep(ann, "Hana")
    club.told()
    assert bob.get("/api/me").json["name"].startswith("Guest ")


def test_a_deleted_account_leaves_its_games(club: House) -> None:
    """Without its name, belonging to nobody; the name is free, and the passkey no longer works."""
    ann, bob, table = two_at_table(club)
    ann.post(f"/api/tables/{table}/chat", text="hello")
    device = keep(ann, "Hana")
    person = ann.get("/api/me").json["id"]
    ann.post("/api/tokens", name="mine", scopes=["read"])
    assert 1 == club.run(club.site.store.ask(partial(tokens_of, person)))
    ann.post(f"/api/tables/{table}/chat", text="hello")
    assert "bad-name" == ann.post("/api/account/delete", name="hana").problem
    gone = ann.post("/api/account/delete", name="Hana")
    assert person != gone.json["id"]
    view = bob.view(table)
    assert ("person", "") == (view.seats[0].kind, view.seats[0].name)
    assert "Hana" not in bob.get(f"/api/tables/{table}").body.decode()
    assert not any(seat.you for seat in ann.view(table).seats)
    assert "no-login" == log_in(club.browser(), device).problem
    assert 0 == club.run(club.site.store.ask(partial(tokens_of, person)))
    assert "Hana" == bob.post("/api/me", name="Hana").json["name"]
    found = club.run(club.site.people.find([person]))[person]
    assert ("", "gone") == (found.name, found.kind)


def tokens_of(person: str, connection: sa.Connection) -> int:
    """The number of a person's tokens in the database."""
    query = sa.select(sa.func.count()).where(API_TOKENS.c.person == person)
    return connection.scalar(query) or 0


def test_everything_about_oneself_can_be_taken_along(club: House) -> None:
    """The account, its tables with their records, its chat; of others only what it could see."""
    ann, bob, table = two_at_table(club)
    keep(ann, "Hana")
    ann.post(f"/api/tables/{table}/chat", text="mine")
    bob.post(f"/api/tables/{table}/chat", text="theirs")
    secret = ann.post("/api/tokens", name="my bot", scopes=["read", "play"]).json["secret"]
    answer = ann.get("/api/account/data")
    assert secret not in answer.body.decode()
    assert ["my bot"] == [token["name"] for token in answer.json["tokens"]]
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json
    assert ("Hana", 1) == (data["account"]["name"], len(data["account"]["passkeys"]))
    (one,) = data["tables"]
    assert (table, [0]) == (one["id"], one["seats"])
    assert ["mine"] == [line["text"] for line in one["chat"]]
    assert "madeup" == one["record"].get("game", one["record"].get("played"))
    assert "no-account" == bob.get("/api/account/data").problem


def test_what_was_written_elsewhere_is_taken_along(home: House) -> None:
    """Lines at tables without a seat there, until the account is deleted."""
    ann, bob = home.browser(), home.browser()
    keep(ann, "Hana")
    table = bob.open(seats="mm")
    for one, text in ((ann, "well played"), (bob, "thanks"), (ann, "see you")):
        assert 200 == one.post(f"/api/tables/{table}/chat", text=text).status
    own = ann.open(seats="mm")
    ann.post(f"/api/tables/{own}/chat", text="mine")
    data = ann.get("/api/account/data").json
    assert [own] == [one["id"] for one in data["tables"]]
    (one,) = data["watched"]
    assert (table, "madeup") == (one["id"], one["game"])
    assert ["well played", "see you"] == [line["text"] for line in one["chat"]]
    person = ann.get("/api/me").json["id"]
    assert 200 == ann.post("/api/account/delete", name="Hana").status
    home.until(lambda: not home.run(home.site.store.spoken_at(person, 9)))


def test_all_studies_can_be_taken_along(home: House) -> None:
    """Those after the first page of a list too: their own, and those of others."""
    ann, bob = home.browser(), home.browser()
    keep(ann, "Hana")
    keep(bob, "Bob")
    titles = {f"Study {n}" for n in range(PAGE + 3)}
    for title in titles:
        assert 200 == ann.post("/api/studies", title=title).status
        id = bob.post("/api/studies", title=title).json["id"]
        assert 200 == bob.post(f"/api/studies/{id}/members", name="Hana").status
    data = ann.get("/api/account/data").json
    assert titles == {one["title"] for one in data["studies"]}
    assert titles == {title for _, title in data["studies_joined"]}


def test_a_study_removed_meanwhile_is_left_out(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The document ended in its middle."""
    ann = home.browser()
    keep(ann, "Hana")
    home.only()
    studies = home.site.studies
    ids = [ann.post("/api/studies", title=title).json["id"] for title in ("Gone", "Kept")]
    find = studies.find

    async def found(id: str) -> Any:
        if id == ids[1]:
            await studies.remove(ids[0])
        return await find(id)

    monkeypatch.setattr(studies, "find", found)
    assert ["Kept"] == [one["title"] for one in ann.get("/api/account/data").json["studies"]]


# ---------------------------------------------------------------- misused passkeys


def test_an_answer_is_good_once(home: House) -> None:
    """The same assertion again, and one for a challenge that was never issued, are refused."""
    ann = home.browser()
    device = keep(ann, "Hana")
    thief = home.browser()
    options = thief.post("/api/login/begin").json
    shown = device.show(options)
    assert 200 == thief.post("/api/login", credential=shown).status
    thief.post("/api/logout")
    assert "no-login" == thief.post("/api/login", credential=shown).problem
    made_up = device.show({"rpId": "localhost", "challenge": "AAAAAAAAAAAAAAAAAAAAAA"})
    assert "no-login" == thief.post("/api/login", credential=made_up).problem


def test_an_answer_is_for_the_browser_that_was_asked(home: House) -> None:
    """An intercepted one is useless elsewhere; nor does a login's challenge make a passkey."""
    ann, thief = home.browser(), home.browser()
    device = keep(ann, "Hana")
    ann.post("/api/logout")
    thief.get("/api/me")
    shown = device.show(ann.post("/api/login/begin").json)
    assert "no-login" == thief.post("/api/login", credential=shown).problem
    options = thief.post("/api/login/begin").json
    making = {"rp": {"id": "localhost"}, "user": {"id": "x"}, "challenge": options["challenge"]}
    made = Authenticator().make(making)
    answer = thief.post("/api/account/passkeys", credential=made, name="Eve")
    assert "no-login" == answer.problem


@pytest.mark.parametrize("origin", ["http://localhost.evil.example", "https://localhost"])
def test_an_answer_from_another_site_is_refused(home: House, origin: str) -> None:
    """A phishing page gets one that names the site where it was made."""
    ann = home.browser()
    device = keep(ann, "Hana")
    device.origin = origin
    assert "no-login" == log_in(home.browser(), device).problem


def test_a_copied_authenticator_is_found_out(home: House) -> None:
    """Its counter does not rise."""
    ann = home.browser()
    device = keep(ann, "Hana")
    assert 200 == log_in(home.browser(), device).status
    assert 200 == log_in(home.browser(), device).status
    device.count = 0
    assert "no-login" == log_in(home.browser(), device).problem


def test_an_authenticator_need_not_count(home: House) -> None:
    ann = home.browser()
    device = keep(ann, "Hana", counts=False)
    for _ in range(3):
        assert 200 == log_in(home.browser(), device).status


def test_another_key_does_not_sign_for_it(home: House) -> None:
    ann = home.browser()
    device = keep(ann, "Hana")
    device.key = Authenticator().key
    assert "no-login" == log_in(home.browser(), device).problem


def test_a_login_stays_fresh_when_others_change(home: House) -> None:
    """News of people may come from another process while a request is answered.

    Seen with three processes: a moderator who had just logged in was told to log in again.
    """
    ann = home.browser()
    keep(ann, "Hana")
    ann.get("/api/me")
    known = [(site, key) for site in home.sites for key in site.sessions._known]
    assert known
    for site, key in known:
        home.run(site.sessions.renew())
        assert 0 < site.sessions.begun(key)


def test_a_challenge_grows_old(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, clock = home.browser(), home.site.tables.clock
    device = keep(ann, "Hana")
    bob = home.browser()
    options = bob.post("/api/login/begin").json
    for site in home.sites:
        monkeypatch.setattr(site.accounts, "_clock", lambda: clock() + 6 * 60_000)
    assert "no-login" == bob.post("/api/login", credential=device.show(options)).problem


def test_where_there_can_be_no_passkeys_it_is_said(tmp_path: Path) -> None:
    """Browsers do not make any for plain http, or for numeric addresses."""
    for n, origin in enumerate(("http://honjin.example", "https://127.0.0.1", "https://[::1]:80")):
        with open_house(tmp_path / str(n), origin=origin) as house:
            assert "no-passkeys" == house.browser().post("/api/login/begin").problem, origin


# ---------------------------------------------------------------- a closed club


def test_a_closed_club_is_for_reading(tmp_path: Path) -> None:
    """Until a guest has an invitation; the uses of an invitation are counted."""
    with open_house(tmp_path, origin=ORIGIN, club="invited") as house:
        ann, bob = house.browser(), house.browser()
        assert ann.get("/api/me").json["closed"]
        assert "not-member" == ann.post("/api/tables", game="madeup", seats=[]).problem
        assert "not-member" == ann.post("/api/account/passkeys/begin", name="Ann").problem
        for path in ("/api/games", "/api/tables", "/api/games/madeup/rules"):
            assert 200 == ann.get(path).status
        code = invited(house, 1)
        assert "no-login" == ann.post("/api/invitations/use", code="abcdefghjkmn").problem
        assert "closed" not in ann.post("/api/invitations/use", code=code).json
        assert "no-login" == bob.post("/api/invitations/use", code=code).problem
        table = ann.open(seats="mo")
        assert "not-member" == bob.sit(table, 1).problem
        keep(ann, "Hana")
        made = ann.post("/api/invitations", uses=2, note="friends").json
        assert ("friends", 2, 2) == (
            made["invitations"][0]["note"], made["invitations"][0]["left"], made["more"],
        )  # fmt: skip
        assert 200 == bob.post("/api/invitations/use", code=made["invitations"][0]["code"]).status
        assert 200 == bob.sit(table, 1).status


def invited(house: House, uses: int) -> str:
    from honjin.server.people.accounts.invitations import invite

    now = house.site.now()
    return str(house.run(house.site.store.change(lambda c: invite(c, "", uses, now))).code)


def test_a_member_makes_so_many_invitations(tmp_path: Path) -> None:
    """A withdrawn one lets nobody in, and makes room for another."""
    with open_house(tmp_path, origin=ORIGIN, club="invited", invitations=1) as house:
        ann = house.browser()
        ann.post("/api/invitations/use", code=invited(house, 1))
        keep(ann, "Hana")
        code = ann.post("/api/invitations").json["invitations"][0]["code"]
        assert "too-many" == ann.post("/api/invitations").problem
        assert [] == ann.post("/api/invitations/withdraw", code=code).json["invitations"]
        assert "no-login" == house.browser().post("/api/invitations/use", code=code).problem
        assert 200 == ann.post("/api/invitations").status


def test_requests_at_once_make_no_more_invitations(database: str, tmp_path: Path) -> None:
    """Each counted what was there before any of them, so a member could make any number."""
    with open_house(
        tmp_path, database=database, origin=ORIGIN, club="invited", invitations=2
    ) as house:
        ann = house.browser()
        ann.post("/api/invitations/use", code=invited(house, 1))
        keep(ann, "Hana")
        kind = {"content-type": "application/json"}

        async def at_once() -> list[Answer]:
            posts = (ann._call("POST", "/api/invitations", b"{}", kind) for _ in range(8))
            return await asyncio.gather(*posts)

        assert 2 == sum(one.status == 200 for one in house.run(at_once()))
        assert 2 == len(ann.get("/api/invitations").json["invitations"])


def test_a_guest_uses_an_invitation_once(database: str, tmp_path: Path) -> None:
    """A double click used it twice, or was refused although the guest had come in."""
    with open_house(tmp_path, database=database, origin=ORIGIN, club="invited") as house:
        kind = {"content-type": "application/json"}
        for uses in (1, 3):
            ann = house.browser()
            ann.get("/api/me")
            body = json.dumps({"code": invited(house, uses)}).encode()

            async def twice(
                ann: Browser = ann, body: bytes = body, kind: dict[str, str] = kind
            ) -> list[Answer]:
                path = "/api/invitations/use"
                return await asyncio.gather(*(ann._call("POST", path, body, kind) for _ in "12"))

            assert [200, 200] == [one.status for one in house.run(twice())]
        left = house.run(house.site.store.ask(lambda one: [e.left for e in invitations(one)]))
        assert [0, 2] == sorted(left)


def test_a_deleted_account_gets_no_name_again(club: House) -> None:
    """By a request that another process answers in the same moment."""
    ann = club.browser()
    keep(ann, "Hana")
    who = ann.get("/api/me").json["id"]
    assert 200 == ann.post("/api/account/delete", name="Hana").status
    with pytest.raises(NoAccount):
        club.run(club.site.accounts.rename(who, "Hanako"))
    found = club.run(club.site.people.find([who]))
    assert "" == found[who].name
    other = club.browser()
    keep(other, "Hanako")
    assert "Hanako" == other.get("/api/me").json["name"]
