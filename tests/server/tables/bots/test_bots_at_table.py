"""Bots at the server's tables: good ones, bad ones, and after a restart."""

import time
from pathlib import Path
from typing import Any

import pytest

from honjin.bots import LEVELS, SearchRequest, SearchResult
from server.outages import outage
from server.site_client import House, LowBot, open_house


class Spy(LowBot):
    """Remembers what it was shown."""

    name = "random"

    def __init__(self) -> None:
        self.shown: list[tuple[Any, int]] = []

    def think(self, task: SearchRequest) -> SearchResult:
        self.shown.append((task.observation.copy(), task.seat))
        result = super().think(task)
        task.observation.phase = 99  # changes to its copy have no effect
        return result


class Raising(LowBot):
    def think(self, task: SearchRequest) -> SearchResult:
        raise RuntimeError("no idea")


class Cheating(LowBot):
    def think(self, task: SearchRequest) -> Any:
        return SearchResult(task.rng.choice([-1, 99, "bid0", None]))  # type: ignore[arg-type]


class Dreaming(LowBot):
    def think(self, task: SearchRequest) -> SearchResult:
        time.sleep(0.3)
        return super().think(task)


def waits_for_the_end(house: House, table: str) -> None:
    watcher = house.browser()
    house.until(lambda: watcher.view(table).status == "over")


def test_bots_play_a_whole_game(tmp_path: Path) -> None:
    """Four bots play each other; the lobby shows who plays."""
    with open_house(tmp_path) as house:
        answer = house.browser().post(
            "/api/tables",
            game="madeup",
            options={"seats": "4"},
            seats=[{"kind": "bot", "bot": name} for name in ("random", "greedy", "low", "random")],
        )
        waits_for_the_end(house, answer.json["id"])


def test_a_bot_is_shown_its_observation_only(tmp_path: Path) -> None:
    """It saw only what its seat sees: observing that again hides nothing more."""
    spy = Spy()
    with open_house(tmp_path, bots={"random": spy, "low": LowBot()}) as house:
        table = house.browser().open(seats="lr")
        waits_for_the_end(house, table)
    assert spy.shown
    for seen, seat in spy.shown:
        again = seen.copy()
        game = house.site.games["madeup"]
        game.observe(again, seat)
        assert seen == again


@pytest.mark.parametrize("bad", [Raising(), Cheating(), Dreaming()])
def test_a_bad_bot_does_not_hang_the_table(
    tmp_path: Path, bad: LowBot, caplog: pytest.LogCaptureFixture
) -> None:
    """A random action is played instead, and the log says why."""
    with open_house(tmp_path, bots={"random": bad, "low": LowBot()}) as house:
        for site in house.sites:
            site.runner.patience = 0.01
        table = house.browser().open(seats="lr", rounds="1")
        waits_for_the_end(house, table)
    assert "acts at random" in caplog.text


def test_a_bot_thinks_where_it_is_awaited(tmp_path: Path) -> None:
    """While it thinks, its seat is in `thinking`; it takes the time that it is given."""
    with open_house(tmp_path, bot_pause=2) as house:
        me = house.browser()
        table = me.open(seats="ml")
        assert me.view(table).thinking == (1,)
        house.wait(0.1)
        assert me.view(table).thinking == (1,)
        house.until(lambda: me.view(table).thinking == ())


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    """A table that waited for a bot when the server stopped does not wait for ever."""
    with open_house(tmp_path, bot_pause=60) as house:
        me = house.browser()
        table = me.open(seats="ml")
    with open_house(tmp_path) as house:
        me.house = house
        house.until(lambda: me.view(table).step == 3)


def test_bots_go_on_after_an_outage_of_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen on SQLite: when it could neither be written nor read for a while, the bot stopped."""
    monkeypatch.setattr("honjin.server.tables.bots.turns.OUTAGE", 0.05)
    with open_house(tmp_path, bot_pause=0.1) as house:
        me = house.browser()
        table = me.open(seats="ml")
        with outage(house):
            house.wait(0.5)
        house.until(lambda: me.view(table).step == 3)


def test_a_take_back_while_a_bot_thinks(tmp_path: Path) -> None:
    """Its search of the old position is dropped, and it thinks again."""
    with open_house(tmp_path, bot_pause=0.1) as house:
        me = house.browser()
        table = me.open(seats="ml", offers=False)
        house.wait(0.3)
        me.do(table, 0, "bid0")  # a tie at nothing: the next round, the bot is asked again
        me.post(f"/api/tables/{table}/takeback", seat=0, at=me.view(table).version)
        me.do(table, 0, "bid2")
        house.until(lambda: me.view(table).turn is not None)


def test_bots_are_listed_and_refused(tmp_path: Path) -> None:
    """The lobby lists those that can play a game; an unknown key is refused."""
    with open_house(tmp_path) as house:
        (game,) = house.browser().get("/api/games").json
        assert [*LEVELS, "greedy", "random", "low"] == game["bots"]
        wish = [{"kind": "bot", "bot": "nobody"}]
        answer = house.browser().post("/api/tables", game="madeup", seats=wish)
        assert answer.problem == "unknown-bot"
        answer = house.browser().post("/api/tables", game="madeup", seats=[{"kind": "bot"}])
        assert answer.problem == "unknown-bot"
