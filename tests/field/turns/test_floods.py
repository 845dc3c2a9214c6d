"""Floods: however much one address asks for, the others have their turn. Orders, not times."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from honjin.server.messages.refusals import KINDS, TooMany
from honjin.server.openapi import openapi
from honjin.server.people.route import Route
from honjin.server.routes import ROUTES
from honjin.server.web.answers import problem
from honjin.server.web.limits import Bucket
from honjin.server.web.turnstile import LAPSE, PLACES, Turnstile
from honjin.server.work.together import Together
from server.site_client import Browser, House, open_house

STRANGER, PLAYER = "127.0.66.1", "127.0.77.1"
FLOOD = 60


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[House]:
    """A site with limits, as it is by default."""
    with open_house(tmp_path, limits=True, processes=1) as found:
        yield found


def visitor(house: House, address: str) -> Browser:
    found = house.browser()
    found.address = address
    return found


def in_order(house: House, *asked: tuple[str, Any]) -> str:
    """Who was answered, in order, when all ask at once: one letter each."""
    answered = ""

    async def ask(name: str, request: Any) -> None:
        nonlocal answered
        assert 200 == (await request).status
        answered += name

    async def all_at_once() -> None:
        await asyncio.gather(*(ask(*one) for one in asked))

    house.run(all_at_once())
    return answered


@pytest.mark.parametrize("path", ["/api/challenges", "/api/turns", "/"])
def test_one_address_does_not_hold_up_another(limited: House, path: str) -> None:
    """Sixty requests that came first, and one that needs no thread is answered among the first."""
    ann, stranger = visitor(limited, PLAYER), visitor(limited, STRANGER)
    flood = [("s", stranger._call("GET", path, b"", {})) for _ in range(FLOOD)]
    order = in_order(limited, *flood, ("a", ann._call("GET", "/api/me", b"", {})))
    assert order.index("a") <= 2 * PLACES, order


# ---------------------------------------------------------------- the turnstile


def begun(*addresses: str, most: int = 0) -> str:
    """The order in which requests begin that come at once, and end in the next turn of the loop."""
    order = ""

    async def request(turnstile: Turnstile, address: str) -> None:
        nonlocal order
        leave = await turnstile.enter(address)
        order += address
        await asyncio.sleep(0)
        leave()

    async def all_at_once() -> None:
        turnstile = Turnstile(most)
        await asyncio.gather(*(request(turnstile, one) for one in addresses))

    asyncio.run(all_at_once())
    return order


def test_addresses_take_turns() -> None:
    """One request of each in rotation, whoever came first; none is lost."""
    assert "aab" + "a" * 48 == begun(*"a" * 50, "b")
    assert "aabcdabcda" == begun(*"aaaa", *"bb", *"cc", *"dd")


def test_one_request_begins_in_a_turn_of_the_loop() -> None:
    """So that what one does before it first waits is all that stands between two others."""
    turns: list[int] = []
    turn = 0

    async def request(turnstile: Turnstile) -> None:
        leave = await turnstile.enter("a")
        turns.append(turn)
        leave()

    async def count() -> None:
        nonlocal turn
        for turn in range(20):  # noqa: B007 (counted for the requests)
            await asyncio.sleep(0)

    async def all_at_once() -> None:
        turnstile = Turnstile(0)
        await asyncio.gather(count(), *(request(turnstile) for _ in range(5)))

    asyncio.run(all_at_once())
    assert 5 == len(set(turns)), turns


def test_an_address_has_a_few_places_at_work() -> None:
    """What waits for something else gives its place up after a moment; others are not affected."""

    async def work() -> None:
        turnstile, loop = Turnstile(0), asyncio.get_running_loop()
        for _ in range(PLACES):
            await turnstile.enter("a")
        began = loop.time()
        waiting = asyncio.ensure_future(turnstile.enter("a"))
        (await turnstile.enter("b"))()
        assert not waiting.done()
        await waiting
        assert loop.time() - began >= LAPSE / 2

    asyncio.run(work())


def test_a_place_is_free_when_a_request_is_answered() -> None:
    """Long before it would lapse."""

    async def work() -> None:
        turnstile = Turnstile(0)
        leaves = [await turnstile.enter("a") for _ in range(PLACES)]
        waiting = [asyncio.ensure_future(turnstile.enter("a")) for _ in range(2)]
        await asyncio.sleep(0)
        leaves[3]()
        async with asyncio.timeout(LAPSE / 2):
            await waiting[0]
        assert not waiting[1].done()
        waiting[1].cancel()

    asyncio.run(work())


def test_who_gave_up_is_passed_over() -> None:
    """A request that was cancelled while it waited takes no place, and holds nobody up."""

    async def work() -> None:
        turnstile = Turnstile(0)
        leaves = [await turnstile.enter("a") for _ in range(PLACES)]
        first, second = (asyncio.ensure_future(turnstile.enter("a")) for _ in "ab")
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        leaves[0]()
        async with asyncio.timeout(LAPSE / 2):
            await second

    asyncio.run(work())


def test_no_more_wait_than_connections_are_allowed() -> None:
    """Behind a proxy an address may send any number of requests at once."""
    with pytest.raises(TooMany, match="at most 5"):
        begun(*"a" * 7, most=5)
    assert "aaaaaab" == "".join(sorted(begun(*"a" * 6, "b", most=5)))


def test_nothing_is_kept_of_an_address_that_has_gone() -> None:
    """Any number of addresses may come in the course of time."""

    async def work() -> Turnstile:
        turnstile = Turnstile(0)
        for n in range(100):
            (await turnstile.enter(f"a{n}"))()
        return turnstile

    turnstile = asyncio.run(work())
    assert 0 == len(turnstile)


def test_nothing_is_kept_of_who_gave_up() -> None:
    """All requests of an address are cancelled, one while it waits, one as its turn has come."""

    async def work(wait: int) -> int:
        turnstile = Turnstile(0)
        tasks = [asyncio.ensure_future(turnstile.enter(one)) for one in "ab"]
        for _ in range(wait):
            await asyncio.sleep(0)
        tasks[1].cancel()
        (await tasks[0])()
        await asyncio.sleep(LAPSE / 10)
        return len(turnstile)

    assert [0, 0] == [asyncio.run(work(wait)) for wait in (1, 2)]


# ---------------------------------------------------------------- what is read for all


def test_the_lobby_is_read_once_for_all_who_ask_at_once(
    limited: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twice at most: for those who asked before the first read began, and for the others."""
    ann, bob = visitor(limited, PLAYER), visitor(limited, STRANGER)
    table = ann.open(seats="mo")
    reads, lobby = [], limited.site.store.lobby

    async def counted(*limits: int) -> Any:
        reads.append(limits)
        return await lobby(*limits)

    monkeypatch.setattr(limited.site.store, "lobby", counted)
    strangers = [visitor(limited, f"127.0.66.{n}") for n in range(30)]
    flood = [("s", one._call("GET", "/api/tables", b"", {})) for one in (ann, *strangers)]
    assert 31 == len(in_order(limited, *flood))
    assert len(reads) <= 8, reads
    assert table == bob.get("/api/tables").json["tables"][0]["id"]


