"""A person's stream of events over all tables, and challenges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.server.tables.live import streams
from honjin.server.tables.messages import answers
from honjin.server.web import sse
from server.program_client import Program, program
from server.site_client import Browser, House, open_house
from server.tables.test_live import Stream

KINDS = {
    "challenge": answers.Challenge, "declined": answers.Challenge, "begun": answers.Begun,
    "turn": answers.YourTurn, "over": answers.Ended,
}  # fmt: skip


def received(stream: Stream) -> list[tuple[str, Any]]:
    """The events since the last call, checked against the protocol."""
    found = stream.news()
    for name, data, number in found:
        msgspec.convert(data, KINDS[name])
        assert number is not None
    return [(name, data) for name, data, _ in found]


def names(stream: Stream) -> list[str]:
    return [name for name, _ in received(stream)]


def meet(house: House, *, secret: bool = False) -> tuple[Browser, Program, str]:
    """A person and a program at a table that has begun."""
    ann, (_, robo) = house.browser(), program(house)
    table = ann.open(seats="mo", offers=secret, rounds="3")
    robo.sit(table, 1)
    return ann, robo, table


def test_a_stream_begins_with_all_that_stands(house: House) -> None:
    """Running games and seats that can act; finished games are left out."""
    ann, robo, table = meet(house)
    over = robo.open(seats="mm")
    robo.play_on(over)
    found = received(Stream(robo, "/api/stream"))
    assert [("begun", table), ("turn", table)] == [(name, data["id"]) for name, data in found]
    assert {"id": table, "seat": 1, "version": 2, "awaited": True} | found[1][1] == found[1][1]
    assert [] == received(Stream(ann, "/api/stream"))[2:]
    assert [] == received(Stream(house.browser(), "/api/stream"))


def test_a_turn_is_told_once(house: House) -> None:
    """When the seat's choices are new; actions of the others in the meantime are no event."""
    ann, robo, table = meet(house)
    stream = Stream(robo, "/api/stream")
    received(stream)
    ann.do(table, 0, "bid0")  # sealed: the choices of the other seat are unchanged
    assert [] == received(stream)
    ann.post(f"/api/tables/{table}/chat", text="hello")
    assert [] == received(stream)
    robo.do(table, 1, "bid0")
    assert ["turn"] == names(stream)  # another round


def test_the_version_of_a_turn_can_be_acted_on(house: House) -> None:
    """`version` is accepted as `at` of an action, as long as the choices are the same."""
    ann, robo, table = meet(house)
    turn = received(Stream(robo, "/api/stream"))[-1][1]
    ann.do(table, 0, "bid2")
    assert robo.act(table, 1, "bid1", turn["version"]).status == 200


def test_a_game_is_told_from_beginning_to_end(house: House) -> None:
    """begun, turns, over with its outcome; then nothing more of it."""
    ann, (_, robo) = house.browser(), program(house)
    stream = Stream(robo, "/api/stream")
    assert [] == received(stream)
    table = ann.open(seats="mo")
    robo.sit(table, 1)
    assert ["begun", "turn"] == names(stream)
    while ann.view(table).status != "over":
        ann.play_on(table)
        robo.play_on(table)
    found = received(stream)
    assert "over" == found[-1][0]
    assert {"turn", "over"} == {name for name, _ in found}
    assert ann.view(table).outcome == msgspec.convert(found[-1][1]["outcome"], answers.Outcome)
    ann.post(f"/api/tables/{table}/chat", text="good game")
    assert [] == received(stream)


def test_who_was_away_hears_what_ended(house: House) -> None:
    """With Last-Event-ID: what has ended since; without it, only the current state."""
    ann, robo, table = meet(house)
    stream = Stream(robo, "/api/stream")
    last = stream.news()[-1][2]
    stream.leave()
    while ann.view(table).status != "over":
        ann.play_on(table)
        robo.play_on(table)
    assert ["over"] == names(Stream(robo, "/api/stream", last_event_id=str(last)))
    assert [] == names(Stream(robo, "/api/stream"))
    late = str(last + streams.LATE * 2)
    assert [] == names(Stream(robo, "/api/stream", last_event_id=late))


@pytest.mark.parametrize("number", ["-1", "x", "1" * 16, "1.5", "1_0"])
def test_ids_of_events_are_read(house: House, number: str) -> None:
    """Digits, not too many."""
    _, robo = program(house)
    assert "unreadable" == robo.get("/api/stream", **{"last-event-id": number}).problem


def test_a_person_has_so_many_streams(tmp_path: Path) -> None:
    """One more is refused; closing one makes room. Each process counts its own."""
    with open_house(tmp_path, processes=1) as house:
        _, robo = program(house)
        opened = [Stream(robo, "/api/stream") for _ in range(streams.MAX_PER_PERSON)]
        assert "too-many" == robo.get("/api/stream").problem
        opened[0].leave()
        assert Stream(robo, "/api/stream").status == 200


def test_a_quiet_stream_gives_signs_of_life(house: House, monkeypatch: Any) -> None:
    """At regular times, whatever happens at the tables in secret."""
    monkeypatch.setattr(sse, "HEARTBEAT", 0.03)
    _, robo, _ = meet(house)
    stream = Stream(robo, "/api/stream")
    house.until(lambda: stream.lives > 2)


