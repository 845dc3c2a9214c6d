"""Every registered game keeps the contract, with its defaults and in all its presets."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from honjin.core.options import Value
from honjin.games import keys, load
from honjin.testing import conformance, rules_without_test

GAMES = 4  # random games of each preset

CASES = [
    pytest.param(key, options, id=f"{key}-{name}")
    for key in keys()
    for name, options in [("defaults", {}), *((p.key, p.options) for p in load(key).presets)]
]


@pytest.mark.parametrize(("key", "options"), CASES)
def test_games_conform(key: str, options: Mapping[str, Value]) -> None:
    """The conformance kit finds no fault in random games, interpreted and compiled."""
    report = conformance(load(key), options=options, games=GAMES)
    assert GAMES == report.games


@pytest.mark.parametrize("key", keys())
def test_every_numbered_rule_has_a_test(key: str) -> None:
    """The list of rules without a test is empty."""
    assert [] == rules_without_test(load(key).home / "rules.md", Path(__file__).parent / key)
