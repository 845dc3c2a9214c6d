"""What all tests share: compiled code is kept with pytest's own cache, not in the user's."""

import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    assert config.cache is not None
    os.environ.setdefault("HONJIN_CACHE", str(config.cache.mkdir("honjin")))