def test_a_program_with_a_stream_is_there(house: House) -> None:
    """At each of its tables: nobody puts a bot in its place, and others see that it is there."""
    ann, robo, table = meet(house)
    window = Stream(ann, f"/api/tables/{table}/events")
    assert not ann.view(table).seats[1].online
    stream = Stream(robo, "/api/stream")
    assert ann.view(table).seats[1].online
    name, presence, _ = window.news()[-1]
    assert ("presence", [True, True]) == (name, presence["online"])
    stream.leave()
    assert not ann.view(table).seats[1].online
    assert [True, False] == window.news()[-1][1]["online"]


def test_a_table_beyond_the_most_is_not_followed(house: House, monkeypatch: Any) -> None:
    """A stream's memory is bounded: it covers the tables that changed last."""
    monkeypatch.setattr(streams, "MAX_TABLES", 2)
    _, robo = program(house)
    tables = [robo.open(seats="mm") for _ in range(3)]
    found = received(Stream(robo, "/api/stream"))
    assert len({data["id"] for _, data in found}) == 2
    assert {data["id"] for _, data in found} <= set(tables)


# ---- challenges


def challenged(house: House) -> tuple[Browser, Program, Stream, str]:
    """A person challenges a program to a game; the program hears of it."""
    ann, (_, robo) = house.browser(), program(house)
    ann.post("/api/me", name="Ann")
    stream = Stream(robo, "/api/stream")
    wishes = [{"kind": "me"}, {"kind": "reserved", "name": "robo"}]
    table = ann.post("/api/tables", game="madeup", seats=wishes).json["id"]
    return ann, robo, stream, table


def test_a_challenge_is_heard_and_accepted(house: House) -> None:
    """The seat is reserved for the challenged; sitting down accepts it, and the game begins."""
    ann, robo, stream, table = challenged(house)
    ((name, challenge),) = received(stream)
    assert ("challenge", table, 1, "Ann", "Robo") == (
        name, challenge["id"], challenge["seat"], challenge["by"], challenge["to"],
    )  # fmt: skip
    eve = house.browser()
    assert "seat-taken" == eve.sit(table, 1).problem
    assert answers.Holder("empty", "robo") == eve.view(table).seats[1]
    assert answers.Holder("empty", "robo", you=True) == robo.view(table).seats[1]
    assert [] == eve.get("/api/tables").json["tables"]
    assert [table] == [one["id"] for one in robo.get("/api/challenges").json["received"]]
    assert [table] == [one["id"] for one in ann.get("/api/challenges").json["sent"]]
    assert robo.sit(table, 1).status == 200
    assert ["begun", "turn"] == names(stream)
    assert {"received": [], "sent": []} == robo.get("/api/challenges").json


def test_a_challenge_says_whether_the_game_is_rated(house: House) -> None:
    """Not if one person has two seats."""
    ann, _, stream, _ = challenged(house)
    ((_, told),) = received(stream)
    assert told["rated"]
    wishes = [{"kind": "me"}, {"kind": "me"}, {"kind": "reserved", "name": "robo"}]
    ann.post("/api/tables", game="madeup", options={"seats": "3"}, seats=wishes)
    ((_, told),) = received(stream)
    assert "rated" not in told


def test_a_challenge_is_declined(house: House) -> None:
    """Then the seat is open to anyone, and the challenger hears of it."""
    ann, robo, _, table = challenged(house)
    stream = Stream(ann, "/api/stream")
    assert robo.post(f"/api/tables/{table}/decline", seat=1).view.seats[1].name == ""
    ((name, challenge),) = received(stream)
    assert ("declined", "robo") == (name, challenge["to"])
    assert "unknown-challenge" == robo.post(f"/api/tables/{table}/decline", seat=1).problem
    assert [] == robo.get("/api/tables").json["yours"]
    eve = house.browser()
    assert [table] == [row["id"] for row in eve.get("/api/tables").json["tables"]]
    assert eve.sit(table, 1).status == 200


def test_who_asked_can_withdraw(house: House) -> None:
    """Nobody else can; a seat that a stranger names reveals nothing."""
    ann, robo, stream, table = challenged(house)
    received(stream)
    eve = house.browser()
    for seat in (0, 1, 7):
        refused = eve.post(f"/api/tables/{table}/decline", seat=seat)
        assert "unknown-challenge" == refused.problem
    assert ann.post(f"/api/tables/{table}/decline", seat=1).status == 200
    assert {"received": [], "sent": []} == robo.get("/api/challenges").json


def test_a_challenge_outlives_a_restart(house: House) -> None:
    """It is in the journal, and in the snapshot of the table."""
    _, robo, _, table = challenged(house)
    found = house.run(house.site.tables.ready(table))
    house.site.tables.drop(found)
    assert answers.Holder("empty", "robo", you=True) == robo.view(table).seats[1]
    assert [table] == [data["id"] for _, data in received(Stream(robo, "/api/stream"))]


def test_a_challenge_is_to_somebody_who_is_there(house: House) -> None:
    """A program by its name at any time; a person while a window is open; nobody else."""
    ann, bob, (_, robo) = house.browser(), house.browser(), program(house)
    ann.get("/api/me")
    bob.post("/api/me", name="Bob")
    wishes = [{"kind": "me"}, {"kind": "reserved", "name": "Bob"}]
    asked = {"game": "madeup", "seats": wishes}
    assert "unknown-person" == ann.post("/api/tables", **asked).problem
    Stream(bob, f"/api/tables/{ann.open(seats='mo')}/events")
    table = ann.post("/api/tables", **asked).json["id"]
    assert bob.view(table).seats[1].you
    assert robo.view(table).seats[1].name == "Bob"
    wishes[1].pop("name")
    assert "unreadable" == ann.post("/api/tables", **asked).problem
