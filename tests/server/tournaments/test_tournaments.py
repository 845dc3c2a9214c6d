"""Tournaments at a site: their tables are made, played and scored, whatever happens."""

from __future__ import annotations

import asyncio
import csv
import io
from pathlib import Path
from typing import Any

import pytest

from honjin.server.messages import refusals as no
from honjin.server.tables.clocks.control import DAY
from honjin.server.tables.seats.seating import HOUSE
from honjin.server.tables.session.dissolving import Dissolve
from honjin.server.tournaments import events as ev
from honjin.server.tournaments import store as kept
from honjin.server.work.steady import now_ms
from server.finished import people_apart
from server.program_client import program
from server.site_client import Browser, House, open_house
from server.tables.test_live import Stream

PATH = "/api/tournaments"
WISH = {
    "name": "Autumn cup", "game": "madeup", "preset": "quiet", "format": "swiss", "rounds": 3,
    "time": {"main": 60, "increment": 5},
}  # fmt: skip
NONCE = "ab" * 8


def announces(host: Browser, **more: Any) -> str:
    """Announce a tournament; return its path."""
    answer = host.post(PATH, **(WISH | more))
    assert answer.status == 200, answer.body
    return f"{PATH}/{answer.json['row']['id']}"


def begins(house: House, host: Browser, path: str, *players: Browser) -> None:
    """Everybody enters, and the organiser starts it."""
    for one in players:
        assert 200 == one.post(f"{path}/enter").status
    assert 200 == host.post(f"{path}/start").status


def looks(house: House) -> None:
    """Let the site check its tournaments now, and send the news."""
    for site in house.sites:
        house.run(site.tournaments.look())
    house.wait()


def comes(one: Browser, path: str) -> str:
    """Go to the caller's table, and send a nonce; return its id, or None."""
    table = str(one.get(path).json.get("table", ""))
    if table and one.view(table).status == "open":
        one.post(f"/api/tables/{table}/nonce", nonce=NONCE)
    return table


def test_an_order_that_is_sent_again_announces_one(house: House) -> None:
    """One after the other; its answer may have been lost."""
    host, key = house.browser(), "0123456789abcdef"
    first, again = (announces(host, key=key) for _ in range(2))
    assert (first, True) == (again, first != announces(host, key=key[::-1]))


def goes_on(one: Browser, table: str) -> None:
    """Play the first choice again and again; a bot or a flag may be quicker."""
    for _ in range(100):
        view = one.view(table)
        if view.turn is None:
            return
        one.act(table, view.turn.seat, view.turn.choices[0].do, view.version)


def plays(house: House, path: str, *players: Browser, turns: int = 400) -> Any:
    """Let all players play all their games; return the tournament at the end."""
    for _ in range(turns):
        looks(house)
        told = players[0].get(path).json
        if told["row"]["status"] != "running":
            return told
        for one in players:
            if (table := comes(one, path)) and one.view(table).status == "running":
                goes_on(one, table)
    raise AssertionError("the tournament did not end")


def test_a_swiss_is_played_to_its_end(house: House) -> None:
    """Three people and a bot, three rounds: everybody meets everybody, and all points are there."""
    host, *players = people_apart(house, 4)
    path = announces(host, bot="low", fill=4)
    begins(house, host, path, *players)
    told = plays(house, path, *players)
    assert ("over", 3, 4) == tuple(told["row"][key] for key in ("status", "round", "players"))
    assert [2, 2, 2] == [len(one["games"]) for one in told["rounds"]]
    assert 12 == sum(one["points"] for one in told["players"])
    people = {one.get("/api/me").json["id"] for one in players}
    assert people | {None} == {one.get("who") for one in told["players"]}
    met = {frozenset(game["seats"]) for one in told["rounds"] for game in one["games"]}
    assert 6 == len(met)
    for one in told["rounds"]:
        for game in one["games"]:
            view = host.view(game["table"])
            assert ("over", told["row"]["id"]) == (view.status, view.tournament)
    listed = host.get(PATH).json
    assert [told["row"]["id"]] == [row["id"] for row in listed["over"]]


