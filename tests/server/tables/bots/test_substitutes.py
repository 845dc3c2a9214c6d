"""Bots that play for persons: who may put them there, what they see, how seats come back."""

from __future__ import annotations

import http.client
import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from honjin.bots import Budget
from honjin.core.jit.rng import seeded
from honjin.core.seats import SPECTATOR
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import rebuild
from honjin.server.tables.view.export import verify_export
from madeup.game import GAME as FAIR
from server.minds import Patient
from server.processes.test_kill import Player, journals
from server.real.server_process import Server
from server.secrets.test_secrets import all_sent, positions, room_at
from server.site_client import Answer, Browser, House, open_house, two_at_table
from server.tables.bots.test_bots_at_table import Spy
from server.tables.test_live import Stream

AWAY = 60_000
"""The default of the setting, in milliseconds."""


class Clock:
    """The time of a site: it stands still unless it is moved forward."""

    def __init__(self, house: House) -> None:
        self.now = house.site.now()
        house.set_clock(lambda: self.now)

    def forward(self, milliseconds: int) -> None:
        self.now += milliseconds


def substitute(browser: Browser, table: str, seat: int, bot: str = "low") -> Answer:
    return browser.post(f"/api/tables/{table}/substitute", seat=seat, bot=bot)


def back(browser: Browser, table: str, seat: int) -> Answer:
    return browser.post(f"/api/tables/{table}/return", seat=seat)


def leave(browser: Browser, table: str, seat: int) -> Answer:
    return browser.post(f"/api/tables/{table}/leave", seat=seat)


def watch(browser: Browser, table: str) -> Stream:
    """Open a window at a table."""
    return Stream(browser, f"/api/tables/{table}/events")


def acts(browser: Browser, table: str) -> bool:
    """Play the caller's first choice, if there is one; a bot may have been quicker."""
    view = browser.view(table)
    if view.turn is None:
        return False
    browser.act(table, view.turn.seat, view.turn.choices[0].do, view.version)
    return True


def acted(house: House, table: str) -> list[int]:
    """The seats that have acted, in order."""
    return [entry["seat"] for entry in house.journal(table) if entry["e"] == "acted"]


@pytest.fixture
def still(tmp_path: Path) -> Iterator[House]:
    """A site whose bots take a minute, so that nothing moves by itself."""
    with open_house(tmp_path, bot_pause=60.0) as house:
        yield house


# ---- refusals


def test_refusals_of_a_substitute_come_in_order(still: House) -> None:
    """At the table, running, known seat, no bot there, waited for, long away, known bot."""
    first, second, watcher = still.browser(), still.browser(), still.browser()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "low"}]
    wish = {"game": "madeup", "options": {"seats": "3"}, "seats": seats}
    table = first.post("/api/tables", **wish).json["id"]
    clock = Clock(still)
    assert "not-at-table" == substitute(watcher, table, 7, "nobody").problem
    assert "not-started" == substitute(first, table, 7, "nobody").problem
    second.sit(table, 1)
    before = still.journal(table)
    assert "not-your-seat" == substitute(first, table, 7, "nobody").problem
    assert "bot-plays" == substitute(first, table, 2, "nobody").problem
    assert "still-here" == substitute(first, table, 1, "nobody").problem
    watch(first, table)
    clock.forward(AWAY - 1)
    assert "still-here" == substitute(first, table, 1, "nobody").problem
    clock.forward(1)
    assert "unknown-bot" == substitute(first, table, 1, "nobody").problem
    assert "unreadable" == first.post(f"/api/tables/{table}/substitute", seat=1).problem
    assert before == still.journal(table)
    second.do(table, 1, "bid1")
    clock.forward(AWAY)
    assert "not-awaited" == substitute(first, table, 1).problem
    over = first.open(seats="mm", rounds="1")
    first.play_on(over)
    assert "over" == substitute(first, over, 1).problem


def test_who_is_here_is_not_replaced(still: House) -> None:
    """An open window, or an action a moment ago, and only the person has the seat."""
    first, second, table = two_at_table(still)
    clock = Clock(still)
    watch(first, table)
    there = watch(second, table)
    clock.forward(10 * AWAY)
    assert "still-here" == substitute(first, table, 1).problem
    there.leave()
    clock.forward(AWAY - 1)
    assert "still-here" == substitute(first, table, 1).problem
    first.do(table, 0, "bid2")
    clock.forward(AWAY - 1)
    assert "still-here" == substitute(first, table, 1).problem
    clock.forward(1)
    assert "low" == substitute(first, table, 1).view.seats[1].bot


