"""A person suspended from beginning games begins none, whichever way leads to a seat.

A suspended person forked a game, left a seat of it, let somebody else in, and both played.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from authenticator import ORIGIN
from honjin.server.people.route import Route
from honjin.server.routes import ROUTES
from honjin.server.tables.session import decide
from honjin.server.work.steady import now_ms
from server.moderation.test_hides import id_of
from server.moderation.test_house import admin, suspend
from server.site_client import Browser, House, open_house, two_at_table

HOUR = 3_600_000
NEW = {"game": "madeup", "options": {}, "seats": [{"kind": "me"}, {"kind": "open"}]}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, origin=ORIGIN, neighbours=True) as found:
        yield found


def bar(house: House, *people: Browser) -> None:
    """Suspend people from beginning games, for an hour."""
    one = admin(house)
    for person in people:
        assert 200 == suspend(one, id_of(person), "play", now_ms() + HOUR).status


def test_no_way_to_a_table_of_their_own(house: House) -> None:
    """Neither by a fork, nor from an opening, nor from a record, nor against a bot."""
    ann, bob, table = two_at_table(house)
    record = ann.get(f"/api/tables/{table}/record?seat=0").body.decode()
    bar(house, bob)
    wish = {"options": {}, "moves": [], "seat": 0, "bot": None}
    assert "suspended" == bob.post(f"/api/tables/{table}/fork", step=0).problem
    assert "suspended" == bob.post("/api/explore/madeup/tables", **wish).problem
    assert "suspended" == bob.post("/api/records", record=record).problem
    assert "suspended" == bob.post("/api/tables", **NEW).problem


def test_they_let_nobody_in(house: House) -> None:
    """At a table whose other seat was given up they can refuse nobody and admit nobody."""
    ann, bob, table = two_at_table(house)
    assert 200 == ann.post(f"/api/tables/{table}/leave", seat=0).status
    cleo = house.browser()
    n = cleo.post(f"/api/tables/{table}/ask", seat=0).view.requests[-1].n
    bar(house, bob)
    answer = bob.post(f"/api/tables/{table}/ask/answer", n=n, agree=True)
    assert (403, "suspended") == (answer.status, answer.problem)


def test_nobody_lets_them_in(house: House) -> None:
    """A request made before is not granted after; the others do not learn why."""
    ann, bob, table = two_at_table(house)
    assert 200 == ann.post(f"/api/tables/{table}/leave", seat=0).status
    cleo = house.browser()
    n = cleo.post(f"/api/tables/{table}/ask", seat=0).view.requests[-1].n
    bar(house, cleo)
    answer = bob.post(f"/api/tables/{table}/ask/answer", n=n, agree=True)
    assert "unknown-request" == answer.problem
    assert b"suspen" not in answer.body
    assert "suspended" == cleo.post(f"/api/tables/{table}/ask", seat=0).problem


def test_others_begin_no_game_with_them(house: House) -> None:
    """Neither at a table that they opened before, nor by asking for a rematch."""
    ann, bob, table = two_at_table(house)
    waiting = bob.open(seats="mo")
    while ann.view(table).status == "running":
        ann.play_on(table, 1)
        bob.play_on(table, 1)
    bar(house, bob)
    for answer in (ann.sit(waiting, 1), ann.post(f"/api/tables/{table}/rematch")):
        assert "not-welcome" == answer.problem
        assert b"suspen" not in answer.body


# ---- the table of routes


def test_every_route_that_seats_people_asks_whether_they_may_play() -> None:
    """Whatever opens a table, or has orders that give a person a seat, needs "play"."""
    seating = {route.name for route in ROUTES if route.body and _seats(route)}
    assert {"POST /api/tables", "POST /api/tables/{id}/ask/answer"} <= seating
    assert "POST /api/tables/{id}/resign" not in seating
    assert set() == seating - {route.name for route in ROUTES if route.needs == "play"}


def _seats(route: Route) -> bool:
    ways: list[Callable[..., Any]] = [route.handler]
    if route.body in decide._ORDERS:
        ways.append(decide._ORDERS[route.body])
    return any(_gives_a_seat(one) for way in ways for one in _reached(way, set()))


def _gives_a_seat(node: ast.Call) -> bool:
    """True for `tables.open`, `tables.follow`, and `Sat` of a person."""
    called = ast.unparse(node.func)
    is_person = any(isinstance(one, ast.Constant) and one.value == "person" for one in node.args)
    return called.endswith(("tables.open", "tables.follow")) or (called == "e.Sat" and is_person)


def _reached(function: Callable[..., Any], seen: set[object]) -> Iterator[ast.Call]:
    """Every call in a function of the server, and in those that it calls."""
    seen.add(function)
    known = vars(inspect.getmodule(function))
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
        if isinstance(node, ast.Call):
            yield node
            found = _named(node.func, known)
            if not isinstance(found, FunctionType) or found in seen:
                continue
            if (found.__module__ or "").startswith("honjin.server"):
                yield from _reached(found, seen)


def _named(node: ast.expr, known: dict[str, Any]) -> object:
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return getattr(known.get(node.value.id), node.attr, None)
    return None