def test_its_seats_are_the_houses(house: House) -> None:
    """Nobody else sits down there, no bot helps, no rematch; the game is rated."""
    host, one, other, stranger = people_apart(house, 4)
    path = announces(host, rounds=1)
    begins(house, host, path, one, other)
    looks(house)
    table = comes(one, path)
    assert "open" == one.view(table).status
    assert "seat-taken" == stranger.sit(table, 1).problem
    comes(other, path)
    assert "running" == one.view(table).status
    seat = one.view(table).viewer
    helped = one.post(f"/api/tables/{table}/substitute", seat=seat, bot="low")
    assert "seats-given" == helped.problem
    told = plays(house, path, one, other)
    assert "over" == told["row"]["status"]
    assert "seats-given" == one.post(f"/api/tables/{table}/rematch").problem
    assert not one.view(table).can.rematch
    house.recorded()
    assert "" == one.get(f"/api/tables/{table}/people").json.get("unrated", "")


def test_no_bot_is_seated_for_one_who_stands_up(house: House) -> None:
    """The server assigns the seats, also those that are left."""
    host, one, other = people_apart(house, 3)
    path = announces(host, rounds=1)
    begins(house, host, path, one, other)
    looks(house)
    table = comes(one, path)
    left = 1 - one.view(table).viewer
    other.post(f"/api/tables/{table}/stand", seat=left)
    assert "seats-given" == one.post(f"/api/tables/{table}/sit", seat=left, bot="low").problem


def in_a_round(house: House) -> tuple[Browser, Browser, str]:
    """Two players whose only round is drawn, and who have a minute to come; and the tournament."""
    host, one, other = people_apart(house, 3)
    path = announces(host, rounds=1, patience=60)
    begins(house, host, path, one, other)
    looks(house)
    return one, other, path


def test_who_does_not_come_has_lost(tmp_path: Path) -> None:
    """After the declared patience; the other one has won without a game."""
    late = 0
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        one, _, path = in_a_round(house)
        comes(one, path)
        late = 61_000
        looks(house)
        looks(house)
        told = one.get(path).json
        assert "over" == told["row"]["status"]
        [game] = told["rounds"][0]["games"]
        assert "absent" == game["how"]
        assert [2, 0] == [one["points"] for one in told["players"]]
        assert told["players"][0]["you"]


def test_nobody_is_late_because_the_server_was_down(tmp_path: Path) -> None:
    """After a restart the players of a round have the declared patience again.

    After one that took longer than that, both had lost before their pages were connected.
    """
    late = 0
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        one, other, path = in_a_round(house)
    late = 61_000
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        for person in (one, other):
            person.house = house
        looks(house)
        assert "open" == one.view(comes(one, path)).status
        late += 61_000
        looks(house)
        looks(house)
        assert [2, 0] == [player["points"] for player in one.get(path).json["players"]]


@pytest.mark.slow
@pytest.mark.parametrize("zero", ["lost", "bot"])
def test_who_lets_a_game_by_days_pass_is_out(tmp_path: Path, zero: str) -> None:
    """Time ran out without a single decision: nothing for the game, and no more rounds."""
    late = 0
    with open_house(tmp_path, clock=lambda: now_ms() + late) as house:
        host, shy, *others = people_apart(house, 5)
        path = announces(host, rounds=2, time={"days": 1, "zero": zero})
        begins(house, host, path, shy, *others)
        looks(house)
        for _ in range(3):
            for one in others:
                if table := comes(one, path):  # a game that is over is soon left
                    goes_on(one, table)
        late = DAY + 60_000
        for site in house.sites:
            house.run(site.clocks.look())
        told = plays(house, path, *others)
        points = {one["name"]: one["points"] for one in told["players"]}
        name = shy.get("/api/me").json["name"]
        assert 0 == points[name]
        assert [True] == [one["out"] for one in told["players"] if one["name"] == name]
        seats = [len(one["games"]) for one in told["rounds"]]
        assert [2, 1] == seats


