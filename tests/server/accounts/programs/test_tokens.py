"""Tokens: made, shown once, listed, revoked; the scopes; the labels of programs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from honjin.server.people.accounts.logins import hashed
from honjin.server.people.programs.scopes import OPENS, scope_of
from honjin.server.people.programs.tokens import API_TOKENS, MAX_TOKENS, PROGRAMS, forget
from honjin.server.routes import ROUTES
from honjin.server.web.limits import Limits
from server.program_client import ALL, Program, program
from server.site_client import Browser, House, open_house
from server.tables.test_live import Stream


@pytest.fixture
def anywhere(tmp_path: Path, database: str) -> Any:
    """A site on each kind of database."""
    with open_house(tmp_path, database=database) as house:
        yield house


def test_a_token_is_shown_once_and_kept_as_a_hash(anywhere: House) -> None:
    """Only the answer that makes it contains it; neither the list nor the database does."""
    ann = anywhere.browser()
    ann.get("/api/me")
    made = ann.post("/api/tokens", name=" my  bot ", scopes=["play", "read", "read"])
    secret = made.json["secret"]
    assert secret.startswith("hnj_")
    (listed,) = ann.get("/api/tokens").json["tokens"]
    assert {**listed, "name": "my bot", "scopes": ["read", "play"]} == listed
    assert secret not in ann.get("/api/tokens").body.decode()

    def read(connection: sa.Connection) -> list[Any]:
        return [tuple(row) for row in connection.execute(sa.select(API_TOKENS))]

    (row,) = anywhere.run(anywhere.site.store.ask(read))
    assert hashed(secret) in row
    assert not any(secret in str(value) for value in row)


def test_a_token_acts_for_its_person(anywhere: House) -> None:
    """The caller is that person, by the current name; no cookie comes back."""
    ann, robo = program(anywhere, "Ann")
    told = robo.get("/api/me")
    assert ann.get("/api/me").json == told.json
    assert told.json["program"]
    assert "set-cookie" not in told.headers
    ann.post("/api/me", name="Anne")
    assert "Anne" == robo.get("/api/me").json["name"]


def test_a_revoked_token_is_refused_at_once(anywhere: House) -> None:
    """It disappears from the list, and its streams end; the person's other tokens stay."""
    anywhere.only()  # streams at other processes end within five seconds
    ann, robo = program(anywhere)
    other = Program(anywhere, ann.post("/api/tokens", name="b", scopes=["read"]).json["secret"])
    stream = Stream(robo, "/api/stream")
    first = min(ann.get("/api/tokens").json["tokens"], key=lambda one: one["name"] != "laptop")
    left = ann.post("/api/tokens/revoke", id=first["id"]).json["tokens"]
    assert ["b"] == [one["name"] for one in left]
    refused = robo.get("/api/me")
    assert (401, "unknown-token") == (refused.status, refused.problem)
    assert 'Bearer realm="honjin", error="invalid_token"' == refused.headers["www-authenticate"]
    anywhere.wait()
    assert stream.task.done()
    assert other.get("/api/me").status == 200
    assert ann.post("/api/tokens/revoke", id=first["id"]).problem == "unknown-token"


def test_nobody_revokes_tokens_of_others(house: House) -> None:
    """They are unknown to them."""
    ann, robo = program(house)
    number = ann.get("/api/tokens").json["tokens"][0]["id"]
    bob = house.browser()
    bob.get("/api/me")
    assert bob.post("/api/tokens/revoke", id=number).problem == "unknown-token"
    assert [] == bob.get("/api/tokens").json["tokens"]
    assert robo.get("/api/me").status == 200


def test_a_token_revoked_elsewhere_ends_its_streams(house: House) -> None:
    """Another process revoked it: the next check of the database finds out."""
    ann, robo = program(house)
    stream = Stream(robo, "/api/stream")
    person = ann.get("/api/me").json["id"]
    house.run(house.site.store.change(lambda connection: forget(connection, person)))
    house.every(lambda site: site.tokens._look())
    house.wait()
    assert stream.task.done()
    assert "unknown-token" == robo.get("/api/me").problem


def test_there_are_so_many_tokens_at_most(house: House) -> None:
    """The list of a person is bounded."""
    ann = house.browser()
    ann.get("/api/me")
    made = [ann.post("/api/tokens", name="x", scopes=["read"]) for _ in range(MAX_TOKENS + 1)]
    assert [200] * MAX_TOKENS + [429] == [one.status for one in made]


def test_the_last_use_is_told(house: House) -> None:
    """Within a minute; written in the background."""
    now = 1_000_000_000
    for site in house.sites:
        site.tokens._clock = lambda: now
    ann, robo = program(house)
    assert "used" not in ann.get("/api/tokens").json["tokens"][0]
    robo.get("/api/me")
    house.every(lambda site: site.tokens.close())
    assert now == ann.get("/api/tokens").json["tokens"][0]["used"]
    now += 30_000
    robo.get("/api/me")
    assert not house.site.tokens._notes


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, 7])
def test_tokens_have_names(shared: House, name: Any) -> None:
    """Of one to forty characters."""
    ann = shared.browser()
    assert ann.post("/api/tokens", name=name, scopes=["read"]).problem == "unreadable"


