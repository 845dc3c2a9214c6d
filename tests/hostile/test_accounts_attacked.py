"""Accounts under attack, on a server in its own process, with all limits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attacked import RealServer, Start, Visitor

from authenticator import ORIGIN, Authenticator, base64


@pytest.fixture
def server(start: Start) -> RealServer:
    return start(HONJIN_ORIGIN=ORIGIN)


def keep(one: Visitor, name: str) -> Authenticator:
    device = Authenticator()
    options = one.post("/api/account/passkeys/begin", name=name).json
    made = one.post("/api/account/passkeys", credential=device.make(options), name=name)
    assert made.status == 200, made
    return device


def test_a_page_of_another_site_does_nothing(server: RealServer) -> None:
    """Its posts have its origin, or are not JSON; the cookie is not sent with them anyway."""
    ann = server.visitor()
    ann.get("/api/me")
    keep(ann, "Hana")
    body = json.dumps({"name": "Hana"}).encode()
    for headers, kind in (
        ({"origin": "https://evil.example"}, "wrong-origin"),
        ({"origin": "null"}, "wrong-origin"),
        ({"content-type": "text/plain"}, "unreadable"),
        ({"content-type": "application/x-www-form-urlencoded"}, "unreadable"),
    ):
        for path in ("/api/account/delete", "/api/logout", "/api/login/code"):
            assert kind == ann.call("POST", path, body, **headers).problem
    assert "Hana" == ann.get("/api/me").json["name"]


def test_cookies_are_kept_from_scripts_and_other_sites(start: Start) -> None:
    """HttpOnly and Lax; over TLS also Secure, and bound to this host."""
    server = start(HONJIN_ORIGIN="https://honjin.example", HONJIN_PROXY="127.0.0.1")
    one = server.visitor()
    secure = one.get("/api/me", **{"x-forwarded-proto": "https"}).headers["set-cookie"]
    assert secure.startswith("__Host-honjin=")
    for flag in ("; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/"):
        assert flag in secure
    assert "Domain" not in secure


@pytest.mark.slow
def test_a_log_in_renews_the_session(server: RealServer) -> None:
    """A cookie planted before is nobody's afterwards, and an old session no longer works."""
    ann = server.visitor()
    device = keep(ann, "Hana")
    first = ann.cookie
    options = ann.post("/api/login/begin").json
    assert 200 == ann.post("/api/login", credential=device.show(options)).status
    assert first != ann.cookie
    thief = server.visitor()
    thief.cookie = first
    assert "account" not in thief.get("/api/me").json


@pytest.mark.slow
@pytest.mark.parametrize("depth", [100, 390, 2_000, 5_000])
def test_deep_data_of_an_authenticator_is_refused(server: RealServer, depth: int) -> None:
    """CBOR nested as deeply as fits: refused at once, and the server continues."""
    ann = server.visitor()
    options = ann.post("/api/account/passkeys/begin", name="Hana").json
    made = Authenticator().make(options)
    for start in (b"\x81", b"\xa1\x00", b"\xc1", b"\xd9\xd9\xf7"):
        made["response"]["attestationObject"] = base64(start * (depth // len(start)) + b"\x00")
        assert "no-login" == ann.post("/api/account/passkeys", credential=made, name="Hana").problem
    assert 200 == server.visitor().get("/api/health").status


@pytest.mark.slow
def test_large_and_strange_credentials_are_refused(server: RealServer) -> None:
    """Bounded before anything is decoded."""
    ann = server.visitor()
    options = ann.post("/api/account/passkeys/begin", name="Hana").json
    made = Authenticator().make(options)
    parts: list[Any] = ["A" * 8_001, "*", 7, None, {"a": []}]
    for part in parts:
        made["response"]["clientDataJSON"] = part
        assert "unreadable" == ann.post("/api/account/passkeys", credential=made).problem
    made["response"]["clientDataJSON"] = base64(b"[" * 5_000)
    assert "unreadable" == ann.post("/api/account/passkeys", credential=made, name="X").problem
    assert "too-large" == ann.call("POST", "/api/login", b" " * 70_000).problem


def test_guessing_is_limited(server: RealServer) -> None:
    """Of recovery codes, links and passkeys alike, by guest and by address."""
    thief = server.visitor()
    answers = [
        thief.post("/api/login/code", code=f"AAAAA-AAAAA-AAAAA-{n:05}").problem for n in range(70)
    ]
    assert {"no-login", "too-many"} == set(answers)
    assert "too-many" == thief.post("/api/login/mail/use", token="A" * 22).problem


@pytest.mark.slow
def test_the_log_has_no_secrets(server: RealServer) -> None:
    """Neither tokens nor names, whatever was refused."""
    ann = server.visitor()
    device = keep(ann, "Hana")
    for _ in range(2):
        ann.post("/api/login", credential=device.show({"rpId": "localhost", "challenge": "AAAA"}))
    ann.get("/api/account/data")
    assert "" == server.errors.read_text()
