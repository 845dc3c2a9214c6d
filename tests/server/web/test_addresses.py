"""The addresses of pages: the server knows the same ones as the client."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honjin.server.pages.social import PAGES
from server.site_client import House, open_house

ROOT = Path(__file__).parents[3]
ROUTE = (ROOT / "web/src/state/route.svelte.ts").read_text("utf-8")
CLIENT = re.compile(
    "|".join([r"/", *(one.replace(r"\/", "/") for one in re.findall(r"/\^(.+?)\$/", ROUTE))]),
    re.ASCII,
)
"""All patterns of the client's addresses in one."""


@given(st.from_regex(CLIENT, fullmatch=True))
def test_the_server_knows_every_page_of_the_client(path: str) -> None:
    """One that it does not know would be answered with 404."""
    assert PAGES.fullmatch(path)


@given(st.from_regex(PAGES, fullmatch=True))
def test_the_client_has_every_page_that_the_server_knows(path: str) -> None:
    """Or the address of the lobby, by its file."""
    assert CLIENT.fullmatch(path) or path == "/index.html"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A site with a client."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "static").mkdir()
    (folder / "static" / "index.html").write_text("<head></head>")
    with open_house(folder / "data", static=folder / "static") as house:
        yield house


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/help", 200), ("/about", 200), ("/people/somebody", 200), ("/puzzles", 200),
        ("/tables/unknown", 404), ("/x/y", 404), ("/t/aaaaaaaaaaaa", 404), ("/helpp", 404),
        ("/embed/t/aaaaaaaaaaaa", 404), ("/learn/madeup/none", 404), ("/learn/chess/act-1", 404),
    ],
)  # fmt: skip
def test_what_is_nowhere_is_not_found(site: House, path: str, status: int) -> None:
    """Crawlers and link checkers learn it from the status; people see the page that says so."""
    answer = site.browser().get(path)
    assert (status, "text/html; charset=utf-8") == (answer.status, answer.headers["content-type"])
    assert b"og:title" in answer.body


def test_a_table_that_is_there_is_found(site: House) -> None:
    """Until it is no longer."""
    me = site.browser()
    assert 200 == me.get(f"/t/{me.open()}").status