@pytest.mark.parametrize("scopes", [[], ["admin"], ["read"] * 4, "read", None])
def test_scopes_are_a_closed_list(shared: House, scopes: Any) -> None:
    """At least one, and only existing ones."""
    ann = shared.browser()
    assert ann.post("/api/tokens", name="x", scopes=scopes).problem == "unreadable"


# ---- scopes


def test_the_list_of_scopes_names_routes() -> None:
    """Each entry is a route, once; routes that change a person or a token are in none."""
    there = [f"{route.method} {route.path}" for route in ROUTES]
    listed = [path for paths in OPENS.values() for path in paths]
    assert [] == [path for path in listed if path not in there]
    assert len(set(listed)) == len(listed)
    closed = ("/api/me", "/api/tokens", "/api/tokens/revoke", "/api/me/program", "/api/records")
    posts = [route for route in ROUTES if route.method == "POST" and route.path in closed]
    assert [None] * len(closed) == [scope_of(route) for route in posts]


@pytest.mark.parametrize("scope", ALL)
def test_a_token_opens_its_scope_and_no_more(house: House, scope: str) -> None:
    """Every route with every scope: 403 with the required one, before anything is read."""
    _, robo = program(house, scopes=[scope])
    ways = {"id": "a" * 12, "n": "1", "key": "madeup", "game": "madeup"}
    for route in ROUTES:
        needed = scope_of(route)
        if needed == scope or route.is_public or route.path.endswith(("/stream",)):
            continue
        path = re.sub(r"{(\w+)}", lambda part: ways.get(part[1], "x"), route.path)
        answer = robo.call(route.method, path, b"{}", {"content-type": "application/json"})
        if route.role:
            assert "unknown-path" == answer.problem, route
            continue
        assert "out-of-scope" == answer.problem, route
        assert 'error="insufficient_scope"' in answer.headers["www-authenticate"]
        assert not needed or f'scope="{needed}"' in answer.headers["www-authenticate"]


def test_any_token_opens_what_is_public(house: House) -> None:
    """The games, their rules, and the OpenAPI document."""
    _, robo = program(house, scopes=["play"])
    for path in ("/api/games", "/api/games/madeup", "/api/openapi.json"):
        assert robo.get(path).status == 200


def test_a_token_is_not_taken_from_the_address(house: House) -> None:
    """It is refused whoever calls, and not repeated."""
    ann, robo = program(house)
    for path in ("/api/me", "/api/games", "/api/tables"):
        for name in ("access_token", "token", "x"):
            told = house.browser().get(f"{path}?{name}={robo.token}")
            assert "unreadable" == told.problem
            assert robo.token not in told.body.decode()
    assert ann.get("/api/me").status == 200


def test_a_token_beside_a_cookie_is_refused(house: House) -> None:
    """A caller is one person: it is never in doubt who acts."""
    ann, robo = program(house)
    robo.cookie = ann.cookie
    assert "unreadable" == robo.get("/api/me").problem
    assert "unreadable" == robo.post("/api/tables", game="madeup").problem


@pytest.mark.parametrize(
    "header",
    ["", "x", "Bearer", "Bearer ", "Bearer hnj_", "Basic aG5qOng=", "Bearer hnj_" + "a" * 43,
     "Bearer hnj_" + "a" * 42 + "\u00ff", "Bearer  hnj_" + "a" * 43, "Token hnj_" + "a" * 43,
     "Bearer hnj_" + "a" * 9_000],
)  # fmt: skip
def test_what_is_no_token_is_nobody(shared: House, header: str) -> None:
    """Refused with 401, and never a guest; an empty header counts as none."""
    answer = shared.browser().get("/api/me", authorization=header)
    if not header:
        assert answer.status == 200
        return
    assert (401, "unknown-token") == (answer.status, answer.problem)
    assert "set-cookie" not in answer.headers


# ---- programs


def test_only_a_program_is_played_by_a_token(house: House) -> None:
    """A person's own seat is not: neither by the scope, nor when marked only after sitting down."""
    ann, robo = program(house, "Ann", marked=False)
    table = ann.open(seats="mm")
    view = ann.view(table)
    turn = view.turn
    assert turn is not None
    acted = robo.act(table, turn.seat, turn.choices[0].do, view.version)
    assert (403, "not-a-program") == (acted.status, acted.problem)
    assert "still-playing" == ann.post("/api/me/program", program=True).problem
    assert view.version == ann.view(table).version


