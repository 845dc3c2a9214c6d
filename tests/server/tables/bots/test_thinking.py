"""Bots that think for a while: seen by everybody at the table, and hurried."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bots.tiny import CROSSES
from honjin.bots import (
    LEVELS,
    SECONDS,
    Bot,
    Budget,
    Player,
    SearchRequest,
    SearchResult,
)
from honjin.bots.greedy import GreedyBot
from honjin.games import load
from honjin.server.settings import Settings
from honjin.server.tables.bots import turns as server_bots
from honjin.server.tables.bots.thinking import TICK, Pace, Work, begins_turn, threads_of
from honjin.server.tables.bots.turns import turns_of
from honjin.server.tables.messages import answers
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.session.held import Seated
from honjin.server.tables.view.perspective import Perspective
from honjin.server.work.search.searches import SentBot
from server.minds import Patient
from server.site_client import GAMES, Browser, House, LowBot, open_house
from server.tables.test_live import Stream

LONG = Budget(30.0)
BOTS: dict[str, Bot] = {"low": Patient(), "random": LowBot()}


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[House]:
    """A site where `low` thinks for half a minute, unless it is stopped."""
    games = GAMES | {"crosses": CROSSES}
    with open_house(tmp_path, games=games, bots=BOTS, budget=LONG) as house:
        yield house


def received(stream: Stream) -> list[answers.Thinking]:
    """The messages about thinking that a window got since the last call."""
    return [
        msgspec.convert(data, answers.Thinking)
        for name, data, _ in stream.news()
        if name == "thinking"
    ]


def hurry(browser: Browser, table: str) -> Any:
    return browser.post(f"/api/tables/{table}/hurry")


def test_two_windows_see_a_bot_think(slow: House) -> None:
    """The player's and a spectator's: the seat, and a share that grows; none of it is stored."""
    me = slow.browser()
    table = me.open("crosses", seats="lm")
    windows = [Stream(who, f"/api/tables/{table}/events") for who in (me, slow.browser())]
    stored = slow.journal(table)
    begun = time.monotonic()
    seen: list[list[float]] = [[], []]
    while min(map(len, seen)) < 3:
        slow.wait(0.1)
        for shares, window in zip(seen, windows, strict=True):
            shares += [what.bots[0].share or 0.0 for what in received(window)]
    spent = time.monotonic() - begun
    for shares in seen:
        assert len(shares) <= 2 + spent / TICK
        assert shares == sorted(shares)
        assert 0 < shares[-1] < 0.1 + spent / LONG.seconds
    assert stored == slow.journal(table)


def test_hurry_ends_thinking(slow: House) -> None:
    """A player at the table hurries the bot, which acts at once; windows see it stop thinking."""
    me = slow.browser()
    table = me.open("crosses", seats="lm")
    window = Stream(me, f"/api/tables/{table}/events")
    slow.wait(0.5)
    answer = hurry(me, table)
    assert 0 == msgspec.json.decode(answer.body, type=answers.Thinking).bots[0].seat
    slow.until(lambda: me.view(table).step == 1)
    assert answers.Thinking() == received(window)[-1]


def test_hurry_is_for_who_sits_there(slow: House) -> None:
    """Not for spectators, not before the game, not after it."""
    me, other = slow.browser(), slow.browser()
    table = me.open("crosses", seats="lm")
    assert "not-your-seat" == hurry(other, table).problem
    assert 200 == hurry(me, table).status
    assert "not-started" == hurry(me, me.open("crosses", seats="mo")).problem
    over = me.open("madeup", seats="mm", rounds="1")
    assert "over" == me.play_on(over).status
    assert "over" == hurry(me, over).problem


def test_a_bot_whose_question_has_changed_is_stopped(slow: House) -> None:
    """After a takeback it does not use its half minute on a position that is gone."""
    patient = BOTS["low"]
    assert isinstance(patient, Patient)
    me = slow.browser()
    table = me.open("crosses", seats="ml")
    me.do(table, 0, "4")
    slow.wait(0.1)
    patient.stopped.clear()
    me.post(f"/api/tables/{table}/takeback", seat=0, at=me.view(table).version)
    slow.until(patient.stopped.is_set)


def test_with_secrets_only_the_time_is_told(slow: House) -> None:
    """The share is that of its time, and the bot answers when its time is over, not before."""
    work = Work(1, 1, Player("low", Patient(), Budget(10.0)), 0.0, secret=True)
    work.thinking = work.begun
    work.handle.share = 0.9
    assert (work.share() or 0.0) < 0.5
    counted = Work(1, 1, Player("low", Patient(), Budget(10.0, 800)), 2.5, secret=True)
    counted.thinking = counted.begun
    assert counted.share() is None
    open_work = Work(1, 1, Player("low", Patient(), Budget(10.0, 800)), 0.0, secret=False)
    open_work.thinking, open_work.handle.share = open_work.begun, 0.9
    assert 0.9 == open_work.share()
    # Due at the end of its time; with a count, when it has taken as long as ever before.
    assert [10.0, 2.5, 0.4] == [round(w._due(0.4) - w.begun, 3) for w in (work, counted, open_work)]
    # What follows in a turn does not tell either whether there was a choice.
    assert [10.0, 0.1, 0.1] == [one.charged(0.1) for one in (work, counted, open_work)]
    work.hurry()
    assert 0.4 == round(work._due(0.4) - work.begun, 3)


def test_a_turn_of_many_actions_has_one_pause(tmp_path: Path) -> None:
    """Before its first action; the page shows the others one after another.

    A turn of Swords took eight pauses, a round of five thirty.
    """
    with open_house(tmp_path, games={"akebono": load("akebono")}, bot_pause=1.0) as house:
        me = house.browser()
        began = time.monotonic()
        table = me.open("akebono", seats="lm")
        room = house.run(house.site.tables.ready(table)).room
        house.until(lambda: sum(step.seat == 0 for step in room.play.steps) > 5)
        assert 1.0 < time.monotonic() - began < 2.0
        assert not begins_turn(room, 0)
        assert begins_turn(room, 1)


def test_a_pause_is_charged_to_no_clock(tmp_path: Path) -> None:
    """Whoever's clock the bot plays on: it is spared like the lag of a page."""
    with open_house(tmp_path, bot_pause=0.4) as house:
        me = house.browser()
        wishes = [{"kind": "bot", "bot": "low"}, {"kind": "me"}]
        time = {"main": 60, "increment": 5}
        table = me.post("/api/tables", game="madeup", seats=wishes, time=time).json["id"]
        house.until(lambda: house.journal(table)[-1]["e"] == "acted")
        assert 300 < house.journal(table)[-1]["lag"] <= 401


