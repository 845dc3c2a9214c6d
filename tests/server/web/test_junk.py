"""Anything sent to any address: the right refusal, and nothing has changed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from honjin.server import routes
from honjin.server.messages import refusals as no
from honjin.server.people import messages as me
from honjin.server.people.accounts.messages import LogOut
from honjin.server.people.route import Route
from honjin.server.tables.messages import bodies
from server.site_client import Answer, Browser, House, open_house, two_at_table

ROUTES = [route for route in routes.ROUTES if not route.role]
"""Routes that need no role; for the others see test_house.py."""
POSTS = [route for route in ROUTES if route.body]
STREAMS = ("/events", "/stream")
GETS = [route for route in ROUTES if route.method == "GET" and not route.path.endswith(STREAMS)]
QUERY = sorted({"x", *(name for route in GETS for name in route.query)})
COMMON = {"unreadable", "too-large", "wrong-origin", "unknown-path", "unknown-table"}
quick = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
junk_bodies = (
    st.binary(max_size=60)
    | json_values.map(lambda value: json.dumps(value).encode())
    | st.text(max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass"))
)


class Scene:
    """A running game, and a stranger who sends requests."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.first, self.second, self.table = two_at_table(house)
        self.first.do(self.table, 0, "bid1")
        self.stranger = house.browser()
        self.stranger.get("/api/me")

    def stored(self) -> tuple[Any, ...]:
        """The whole contents of the database."""
        with self.house.site.store.engine.connect() as connection:
            sqlite = connection.dialect.name == "sqlite"
            names = ("tables", "holders", "runs", *(["log"] if sqlite else []))
            return tuple(
                tuple(map(tuple, connection.exec_driver_sql(f"SELECT * FROM {n} ORDER BY 1, 2")))
                for n in names
            )

    def path(self, route: Route) -> str:
        named = {
            "{game}/{key}": "madeup/first", "{id}": self.table, "{n}": "1", "{key}": "madeup",
            "{day}": "today", "{kind}": "over", "{game}": "madeup",
        }  # fmt: skip
        path = route.path
        for name, value in named.items():
            path = path.replace(name, value)
        return path


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with open_house(tmp_path_factory.mktemp("junk")) as house:
        yield Scene(house)


def kinds(route: Route) -> set[str]:
    return {refused.kind for refused in route.all_refusals()}


def is_whole(route: Route, answer: Answer) -> None:
    """True for a complete refusal of a kind that this route names."""
    assert answer.problem in kinds(route), (route.path, answer)


@pytest.mark.slow_after(3)
@pytest.mark.parametrize("route", POSTS, ids=lambda route: route.path)
@quick
@given(body=junk_bodies)
def test_junk_bodies_change_nothing(scene: Scene, route: Route, body: bytes) -> None:
    """Bytes, malformed JSON, broken text: unreadable, unless it happens to be a message."""
    try:
        msgspec.json.decode(body, type=route.body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        before = scene.stored()
        answer = scene.first.post_bytes(scene.path(route), body)
        assert answer.problem == "unreadable"
        assert before == scene.stored()


PRINTABLE = st.characters(exclude_categories=("C", "Z"), include_characters=" ")


def messages(route: Route) -> st.SearchStrategy[dict[str, Any]]:
    """Well-formed messages with any content."""
    seats = st.integers(0, 7)
    texts = st.text(PRINTABLE, min_size=1, max_size=12)
    values: dict[str, st.SearchStrategy[Any]] = {
        "seat": seats, "at": st.integers(0, 100_000), "do": texts, "agree": st.booleans(),
        "step": st.integers(1000, 100_000), "game": texts, "bot": texts, "record": texts,
        "options": st.dictionaries(texts, texts | st.booleans(), min_size=1),
    }  # fmt: skip
    assert route.body is not None
    named = {field.name: values.get(field.name) for field in msgspec.structs.fields(route.body)}
    return st.fixed_dictionaries({key: value for key, value in named.items() if value is not None})


STRANGE = [
    route
    for route in POSTS
    if route.body not in (me.Introduce, bodies.Chat, LogOut)
    and not route.path.startswith(("/api/calls", "/api/seek/leave"))
]
"""Routes that could change what is not the stranger's; calls, name and waiting in a pool are."""


def test_a_stranger_who_logs_out_changes_nothing(scene: Scene) -> None:
    """There is nothing to refuse: they are a guest before and after."""
    before, who = scene.stored(), scene.stranger.get("/api/me").body
    answer = scene.stranger.post("/api/logout")
    assert (200, who) == (answer.status, answer.body)
    assert before == scene.stored()


@pytest.mark.slow_after(3)
@pytest.mark.parametrize("route", STRANGE, ids=lambda route: route.path)
@quick
@given(data=st.data())
def test_a_stranger_changes_nothing(scene: Scene, route: Route, data: st.DataObject) -> None:
    """Well-formed posts by a person without a seat: a refusal that the route names."""
    fields = data.draw(messages(route))
    before = scene.stored()
    is_whole(route, scene.stranger.post(scene.path(route), **fields))
    assert before == scene.stored()


@quick
@given(do=st.text(min_size=1, max_size=20), at=st.integers(0, 30), seat=st.integers(0, 7))
def test_only_listed_choices_are_done(scene: Scene, do: str, at: int, seat: int) -> None:
    """A player's own posts: anything but one of the choices changes nothing."""
    view = scene.second.view(scene.table)
    assert view.turn is not None
    if seat == 1 and at == view.version and do in [choice.do for choice in view.turn.choices]:
        return
    before = scene.stored()
    is_whole(ROUTES[0], scene.second.act(scene.table, seat, do, at))
    assert before == scene.stored()


def test_every_action_that_is_not_listed_is_refused(scene: Scene) -> None:
    """The whole notation, every seat, both players: only the listed ones would be accepted."""
    texts = [f"bid{n}" for n in range(10)] + [f"card{n}" for n in range(5)]
    texts += ["bright", "dim", "decline", "sell1", "offer0", "resign", "*:1", "0:bid1"]
    before = scene.stored()
    for browser, own in ((scene.first, 0), (scene.second, 1)):
        view = browser.view(scene.table)
        listed = {choice.do for choice in view.turn.choices} if view.turn else set()
        for seat in range(4):
            for text in texts:
                if seat != own or text not in listed:
                    answer = browser.act(scene.table, seat, text, view.version)
                    assert answer.problem in ("not-your-seat", "illegal", "unreadable")
    assert before == scene.stored()


@quick
@given(path=st.text(max_size=30), method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "X"]))
def test_unknown_addresses_are_problems(scene: Scene, path: str, method: str) -> None:
    """Nothing is there, whatever the method."""
    path = path.replace("?", "")
    answer = scene.stranger.call(method, f"/api/nothing/{path}", b"x")
    assert answer.problem == "unknown-path"


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_wrong_methods_are_problems(scene: Scene, route: Route) -> None:
    """Each address names the methods that it accepts."""
    taken = {one.method for one in ROUTES if one.path == route.path}
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "JUNK"} - taken:
        assert scene.stranger.call(method, scene.path(route)).problem == "wrong-method"


