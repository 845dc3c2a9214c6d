"""Every statement of rules.md and every example has a test."""

from pathlib import Path

from honjin.core.parts.rulebook import load_rulebook
from honjin.games.swords.game import GAME, HOME
from honjin.testing import examples_tested, rules_without_test

HERE = Path(__file__).parent
EXAMPLES = [
    "B1", "B11", "B12", "B13", "B14", "B15", "B16", "B18", "B19", "B2", "B20", "B23", "B25", "B26",
    "B28", "B29", "B3", "B30", "B5", "B6", "B7", "B9",
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