def test_who_asks_later_gets_what_is_true_then() -> None:
    """A read that has begun is not shared with who asks after that."""

    async def work() -> None:
        now = 0
        free = asyncio.Event()

        async def read() -> int:
            found = now
            await free.wait()
            return found

        both = Together(read)
        first = asyncio.ensure_future(both.ask())
        await asyncio.sleep(0.01)
        now = 1
        later = [asyncio.ensure_future(both.ask()) for _ in range(3)]
        await asyncio.sleep(0.01)
        now = 2
        free.set()
        assert (0, 2, 2, 2) == (await first, *[await one for one in later])

    asyncio.run(work())


def test_who_gives_up_takes_the_read_from_nobody() -> None:
    """One of two is cancelled, the other gets its answer."""

    async def work() -> None:
        async def read() -> int:
            await asyncio.sleep(0.01)
            return 7

        both = Together(read)
        gone, here = (asyncio.ensure_future(both.ask()) for _ in "ab")
        await asyncio.sleep(0)
        gone.cancel()
        assert 7 == await here

    asyncio.run(work())


def test_the_shared_lobby_shows_each_their_own(limited: House) -> None:
    """At a table in the list, whoever sits there sees that it is theirs, and nobody else."""
    ann, bob = visitor(limited, PLAYER), visitor(limited, STRANGER)
    table = ann.open(seats="mo")
    bob.get("/api/me")
    mine = [[seat.get("you", False) for seat in one.get("/api/tables").json["tables"][0]["seats"]]
            for one in (bob, ann, visitor(limited, STRANGER))]  # fmt: skip
    assert [[False, False], [True, False], [False, False]] == mine
    assert [table] == [row["id"] for row in ann.get("/api/tables").json["yours"]]


# ---------------------------------------------------------------- how a refusal is told


def test_a_refusal_for_now_says_when_to_come_again() -> None:
    """Every 429 and 503 has Retry-After, in whole seconds, and the OpenAPI document says so."""
    for refused in KINDS.values():
        answer = problem(refused("no"))
        header = dict(answer.raw_headers).get(b"retry-after", b"")
        assert (refused.status in (429, 503)) == header.isdigit(), refused.kind
    responses = [
        (status, response)
        for path in openapi(ROUTES)["paths"].values()
        for operation in path.values()
        for status, response in operation["responses"].items()
    ]
    assert all(("Retry-After" in one.get("headers", {})) == (status in ("429", "503"))
               for status, one in responses)  # fmt: skip


def test_a_limit_says_when_the_next_one_is_let_through() -> None:
    """The header has the seconds that are left, rounded up."""
    now = 0.0
    bucket = Bucket(2, 7.5, lambda: now)
    bucket.take("a")
    bucket.take("a")
    now = 1.0
    with pytest.raises(TooMany) as refused:
        bucket.take("a")
    assert 7 == refused.value.again
    now = 8.0
    bucket.take("a")


@pytest.mark.parametrize(
    "route", [one for one in ROUTES if one.is_stream], ids=lambda one: one.path
)
def test_no_stream_answers_head(limited: House, route: Route) -> None:
    """It would have to begin one to know its head; the answer says that GET does."""
    assert route.path in openapi(ROUTES)["paths"]
    answer = visitor(limited, STRANGER).call("HEAD", route.path.replace("{id}", "a" * 12))
    assert (405, "GET") == (answer.status, answer.headers["allow"])


def test_every_stream_is_known_as_one() -> None:
    """By what the documentation says of it."""
    told = {one.path for one in ROUTES if "server-sent events" in one.about.lower()}
    assert {one.path for one in ROUTES if one.is_stream} == {
        path
        for path in told
        if not path.endswith("/analysis")  # which is posted
    }


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_metrics_are_read_at_this_machines_own_names(limited: House, host: str) -> None:
    """A page elsewhere whose name leads here, or a proxy that adds no header, sends another."""
    ann = visitor(limited, "127.0.0.1")
    assert 200 == ann.get("/metrics", host=host).status
    for other in (
        "honjin.example",
        "rebound.example:8000",
        "localhost.example",
        "10.0.0.7",
        "[",
        "",
    ):
        assert "unknown-path" == ann.get("/metrics", host=other).problem
