"""Exact values at the tables: in analysis and review, and the bot that plays perfectly."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.bots import SureBot
from honjin.games import load
from honjin.server.analysis import messages as an
from honjin.solver import Tables, Value, solve
from honjin.solver.tables.plans import table_path
from server.analysis.test_analysis import ask, events, last
from server.minds import Weighing
from server.site_client import Browser, House, open_house
from server.tables.bots.test_thinking import received
from server.tables.test_live import Stream

GAME = load("rokumon")
DEAL = {"act": "1", "deal": "gggjjj"}
SMALL = 100_000
"""Positions: tables of Act 1 are smaller, those of Act 2 larger."""


@pytest.fixture(scope="session")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the table of one deal of Act 1."""
    folder = tmp_path_factory.mktemp("solved")
    solve(GAME, GAME.read_options(DEAL), folder)
    return folder


def house_of(data: Path, tables: Path, solve: int = 0, **more: Any) -> Any:
    """A server with Rokumon, a folder of solved tables, and an analyst who answers at once."""
    given = {"games": {"rokumon": GAME}, "analyst": Weighing(), "bots": {}} | more
    return open_house(data, tables=str(tables), solve=solve, **given)


@pytest.fixture
def knowing(tmp_path: Path, solved: Path) -> Iterator[House]:
    with house_of(tmp_path, solved) as house:
        yield house


def played(me: Browser, **options: str) -> str:
    """A table on which the caller has played all seats to the end."""
    table = me.open("rokumon", seats="mm", **(options or DEAL))
    assert "over" == me.play_on(table).status
    return table


def play_of(house: House, table: str) -> Any:
    return house.run(house.site.tables.ready(table)).room.play


def sent(value: Value) -> an.Exact:
    """A value as the protocol sends it."""
    return an.Exact(value.result, value.plies)  # type: ignore[arg-type]


def exact_values(found: an.Analysis) -> dict[str, an.Exact | None]:
    return {one.line[0].do: one.exact for one in found.choices}


# ---- analysis


def test_every_choice_has_its_exact_value(knowing: House, solved: Path) -> None:
    """At every decision of a game, for the seat to move, the best first, in each event."""
    me, tables = knowing.browser(), Tables.open(GAME, solved)
    table = played(me)
    play = play_of(knowing, table)
    for step, done in enumerate(play.steps):
        first, *_, found = (told := events(ask(me, table, step))) * 2
        answer = tables.value(play.at(step).state)
        assert (1 if answer.value.result > 0 else 2) == len(told)
        assert exact_values(first) == exact_values(found)
        assert {do: sent(value) for do, value in answer.choices.items()} == exact_values(found)
        ranks = [answer.choices[one.line[0].do].rank for one in found.choices]
        assert sorted(ranks, reverse=True) == ranks
        assert (done.text, done.seat, True) == (found.played, found.seat, found.done)
        assert float(answer.value.result) == found.value


def test_where_nothing_is_won_a_choice_says_what_problem_it_sets(
    knowing: House, solved: Path
) -> None:
    """One that keeps the result; its words are among the game's. Won positions have none."""
    me, tables = knowing.browser(), Tables.open(GAME, solved)
    table = played(me)
    info = me.get("/api/games/rokumon").json["game"]
    play, results = play_of(knowing, table), set()
    for step in range(len(play.steps)):
        found = last(ask(me, table, step))
        answer = tables.value(play.at(step).state)
        says = [one for one in found.choices if one.says]
        assert (answer.value.result < 1) == bool(says)
        for one in says:
            assert [one] == says
            assert answer.choices[one.line[0].do].result == answer.value.result
            assert one.says is not None
            assert {"en", "ja"} == set(info["words"][one.says.k])
        results.add(answer.value.result)
    assert {1, -1} <= results


def test_the_line_is_best_play_to_the_end(knowing: House, solved: Path) -> None:
    """Each of its actions keeps the value, one ply nearer to the end."""
    me, tables = knowing.browser(), Tables.open(GAME, solved)
    table = me.open("rokumon", seats="mm", **DEAL)
    found = last(ask(me, table, 0))
    state = GAME.setup(GAME.read_options(DEAL))
    plies = tables.value(state).value.plies
    for n, ply in enumerate(found.choices[0].line):
        answer = tables.value(state)
        assert plies - n == answer.value.plies
        assert answer.value == answer.choices[ply.do]
        assert state.turn == ply.seat
        GAME.apply_action(state, ply.seat, GAME.notation.read_action(state, ply.seat, ply.do))
    assert min(plies, 12) == len(found.choices[0].line)


