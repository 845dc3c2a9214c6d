"""The review of a game: every decision judged, and stored once the game is over."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from honjin.server.analysis import messages as an
from honjin.server.analysis import review
from server.analysis.test_analysis import BOTH, ask, crosses_play, decisions, finished, last
from server.minds import Patient, Weighing
from server.site_client import Browser, House, open_house


def reviewed(house: House, browser: Browser, table: str) -> an.Review:
    """Have a game reviewed to its end."""
    path = f"/api/tables/{table}/review"
    browser.post(path)
    house.told()

    def found() -> an.Review:
        return msgspec.json.decode(browser.get(path).body, type=an.Review)

    house.until(lambda: not found().running)
    return found()


def test_a_review_judges_every_decision(tmp_path: Path) -> None:
    """In order, with values, the action played and the best one; one line if one is enough."""
    with open_house(tmp_path, games=BOTH, analyst=Weighing()) as house:
        me = house.browser()
        table = me.open("crosses", seats="mm")
        for n, cell in enumerate("0413728"):
            me.do(table, n % 2, cell)
        assert "running" == me.view(table).status
        me.play_on(table)
        found = reviewed(house, house.browser(), table)
        assert found.one_line
        assert len(found.verdicts) == found.of == me.view(table).step
        assert list(range(found.of)) == [verdict.step for verdict in found.verdicts]
        assert list("0413728") == [verdict.played.do for verdict in found.verdicts[:7]]
        for verdict in found.verdicts:
            mine, theirs = verdict.values[verdict.seat], verdict.values[1 - verdict.seat]
            assert mine == -theirs if mine is not None and theirs is not None else False
            is_best = verdict.played.do == verdict.best.do
            assert verdict.loss >= 0.0
            assert not (is_best and verdict.loss)
            grades = {"good": (0, 0.3), "mistake": (0.3, 0.6), "blunder": (0.6, 9)}
            least, most = grades[verdict.grade]
            assert least <= verdict.loss < most
        assert found.end is not None
        assert sum(found.end) == 0.0


def test_a_review_with_secrets_has_a_line_a_seat(house: House) -> None:
    """A seat's value says nothing about another's, so each stands on its own."""
    me = house.browser()
    table = finished(me)
    found = reviewed(house, me, table)
    assert not found.one_line
    assert [(v.step, v.seat) for v in found.verdicts] == decisions(house, table)
    for verdict in found.verdicts:
        told = [seat for seat, value in enumerate(verdict.values) if value is not None]
        assert told in ([], [verdict.seat])


def test_a_casual_review_tells_of_the_own_seat(tmp_path: Path) -> None:
    """While the game runs, a player's review holds only that player's decisions.

    Until the game is over, only the process that makes a review has it.
    """
    with open_house(tmp_path, analyst=Weighing(), processes=1) as house:
        first, second = house.browser(), house.browser()
        seats = [{"kind": "me"}, {"kind": "open"}]
        long = {"rounds": "3"}
        opened = first.post("/api/tables", game="madeup", seats=seats, casual=True, options=long)
        second.sit(table := opened.json["id"], 1)
        for _ in range(2):
            first.play_on(table, 1), second.play_on(table, 1)
        assert "running" == first.view(table).status
        for seat, browser in enumerate((first, second)):
            found = reviewed(house, browser, table)
            own = [step for step, who in decisions(house, table) if who == seat]
            assert own == [verdict.step for verdict in found.verdicts]
            assert {seat} == {verdict.seat for verdict in found.verdicts}


def test_a_review_goes_on_where_it_was(tmp_path: Path) -> None:
    """After more of the game, or a stop for lack of interest, nothing is searched twice.

    Until the game is over, only the process that makes a review has it.
    """
    analyst = Weighing()
    with open_house(tmp_path, games=BOTH, analyst=analyst, processes=1) as house:
        me = house.browser()
        table = me.open("crosses", seats="mm")
        for n, cell in enumerate("041"):
            me.do(table, n % 2, cell)
        assert 3 == len(reviewed(house, me, table).verdicts)
        me.do(table, 1, "3")
        assert 4 == len(reviewed(house, me, table).verdicts)
        assert 4 == len(analyst.shown)
        me.post(f"/api/tables/{table}/takeback", seat=1, at=me.view(table).version)
        assert 3 == reviewed(house, me, table).of


def test_a_review_outlives_the_server(tmp_path: Path) -> None:
    """The review of a finished game is shown after a restart, and nothing is searched twice."""
    with open_house(tmp_path, games=BOTH, analyst=Weighing()) as house:
        me = house.browser()
        table = me.open("crosses", seats="mm")
        me.play_on(table)
        found = reviewed(house, me, table)
        assert 0 < len(found.verdicts) == found.of
    analyst = Weighing()
    with open_house(tmp_path, games=BOTH, analyst=analyst) as house:
        stranger = house.browser()
        body = stranger.get(f"/api/tables/{table}/review").body
        assert found == msgspec.json.decode(body, type=an.Review)
        assert found == reviewed(house, stranger, table)
        assert not analyst.shown


def test_a_review_stopped_by_a_restart_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found until then is kept, and only the rest is searched."""
    monkeypatch.setattr(review, "EACH", (0.2, 0.2))
    with open_house(tmp_path, games=BOTH, analyst=Patient()) as house:
        me = house.browser()
        table = me.open("crosses", seats="mm")
        me.play_on(table)
        path = f"/api/tables/{table}/review"
        house.only()  # the others have what is stored, every two seconds
        of = me.post(path).json["of"]
        while len(me.get(path).json.get("verdicts", [])) < 2:
            house.wait(0.05)
    analyst = Weighing()
    with open_house(tmp_path, games=BOTH, analyst=analyst) as house:
        found = reviewed(house, house.browser(), table)
        assert of == found.of == len(found.verdicts)
        assert list(range(of)) == [verdict.step for verdict in found.verdicts]
        assert 0 < len(analyst.shown) <= of - 2


