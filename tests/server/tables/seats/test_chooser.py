"""The loser of a game of Rokumon chooses a side in the next one (rule 1)."""

from collections.abc import Iterator

import pytest

from honjin.games.rokumon.game import GAME as ROKUMON
from madeup.game import GAME as FAIR
from server.site_client import Browser, House, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A site for all tests of this module."""
    games = {"rokumon": ROKUMON, "madeup": FAIR}
    with open_house(tmp_path_factory.mktemp("chooser"), games=games) as found:
        yield found


def lost(house: House, *, nonces: bool = True) -> tuple[Browser, Browser, str]:
    """The loser, who played Sanada, the winner, and the table of their game."""
    loser, winner = house.browser(), house.browser()
    table = loser.open("rokumon", "oo")
    given = {"nonce": "12"} if nonces else {}
    for seat, browser in enumerate((loser, winner)):
        browser.post(f"/api/tables/{table}/sit", seat=seat, **given)
    loser.post(f"/api/tables/{table}/resign", seat=0, at=loser.view(table).version)
    return loser, winner, table


@pytest.mark.parametrize("seat", [0, 1])
def test_the_loser_asks_for_the_next_game_and_a_side(house: House, seat: int) -> None:
    """The side played before or the other one; the winner gets what is left."""
    loser, winner, table = lost(house)
    assert [0, 0] == [one.view(table).can.chooser for one in (loser, winner)]
    new = loser.post(f"/api/tables/{table}/rematch", seat=seat).json["id"]
    assert [seat, 1 - seat] == [one.view(new).viewer for one in (loser, winner)]
    assert (0, 1) == loser.view(new).dice.must_act


def test_the_loser_chooses_when_the_winner_has_asked_first(house: House) -> None:
    """And as often as the loser likes, until the game begins; a nonce stays its player's."""
    loser, winner, table = lost(house)
    new = winner.post(f"/api/tables/{table}/rematch").json["id"]
    assert [1, 0] == [one.view(new).viewer for one in (loser, winner)]
    winner.post(f"/api/tables/{new}/nonce", nonce="abc")
    for seat in (0, 1, 1, 0):
        assert new == loser.post(f"/api/tables/{table}/rematch", seat=seat).json["id"]
        assert [seat, 1 - seat] == [one.view(new).viewer for one in (loser, winner)]
        assert (seat,) == winner.view(new).dice.must_act
    view = loser.post(f"/api/tables/{new}/nonce", nonce="def").view
    assert ("running", ("def", "abc")) == (view.status, view.dice.nonces)
    assert "started" == loser.post(f"/api/tables/{table}/rematch", seat=1).problem
    assert new == loser.post(f"/api/tables/{table}/rematch", seat=0).json["id"]


def test_the_winner_chooses_nothing(house: House) -> None:
    """Nor does anybody choose a seat that is not there; nothing is opened."""
    loser, winner, table = lost(house)
    assert "not-your-seat" == winner.post(f"/api/tables/{table}/rematch", seat=1).problem
    assert "not-your-seat" == loser.post(f"/api/tables/{table}/rematch", seat=2).problem
    assert loser.view(table).next is None


def test_against_a_bot_the_loser_begins_on_the_side_chosen(house: House) -> None:
    """The game begins at once; a bot that has lost chooses nothing, and the sides are swapped."""
    me = house.browser()
    table = me.open("rokumon", "mr")
    me.post(f"/api/tables/{table}/resign", seat=0, at=me.view(table).version)
    new = me.post(f"/api/tables/{table}/rematch", seat=0).json["id"]
    view = me.view(new)
    assert ("running", 0) == (view.status, view.viewer)


def test_who_plays_both_sides_chooses_nothing(house: House) -> None:
    """The sides are swapped."""
    me = house.browser()
    table = me.open("rokumon")
    me.post(f"/api/tables/{table}/resign", seat=0, at=me.view(table).version)
    assert me.view(table).can.chooser is None
    assert "not-your-seat" == me.post(f"/api/tables/{table}/rematch", seat=0).problem


def test_in_other_games_nobody_chooses(house: House) -> None:
    """Their rules do not say so."""
    me = house.browser()
    table = me.open("madeup", "mr")
    me.post(f"/api/tables/{table}/resign", seat=0, at=me.view(table).version)
    assert me.view(table).can.rematch
    assert me.view(table).can.chooser is None


def test_without_nonces_the_winners_rematch_begins_at_once(house: House) -> None:
    """Nobody is waited for, as programs send no nonces; the sides are swapped."""
    loser, winner, table = lost(house, nonces=False)
    new = winner.post(f"/api/tables/{table}/rematch").json["id"]
    assert ("running", 1) == (loser.view(new).status, loser.view(new).viewer)
    assert "started" == loser.post(f"/api/tables/{table}/rematch", seat=0).problem
