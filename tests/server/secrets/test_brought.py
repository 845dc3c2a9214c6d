"""Records that people bring along: which are bound to a running game, and what nobody learns."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.core.play import Play
from honjin.core.record import Record
from honjin.games import load
from honjin.server.tables.store import origins
from server.site_client import GAMES, Browser, House, open_house

AKIWADO, AKEBONO = load("akiwado"), load("akebono")
VOTES = {"accept", "challenge"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    games = {"akiwado": AKIWADO, "akebono": AKEBONO, **GAMES}
    with open_house(tmp_path, games=games) as found:
        yield found


def seated(house: House, game: str, count: int) -> tuple[list[Browser], str]:
    """People at a fair game that has begun, each on a seat."""
    people = [house.browser() for _ in range(count)]
    options = {"seats": "3"} if game == "akiwado" else {}
    wishes = [{"kind": "me"}, *[{"kind": "open"}] * (count - 1)]
    answer = people[0].post("/api/tables", game=game, options=options, seats=wishes)
    table = str(answer.json["id"])
    for seat, one in enumerate(people[1:], 1):
        assert 200 == one.sit(table, seat).status
    return people, table


def play_of(house: House, table: str) -> Play:
    found: Play = house.run(house.site.tables.ready(table)).room.play
    return found


def bound(one: Browser, record: Record) -> bool:
    """Whether the table that shows a record is bound to a running game."""
    answer = one.post("/api/records", record=record.to_json())
    assert 200 == answer.status, answer.body
    return one.view(answer.json["id"]).bound


def from_position(play: Play, position: str) -> Record:
    return Record(play.game.key, play.game.version, dict(play.options), start=position)


def from_here(house: House, table: str) -> Record:
    """A record that begins with the position at a table, secrets and all."""
    play = play_of(house, table)
    return from_position(play, play.game.notation.write_position(play.state))


def act(people: list[Browser], table: str, seat: int, do: str | None = None) -> None:
    """A seat makes a choice, by default its last."""
    turn = people[seat].view(table, seat).turn
    assert turn is not None
    people[seat].do(table, seat, do or turn.choices[-1].do)


def to_a_vote(people: list[Browser], table: str) -> int:
    """Play Akiwado to a vote; return the first seat that has one."""
    for _ in range(40):
        seat = people[0].view(table, 0).must_act[0]
        turn = people[seat].view(table, seat).turn
        assert turn is not None
        if VOTES <= {one.do for one in turn.choices}:
            return seat
        act(people, table, seat)
    raise AssertionError("there was no vote")


# ---- guesses


def test_a_position_tells_nobody_how_a_seat_has_voted(house: House) -> None:
    """Akiwado, a sealed vote: a stranger fills in what the export hides, and learns nothing.

    The right guess was bound to the game, and the wrong one was not.
    """
    people, table = seated(house, "akiwado", 3)
    act(people, table, to_a_vote(people, table), "challenge")
    stranger, play = house.browser(), play_of(house, table)
    seen = stranger.get(f"/api/tables/{table}/record").json["seen"]["position"]
    hidden = next(word for word in seen.split() if "?" in word)
    guesses = [seen.replace(hidden, hidden.replace("?", vote, 1)) for vote in "ac"]
    assert AKIWADO.notation.write_position(play.state) in guesses
    for one in (stranger, *people):
        assert [True] * 2 == [bound(one, from_position(play, guess)) for guess in guesses]


def test_a_record_tells_nobody_how_an_army_is_set_up(house: House) -> None:
    """Akebono: the other side tries out the first secret step, and learns nothing."""
    people, table = seated(house, "akebono", 2)
    for _ in range(4):
        act(people, table, 1)
    turn = people[0].view(table, 0).turn
    assert turn is not None
    choices = [one.do for one in turn.choices]
    act(people, table, 0, choices[len(choices) // 2])
    record = play_of(house, table).record()
    guesses = [
        msgspec.structs.replace(record, actions=(*record.actions[:-1], f"0:{do}")) for do in choices
    ]
    assert record in guesses
    assert 1 == len({bound(people[1], guess) for guess in guesses})


def test_a_record_tells_nobody_how_a_seat_has_voted(house: House) -> None:
    """Akiwado: of two records that differ in a sealed vote, both continue the game or neither."""
    people, table = seated(house, "akiwado", 3)
    act(people, table, to_a_vote(people, table), "challenge")
    record = play_of(house, table).record()
    *earlier, last = record.actions
    other = msgspec.structs.replace(record, actions=(*earlier, last.replace("challenge", "accept")))
    assert other != record
    for one in (house.browser(), *people):
        assert [True] * 2 == [bound(one, guess) for guess in (record, other)]


def test_how_often_a_seat_has_changed_its_mind_is_told_to_nobody(house: House) -> None:
    """Akiwado: a vote that was changed in secret is no step that another record lacks."""
    people, table = seated(house, "akiwado", 3)
    seat = to_a_vote(people, table)
    act(people, table, seat, "challenge")
    record = play_of(house, table).record()
    act(people, table, seat, "accept")
    assert len(record.actions) + 1 == len(play_of(house, table).steps)
    stranger = house.browser()
    assert [True] * 2 == [
        bound(stranger, guess) for guess in (record, play_of(house, table).record())
    ]


# ---- what it is for


def test_a_fork_does_not_carry_a_secret_game_into_an_analysis(house: House) -> None:
    """Its record begins with a guess at what is hidden, and is bound until the game is over."""
    people, table = seated(house, "madeup", 2)
    act(people, table, 0, "bid1")
    fork = people[0].post(f"/api/tables/{table}/fork", step=people[0].view(table).step).json["id"]
    people[0].post(f"/api/tables/{fork}/resign", seat=0, at=people[0].view(fork, 0).version)
    record = people[0].get(f"/api/tables/{fork}/record").body.decode()
    brought = []
    for one in (people[0], house.browser()):
        brought.append(one.post("/api/records", record=record).json["id"])
        assert one.view(brought[-1]).bound
        refused = one.post(f"/api/tables/{brought[-1]}/analysis", step=0, seconds=0.01)
        assert "analysis-closed" == refused.problem
    people[1].post(f"/api/tables/{table}/resign", seat=1, at=people[1].view(table, 1).version)
    assert [False] * 2 == [people[0].view(one).bound for one in brought]


def test_a_record_that_goes_another_way_is_free(house: House) -> None:
    """Akiwado: another split, known to all, makes it another game; so do fewer common steps."""
    people, table = seated(house, "akiwado", 3)
    act(people, table, to_a_vote(people, table), "challenge")
    record = play_of(house, table).record()
    split = next(n for n, one in enumerate(record.actions) if not one.startswith("*"))
    before = msgspec.structs.replace(record, actions=record.actions[:split])
    play = play_of(house, table).at(split)
    seat = play.must_act()[0]
    write = AKIWADO.notation.write_action
    ways = {f"{seat}:{write(play.state, seat, one)}" for one in play.legal(seat)}
    other = min(ways - {record.actions[split]})
    me = house.browser()
    assert bound(me, before)
    assert not bound(me, msgspec.structs.replace(record, actions=(*before.actions, other)))
    few = msgspec.structs.replace(record, actions=record.actions[: origins.LEAST - 1])
    assert not bound(me, few)


SET_UP = ("0:=circle", "0:ready", "1:=circle", "1:ready", "0:ready", "1:ready")


def test_a_set_up_that_was_revealed_tells_two_games_apart(house: House) -> None:
    """Akebono: the log says as much of both, but everybody sees that the armies stand elsewhere."""
    people, table = seated(house, "akebono", 2)
    for entry in SET_UP:
        act(people, table, int(entry[0]), entry[2:])
    record = play_of(house, table).record()
    assert SET_UP == record.actions[: len(SET_UP)]
    other = msgspec.structs.replace(record, actions=("0:=arrow", *SET_UP[1:]))
    assert [True, False] == [bound(house.browser(), one) for one in (record, other)]


def test_a_game_of_ones_own_counts_when_it_is_not_in_memory(house: House) -> None:
    """It is loaded for those who play it; strangers are compared with what is there."""
    people, table = seated(house, "akiwado", 3)
    act(people, table, to_a_vote(people, table), "challenge")
    record = play_of(house, table).record()
    for one, is_bound in ((house.browser(), False), (people[2], True)):
        house.site.tables.sweep(-1, lambda _: False)
        assert house.site.tables.here(table) is None
        assert is_bound == bound(one, record)


def test_no_number_of_other_games_keeps_one_of_ones_own_from_counting(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who had begun a hundred others had it analysed: only the last changed ones were compared."""
    house.only()  # it has the games in memory, or none of them
    people, table = seated(house, "akiwado", 3)
    act(people, table, to_a_vote(people, table), "challenge")
    record = play_of(house, table).record()
    own = [{"kind": "me"}] * 3
    for options, seats in (({"seats": "3"}, own), ({"seats": "4"}, [*own, {"kind": "open"}])):
        wish = {"game": "akiwado", "options": options, "seats": seats}
        assert 200 == people[2].post("/api/tables", **wish).status
    people[2].open(seats="mm")
    monkeypatch.setattr(origins, "_MAX_GAMES", 1)
    house.site.tables.sweep(-1, lambda _: False)
    assert bound(people[2], record)


