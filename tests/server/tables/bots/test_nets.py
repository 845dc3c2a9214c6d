"""The server's networks: listed by name, seated like other bots, and no access to other files."""

from pathlib import Path

import pytest

from honjin.server.settings import BadSetting, Settings
from honjin.server.site import make_site
from honjin.server.tables.seats.nets import MAX_NETS, BadNets, players_in
from madeup.game import GAME
from netmaker import untrained, write_net
from server.site_client import open_house


def test_a_network_of_the_folder_plays_a_game(tmp_path: Path) -> None:
    """It is listed for the game that it was trained for, and plays it to its end."""
    folder = tmp_path / "nets"
    folder.mkdir()
    write_net(untrained(GAME), folder / "first-steps.npz")
    (player,) = players_in(folder)
    assert "net:first-steps" == player.name
    with open_house(tmp_path / "data", bots={player.name: player.bot}) as house:
        browser = house.browser()
        seats = [{"kind": "bot", "bot": name} for name in ("net:first-steps", "random")]
        answer = browser.post("/api/tables", game="madeup", options={}, seats=seats)
        assert 200 == answer.status
        house.until(lambda: "over" == browser.view(answer.json["id"]).status)


def test_no_file_can_be_asked_for(tmp_path: Path) -> None:
    """A stranger can name only what is listed: no path is ever read."""
    file = write_net(untrained(GAME), tmp_path / "b.npz")
    with open_house(tmp_path / "data") as house:
        browser = house.browser()
        for name in (f"net:{file}", "net:../nets/a", "net:a.npz", "net:"):
            seats = [{"kind": "bot", "bot": name}, {"kind": "bot", "bot": "random"}]
            answer = browser.post("/api/tables", game="madeup", options={}, seats=seats)
            assert "unknown-bot" in str(answer.json)


def test_what_is_no_network_stops_the_start(tmp_path: Path) -> None:
    """The line names the setting and the file."""
    with pytest.raises(BadSetting, match="HONJIN_NETS: expected a folder"):
        make_site(Settings(data=str(tmp_path / "d"), nets=str(tmp_path / "none")), games={})
    folder = tmp_path / "nets"
    folder.mkdir()
    (folder / "a.npz").write_bytes(b"junk")
    with pytest.raises(BadSetting, match=r"HONJIN_NETS: .*a\.npz: expected a network file"):
        make_site(Settings(data=str(tmp_path / "d"), nets=str(folder)), games={})


def test_names_and_numbers_are_bounded(tmp_path: Path) -> None:
    """A name goes into pages and logs, and all files are read at the start."""
    net = untrained(GAME)
    write_net(net, tmp_path / "a b.npz")
    with pytest.raises(BadNets, match="letters, digits"):
        players_in(tmp_path)
    (tmp_path / "a b.npz").unlink()
    for n in range(MAX_NETS + 1):
        (tmp_path / f"{n}.npz").touch()
    with pytest.raises(BadNets, match="at most 64"):
        players_in(tmp_path)
