"""The bots in examples/: whole games of every game against a real server, in both languages."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from places import ROOT

BOTS = {
    "python": [sys.executable, str(ROOT / "examples" / "bot.py")],
    "node": ["node", str(ROOT / "examples" / "bot.mjs")],
}
GAMES: dict[str, tuple[int, dict[str, str]]] = {
    "rokumon": (2, {"act": "1"}),
    "akebono": (2, {}),
    "akiwado": (3, {"seats": "3"}),
    "swords": (2, {"seats": "2"}),
    "summits": (2, {}),
}
LONG = 400.0
"""The most seconds that a game takes."""


class Person:
    """A client that keeps cookies."""

    def __init__(self, port: int) -> None:
        self.connect(port)
        self._cookies: dict[str, str] = {}

    def connect(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(self, path: str, **body: Any) -> Any:
        data = json.dumps(body) if body else None
        headers = {"content-type": "application/json", "cookie": "; ".join(self._cookies.values())}
        self._line.request("POST" if data else "GET", path, data, headers)
        answer = self._line.getresponse()
        for line in answer.headers.get_all("set-cookie") or ():
            cookie = line.partition(";")[0]
            self._cookies[cookie.partition("=")[0]] = cookie
        told = json.loads(answer.read())
        assert answer.status == 200, told
        return told

    def close(self) -> None:
        self._line.close()


@contextlib.contextmanager
def served(folder: Path, port: int = 0) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A server with all games, and no limits; its port and process."""
    given = {"DATA": str(folder), "PORT": str(port), "LIMITS": "0", "PREPARE": "0", "SOLVE": "0"}
    env = os.environ | {f"HONJIN_{name}": value for name, value in given.items()}
    server = [sys.executable, "-m", "honjin.server"]
    with subprocess.Popen(server, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline().rpartition(":")[2]), process
        finally:
            process.send_signal(signal.SIGTERM)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server."""
    with served(tmp_path_factory.mktemp("bots")) as (port, _):
        yield port


@contextlib.contextmanager
def playing(language: str, port: int) -> Iterator[str]:
    """Run a bot; returns its name."""
    if shutil.which(BOTS[language][0]) is None:
        pytest.skip(f"{language} is missing: install it, such as by `apt install nodejs`")
    person, name = Person(port), f"bot-{language}-{time.monotonic_ns() % 10**9}"
    person.ask("/api/me", name=name)
    person.ask("/api/me/program", program=True)
    made = person.ask("/api/tokens", name="test", scopes=["read", "play", "challenge"])
    person.close()
    env = os.environ | {"HONJIN_TOKEN": made["secret"]}
    with subprocess.Popen([*BOTS[language], f"http://127.0.0.1:{port}"], env=env) as process:
        try:
            yield name
            assert process.poll() is None, "the bot has stopped"
        finally:
            process.terminate()


@pytest.fixture(params=BOTS)
def bot(request: Any, port: int) -> Iterator[str]:
    """Run a bot; returns its name."""
    with playing(request.param, port) as name:
        yield name


def played(port: int, bot: str, game: str) -> Any:
    """The view at the end of a game in which the bot plays all seats, each reserved for it."""
    person = Person(port)
    with contextlib.closing(person):
        return _played(person, bot, game)


def _played(person: Person, bot: str, game: str) -> Any:
    count, options = GAMES[game]
    wishes = [{"kind": "reserved", "name": bot}] * count
    table = person.ask("/api/tables", game=game, options=options, seats=wishes)["id"]
    end = time.monotonic() + LONG
    while (view := person.ask(f"/api/tables/{table}"))["status"] != "over":
        assert time.monotonic() < end, (view["status"], view["step"], view["must_act"])
        time.sleep(0.05)
    return view


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_plays_whole_games(port: int, bot: str, game: str) -> None:
    """By picking choices, without knowing the rules. It is labelled on each of its seats."""
    view = played(port, bot, game)
    assert view["outcome"]["returns"]
    assert [(bot, True)] * GAMES[game][0] == [
        (seat["name"], seat["program"]) for seat in view["seats"]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("language", BOTS)
def test_a_bot_connects_again(language: str, tmp_path: Path) -> None:
    """The server is killed in the middle of a game and starts again: the bot finishes it."""
    with served(tmp_path) as (port, process), playing(language, port) as bot:
        person = Person(port)
        wishes = [{"kind": "me"}, {"kind": "reserved", "name": bot}]
        table = person.ask("/api/tables", game="rokumon", options={"act": "1"}, seats=wishes)["id"]
        act_until(person, table, 8)
        process.kill()
        process.wait()
        time.sleep(1)
        person.close()
        person.connect(port)
        with served(tmp_path, port):
            view = act_until(person, table, 10_000)
        person.close()
    assert view["status"] == "over"


def act_until(person: Person, table: str, step: int) -> Any:
    """Act for seat 0 until the table is at a step, or over; the view then."""
    end = time.monotonic() + LONG
    while (view := person.ask(f"/api/tables/{table}?seat=0"))["step"] < step:
        if view["status"] == "over":
            break
        assert time.monotonic() < end, (view["status"], view["step"], view["must_act"])
        if 0 in view["must_act"]:
            do = view["turn"]["choices"][0]["do"]
            path = f"/api/tables/{table}/actions?seat=0"
            person.ask(path, seat=0, do=do, at=view["version"])
        else:
            time.sleep(0.05)
    return view


@pytest.mark.parametrize("language", BOTS)
def test_a_bot_is_short(language: str) -> None:
    """About sixty lines, as the guide says."""
    assert len(Path(BOTS[language][1]).read_text("utf-8").splitlines()) <= 66