def test_a_record_is_refused_where_too_many_games_are_to_be_compared(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would continue any of them; strangers bring it as ever."""
    house.only()  # it has the games in memory, or none of them
    people, table = seated(house, "madeup", 2)
    record = from_here(house, table)
    for _ in range(2):
        people[1].sit(people[0].open(seats="mo"), 1)
    monkeypatch.setattr(origins, "_MAX_GAMES", 2)
    house.site.tables.sweep(-1, lambda _: False)
    assert "still-playing" == people[1].post("/api/records", record=record.to_json()).problem
    assert 200 == house.browser().post("/api/records", record=record.to_json()).status


# ---- its cost


def test_games_are_compared_beside_the_event_loop(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what everybody sees of a running game is written once, until it changes."""
    people, table = seated(house, "madeup", 2)
    threads, written = [], origins.write_public

    def watched(game: Any, state: Any) -> str:
        threads.append(threading.get_ident())
        return written(game, state)

    monkeypatch.setattr(origins, "write_public", watched)
    for _ in range(3):
        assert bound(house.browser(), from_here(house, table))
    assert threading.get_ident() not in threads
    assert 3 + 1 == len(threads)
    for seat in (0, 1):
        act(people, table, seat, f"bid{seat}")
    assert bound(house.browser(), from_here(house, table))
    assert 3 + 1 + 2 == len(threads)


def test_a_record_that_cannot_be_played_is_refused_as_ever(house: House) -> None:
    """Whether there is a running game to compare it with or not."""
    me = house.browser()
    bad = json.dumps({"honjin": 1, "game": "madeup", "rules": 1, "options": {}, "actions": ["0:x"]})
    alone = me.post("/api/records", record=bad)
    seated(house, "madeup", 2)
    assert alone.json == me.post("/api/records", record=bad).json
    assert 422 == alone.status
