"""Analysis: who may ask for it, what the search is given, and its results."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bots.tiny import CROSSES
from honjin.bots import Budget, SearchHandle, SearchRequest, SearchResult
from honjin.core.jit.rng import seeded
from honjin.server.analysis import messages as an
from honjin.server.analysis import review
from honjin.server.analysis import scheduler as analysis
from honjin.server.analysis import stream as analysis_stream
from honjin.server.analysis import words as analysis_words
from honjin.server.analysis.scheduler import Decision, decision
from honjin.server.analysis.stream import _Output
from honjin.server.work import exact
from madeup.game import GAME as FAIR
from server.minds import Patient, Weighing, weighed
from server.secrets.test_secrets import positions, room_at
from server.site_client import GAMES, Answer, Browser, House, LowBot, open_house, two_at_table

BOTH = GAMES | {"crosses": CROSSES}


def ask(browser: Browser, table: str, step: int, **more: Any) -> Answer:
    return browser.post(f"/api/tables/{table}/analysis", step=step, **({"seconds": 0.05} | more))


def events(answer: Answer) -> list[an.Analysis]:
    """The events of a stream, each checked against the protocol."""
    assert 200 == answer.status, answer.body
    assert "text/event-stream; charset=utf-8" == answer.headers["content-type"]
    blocks = answer.body.decode().strip().split("\n\n")
    found = []
    for block in blocks:
        name, data = block.split("\n")
        assert "event: analysis" == name
        found.append(msgspec.json.decode(data.removeprefix("data: "), type=an.Analysis))
    return found


def last(answer: Answer) -> an.Analysis:
    *before, done = events(answer)
    assert done.done
    assert not any(one.done for one in before)
    return done


def finished(browser: Browser, **options: Any) -> str:
    """A table where the caller has played all seats to the end."""
    table = browser.open(seats="mm", **options)
    assert "over" == browser.play_on(table).status
    return table


def decisions(house: House, table: str) -> list[tuple[int, int]]:
    """(step, seat) of every action of the record."""
    play = house.run(house.site.tables.ready(table)).room.play
    return [(n, step.seat) for n, step in enumerate(play.steps) if step.seat != 15]


# ---- who may


def test_a_finished_game_is_open_to_everybody(house: House) -> None:
    """Any decision of any seat, even for a visitor without a seat."""
    table = finished(house.browser(), rounds="1")
    stranger = house.browser()
    assert stranger.view(table).can.analyse
    for step, seat in decisions(house, table):
        found = last(ask(stranger, table, step))
        assert step == found.step
        assert found.seat is not None
        assert last(ask(stranger, table, step, seat=seat)).seat == seat


def test_who_holds_all_seats_may_while_it_runs(house: House) -> None:
    """Pass and play; but not a watcher, and nobody in a fork of a fair table that is running."""
    me, watcher = house.browser(), house.browser()
    table = me.open(seats="mm")
    assert me.view(table).can.analyse
    assert last(ask(me, table, me.view(table).step)).seat == 0
    assert "analysis-closed" == ask(watcher, table, 1).problem
    first, _, fair = two_at_table(house)
    fork = first.post(f"/api/tables/{fair}/fork", step=0).json["id"]
    assert not first.view(fork).can.analyse
    assert "analysis-closed" == ask(first, fork, 0).problem


def test_a_fair_table_is_closed_while_it_runs(house: House) -> None:
    """For players, against a person or a bot, and for watchers; open when it is over."""
    first, second, table = two_at_table(house, rounds="1")
    for browser in (first, second, house.browser()):
        assert not browser.view(table).can.analyse
        for fields in ({}, {"seat": 0}, {"seat": 7}):
            assert "analysis-closed" == ask(browser, table, 2, **fields).problem
        for method in (browser.post, browser.get):
            assert "analysis-closed" == method(f"/api/tables/{table}/review").problem
    against_bot = first.open(seats="mr")
    assert "analysis-closed" == ask(first, against_bot, 0).problem
    while first.view(table).status == "running":
        first.play_on(table), second.play_on(table)
    assert second.view(table).can.analyse
    assert 200 == ask(house.browser(), table, 2).status


def test_at_a_casual_table_everybody_asks_for_his_own_seat(house: House) -> None:
    """All players can; another's seat stays closed, and everything is closed to watchers."""
    first, second, watcher = (house.browser() for _ in range(3))
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = first.post("/api/tables", game="madeup", seats=seats, casual=True).json["id"]
    assert all(browser.view(table).casual for browser in (first, second, watcher))
    assert 200 == second.sit(table, 1).status
    step = first.view(table).step
    for seat, browser in enumerate((first, second)):
        assert browser.view(table).can.analyse
        assert seat == last(ask(browser, table, step)).seat
        assert seat == last(ask(browser, table, step, seat=seat)).seat
        assert "analysis-closed" == ask(browser, table, step, seat=1 - seat).problem
    assert not watcher.view(table).can.analyse
    assert "analysis-closed" == ask(watcher, table, step).problem
    assert "analysis-closed" == watcher.post(f"/api/tables/{table}/review").problem