def test_a_fair_table_tells_no_exact_values(knowing: House) -> None:
    """Closed like a search while the game runs, and open when it is over."""
    me, other = knowing.browser(), knowing.browser()
    table = me.open("rokumon", seats="mo", **DEAL)
    other.sit(table, 1)
    for browser in (me, other, knowing.browser()):
        assert "analysis-closed" == ask(browser, table, 0).problem
        assert "analysis-closed" == browser.post(f"/api/tables/{table}/review").problem


def test_without_a_table_it_is_searched(tmp_path: Path) -> None:
    """None may be made, or the game cannot be solved: the usual estimates."""
    for solve_up_to, options in ((0, DEAL), (10**12, {"act": "4"})):
        with house_of(tmp_path / str(solve_up_to), tmp_path / "none", solve_up_to) as house:
            me = house.browser()
            table = me.open("rokumon", seats="mm", **options)
            found = last(ask(me, table, me.view(table).step))
            assert {None} == {one.exact for one in found.choices}
            assert found.work > 0
            assert found.solves is None
    assert not (tmp_path / "none").exists()


@pytest.mark.slow
def test_a_small_table_is_made_meanwhile(tmp_path: Path) -> None:
    """The search answers first, progress is reported, and exact values end the stream."""
    tables = tmp_path / "tables"
    with house_of(tmp_path, tables, SMALL) as house:
        me = house.browser()
        table = me.open("rokumon", seats="mm", **DEAL)
        first, *_, done = events(ask(me, table, 0))
        assert first.solves is not None
        assert {None} == {one.exact for one in first.choices}
        assert done.done
        assert done.solves is None
        answer = Tables.open(GAME, tables).value(GAME.setup(GAME.read_options(DEAL)))
        assert {do: sent(value) for do, value in answer.choices.items()} == exact_values(done)
        assert 1 == len(events(ask(me, table, 0)))  # red wins here


def test_a_large_table_is_not_made(tmp_path: Path) -> None:
    """One that is larger than the setting allows is left to `honjin solve`."""
    with house_of(tmp_path, tmp_path / "tables", SMALL) as house:
        me = house.browser()
        table = me.open("rokumon", seats="mm", act="2", deal="gggjjjj")
        assert {None} == {one.exact for one in last(ask(me, table, 0)).choices}
    assert not (tmp_path / "tables").exists()