def test_nobody_waits_for_a_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops when nobody asks; a request of its guest comes first, and then it resumes.

    Until the game is over, only the process that makes a review has it.
    """
    monkeypatch.setattr(review, "IDLE", 0.3)
    monkeypatch.setattr(review, "EACH", (0.2, 0.2))
    with open_house(tmp_path, games=BOTH, analyst=Patient(), processes=1) as house:
        me = house.browser()
        table = me.open("crosses", seats="mm")
        for n, cell in enumerate("0413728"):
            me.do(table, n % 2, cell)
        path = f"/api/tables/{table}/review"
        assert me.post(path).json["running"]
        house.until(lambda: not house.site.reviewer._running)
        some = me.get(path).json
        assert not some.get("running", False)
        assert 0 < len(some["verdicts"]) < 7
        me.post(path)
        assert 3 == last(ask(me, table, 3, seconds=0.1)).step
        while len(me.get(path).json["verdicts"]) < 7:
            me.post(path)
            house.wait(0.05)
        steps = [verdict["step"] for verdict in me.get(path).json["verdicts"]]
        assert list(range(7)) == steps


def test_losses_are_the_kinder_of_two_searches() -> None:
    """The value by the search before the action, or by the one after it."""
    play = crosses_play("4", "0")
    ply = {text: an.Ply(0, text) for text in "048"}
    judged = [
        review.Judgement(0, 0, 0.5, -0.4, ply["4"], ply["8"]),
        review.Judgement(1, 1, -0.3, -0.3, ply["0"], ply["0"]),
    ]
    stands = review.ReviewProgress(play, judged, [], False, None, None, one_line=True)
    assert [0.2, 0.0] == [review._loss(stands, n) for n in (0, 1)]
    assert 0.9 == review._loss(stands._replace(one_line=False), 0)
    assert ["good", "mistake", "blunder"] == [review._grade(loss) for loss in (0.2, 0.3, 0.9)]