def test_a_rematch_is_as_casual_as_the_game_before(house: House) -> None:
    """The agreement carries over."""
    me = house.browser()
    seats = [{"kind": "me"}, {"kind": "me"}]
    for casual in (True, False):
        opened = me.post("/api/tables", game="madeup", seats=seats, casual=casual)
        me.play_on(table := opened.json["id"])
        following = me.post(f"/api/tables/{table}/rematch").json["id"]
        assert casual == me.view(following).casual


def test_what_cannot_be_asked(house: House) -> None:
    """Each with its own kind of refusal."""
    me = house.browser()
    assert "not-started" == ask(me, me.open(seats="mo"), 0).problem
    table = finished(me, rounds="1")
    assert "unknown-step" == ask(me, table, 99_999).problem
    assert "unknown-table" == ask(me, "nothing", 0).problem
    step = decisions(house, table)[0][0]
    assert "analysis-closed" == ask(me, table, step, seat=5).problem
    assert "not-your-turn" == ask(me, table, 0, seat=0).problem
    for seconds in (0, -1, 10.5, 1e9):
        assert "unreadable" == ask(me, table, step, seconds=seconds).problem


def test_where_nobody_decides_nothing_is_searched(house: House) -> None:
    """Before chance, and after the end: one event without a seat."""
    me = house.browser()
    table = finished(me, rounds="1")
    for step in (0, me.view(table).step):
        assert [an.Analysis(step, done=True)] == events(ask(me, table, step))


# ---- what the search is given


@pytest.mark.parametrize("casual", [False, True])
def test_a_search_gets_what_the_seat_saw(tmp_path: Path, casual: bool) -> None:
    """At every step, for every seat that may be asked about: exactly its observation."""
    analyst = Weighing()
    with open_house(tmp_path, analyst=analyst) as house:
        first, second = house.browser(), house.browser()
        seats = [{"kind": "me"}, {"kind": "open"}]
        opened = first.post("/api/tables", game="madeup", seats=seats, casual=casual)
        table = opened.json["id"]
        second.sit(table, 1)
        for _ in range(100):
            first.play_on(table, 1), second.play_on(table, 1)
            if first.view(table).step > 12 or first.view(table).status == "over":
                break
        if not casual:
            while first.view(table).status == "running":
                first.play_on(table), second.play_on(table)
        play = house.run(house.site.tables.ready(table)).room.play
        asked = 0
        for step, seat in decisions(house, table):
            analyst.shown.clear()
            last(ask((first, second)[seat], table, step, seat=seat))
            ((shown, for_seat),) = analyst.shown
            assert seat == for_seat
            seen = FAIR.seen_by(play.at(step).state, seat)
            if FAIR.must_act(seen) >> seat & 1:
                FAIR.prune_optional(seen)  # except for its other legal choices
            assert seen == shown
            asked += shown != play.at(step).state
        assert asked > 3


@pytest.mark.parametrize("seed", range(3))
def test_an_analysis_does_not_depend_on_secrets(seed: int) -> None:
    """Resample everything that the seat cannot know: its analysis stays the same byte by byte."""
    compared = 0
    for n, state in enumerate(positions(seed)):
        truth = room_at(FAIR.notation.write_position(state))
        for seat in truth.may_act:
            other = FAIR.seen_by(state, seat)
            FAIR.resample(other, seat, seeded(n))
            lie = room_at(FAIR.notation.write_position(other))
            told = [analysed(room.play, seat) for room in (truth, lie)]
            assert told[0] == told[1]
            compared += state != other
    assert compared > 5


