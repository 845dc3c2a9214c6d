"""Every statement of rules.md and every example has a test."""

from pathlib import Path

from honjin.core.parts.rulebook import load_rulebook
from honjin.games.summits.game import GAME, HOME
from honjin.testing import examples_tested, rules_without_test

HERE = Path(__file__).parent
EXAMPLES = [
    "E1", "E11", "E11b", "E12", "E14", "E16", "E17", "E19", "E2", "E20", "E21", "E22", "E23",
    "E25", "E26", "E27", "E28", "E30", "E4a", "E4b", "E4c", "E5", "E6", "E8", "E9a",
]  # fmt: skip


def test_no_rule_is_without_a_test() -> None:
    """The list of rules that no test cites is empty."""
    assert [] == rules_without_test(HOME / "rules.md", HERE)


def test_no_example_is_without_a_test() -> None:
    """Every example by which the rules were settled is a test."""
    assert EXAMPLES == examples_tested(HERE)


def test_both_languages_have_the_same_rules() -> None:
    """Equal numbers in an equal order, in as many chapters."""
    english, japanese = (
        load_rulebook(HOME / name, GAME.numbers) for name in ("rules.md", "rules.ja.md")
    )
    assert list(english.statements()) == list(japanese.statements())
    assert len(english.chapters) == len(japanese.chapters)
