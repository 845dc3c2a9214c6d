"""Every registered game keeps the contract, whatever options are chosen."""

from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.options import Option, Options
from honjin.games import keys, load
from honjin.testing import conformance, rules_without_test

# Of a game that may have more actions only the beginning is played here, with every option; its own
# tests play on from later positions.
LONG: Final = 10_000
BEGINNING: Final = 80


class Case(NamedTuple):
    """Options to play with; of presets more games are played than of single values."""

    key: str
    name: str
    options: Options
    games: int


def cases(key: str) -> list[Case]:
    """The defaults, the presets, and every value of every option, changed in one of them each."""
    game = load(key)
    begun = [("defaults", {}), *((preset.key, preset.options) for preset in game.presets)]
    whole = [Case(key, name, game.read_options(options), 4) for name, options in begun]
    varied = [
        possible[n % len(possible)]
        for n, (option, value) in enumerate(_values(game))
        if (possible := [case for one in whole if (case := _changed(one, option, value))])
    ]
    every = whole + varied
    first = {tuple(case.options.items()): case for case in reversed(every)}
    return [case for case in every if first[tuple(case.options.items())] is case]


def _values(game: Game[Any]) -> list[tuple[Option, str | bool]]:
    """Every option with every value that can be listed."""
    return [
        (option, value)
        for option in game.options
        for value in option.values or ((True, False) if option.default in (True, False) else ())
    ]


def _changed(case: Case, option: Option, value: str | bool) -> Case | None:
    """One game with one option changed; None where it means nothing, or cannot be."""
    if option.when is not None and case.options[option.when[0]] not in option.when[1]:
        return None
    options = {**case.options, option.key: value}
    try:
        if load(case.key).read_options(options) != options or options == case.options:
            return None
    except BadOption:
        return None
    return Case(case.key, f"{case.name}-{option.key}={value}", options, 1)


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{key}-{case.name}") for key in keys() for case in cases(key)]
)
def test_games_conform(case: Case) -> None:
    """The conformance kit finds no fault in random games, interpreted and compiled."""
    game = load(case.key)
    games, steps = (1, BEGINNING) if game.longest > LONG else (case.games, None)
    report = conformance(game, options=case.options, games=games, steps=steps)
    assert games == report.games


@pytest.mark.parametrize("key", keys())
def test_every_numbered_rule_has_a_test(key: str) -> None:
    """The list of rules without a test is empty."""
    assert [] == rules_without_test(load(key).home / "rules.md", Path(__file__).parent / key)
