"""Answers that are compressed and cached by browsers, and those that never are."""

import gzip
from pathlib import Path

import pytest

from honjin.server.people.packed import accepted
from honjin.server.routes import ROUTES
from server.site_client import House, open_house

SQUEEZE = {"accept-encoding": "gzip, deflate, br"}
PUBLIC = [
    "/api/ranks/{key}", "/api/games", "/api/games/{key}", "/api/games/{key}/rules",
    "/api/games/{key}/desks/{desk}", "/api/puzzles",
    "/api/puzzles/{day}", "/api/lessons/{game}/{key}", "/api/openapi.json",
    "/picture", "/t/{id}/picture", "/t/{id}/replay", "/puzzles/{day}/picture",
    "/learn/{game}/{key}/picture",
]  # fmt: skip


def test_codings_are_read() -> None:
    """Names in any case, with weights; a weight of zero rules a coding out."""
    assert {"gzip", "br"} == accepted("GZip;q=0.5, br") - {""}
    assert {"br"} == accepted("gzip;q=0, br;q=1.0")
    assert {""} == accepted("")


def test_public_answers_are_compressed_and_kept(house: House) -> None:
    """The games come compressed, with a tag; a request with that tag gets no body."""
    ann = house.browser()
    plain, small = ann.get("/api/games"), ann.get("/api/games", **SQUEEZE)
    assert "content-encoding" not in plain.headers
    assert "gzip" == small.headers["content-encoding"]
    assert plain.body == gzip.decompress(small.body)
    assert len(small.body) < len(plain.body) / 2
    for answer in (plain, small):
        assert "no-cache" == answer.headers["cache-control"]
        assert "accept-encoding" == answer.headers["vary"]
    assert plain.headers["etag"] == small.headers["etag"]
    again = ann.call("GET", "/api/games", headers={"if-none-match": small.headers["etag"]})
    assert (304, b"") == (again.status, again.body)
    other = ann.call("GET", "/api/games", headers={"if-none-match": 'W/"other"'})
    assert plain.body == other.body


def test_only_public_answers_are_compressed() -> None:
    """The routes whose answers are compressed; each new one has to be considered (BREACH)."""
    assert sorted(PUBLIC) == sorted(route.path for route in ROUTES if route.keeping == "public")


@pytest.fixture
def long_words(house: House) -> tuple[House, str]:
    """A table with a long chat."""
    ann = house.browser()
    table = ann.open(seats="mo")
    for _ in range(8):
        assert ann.post(f"/api/tables/{table}/chat", text="x" * 500).status == 200
    return house, table


def test_what_holds_a_secret_is_never_compressed(long_words: tuple[House, str]) -> None:
    """A table with strangers' chat, the caller's tables, the guest: sent uncompressed."""
    house, table = long_words
    bob = house.browser()
    for path in (f"/api/tables/{table}", "/api/tables", "/api/me", f"/api/tables/{table}/record"):
        assert "content-encoding" not in bob.get(path, **SQUEEZE).headers


def test_public_answers_are_the_same_for_all(house: House) -> None:
    """A compressed answer contains nothing about the caller, and sets no cookie."""
    ann, bob = house.browser(), house.browser()
    ann.post("/api/me", name="Ann")
    for path in ("/api/games", "/api/games/madeup", "/api/openapi.json"):
        one, other = ann.get(path, **SQUEEZE), bob.get(path, **SQUEEZE)
        assert one.body == other.body
        assert "set-cookie" not in other.headers


def test_tables_are_kept_by_their_caller_alone(house: House) -> None:
    """The lobby's list has a tag and is not for shared caches; news changes the tag."""
    ann = house.browser()
    ann.open(seats="mo")
    first = ann.get("/api/tables")
    assert "private, no-cache" == first.headers["cache-control"]
    tag = {"if-none-match": first.headers["etag"]}
    assert 304 == ann.call("GET", "/api/tables", headers=tag).status
    ann.open(seats="mo")
    assert 200 == ann.call("GET", "/api/tables", headers=tag).status


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A built client with compressed forms that can be told apart."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Honjin</title>")
    for name in ("app.js", "look.css"):
        for suffix in ("", ".br", ".gz"):
            (folder / "assets" / f"{name}{suffix}").write_text(suffix or "plain")
    return folder


@pytest.mark.parametrize(
    ("asked", "coding", "body"),
    [
        ("gzip, br", "br", b".br"),
        ("gzip", "gzip", b".gz"),
        ("br;q=0", "", b"plain"),
        ("", "", b"plain"),
    ],
)
def test_files_come_in_the_best_form_that_is_taken(
    asked: str, coding: str, body: bytes, static: Path, tmp_path: Path
) -> None:
    """The type stays that of the file, and caches know what the form depends on."""
    with open_house(tmp_path / "data", static=static) as house:
        ann = house.browser()
        for name, kind in (("app.js", "javascript"), ("look.css", "css")):
            answer = ann.call("GET", f"/assets/{name}", headers={"accept-encoding": asked})
            assert body == answer.body
            assert coding == answer.headers.get("content-encoding", "")
            assert f"text/{kind}; charset=utf-8" == answer.headers["content-type"]
            assert "accept-encoding" == answer.headers["vary"]
            assert "immutable" in answer.headers["cache-control"]
        page = ann.call("GET", "/", headers={"accept-encoding": asked})
        assert b"<title>Honjin</title>" == page.body
