"""Experiments of several addresses: one that plays for long gives way to others, and goes on."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from honjin.lab.experiments.background import GAMES
from honjin.lab.experiments.file import read_report
from honjin.lab.experiments.plan import Plan, Variant
from honjin.server.experiments import service as experiment_service
from honjin.server.experiments.service import ExperimentService
from honjin.server.settings import Settings
from honjin.server.work.steady import now_ms

LONG = Plan("rokumon", (Variant("act=2", {"act": "2"}, ("greedy",)),), games=2_000)
SHORT = Plan("rokumon", (Variant("act=2", {"act": "2"}, ("greedy",)),), games=2)


async def until(service: ExperimentService, key: str, state: str) -> None:
    async with asyncio.timeout(120):
        while service.catalogue.state(key).state != state:
            await asyncio.sleep(0.02)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiment_service, "TURN", 0.5)
    monkeypatch.setattr(experiment_service, "LOOK", 0.05)


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
def test_another_address_does_not_wait_for_the_end(tmp_path: Path, processes: int) -> None:
    """It waited for up to half an hour. The first goes on where it was, and no game is lost."""

    async def work() -> None:
        services = [
            ExperimentService(Settings(data=str(tmp_path), experiment_niceness=0), now_ms)
            for _ in range(processes)
        ]
        async with AsyncExitStack() as stack:
            for service in services:
                stack.push_async_callback(service.close)
            first = await services[0].begin("a" * 16, LONG, "here")
            await until(services[0], first, "playing")
            other = await services[-1].begin("b" * 16, SHORT, "there")
            await until(services[-1], other, "over")
            kept = services[0].catalogue.state(first)
            assert ("waiting", True) == (kept.state, 0 < kept.kept < kept.total)
            await until(services[0], first, "playing")
            services[0].stop(first)
            await until(services[0], first, "over")
            rows = len(read_report(services[0].catalogue.path(first) / GAMES).rows)
            assert kept.kept <= rows == services[0].catalogue.state(first).kept < kept.total

    asyncio.run(work())


def test_those_of_the_same_address_wait(tmp_path: Path) -> None:
    """They would only take turns with each other."""

    async def work() -> None:
        service = ExperimentService(Settings(data=str(tmp_path), experiment_niceness=0), now_ms)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(service.close)
            first = await service.begin("a" * 16, LONG, "here")
            await until(service, first, "playing")
            other = await service.begin("b" * 16, SHORT, "here")
            await asyncio.sleep(2)
            states = [service.catalogue.state(key).state for key in (first, other)]
            assert ["playing", "waiting"] == states

    asyncio.run(work())
