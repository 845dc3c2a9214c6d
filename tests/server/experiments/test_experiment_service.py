"""The queue and the folder of experiments, when several things happen at the same time.

The process that plays one is replaced: it waits to be told, and then has played everything.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from honjin.lab.background import STATE, STOP, State, write_state
from honjin.lab.experiments.background import GAMES
from honjin.lab.experiments.plan import Plan, Variant
from honjin.server.experiments import service as experiment_service
from honjin.server.experiments.service import MAX_BROUGHT, MAX_THERE, MAX_WAITING, ExperimentService
from honjin.server.messages import refusals as no
from honjin.server.settings import Settings
from honjin.server.work.steady import now_ms

ANN = "a" * 16
TWO = Plan("rokumon", (Variant("act=2", {"act": "2"}, ("greedy",)),), games=2)
Work = Callable[[ExperimentService], Awaitable[None]]


class Plays:
    """In place of the processes."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.played: list[str] = []

    async def run(self, _seconds: float, _module: str, _nice: str, what: str, *words: str) -> None:
        """Play an experiment, or check a file."""
        folder = Path(words[0])
        await self.go.wait()
        self.played.append(folder.name)
        right = what == "play" or (folder / GAMES).read_bytes() == b"good"
        write_state(folder, State("over", 2, 2) if right else State("failed", problem="junk"))


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> Plays:
    plays = Plays()
    monkeypatch.setattr(experiment_service, "run", plays.run)
    return plays


@pytest.fixture
def does(tmp_path: Path) -> Callable[[Work], None]:
    """Runs a coroutine with an experiment service that is open."""

    async def opened(work: Work) -> None:
        service = ExperimentService(Settings(data=str(tmp_path)), now_ms)
        async with AsyncExitStack() as stack:
            await service.open()
            stack.push_async_callback(service.close)
            await work(service)

    return lambda work: asyncio.run(opened(work))


async def over(service: ExperimentService, key: str) -> None:
    async with asyncio.timeout(20):
        while service.is_under_way(key):
            await asyncio.sleep(0.01)


def kinds(found: list[object]) -> list[str]:
    """The kinds of refusals among results, in order."""
    return sorted(one.kind for one in found if isinstance(one, no.Refused))


def test_a_person_has_one_at_a_time(does: Callable[[Work], None], plays: Plays) -> None:
    """However many are begun in the same moment."""

    async def work(service: ExperimentService) -> None:
        found = await asyncio.gather(
            *(service.begin(ANN, TWO) for _ in range(3)), return_exceptions=True
        )
        assert ["too-many", "too-many"] == kinds(found)

    does(work)
    assert [] == plays.played


def test_the_queue_is_bounded(does: Callable[[Work], None], plays: Plays) -> None:
    """For people who come in the same moment too."""

    async def work(service: ExperimentService) -> None:
        people = [f"{n:016}" for n in range(MAX_WAITING + 2)]
        found = await asyncio.gather(
            *(service.begin(one, TWO) for one in people), return_exceptions=True
        )
        assert ["busy", "busy"] == kinds(found)

    does(work)
    assert [] == plays.played


def test_workers_share_one_queue(tmp_path: Path, plays: Plays) -> None:
    """A person could have one at each worker, and each worker had its own queue."""

    async def work(services: Sequence[ExperimentService]) -> None:
        people = [ANN, *(f"{n:016}" for n in range(MAX_WAITING))]
        found = await asyncio.gather(
            *(service.begin(one, TWO) for one in people for service in services),
            return_exceptions=True,
        )
        begun = [one for one in found if isinstance(one, str)]
        assert MAX_WAITING == len(begun)
        owners = [services[0].catalogue.about(key).owner for key in begun]
        assert len(owners) == len(set(owners))

    asyncio.run(at(tmp_path, work))


async def at(
    folder: Path, work: Callable[[Sequence[ExperimentService]], Awaitable[None]], processes: int = 2
) -> None:
    """Run a coroutine with the experiment services of some processes."""
    services = [ExperimentService(Settings(data=str(folder)), now_ms) for _ in range(processes)]
    async with AsyncExitStack() as stack:
        for service in services:
            await service.open()
            stack.push_async_callback(service.close)
        await work(services)


