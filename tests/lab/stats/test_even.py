"""Where both sides win as often: the fit, and its interval."""

import math
import random

import pytest

from honjin.lab.stats.even import Trial, fit


def odds(x: float, even: float, slope: float) -> float:
    """The share that a true line gives."""
    return 1 / (1 + math.exp(-slope * (x - even)))


def trials(even: float, slope: float, games: int = 1000) -> list[Trial]:
    """Trials that lie on a line."""
    return [Trial(x, games, odds(x, even, slope)) for x in (6, 8, 10, 12)]


def test_a_line_is_found() -> None:
    """Shares on a line give the line, as far as Firth's penalty allows."""
    found = fit(trials(9.3, 0.7))
    assert found.even().value == pytest.approx(9.3, abs=0.02)
    assert found.b == pytest.approx(0.7, abs=0.01)
    assert found.share(9.3) == pytest.approx(0.5, abs=0.01)


def test_the_other_side() -> None:
    """Seen from the other side it is even at the same value."""
    one = fit(trials(9.3, 0.7))
    other = fit([trial._replace(share=1 - trial.share) for trial in trials(9.3, 0.7)])
    assert one.even() == pytest.approx(other.even())


def test_values_may_be_moved_and_stretched() -> None:
    """Turns or half turns, from one or from a hundred: the same."""
    one = fit(trials(9.3, 0.7)).even()
    moved = [trial._replace(at=100 + 2 * trial.at) for trial in trials(9.3, 0.7)]
    assert [100 + 2 * end for end in one] == pytest.approx(list(fit(moved).even()))


def test_more_games_are_surer() -> None:
    """The interval holds the value, and gets narrower as the root of the games."""
    wide, narrow = (fit(trials(9.3, 0.7, n)).even() for n in (100, 10_000))
    assert wide.low < wide.value < wide.high
    assert wide.half_width / narrow.half_width == pytest.approx(10, rel=0.2)


def test_a_side_that_wins_all() -> None:
    """All games lost up to eight and all won from ten: even between them."""
    found = fit([Trial(x, 50, float(x > 9)) for x in (6, 8, 10, 12)]).even()
    assert found.value == pytest.approx(9)
    assert 8 < found.low < 9 < found.high < 10


def test_where_the_number_does_not_matter() -> None:
    """Without a slope nothing is known of where it is even."""
    found = fit([Trial(x, 100, 0.4) for x in (6, 8, 10, 12)]).even()
    assert math.inf == found.high or -math.inf == found.low


def test_a_weak_slope_leaves_one_side_open() -> None:
    """A side that falls short at all values, a little less at large ones: even is not soon."""
    found = fit([Trial(8, 400, 0.30), Trial(10, 400, 0.33), Trial(12, 400, 0.37)]).even()
    assert 12 < found.low < found.value
    assert found.high > 2 * found.value or found.high == math.inf


def test_one_value_is_not_enough() -> None:
    """Without two values there is no line."""
    with pytest.raises(ValueError, match="two values or more"):
        fit([Trial(8, 100, 0.5), Trial(8, 20, 0.5), Trial(9, 0, 0.0)])


def test_intervals_hold_the_truth() -> None:
    """Of 600 experiments with 40 games at each of four bids about 95 % hold it."""
    rng = random.Random(5)
    held = 0
    for _ in range(600):
        played = []
        for x in (6, 8, 10, 12):
            won = sum(rng.random() < odds(x, 9.3, 0.5) for _ in range(40))
            played.append(Trial(x, 40, won / 40))
        found = fit(played).even()
        held += found.low <= 9.3 <= found.high
    assert 0.93 <= held / 600 <= 0.985
