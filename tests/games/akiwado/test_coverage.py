"""Every rule of rules.md and every example has a test."""

from pathlib import Path

from honjin.core.parts.rulebook import load_rulebook
from honjin.games.akiwado.game import GAME, HOME
from honjin.testing import examples_tested, rules_without_test

HERE = Path(__file__).parent
EXAMPLES = [
    "A-01", "A-02", "A-03", "A-05", "A-06", "A-07", "A-09", "A-10", "A-12", "A-14", "A-15", "A-17",
    "A-19",
]  # fmt: skip


def test_no_rule_is_without_a_test() -> None:
    """The list of rules that no test cites is empty."""
    assert [] == rules_without_test(HOME / "rules.md", HERE)


def test_no_example_is_without_a_test() -> None:
    """Every example by which the rules were settled is a test."""
    assert EXAMPLES == examples_tested(HERE)


def test_both_languages_have_the_same_rules() -> None:
    """The same numbers in the same order, in as many chapters."""
    english, japanese = (
        load_rulebook(HOME / name, GAME.numbers) for name in ("rules.md", "rules.ja.md")
    )
    assert list(english.statements()) == list(japanese.statements())
    assert len(english.chapters) == len(japanese.chapters)