def analysed(play: Any, seat: int) -> bytes:
    """The analysis of a seat's first decision, by an analyst that uses all it is shown."""
    about = decision(play, 0, (seat,))
    assert about is not None
    sight = about.sight
    task = SearchRequest(
        FAIR, sight.observation, seat, 3, random.Random(1), Budget(), SearchHandle()
    )
    output = _Output(None, about, about.step, lambda: None)  # type: ignore[arg-type]
    return msgspec.json.encode(output._analysis(weighed(task, 5), 1.0, True))


def test_analysts_do_not_touch_states() -> None:
    """Analysis goes through sight.py, never through `.state`."""
    for module in (analysis, analysis_stream, analysis_words, exact, review):
        assert ".state" not in Path(module.__file__ or "").read_text("utf-8")


# ---- results


def test_every_legal_choice_is_weighed_best_first(tmp_path: Path) -> None:
    """With its notation, click path and log line; the one played is marked."""
    with open_house(tmp_path, games=BOTH, analyst=Weighing()) as house:
        me = house.browser()
        table = me.open("crosses", seats="mm")
        me.do(table, 0, "4")
        found = last(ask(me, table, 0))
        assert {str(cell) for cell in range(9)} == {one.line[0].do for one in found.choices}
        assert all((one.line[0].do,) == one.line[0].path for one in found.choices)
        values = [one.value for one in found.choices]
        assert values == sorted(values, reverse=True)
        assert (values[0], "4", 100, 3) == (found.value, found.played, found.work, found.depth)
        assert last(ask(me, table, 1)).played is None
        fair = me.open(seats="mm")
        words = last(ask(me, fair, me.view(fair).step)).choices[0].line[0].say
        assert words is not None


class Lining(LowBot):
    """Returns lines, some of which are impossible."""

    def think(self, task: SearchRequest) -> SearchResult:
        legal = task.legal()
        line = ((task.seat, legal[0]), (1 - task.seat, legal[1]), (task.seat, legal[1]))
        best = weighed(task, 9).stats[0]._replace(action=legal[0], line=line)
        return SearchResult(legal[0], 0.5, (best,))


def test_lines_go_as_far_as_they_are_possible(tmp_path: Path) -> None:
    """A line that takes a cell twice is cut; actions that the search left out come last."""
    with open_house(tmp_path, games=BOTH, analyst=Lining()) as house:
        me = house.browser()
        found = last(ask(me, me.open("crosses", seats="mm"), 0))
        assert ["0", "1"] == [ply.do for ply in found.choices[0].line]
        assert [0, 1] == [ply.seat for ply in found.choices[0].line]
        assert 9 == len(found.choices)
        assert [None] * 8 == [one.value for one in found.choices[1:]]


def test_it_gets_better_while_it_is_heard(tmp_path: Path) -> None:
    """Partial results on the way, each from more work, and the last one is done."""
    with open_house(tmp_path, games=BOTH, analyst=Patient()) as house:
        me = house.browser()
        found = events(ask(me, me.open("crosses", seats="mm"), 0, seconds=1.2))
        works = [one.work for one in found]
        assert works == sorted(works)
        assert len(set(works)) in range(4, 9)
        assert [False] * (len(found) - 1) + [True] == [one.done for one in found]


def test_what_was_found_is_kept(tmp_path: Path) -> None:
    """The same question is answered at once; one for a longer time is searched again."""
    analyst = Weighing()
    with open_house(tmp_path, analyst=analyst) as house:
        me = house.browser()
        table = finished(me, rounds="1")
        step = decisions(house, table)[0][0]
        first, again = (last(ask(who, table, step)) for who in (me, house.browser()))
        assert first == msgspec.structs.replace(again, share=first.share)
        assert 1 == len(analyst.shown)
        last(ask(me, table, step, seconds=0.06))
        assert 2 == len(analyst.shown)


class Failing(LowBot):
    def think(self, task: SearchRequest) -> SearchResult:
        raise RuntimeError("no idea")


