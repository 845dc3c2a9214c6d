"""Experiments of several addresses: one that plays for long gives way to others, and goes on."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from honjin.lab.experiments.background import GAMES
from honjin.lab.experiments.file import read_report
from honjin.lab.experiments.plan import Plan, Variant
from honjin.server.settings import Settings
from honjin.server.study import laboratory
from honjin.server.study.laboratory import Laboratory
from honjin.server.work.steady import now_ms

LONG = Plan("rokumon", (Variant("act=2", {"act": "2"}, ("greedy",)),), games=2_000)
SHORT = Plan("rokumon", (Variant("act=2", {"act": "2"}, ("greedy",)),), games=2)


async def until(lab: Laboratory, key: str, state: str) -> None:
    async with asyncio.timeout(120):
        while lab.catalogue.state(key).state != state:
            await asyncio.sleep(0.02)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laboratory, "TURN", 0.5)
    monkeypatch.setattr(laboratory, "LOOK", 0.05)


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_another_address_does_not_wait_for_the_end(tmp_path: Path, processes: int) -> None:
    """It waited for up to half an hour. The first goes on where it was, and no game is lost."""

    async def work() -> None:
        labs = [
            Laboratory(Settings(data=str(tmp_path), experiment_niceness=0), now_ms)
            for _ in range(processes)
        ]
        async with AsyncExitStack() as stack:
            for lab in labs:
                stack.push_async_callback(lab.close)
            first = await labs[0].begin("a" * 16, LONG, "here")
            await until(labs[0], first, "playing")
            other = await labs[-1].begin("b" * 16, SHORT, "there")
            await until(labs[-1], other, "over")
            kept = labs[0].catalogue.state(first)
            assert ("waiting", True) == (kept.state, 0 < kept.kept < kept.total)
            await until(labs[0], first, "playing")
            labs[0].stop(first)
            await until(labs[0], first, "over")
            rows = len(read_report(labs[0].catalogue.path(first) / GAMES).rows)
            assert kept.kept <= rows == labs[0].catalogue.state(first).kept < kept.total

    asyncio.run(work())


def test_those_of_the_same_address_wait(tmp_path: Path) -> None:
    """They would only take turns with each other."""

    async def work() -> None:
        lab = Laboratory(Settings(data=str(tmp_path), experiment_niceness=0), now_ms)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(lab.close)
            first = await lab.begin("a" * 16, LONG, "here")
            await until(lab, first, "playing")
            other = await lab.begin("b" * 16, SHORT, "here")
            await asyncio.sleep(2)
            states = [lab.catalogue.state(key).state for key in (first, other)]
            assert ["playing", "waiting"] == states

    asyncio.run(work())