@pytest.mark.slow_after(4)
@pytest.mark.parametrize("route", GETS, ids=lambda route: route.path)
@quick
@given(query=st.text(max_size=20), name=st.sampled_from(QUERY))
def test_junk_queries_and_cookies(scene: Scene, route: Route, query: str, name: str) -> None:
    """An answer, or a refusal that the route names; never an error of the server."""
    browser = Browser(scene.house)
    browser.cookie = query.encode("utf-8", "replace").decode("latin-1").replace(";", "")
    text = f"{scene.path(route)}?{name}={query.encode('utf-8', 'replace').decode('latin-1')}"
    answer = browser.get(text.replace("#", ""))
    if answer.status != 200:
        is_whole(route, answer)


@quick
@given(name=st.text(max_size=20).filter(lambda text: not {"/", "?"} & set(text)))
def test_junk_in_paths(scene: Scene, name: str) -> None:
    """Tables, steps, games, lessons, days, pictures and problems that do not exist."""
    table = scene.table
    cases = {
        f"/api/tables/{name}!": "unknown-table",
        f"/api/tables/{table}/steps/{name}!": "unknown-step",
        f"/api/games/{name}!": "unknown-game",
        f"/api/games/{name}!/rules": "unknown-game",
        f"/api/explore/{name}!": "unknown-game",
        f"/learn/{name}!/first/picture": "unknown-game",
        f"/learn/madeup/{name}!/picture": "no-lesson",
        f"/puzzles/{name}!/picture": "unreadable",
        f"/t/{name}!/picture": "unknown-table",
        f"/t/{name}!/replay": "unknown-table",
        f"/problems/{name}!": "unknown-path",
    }
    for path, kind in cases.items():
        assert scene.stranger.get(path).problem == kind


def test_bodies_that_are_too_large(scene: Scene) -> None:
    """Refused by the declared size, and by the actual one."""
    for route in POSTS:
        body = b'"' + b"x" * route.most + b'"'
        assert scene.first.post_bytes(scene.path(route), body).problem == "too-large"
        lied = {"content-type": "application/json", "content-length": "5"}
        assert scene.first.call("POST", scene.path(route), body, lied).problem == "too-large"


def test_posts_must_be_json_from_our_pages(scene: Scene) -> None:
    """Another content type or origin is refused: no form on another site can post here."""
    for route in POSTS:
        path = scene.path(route)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "", "applicationjson"):
            assert scene.first.post_bytes(path, b"{}", kind).problem == "unreadable"
        for origin in ("http://evil", "null", "http://test.evil", "http://test:1"):
            named = {"content-type": "application/json", "origin": origin}
            assert scene.first.call("POST", path, b"{}", named).problem == "wrong-origin"
    named = {"content-type": "application/json; charset=utf-8", "origin": "https://test"}
    assert scene.stranger.call("POST", "/api/me", b'{"name":"Ann"}', named).status == 200


def test_every_refusal_is_in_the_protocol() -> None:
    """The table of refusals and the routes name the same kinds, each by its own class."""
    assert [getattr(no, kind.__name__) for kind in no.KINDS.values()] == [*no.KINDS.values()]
    named = {kind for route in routes.ROUTES for kind in kinds(route)}
    assert named | {"unknown-path", "wrong-method", "internal"} == set(no.KINDS)


def test_random_bytes_at_random_addresses(scene: Scene) -> None:
    """Two thousand of them: no error of the server, and the database is unchanged."""
    rng, before = random.Random(1), scene.stored()
    words = ["api", "tables", scene.table, "actions", "records", "me", "", "..", "%00", "problems"]
    for _ in range(2000):
        path = "/" + "/".join(rng.choices(words, k=rng.randint(1, 5)))
        answer = scene.stranger.call(
            rng.choice(["GET", "POST", "PUT"]), path, rng.randbytes(rng.randint(0, 30)),
            {"content-type": "application/json"},
        )  # fmt: skip
        assert answer.status != 500, (path, answer)
    assert before == scene.stored()
