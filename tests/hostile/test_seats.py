"""Players who cheat with seats: other hands, undone games, analysis by a detour."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from honjin.games import load
from honjin.server.people.caller import Caller
from honjin.server.tables.messages.bodies import Act
from server.site_client import GAMES, Browser, House, open_house


@pytest.fixture
def still(tmp_path: Path) -> Iterator[House]:
    """A server whose bots never move by themselves, with a real game without secrets."""
    games = GAMES | {"rokumon": load("rokumon")}
    with open_house(tmp_path, games=games, bot_pause=60.0) as house:
        yield house


def three_at_table(house: House) -> tuple[list[Browser], str]:
    """Three persons at the Fair, after the deal."""
    persons = [house.browser() for _ in range(3)]
    table = _fair(persons[0], "3", "moo")
    for seat in (1, 2):
        assert 200 == persons[seat].sit(table, seat).status
    return persons, table


def _fair(browser: Browser, seats: str, wishes: str, **more: Any) -> str:
    kinds = {"m": {"kind": "me"}, "o": {"kind": "open"}, "l": {"kind": "bot", "bot": "low"}}
    options = {"seats": seats, "rounds": "3", "offers": False}
    body = {"game": "madeup", "options": options, "seats": [kinds[one] for one in wishes]}
    answer = browser.post("/api/tables", **body, **more)
    assert 200 == answer.status, answer.body
    return str(answer.json["id"])


def post(browser: Browser, table: str, what: str, **body: Any) -> Any:
    return browser.post(f"/api/tables/{table}/{what}", **body)


# ---- seat-hopping


def test_nobody_looks_at_a_second_hand_by_changing_seats(still: House) -> None:
    """A former holder of seat 1 cannot take seat 0, which was given up, but can return to 1."""
    (first, second, _), table = three_at_table(still)
    assert 200 == post(first, table, "leave", seat=0).status
    assert 200 == post(second, table, "leave", seat=1).status
    assert "seated-elsewhere" == second.sit(table, 0).problem
    assert "seated-elsewhere" == post(second, table, "ask", seat=0).problem
    assert second.sit(table, 1).view.seats[1].you
    assert "not-your-seat" == second.get(f"/api/tables/{table}?seat=0").problem


def test_a_second_cookie_does_not_help(still: House) -> None:
    """A stranger gets a seat that was given up only when every person at the table has agreed."""
    (first, second, third), table = three_at_table(still)
    post(first, table, "leave", seat=0)
    cookie = still.browser()
    assert "not-invited" == cookie.sit(table, 0).problem
    asked = post(cookie, table, "ask", seat=0).view
    assert (None, (1, 2)) == (asked.viewer, asked.requests[0].waiting)
    n = asked.requests[0].n
    assert "unknown-request" == post(cookie, table, "ask/answer", n=n, agree=True).problem
    # The holder of seat 1 admits a second cookie of their own; seat 2 has to agree as well.
    assert 200 == post(second, table, "ask/answer", n=n, agree=True).status
    assert "empty" == third.view(table).seats[0].kind
    assert "not-your-seat" == cookie.get(f"/api/tables/{table}?seat=0").problem
    assert () == post(third, table, "ask/answer", n=n, agree=False).view.requests
    assert "empty" == third.view(table).seats[0].kind


def test_the_table_lets_somebody_in(still: House) -> None:
    """All have agreed: the guest sits there and sees what the seat sees, as the journal records."""
    (first, second, third), table = three_at_table(still)
    post(first, table, "leave", seat=0)
    guest = still.browser()
    n = post(guest, table, "ask", seat=0).view.requests[0].n
    for person in (third, second):
        assert not first.view(table).requests[0].yours
        assert guest.view(table).requests[0].yours
        view = post(person, table, "ask/answer", n=n, agree=True).view
    assert ("person", ()) == (view.seats[0].kind, view.requests)
    assert 0 == guest.view(table).viewer
    entries = [entry["e"] for entry in still.journal(table)]
    assert ["left", "knocked", "admitted", "admitted", "sat"] == entries[-5:]


def test_who_has_been_let_in_cannot_hop_either(still: House) -> None:
    """Two seats given up: a guest admitted to one is refused the other for ever."""
    (first, second, third), table = three_at_table(still)
    post(first, table, "leave", seat=0)
    post(second, table, "leave", seat=1)
    guest = still.browser()
    n = post(guest, table, "ask", seat=0).view.requests[0].n
    post(third, table, "ask/answer", n=n, agree=True)
    post(guest, table, "leave", seat=0)
    assert "seated-elsewhere" == post(guest, table, "ask", seat=1).problem
    assert "seated-elsewhere" == guest.sit(table, 1).problem


def test_a_seat_whose_secrets_an_opponent_has_seen_is_for_a_bot(still: House) -> None:
    """One person held both seats and gives one up: nobody can take a seat with exposed cards."""
    first, guest = still.browser(), still.browser()
    table = _fair(first, "2", "mm")
    post(first, table, "leave", seat=1)
    assert "seated-elsewhere" == post(guest, table, "ask", seat=1).problem
    assert "low" == post(first, table, "substitute", seat=1, bot="low").view.seats[1].bot


def test_requests_are_bounded_and_end_with_a_change_at_the_table(still: House) -> None:
    """At most four, one per guest, withdrawn with a "no"; all end when the players change."""
    (first, second, third), table = three_at_table(still)
    post(first, table, "leave", seat=0)
    guests = [still.browser() for _ in range(5)]
    for guest in guests[:4]:
        for _ in range(2):
            assert 200 == post(guest, table, "ask", seat=0).status
    assert "too-many" == post(guests[4], table, "ask", seat=0).problem
    assert 4 == len(second.view(table).requests)
    n = guests[0].view(table).requests[0].n
    assert 3 == len(post(guests[0], table, "ask/answer", n=n, agree=False).view.requests)
    post(third, table, "leave", seat=2)
    assert () == second.view(table).requests


# ---- takebacks


def let_bot_act(house: House, table: str, seat: int) -> None:
    """Make the bot on a seat decide at once."""
    room = house.run(house.site.tables.ready(table)).room
    seen, name = room.game.seen_by(room.play.state, seat), room.player(seat).who  # type: ignore[union-attr]
    do = room.game.notation.write_action(seen, seat, min(room.legal(seat)))
    order = Act(seat, do, room.version_of(seat))
    house.run(house.site.tables.post(table, order, Caller(name, name, is_bot=True)))


def act(browser: Browser, table: str, n: int = 0) -> None:
    """Make a choice of the seat that is to act."""
    view = browser.view(table)
    assert view.turn is not None
    browser.do(table, view.turn.seat, view.turn.choices[n].do)


def end(browser: Browser, table: str) -> None:
    """Resign as the person whose turn it is."""
    view = browser.view(table)
    assert view.turn is not None
    assert (
        "over" == post(browser, table, "resign", seat=view.turn.seat, at=view.version).view.status
    )


def rokumon(house: House, **more: Any) -> tuple[Browser, Browser, str]:
    """Two persons at a game without secrets."""
    first, second = house.browser(), house.browser()
    options = {"act": "4", "deal": "gggjjjj"}
    seats = [{"kind": "me"}, {"kind": "open"}]
    answer = first.post("/api/tables", game="rokumon", options=options, seats=seats, **more)
    table = str(answer.json["id"])
    second.sit(table, 1)
    return first, second, table


def test_a_game_is_not_taken_back_without_the_absent_person(still: House) -> None:
    """A bot playing for B lets its own last decision be undone; B's decisions stay."""
    first, second, table = rokumon(still)
    for _ in range(3):
        act(first, table)
        act(second, table)
    act(first, table)
    assert 200 == post(second, table, "substitute", seat=1, bot="low").status
    let_bot_act(still, table, 1)
    assert 8 == first.view(table).step
    back = post(first, table, "takeback", seat=0, at=first.view(table).version)
    assert 6 == back.view.step
    assert not first.view(table).can.takeback
    refused = post(first, table, "takeback", seat=0, at=first.view(table).version)
    assert "takeback-too-far" == refused.problem
    assert 6 == first.view(table).step


