"""What all tests share: compiled code is kept with pytest's own cache, not in the user's.

Tests marked `slow` are left to `make test-all`. Of a parametrized test marked `slow_after(n)` the
first n cases are quick, and the others slow.

Modules in the browser wait for much of their time, and the others compute: they are spread among
each other, so that workers which share the list always have something of both.
"""

import os
from itertools import accumulate, groupby

import pytest
from hypothesis import settings

# How long an example takes says more of the machine than of the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_configure(config: pytest.Config) -> None:
    assert config.cache is not None
    os.environ.setdefault("HONJIN_CACHE", str(config.cache.mkdir("honjin")))


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    seen: dict[str, int] = {}
    for item in items:
        mark = item.get_closest_marker("slow_after")
        if mark is not None:
            name = item.nodeid.partition("[")[0]
            seen[name] = seen.get(name, 0) + 1
            if seen[name] > mark.args[0]:
                item.add_marker(pytest.mark.slow)


@pytest.hookimpl(tryfirst=True)  # before the tests are shown to others
def pytest_collection_finish(session: pytest.Session) -> None:
    session.items[:] = _spread(session.items)


def _spread(items: list[pytest.Item]) -> list[pytest.Item]:
    """The same tests, module by module, with the modules in the browser at equal distances."""
    modules = [list(tests) for _, tests in groupby(items, lambda item: item.path)]
    waiting = [tests for tests in modules if "browser" in tests[0].path.parts]
    computing = [tests for tests in modules if "browser" not in tests[0].path.parts]
    places = [*_places(waiting), *_places(computing)]
    order = sorted(zip(places, [*waiting, *computing], strict=True), key=lambda pair: pair[0])
    return [item for _, tests in order for item in tests]


def _places(modules: list[list[pytest.Item]]) -> list[float]:
    """Where the middle of each module lies among all the tests of its kind, from 0 to 1."""
    ends = list(accumulate(map(len, modules)))
    return [(end - len(tests) / 2) / ends[-1] for end, tests in zip(ends, modules, strict=True)]
