"""Streams that a browser holds as one count like those that it would hold one by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from honjin.server.tables.live.together import MAX_STREAMS
from honjin.server.web.turnstile import LAPSE, PLACES
from server.site_client import Browser, House, open_house
from server.tables.test_together import Together, together

CONNECTIONS = 8
ADDRESS = "127.0.66.1"


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[House]:
    """A site with limits, where an address may have few connections."""
    with open_house(tmp_path, limits=True, connections=CONNECTIONS, processes=1) as found:
        yield found


def watching(house: House, browsers: int, *tables: str) -> list[Together]:
    """A stream of each of some browsers at one address, begun at once, of the same tables."""
    paths = [f"/api/tables/{table}/events?seat=watch" for table in tables]
    streams = [Together(visitor(house), together(*paths)) for _ in range(browsers)]
    house.wait(LAPSE)
    return streams


def visitor(house: House, address: str = ADDRESS) -> Browser:
    found = house.browser()
    found.address = address
    return found


def names(streams: list[Together]) -> list[str]:
    return [name for stream in streams for name, _, _ in stream.news()]


def test_all_streams_of_an_address_begin(limited: House) -> None:
    """Also where more begin at once than may wait of an address: they were refused with 429."""
    tables = [visitor(limited).open() for _ in range(4)]
    told = names(watching(limited, CONNECTIONS // 2, *tables))
    assert not [name for name in told if "refused" in name]
    assert 4 * CONNECTIONS // 2 == sum("view" in name for name in told)


def test_a_stream_that_has_begun_has_no_place_any_more(limited: House) -> None:
    """Forty tables at once took a second, in which no other request of the address began."""
    table = visitor(limited).open()
    watching(limited, 1, *[table] * (4 * PLACES))
    assert 4 * PLACES == limited.site.live.count()


def test_an_address_has_no_more_streams_than_connections_allow(limited: House) -> None:
    """Twice as many, as the new ones begin before the old ones end; it could have forty times."""
    table = visitor(limited).open()
    streams = watching(limited, 2, *[table] * MAX_STREAMS)
    told = names(streams)
    assert 2 * CONNECTIONS == sum("view" in name for name in told)
    assert 2 * MAX_STREAMS - 2 * CONNECTIONS == sum("refused" in name for name in told)
    other = Together(visitor(limited, "127.0.66.2"), together(f"/api/tables/{table}/events"))
    assert "0 view" in names([other])
    streams[0].leave()
    assert "0 view" in names(watching(limited, 1, table))
