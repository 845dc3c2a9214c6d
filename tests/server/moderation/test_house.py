"""Administrators and moderators: what each may do, and that nobody else notices."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from authenticator import ORIGIN, Authenticator
from honjin.server.moderation import acts
from honjin.server.people.requests import FRESH
from honjin.server.people.route import Route
from honjin.server.people.standing.audit import TERMINAL, By, log_act
from honjin.server.people.standing.roles import Role
from honjin.server.routes import ROUTES
from honjin.server.web.limits import Limits
from honjin.server.work.steady import now_ms
from places import ROOT
from server.accounts.test_accounts import keep, log_in
from server.finding.test_pools import DAYS, looks, people_apart, seeks, stands
from server.moderation.test_hides import id_of, named
from server.site_client import Answer, Browser, House, open_house, two_at_table

HIDDEN = [route for route in ROUTES if route.role]


class Later:
    """A clock that can be advanced."""

    ahead = 0

    def __call__(self) -> int:
        return now_ms() + self.ahead


@pytest.fixture
def clock() -> Later:
    return Later()


@pytest.fixture
def club(database: str, tmp_path: Path, clock: Later) -> Iterator[House]:
    with open_house(tmp_path, database=database, origin=ORIGIN, clock=clock) as found:
        yield found


@pytest.fixture
def home(tmp_path: Path, clock: Later) -> Iterator[House]:
    with open_house(tmp_path, origin=ORIGIN, clock=clock) as found:
        yield found


def give(house: House, browser: Browser, role: Role | None) -> None:
    """Give a person a role, as from the terminal."""
    write = partial(acts.set_role, by=TERMINAL, who=id_of(browser), role=role, now=house.site.now())
    house.run(house.site.moderation.ask(write))


def helper(house: House, name: str, role: Role) -> tuple[Browser, Authenticator]:
    """A person with a role."""
    found = house.browser()
    device = keep(found, name)
    give(house, found, role)
    return found, device


def admin(house: House, name: str = "Aki", role: Role = "admin") -> Browser:
    return helper(house, name, role)[0]


def entries(browser: Browser) -> list[tuple[str, str, str]]:
    """The moderation log as (who, what, to whom), the oldest first."""
    found = browser.get("/api/admin/log").json["entries"]
    return [(one["by_name"], one["did"], one["name"]) for one in reversed(found)]


# ---------------------------------------------------------------- access


@pytest.mark.slow_after(4)
@pytest.mark.parametrize("route", HIDDEN, ids=lambda route: f"{route.method} {route.path}")
def test_to_others_these_addresses_do_not_exist(home: House, route: Route) -> None:
    """For a guest, an account, a program, with any method and body: as if nothing were there."""
    guest, user = named(home, "Gus"), home.browser()
    keep(user, "Uma")
    secret = guest.post("/api/tokens", name="x", scopes=["read"]).json["secret"]
    path = route.path.replace("{who}", "0123456789abcdef")
    for one, headers in (
        (guest, {}),
        (user, {}),
        (user, {"origin": "http://evil"}),
        (home.browser(), {"authorization": f"Bearer {secret}"}),
    ):
        for method in ("GET", "POST", "PUT"):
            for body in (b"", b"{}", b"x" * 100_000):
                answer = one.call(method, path, body, headers)
                known = one.call(method, "/api/admin/nothing", body, headers)
                assert (404, "unknown-path") == (answer.status, answer.problem)
                assert known.body.replace(b"/api/admin/nothing", path.encode()) == answer.body


def test_a_moderator_sees_less_than_an_admin(home: House) -> None:
    """Administrators' routes do not exist for moderators either."""
    mod = admin(home, "Mio", "moderator")
    for route in HIDDEN:
        path = route.path.replace("{who}", id_of(mod))
        answer = mod.call(route.method, path, b"{}", {"content-type": "application/json"})
        is_unknown = answer.status == 404 and answer.problem == "unknown-path"
        assert is_unknown == (route.role == "admin"), route


def test_a_role_that_was_taken_is_gone_at_once(home: House) -> None:
    """It is checked for each request; a deleted account has none either."""
    aki = admin(home)
    assert "admin" == aki.get("/api/admin").json["role"]
    give(home, aki, None)
    assert "unknown-path" == aki.get("/api/admin").problem


