"""The opening explorer and tables: played from, linked from games, closed in rated ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

from authenticator import ORIGIN
from honjin.core.scene import Reason
from honjin.core.seats import CHANCE
from honjin.games import load
from honjin.server.explorer.messages import Explored
from honjin.server.tables.session.chosen import explored_steps
from madeup.game import GAME as CLOSED
from server.accounts.test_accounts import keep, log_in
from server.site_client import Answer, Browser, House, LowBot, open_house

GAME = load("rokumon")
DEAL = {"act": "1", "deal": "gggjjj"}
MOVES = ("r1c1", "r2c1", "r1c2")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server with two games, one with secrets; its bot has the name of one that has a rating."""
    games = {"rokumon": GAME, "madeup": CLOSED}
    with open_house(tmp_path, games=games, bots={"low": LowBot(), "samurai": LowBot()}) as found:
        yield found


def explore(me: Browser, **query: str | int) -> Answer:
    return me.get(f"/api/explore/rokumon?{urlencode(query)}")


def explored(me: Browser, **query: str | int) -> Explored:
    answer = explore(me, **query)
    assert 200 == answer.status, answer.body
    return msgspec.json.decode(answer.body, type=Explored)


def play_of(house: House, table: str) -> Any:
    return house.run(house.site.tables.ready(table)).room.play


def written(play: Any, step: int) -> str:
    return GAME.notation.write_position(play.state_at(step))


# ---- playing from a position


def from_here(me: Browser, **body: Any) -> Answer:
    return me.post("/api/explore/rokumon/tables", **{"options": DEAL, "moves": MOVES} | body)


def test_a_table_begins_at_the_position(house: House) -> None:
    """The caller holds all seats of a private game that counts for nothing, and may analyse it."""
    me = house.browser()
    view = me.view(from_here(me).json["id"])
    assert "running" == view.status
    assert ["person"] * 2 == [one.kind for one in view.seats if one]
    assert all(one is not None and one.you for one in view.seats)
    assert view.can.analyse
    assert not view.bound
    play = play_of(house, view.id)
    assert list(MOVES) == [step.text for step in play.steps]
    assert {"study"} == {me.get(f"/api/tables/{view.id}/people").json["unrated"]}
    assert view.id not in {row["id"] for row in house.browser().get("/api/tables").json["tables"]}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_plays_the_other_side(house: House, seat: int) -> None:
    """From the position on, whichever side the caller takes, who may analyse meanwhile."""
    me = house.browser()
    table = from_here(me, seat=seat, bot="low").json["id"]
    house.until(lambda: me.view(table).turn)
    view = me.view(table)
    kinds = [one.kind if one else "" for one in view.seats]
    assert {seat: "person", 1 - seat: "bot"} == dict(enumerate(kinds))
    assert view.turn is not None
    assert seat == view.turn.seat
    played = [step.text for step in play_of(house, table).steps]
    assert list(MOVES) == played[: len(MOVES)]
    assert len(MOVES) + (seat == 0) == len(played)  # black is to move after three
    assert view.casual
    assert view.can.analyse


