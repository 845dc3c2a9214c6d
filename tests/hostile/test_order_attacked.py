"""Attacks on moderation, at a real server: its routes, its reports, and who is known there."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from attacked import RealServer, Start, Visitor

from authenticator import Authenticator
from honjin.server.routes import ROUTES

HIDDEN = sorted({route.path.replace("{who}", "0123456789abcdef") for route in ROUTES if route.role})


@pytest.fixture
def house(start: Start) -> RealServer:
    return start(HONJIN_ORIGIN="http://localhost")


def post(visitor: Visitor, path: str, body: bytes = b"{}", **headers: str) -> Any:
    return visitor.call("POST", path, body, **headers)


def keeps(visitor: Visitor, name: str) -> str:
    """Make an account; returns its id."""
    device = Authenticator()
    options = visitor.post("/api/account/passkeys/begin", name=name).json
    made = visitor.post("/api/account/passkeys", credential=device.make(options), name=name)
    assert 200 == made.status, made
    return str(made.json["id"])


def admin(server: RealServer, *words: str) -> None:
    """Run the terminal's administration command alongside the server."""
    program = "from honjin.cli.main import app; app()"
    command = [sys.executable, "-c", program, "admin", *words, "--data", str(server.folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert 0 == done.returncode, done.stdout + done.stderr


def is_nowhere(answer: Any) -> bool:
    return bool(answer.status == 404 and answer.problem == "unknown-path")


@pytest.mark.slow
def test_nobody_else_reaches_the_house(house: RealServer) -> None:
    """For a guest, an account, forged cookies, another origin: nothing is there."""
    guest, user, aki = (house.visitor() for _ in range(3))
    guest.get("/api/me")
    keeps(user, "Uma")
    keeps(aki, "Aki")
    admin(house, "role", "Aki", "admin")
    assert 200 == aki.get("/api/admin").status
    real = aki.cookie
    signed, _, signature = real.rpartition(".")
    forged = [
        f"{signed}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}",
        real.replace("~", ""),
        "~" + guest.cookie,
        real.partition(".")[0],
        "~" + "A" * 200,
    ]
    for path in HIDDEN:
        for one in (guest, user):
            assert is_nowhere(one.get(path))
            assert is_nowhere(post(one, path))
            assert is_nowhere(post(one, path, origin="http://evil.example"))
        for cookie in forged:
            stranger = house.visitor()
            stranger.cookie = cookie
            assert is_nowhere(stranger.get(path)), (path, cookie)
            assert is_nowhere(post(stranger, path))


@pytest.mark.slow
def test_another_site_can_make_an_admin_do_nothing(house: RealServer) -> None:
    """Posts from other origins, from forms, with other host names: the log stays empty."""
    aki = house.visitor()
    keeps(aki, "Aki")
    admin(house, "role", "Aki", "admin")
    before = aki.get("/api/admin/log").json
    for path in HIDDEN:
        if is_nowhere(aki.call("POST", path, b"{}")):
            continue
        for headers in (
            {"origin": "http://evil.example"},
            {"origin": "null"},
            {"content-type": "text/plain"},
            {"content-type": "application/x-www-form-urlencoded"},
            {"content-type": "multipart/form-data"},
        ):
            answer = aki.call("POST", path, b'{"who":"x","role":"admin"}', **headers)
            assert answer.problem in ("wrong-origin", "unreadable"), (path, headers)
    assert before == aki.get("/api/admin/log").json


@pytest.mark.slow
def test_a_moderator_cannot_rise(house: RealServer) -> None:
    """Neither by administrators' routes nor by deciding about themselves or an administrator."""
    mio, aki = house.visitor(), house.visitor("127.0.0.2")
    mine, theirs = keeps(mio, "Mio"), keeps(aki, "Aki")
    admin(house, "role", "Mio", "moderator")
    admin(house, "role", "Aki", "admin")
    assert is_nowhere(mio.post("/api/admin/people/role", who=mine, role="admin"))
    assert is_nowhere(mio.post("/api/admin/people/log-out", who=theirs))
    for who in (mine, theirs):
        wish = {"who": who, "what": "chat", "until": 9_000_000_000_000, "reason": "other"}
        assert "no-account" == mio.post("/api/admin/people/suspend", **wish).problem


@pytest.mark.slow
def test_reports_are_not_flooded(house: RealServer) -> None:
    """Reports are limited per person, and per address for someone with many guests."""
    ann = house.visitor()
    ann.get("/api/me")
    table = ann.open("rokumon", ["me", "open"])
    wish = {"kind": "player", "reason": "spam", "table": table, "who": id_of(ann)}
    answers = []
    for _ in range(10):
        eve = house.visitor()
        eve.get("/api/me")
        answers += [eve.post("/api/reports", **wish).status for _ in range(7)]
    assert {200, 429} == set(answers)
    assert answers.count(200) <= 25


def id_of(visitor: Visitor) -> str:
    return str(visitor.get("/api/me").json["id"])


@pytest.mark.slow
def test_names_and_addresses_are_not_told(house: RealServer) -> None:
    """Blocking and reporting an id gives the same answer whether or not it exists."""
    eve, uma = house.visitor(), house.visitor("127.0.0.2")
    eve.get("/api/me")
    keeps(uma, "Uma")
    kinds = {
        eve.post("/api/hides", who=who, kind="block").problem
        for who in ("0" * 16, "f" * 16, "uma@example.org", "Uma")
    }
    assert {"unknown-person"} == kinds
    wish = {"kind": "name", "reason": "name", "who": "Uma"}
    assert "unknown-person" == eve.post("/api/reports", **wish).problem
