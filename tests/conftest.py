"""What all tests share: compiled code is kept with pytest's own cache, not in the user's.

Tests marked `slow` are left to `make test-all`. Of a parametrized test marked `slow_after(n)` the
first n cases are quick, and the others slow.
"""

import os

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