def test_a_search_that_fails_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The stream ends with a problem; the log has the details, and the next request is accepted."""
    with open_house(tmp_path, analyst=Failing()) as house:
        me = house.browser()
        table = finished(me, rounds="1")
        for step, _ in decisions(house, table)[:2]:
            answer = ask(me, table, step)
            block = answer.body.decode().strip().split("\n\n")[-1]
            assert block.startswith("event: problem")
            assert "/problems/internal" == json.loads(block.partition("data: ")[2])["type"]
        assert "no idea" in caplog.text


# ---- how many at a time


def test_closing_the_stream_stops_the_search(tmp_path: Path) -> None:
    """A reader that disconnects does not leave a search running."""
    patient = Patient()
    with open_house(tmp_path, games=BOTH, analyst=patient) as house:
        me = house.browser()
        table = me.open("crosses", seats="mm")
        house.run(_leave(me, table, patient))
        assert patient.stopped.is_set()
        assert 200 == ask(me, table, 0).status


async def _leave(browser: Browser, table: str, patient: Patient) -> None:
    body = json.dumps({"step": 0, "seconds": 10}).encode()
    scope = browser.scope(
        "POST", f"/api/tables/{table}/analysis", {"content-type": "application/json"}, len(body)
    )
    inbox: asyncio.Queue[Any] = asyncio.Queue()
    inbox.put_nowait({"type": "http.request", "body": body, "more_body": False})

    async def send(message: Any) -> None:
        if b"analysis" in message.get("body", b""):
            inbox.put_nowait({"type": "http.disconnect"})

    await asyncio.wait_for(browser.house.app(scope, inbox.get, send), 5)


def test_a_guest_has_one_search_at_a_time(tmp_path: Path) -> None:
    """Another request by the same guest ends the first, which returns what it has.

    In one process; each has one search of a guest.
    """
    with open_house(
        tmp_path, games=BOTH, analyst=Patient(), analysis_threads=4, processes=1
    ) as house:
        me = house.browser()
        table = me.open("crosses", seats="mm")
        me.do(table, 0, "4")

        async def both() -> list[Answer]:
            path, kind = f"/api/tables/{table}/analysis", {"content-type": "application/json"}
            bodies = [json.dumps({"step": n, "seconds": s}).encode() for n, s in ((0, 9), (1, 0.3))]
            former = asyncio.create_task(me._call("POST", path, bodies[0], kind))
            await asyncio.sleep(0.3)
            latter = await me._call("POST", path, bodies[1], kind)
            return [await asyncio.wait_for(former, 1), latter]

        former, latter = house.run(both())
        assert [0, 1] == [last(former).step, last(latter).step]
        assert last(former).share < 0.5


def test_when_all_threads_are_taken_it_says_who_is_before(tmp_path: Path) -> None:
    """Analyses of one address wait for each other, in each process, and do not delay bots.

    The first message has the place in the queue; the values follow when it begins.
    """
    patient = Patient()
    with open_house(
        tmp_path, games=BOTH, analyst=patient, analysis_threads=1, processes=1
    ) as house:
        me, others = house.browser(), [house.browser() for _ in range(2)]
        table, *theirs = (who.open("crosses", seats="mm") for who in (me, *others))

        async def all_three() -> list[Answer]:
            path, kind = "/api/tables/{}/analysis", {"content-type": "application/json"}
            bodies = [json.dumps({"step": 0, "seconds": s}).encode() for s in (9, 0.02)]
            mine = asyncio.create_task(me._call("POST", path.format(table), bodies[0], kind))
            await asyncio.sleep(0.1)
            asking = [
                asyncio.create_task(who._call("POST", path.format(one), bodies[1], kind))
                for who, one in zip(others, theirs, strict=True)
            ]
            await asyncio.sleep(0.1)
            mine.cancel()
            await asyncio.gather(mine, return_exceptions=True)
            return await asyncio.gather(*asking)

        answers = house.run(all_three())
        places = [[one.place for one in events(answer)] for answer in answers]
        assert [1, 2] == [told[0] for told in places]
        assert [sorted(told, reverse=True) for told in places] == places
        assert [(0, True)] * 2 == [(last(one).place, last(one).done) for one in answers]
        against = me.open("crosses", seats="ml")
        me.do(against, 0, "4")
        house.until(lambda: 2 == me.view(against).step)


def crosses_play(*texts: str) -> Any:
    from honjin.core.play import Play

    play = Play(CROSSES)
    for n, text in enumerate(texts):
        play.act_text(n % 2, text)
    return play


def test_decisions_know_what_was_played() -> None:
    """The next entry, if it belongs to the seat that is asked about."""
    play = crosses_play("4", "0")
    about = decision(play, 1, (0, 1))
    assert isinstance(about, Decision)
    assert (1, "0") == (about.sight.viewer, about.played)
    following = decision(play, 2, (0, 1))
    assert following is not None
    assert following.played is None
    assert decision(play, 1, (0,)) is None
