"""The coach: who may ask it, what it is given, and what it says about choices."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bots.tiny import CROSSES
from honjin.bots import ActionStats, SearchRequest, SearchResult
from honjin.core.jit.rng import seeded
from honjin.core.play import Play
from honjin.core.words import speak
from honjin.games import load
from honjin.server.analysis import coach as coach_module
from honjin.server.analysis import grounds as grounds_module
from honjin.server.analysis import messages as an
from honjin.server.analysis import scheduler as analysis_module
from honjin.server.analysis.coach import Coach
from honjin.server.analysis.grounds import Ground, grounds
from honjin.server.analysis.scheduler import AnalysisScheduler, decision
from honjin.server.messages import refusals as no
from honjin.server.settings import Settings
from honjin.server.tables.messages import answers
from honjin.server.tables.view.counts import Count
from honjin.server.tables.view.perspective import Perspective
from honjin.server.work.exact import SolvedTables
from honjin.server.work.fair import Asker
from honjin.solver import Tables
from madeup.game import GAME as FAIR
from server.analysis.test_exact import DEAL, GAME, house_of, play_of
from server.analysis.test_exact import solved as solved  # noqa: PLC0414 - a fixture
from server.minds import Patient, Weighing
from server.secrets.test_secrets import positions, room_at
from server.site_client import GAMES, Answer, Browser, House, LowBot, open_house

SWORDS = load("swords")
BOTH = GAMES | {"crosses": CROSSES}


class Judge(LowBot):
    """Values the lowest action best and all others much worse, after `n` tries."""

    name = "judge"

    def __init__(self, visits: int = 10_000, again: float = -0.5) -> None:
        self.visits, self.again = visits, again
        self.asked: list[tuple[int, ...]] = []

    def think(self, task: SearchRequest) -> SearchResult:
        self.asked.append(task.only)
        best, *rest = sorted(task.only or task.legal())
        worse = self.again if task.only else -0.5
        found = [self._weighed(task, best, 0.5), *(self._weighed(task, one, worse) for one in rest)]
        return SearchResult(best, 0.5, tuple(found), self.visits, 3, 0.1)

    def _weighed(self, task: SearchRequest, action: int, value: float) -> ActionStats:
        return ActionStats(action, value, self.visits, ((task.seat, action),))


class Slow(Judge):
    """Takes slightly longer than the time it is given."""

    def think(self, task: SearchRequest) -> SearchResult:
        time.sleep(task.budget.seconds)
        return super().think(task)


def open_table(browser: Browser, seats: str = "ml", **more: Any) -> str:
    kinds = {"m": {"kind": "me"}, "o": {"kind": "open"}, "l": {"kind": "bot", "bot": "low"}}
    wished = [kinds[letter] for letter in seats]
    given = {"game": "madeup", "seats": wished, "casual": True, "coach": True} | more
    answer = browser.post("/api/tables", **given)
    assert 200 == answer.status, answer.body
    return str(answer.json["id"])


def ask(browser: Browser, table: str, what: str, seat: int, step: int | None = None) -> Answer:
    step = browser.view(table, seat).step if step is None else step
    return browser.post(f"/api/tables/{table}/coach/{what}?seat={seat}", seat=seat, step=step)


def advice(browser: Browser, table: str, seat: int, step: int | None = None) -> an.Advice:
    answer = ask(browser, table, "advice", seat, step)
    assert 200 == answer.status, answer.body
    return msgspec.json.decode(answer.body, type=an.Advice)


def remark(browser: Browser, table: str, seat: int, step: int) -> an.Remark:
    answer = ask(browser, table, "remark", seat, step)
    assert 200 == answer.status, answer.body
    return msgspec.json.decode(answer.body, type=an.Remark)


@pytest.fixture
def judged(tmp_path: Path) -> Iterator[House]:
    """A server whose analyst is a judge, with a game without secrets next to the fair one."""
    with open_house(tmp_path, games=BOTH, analyst=Judge()) as house:
        yield house


# ---- who may


def test_only_a_casual_table_can_have_a_coach(house: House) -> None:
    """The option is refused at a fair table, and the refusal says what was expected."""
    me = house.browser()
    wish = {"game": "madeup", "seats": [{"kind": "me"}], "coach": True}
    answer = me.post("/api/tables", **wish)
    assert "unreadable" == answer.problem
    assert "expected casual: true" in answer.json["detail"]


def test_everybody_sees_that_there_is_a_coach(house: House) -> None:
    """In the view of players and watchers, and in the list of tables; others have none."""
    me, watcher = house.browser(), house.browser()
    with_coach, without = open_table(me, "mo"), me.open(seats="mo", casual=True)
    for browser in (me, watcher):
        assert browser.view(with_coach).coach
        assert not browser.view(without).coach
        rows = msgspec.json.decode(browser.get("/api/tables").body, type=answers.Tables).tables
        assert {with_coach: True, without: False} == {row.id: row.coach for row in rows}


def test_without_a_coach_nothing_is_told(house: House) -> None:
    """Neither at a fair table nor at a casual one."""
    me = house.browser()
    for casual in (False, True):
        table = me.open(casual=casual)
        for what in ("advice", "remark"):
            assert "no-coach" == ask(me, table, what, me.view(table).turn.seat).problem


def test_each_asks_for_his_own_seat(house: House) -> None:
    """Another's seat is refused, and to a watcher all seats are."""
    first, second, watcher = (house.browser() for _ in range(3))
    table = open_table(first, "mo")
    second.sit(table, 1)
    seat = next(seat for seat in (0, 1) if seat in first.view(table).must_act)
    mine, others = ((first, second), (second, first))[seat]
    step = mine.view(table).step
    assert seat == advice(mine, table, seat, step).seat
    for what in ("advice", "remark"):
        assert "not-your-seat" == ask_at(others, table, what, seat, step).problem
        assert "not-your-seat" == ask_at(watcher, table, what, seat, step).problem