def test_a_substitute_concedes_one_decision_at_a_time(still: House) -> None:
    """Of three decisions of the bot one is undone, always the same one."""
    first, second, table = rokumon(still)
    assert 200 == post(second, table, "substitute", seat=1, bot="low").status
    for _ in range(3):
        act(first, table)
        let_bot_act(still, table, 1)
    for _ in range(2):
        view = post(first, table, "takeback", seat=0, at=first.view(table).version).view
        assert 4 == view.step
        again = post(first, table, "takeback", seat=0, at=view.version)
        assert "takeback-too-far" == again.problem
        act(first, table)
        let_bot_act(still, table, 1)


def test_nothing_revealed_is_undone_without_the_absent_person(still: House) -> None:
    """Bids were shown and lanterns drawn: the substitute does not agree to go back past that."""
    (first, second, third), table = three_at_table(still)
    post(second, table, "substitute", seat=1, bot="low")
    let_bot_act(still, table, 1)
    first.do(table, 0, "bid2")
    third.do(table, 2, "bid1")
    at = first.view(table).version
    assert "takeback-too-far" == post(first, table, "takeback", seat=0, at=at).problem


def test_a_question_that_waits_for_a_person_is_not_answered_by_a_substitute(still: House) -> None:
    """B is asked, then a bot sits in: B's decision is not undone, and the question ends."""
    first, second, table = rokumon(still)
    for _ in range(2):
        act(first, table)
        act(second, table)
    post(first, table, "takeback", seat=0, at=first.view(table).version)
    view = post(second, table, "substitute", seat=1, bot="low").view
    assert (4, None) == (view.step, view.takeback)