def test_a_game_that_the_house_has_ended_counts_for_nobody(house: House) -> None:
    """Both get a draw's points, and the next round is drawn."""
    host, one, other = people_apart(house, 3)
    path = announces(host, rounds=2)
    begins(house, host, path, one, other)
    looks(house)
    table = comes(one, path)
    comes(other, path)
    assert "running" == one.view(table).status
    house.run(house.site.tables.post(table, Dissolve("fault"), HOUSE))
    told = plays(house, path, one, other)
    assert ("over", 2) == (told["row"]["status"], told["row"]["round"])
    [ended] = told["rounds"][0]["games"]
    assert ("void", [1, 1]) == (ended["how"], ended["points"])
    assert 4 + 2 - 2 == sum(player["points"] for player in told["players"])


def test_a_tournament_outlives_its_house(tmp_path: Path) -> None:
    """Stopped between two rounds and restarted it continues; no round is drawn twice."""
    with open_house(tmp_path) as house:
        host, one, other = people_apart(house, 3)
        path = announces(host, bot="low", fill=4)
        begins(house, host, path, one, other)
        looks(house)
    with open_house(tmp_path) as house:
        for person in (host, one, other):
            person.house = house
        told = plays(house, path, one, other)
        assert ("over", 3) == (told["row"]["status"], len(told["rounds"]))
        assert {2} == {len(found["games"]) for found in told["rounds"]}


def test_a_table_that_nobody_opened_is_opened(house: House) -> None:
    """As after the death of a process between drawing a round and opening its tables."""
    host, one, other = people_apart(house, 3)
    path = announces(host, rounds=1)
    opened = house.site.tables.open

    async def dies(*_args: Any, **_named: Any) -> str:
        raise no.NotStored

    for site in house.sites:
        site.tables.open = dies  # type: ignore[method-assign]
    begins(house, host, path, one, other)
    house.until(lambda: one.get(path).json["rounds"])
    [drawn] = one.get(path).json["rounds"]
    table = drawn["games"][0]["table"]
    assert "table" not in one.get(path).json
    assert "unknown-table" == one.get(f"/api/tables/{table}").problem
    for site in house.sites:
        site.tables.open = opened  # type: ignore[method-assign]
    told = plays(house, path, one, other)
    assert "over" == told["row"]["status"]


def test_a_knock_out_and_a_round_robin(house: House) -> None:
    """Both are played to the end; the winner of the last match is first."""
    host, *players = people_apart(house, 4)
    for way, rounds in (("knockout", 1), ("robin", 1)):
        path = announces(host, format=way, rounds=rounds, bot="low", fill=4)
        begins(house, host, path, *players)
        told = plays(house, path, *players)
        assert "over" == told["row"]["status"]
        assert 1 == told["players"][0]["place"]
        assert told["row"]["rounds"] == len(told["rounds"])


def test_tables_of_three(house: House) -> None:
    """Four people at tables of three: bots of the server fill the seats, and are not listed."""
    host, *players = people_apart(house, 5)
    path = announces(host, preset="three", rounds=2)
    begins(house, host, path, *players)
    told = plays(house, path, *players)
    assert "over" == told["row"]["status"]
    assert 4 == len(told["players"])
    for one in told["rounds"]:
        assert 2 == len(one["games"])
        assert 2 == sum(game["seats"].count(-1) for game in one["games"])


def test_the_standings_are_told_live(house: House) -> None:
    """A window is sent the whole on every change: an entry, a round, a result."""
    host, one, other = people_apart(house, 3)
    path = announces(host, rounds=1)
    stream = Stream(one, f"{path}/events")
    looks(house)
    assert [0] == [len(told["players"]) for _, told, _ in stream.news()]
    begins(house, host, path, one, other)
    looks(house)
    told = [found for _, found, _ in stream.news()]
    assert "running" == told[-1]["row"]["status"]
    assert told[-1]["table"]
    plays(house, path, one, other)
    looks(house)
    assert "over" == stream.news()[-1][1]["row"]["status"]
    stream.leave()