def test_changes_need_a_log_in_of_the_last_minutes(home: House, clock: Later) -> None:
    """A quarter of an hour later only reading works; after another login, changing too."""
    aki, device = helper(home, "Aki", "admin")
    table = named(home, "Bob").open(seats="mo")
    clock.ahead += FRESH + 60_000
    assert 200 == aki.get("/api/admin/tables").status
    wish = {"table": table, "reason": "abuse"}
    assert "not-fresh" == aki.post("/api/admin/tables/end", **wish).problem
    log_in(aki, device)
    assert 200 == aki.post("/api/admin/tables/end", **wish).status


def test_what_matters_of_an_account_needs_it_too(home: House, clock: Later) -> None:
    """Another passkey, recovery codes, deleting the account; a guest needs no login."""
    ann = home.browser()
    device = keep(ann, "Hana")
    clock.ahead += FRESH + 60_000
    for path, more in (
        ("/api/account/passkeys/begin", {}),
        ("/api/account/codes", {}),
        ("/api/account/delete", {"name": "Hana"}),
    ):
        assert "not-fresh" == ann.post(path, **more).problem
    log_in(ann, device)
    assert 200 == ann.post("/api/account/delete", name="Hana").status


# ---------------------------------------------------------------- tables


def test_an_admin_ends_a_table(club: House) -> None:
    """All players there see the reason; nobody has won, and the game is in no history."""
    aki = admin(club)
    ann, bob, table = two_at_table(club)
    told = aki.post("/api/admin/tables/end", table=table, reason="cheating", note="seen").json
    assert [("over", table)] == [(one["status"], one["id"]) for one in told["tables"]]
    for one in (ann, bob, club.browser()):
        view = one.get(f"/api/tables/{table}").json
        assert ("over", "cheating", False) == (
            view["status"], view["dissolved"], "outcome" in view,
        )  # fmt: skip
        assert [("ended", "cheating")] == [(line["what"], line["text"]) for line in view["chat"]]
    assert "over" == ann.act(table, 0, "bid1", 9).problem
    assert "over" == ann.post(f"/api/tables/{table}/rematch").problem
    club.recorded()
    assert [] == ann.get("/api/history").json["games"]
    assert "over" == aki.post("/api/admin/tables/end", table=table, reason="other").problem
    assert ("Aki", "end", "madeup") in entries(aki)


def test_an_ended_table_stays_so_when_it_is_replayed(club: House) -> None:
    """It is in the journal like everything else."""
    aki, (ann, _, table) = admin(club), two_at_table(club)
    aki.post("/api/admin/tables/end", table=table, reason="fault")
    found = club.run(club.site.tables.archive.look(table))[0]
    club.site.tables.drop(club.run(club.site.tables.ready(table)))
    assert "fault" == found.dissolved == ann.get(f"/api/tables/{table}").json["dissolved"]


def test_a_hidden_table_is_not_in_the_lobby(club: House) -> None:
    """Its game continues; it can be shown again, unless its opener made it private."""
    mod, ann, bob = admin(club, "Mio", "moderator"), named(club, "Ann"), named(club, "Bob")
    table = ann.open(seats="mo")

    def listed() -> bool:
        return table in [row["id"] for row in bob.get("/api/tables").json["tables"]]

    assert listed()
    wish = {"table": table, "hidden": True}
    assert mod.post("/api/admin/tables/hide", **wish).json["tables"][0]["unlisted"]
    assert not listed()
    mod.post("/api/admin/tables/hide", table=table, hidden=False)
    assert listed()


def test_tables_are_listed_page_by_page(home: House) -> None:
    """By status, with nothing about their games."""
    aki, ann = admin(home), named(home, "Ann")
    made = [ann.open(seats="mo") for _ in range(55)] + [ann.get("/api/tables").json["yours"]]
    first = aki.get("/api/admin/tables?status=open").json
    second = aki.get(f"/api/admin/tables?status=open&before={first['after']}").json
    ids = [one["id"] for page in (first, second) for one in page["tables"]]
    assert 50 == len(first["tables"])
    assert {one for one in made if isinstance(one, str)} <= set(ids)
    assert len(ids) == len(set(ids))
    keys = {"id", "game", "status", "seats", "changed"}
    assert keys == set(first["tables"][0]) - {"unlisted"}
    assert "unreadable" == aki.get("/api/admin/tables?before=x").problem
    assert "unreadable" == aki.get("/api/admin/tables?status=x").problem


# ---------------------------------------------------------------- people


