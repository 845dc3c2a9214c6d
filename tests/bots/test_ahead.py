"""Compiling ahead happens in another process, once."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from tiny import CROSSES

from honjin.bots import ahead
from madeup.game import GAME as FAIR

LOOPS = Path("some_loops.py")


class Steps:
    """Stands for the compiler: counts what was begun, and is ready when told."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ready = False

    def is_ready(self, *_: object) -> bool:
        return self.ready

    def command(self, address: str, _loops: object) -> list[str]:
        self.begun.append(address)
        return [sys.executable, "-c", ""]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    steps = Steps()
    monkeypatch.setattr(ahead, "is_ready", steps.is_ready)
    monkeypatch.setattr(ahead, "warm_command", steps.command)
    monkeypatch.setattr(ahead, "_ready", set())
    monkeypatch.setattr(ahead, "_begun", {})
    return steps


def wait_for(process: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        if process.poll() is not None:
            return
        time.sleep(0.02)


def test_begins_once_and_is_ready_later(steps: Steps) -> None:
    """Asked twice it begins once; when the other process is done, the answer turns to yes."""
    assert not ahead.compile_ahead(FAIR, LOOPS)
    assert not ahead.compile_ahead(FAIR, LOOPS)
    assert ["madeup.game"] == steps.begun
    wait_for(ahead._begun["madeup.game", LOOPS])
    steps.ready = True
    assert ahead.compile_ahead(FAIR, LOOPS)


def test_a_compile_that_failed_is_not_begun_again(steps: Steps) -> None:
    """What cannot be compiled stays interpreted, without a new process for every move."""
    assert not ahead.compile_ahead(FAIR, LOOPS)
    wait_for(ahead._begun["madeup.game", LOOPS])
    assert not ahead.compile_ahead(FAIR, LOOPS)
    assert ["madeup.game"] == steps.begun


def test_nothing_is_begun_when_it_is_there_already(steps: Steps) -> None:
    """A kept compilation is used at once."""
    steps.ready = True
    assert ahead.compile_ahead(FAIR, LOOPS)
    assert [] == steps.begun


def test_a_game_without_an_address_stays_interpreted(steps: Steps) -> None:
    """Another process could not find a game that no module holds as GAME."""
    assert not ahead.compile_ahead(CROSSES, LOOPS)
    assert [] == steps.begun
