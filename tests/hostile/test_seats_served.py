"""The three detours of `test_seats.py` again, against a server in its own process.

With the real games, and bots that move by themselves.
"""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from attacked import Answer, RealServer, Visitor


def post(one: Visitor, table: str, what: str, **fields: Any) -> Answer:
    return one.post(f"/api/tables/{table}/{what}", **fields)


def seated(server: RealServer, n: int, game: str, **options: Any) -> tuple[list[Visitor], str]:
    """That many persons at a table, each from a different address."""
    persons = [server.visitor(f"127.0.0.{k + 2}") for k in range(n)]
    for one in persons:
        one.get("/api/me")
    wishes = [{"kind": "me"}] + [{"kind": "open"}] * (n - 1)
    opened = persons[0].post("/api/tables", game=game, options=options, seats=wishes)
    assert opened.status == 200, opened
    table = str(opened.json["id"])
    for seat in range(1, n):
        assert post(persons[seat], table, "sit", seat=seat).status == 200
    assert persons[0].view(table)["status"] == "running"
    return persons, table


def act(one: Visitor, table: str, n: int = -1) -> Any:
    """Make a choice of the seat that is to act, by its index in the list."""
    view = one.view(table)
    choices = view["turn"]["choices"]
    do = choices[n % len(choices)]["do"]
    done = one.act(table, view["turn"]["seat"], do, view["version"])
    assert done.status == 200, done
    return done.json


def play_until_hands_differ(persons: list[Visitor], table: str) -> None:
    """Play until no two persons see the same pieces on the table."""
    rng = random.Random(1)
    for _ in range(200):
        if len({str(one.view(table)["scene"]) for one in persons}) == len(persons):
            return
        seat = persons[0].view(table)["must_act"][0]
        act(persons[seat], table, rng.randrange(99))
    raise AssertionError("all hands look alike")


def wait_for_bot(one: Visitor, table: str, step: int) -> Any:
    """The view once the game has reached a step."""
    end = time.monotonic() + 60
    while (view := one.view(table))["step"] < step:
        assert time.monotonic() < end, view["step"]
        time.sleep(0.02)
    return view


def at_swords(server: RealServer) -> tuple[list[Visitor], str]:
    """Three persons at Swords, with cards in hand."""
    options = {"seats": "3", "start_hand": "3"}
    persons, table = seated(server, 3, "swords", **options)
    play_until_hands_differ(persons, table)
    return persons, table


@pytest.mark.slow
def test_a_second_hand_of_swords_is_never_shown(real_server: RealServer) -> None:
    """A leaves seat 0; B leaves 1, and sees no other hand by sitting, asking or another cookie."""
    (first, second, third), table = at_swords(real_server)
    assert post(first, table, "leave", seat=0).status == 200
    assert post(second, table, "leave", seat=1).status == 200
    assert post(second, table, "sit", seat=0).problem == "seated-elsewhere"
    assert post(second, table, "ask", seat=0).problem == "seated-elsewhere"
    assert second.get(f"/api/tables/{table}?seat=0").problem == "not-your-seat"
    cookie = real_server.visitor(second.source)
    cookie.get("/api/me")
    assert post(cookie, table, "sit", seat=0).status != 200
    asked = post(cookie, table, "ask", seat=0)
    n = asked.json["requests"][0]["n"]
    post(second, table, "ask/answer", n=n, agree=True)
    assert cookie.get(f"/api/tables/{table}?seat=0").problem == "not-your-seat"
    assert "requests" not in post(third, table, "ask/answer", n=n, agree=False).json
    assert cookie.get(f"/api/tables/{table}?seat=0").problem == "not-your-seat"


@pytest.mark.slow
def test_a_game_is_not_taken_back_from_the_absent_person(real_server: RealServer) -> None:
    """A bot playing for B concedes one decision of its own, and none of B's."""
    (first, second), table = seated(real_server, 2, "rokumon", act="4", deal="gggjjjj")
    for _ in range(3):
        act(first, table)
        act(second, table)
    act(first, table)
    assert post(second, table, "substitute", seat=1, bot="ashigaru").status == 200
    view = wait_for_bot(first, table, 8)
    back = post(first, table, "takeback", seat=0, at=view["version"])
    assert back.status == 200, back
    assert back.json["step"] == 6
    assert not back.json["can"].get("takeback", False)
    refused = post(first, table, "takeback", seat=0, at=back.json["version"])
    assert refused.problem == "takeback-too-far"
    assert first.view(table)["step"] == 6


@pytest.mark.slow
def test_a_fork_of_a_running_game_is_analysed_after_its_end(real_server: RealServer) -> None:
    """Not for a player or a spectator, nor by a fork of the fork; afterwards for both."""
    (first, second), table = seated(real_server, 2, "rokumon", act="4", deal="gggjjjj")
    act(first, table)
    watcher = real_server.visitor("127.0.0.9")
    watcher.get("/api/me")
    forks = []
    for one in (second, watcher):
        fork = post(one, table, "fork", step=1).json["id"]
        again = post(one, fork, "fork", step=1).json["id"]
        forks += [(one, fork), (one, again)]
    for one, fork in forks:
        assert analyse(one, fork).problem == "analysis-closed"
        assert post(one, fork, "review").problem == "analysis-closed"
    over = post(second, table, "resign", seat=1, at=second.view(table)["version"])
    assert over.status == 200, over
    assert over.json["status"] == "over"
    for one, fork in forks:
        assert analyse(one, fork).status == 200


def analyse(one: Visitor, table: str) -> Answer:
    return post(one, table, "analysis", step=0, seconds=0.1)