def test_a_deal_left_to_chance_is_dealt_first(house: House) -> None:
    """The table has the set-up that the explorer shows, without another draw."""
    me = house.browser()
    found = explored(me, act="1")
    table = from_here(me, options={"act": "1"}, moves=[]).json["id"]
    play = play_of(house, table)
    assert found.options == dict(play.options)
    assert [] == play.steps


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "a card that is taken": ({"moves": ["r1c1", "r1c1"]}, "illegal"),
    "junk": ({"moves": ["hello"]}, "unreadable"),
    "another act": ({"options": {"act": "9"}}, "bad-option"),
    "a bot that there is not": ({"bot": "nobody"}, "unknown-bot"),
    "a seat that there is not": ({"seat": 2, "bot": "low"}, "unreadable"),
    "a bot in a game for one": (
        {"options": {"act": "epilogue", "deal": "1234567"}, "moves": [], "bot": "low"},
        "unreadable",
    ),
    "too many moves": ({"moves": ["r1c1"] * 61}, "unreadable"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_played_is_refused(house: House, what: str) -> None:
    """No table is made."""
    body, kind = REFUSED[what]
    me = house.browser()
    assert kind == from_here(me, **body).problem
    assert [] == me.get("/api/tables").json["yours"]


def test_a_game_that_is_over_cannot_be_played_on(house: House) -> None:
    """Its position has no choices."""
    me, moves = house.browser(), []
    while found := explored(me, **DEAL, moves=" ".join(moves)).choices:
        moves.append(found[0].ply.do)
    assert "over" == from_here(me, moves=moves).problem


def test_a_running_game_of_ones_own_stays_bound(house: House) -> None:
    """Its position can be played through, without analysis and without a bot, as by an import."""
    me, friend = house.browser(), house.browser()
    options = {"game": "rokumon", "options": DEAL, "rated": False}
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = me.post("/api/tables", **options, seats=seats).json["id"]
    friend.sit(table, 1)
    moves = []
    for n in range(4):
        player = (me, friend)[n % 2]
        turn = player.view(table, n % 2).turn
        assert turn is not None
        moves.append(str(turn.choices[0].do))
        player.do(table, n % 2, moves[-1])
    assert "analysis-closed" == from_here(me, moves=moves, bot="low").problem
    assert me.view(from_here(me, moves=moves).json["id"]).bound
    assert not house.browser().view(from_here(house.browser(), moves=moves).json["id"]).bound


# ---- from a finished game


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("options", [DEAL, {"act": "4"}, {"act": "epilogue"}], ids=str)
def test_every_position_of_a_finished_game_is_found(house: House, options: dict[str, str]) -> None:
    """Its set-up and its moves; the view says which steps can be shown."""
    me = house.browser()
    solo = options["act"] == "epilogue"
    table = me.open("rokumon", seats="m" if solo else "mm", **options)
    assert "not-over" == explore(me, table=table, step=0).problem
    assert 0 == me.view(table).can.explore
    assert "over" == me.play_on(table).status
    play, last = play_of(house, table), me.view(table).can.explore
    assert len(play.steps) == last
    dealt = sum(1 for step in play.steps[:8] if step.seat == CHANCE and not solo)
    for step in range(last + 1):
        found = explored(me, table=table, step=step)
        moves = " ".join(one.do for one in found.moves)
        again = explored(me, **{k: _said(v) for k, v in found.options.items()}, moves=moves)
        assert shown(again) == shown(found)
        spot = house.site.explorer.spot(house.site.explorer.wish(GAME, play, step))
        if step >= dealt and not (solo and play.at(step).is_chance()):
            assert written(play, step) == GAME.notation.write_position(spot.play.state)


def shown(found: Explored) -> tuple[object, ...]:
    """The position and its choices: how many are proved or counted by now depends on time."""
    choices = {one.ply.do for one in found.choices}
    return found.options, found.moves, found.scene, found.turn, choices, found.outcome


def _said(value: str | bool) -> str:
    return value if isinstance(value, str) else str(value).lower()


def test_a_resignation_is_no_move(house: House) -> None:
    """The last step that can be shown is the one before it."""
    me = house.browser()
    table = me.open("rokumon", seats="mm", **DEAL)
    me.do(table, 0, "r1c1")
    view = me.view(table, 1)
    me.post(f"/api/tables/{table}/resign", seat=1, at=view.version)
    assert 1 == me.view(table).can.explore
    assert ["r1c1"] == [one.do for one in explored(me, table=table, step=1).moves]
    assert "unknown-step" == explore(me, table=table, step=2).problem


def test_what_is_no_finished_game_of_this_is_refused(house: House) -> None:
    """A table that there is not, one of another game, one that began from a position."""
    me = house.browser()
    other = me.open("madeup")
    assert "unknown-table" == explore(me, table="nothere", step=0).problem
    assert "unknown-table" == explore(me, table=other, step=0).problem
    assert "unreadable" == explore(me, table=other, step="five").problem
    room = house.run(house.site.tables.ready(other)).room
    assert 0 == explored_steps(room)


# ---- why not


def why(me: Browser, moves: str, *path: str) -> Answer:
    query = [*DEAL.items(), ("moves", moves), *(("path", one) for one in path)]
    return me.get(f"/api/explore/rokumon/why?{urlencode(query)}")


def test_a_click_that_chooses_nothing_is_explained(house: House) -> None:
    """As at a table with the same position."""
    me = house.browser()
    table = me.open("rokumon", seats="mm", **DEAL)
    me.do(table, 0, "r1c1")
    turn = explored(me, **DEAL).turn
    assert turn is not None
    taken = next(one.path[0] for one in turn.choices if one.do == "r1c1")
    found = why(me, "r1c1", taken)
    reason = msgspec.json.decode(found.body, type=Reason)
    assert reason.say is not None
    assert me.get(f"/api/tables/{table}/why?seat=1&path={taken}").json == found.json
    assert "unreadable" == why(me, "", taken).problem
    assert "unreadable" == why(me, "").problem
    assert "unreadable" == why(me, "", "nothing").problem


# ---- while a rated game runs


def rated(house: House, **options: str) -> tuple[Browser, Browser, str]:
    """Two people at a rated game that has begun."""
    first, second = house.browser(), house.browser()
    table = first.open("rokumon", seats="mo", **options or {"act": "1"})
    assert 200 == second.sit(table, 1).status
    return first, second, table


def finished(me: Browser) -> str:
    table = me.open("rokumon", seats="mm", **DEAL)
    assert "over" == me.play_on(table).status
    return table


def asked(me: Browser, table: str) -> dict[str, Answer]:
    """Everything that tells exact values, and nothing else."""
    coached = me.post(
        "/api/tables", game="rokumon", options=DEAL, seats=[{"kind": "me"}] * 2, casual=True,
        coach=True,
    ).json["id"]  # fmt: skip
    return {
        "explorer": explore(me, **DEAL),
        "table from it": from_here(me),
        "analysis": me.post(f"/api/tables/{table}/analysis", step=0, seconds=0.01),
        "review": me.post(f"/api/tables/{table}/review"),
        "review so far": me.get(f"/api/tables/{table}/review"),
        "advice": me.post(f"/api/tables/{coached}/coach/advice", seat=0, step=0),
        "remark": me.post(f"/api/tables/{coached}/coach/remark", seat=0, step=0),
    }


def test_a_rated_game_closes_what_tells_exact_values(house: House) -> None:
    """For its players, with the table; nobody else, and no longer than it runs."""
    ann, bob, table = rated(house)
    old = finished(stranger := house.browser())
    for player in (ann, bob):
        refused = asked(player, old)
        assert {"playing-rated"} == {answer.problem for answer in refused.values()}
        assert {table} == {answer.json["table"] for answer in refused.values()}
    assert {200} == {one.status for one in asked(stranger, old).values()} - {503}
    view = ann.view(table, 0)
    ann.post(f"/api/tables/{table}/resign", seat=0, at=view.version)
    assert {200} == {one.status for one in asked(ann, old).values()} - {503}
    assert {200} == {one.status for one in asked(bob, old).values()} - {503}


def test_a_rated_game_against_a_bot_closes_them_too(house: House) -> None:
    """A bot that has a rating."""
    me = house.browser()
    wish = {"game": "rokumon", "options": {"act": "1"}}
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "samurai"}]
    me.post("/api/tables", **wish, seats=seats, casual=False)
    assert "playing-rated" == explore(me, **DEAL).problem