def ask_at(browser: Browser, table: str, what: str, seat: int, step: int) -> Answer:
    return browser.post(f"/api/tables/{table}/coach/{what}", seat=seat, step=step)


def test_what_cannot_be_asked(judged: House) -> None:
    """Each with its own kind of refusal."""
    me = judged.browser()
    waiting = open_table(me, "mo", game="crosses")
    assert "not-started" == ask(me, waiting, "advice", 0, 0).problem
    table = open_table(me, "mm", game="crosses")
    assert "unknown-step" == ask(me, table, "advice", 0, 1).problem
    assert "not-your-turn" == ask(me, table, "advice", 1, 0).problem
    assert "not-your-seat" == ask(me, table, "advice", 5, 0).problem
    for body in ({}, {"seat": 0}, {"seat": 0, "step": -1}, {"seat": 0, "step": 0, "x": 1}):
        assert "unreadable" == me.post(f"/api/tables/{table}/coach/advice", **body).problem
    me.play_on(table)
    assert "over" == ask(me, table, "advice", 0, 0).problem


def test_the_coach_stays_where_it_was(house: House) -> None:
    """After a restart from the journal, in a rematch, and in a fork, which is casual too."""
    me = house.browser()
    table = open_table(me, "mm")
    assert house.journal(table)[0]["coach"]
    me.play_on(table, 2)
    house.site.tables.drop(house.run(house.site.tables.ready(table)))
    assert me.view(table).coach
    fork = me.post(f"/api/tables/{table}/fork", step=1).json["id"]
    me.play_on(table)
    rematch = me.post(f"/api/tables/{table}/rematch").json["id"]
    for other in (fork, rematch):
        assert (True, True) == (me.view(other).coach, me.view(other).casual)
    plain = me.open(casual=True)
    assert "coach" not in house.journal(plain)[0]
    assert not me.view(me.post(f"/api/tables/{plain}/fork", step=1).json["id"]).coach


def test_nothing_is_written_and_nobody_is_told(house: House) -> None:
    """Journal, version and the others' views are unchanged."""
    first, second = house.browser(), house.browser()
    table = open_table(first, "mo")
    second.sit(table, 1)
    seat = first.view(table).must_act[0]
    asking, other = ((first, second), (second, first))[seat]
    before = house.journal(table), other.get(f"/api/tables/{table}").body
    advice(asking, table, seat)
    assert before == (house.journal(table), other.get(f"/api/tables/{table}").body)


# ---- what it is given


def test_the_coach_gets_what_the_seat_saw(tmp_path: Path) -> None:
    """Exactly its observation at that step."""
    analyst = Weighing()
    with open_house(tmp_path, analyst=analyst) as house:
        first, second = house.browser(), house.browser()
        table = open_table(first, "mo", options={"rounds": "3"})
        second.sit(table, 1)
        asked = 0
        while first.view(table).status == "running":
            play = play_of(house, table)
            seat = play.must_act()[0]
            browser = (first, second)[seat]
            analyst.shown.clear()
            advice(browser, table, seat)
            seen = FAIR.seen_by(play.state, seat)
            FAIR.prune_optional(seen)
            assert [(seen, seat)][: len(analyst.shown)] == analyst.shown
            asked += bool(analyst.shown) and seen != play.state
            browser.play_on(table, 1)
        assert asked > 2


