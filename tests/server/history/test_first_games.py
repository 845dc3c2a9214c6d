"""A newcomer's first games: what they cost, and who has lost when a time runs out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from honjin.server.history.ranking import rated_seats
from honjin.server.people.ratings.skill import NEW, Skill, bot_skills, first_skill, rate
from madeup.game import GAME as FAIR
from server.finished import QUIET, finish
from server.site_client import Browser, House, LowBot, open_house
from server.tables.clocks.test_timed import BLITZ, Timed

ME, BOT, OPEN = {"kind": "me"}, {"kind": "bot", "bot": "low"}, {"kind": "open"}


@pytest.mark.parametrize(
    ("seats", "asked", "casual"),
    [
        ([ME, BOT], {}, True),
        ([ME, BOT], {"casual": False}, False),
        ([ME, BOT], {"coach": True}, True),
        ([ME, OPEN], {}, False),
        ([ME, ME], {}, False),
        ([BOT, BOT], {}, False),
        ([BOT], {}, False),
    ],
)
def test_a_game_against_bots_alone_is_casual_unless_asked_for(
    shared: House, seats: list[Any], asked: dict[str, Any], casual: bool
) -> None:
    """One rated loss to the weakest bot was the welcome before."""
    me = shared.browser()
    made = me.post("/api/tables", game="madeup", options=QUIET, seats=seats, **asked)
    assert 200 == made.status, made
    assert casual == me.view(made.json["id"]).casual


def test_a_rematch_is_as_casual_as_the_game_before(house: House) -> None:
    """By default as by choice."""
    me = house.browser()
    for asked in ({}, {"casual": False}):
        made = me.post("/api/tables", game="madeup", options=QUIET, seats=[ME, BOT], **asked)
        finish(house, made.json["id"], me)
        again = me.post(f"/api/tables/{made.json['id']}/rematch").json["id"]
        assert (not asked) == me.view(again).casual


@pytest.mark.parametrize("game", sorted(bot_skills()))
def test_a_first_rating_begins_at_the_level_of_the_bot(game: str) -> None:
    """A loss to the weakest bot cost 126 to 138 points; a loss to a strong one gains nothing."""
    for level in bot_skills()[game].values():
        start = first_skill([level])
        assert Skill(min(level.mu, NEW.mu), NEW.sigma) == start
        after, _ = rate([start, level], [2, 1], [False, True])
        assert after.mu < min(level.mu, NEW.mu)


def test_the_first_rating_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody had anything to lose before; the next change is one."""
    levels = {"madeup": {"samurai": Skill(18.0, 1.0)}}
    monkeypatch.setattr("honjin.server.people.ratings.skill.bot_skills", lambda: levels)
    with open_house(tmp_path, bots={"samurai": LowBot()}) as house:
        me = house.browser()
        seats = [ME, {"kind": "bot", "bot": "samurai"}]
        wish = {"game": "madeup", "options": QUIET, "seats": seats, "casual": False}
        told = []
        for _ in range(2):
            table = me.post("/api/tables", **wish).json["id"]
            finish(house, table, me)
            told.append(me.get(f"/api/tables/{table}/people").json["seats"][0])
        first, second = told
        assert first["first"]
        assert "first" not in second
        assert 1500 - 30 * 7 == first["rating"] - first["change"]
        assert first["rating"] == second["rating"] - second["change"]


@pytest.fixture
def spared(tmp_path: Path) -> Iterator[House]:
    """A site where Samurai, who goes on when a time has run out, is quick."""
    games = {"madeup": replace(FAIR, loser_chooses=True)}
    with open_house(tmp_path, games=games, bots={"samurai": LowBot()}) as found:
        yield found


def test_who_loses_on_time_has_lost_whoever_plays_on(spared: House) -> None:
    """The bot that goes on may win; the person has lost, wherever that is told, and can choose."""
    late, view = next(found for _ in range(99) if (found := lost_on_time(spared)))
    outcome = view.outcome
    assert ((1,), (0,), None) == (outcome.winners, outcome.out, outcome.late)
    assert 0 == view.can.chooser
    picture = late.get(f"/t/{view.id}/picture?format=svg").body.decode()
    assert "Blue wins" in picture
    [game] = late.get("/api/history").json["games"]
    assert ["lost", "won"] == [seat["outcome"] for seat in game["seats"]]
    assert [2, 1] == [seat["place"] for seat in game["seats"]]


def lost_on_time(spared: House) -> tuple[Browser, Any] | None:
    """The player whose time ran out, and a view of the end; None if the dice have the bot lose."""
    timed = Timed(spared, BLITZ, rounds="1", offers=False)
    late, other = timed.people
    other.do(timed.table, 1, "bid2")
    timed.passes(100)
    assert "samurai" == late.view(timed.table).seats[0].bot
    returns = finish(spared, timed.table, other).outcome.returns
    return (late, late.view(timed.table)) if returns[0] > returns[1] else None


def test_who_comes_back_in_time_has_not_lost(spared: House) -> None:
    """The result is that of the board; the rating counts the help of the bot, and says so."""
    timed = Timed(spared, BLITZ, rounds="1", offers=False)
    timed.people[1].do(timed.table, 1, "bid1")
    timed.passes(100)
    timed.people[0].post(f"/api/tables/{timed.table}/return", seat=0)
    view = finish(spared, timed.table, *timed.people)
    assert view.outcome is not None
    assert () == view.outcome.out


def test_who_left_a_seat_to_a_bot_keeps_a_rating_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bot of the seat was taken for its person, whose rating became the bot's."""
    weak, strong = Skill(10.0, 1.0), Skill(30.0, 2.0)
    monkeypatch.setattr(
        "honjin.server.people.ratings.skill.bot_skills", lambda: {"madeup": {"samurai": weak}}
    )
    seats = [
        SimpleNamespace(seat=0, kind="bot", who="samurai", role="", place=1),
        SimpleNamespace(seat=1, kind="person", who="ben", role="", place=2),
        SimpleNamespace(seat=0, kind="person", who="ann", role="left", place=3),
    ]
    known: Any = {("ann", "madeup", "live"): SimpleNamespace(skill=strong)}
    game = SimpleNamespace(game="madeup", pace="live")
    before = {seat.who: skill for seat, skill, _ in rated_seats(game, seats, known)}
    assert {"ann": strong, "ben": NEW} == before