def test_the_guest_of_a_browser_counts_as_its_account(tmp_path: Path) -> None:
    """A guest plays a rated game; an account that logs in there is refused as well."""
    with open_house(tmp_path, games={"rokumon": GAME}, origin=ORIGIN) as house:
        elsewhere, (ann, _, table) = house.browser(), rated(house)
        device = keep(elsewhere, "Hana")
        assert 200 == explore(elsewhere, **DEAL).status
        assert 200 == log_in(ann, device).status
        assert table == explore(ann, **DEAL).json["table"]
        assert 200 == explore(elsewhere, **DEAL).status


def unrated(me: Browser, **more: Any) -> None:
    """Open a game against a bot that is not rated."""
    bot = {"kind": "bot", "bot": "samurai"}
    given = {"game": "rokumon", "options": {"act": "1"}, "seats": [{"kind": "me"}, bot]}
    assert 200 == me.post("/api/tables", **given | more).status


UNRATED: dict[str, dict[str, Any]] = {
    "a casual game": {"casual": True},
    "one opened as unrated": {"rated": False},
    "a deal of one's own": {"options": DEAL},
    "both seats": {"seats": [{"kind": "me"}] * 2},
    "one that waits for somebody": {"seats": [{"kind": "me"}, {"kind": "open"}]},
    "another game": {"game": "madeup", "options": {}, "seats": [{"kind": "me"}, {"kind": "open"}]},
}


@pytest.mark.parametrize("what", UNRATED)
def test_other_games_close_nothing(house: House, what: str) -> None:
    """Only a rated game of the same rules that is running does."""
    me = house.browser()
    unrated(me, **UNRATED[what])
    assert {200} == {one.status for one in asked(me, finished(me)).values()} - {503}


def test_a_game_without_exact_values_closes_nothing(house: House) -> None:
    """A rated game with secrets leaves the analysis of other games of it open."""
    me, friend = house.browser(), house.browser()
    old = me.open("madeup")
    me.play_on(old)
    table = me.open("madeup", seats="mo")
    friend.sit(table, 1)
    assert 200 == me.post(f"/api/tables/{old}/analysis", step=0, seconds=0.01).status