@pytest.mark.parametrize("seed", range(2))
def test_advice_does_not_depend_on_secrets(seed: int) -> None:
    """Resample all that the seat cannot know: advice and remark stay the same byte by byte."""
    compared = 0
    for n, state in enumerate(positions(seed)[::2]):
        truth = room_at(FAIR.notation.write_position(state))
        for seat in truth.may_act:
            other = FAIR.seen_by(state, seat)
            FAIR.resample(other, seat, seeded(n))
            lie = room_at(FAIR.notation.write_position(other))
            assert advice_bytes(truth.play, seat) == advice_bytes(lie.play, seat)
            compared += state != other
    assert compared > 5


def advice_bytes(play: Play, seat: int) -> bytes:
    """The advice on a seat's first decision, and the remark on its last choice, as bytes."""
    about = decision(play, 0, (seat,))
    assert about is not None

    async def ask_both() -> bytes:
        coach = Coach(AnalysisScheduler(Weighing(), Settings()), SolvedTables(Path("nowhere")))
        found = await coach.advise(Asker("guest", ""), about, 0)
        done = play.at(0)
        done.push(seat, about.sight.legal[-1])
        again = about._replace(play=done)
        return msgspec.json.encode([found, await coach.remark(Asker("guest", ""), again, 0)])

    return asyncio.run(ask_both())


def test_the_coach_does_not_touch_states() -> None:
    """It goes through a sight, never through `.state`."""
    for module in (coach_module, grounds_module):
        assert ".state" not in Path(module.__file__ or "").read_text("utf-8")


# ---- what it says


def test_advice_names_what_is_as_good_as_the_best(judged: House) -> None:
    """The best choice first, with its clicks; the number of equals, and how much is at stake."""
    me = judged.browser()
    table = open_table(me, "mm", game="crosses")
    found = advice(me, table, 0)
    turn = me.view(table).turn
    assert turn is not None
    assert [turn.choices[0].do] == [one.do for one in found.choices]
    assert turn.choices[0].path == found.choices[0].path
    assert (9, 0, 0.5, 1.0) == (found.of, found.more, found.value, found.lead)


def test_a_blunder_is_remarked_upon_and_can_be_taken_back(judged: House) -> None:
    """The worse choice is one, the best is not; after a takeback the decision is open again."""
    me = judged.browser()
    table = open_table(me, "ml", game="crosses")
    me.do(table, 0, "4")
    judged.wait()
    assert an.Remark(0, 0, 0.5, -0.5) == remark(me, table, 0, 0)
    view = me.view(table)
    assert 2 == view.step  # the bot did not wait
    assert 0 == me.post(f"/api/tables/{table}/takeback", seat=0, at=view.version).view.step
    me.do(table, 0, "0")
    assert an.Remark(0, 0) == remark(me, table, 0, 0)


def test_a_blunder_that_ended_the_game_is_remarked_upon(judged: House) -> None:
    """By the action itself or the answer to it; a hint is refused, and so is an unplayed action."""
    me = judged.browser()
    table = open_table(me, "mm", game="crosses")
    for n, cell in enumerate("01438"):
        me.do(table, n % 2, cell)
    assert "over" == me.view(table).status
    assert an.Remark(4, 0, 0.5, -0.5) == remark(me, table, 0, 4)
    assert an.Remark(3, 1, 0.5, -0.5) == remark(me, table, 1, 3)
    assert "over" == ask(me, table, "advice", 0, 4).problem
    assert "unknown-step" == ask(me, table, "remark", 0, 5).problem
    assert "not-your-turn" == ask(me, table, "remark", 1, 4).problem


def test_after_the_end_a_seat_still_means_its_own_count(judged: House) -> None:
    """A seat that missed an entry asks about the step that it counted at the time."""
    me = judged.browser()
    table = open_table(me, "mm", game="crosses")
    for n, cell in enumerate("01438"):
        me.do(table, n % 2, cell)
    for site in judged.sites:
        room = judged.run(site.tables.ready(table)).room
        room.counted = [Count() for _ in room.counted]
        room.counted[0].missed.append(3)  # as if seat 0 had missed a step
    assert an.Remark(3, 0, 0.5, -0.5) == remark(me, table, 0, 3)
    assert "unknown-step" == ask(me, table, "remark", 0, 4).problem


