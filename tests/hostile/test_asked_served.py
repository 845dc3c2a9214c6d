"""Answers made on demand, requested without end or sense: advice, plans, pictures, rules.

Against a server in its own process, with all its limits.
"""

from __future__ import annotations

import time
from typing import Any, Final

import pytest
from attacked import Answer, Player, RealServer, Start, Visitor

MOST: Final = 50
"""Megabytes of memory that the server may have gained when an attack is over."""
PATIENCE: Final = 5.0
"""Seconds within which nonsense is refused, on a busy machine."""
COACHED: Final = {"casual": True, "coach": True}

DAYS: Final = ("1", "0", "2999-01-01", "99999-99-99", "2026-02-30", "%00", "..%2f..", "x" * 4_000)
JUNK: Final = (
    "-1", "1e3", "1_0", "0x1", "%EF%BC%91", "%00", "%0d%0aset-cookie:%20a=b", "9" * 4_500,
    "100001", "NaN", "[]", "1;2", "%F0%9F%A6%8A", "../../etc/passwd", "'%20or%201=1", "1" * 7,
)  # fmt: skip
BODIES: Final = (
    b"", b"{}", b"null", b"[]", b"\xff\xfe", b'{"seat":0,"step":0', b'{"seat":0}',
    b'{"seat":"0","step":0}', b'{"seat":true,"step":0}', b'{"seat":0,"step":-1}',
    b'{"seat":8,"step":0}', b'{"seat":0,"step":1e400}', b'{"seat":0,"step":NaN}',
    b'{"seat":0,"step":100001}', b'{"seat":0,"step":' + b"9" * 60_000 + b"}",
    b'{"seat":0,"step":0,"x":1}', b'{"seat":' + b"[" * 60_000 + b"}",
    b'{"seat":0,"step":' + b'{"a":' * 10_000 + b"}",
)  # fmt: skip


def coached(one: Visitor, game: str, wished: list[str], **options: Any) -> str:
    """A table with a coach."""
    wishes = [{"kind": wish} for wish in wished]
    answer = one.post("/api/tables", game=game, options=options, seats=wishes, **COACHED)
    assert answer.status == 200, answer
    return str(answer.json["id"])


def ask(one: Visitor, table: str, what: str, seat: int, step: int, eyes: str = "") -> Answer:
    return one.post(f"/api/tables/{table}/coach/{what}{eyes}", seat=seat, step=step)


def in_time(one: Visitor, method: str, path: str, body: bytes = b"") -> Answer:
    """The answer, checked to be prompt; a refusal is short, and reveals no internals."""
    began = time.monotonic()
    answer = one.call(method, path, body)
    assert time.monotonic() - began < PATIENCE, (path[:80], body[:80])
    assert answer.status < 500, (path[:80], answer)
    assert "set-cookie" not in answer.headers or "a=b" not in answer.headers["set-cookie"]
    if answer.status >= 400 and answer.headers.get("content-type") == "application/problem+json":
        assert len(answer.body) < 2_000
        assert b"Traceback" not in answer.body
    return answer


# ---------------------------------------------------------------- junk


