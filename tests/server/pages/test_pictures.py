"""Pictures of tables over HTTP, and the link previews of pages."""

import gzip
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from honjin.pictures.artist import MAX_FRAMES, Order
from honjin.pictures.card import WIDTH, Card, CardSide
from honjin.pictures.errors import CannotDraw
from honjin.pictures.studio import Studio
from honjin.server.settings import BadSetting, Settings
from honjin.server.web.addresses import is_origin
from server.site_client import House, open_house, two_at_table


@pytest.fixture(scope="module")
def gallery(drawing: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A site that can draw."""
    static = tmp_path_factory.mktemp("static")
    (static / "index.html").write_text("<head><title>Honjin</title></head><body></body>")
    with open_house(tmp_path_factory.mktemp("data"), static=static) as house:
        yield house


@pytest.fixture(scope="module")
def played(gallery: House) -> tuple[Any, Any, str]:
    """Two at a table who have played on; one has a name that is not markup."""
    first, second, table = two_at_table(gallery)
    assert 200 == first.post("/api/me", name='Ann <b>"&').status
    for _ in range(6):
        for seat, one in enumerate((first, second)):
            view = one.view(table, seat)
            if view.turn is not None:
                one.act(table, seat, view.turn.choices[0].do, view.version)
    return first, second, table


def test_a_picture_is_the_same_for_everybody(gallery: House, played: tuple[Any, Any, str]) -> None:
    """A player and a stranger get the same bytes, tag and headers; no cookie."""
    first, second, table = played
    stranger = gallery.browser()
    for kind, begins in (("svg", b"<svg"), ("png", b"\x89PNG")):
        path = f"/t/{table}/picture?format={kind}"
        answers = [one.get(path) for one in (first, second, stranger)]
        answers.append(first.get(f"{path}&seat=0"))
        assert {200} == {answer.status for answer in answers}
        assert 1 == len({answer.body for answer in answers})
        assert answers[0].body.startswith(begins)
        for answer in answers:
            assert "set-cookie" not in answer.headers
            assert "no-cache" == answer.headers["cache-control"]
            assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_steps_are_those_of_a_spectator(gallery: House, played: tuple[Any, Any, str]) -> None:
    """Every caller counts as a spectator does: each step is there, none after the last one."""
    first, _, table = played
    last = gallery.browser().view(table).step
    pictures = [first.get(f"/t/{table}/picture?step={n}") for n in range(last + 1)]
    assert {200} == {answer.status for answer in pictures}
    newest = first.get(f"/t/{table}/picture")
    assert pictures[-1].body == newest.body
    beyond = first.get(f"/t/{table}/picture?step={last + 1}")
    assert (404, "unknown-step") == (beyond.status, beyond.problem)
    assert f"expected a step from 0 to {last}, got {last + 1}" == beyond.json["detail"]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("format=bmp", "?format= expects svg or png, got 'bmp'"),
        ("format=gif", "?format= expects svg or png, got 'gif'"),
        ("theme=blue", "?theme= expects light or dark, got 'blue'"),
        ("lang=xx", "?lang= expects en or ja, got 'xx'"),
        ("step=-1", "?step= expects a number from 0 to 100000, got '-1'"),
        ("step=1e3", "?step= expects a number from 0 to 100000, got '1e3'"),
        ("step=1_0", "?step= expects a number from 0 to 100000, got '1_0'"),
        ("format=" + "x" * 200, f"?format= expects svg or png, got '{'x' * 40}'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    gallery: House, played: tuple[Any, Any, str], query: str, told: str
) -> None:
    """The refusal says what was expected and what came."""
    answer = gallery.browser().get(f"/t/{played[2]}/picture?{query}")
    assert (400, "unreadable", told) == (answer.status, answer.problem, answer.json["detail"])


def test_unknown_tables_have_no_picture(gallery: House) -> None:
    """Nor have paths next to it."""
    ann = gallery.browser()
    for path in ("/t/abcdefghjkmn/picture", "/t/..%2f..%2fetc/picture", "/t/%00/replay"):
        assert ann.get(path).status == 404


def test_a_kept_picture_is_not_sent_again(gallery: House, played: tuple[Any, Any, str]) -> None:
    """It has a tag; an SVG is sent compressed, already compressed formats are not."""
    first, _, table = played
    path = f"/t/{table}/picture?step=1"
    plain = first.get(path)
    tag = {"if-none-match": plain.headers["etag"]}
    assert 304 == first.call("GET", path, headers=tag).status
    small = first.get(path, **{"accept-encoding": "gzip"})
    assert plain.body == gzip.decompress(small.body)
    png = first.get(f"{path}&format=png", **{"accept-encoding": "gzip"})
    assert "content-encoding" not in png.headers
    assert WIDTH == struct.unpack(">I", png.body[16:20])[0]


@pytest.mark.slow
def test_last_steps_move(gallery: House, played: tuple[Any, Any, str]) -> None:
    """A replay is a GIF or WebP of a limited number of steps, in order."""
    first, _, table = played
    assert b"GIF8" == first.get(f"/t/{table}/replay").body[:4]
    webp = first.get(f"/t/{table}/replay?from=1&to=3&format=webp")
    assert (b"RIFF", b"WEBP") == (webp.body[:4], webp.body[8:12])
    assert "image/webp" == webp.headers["content-type"]
    wrong = first.get(f"/t/{table}/replay?from=3&to=1")
    assert f"expected at most {MAX_FRAMES} steps" in wrong.json["detail"]
    assert (404, "unknown-step") == (
        (found := first.get(f"/t/{table}/replay?from=0&to=999")).status,
        found.problem,
    )


def test_pictures_are_limited(tmp_path: Path) -> None:
    """A guest who requests pictures without end has to wait; each process counts for itself."""
    with open_house(tmp_path, limits=True, processes=1) as house:
        for bucket in house.site.limits._buckets["picture"]:
            bucket._clock = lambda: 0.0  # no token is refilled during the test
        ann = house.browser()
        ann.get("/api/me")
        found = [ann.get("/t/abcdefghjkmn/picture").problem for _ in range(41)]
    assert ["unknown-table"] * 40 + ["too-many"] == found


# ---------------------------------------------------------------- pages


def test_a_page_tells_what_is_there(gallery: House, played: tuple[Any, Any, str]) -> None:
    """Title, players and a picture of the step that a spectator sees."""
    table = played[2]
    step = gallery.browser().view(table).step
    page = gallery.browser().get(f"/t/{table}", host="club.example").body.decode()
    picture = f"http://club.example/t/{table}/picture?step={step}&amp;format=png&amp;lang=en"
    assert f'<meta property="og:image" content="{picture}" />' in page
    assert f'<meta property="og:url" content="http://club.example/t/{table}" />' in page
    assert '<meta name="twitter:card" content="summary_large_image" />' in page
    assert "(Ann &lt;b&gt;&quot;&amp;)" in page
    assert "<b>" not in page
    japanese = gallery.browser().get(f"/t/{table}", **{"accept-language": "ja"}).body.decode()
    assert "lang=ja" in japanese


def test_other_pages_tell_of_the_house(gallery: House) -> None:
    """The lobby, lessons, and missing tables describe the site, with its picture."""
    picture = "http://club.example/picture?format=png&amp;lang=en"
    for path in ("/", "/learn", "/t/abcdefghjkmn", "/t/%22%3E%3Cscript%3E", "/puzzles/2999-01-01"):
        page = gallery.browser().get(path, host="club.example").body.decode()
        assert '<meta property="og:title" content="本陣 Honjin" />' in page
        assert f'<meta property="og:image" content="{picture}" />' in page
        assert "<script>" not in page


def test_the_house_has_a_picture(gallery: House) -> None:
    """Its name, its purpose and its games, in both themes and languages, the same for all."""
    found = set()
    for look in ("theme=light&lang=en", "theme=dark&lang=en", "theme=light&lang=ja"):
        answer = gallery.browser().get(f"/picture?{look}")
        assert 200 == answer.status
        assert answer.headers["etag"]
        assert "本陣 Honjin" in answer.body.decode()
        found.add(answer.body)
    assert 3 == len(found)
    png = gallery.browser().get("/picture?format=png").body
    assert (1200, 630) == struct.unpack(">II", png[16:24])
    assert "unreadable" == gallery.browser().get("/picture?format=gif").problem


@pytest.mark.parametrize("host", ["evil.example/x", 'a"onload="', "a b", "a@b", "[::1", ""])
def test_a_host_that_is_none_is_not_repeated(gallery: House, host: str) -> None:
    """The Host header is used only if it is valid; without it no address is given."""
    page = gallery.browser().get("/", host=host).body.decode()
    assert "og:url" not in page
    assert not host or host not in page


def test_a_known_origin_goes_before_the_request(tmp_path: Path) -> None:
    """With HONJIN_ORIGIN set, all links use that address, whatever Host says."""
    (tmp_path / "index.html").write_text("<head></head>")
    with open_house(tmp_path / "data", static=tmp_path, origin="https://honjin.example") as house:
        page = house.browser().get("/", host="evil.example").body.decode()
    assert 'content="https://honjin.example/"' in page
    assert "evil" not in page


def test_an_origin_is_an_address_without_a_path() -> None:
    """Anything else is refused at the start."""
    good = ("https://honjin.example", "http://[::1]:8000", "http://localhost:8000")
    assert all(map(is_origin, good))
    for wrong in ("honjin.example", "https://honjin.example/", "ftp://a", 'https://a"'):
        with pytest.raises(BadSetting, match="HONJIN_ORIGIN expects an address without a path"):
            Settings(origin=wrong)


# ---------------------------------------------------------------- the drawing process


@pytest.mark.slow
def test_who_draws_ends_and_begins_again(gallery: House, played: tuple[Any, Any, str]) -> None:
    """A dead process is restarted; one that takes too long is ended and reported."""
    scene = gallery.browser().get(f"/api/tables/{played[2]}").json["scene"]
    sides = tuple(CardSide("a", "", ()) for _ in scene["sides"])
    card = Card(msgspec.Raw(msgspec.json.encode(scene)), (), "x", (), sides)
    order, studio = Order("svg", (card,)), Studio()
    before = studio.draw(order)
    assert studio._process is not None
    studio._process.kill()
    studio._process.wait()
    assert before == studio.draw(order)
    studio.close()
    hurried = Studio(seconds=0.01)
    with pytest.raises(CannotDraw, match="could not be drawn within 0 seconds"):
        hurried.draw(order)
    hurried.close()