@pytest.mark.parametrize("neighbours", [False, True])
def test_a_suspended_guest_does_not_come_back_as_another(
    tmp_path: Path, clock: Later, neighbours: bool
) -> None:
    """Never in the same browser, nor for a day from its address; earlier neighbours may play."""
    wish: dict[str, Any] = {"game": "madeup", "seats": [{"kind": "me"}] * 2}
    with open_house(tmp_path, origin=ORIGIN, clock=clock, neighbours=neighbours) as house:
        aki = admin(house)
        bob, old, far = (house.browser() for _ in range(3))
        bob.address = old.address = "10.1.1.1"
        for one in (bob, old):
            one.get("/api/me")
            assert 200 == one.post("/api/tables", **wish).status
        house.flushed()
        clock.ahead += 1000
        until = clock() + 10 * 24 * 3600 * 1000
        assert 200 == suspend(aki, id_of(bob), "play", until).status
        again, near = house.browser(), house.browser()
        again.device, again.address, near.address = bob.device, "10.9.9.9", bob.address
        assert "suspended" == again.post("/api/tables", **wish).problem
        assert "suspended" == again.post("/api/account/passkeys/begin", name="Bo").problem
        assert (200 if neighbours else 403) == near.post("/api/tables", **wish).status
        for one in (old, far):
            assert 200 == one.post("/api/tables", **wish).status
        clock.ahead += 25 * 3600 * 1000
        assert 200 == near.post("/api/tables", **wish).status
        assert "suspended" == again.post("/api/tables", **wish).problem


def suspend(browser: Browser, who: str, what: str, until: int) -> Answer:
    wish = {"who": who, "what": what, "until": until, "reason": "insult", "told": "calm down"}
    return browser.post("/api/admin/people/suspend", **wish)


def test_who_may_not_play_is_given_no_game_by_a_pool(home: House, clock: Later) -> None:
    """A person who waits already keeps the place, and gets a game when that is over."""
    aki = admin(home)
    ann, bob = people_apart(home, 2)
    for one in (ann, bob):
        seeks(one, DAYS)
    until = clock() + 3_600_000
    assert 200 == suspend(aki, id_of(bob), "play", until).status
    looks(home)
    assert ["table" in stands(one) for one in (ann, bob)] == [False, False]
    clock.ahead += 3_700_000
    looks(home)
    [game] = playing(ann)
    assert [game] == playing(bob)


def playing(one: Browser) -> list[str]:
    """A person's tables. The queue is left when the next look finds that the game has begun."""
    return [row["id"] for row in one.get("/api/tables").json["yours"]]


def test_who_may_not_chat_is_told_why_and_until_when(club: House, clock: Later) -> None:
    """Everything else works; afterwards chat is open again."""
    mod, ann, bob = admin(club, "Mio", "moderator"), named(club, "Ann"), named(club, "Bob")
    table = ann.open(seats="mo")
    until = clock() + 3_600_000
    details = suspend(mod, id_of(bob), "chat", until).json
    assert [("chat", until)] == [
        (one["what"], one["until"]) for one in details["person"]["suspended"]
    ]
    answer = bob.post(f"/api/tables/{table}/chat", text="boo")
    assert (403, "suspended") == (answer.status, answer.problem)
    told = {"what": "chat", "until": until, "reason": "insult", "told": "calm down"}
    assert [told] == bob.get("/api/me").json["suspended"]
    assert 200 == bob.sit(table, 1).status
    clock.ahead += 3_600_001
    assert 200 == bob.post(f"/api/tables/{table}/chat", text="hi").status


def test_who_may_not_play_finishes_what_is_under_way(club: House, clock: Later) -> None:
    """No table opened, no seat taken; once lifted, all is as before. Only an administrator may."""
    aki, mod = admin(club), admin(club, "Mio", "moderator")
    ann, bob, table = two_at_table(club)
    other, until = ann.open(seats="mo"), clock() + 3_600_000
    assert "no-account" == suspend(mod, id_of(bob), "play", until).problem
    assert 200 == suspend(aki, id_of(bob), "play", until).status
    wish = {"game": "madeup", "options": {}, "seats": [{"kind": "me"}]}
    assert "suspended" == bob.post("/api/tables", **wish).problem
    assert "suspended" == bob.sit(other, 1).problem
    bob.do(table, 1, "bid1")
    assert 200 == suspend(aki, id_of(bob), "play", 0).status
    assert 200 == bob.sit(other, 1).status
    assert [("Aki", "suspend"), ("Aki", "lift")] == [one[:2] for one in entries(aki)][-2:]


