"""The conformance kit: checks a game against the contract of `honjin.core.game`.

    from honjin.testing import conformance

    def test_my_game() -> None:
        conformance(GAME, games=20)

It plays seeded random games and checks every position and step. The first fault raises a
ConformanceError that names the check, the game, its options and the step, and includes a record
that leads there; `check_record` runs the checks along such a record.
"""

from honjin.testing.check import Check, ConformanceError
from honjin.testing.kit import CHECKS, Report, check_record, conformance
from honjin.testing.random_play import random_play
from honjin.testing.rule_coverage import examples_tested, rules_without_test

__all__ = [
    "CHECKS",
    "Check",
    "ConformanceError",
    "Report",
    "check_record",
    "conformance",
    "examples_tested",
    "random_play",
    "rules_without_test",
]