def test_only_thinking_makes_an_answer_late(tmp_path: Path) -> None:
    """What a bot has looked up or seen at once took no time, however long its process started.

    In Swords ashigaru took six seconds for every secret choice after a first one that it found
    at once, while its process started.
    """
    bot = Loading()
    bot.seconds = 0.0
    with open_house(tmp_path, bots={"low": bot}, budget=Budget(10.0, 800)) as house:
        me = house.browser()
        table = me.open("madeup", seats="ll", rounds="2")
        house.until(lambda: me.view(table).step > 2)
        began = time.monotonic()
        house.until(lambda: me.view(table).status == "over")
        assert time.monotonic() - began < 0.8


class Together(LowBot):
    """Answers once two of its kind think at the same time, and notes what it was asked."""

    def __init__(self) -> None:
        self.meeting = threading.Barrier(2, timeout=20.0)
        self.asked: list[SearchRequest] = []

    def think(self, task: SearchRequest) -> SearchResult:
        self.asked.append(task)
        self.meeting.wait()
        return super().think(task)


def test_rivals_think_at_the_same_time(tmp_path: Path) -> None:
    """Two bots that must bid meet while both think; one after the other they never would."""
    bot = Together()
    with open_house(tmp_path, bots={"low": bot}, bot_threads=2, budget=LONG) as house:
        me = house.browser()
        table = me.open("madeup", seats="ll", rounds="1", offers=False)
        house.until(lambda: len(bot.asked) == 2)
        house.until(lambda: bot.meeting.n_waiting == 0)
        assert not bot.meeting.broken
        assert {0, 1} == {task.seat for task in bot.asked}
        hurry(me, table)