def test_a_house_may_wait_for_ever(tmp_path: Path) -> None:
    """With the setting 0 others cannot replace a player, who may still ask for a bot."""
    with open_house(tmp_path, away=0.0) as house:
        first, second, table = two_at_table(house)
        clock = Clock(house)
        watch(first, table)
        clock.forward(10**9)
        assert "still-here" == substitute(first, table, 1).problem
        assert "low" == substitute(second, table, 1).view.seats[1].bot


def test_refusals_of_coming_back(still: House) -> None:
    """Only the seat's holder, while the game runs, and when a bot plays for the holder."""
    first, second, table = two_at_table(still)
    assert "no-substitute" == back(first, table, 0).problem
    substitute(first, table, 0)
    for other in (second, still.browser()):
        assert "not-your-seat" == back(other, table, 0).problem
    assert "not-started" == back(first, first.open(seats="mo"), 0).problem
    assert 200 == back(first, table, 0).status
    first.post(f"/api/tables/{table}/resign", seat=0, at=first.view(table).version)
    assert "over" == back(first, table, 0).problem


def test_refusals_of_giving_up_a_seat(still: House) -> None:
    """The player's own, while the game runs; before that, a player stands up instead."""
    first, second, table = two_at_table(still)
    assert "not-your-seat" == leave(second, table, 0).problem
    assert "not-started" == leave(first, first.open(seats="mo"), 0).problem
    first.post(f"/api/tables/{table}/resign", seat=0, at=first.view(table).version)
    assert "over" == leave(first, table, 0).problem


def test_while_a_bot_plays_its_person_does_not(still: House) -> None:
    """No action, step back, resigning or takeback, and no choices are shown; only coming back."""
    first, _, table = two_at_table(still)
    substitute(first, table, 0)
    view = first.view(table)
    assert view.turn is None
    assert [False] * 3 == [view.can.back, view.can.resign, view.can.takeback]
    before, at = still.journal(table), view.version
    assert "bot-plays" == first.act(table, 0, "bid1", at).problem
    for what in ("back", "resign", "takeback"):
        assert "bot-plays" == first.post(f"/api/tables/{table}/{what}", seat=0, at=at).problem
    assert before == still.journal(table)
    assert back(first, table, 0).view.turn is not None


def test_refusals_of_sitting_down_in_a_running_game(still: House) -> None:
    """Only a seat that was given up, nobody who has seen a hand, nobody unasked, and no bot."""
    first, second, table = two_at_table(still)
    stranger = still.browser()
    substitute(second, table, 1)
    assert "started" == stranger.sit(table, 1).problem
    leave(second, table, 1)
    assert "seated-elsewhere" == first.sit(table, 1).problem
    path = f"/api/tables/{table}/sit"
    assert "started" == first.post(path, seat=1, bot="low").problem
    assert "not-invited" == stranger.sit(table, 1).problem
    assert stranger.join(table, 1, first).view.seats[1].you
    assert "started" == still.browser().sit(table, 1).problem


# ---- what a substitute is and does


def test_a_substitute_plays_on_and_the_seat_comes_back(house: House) -> None:
    """The bot acts as often as the game waits for the seat; then the person continues."""
    first, second, table = two_at_table(house, offers=False, rounds="3")
    assert substitute(second, table, 1).status == 200
    house.until(lambda: acts(first, table) and acted(house, table).count(1) > 1)
    assert "" == back(second, table, 1).view.seats[1].bot
    house.until(lambda: not acts(first, table))
    count = len(house.journal(table))
    house.wait(0.1)
    assert count == len(house.journal(table))


def test_coming_back_drops_what_the_bot_thinks(tmp_path: Path) -> None:
    """It is stopped in mid-thought, and does nothing any more."""
    patient = Patient()
    with open_house(tmp_path, bots={"low": patient}, budget=Budget(30.0)) as house:
        _, second, table = two_at_table(house)
        substitute(second, table, 1)
        house.until(patient.begun.is_set)
        view = back(second, table, 1).view
        assert view.turn is not None
        house.until(patient.stopped.is_set)
        house.until(lambda: not any(site.runner.is_busy(table) for site in house.sites))
        assert "returned" == house.journal(table)[-1]["e"]
        second.do(table, 1, "bid1")
        assert [1] == acted(house, table)