def test_a_seat_says_what_sat_down(house: House) -> None:
    """Even if it is marked later, as if two requests crossed: the seat stays a person's."""
    ann, robo = program(house, "Ann", marked=False)
    table = ann.open(seats="mm")
    person = ann.get("/api/me").json
    row = sa.insert(PROGRAMS).values(person=person["id"], name="Ann", alike="ann", since=0)
    house.run(house.site.store.change(lambda connection: connection.execute(row)))
    view = ann.view(table)
    assert view.turn is not None
    acted = robo.act(table, view.turn.seat, view.turn.choices[0].do, view.version)
    assert "not-a-program" == acted.problem


def test_a_program_is_labelled_at_the_table_and_in_the_lobby(house: House) -> None:
    """Everybody sees it: in the view, in the row, after a rematch; played by hand as well."""
    ann, (person, robo) = house.browser(), program(house)
    table = ann.open(seats="mo")
    assert robo.sit(table, 1).status == 200
    assert [False, True] == [seat.program for seat in house.browser().view(table).seats]
    (row,) = house.browser().get("/api/tables").json["tables"]
    assert [None, True] == [seat.get("program") for seat in row["seats"]]
    other = ann.open(seats="mo")
    person.sit(other, 1)
    assert ann.view(other).seats[1].program
    person.post("/api/me", name="Robo 2")
    assert ann.view(table).seats[1].program
    while house.browser().view(table).status != "over":
        ann.play_on(table)
        robo.play_on(table)
    again = ann.post(f"/api/tables/{table}/rematch").json["id"]
    assert [True, False] == [seat.program for seat in ann.view(again).seats]


def test_a_program_stays_one_once_a_game_is_over(house: House) -> None:
    """Before that the mark can be removed again; never while a seat is held."""
    person, robo = program(house)
    assert "program" not in person.post("/api/me/program", program=False).json
    assert person.post("/api/me/program", program=True).json["program"]
    table = robo.open(seats="mm")
    assert "still-playing" == person.post("/api/me/program", program=False).problem
    assert robo.play_on(table).status == "over"
    assert "program-for-good" == person.post("/api/me/program", program=False).problem
    assert person.get("/api/me").json["program"]


def test_programs_have_names_of_their_own(house: House) -> None:
    """None that looks like another's: they are challenged by name."""
    program(house, "Robo")
    ann = house.browser()
    ann.post("/api/me", name="ROBO")
    assert "name-taken" == ann.post("/api/me/program", program=True).problem
    ann.post("/api/me", name="Ann")
    assert ann.post("/api/me/program", program=True).status == 200
    assert "name-taken" == ann.post("/api/me", name="ROBO").problem
    assert "Ann" == ann.get("/api/me").json["name"]


def test_a_program_does_not_take_what_a_person_gave_up(house: House) -> None:
    """A seat of a running game between persons goes to a person."""
    ann, bob, (_, robo) = house.browser(), house.browser(), program(house)
    table = ann.open(seats="mo")
    bob.sit(table, 1)
    bob.post(f"/api/tables/{table}/leave", seat=1)
    assert "out-of-scope" == robo.post(f"/api/tables/{table}/ask", seat=1).problem
    assert "not-invited" == robo.sit(table, 1).problem


def test_a_program_sees_what_its_seat_sees(house: House) -> None:
    """The same answer as the browser of the same person, to the byte; no other seat's."""
    ann, (person, robo) = house.browser(), program(house)
    table = ann.open(seats="mo")
    robo.sit(table, 1)
    path = f"/api/tables/{table}"
    for query in ("", "?seat=1", "?seat=curtain", "?since=1"):
        assert person.get(path + query).body == robo.get(path + query).body
    assert "not-your-seat" == robo.get(f"{path}?seat=0").problem
    assert "not-your-seat" == robo.get(f"{path}/events?seat=0").problem
    assert "not-your-seat" == robo.act(table, 0, "bid1", 2).problem


def test_a_token_is_limited(tmp_path: Path) -> None:
    """Its calls are counted, and wrong ones by address, so that nobody can try many.

    Each process counts for itself.
    """
    with open_house(tmp_path, limits=True, processes=1) as house:
        house.site.limits = Limits(clock=lambda: 0.0)
        _, robo = program(house)
        told = [robo.get("/api/me").status for _ in range(260)]
        assert {200, 429} == set(told)
        wrong = Program(house, "hnj_" + "b" * 43)
        problems = [wrong.get("/api/me").problem for _ in range(30)]
        assert {"unknown-token", "too-many"} == set(problems)
        assert json.loads(house.browser().get("/api/me").body)


def watch(browser: Browser, table: str) -> Any:
    return browser.get(f"/api/tables/{table}?seat=watch").json


def test_who_only_watches_is_nobody(house: House) -> None:
    """`seat=watch` shows a table as to a stranger, whoever asks; it changes nobody's cookie."""
    ann = house.browser()
    table = ann.open(seats="mm")
    stranger, seen = house.browser().get(f"/api/tables/{table}"), watch(ann, table)
    assert json.loads(stranger.body) == seen
    assert not any(seat.get("you") for seat in seen["seats"])
    for path in (f"/api/tables/{table}", "/api/me"):
        assert "set-cookie" not in ann.get(f"{path}?seat=watch").headers