def test_chance_blames_nobody(tmp_path: Path) -> None:
    """Neither with too few simulations, nor if the second search finds both about equal."""
    for judge in (Judge(visits=20), Judge(again=0.3)):
        with open_house(tmp_path / str(judge.visits), games=BOTH, analyst=judge) as house:
            me = house.browser()
            table = open_table(me, "mm", game="crosses")
            me.do(table, 0, "4")
            assert an.Remark(0, 0) == remark(me, table, 0, 0)
            assert [(), (0, 4)] == judge.asked


def test_where_there_is_no_choice_nothing_is_searched(tmp_path: Path) -> None:
    """With one legal action, that is the advice, and no blunder."""
    judge = Judge()
    with open_house(tmp_path, games=BOTH, analyst=judge) as house:
        me = house.browser()
        table = open_table(me, "mm", game="crosses")
        for n, cell in enumerate("02135467"):
            me.do(table, n % 2, cell)
        found = advice(me, table, 0)
        assert (["8"], 1, None) == ([one.do for one in found.choices], found.of, found.value)
        assert [] == judge.asked


def test_advice_in_a_solved_game_holds_what_can_be_held(tmp_path: Path, solved: Path) -> None:
    """Rokumon by its table: at each step the choices that keep the result, the quickest first."""
    tables = Tables.open(GAME, solved)
    with house_of(tmp_path, solved) as house:
        me = house.browser()
        table = open_table(me, "mm", game="rokumon", options=DEAL)
        while (view := me.view(table)).status == "running":
            turn = view.turn
            assert turn is not None
            worth = tables.value(play_of(house, table).state)
            found = advice(me, table, turn.seat)
            kept = [do for do, one in worth.choices.items() if one.result == worth.value.result]
            if worth.value.result < 0:
                kept = [do for do, one in worth.choices.items() if one.rank == worth.value.rank]
            assert len(kept) == len(found.choices) + found.more
            assert {one.do for one in found.choices} <= set(kept)
            assert worth.value == worth.choices[found.choices[0].do]
            if found.of > 1:
                assert found.exact == an.Exact(worth.value.result, worth.value.plies)  # type: ignore[arg-type]
            me.play_on(table, 1)


def test_a_blunder_in_a_solved_game_is_certain(tmp_path: Path, solved: Path) -> None:
    """Rokumon by its table: a win or a draw given away, and nothing else."""
    tables = Tables.open(GAME, solved)
    blamed = 0
    with house_of(tmp_path, solved) as house:
        me = house.browser()
        table = open_table(me, "mm", game="rokumon", options=DEAL)
        while (view := me.view(table)).status == "running":
            assert view.turn is not None
            seat, step = view.turn.seat, view.step
            worth = tables.value(play_of(house, table).state)
            done = view.turn.choices[step % len(view.turn.choices)].do
            if me.do(table, seat, done).status == "over":
                break
            found = remark(me, table, seat, step)
            could, got = worth.value.result, worth.choices[done].result
            if got < could:
                assert (float(could), float(got), True) == (found.could, found.got, found.exact)
                blamed += 1
            else:
                assert an.Remark(step, seat) == found
    assert blamed > 0


# ---- when all searches are busy


def question(browser: Browser, table: str, what: str, step: int) -> Any:
    """A question about seat 0 that can be asked at the same time as others."""
    path, kind = f"/api/tables/{table}/coach/{what}?seat=0", {"content-type": "application/json"}
    return browser._call("POST", path, json.dumps({"step": step, "seat": 0}).encode(), kind)


@pytest.mark.parametrize("what", ["advice", "remark"])
def test_a_busy_house_says_when_to_ask_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """The same request is answered later, when a search is free: each process has its own."""
    monkeypatch.setattr(analysis_module, "WAIT", 0.1)
    monkeypatch.setattr(coach_module, "PATIENCE", 0.1)
    with open_house(
        tmp_path, games=BOTH, analyst=Judge(), analysis_threads=1, processes=1
    ) as house:
        me = house.browser()
        table = open_table(me, "mm", game="crosses")
        if what == "remark":
            me.do(table, 0, "4")
        turns = house.site.analysis._turns
        others = [house.within(lambda n=n: turns.join(Asker(n, n), 9.0)) for n in "abc"]
        refused = ask(me, table, what, 0, 0)
        assert ("busy", 503) == (refused.problem, refused.status)
        assert str(no.Busy.again) == refused.headers["retry-after"]
        for other in others:
            house.within(other.leave)
        assert 200 == ask(me, table, what, 0, 0).status