def test_another_bot_in_place_of_one_that_thinks(tmp_path: Path) -> None:
    """Taken back and given to a bot again at once: the first one's result is discarded."""
    patient = Patient()
    bots = {"low": patient, "random": Spy()}
    with open_house(tmp_path, bots=bots, budget=Budget(30.0)) as house:
        _, second, table = two_at_table(house)
        substitute(second, table, 1)
        house.until(patient.begun.is_set)
        back(second, table, 1)
        substitute(second, table, 1, "random")
        house.within(lambda: house.site.runner.hurry(table))

        house.until(lambda: acted(house, table))
        assert [1] == acted(house, table)


def test_a_substitute_in_a_sealed_phase(tmp_path: Path) -> None:
    """It sees only the seat's observation; others learn that the seat has decided."""
    spy = Spy()
    with open_house(tmp_path, bots={"low": spy}) as house:
        first, second, table = two_at_table(house)
        before = first.view(table)
        first.do(table, 0, "bid2")
        substitute(second, table, 1)
        room = house.run(house.site.tables.ready(table)).room
        seen = room.game.seen_by(room.play.state, 1)
        room.game.prune_optional(seen)
        house.until(lambda: spy.shown)
        assert (seen, 1) == spy.shown[0]
        house.until(lambda: first.view(table).step == before.step + 2)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_sent_holds_no_secret_of_a_substitute(seed: int) -> None:
    """Whatever the hidden rest is, every byte that anybody is sent stays the same."""
    for n, state in enumerate(positions(seed)[::2]):
        for viewer in (0, 1, SPECTATOR):
            other = FAIR.seen_by(state, viewer)
            FAIR.resample(other, viewer, seeded(n))
            sent = []
            for one in (state, other):
                room = room_at(FAIR.notation.write_position(one))
                room.apply(e.Substituted(1, 1, "low", "ann"))
                room.apply(e.Left(1, 2))
                sent.append(all_sent(room, viewer))
            assert sent[0] == sent[1]


def test_a_restart_in_the_middle(tmp_path: Path) -> None:
    """The substitute is there again and plays on; the person can still take the seat back."""
    with open_house(tmp_path, bot_pause=60.0) as house:
        first, second, table = two_at_table(house, offers=False)
        substitute(second, table, 1)
        stored = house.journal(table)
    assert "substituted" == stored[-1]["e"]
    with open_house(tmp_path) as house:
        first.house = second.house = house
        house.until(lambda: first.view(table).must_act == (0,))
        assert "low" == first.view(table).seats[1].bot
        assert stored == house.journal(table)[: len(stored)]
        assert "" == back(second, table, 1).view.seats[1].bot
    with open_house(tmp_path) as house:
        second.house = house
        assert "" == second.view(table).seats[1].bot


def test_a_seat_that_was_given_up_is_taken_by_a_guest(house: House) -> None:
    """It is empty, then a bot's, then a stranger's, who sees what the seat sees."""
    first, second, table = two_at_table(house, offers=False)
    stranger = house.browser()
    assert "empty" == leave(second, table, 1).view.seats[1].kind
    assert second.view(table).viewer is None
    assert (0, 1) == first.view(table).must_act
    seat = substitute(first, table, 1).view.seats[1]
    assert ("empty", "low") == (seat.kind, seat.bot)
    house.until(lambda: first.view(table).must_act == (0,))
    view = stranger.join(table, 1, first).view
    assert (1, "", "person") == (view.viewer, view.seats[1].bot, view.seats[1].kind)
    first.play_on(table, 1)
    house.wait(0.1)
    assert stranger.view(table).step == first.view(table).step