@pytest.mark.slow
def test_junk_in_wishes_is_refused_at_once(start: Any) -> None:
    """Malformed numbers, unknown days, games and lessons; addresses too long, or cut short."""
    server = start(HONJIN_LIMITS="0")
    ann = server.visitor()
    table = coached(ann, "rokumon", ["me", "me"], act="4")
    lesson, day = "/learn/rokumon/act-1/picture", "/puzzles/2026-01-01/picture"
    wishes = {
        f"/t/{table}/picture": ("step", "format", "theme", "lang"),
        f"/t/{table}/replay": ("from", "to", "format", "theme", "lang"),
        lesson: ("format", "theme", "lang"),
        day: ("format", "theme", "lang"),
        f"/api/tables/{table}/ahead": ("seat",),
    }
    for path, names in wishes.items():
        for name in names:
            for junk in JUNK:
                answer = in_time(ann, "GET", f"{path}?{name}={junk}")
                assert 400 <= answer.status, (path, name, junk, answer)
    places = [f"/puzzles/{day}/picture" for day in DAYS]
    places += [f"/learn/{junk}/act-1/picture" for junk in JUNK]
    places += [f"/learn/rokumon/{junk}/picture" for junk in JUNK]
    places += [f"/api/games/{junk}/rules" for junk in JUNK]
    places += [f"/t/{junk}/{what}" for junk in JUNK for what in ("picture", "replay")]
    for path in places:
        answer = in_time(ann, "GET", path)
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        assert is_page or answer.status in {400, 404, 413, 414, 431}, (path, answer)


@pytest.mark.slow
def test_junk_for_the_coach_is_refused_at_once(start: Any) -> None:
    """Bytes, deep and long JSON, malformed numbers; another content type; another origin."""
    server = start(HONJIN_LIMITS="0")
    ann, before = server.visitor(), server.memory()
    table = coached(ann, "rokumon", ["me", "me"], act="4")
    for what in ("advice", "remark"):
        path = f"/api/tables/{table}/coach/{what}"
        for body in BODIES:
            assert in_time(ann, "POST", path, body).problem == "unreadable", body[:60]
        assert in_time(ann, "POST", path, b" " * 64_001).problem == "too-large"
        assert in_time(ann, "GET", path).problem == "wrong-method"
        form = ann.call("POST", path, b'{"seat":0,"step":0}', **{"content-type": "text/plain"})
        assert form.problem == "unreadable"
        page = ann.call("POST", path, b'{"seat":0,"step":0}', origin="https://evil.example")
        assert page.problem == "wrong-origin"
        for junk in JUNK:
            found = in_time(ann, "POST", f"{path}?seat={junk}", b'{"seat":0,"step":0}')
            assert found.status >= 400, (junk, found)
    assert server.memory() - before < MOST


# ---------------------------------------------------------------- seats


def persons_at(server: RealServer, game: str, **options: Any) -> tuple[list[Visitor], str]:
    """Three persons at a table with a coach, where the game has begun."""
    persons = [server.visitor(f"127.0.0.{n + 2}") for n in range(3)]
    for one in persons:
        one.get("/api/me")
    table = coached(persons[0], game, ["me", "open", "open"], **options)
    for seat in (1, 2):
        assert persons[seat].post(f"/api/tables/{table}/sit", seat=seat).status == 200
    return persons, table


@pytest.mark.slow
def test_nobody_is_advised_for_another_seat(real_server: RealServer) -> None:
    """Not by naming it in the body or the address, nor after changing seats, nor as a watcher."""
    (first, second, third), table = persons_at(real_server, "swords", seats="3", start_hand="3")
    watcher = real_server.visitor("127.0.0.9")
    watcher.get("/api/me")
    for what in ("advice", "remark"):
        for eyes in ("", "?seat=0", "?seat=1", "?seat=curtain"):
            assert ask(second, table, what, 0, 0, eyes).problem == "not-your-seat"
            assert ask(watcher, table, what, 0, 0, eyes).problem == "not-your-seat"
    assert watcher.get(f"/api/tables/{table}/ahead").problem == "not-your-seat"
    assert second.get(f"/api/tables/{table}/ahead?seat=0").problem == "not-your-seat"
    assert first.post(f"/api/tables/{table}/leave", seat=0).status == 200
    assert second.post(f"/api/tables/{table}/leave", seat=1).status == 200
    assert second.post(f"/api/tables/{table}/sit", seat=0).problem == "seated-elsewhere"
    for what in ("advice", "remark"):
        for one in (first, second, watcher):
            for seat in range(4):
                assert ask(one, table, what, seat, 0).problem == "not-your-seat"
    for seat in range(3):
        path = f"/api/tables/{table}/ahead?seat={seat}"
        assert first.get(path).problem == "not-your-seat"
    assert third.get(f"/api/tables/{table}/ahead?seat=2").status == 200