@pytest.mark.parametrize("casual", [False, True])
def test_bots_let_what_was_revealed_be_undone_at_casual_tables_only(
    still: House, casual: bool
) -> None:
    """A person alone against a bot takes back the bid that revealed the bot's."""
    me = still.browser()
    table = _fair(me, "2", "ml", casual=casual)
    let_bot_act(still, table, 1)
    me.do(table, 0, "bid2")
    answer = post(me, table, "takeback", seat=0, at=me.view(table).version)
    assert ("takeback-too-far" if not casual else 200) == (
        answer.status if casual else answer.problem
    )


def test_bots_let_what_everybody_knew_be_undone(still: House) -> None:
    """Without rolls and secrets a game against a bot goes back to any step."""
    me = still.browser()
    options = {"act": "4", "deal": "gggjjjj"}
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "low"}]
    table = me.post("/api/tables", game="rokumon", options=options, seats=seats).json["id"]
    for _ in range(3):
        act(me, table)
        let_bot_act(still, table, 1)
    for step in (4, 2, 0):
        view = post(me, table, "takeback", seat=0, at=me.view(table).version).view
        assert step == view.step


# ---- analysis by a detour


def analyse(browser: Browser, table: str) -> Any:
    return browser.post(f"/api/tables/{table}/analysis", step=0, seconds=0.1)


def is_closed(browser: Browser, table: str) -> bool:
    """True if a caller can analyse nothing of a table, and the page does not offer it."""
    closed = "analysis-closed" == analyse(browser, table).problem
    assert closed == ("analysis-closed" == post(browser, table, "review").problem)
    assert closed == (not browser.view(table).can.analyse)
    return closed


def test_a_fork_of_a_running_game_is_not_analysed_before_that_is_over(still: House) -> None:
    """Not for players or watchers, nor through a fork of the fork; afterwards it is."""
    first, second, table = rokumon(still)
    act(first, table)
    watcher = still.browser()
    forks = []
    for browser in (second, watcher):
        fork = post(browser, table, "fork", step=1).json["id"]
        second_fork = post(browser, fork, "fork", step=1).json["id"]
        forks += [(browser, fork), (browser, second_fork)]
    for browser, fork in forks:
        assert is_closed(browser, fork)
        assert browser.view(fork).bound
    end(second, table)
    for browser, fork in forks:
        assert not browser.view(fork).bound
        assert 200 == analyse(browser, fork).status
        assert "freed" == still.journal(fork)[-1]["e"]


