"""Every rule of rules.md and every example has a test."""

from pathlib import Path

from honjin.games.rokumon.game import HOME
from honjin.testing import examples_tested, rules_without_test

HERE = Path(__file__).parent
EXAMPLES = [
    "R-01", "R-02", "R-03", "R-04", "R-05", "R-06", "R-07", "R-08", "R-09", "R-11", "R-13",
    "R-15", "R-16", "R-17", "R-19", "R-20", "R-21", "R-22", "R-24", "R-26", "R-30",
]  # fmt: skip


def test_no_rule_is_without_a_test() -> None:
    """The list of rules that no test cites is empty."""
    assert [] == rules_without_test(HOME / "rules.md", HERE)


def test_no_example_is_without_a_test() -> None:
    """Every example by which the rules were settled is a test."""
    assert EXAMPLES == examples_tested(HERE)