@pytest.mark.slow
def test_a_seat_that_a_bot_plays_is_not_advised(real_server: RealServer) -> None:
    """Its person has handed it over, and would learn what the bot is thinking."""
    (_, second, _), table = persons_at(real_server, "swords", seats="3")
    put = second.post(f"/api/tables/{table}/substitute", seat=1, bot="ashigaru")
    assert put.status == 200, put
    for what in ("advice", "remark"):
        assert ask(second, table, what, 1, 0).problem == "bot-plays"


@pytest.mark.slow
def test_pictures_hold_no_hand(real_server: RealServer) -> None:
    """Every caller gets a spectator's picture, whatever seat is named."""
    persons, table = persons_at(real_server, "swords", seats="3", start_hand="3")
    watcher = real_server.visitor("127.0.0.9")
    paths = [f"/t/{table}/picture", f"/t/{table}/picture?step=0"]
    for path in paths:
        seen = watcher.get(path)
        assert seen.status == 200, seen
        join = "&" if "?" in path else "?"
        for seat, one in enumerate(persons):
            for more in ("", f"{join}seat={seat}", f"{join}seat=curtain"):
                assert seen.body == one.get(path + more).body
    for seat, one in enumerate(persons):
        own = one.view(table, seat)
        hands = {piece["id"] for piece in own["scene"]["pieces"]}
        shown = watcher.view(table)["scene"]["pieces"]
        secret = hands - {piece["id"] for piece in shown}
        for piece in secret:
            assert piece.encode() not in watcher.get(paths[0]).body


# ---------------------------------------------------------------- without end


@pytest.mark.slow
def test_others_play_on_while_pictures_are_asked_for(real_server: RealServer) -> None:
    """Stills and films of every step in every format, and lessons, from six addresses."""
    ann = real_server.visitor("127.0.0.5")
    table = ann.open("rokumon", ["me", "me"], act="4")
    for _ in range(12):
        view = ann.view(table)
        if view["status"] == "over":
            break
        turn = view["turn"]
        ann.act(table, turn["seat"], turn["choices"][0]["do"], view["version"])
    step = str(ann.view(table)["step"])
    with Player(real_server) as player:
        player.play_undisturbed()
        real_server.hammer("pictures", 3, table, step).end()
        before = real_server.memory()
        hammer = real_server.hammer("pictures", 10, table, step)
        hammer.wait_until_begun()
        seen = hammer.end()
        player.was_served()
    assert seen["200"] > 20, seen
    assert seen["400"] > 0, seen
    assert "500" not in seen, seen
    assert real_server.memory() - before < MOST, seen


def warm_up(server: RealServer) -> None:
    """Let searches get their memory: ask the coach until that gains nothing, at most six times.

    On a busy machine that takes longer; a leak would gain each time.
    """
    for _ in range(6):
        before = server.memory()
        server.hammer("coach", 12).end()
        if server.memory() - before < MOST / 2:
            return


@pytest.mark.slow
def test_others_play_on_while_the_coach_is_asked(start: Start) -> None:
    """Advice and remarks for five guests, each with one request after another."""
    # The searches of other games, loaded in the background meanwhile, would count as memory.
    real_server = start(HONJIN_PREPARE="0")
    with Player(real_server) as player:
        warm_up(real_server)
        player.play_undisturbed()
        before = real_server.memory()
        hammer = real_server.hammer("coach", 15)
        hammer.wait_until_begun()
        seen = hammer.end()
        player.was_served()
    assert seen["200"] > 10, seen
    assert seen["404"] > 0, seen  # nobody has reached that step
    assert "500" not in seen, seen
    assert real_server.memory() - before < MOST, seen