def test_a_remark_that_gives_way_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint replaces its search, which was too short to call the action good.

    In one process; each has one search of a guest.
    """
    monkeypatch.setattr(coach_module, "SECONDS", 0.6)
    patient = Patient()
    with open_house(
        tmp_path, games=BOTH, analyst=patient, analysis_threads=4, processes=1
    ) as house:
        me = house.browser()
        table = open_table(me, "mm", game="crosses")
        me.do(table, 0, "4")
        me.do(table, 1, "0")

        async def both() -> tuple[Answer, Answer]:
            remark = asyncio.create_task(question(me, table, "remark", 0))
            await asyncio.to_thread(patient.begun.wait)
            return await question(me, table, "advice", 2), await remark

        advised, judged = house.run(both())
        assert (200, "busy") == (advised.status, judged.problem)


def test_a_search_that_does_not_end_is_a_busy_house(tmp_path: Path) -> None:
    """The player who asked made no mistake."""
    with open_house(tmp_path, games=BOTH, analyst=Slow()) as house:
        for site in house.sites:
            site.analysis.patience = -1.0
        me = house.browser()
        table = open_table(me, "mm", game="crosses")
        assert "busy" == ask(me, table, "advice", 0).problem


# ---- why


def why(position: str, one: str, other: str) -> list[list[str]]:
    """What one action of Rokumon gains, costs and saves compared with another, in English."""
    s = GAME.read_position(position, GAME.read_options({"act": "4"}))
    seat = s.turn
    sight = Perspective(seat, s, GAME.legal(s, seat))
    lines = [((seat, GAME.read_action(s, seat, text)),) for text in (one, other)]
    found = grounds(GAME, sight, *lines)
    parts = found.gains, found.costs, found.given_up
    return [[speak(GAME.words, say) for say in part] for part in parts]


WINS = "4 jgj/gjgj 6,4,./1,.,5,2 r - r2c1@4,-1;r2c2@2,-2 - 8 -"
GUARDED = "4 gjg/jgjj .,6,1/w,5,.,2 r - r1c3@2,-2;r2c2@2,1 - 8 -"


def test_reasons_are_the_terms_that_differ_most() -> None:
    """A win, and the rival's answer; the better action saves what the worse one costs."""
    assert [["wins the game"], [], ["misses a win"]] == why(WINS, "2@r1c3", "2@r2c2")
    spared = ["keeps you from losing at once"], ["loses the game"]
    assert [spared[0], [], spared[1]] == why(GUARDED, "2@r1c1", "2@r2c3")
    assert [[], [], []] == why(GUARDED, "2@r1c1", "2@r1c1")


def test_reasons_tell_how_much() -> None:
    """Whole numbers as they are, means as means, nothing if the difference is less than half."""
    said = [
        speak(SWORDS.words, Ground("income", by, of).said(f"term.income.{kind}"))
        for kind, by, of in (("cost", 2, 5), ("cost", 1.8, 5.2), ("gain", 1, 3), ("gain", 0.4, 3))
    ]
    assert [
        "costs you 2 of 5 castles and what they yield",
        "costs you about 2 of 5 castles and what they yield",
        "brings you 1 more castle and what it yields",
        "brings you more income in later rounds",
    ] == said


@pytest.mark.slow
def test_a_search_is_followed_where_nothing_else_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Swords, with two actions whose effect comes later; the answer is always the same."""
    found = [grounds(SWORDS, *one) for one in quiet_choices()]
    assert grounds(SWORDS, *quiet_choices()[0]) == found[0]
    monkeypatch.setattr(grounds_module, "_looked_ahead", grounds_module._resolved)
    before = [grounds(SWORDS, *one) for one in quiet_choices()]
    assert sum(bool(one.more) for one in before) < sum(bool(one.more) for one in found)


def quiet_choices() -> list[Any]:
    """Decisions of a random game of Swords, each with its first action and its last one."""
    play, rng, found = Play(SWORDS, SWORDS.read_options({})), random.Random(9), []
    while len(found) < 6:
        play.run_chance(rng.randrange)
        seat = play.must_act()[0]
        legal = play.legal(seat)
        if len(legal) > 2 and len(play.steps) % 5 == 0:
            sight = Perspective(seat, play.seen(seat), legal)
            found.append((sight, ((seat, legal[0]),), ((seat, legal[-1]),)))
        play.push(seat, rng.choice(legal))
    return found
