"""Every rule of rules.md and every example has a test."""

from pathlib import Path

from honjin.games.akebono.game import HOME
from honjin.testing import examples_tested, rules_without_test

HERE = Path(__file__).parent
EXAMPLES = [
    "A1", "A11", "A12", "A13", "A14", "A16", "A18", "A19", "A2", "A20", "A23", "A25", "A26", "A27",
    "A3", "A4", "A5", "A7", "A8", "A9",
]  # fmt: skip


def test_no_rule_is_without_a_test() -> None:
    """The list of rules that no test cites is empty."""
    assert [] == rules_without_test(HOME / "rules.md", HERE)


def test_no_example_is_without_a_test() -> None:
    """Every example by which the rules were settled is a test."""
    assert EXAMPLES == examples_tested(HERE)