def test_no_bot_plays_on_in_a_fork_of_a_running_game(still: House) -> None:
    """A strong bot's moves there would be an analysis too."""
    first, _, table = rokumon(still)
    act(first, table)
    fork = post(first, table, "fork", step=1).json["id"]
    assert "analysis-closed" == post(first, fork, "substitute", seat=1, bot="low").problem
    waiting = post(first, table, "fork", step=1, own_nonce=True).json["id"]
    post(first, waiting, "stand", seat=1)
    assert "analysis-closed" == post(first, waiting, "sit", seat=1, bot="low").problem


def test_a_record_does_not_carry_a_running_game_into_an_analysis(still: House) -> None:
    """The record of the game, of a fork of it, and a record that begins with its position."""
    first, second, table = rokumon(still)
    for _ in range(2):
        act(first, table)
        act(second, table)
    fork = post(second, table, "fork", step=4).json["id"]
    act(second, fork)
    records = [second.get(f"/api/tables/{one}/record").body for one in (table, fork)]
    room = still.run(still.site.tables.ready(table)).room
    position = room.game.notation.write_position(room.play.state)
    plain = {"honjin": 1, "game": "rokumon", "rules": room.game.version, "actions": []}
    records.append(json.dumps(plain | {"options": room.play.options, "start": position}).encode())
    brought = []
    for record in records:
        answer = second.post("/api/records", record=record.decode())
        assert 200 == answer.status, answer.body
        brought.append(answer.json["id"])
    for one in brought:
        assert is_closed(second, one)
        again = post(second, one, "fork", step=0).json["id"]
        assert is_closed(second, again)
    end(first, table)
    for one in brought:
        assert 200 == analyse(second, one).status


def test_a_fork_is_freed_after_a_restart(tmp_path: Path) -> None:
    """Its game ended while nobody had the fork in memory."""
    games = GAMES | {"rokumon": load("rokumon")}
    with open_house(tmp_path, games=games) as house:
        first, second, table = rokumon(house)
        act(first, table)
        fork = post(second, table, "fork", step=1).json["id"]
    with open_house(tmp_path, games=games) as house:
        first.house = second.house = house
        assert second.view(fork).bound
        assert is_closed(second, fork)
    with open_house(tmp_path, games=games) as house:
        first.house = second.house = house
        end(second, table)
    with open_house(tmp_path, games=games) as house:
        second.house = house
        assert not second.view(fork).bound
        assert 200 == analyse(second, fork).status


def test_forks_that_betray_nobody_are_open(still: House) -> None:
    """Of a finished game, of a casual one, and of one that the caller plays alone."""
    first, second, table = rokumon(still, casual=True)
    act(first, table)
    assert 200 == analyse(second, post(second, table, "fork", step=1).json["id"]).status
    end(second, table)
    assert 200 == analyse(second, post(second, table, "fork", step=1).json["id"]).status
    seats = [{"kind": "me"}, {"kind": "me"}]
    own = first.post("/api/tables", game="rokumon", options={"act": "4"}, seats=seats).json["id"]
    assert 200 == analyse(first, post(first, own, "fork", step=1).json["id"]).status


# ---- steps back within a turn


def test_a_set_up_is_not_changed_after_the_other_was_shown(tmp_path: Path) -> None:
    """Akebono: the second seat to be ready sees both set-ups, and cannot step back past that."""
    games = {"akebono": load("akebono")}
    with open_house(tmp_path, games=games, bots={}) as house:
        first, second = house.browser(), house.browser()
        seats = [{"kind": "me"}, {"kind": "open"}]
        table = first.post("/api/tables", game="akebono", seats=seats).json["id"]
        second.sit(table, 1)
        for text in ("=crane", "ready"):
            second.do(table, 1, text)
        first.do(table, 0, "=crane")
        view = first.do(table, 0, "ready")
        assert not view.can.back
        assert "nothing-to-take-back" == post(first, table, "back", seat=0, at=view.version).problem
