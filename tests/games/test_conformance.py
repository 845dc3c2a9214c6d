"""Every registered game keeps the contract, with any options.

Each pair of option values occurs together in some game of `test_pairs_of_options_conform`, which
plays the beginning. Whole games, every value on its own, and anything that needs the compiled rules
of a large game are left to the slow tests.
"""

from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from allpairspy import AllPairs

from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.options import Option, Options
from honjin.games import keys, load
from honjin.testing import CHECKS, conformance, rules_without_test
from large import LARGE

# Of a game with more actions than this only the beginning is played here, with every option; the
# game's own tests continue from later positions.
LONG: Final = 10_000
BEGINNING: Final = 80
PRESET: Final = 10  # steps per preset in the quick tests; half as many for a long game
PAIRED: Final = 10  # the same for options from one row of a pairwise array


class Case(NamedTuple):
    """Options to play with; presets get more games than single values."""

    key: str
    name: str
    options: Options
    games: int


def presets(key: str) -> list[Case]:
    """The defaults and the presets."""
    game = load(key)
    begun = [("defaults", {}), *((preset.key, preset.options) for preset in game.presets)]
    whole = [Case(key, name, game.read_options(options), 4) for name, options in begun]
    return [
        case for n, case in enumerate(whole) if case.options not in [c.options for c in whole[:n]]
    ]


def varied(key: str) -> list[Case]:
    """Every value of every option, each changed in one of the presets."""
    game, whole = load(key), presets(key)
    return [
        possible[n % len(possible)]
        for n, (option, value) in enumerate(_values(game))
        if (possible := [case for one in whole if (case := _changed(one, option, value))])
    ]


def pairs(key: str) -> list[Case]:
    """Options in which every two compatible values occur together at least once."""
    game = load(key)
    options = [option for option in game.options if _values_of(option)]

    def can_be(row: list[str | bool]) -> bool:
        chosen = dict(zip((option.key for option in options), row, strict=False))
        return all(_means_something(option, chosen) for option in options if option.key in chosen)

    rows = AllPairs([_values_of(option) for option in options], filter_func=can_be)
    given = [dict(zip((option.key for option in options), row, strict=True)) for row in rows]
    return [Case(key, str(n), game.read_options(row), 1) for n, row in enumerate(given, 1)]


def _means_something(option: Option, chosen: Options) -> bool:
    """False if an option that does not apply has a value other than its default."""
    if option.when is None or option.when[0] not in chosen:
        return True
    return chosen[option.when[0]] in option.when[1] or chosen[option.key] == option.default


def _values_of(option: Option) -> list[str | bool]:
    return list(option.values or ((True, False) if option.default in (True, False) else ()))


def _values(game: Game[Any]) -> list[tuple[Option, str | bool]]:
    """Every option with each of its listed values."""
    return [(option, value) for option in game.options for value in _values_of(option)]


def _changed(case: Case, option: Option, value: str | bool) -> Case | None:
    """One game with one option changed; None if that has no effect or is not possible."""
    if option.when is not None and case.options[option.when[0]] not in option.when[1]:
        return None
    options = {**case.options, option.key: value}
    try:
        if load(case.key).read_options(options) != options or options == case.options:
            return None
    except BadOption:
        return None
    return Case(case.key, f"{case.name}-{option.key}={value}", options, 1)


def _ids(cases: list[Case]) -> list[Any]:
    return [pytest.param(case, id=f"{case.key}-{case.name}") for case in cases]


def _checks(case: Case) -> list[str]:
    """Desks are the same whatever the options are: they are checked with the defaults."""
    names = [check.name for check in CHECKS]
    return names if case.name == "defaults" else [name for name in names if name != "desks"]


def _begin(case: Case, steps: int, *, compiled: bool = True) -> int:
    """Check the beginning of one game; return the number of games checked."""
    game = load(case.key)
    steps = steps // 2 if game.longest > LONG else steps
    report = conformance(
        game, options=case.options, games=1, steps=steps, compiled=compiled, checks=_checks(case)
    )
    return report.games


@pytest.mark.parametrize("case", _ids([case for key in keys() for case in presets(key)]))
def test_presets_conform(case: Case) -> None:
    """The conformance kit finds no fault in the beginning of a game of each preset."""
    assert 1 == _begin(case, PRESET, compiled=case.key not in LARGE)


@pytest.mark.slow
@pytest.mark.parametrize("case", _ids([case for key in keys() for case in pairs(key)]))
def test_pairs_of_options_conform(case: Case) -> None:
    """Nor in the beginnings of games that combine every two values of options."""
    assert 1 == _begin(case, PAIRED)


@pytest.mark.slow
@pytest.mark.parametrize(
    "case", _ids([case for key in keys() for case in (*presets(key), *varied(key))])
)
def test_games_conform(case: Case) -> None:
    """Nor in whole games of all presets and of every value of every option."""
    game = load(case.key)
    games, steps = (1, BEGINNING) if game.longest > LONG else (case.games, None)
    report = conformance(
        game, options=case.options, games=games, steps=steps, seed=1, checks=_checks(case)
    )
    assert games == report.games


@pytest.mark.parametrize("key", keys())
def test_every_numbered_rule_has_a_test(key: str) -> None:
    """The list of rules without a test is empty."""
    assert [] == rules_without_test(load(key).home / "rules.md", Path(__file__).parent / key)
