"""`honjin perft` and `honjin bench`: numbers about the rules."""

import pytest

from cli.running import Run

LINE = "perft madeup --rounds 1 --no-offers"


def test_the_last_line_is_the_count_alone(honjin: Run) -> None:
    """Nine pairs of draws, then either seat bids 0, 1 or 2: 54."""
    assert ["54"] == honjin(f"{LINE} --depth 1 --interpreted").stdout.split()


def test_nothing_deep_is_one(honjin: Run) -> None:
    """At depth 0 there is the start alone."""
    assert "1\n" == honjin(f"{LINE} --depth 0 --interpreted").stdout


def test_divide_adds_up(honjin: Run) -> None:
    """`--divide` prints the share of each first outcome or action; the shares add up."""
    lines = honjin(f"{LINE} --depth 2 --interpreted --divide").stdout.splitlines()
    shares = [int(line.split(": ")[1]) for line in lines[:-1]]
    assert 3 == len(shares)
    assert int(lines[-1]) == sum(shares)
    assert lines[-1] == honjin(f"{LINE} --depth 2 --interpreted").stdout.strip()


@pytest.mark.parametrize("word", ["--depth -1", "--depth x", "--depth 99999999999999999999"])
def test_a_bad_depth_is_refused(honjin: Run, word: str) -> None:
    """The depth is a number from 0, and not a huge one."""
    result = honjin(f"{LINE} {word}")
    assert 2 == result.exit_code
    assert "--depth" in result.stderr


def test_compiled_counts_the_same(honjin: Run) -> None:
    """Both ways to run the rules count the same."""
    compiled = honjin(f"{LINE} --depth 3").stdout
    assert honjin(f"{LINE} --depth 3 --interpreted").stdout == compiled


def test_bench_tells_both_speeds(honjin: Run) -> None:
    """One line compiled, one interpreted."""
    lines = honjin("bench madeup --seconds 0.01").stdout.splitlines()
    assert ["compiled", "interpreted"] == [line.split()[0] for line in lines]
    assert all("games/s" in line and "actions/s" in line for line in lines)


def test_bench_ends(honjin: Run) -> None:
    """A run that would last for ever is refused."""
    for seconds in ("inf", "nan", "-1"):
        result = honjin(f"bench madeup --seconds={seconds}")
        assert (2, True) == (result.exit_code, "--seconds" in result.stderr)
