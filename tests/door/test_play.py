"""`make play` in a clone on a machine that has Python, git and make, and nothing else."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from door.field import Machine
from hostile.attacked import Visitor

READY: Final = 600.0
"""Seconds until the lobby is served, everything set up."""


@pytest.fixture(scope="module")
def port(machine: Machine, clone: Path) -> Iterator[int]:
    """Where `make play` serves; its first line is the README's first command."""
    log = machine.home / "play.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            ["make", "play", "PORT=0"], cwd=clone, env=machine.env, stdout=out, stderr=out,
            stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    try:
        yield served_at(process, log)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(60)


def served_at(process: subprocess.Popen[bytes], log: Path) -> int:
    """Wait until the command says where the lobby is open."""
    end = time.monotonic() + READY
    while process.poll() is None and time.monotonic() < end:
        if found := re.search(r"Honjin is open at http://\S+:(\d+)", log.read_text("utf-8")):
            return int(found[1])
        time.sleep(0.1)
    raise AssertionError(f"make play did not serve the lobby:\n{log.read_text('utf-8')}")


@pytest.fixture
def visitor(port: int) -> Iterator[Visitor]:
    """A newcomer with a browser."""
    with closing(Visitor(port)) as visitor:
        yield visitor


def test_the_lobby_is_served(visitor: Visitor) -> None:
    """The page, and the scripts that it names: one to begin with, and what it needs."""
    page = visitor.get("/")
    scripts = re.findall(rb'(src|href)="\.?(/assets/[\w./-]+\.js)"', page.body)
    assert (200, 1) == (page.status, [kind for kind, _ in scripts].count(b"src"))
    answers = [visitor.get(path.decode()) for _, path in scripts]
    assert {200} == {answer.status for answer in answers}
    assert sum(len(answer.body) for answer in answers) > 100_000


@pytest.mark.parametrize("bot", ["ashigaru", "samurai"])
def test_a_bot_answers_a_first_action(visitor: Visitor, bot: str) -> None:
    """Two clicks of a newcomer: a table of Rokumon against a bot, and an action."""
    visitor.get("/api/me")
    table = visitor.open("rokumon", ["me", bot], act="2")
    view = waited_for(visitor, table, version=0)
    done = visitor.act(table, 0, view["turn"]["choices"][0]["do"], view["version"])
    assert 200 == done.status, done
    answered = waited_for(visitor, table, version=done.json["version"] + 1)
    assert answered["turn"]["seat"] == 0


def waited_for(visitor: Visitor, table: str, version: int) -> Any:
    """The view at a version or later in which the first seat has to act."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        view = visitor.view(table)
        if view["version"] >= version and view.get("turn"):
            return view
        time.sleep(0.1)
    raise AssertionError(f"the bot did not answer: {view}")


@pytest.mark.usefixtures("port")
def test_nothing_of_the_tests_is_installed(machine: Machine, clone: Path) -> None:
    """The environment that serves has neither the test extras nor what only they bring."""
    listed = machine.must([clone / ".venv" / "bin" / "pip", "list", "--format=freeze"], clone)
    names = {line.partition("==")[0].lower() for line in listed.splitlines()}
    assert {"honjin", "starlette", "matplotlib"} <= names
    assert set() == names & {"pytest", "gymnasium", "jax", "hypothesis", "playwright"}
