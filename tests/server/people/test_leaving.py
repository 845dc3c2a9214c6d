"""What a deleted account leaves behind.

Seen where its name stayed: in lines of chat by somebody who had no seat any more, or had another
name then, and as the host of a table.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from authenticator import ORIGIN
from server.people.test_accounts import keep
from server.site_client import Browser, House, open_house, two_at_table


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, origin=ORIGIN) as found:
        yield found


def shown(one: Browser, table: str) -> str:
    """All that a browser is sent of a table."""
    return one.get(f"/api/tables/{table}").body.decode()


def test_a_deleted_name_is_in_no_line_of_chat(home: House) -> None:
    """Of a spectator, on a seat that was given up, or under a former name; the lines stay."""
    bob, ann, left = two_at_table(home)
    keep(ann, "Hana")
    ann.post(f"/api/tables/{left}/chat", text="seated")
    ann.post("/api/me", name="Yama")
    ann.post(f"/api/tables/{left}/substitute", seat=1, bot="low")
    ann.post(f"/api/tables/{left}/leave", seat=1)
    watched = bob.open(seats="mm")
    ann.post(f"/api/tables/{watched}/chat", text="watching")
    assert 200 == ann.post("/api/account/delete", name="Yama").status
    home.told()
    for table, text in ((left, "seated"), (watched, "watching")):
        assert text in shown(bob, table)
        assert "Hana" not in shown(bob, table)
        assert "Yama" not in shown(bob, table)
