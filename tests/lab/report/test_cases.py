"""Cases to compare."""

import doctest

import pytest

from honjin.core.errors import BadOption
from honjin.lab import BadArena, case_key, varied_cases
from honjin.lab.report import cases
from madeup.game import GAME


def test_every_choice_of_the_varied_options() -> None:
    """The first one varies slowest; what is given holds in every case."""
    found = varied_cases(GAME, {"rounds": "1"}, {"seats": ["2", "3"], "offers": [True, False]})
    assert [
        "seats=2 offers=true", "seats=2 offers=false", "seats=3 offers=true", "seats=3 offers=false"
    ] == list(found)  # fmt: skip
    assert {"seats": "3", "rounds": "1", "offers": False} == found["seats=3 offers=false"]


def test_values_are_checked() -> None:
    """A value that the option does not have is refused by the game."""
    with pytest.raises(BadOption, match="option seats is one of 2, 3, 4, not '9'"):
        varied_cases(GAME, {}, {"seats": ["2", "9"]})


def test_too_many_cases() -> None:
    """A report on hundreds of cases is a mistake."""
    with pytest.raises(BadArena, match="expected 1 to 64 cases, got 65"):
        varied_cases(GAME, {}, {"rounds": ["1"] * 65})


def test_a_long_value_has_a_short_name() -> None:
    """A name is good for a folder: no slash, limited length, and still unique."""
    one, two = (case_key({"board": f"{'5/4' * 100}{n}"}) for n in range(2))
    assert one != two
    assert {"/"} & set(one) == set()
    assert len(one) < 100


def test_examples_in_the_docstrings() -> None:
    """What the docstrings show is so."""
    done = doctest.testmod(cases)
    assert (True, 0) == (done.attempted > 0, done.failed)