def test_a_damaged_table_is_not_believed(
    tmp_path: Path, solved: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One changed byte: estimates, and the log names the file."""
    path = table_path(tmp_path, "rokumon", "1-gggjjj")
    path.parent.mkdir()
    content = bytearray(table_path(solved, "rokumon", "1-gggjjj").read_bytes())
    content[-5] ^= 1
    path.write_bytes(content)
    with house_of(tmp_path, tmp_path, SMALL) as house:
        me = house.browser()
        found = last(ask(me, me.open("rokumon", seats="mm", **DEAL), 0))
        assert {None} == {one.exact for one in found.choices}
    assert str(path) in caplog.text


# ---- review


def reviewed(house: House, me: Browser, table: str) -> an.Review:
    """The review of a game, once it is complete."""
    me.post(f"/api/tables/{table}/review")
    found: list[an.Review] = []

    def is_whole() -> bool:
        body = me.get(f"/api/tables/{table}/review").body
        found[:] = [msgspec.json.decode(body, type=an.Review)]
        return not found[0].running

    house.until(is_whole)
    return found[0]


GRADES = {0: "slip", 1: "mistake", 2: "blunder"}


def test_a_review_marks_what_was_given_away(knowing: House, solved: Path) -> None:
    """Half a win is a mistake, a whole one a blunder, only plies a slip; for both sides."""
    me, tables = knowing.browser(), Tables.open(GAME, solved)
    table = played(me)
    play, seen = play_of(knowing, table), set()
    review = reviewed(knowing, me, table)
    assert len(play.steps) == len(review.verdicts)
    for verdict in review.verdicts:
        answer = tables.value(play.at(verdict.step).state)
        could, got = answer.value, answer.choices[play.steps[verdict.step].text]
        assert (sent(could), sent(got)) == (verdict.could, verdict.got)
        grade = "good" if could == got else GRADES[could.result - got.result]
        assert grade == verdict.grade
        assert answer.choices[verdict.best.do] == could
        assert (verdict.best == verdict.played) == (grade == "good")
        assert could.result == verdict.values[verdict.seat]
        seen.add(grade)
    assert {"good", "blunder"} <= seen


# ---- levels and the perfect bot


def test_the_strong_levels_of_a_house_know_what_it_knows(knowing: House) -> None:
    """They use the solved tables that analysis uses; the others search as usual."""
    for level, knows in (("samurai", False), ("daimyo", True), ("shogun", True)):
        bot = knowing.site.bots.find(GAME, GAME.read_options(DEAL), level).bot
        assert knows == isinstance(bot, SureBot)
        assert not knows or bot.knowledge.tables is knowing.site.exact  # type: ignore[attr-defined]


def presets(browser: Browser) -> dict[str, bool]:
    """For each preset, whether the perfect bot plays it."""
    (info,) = browser.get("/api/games").json
    return {one["key"]: "perfect" in one["bots"] for one in info["presets"]}


def test_the_perfect_bot_is_offered_where_it_can_play(tmp_path: Path, solved: Path) -> None:
    """If all deals have small tables, or their tables exist; elsewhere it is refused."""
    with house_of(tmp_path / "a", solved) as house:
        assert not any(presets(house.browser()).values())
        assert "perfect" in house.site.bots.names(GAME, GAME.read_options(DEAL))
    with house_of(tmp_path / "b", tmp_path, SMALL) as house:
        me = house.browser()
        assert {"act1"} == {key for key, plays in presets(me).items() if plays}
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "perfect"}]
        for act, status in (("1", 200), ("2", 422), ("4", 422)):
            answer = me.post("/api/tables", game="rokumon", options={"act": act}, seats=seats)
            assert (status == 200) == (answer.status == 200), answer.body
            assert status == 200 or "unknown-bot" == answer.problem


@pytest.mark.slow
def test_its_table_is_made_before_it_moves(tmp_path: Path) -> None:
    """Everybody at the table sees the progress; then every move keeps the exact value."""
    with house_of(tmp_path, tmp_path / "tables", SMALL) as house:
        me = house.browser()
        seats = [{"kind": "bot", "bot": "perfect"}, {"kind": "me"}]
        table = me.post("/api/tables", game="rokumon", options=DEAL, seats=seats).json["id"]
        window = Stream(me, f"/api/tables/{table}/events")
        path = table_path(tmp_path / "tables", "rokumon", "1-gggjjj")
        assert not path.exists()
        house.until(lambda: any(one.solves is not None for one in received(window)))
        assert [] == play_of(house, table).steps
        (made,) = (one for site in house.sites if (one := site.exact._makings.get(path)))
        house.run(asyncio.wait_for(made.over.wait(), 100))
        while me.view(table).status == "running":
            house.until(lambda: bool(me.view(table).turn or me.view(table).outcome))
            me.play_on(table, 1)
        play, tables = play_of(house, table), Tables.open(GAME, tmp_path / "tables")
        assert path.exists()
        assert play.result() is not None
        for n, step in enumerate(play.steps):
            answer = tables.value(play.at(n).state)
            assert step.seat == 1 or answer.choices[step.text] == answer.value


def test_closing_the_house_breaks_off_what_is_made(tmp_path: Path) -> None:
    """No process is left behind, and no incomplete table."""
    with house_of(tmp_path, tmp_path / "tables", SMALL) as house:
        state = GAME.setup(GAME.read_options(DEAL))

        async def begin() -> Any:
            return house.site.exact.make(GAME, GAME.read_options(DEAL), state)

        making = house.run(begin())
        house.until(lambda: making.process is not None)
    assert making.process.wait(20) != 0
    assert not table_path(tmp_path / "tables", "rokumon", "1-gggjjj").exists()
