"""Set-up for all tests: compiled code is kept in pytest's cache, not in the user's.

Tests marked `slow` run in `make test-all` only. Of a parametrized test marked `slow_after(n)` the
first n cases are quick, and the others slow.

Browser tests take longest, and spend much of their time waiting; each worker that runs any starts a
browser and a server. Of the workers that share the list (with `-n`, a stretch for each) half begin
with a part of them.
"""

import gc
import os
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

import pytest
from hypothesis import settings

from packages import packages

__all__ = ["packages"]  # a fixture of all tests

# The time that an example takes depends more on the machine than on the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


# Nothing that is imported or collected is garbage; looking for it took a fifth of the time.
gc.disable()


def pytest_configure(config: pytest.Config) -> None:
    assert config.cache is not None
    os.environ.setdefault("HONJIN_CACHE", str(config.cache.mkdir("honjin")))
    # Ray would join any cluster it finds on this machine, such as that of another test.
    os.environ["RAY_ADDRESS"] = "local"


@pytest.hookimpl(tryfirst=True)  # before `-m` reads the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    seen: dict[str, int] = {}
    for item in items:
        mark = item.get_closest_marker("slow_after")
        if mark is not None:
            name = item.nodeid.partition("[")[0]
            seen[name] = seen.get(name, 0) + 1
            if seen[name] > mark.args[0]:
                item.add_marker(pytest.mark.slow)


@pytest.hookimpl(tryfirst=True)  # before other plugins get the tests
def pytest_collection_finish(session: pytest.Session) -> None:
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    session.items[:] = _shared_out(session.items, workers)
    _spare_the_collector()


def _spare_the_collector() -> None:
    """Exempt modules and tests from garbage collection, which took a fifth of the time."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 10, 10)


def _shared_out(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The same tests, with the browser tests at the start of every other worker's stretch."""
    browser = [item for item in items if "browser" in item.path.parts]
    others = iter([item for item in items if "browser" not in item.path.parts])
    begins = (workers + 1) // 2
    order: list[pytest.Item] = []
    for k in range(workers):
        order += _part(browser, k // 2, begins) if k % 2 == 0 else []
        order += islice(others, max(0, (k + 1) * len(items) // workers - len(order)))
    return [*order, *others]


def _part(items: list[pytest.Item], k: int, parts: int) -> list[pytest.Item]:
    return items[k * len(items) // parts : (k + 1) * len(items) // parts]


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A Ray cluster on loopback with one node; each node added acts as another machine."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    found = import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    monkeypatch.setenv("RAY_ADDRESS", found.address)
    yield found
    import_module("ray").shutdown()
    found.shutdown()
