"""Every registered game keeps the contract, whatever options are chosen."""

from pathlib import Path
from typing import NamedTuple

import pytest

from honjin.core.errors import BadOption
from honjin.core.options import Options
from honjin.games import keys, load
from honjin.testing import conformance, rules_without_test


class Case(NamedTuple):
    """Options to play with; of presets more games are played than of single values."""

    key: str
    name: str
    options: Options
    games: int


def cases(key: str) -> list[Case]:
    """The defaults, the presets, and one option changed at a time from each of them."""
    game = load(key)
    begun = [("defaults", {}), *((preset.key, preset.options) for preset in game.presets)]
    whole = [Case(key, name, game.read_options(options), 4) for name, options in begun]
    varied = [
        Case(key, f"{case.name}-{option.key}={value}", {**case.options, option.key: value}, 1)
        for case in whole
        for option in game.options
        for value in option.values or ((True, False) if option.default in (True, False) else ())
        if option.when is None or case.options[option.when[0]] in option.when[1]
    ]
    every = whole + [case for case in varied if _can_be_read(case)]
    first = {tuple(case.options.items()): case for case in reversed(every)}
    return [case for case in every if first[tuple(case.options.items())] is case]


def _can_be_read(case: Case) -> bool:
    try:
        return load(case.key).read_options(case.options) == case.options
    except BadOption:
        return False


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{key}-{case.name}") for key in keys() for case in cases(key)]
)
def test_games_conform(case: Case) -> None:
    """The conformance kit finds no fault in random games, interpreted and compiled."""
    report = conformance(load(case.key), options=case.options, games=case.games)
    assert case.games == report.games


@pytest.mark.parametrize("key", keys())
def test_every_numbered_rule_has_a_test(key: str) -> None:
    """The list of rules without a test is empty."""
    assert [] == rules_without_test(load(key).home / "rules.md", Path(__file__).parent / key)