def test_dice_are_not_touched(house: House) -> None:
    """Nonces stay those of the start, whoever sits down later, and the record verifies."""
    first, second, table = two_at_table(house, offers=False, rounds="1")
    nonces = first.view(table).dice.nonces
    leave(second, table, 1)
    stranger = house.browser()
    assert stranger.join(table, 1, first).view.seats[1].you
    stranger.post(f"/api/tables/{table}/nonce", nonce="abc")
    assert nonces == first.view(table).dice.nonces
    substitute(stranger, table, 1)
    house.until(lambda: not acts(first, table) and first.view(table).status == "over")
    record = first.get(f"/api/tables/{table}/record")
    assert b"low" not in record.body
    assert verify_export(record.body, lambda _: FAIR).ok


# ---- around the game


def test_a_question_does_not_wait_for_a_bot(still: House) -> None:
    """A takeback that waited only for the person is granted when a bot takes over."""
    first, second, table = two_at_table(still, offers=False)
    step = first.view(table).step
    first.do(table, 0, "bid2")
    first.post(f"/api/tables/{table}/takeback", seat=0, at=first.view(table).version)
    view = substitute(second, table, 1).view
    assert (step, None) == (view.step, view.takeback)
    first.do(table, 0, "bid2")
    at = first.view(table).version
    assert step == first.post(f"/api/tables/{table}/takeback", seat=0, at=at).view.step


def test_a_question_waits_for_those_who_return(still: House) -> None:
    """A takeback would undo what they do from then on, too."""
    guests = [still.browser() for _ in range(3)]
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    options = {"seats": "3", "offers": False}
    answer = guests[0].post("/api/tables", game="madeup", options=options, seats=seats)
    table = answer.json["id"]
    for seat in (1, 2):
        assert guests[seat].sit(table, seat).status == 200
    substitute(guests[2], table, 2)
    guests[0].do(table, 0, "bid2")
    step = guests[0].view(table).step
    guests[0].post(f"/api/tables/{table}/takeback", seat=0, at=guests[0].view(table).version)
    back(guests[2], table, 2)
    agree = f"/api/tables/{table}/takeback/answer"
    assert step == guests[1].post(agree, seat=1, agree=True).view.step
    assert step > guests[2].post(agree, seat=2, agree=True).view.step


def test_who_asked_and_leaves_takes_the_question_with_him(still: House) -> None:
    """Nobody has to answer it any more."""
    first, second, table = two_at_table(still, offers=False)
    first.do(table, 0, "bid2")
    first.post(f"/api/tables/{table}/takeback", seat=0, at=first.view(table).version)
    assert leave(first, table, 0).view.takeback is None
    assert second.view(table).takeback is None


def test_it_is_told_in_the_chat(still: House) -> None:
    """A bot in the seat, back again, gone for good, a new player: each is a separate line."""
    first, second, table = two_at_table(still)
    window = watch(first, table)
    window.news()
    substitute(second, table, 1)
    back(second, table, 1)
    leave(second, table, 1)
    still.browser().join(table, 1, first)
    lines = [data for name, data, _ in window.news() if name == "chat"]
    assert ["bot", "back", "left", "sat"] == [line["what"] for line in lines]
    assert {1} == {line["seat"] for line in lines}
    assert "low" == lines[0]["text"]
    assert lines == first.get(f"/api/tables/{table}").json["chat"]


def test_windows_are_told_who_is_missed(tmp_path: Path) -> None:
    """When the time has come, without any request; and when the person is back."""
    with open_house(tmp_path, away=0.3) as house:
        first, second, table = two_at_table(house, offers=False)
        clock = Clock(house)
        window = watch(first, table)
        house.wait(0.5)  # though the server's timer runs out, the site's clock stands still
        assert [] == [data for name, data, _ in window.news() if name == "presence"]
        clock.forward(300)
        house.wait(0.5)
        assert [[1]] == [x["absent"] for name, x, _ in window.news() if name == "presence"]
        other = watch(house.browser(), table)  # the clock of a table does not restart
        assert [[1]] == [x["absent"] for name, x, _ in other.news() if name == "presence"]
        watch(second, table)
        last = [x for name, x, _ in window.news() if name == "presence"][-1]
        assert (True, None) == (last["online"][1], last.get("absent"))


def test_the_lobby_tells_who_plays(house: House) -> None:
    """The person with the substitute, and a seat that is free."""
    first, second, table = two_at_table(house)

    def seat() -> Any:
        (row,) = [one for one in first.get("/api/tables").json["tables"] if one["id"] == table]
        return row["seats"][1]

    substitute(second, table, 1)
    assert ("person", "low") == (seat()["kind"], seat()["bot"])
    back(second, table, 1)
    assert "bot" not in seat()
    leave(second, table, 1)
    assert {"kind": "empty"} == seat()