def test_rivals_share_the_time_of_one(tmp_path: Path) -> None:
    """Five on two threads think in three turns, each for a third; counts are not divided."""
    assert [1, 1, 2, 3, 5] == [turns_of(*few) for few in ((0, 2), (2, 2), (3, 2), (5, 2), (5, 1))]
    with open_house(tmp_path, budget=LONG, bot_pause=60, bot_threads=2, bot_seconds=0.6) as house:
        me = house.browser()
        for bots, seconds in ((2, 0.6), (3, 0.3), (4, 0.3)):
            wishes = [{"kind": "me"}] * (4 - bots) + [{"kind": "bot", "bot": "low"}] * bots
            answer = me.post("/api/tables", game="madeup", options={"seats": "4"}, seats=wishes)
            room = house.run(house.site.tables.ready(answer.json["id"])).room
            seated = room.holders[3]
            assert seated is not None
            for name, expected in (("low", seconds), ("shogun", 0.6)):
                player = house.site.runner._player(room, seated._replace(who=name), 3)
                assert expected == pytest.approx(player.budget.seconds), (bots, name)


@pytest.mark.parametrize(("cores", "workers", "threads"), [(8, 1, 8), (8, 3, 2), (2, 4, 1)])
def test_as_many_think_as_there_are_cores(
    cores: int, workers: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The processes of a server divide them; a number in the settings is taken as it is."""
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert threads == threads_of(Settings(workers=workers))
    assert 5 == threads_of(Settings(workers=workers, bot_threads=5))


def test_searches_may_end_early_where_that_tells_nothing(tmp_path: Path) -> None:
    """In an open game; not with cards of one's own, as what a search finds depends on them."""
    bot = Asking()
    games = GAMES | {"crosses": CROSSES}
    with open_house(tmp_path, games=games, bots={"low": bot}, budget=LONG) as house:
        me = house.browser()
        for game, is_early in (("crosses", True), ("madeup", False)):
            table = me.open(game, seats="lm")
            house.until(lambda: bot.asked)
            hurry(me, table)
            assert [is_early] == [task.may_end_early for task in bot.asked]
            bot.asked.clear()


class Asking(LowBot):
    """Notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[SearchRequest] = []

    def think(self, task: SearchRequest) -> SearchResult:
        self.asked.append(task)
        return super().think(task)


class Loading:
    """Loads something before its first search, which takes no time then."""

    name = "low"

    def __init__(self) -> None:
        self.loads, self.seconds = 0.8, 0.001

    def suits(self, game: Any, options: Any) -> bool:
        return True

    def think(self, task: SearchRequest) -> SearchResult:
        time.sleep(self.loads)
        self.loads = 0.0
        return SearchResult(min(task.legal()), seconds=self.seconds)


def test_loading_is_not_thinking(tmp_path: Path) -> None:
    """A bot with a count to do is not held for as long as its compiled code took to load.

    Summits' first choices took eleven seconds: three seconds of loading, and each secret choice
    after it was held as long.
    """
    with open_house(tmp_path, bots={"low": Loading()}, budget=Budget(10.0, 800)) as house:
        me = house.browser()
        table = me.open("madeup", seats="ll", rounds="2")
        house.until(lambda: me.view(table).step > 2)
        began = time.monotonic()
        house.until(lambda: me.view(table).status == "over")
        assert time.monotonic() - began < 0.8


class Asked(Loading):
    """Reports the loops that it searches with when they are compiled."""

    loops = Path("asked_loops.py")


def test_what_somebody_sits_down_to_is_compiled_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When a bot takes a seat, not when it has to act; and once."""
    asked: list[tuple[str, Path]] = []
    monkeypatch.setattr(
        server_bots, "compile_ahead", lambda game, loops: asked.append((game.key, loops))
    )
    with open_house(tmp_path, bots={"low": Asked()}) as house:
        me = house.browser()
        me.open("madeup", seats="lo")
        me.open("madeup", seats="lo")
        house.until(lambda: len(asked) > 0)
        house.wait(0.05)
        assert {("madeup", Asked.loops)} == set(asked)
        assert len(asked) <= len(house.sites)


def test_few_simulations_do_not_wait_for_a_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ashigaru answers at once, by interpreted rules until the search process has started."""
    with open_house(tmp_path, games={"rokumon": load("rokumon")}, bots={}) as house:
        me, runner = house.browser(), house.site.runner
        wishes = [{"kind": "me"}, {"kind": "bot", "bot": "ashigaru"}]
        table = me.post("/api/tables", game="rokumon", seats=wishes).json["id"]
        room = house.run(house.site.tables.ready(table)).room
        for is_up in (False, True):
            monkeypatch.setattr(runner._searches, "is_up", lambda _, now=is_up: now)
            for level, is_sent in (("ashigaru", is_up), ("daimyo", True)):
                asked = runner._asked_bot(room, runner._find(room, level))
                assert is_sent == isinstance(asked, SentBot)


def test_nothing_is_compiled_for_a_greedy_bot_at_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is fast enough interpreted, and no table need share its processor with the compiler."""
    asked: list[Path] = []
    monkeypatch.setattr(server_bots, "compile_ahead", lambda _, loops: asked.append(loops))
    with open_house(tmp_path, bots={"low": GreedyBot()}) as house:
        house.browser().open("madeup", seats="lm")
        house.wait(0.1)
        assert [] == asked


def test_a_bot_without_secrets_answers_when_it_is_ready(tmp_path: Path) -> None:
    """It does not wait for its half minute once it has found its action."""
    games = {"crosses": CROSSES}
    with open_house(tmp_path, games=games, bots={"low": LowBot()}, budget=LONG) as house:
        me = house.browser()
        table = me.open("crosses", seats="lm")
        house.until(lambda: me.view(table).step == 1)


def test_where_there_is_one_choice_no_bot_is_asked(slow: House) -> None:
    """All see that there is no choice; with secrets not even that is shown."""
    patient = BOTS["low"]
    assert isinstance(patient, Patient)
    me = slow.browser()
    holder = Seated("bot", "low", "low")
    for game in ("crosses", "madeup"):
        room = slow.run(slow.site.tables.ready(me.open(game, seats="mm"))).room
        sight = Perspective.of(room, 0)
        patient.begun.clear()
        forced = msgspec.structs.replace(sight, legal=sight.legal[:1])
        chosen = asyncio.wait_for(slow.site.runner._chosen(room, forced, holder), 0.3)
        if game == "crosses":
            assert ("0", 0.0) == slow.run(chosen)
        else:
            with pytest.raises(TimeoutError):
                slow.run(chosen)
        assert patient.begun.is_set() == (game == "madeup")


def test_a_house_without_that_bot_plays_at_random(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A table with a bot that no longer exists continues, and the log says why."""
    with open_house(tmp_path, bot_pause=60) as house:
        me = house.browser()
        table = me.open(seats="ml", rounds="1", offers=False)
    with open_house(tmp_path, bots={}) as house:
        me.house = house
        house.until(lambda: me.view(table).turn is not None)
        house.until(lambda: me.view(table).must_act == (0,))
    assert "'low'; random actions instead" in caplog.text


def test_tables_with_bots_see_their_game_warm_up(tmp_path: Path) -> None:
    """The compiled share of the search, until all of it is; other tables get nothing."""
    shares = {"madeup": 0.25}
    ready = lambda game: shares.get(game.key, 1.0)  # noqa: E731
    with open_house(tmp_path, games=GAMES | {"crosses": CROSSES}, readiness=ready) as house:
        me = house.browser()
        seats = {
            "with": ("madeup", "ml"), "without": ("madeup", "mm"), "quick": ("madeup", "mr"),
            "other": ("crosses", "ml"),
        }  # fmt: skip
        streams = {
            name: Stream(me, f"/api/tables/{me.open(game, seats=who)}/events")
            for name, (game, who) in seats.items()
        }
        shown = lambda: (received(streams["with"]) or [None])[-1]  # noqa: E731
        for share in (0.25, 0.75):
            shares["madeup"] = share
            house.until(lambda share=share: shown() == answers.Thinking(warms=share))
        del shares["madeup"]
        house.until(lambda: shown() == answers.Thinking())
        for name in ("without", "quick", "other"):
            assert [] == received(streams[name])


def test_strangers_cannot_ask_for_a_budget(house: House) -> None:
    """Levels and bots that need no time are listed; a name with a custom time is not."""
    me, three = house.browser(), {"seats": "3"}
    wish = [{"kind": "me"}]
    opened = me.post("/api/tables", game="madeup", options=three, seats=wish)
    table = opened.json["id"]
    for name in ("shogun", "samurai", "greedy", "random"):
        wish = [{"kind": "me"}, {"kind": "bot", "bot": name}]
        assert 200 == me.post("/api/tables", game="madeup", options=three, seats=wish).status
    for name in ("mcts", "mcts:3600s", "alphabeta:d4", "greedy:slip=0.5", "search", ""):
        wish = [{"kind": "me"}, {"kind": "bot", "bot": name}]
        answer = me.post("/api/tables", game="madeup", options=three, seats=wish)
        assert "unknown-bot" == answer.problem
        assert "unknown-bot" == me.post(f"/api/tables/{table}/sit", seat=1, bot=name).problem


def test_no_level_takes_longer_than_the_page_says(house: House) -> None:
    """However slow the machine is, or as long as rules are interpreted."""
    room = house.run(house.site.tables.ready(house.browser().open(seats="ml"))).room
    seated = room.holders[1]
    assert seated is not None
    for level, seconds in zip(LEVELS, (0.1, 0.5, 1.0, 2.0), strict=True):
        player = house.site.runner._player(room, seated._replace(who=level), 1)
        assert player.budget.seconds <= seconds == SECONDS[level]


def test_the_rest_of_a_turn_takes_half_as_long_as_its_first_action(house: House) -> None:
    """At the Summits shogun took two seconds for each of twelve secret actions in a row."""
    room = house.run(house.site.tables.ready(house.browser().open(seats="ml"))).room
    seated = room.holders[1]
    assert seated is not None
    runner, budgets = house.site.runner, list[float]()
    for _ in range(12):
        runner._pace(room, 1).turn = sum(budgets)
        budgets.append(runner._player(room, seated._replace(who="shogun"), 1).budget.seconds)
    assert pytest.approx([2, 2 / 3, 2 / 9, *9 * [0.1]]) == budgets
    assert sum(budgets) < 4


def test_a_machine_that_was_busy_once_delays_eight_choices() -> None:
    """Each is held for the longest of the last eight searches; it was the longest of all."""
    pace = Pace()
    pace.note(0.9, is_compiled=True)
    usual = []
    for _ in range(9):
        usual.append(pace.usual(is_compiled=True))
        pace.note(0.01, is_compiled=True)
        pace.note(0.0, is_compiled=True)
    assert [*8 * [0.9], 0.01] == usual
    assert 0.0 == pace.usual(is_compiled=False)


def test_the_house_may_cap_the_time(tmp_path: Path) -> None:
    """HONJIN_BOT_SECONDS is the most that a bot gets, whatever its level says."""
    with open_house(tmp_path, bot_seconds=0.25) as house:
        me = house.browser()
        table = me.open(seats="ml")
        room = house.run(house.site.tables.ready(table)).room
        seated = room.holders[1]
        assert seated is not None
        for name, seconds in (("shogun", 0.25), ("low", 0.001)):
            player = house.site.runner._player(room, seated._replace(who=name), 1)
            assert seconds == player.budget.seconds
            assert BotRoster().names(room.game, room.play.options)[0] == "ashigaru"