def test_a_guest_is_given_another_name(club: House) -> None:
    """At once, and at tables; the old one cannot be taken again, any other can."""
    aki, bob = admin(club), named(club, "Rude")
    table = bob.open(seats="mo")
    assert 200 == aki.post("/api/admin/people/rename", who=id_of(bob), name="Polite").status
    assert "Polite" == bob.get("/api/me").json["name"]
    assert "Polite" == aki.view(table).seats[0].name
    assert "bad-name" == bob.post("/api/me", name="RUDE").problem
    assert 200 == bob.post("/api/me", name="Bob").status
    assert "Bob" == bob.get("/api/me").json["name"]


def test_an_account_is_given_another_name_and_logged_out(club: House) -> None:
    """Other people's names are refused, and guests' names."""
    aki, uma = admin(club), club.browser()
    keep(uma, "Rude")
    who = id_of(uma)
    for name, kind in (("Aki", "name-taken"), ("Guest 12", "bad-name")):
        assert kind == aki.post("/api/admin/people/rename", who=who, name=name).problem
    details = aki.post("/api/admin/people/rename", who=who, name="Polite").json
    assert ("Polite", ["Rude"]) == (details["person"]["name"], details["names"])
    club.site.sessions.forget_names(who)
    assert "Polite" == uma.get("/api/me").json["name"]
    assert "sessions" not in aki.post("/api/admin/people/log-out", who=who).json
    assert "account" not in uma.get("/api/me").json


def test_those_with_a_role_are_left_to_admins(home: House) -> None:
    """And nobody decides about themselves; a guest cannot have a role."""
    aki, mod = admin(home), admin(home, "Mio", "moderator")
    other = admin(home, "Oto", "moderator")
    for by, about in ((mod, aki), (mod, other), (aki, aki)):
        assert "no-account" == suspend(by, id_of(about), "chat", now_ms() + 1_000_000).problem
    gus = named(home, "Gus")
    assert "no-account" == aki.post("/api/admin/people/role", who=id_of(gus), role="admin").problem
    wish = {"who": id_of(other), "role": None}
    assert 200 == aki.post("/api/admin/people/role", **wish).status
    assert "unknown-path" == other.get("/api/admin").problem


def test_people_are_found_by_a_part_of_the_name(club: House) -> None:
    """In any spelling; or by id. No addresses are shown, and nothing about their games."""
    aki = admin(club)
    ann = named(club, "Ａnnette")
    club.flushed()
    for find in ("annet", "NETTE", id_of(ann)):
        found = aki.get(f"/api/admin/people?find={find}").json["people"]
        assert [id_of(ann)] == [one["who"] for one in found]
    details = aki.get(f"/api/admin/people/{id_of(ann)}").json
    assert "guest" == details["person"]["kind"]
    assert 1 == len(details["tables"])
    assert "unknown-person" == aki.get("/api/admin/people/nobody").problem


# ---------------------------------------------------------------- limits, log


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_limit_has_a_name(lang: str) -> None:
    """On the page, in both languages; and no name is of a limit that there is not."""
    words = json.loads((ROOT / f"web/src/i18n/order.{lang}.json").read_text("utf-8"))
    start = "house.limit.of."
    named = {key.removeprefix(start) for key in words if key.startswith(start)}
    assert {kind for kind, _ in Limits().all()} == named


def test_refusals_are_counted_by_kind(tmp_path: Path) -> None:
    """Over all processes, and across restarts."""
    with open_house(tmp_path, origin=ORIGIN, limits=True) as house:
        aki, ann = admin(house), house.browser()
        table, anybody = ann.open(seats="mo"), house.apps
        house.only()  # each process counts for itself
        for n in range(12):
            ann.post(f"/api/tables/{table}/chat", text=f"line {n}")
        house.apps = anybody[::-1][:1]
        told = {one["kind"]: one for one in aki.get("/api/admin/limits").json["limits"]}
        assert (8, 2_000, 4, 4) == tuple(
            told["chat"][key] for key in ("burst", "every", "today", "month")
        )
    with open_house(tmp_path, origin=ORIGIN, limits=True) as house:
        again = admin(house, "Bea")
        told = {one["kind"]: one for one in again.get("/api/admin/limits").json["limits"]}
        assert 4 == told["chat"]["today"]