def test_analysis_stays_closed(still: House) -> None:
    """A substitute opens nothing: analysis closed to its person stays closed."""
    first, second, table = two_at_table(still)
    substitute(second, table, 1)
    for browser in (first, second):
        assert not browser.view(table).can.analyse
        assert "analysis-closed" == browser.post(f"/api/tables/{table}/analysis", step=2).problem


# ---- the journal

KEPT = ("holders", "substitutes", "held_by")


def ask(browser: Browser, table: str, seat: int) -> Answer:
    return browser.post(f"/api/tables/{table}/ask", seat=seat)


def sit(browser: Browser, table: str, seat: int) -> Answer:
    return browser.sit(table, seat)


def let_in(browser: Browser, table: str, _seat: int) -> Answer:
    requests = browser.view(table).requests
    n = requests[0].n if requests else 1
    return browser.post(f"/api/tables/{table}/ask/answer", n=n, agree=True)


@pytest.mark.slow_after(2)
@pytest.mark.parametrize("seed", range(5))
def test_a_journal_folds_to_the_same_table(still: House, seed: int) -> None:
    """Whatever comes and goes, and wherever it is cut, the stored table is the current one."""
    rng, people = random.Random(seed), [still.browser() for _ in range(4)]
    table = people[0].open(seats="mo", rounds="3")
    people[1].sit(table, 1)
    done = 0
    for _ in range(100):
        who, seat = rng.choice(people), rng.randrange(2)
        order = rng.choice([substitute, back, leave, sit, ask, let_in, ask, let_in])
        if order is leave and who is people[0]:  # with nobody left, nobody could let others in
            continue
        done += order(who, table, seat).status == 200
        view = who.view(table)
        if view.turn is not None and rng.random() < 0.1:
            who.act(table, view.turn.seat, rng.choice(view.turn.choices).do, view.version)
        room = still.run(still.site.tables.ready(table)).room
        opened, *rest = map(e.read_entry, still.run(still.site.store.journal(table)))
        assert isinstance(opened, e.Opened)
        again = rebuild(table, FAIR, opened, rest)
        for name in (*KEPT, "nonces", "bots", "renewed", "version"):
            assert getattr(room, name) == getattr(again, name)
        assert room.talk.lines == again.talk.lines
        assert (room.requests.open, vars(room.deciders)) == (
            again.requests.open, vars(again.deciders),
        )  # fmt: skip
    assert done > 5


HANDED = (
    ("sit", {"seat": 1}, ("person", "")),
    ("substitute", {"seat": 1, "bot": "greedy"}, ("person", "greedy")),
    ("return", {"seat": 1}, ("person", "")),
    ("substitute", {"seat": 1, "bot": "random"}, ("person", "random")),
    ("leave", {"seat": 1}, ("empty", "random")),
)
"""The orders one after another, with the seat's holder and player after each."""


def played_by(view: Any) -> tuple[str, str]:
    """Holder and player of the second seat in a view as it was sent."""
    seat = view["seats"][1]
    return seat["kind"], seat.get("bot", "")


@pytest.mark.slow
def test_kill_9_loses_no_substitute(tmp_path: Path) -> None:
    """Killed right after each answer: the player of the seat is the one answered last."""
    guest, before = Player(1), ("empty", "")
    for what, body, after in (*HANDED, ("", {}, ("empty", "random"))):
        server = Server(tmp_path)
        guest.line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        if not guest.table:
            wish = {"game": "madeup", "seats": [{"kind": "me"}, {"kind": "open"}]}
            guest.table = guest.ask("POST", "/api/tables", wish)["id"]
        path = f"/api/tables/{guest.table}"
        assert before == played_by(guest.ask("GET", path))
        if what:
            assert after == played_by(guest.ask("POST", f"{path}/{what}", body))
        server.end(signal.SIGKILL)
        guest.line.close()
        before = after
    entries = [one["e"] for one in journals(tmp_path)[guest.table] if one["e"] != "acted"]
    told = ["opened", "sat", "sat", "started", "substituted", "returned", "substituted", "left"]
    assert told == entries
