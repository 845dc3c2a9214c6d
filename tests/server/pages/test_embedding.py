"""Tables on other sites: what may be framed, and what oEmbed returns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest

from honjin.server.pages.messages import Embedding
from honjin.server.pages.oembed import FRAME, SMALLEST
from server.site_client import House, open_house

PAGE = "<!doctype html><html><head><title>x</title></head><body></body></html>"


@pytest.fixture
def page(tmp_path: Path) -> Iterator[House]:
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text(PAGE)
    with open_house(tmp_path / "data", static=static, origin="https://honjin.test") as house:
        yield house


def test_only_an_embedded_table_may_be_framed(page: House) -> None:
    """Every other page forbids it, even if its address begins in the same way."""
    ann = page.browser()
    table = ann.open(seats="mo")
    framed = ann.get(f"/embed/t/{table}?theme=dark").headers
    assert framed["content-security-policy"].endswith("frame-ancestors *")
    assert "x-frame-options" not in framed
    closed_paths = [
        "/", f"/t/{table}", "/embed/t/", "/embed/t/x/../y", "/embed", f"/embed/t/{table}/x",
        f"/embed/T/{table}", f"/embed/t/{table}\n", "/tokens", "/account",
    ]  # fmt: skip
    for path in closed_paths:
        closed = ann.get(path).headers
        assert closed["content-security-policy"].endswith("frame-ancestors 'none'"), path
        assert "DENY" == closed["x-frame-options"]


def test_a_table_is_found_by_its_page(page: House) -> None:
    """The head of its page has the oEmbed address, which returns the frame."""
    ann = page.browser()
    table = ann.open(seats="mo")
    found = re.search(
        r'type="application/json\+oembed" href="([^"]+)"', ann.get(f"/t/{table}").body.decode()
    )
    assert found is not None
    path = unescape(found.group(1)).removeprefix("https://honjin.test")
    told = msgspec.json.decode(ann.get(path).body, type=Embedding)
    assert ("rich", "1.0", *FRAME) == (told.type, told.version, told.width, told.height)
    assert f'src="https://honjin.test/embed/t/{table}"' in told.html
    assert f"https://honjin.test/t/{table}/picture?step=0&format=png" == told.thumbnail_url
    assert "oembed" not in ann.get("/").body.decode()


def test_the_frame_fits_where_it_is_asked_for(page: House) -> None:
    """Not larger than requested, and never too small to read."""
    ann = page.browser()
    url = quote(f"https://honjin.test/t/{ann.open(seats='mo')}", safe="")
    sizes = [
        (told["width"], told["height"])
        for query in ("", "&maxwidth=500", "&maxwidth=4000&maxheight=300", "&maxwidth=1")
        for told in [ann.get(f"/oembed?url={url}{query}").json]
    ]
    assert [FRAME, (500, FRAME[1]), (FRAME[0], 300), (SMALLEST[0], FRAME[1])] == sizes


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("", "unreadable"),
        ("url=", "unreadable"),
        ("url=https://honjin.test/t/" + "a" * 400, "unreadable"),
        ("url=https://elsewhere.test/t/aaaaaaaaaaaa", "unknown-path"),
        ("url=https://honjin.test.evil/t/aaaaaaaaaaaa", "unknown-path"),
        ("url=https://honjin.test@evil/t/aaaaaaaaaaaa", "unknown-path"),
        ("url=javascript:alert(1)//https://honjin.test/t/aaaaaaaaaaaa", "unknown-path"),
        ("url=https://honjin.test/t/%22%3E%3Cscript%3E", "unknown-path"),
        ("url=https://honjin.test/api/tables", "unknown-path"),
        ("url=https://honjin.test/t/aaaaaaaaaaaa", "unknown-table"),
        ("url=https://honjin.test/t/aaaaaaaaaaaa&format=xml", "other-form"),
        ("url=https://honjin.test/t/aaaaaaaaaaaa&maxwidth=1e9", "unknown-table"),
    ],
)
def test_only_own_tables_are_embedded(page: House, query: str, problem: str) -> None:
    """Anything but an address of a table of this site is refused; nothing else is ever fetched."""
    assert problem == page.browser().get(f"/oembed?{query}").problem


def test_names_cannot_break_out_of_the_frame(page: House) -> None:
    """Names that people choose are escaped."""
    ann = page.browser()
    ann.post("/api/me", name='"><script>x</script>')
    table = ann.open(seats="mm")
    told = ann.get(f"/oembed?url=https://honjin.test/t/{table}").json
    assert "<script" not in told["html"]
    assert 1 == told["html"].count("<iframe")
