"""A study at several server processes on PostgreSQL, as `honjin serve --workers` starts them."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from server.process.test_workers import Workers
from server.processes.test_kill_one import COMES_BACK
from server.studies.test_studies_together import applied, in_order

pytestmark = pytest.mark.slow
AUTHORS = 4


class Person:
    """Somebody with a browser; each request goes over a connection of its own, to any process."""

    def __init__(self, port: int, name: str) -> None:
        self.port = port
        self.jar: dict[str, str] = {}
        self.post("/api/me", name=name)
        self.id = self.get("/api/me")["id"]

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.jar.items())

    def get(self, path: str) -> Any:
        return self._ask("GET", path)[1]

    def post(self, path: str, **body: Any) -> Any:
        status, answer = self._ask("POST", path, body)
        assert status == 200, (path, answer)
        return answer

    def tries(self, path: str, **body: Any) -> tuple[int, Any]:
        """Post what may be refused."""
        return self._ask("POST", path, body)

    def _ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        with contextlib.closing(line):
            headers = {"cookie": self.cookie, "content-type": "application/json"}
            text = None if body is None else json.dumps(body)
            line.request(method, path, text, headers)
            answer = line.getresponse()
            for new in answer.headers.get_all("set-cookie", []):
                name, _, value = new.partition(";")[0].partition("=")
                self.jar[name] = value
            return answer.status, json.loads(answer.read())

    def until(self, path: str, holds: Any) -> Any:
        """Follow the events of an address until one is as expected."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        with contextlib.closing(line):
            line.request("GET", path, headers={"cookie": self.cookie})
            stream = line.getresponse()
            while text := stream.readline():
                name, _, data = text.decode().partition(": ")
                if name == "data" and holds(news := json.loads(data)):
                    return news
        raise AssertionError("the stream ended")


@pytest.fixture
def server(tmp_path: Path, postgres_only: str) -> Iterator[Workers]:
    """Three processes on one port."""
    found = Workers(tmp_path, postgres_only, 3)
    found.database = postgres_only
    found.until_workers(3)
    yield found
    found.end(signal.SIGTERM)


@pytest.fixture
def authors(server: Workers) -> list[Person]:
    """Some people who have done something here, so that they can be found by name."""
    found = [Person(server.port, f"Author {n}") for n in range(AUTHORS)]
    for one in found:
        one.post("/api/studies", title="Alone")
    return found


def study_of(authors: list[Person]) -> str:
    """A study in which all may write, with a chapter; its address."""
    host, *others = authors
    path = f"/api/studies/{host.post('/api/studies', title='Together')['id']}"
    for n, _ in enumerate(others, 1):
        admits(host, path, f"Author {n}")
    host.post(f"{path}/chapters", title="One", game="madeup", options={})
    return path


def admits(host: Person, path: str, name: str) -> None:
    """Make somebody a member, whose name another process may not have stored yet."""
    end = time.monotonic() + 40
    while (answer := host.tries(f"{path}/members", name=name))[0] != 200:
        assert time.monotonic() < end, answer
        time.sleep(0.1)


def all_at_once(authors: list[Person], work: Any) -> list[Any]:
    """Let all authors do something at the same time."""
    begin = threading.Barrier(len(authors))

    def run(n: int) -> Any:
        begin.wait(30)
        return work(n, authors[n])

    with ThreadPoolExecutor(len(authors)) as pool:
        return list(pool.map(run, range(len(authors))))


