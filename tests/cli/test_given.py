"""Options of a game on the command line."""

import pytest

from honjin.cli.given import given_options
from honjin.core.errors import BadOption
from madeup.game import GAME as FAIR

DEFAULTS = {"seats": "2", "rounds": "2", "offers": True}


@pytest.mark.parametrize(
    ("pairs", "rest", "expected"),
    [
        ([], [], {}),
        (["seats=3"], [], {"seats": "3"}),
        ([], ["--seats", "3"], {"seats": "3"}),
        ([], ["--seats=3", "--rounds", "1"], {"seats": "3", "rounds": "1"}),
        ([], ["--no-offers"], {"offers": False}),
        ([], ["--offers", "--rounds", "1"], {"offers": True, "rounds": "1"}),
        (["offers=false"], ["--seats", "4"], {"offers": False, "seats": "4"}),
    ],
)
def test_reads(pairs: list[str], rest: list[str], expected: dict[str, object]) -> None:
    """Pairs and `--key value` mean the same; a flag needs no value."""
    assert DEFAULTS | expected == given_options(FAIR, pairs, rest)


@pytest.mark.parametrize(
    ("pairs", "rest", "said"),
    [
        (["seats"], [], "--option expects key=value, got 'seats'"),
        ([], ["--seats"], "--seats expects one of 2, 3, 4, got nothing"),
        ([], ["--seats", "--offers"], "--seats expects one of 2, 3, 4, got nothing"),
        ([], ["--seats", "9"], "option seats is one of 2, 3, 4, not '9'"),
        ([], ["--colour", "red"], "unknown option 'colour'; this game has seats, rounds, offers"),
        ([], ["--colour"], "unknown option --colour; this game has seats, rounds, offers"),
        ([], ["stray"], "expected an option like --key value, got 'stray'"),
        ([], ["--"], "expected an option like --key value, got '--'"),
        (["seats=3"], ["--seats", "3"], "option seats is given twice"),
        (["offers=maybe"], [], "option offers is true or false, not 'maybe'"),
    ],
)
def test_refuses(pairs: list[str], rest: list[str], said: str) -> None:
    """What cannot be used is refused, naming what was expected and what came."""
    with pytest.raises(BadOption) as problem:
        given_options(FAIR, pairs, rest)
    assert said == str(problem.value)