def test_the_log_only_grows(home: House) -> None:
    """No route changes or removes a line; it is read page by page."""
    aki, ann = admin(home), named(home, "Ann")
    table = ann.open(seats="mo")
    for n in range(52):
        aki.post("/api/admin/tables/hide", table=table, hidden=n % 2 == 0)
    first = aki.get("/api/admin/log").json
    rest = aki.get(f"/api/admin/log?before={first['after']}").json
    assert (50, 3) == (len(first["entries"]), len(rest["entries"]))
    assert ("", "role", "Aki") == tuple(rest["entries"][-1][key] for key in ("by", "did", "name"))


def test_names_of_deleted_accounts_leave_the_log(club: House) -> None:
    """And reports that they decided: moderators and others were named for two years."""
    aki, mio, uma = admin(club), admin(club, "Mio", "moderator"), club.browser()
    keep(uma, "Rude")
    aki.post("/api/admin/people/rename", who=id_of(uma), name="Polite")
    wish = {"kind": "name", "reason": "name", "who": id_of(uma)}
    number = named(club, "Ann").post("/api/reports", **wish).json["reports"][0]["id"]
    decision = {"id": number, "outcome": "warned", "note": "once"}
    assert 200 == mio.post("/api/admin/reports/decide", **decision).status
    assert ("Mio", "decide", "Polite") == entries(aki)[-1]
    moderator = id_of(mio)
    assert 200 == mio.post("/api/account/delete", name="Mio").status
    assert 200 == uma.post("/api/account/delete", name="Polite").status
    assert [
        ("", "role", "Aki"), ("", "role", ""), ("Aki", "rename", ""), ("", "decide", ""),
    ] == entries(aki)  # fmt: skip
    log = aki.get("/api/admin/log")
    assert (moderator, f"{number} warned. once") == tuple(
        log.json["entries"][0][key] for key in ("by", "note")
    )
    done = aki.get("/api/admin/reports?done=yes")
    assert "decider" not in done.json["reports"][0]
    assert not [x for x in (b"Mio", b"Rude", b"Polite") if x in log.body + done.body]


def test_names_that_were_left_in_the_log_are_found_later(home: House) -> None:
    """Of accounts that were deleted under an earlier version, or while another process acted."""
    aki, mio = admin(home), admin(home, "Mio", "moderator")
    late = partial(log_act, by=By(id_of(mio), "Mio"), did="lift", about=id_of(mio), name="Mio")
    assert 200 == mio.post("/api/account/delete", name="Mio").status
    home.run(home.site.store.change(partial(late, now=now_ms())))
    assert ("Mio", "lift", "Mio") == entries(aki)[-1]
    home.run(home.site.moderation.tidy())
    assert ("", "lift", "") == entries(aki)[-1]


@pytest.mark.parametrize("route", [one for one in HIDDEN if one.body], ids=lambda one: one.path)
def test_junk_of_an_admin_changes_nothing(home: House, route: Route) -> None:
    """Bodies that are too large, from another origin, malformed, or about nobody."""
    aki = admin(home)
    post: Callable[..., Answer] = partial(aki.call, "POST", route.path)
    kind = {"content-type": "application/json"}
    before = entries(aki)
    assert "too-large" == post(b"x" * 70_000, kind).problem
    assert "wrong-origin" == post(b"{}", kind | {"origin": "http://evil"}).problem
    assert "unreadable" == post(b"{}", {"content-type": "text/plain"}).problem
    for junk in (b"", b"{}", b"[]", b"\xff", b'{"who":7}', b"[" * 30_000):
        assert "unreadable" == post(junk, kind).problem
    wish: dict[str, Any] = {
        "table": "aaaaaaaaaaaa", "reason": "other", "hidden": True, "who": "0123456789abcdef",
        "what": "chat", "until": 0, "name": "X", "role": "admin", "id": 7, "outcome": "nothing",
        "study": "aaaaaaaaaaaa",
    }  # fmt: skip
    assert route.body is not None
    told = {key: wish[key] for key in route.body.__struct_fields__ if key in wish}
    if route.path.endswith("suspend"):
        told["reason"] = "insult"
    answer = post(json.dumps(told).encode(), kind)
    assert answer.problem in (
        "unknown-table", "unknown-person", "unknown-report", "unknown-study",
    )  # fmt: skip
    assert before == entries(aki)