def test_many_changes_at_once_are_all_kept(authors: list[Person]) -> None:
    """Variants, marks and comments by four authors: none is lost, none is made twice."""
    path = study_of(authors)
    chapter = f"{path}/chapters/1"
    host = authors[0]
    node = 0
    while len((at := host.get(f"{chapter}/nodes/{node}")).get("turn", {}).get("choices", ())) < 2:
        turn = at.get("turn")
        move = {"do": turn["choices"][0]["do"], "seat": turn["seat"]} if turn else {}
        node = host.post(f"{chapter}/nodes/{node}/moves", **move)["node"]
    ways, seat = [one["do"] for one in at["turn"]["choices"]][:6], at["turn"]["seat"]
    tree = host.get(chapter)

    def work(n: int, author: Person) -> None:
        for m, do in enumerate(ways):
            author.post(f"{chapter}/nodes/{node}/moves", do=do, seat=seat)
            author.post(f"{chapter}/nodes/{node}/marks", add=[f"p{n}.{m}"])
        author.post(f"{chapter}/nodes/{node}/comment", text=f"By {n}.")

    all_at_once(authors, work)
    trees = [author.get(chapter) for author in authors]
    rows = trees[0]["nodes"]
    assert all(one["nodes"] == rows for one in trees)
    entries = sorted(row["entry"] for row in rows if row["n"] and row["parent"] == node)
    assert sorted(f"{seat}:{do}" for do in ways) == entries
    here = next(row for row in rows if row["n"] == node)
    assert {f"p{n}.{m}" for n in range(AUTHORS) for m, _ in enumerate(ways)} == set(here["marks"])
    assert {f"By {n}." for n in range(AUTHORS)} == set(here["text"].split("\n"))
    # Whichever process answers, the changes since an old tree lead to the same one.
    for author in authors:
        news = author.get(f"{chapter}/changes?since={tree['version']}")
        assert rows == in_order(applied(tree["nodes"], news))


def test_nothing_is_overwritten_by_another_process(authors: list[Person]) -> None:
    """Four authors change one sentence at once: one text is the comment, the others are beside."""
    path = study_of(authors)
    chapter = f"{path}/chapters/1"
    comment, was = f"{chapter}/nodes/0/comment", "A start."
    authors[0].post(comment, text=was)
    texts = [f"A start of kind {n}." for n in range(AUTHORS)]
    answers = all_at_once(
        authors, lambda n, author: author.post(comment, text=texts[n], was=was).get("kept", "")
    )
    assert ["", "beside", "beside", "beside"] == sorted(answers)
    (start, *_) = authors[1].get(chapter)["nodes"]
    assert set(texts) == {start["text"], *(one["text"] for one in start["wordings"])}
    # The owner removes the line while others add to it: it goes whole, or stays whole.
    host = authors[0]
    version = host.get(chapter)["version"]
    node = host.post(f"{chapter}/nodes/0/moves")["node"]

    def work(n: int, author: Person) -> tuple[int, Any]:
        if n == 0:
            return author.tries(f"{chapter}/nodes/{node}/remove", at=version + 1)
        return author.tries(f"{chapter}/nodes/{node}/comment", text=f"Kept by {n}.")

    (removed, _), *others = all_at_once(authors, work)
    left = {row["n"]: row for row in host.get(chapter)["nodes"]}
    if removed == 200:
        assert node not in left
        assert all(status in (200, 404) for status, _ in others)
    else:
        assert removed == 409
        assert all(status == 200 for status, _ in others)
        assert {f"Kept by {n}." for n in range(1, AUTHORS)} == set(left[node]["text"].split("\n"))


def test_windows_at_every_process_hear_of_changes(server: Workers, authors: list[Person]) -> None:
    """Also after one of the processes has been killed and replaced."""
    path = study_of(authors)
    version = authors[0].get(path)["version"]

    def watch(n: int, author: Person) -> Any:
        if n == 0:
            return author.post(path, title="Another title")
        return author.until(f"{path}/events", lambda news: news["version"] > version)

    for news in all_at_once(authors, watch):
        assert "Another title" == news["title"]
    three = server.locks()
    os.kill(server.pids()[0], signal.SIGKILL)
    server.until_replaced(three, COMES_BACK)
    version = authors[0].get(path)["version"]
    authors[0].post(path, title="A third title")
    for author in authors:
        news = author.until(f"{path}/events", lambda news: news["version"] > version)
        assert "A third title" == news["title"]
