"""An option has one name: the state holds it in the field of that name, or not at all."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any, Final

import pytest

from honjin.core.game import Game
from honjin.core.options import Option, Value
from honjin.core.state import State
from honjin.games import keys, load

NOT_HELD: Final[Mapping[str, set[str]]] = {
    "akebono": {"setup_revisions"},  # the state counts those that are left
    "akiwado": {"colours", "waste"},
    "swords": {"tiles"},  # decides which squares are neighbours, as a map does
    "summits": {"free_hands", "handicap", "reconstruction"},  # change what the battle declares
}
"""Options that only change what the set-up lays out."""


def set_ups(game: Game[Any], option: Option) -> dict[Value, State]:
    """The state that each value of an option leads to."""
    values = (False, True) if isinstance(option.default, bool) else option.values
    others = {option.when[0]: option.when[1][0]} if option.when else {}
    return {value: game.setup(game.read_options({**others, option.key: value})) for value in values}


def changed(states: Mapping[Value, State]) -> set[str]:
    """The fields in which states differ."""
    first, *others = states.values()
    return {
        name
        for name in first._fields
        if any(getattr(first, name) != getattr(other, name) for other in others)
    }


@pytest.mark.parametrize("key", keys())
def test_an_option_that_changes_the_state_changes_the_field_of_its_name(key: str) -> None:
    """Options of free text, which are maps and lists of cards, are spread over many fields."""
    game = load(key)
    fields = {
        option.key: changed(set_ups(game, option))
        for option in game.options
        if option.values or isinstance(option.default, bool)
    }
    elsewhere = {name for name, differing in fields.items() if differing and name not in differing}
    assert NOT_HELD.get(key, set()) == elsewhere


@pytest.mark.parametrize("key", keys())
def test_no_two_values_of_an_option_lay_out_the_same(key: str) -> None:
    """A choice that the set-up of Swords did not copy into its state was a choice of nothing."""
    game = load(key)
    chosen = {
        option.key: set_ups(game, option).values()
        for option in game.options
        if option.values or isinstance(option.default, bool)
    }
    alike = {
        name for name, states in chosen.items() if any(a == b for a, b in combinations(states, 2))
    }
    assert set() == alike


@pytest.mark.parametrize("key", keys())
def test_a_flag_is_1_where_it_is_true(key: str) -> None:
    """The sense is not turned round either."""
    game = load(key)
    for option in game.options:
        if isinstance(option.default, bool) and option.key in game.state._fields:
            states = set_ups(game, option).items()
            assert [0, 1] == [getattr(state, option.key) for _, state in states], option.key
