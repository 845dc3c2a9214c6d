"""The Honourable Shogun of Rokumon: three wins in a row, then the opponent takes back (rule 5)."""

from collections.abc import Iterator
from typing import Any

import pytest

from honjin.games.rokumon.game import GAME as ROKUMON
from madeup.game import GAME as FAIR
from server.site_client import Browser, House, View, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A site for all tests of this module."""
    games = {"rokumon": ROKUMON, "madeup": FAIR}
    with open_house(tmp_path_factory.mktemp("honours"), games=games) as found:
        yield found


def match(house: House, **more: Any) -> tuple[Browser, Browser, str]:
    """Two persons at the first table of a match."""
    one, other = house.browser(), house.browser()
    order = {"game": "rokumon", "options": {"act": "2"}, "seats": [], "honours": True}
    table = one.post("/api/tables", **order | more).json["id"]
    for seat, browser in enumerate((one, other)):
        browser.post(f"/api/tables/{table}/sit", seat=seat)
    return one, other, table


def lose(loser: Browser, winner: Browser, table: str) -> str:
    """The loser resigns in the first turn, and asks for the next game."""
    if loser.view(table).viewer == 1:
        winner.act(table, 0, winner.view(table).turn.choices[0].do, winner.view(table).version)
    view = loser.view(table)
    loser.post(f"/api/tables/{table}/resign", seat=view.viewer, at=view.version)
    return str(loser.post(f"/api/tables/{table}/rematch").json["id"])


def begun(house: House, wins: int, **more: Any) -> tuple[Browser, Browser, str]:
    """The winner of so many games in a row, the loser, and the next game, in which both acted."""
    winner, loser, table = match(house, **more)
    for _ in range(wins):
        table = lose(loser, winner, table)
    act(loser, winner, table)
    return winner, loser, table


def act(loser: Browser, winner: Browser, table: str) -> None:
    """Both act, the winner last."""
    pair = (loser, winner) if loser.view(table).turn else (winner, loser, winner)
    for browser in pair:
        view = browser.view(table)
        assert view.turn is not None
        browser.act(table, view.turn.seat, view.turn.choices[0].do, view.version)


def ask(browser: Browser, table: str) -> View:
    """Ask for a takeback."""
    view = browser.view(table)
    browser.post(f"/api/tables/{table}/takeback", seat=view.viewer, at=view.version)
    return browser.view(table)


def test_after_three_wins_the_opponent_takes_back(house: House) -> None:
    """Without being asked, the one honoured agrees to the last action being undone."""
    winner, loser, table = begun(house, 3)
    view = loser.view(table)
    assert (winner.view(table).viewer,) == view.honoured
    after = ask(loser, table)
    assert (None, view.step - 2) == (after.takeback, after.step)
    assert after.turn is not None


def test_a_match_with_clocks_is_told_whole(house: House) -> None:
    """The view of one honoured has clocks as well."""
    winner, loser, table = begun(house, 3, time={"main": 600})
    view = loser.view(table)
    assert (winner.view(table).viewer,) == view.honoured
    assert view.clock is not None


def test_only_the_last_action_is_taken_back(house: House) -> None:
    """For more the one honoured is asked, until having acted again."""
    winner, loser, table = begun(house, 3)
    act(loser, winner, table)
    ask(loser, table)
    seat = winner.view(table).viewer
    assert (seat,) == ask(loser, table).takeback.waiting
    winner.post(f"/api/tables/{table}/takeback/answer", seat=seat, agree=False)
    act(loser, winner, table)
    assert ask(loser, table).takeback is None


def test_the_one_honoured_has_to_ask(house: House) -> None:
    """The opponent owes nothing."""
    winner, loser, table = begun(house, 3)
    assert (loser.view(table).viewer,) == ask(winner, table).takeback.waiting


@pytest.mark.parametrize(("wins", "honours"), [(2, True), (3, False)])
def test_before_and_without_the_option_there_is_no_honour(
    house: House, wins: int, honours: bool
) -> None:
    """Two wins are not enough; a table is no match for honours unless it was opened as one."""
    winner, loser, table = begun(house, wins, honours=honours)
    assert () == loser.view(table).honoured
    assert (winner.view(table).viewer,) == ask(loser, table).takeback.waiting


def test_a_loss_ends_the_row_and_not_the_honour(house: House) -> None:
    """Wins count in a row; who is Shogun remains so, and both can be."""
    winner, loser, table = match(house)
    for losing, winning in [(loser, winner)] * 2 + [(winner, loser)] + [(loser, winner)] * 2:
        table = lose(losing, winning, table)
    assert () == loser.view(table).honoured
    table = lose(loser, winner, table)
    assert (winner.view(table).viewer,) == loser.view(table).honoured
    for _ in range(3):
        assert (winner.view(table).viewer,) == loser.view(table).honoured
        table = lose(winner, loser, table)
    assert (0, 1) == loser.view(table).honoured


def test_against_a_bot_there_is_no_honour(house: House) -> None:
    """It is the same opponent, a person, that has to be beaten."""
    me = house.browser()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    made = me.post("/api/tables", game="rokumon", options={"act": "2"}, seats=seats, honours=True)
    table = made.json["id"]
    view = me.view(table)
    me.post(f"/api/tables/{table}/resign", seat=0, at=view.version)
    new = me.post(f"/api/tables/{table}/rematch").json["id"]
    assert () == me.view(new).honoured


def test_a_game_without_honours_is_not_played_for_them(house: House) -> None:
    """Nor is the Epilogue, which has one seat."""
    me = house.browser()
    for order in ({"game": "madeup"}, {"game": "rokumon", "options": {"act": "epilogue"}}):
        assert "unreadable" == me.post("/api/tables", **order, seats=[], honours=True).problem
    games = {one["key"]: one.get("honours", False) for one in me.get("/api/games").json}
    assert {"rokumon": True, "madeup": False} == games