def test_results_can_be_taken_away(house: House) -> None:
    """As JSON and as a table; a name that looks like a formula is escaped.

    All of the table counts points; the tie-breaks were in halves and quarters of points.
    """
    host, one, other = people_apart(house, 3)
    assert 200 == one.post("/api/me", name="=1+1").status
    path = announces(host, rounds=1)
    begins(house, host, path, one, other)
    plays(house, path, one, other)
    found = host.get(f"{path}/results?format=csv")
    assert "text/csv; charset=utf-8" == found.headers["content-type"]
    rows = list(csv.DictReader(io.StringIO(found.body.decode())))
    assert ["1", "2"] == [row["place"] for row in rows]
    assert "'=1+1" in {row["name"] for row in rows}
    assert 1.0 == sum(float(row["r1"]) for row in rows)
    assert ["1.0", "0.0"] == [row["points"] for row in rows]
    assert ["0.0", "1.0"] == [row["buchholz"] for row in rows]
    assert [("0.0", "0.0"), ("0.0", "0.0")] == [(row["sonneborn"], row["direct"]) for row in rows]
    assert ["1", "0"] == [row["wins"] for row in rows]
    assert "over" == host.get(f"{path}/results").json["row"]["status"]
    assert "other-form" == host.get(f"{path}/results?format=xml").problem


def test_an_invitation_is_a_secret(house: House) -> None:
    """Not listed, shown only to its organiser, and needed to enter."""
    host, one = people_apart(house, 2)
    path = announces(host, invited=True)
    secret = host.get(path).json["secret"]
    assert "secret" not in one.get(path).json
    assert [] == [row["name"] for row in one.get(PATH).json["going"]]
    assert "not-entered" == one.post(f"{path}/enter").problem
    assert 200 == one.post(f"{path}/enter", secret=secret).status
    assert ["Autumn cup"] == [row["name"] for row in one.get(PATH).json["yours"]]
    assert "not-organiser" == one.post(f"{path}/start").problem


def test_programs_enter_by_token(house: House) -> None:
    """If they may; they are shown as programs, and need not come."""
    host, one = people_apart(house, 2)
    _, robo = program(house)
    path = announces(host, rounds=1)
    assert 200 == robo.post(f"{path}/enter").status
    assert ["program"] == [found["kind"] for found in host.get(path).json["players"]]
    begins(house, host, path, one)
    looks(house)
    table = comes(one, path)
    assert "running" == one.view(table).status
    assert "out-of-scope" == robo.post(PATH, **WISH).problem
    closed = announces(host, programs=False)
    assert "people-only" == robo.post(f"{closed}/enter").problem


@pytest.mark.parametrize(
    "wrong",
    [
        {"preset": "nobody"}, {"format": "knockout", "rounds": 2}, {"fill": 4}, {"bot": "nobody"},
        {"preset": "three", "format": "knockout"}, {"starts": 5}, {"name": "\u200b"},
        {"format": "robin", "rounds": 5},
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused(house: House, wrong: Any) -> None:
    """The message says what was expected."""
    assert "bad-tournament" == house.browser().post(PATH, **(WISH | wrong)).problem


def test_two_processes_append_once(house: House) -> None:
    """Of two that found the same end of the journal one has to check again."""
    [host] = people_apart(house, 1)
    path = announces(host)
    runner, id = house.site.tournaments, path.rpartition("/")[2]

    async def both() -> None:
        def enters(who: str) -> Any:
            entered = ev.Entered(now_ms(), who, who, "person", 1500)
            return lambda t: () if who in t.players else (entered,)

        await asyncio.gather(*(runner.change(id, enters(f"x{n}")) for n in range(5)))

    house.run(both())
    assert 5 == len(host.get(path).json["players"])
    events = house.run(house.site.store.ask(lambda connection: kept.JOURNAL.read(connection, id)))
    assert 6 == len(events)


def test_a_deleted_account_has_no_name_in_lists(house: House) -> None:
    """Neither as player nor as organiser nor as winner; the games and points stay."""
    host, one = people_apart(house, 2)
    path = announces(host, rounds=1)
    begins(house, host, path, host, one)
    told = plays(house, path, host, one)
    assert all(player["name"] for player in told["players"])
    for site in house.sites:
        for who in (host, one):
            site.people._kinds[who.get("/api/me").json["id"]] = "gone"
    told = house.browser().get(path).json
    assert [None, None] == [player.get("name") or None for player in told["players"]]
    [row] = house.browser().get(PATH).json["over"]
    assert not row["host"]
    assert not row.get("winner")
    assert 2 == sum(player["points"] for player in told["players"])