def test_every_worker_knows_the_place_in_the_queue(tmp_path: Path, plays: Plays) -> None:
    """Each counted its own queue only: a page said by turns that two and that none were ahead."""

    async def work(services: Sequence[ExperimentService]) -> None:
        keys = [await services[n % 2].begin(f"{n:016}", TWO) for n in range(4)]
        for n, key in enumerate(keys):
            os.utime(services[0].catalogue.path(key) / STATE, (n, n))
        write_state(services[0].catalogue.path(keys[0]), State("playing", 1, 2))
        for service in services:
            assert [0, 1, 2, 3] == [service.ahead(key) for key in keys]
        services[0].stop(keys[0])
        plays.go.set()
        for service in services:
            for key in keys:
                await over(service, key)
            assert [0, 0, 0, 0] == [service.ahead(key) for key in keys]

    asyncio.run(at(tmp_path, work))


def test_the_queue_keeps_its_order_over_a_restart(tmp_path: Path, plays: Plays) -> None:
    """First what was being played; it went by the order of the folder."""
    played: list[str] = []

    async def begin(services: Sequence[ExperimentService]) -> None:
        keys = [await services[0].begin(f"{n:016}", TWO) for n in range(6)]
        folders = [services[0].catalogue.path(key) for key in sorted(keys, reverse=True)]
        write_state(folders[3], State("playing", 1, 2))
        for n, folder in enumerate(folders):
            os.utime(folder / STATE, (n, n))
        played.extend(one.name for one in (folders.pop(3), *folders))

    asyncio.run(at(tmp_path, begin, 1))
    plays.go = asyncio.Event()

    async def see(services: Sequence[ExperimentService]) -> None:
        plays.go.set()
        for key in played:
            await over(services[0], key)

    asyncio.run(at(tmp_path, see, 1))
    assert played == plays.played


def test_an_address_has_few_places_in_the_queue(does: Callable[[Work], None], plays: Plays) -> None:
    """Eight posts without a cookie filled the queue for half an hour."""

    async def work(service: ExperimentService) -> None:
        strangers = [f"{n:016}" for n in range(MAX_WAITING)]
        found = await asyncio.gather(
            *(service.begin(one, TWO, "there") for one in strangers), return_exceptions=True
        )
        assert ["too-many"] * (MAX_WAITING - MAX_THERE) == kinds(found)
        assert await service.begin(ANN, TWO, "elsewhere")

    does(work)


def test_each_address_has_its_first_before_any_its_second(
    does: Callable[[Work], None], plays: Plays
) -> None:
    """Whoever came after two from one address is played between them, and is told so."""

    async def work(service: ExperimentService) -> None:
        places = ("there", "there", "here")
        keys = [await service.begin(f"{n:016}", TWO, place) for n, place in enumerate(places)]
        for n, key in enumerate(keys):
            os.utime(service.catalogue.path(key) / STATE, (n, n))
        assert [0, 2, 1] == [service.ahead(key) for key in keys]
        plays.go.set()
        for key in keys:
            await over(service, key)
        assert [keys[0], keys[2], keys[1]] == plays.played

    does(work)


def test_one_is_continued_once(does: Callable[[Work], None], plays: Plays) -> None:
    """The second request finds it in the queue."""

    async def work(service: ExperimentService) -> None:
        plays.go.set()
        key = await service.begin(ANN, TWO)
        await over(service, key)
        plays.go.clear()
        twice = (service.more(ANN, key, 3), service.more(ANN, key, 4))
        found = await asyncio.gather(*twice, return_exceptions=True)
        assert ["still-played"] == kinds(found)
        plays.go.set()
        await over(service, key)
        assert [key, key] == plays.played

    does(work)


def test_one_that_is_over_is_not_stopped(does: Callable[[Work], None], plays: Plays) -> None:
    """Its next continuation would have ended at once; nor does an earlier server's stop do that."""

    async def work(service: ExperimentService) -> None:
        plays.go.set()
        key = await service.begin(ANN, TWO)
        await over(service, key)
        stop = service.catalogue.path(key) / STOP
        service.stop(key)
        assert not stop.exists()
        plays.go.clear()
        stop.touch()
        await service.more(ANN, key, 3)
        assert not stop.exists()
        service.stop(key)
        assert stop.exists()

    does(work)


def test_few_files_wait_to_be_checked(does: Callable[[Work], None], plays: Plays) -> None:
    """More are refused before they are decoded; room comes back, also after a bad file."""

    async def work(service: ExperimentService) -> None:
        decoded = []

        def read() -> bytes:
            decoded.append(1)
            return b"junk"

        waiting = [asyncio.create_task(service.bring(ANN, read)) for _ in range(MAX_BROUGHT)]
        await asyncio.sleep(0)
        with pytest.raises(no.Busy):
            await service.bring(ANN, read)
        plays.go.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert ["bad-file"] * MAX_BROUGHT == kinds(found)
        assert MAX_BROUGHT == len(decoded)
        assert await service.bring(ANN, lambda: b"good")

    does(work)
