"""Faults in the conditions of rules, and in the tables beside them."""

from dataclasses import replace
from pathlib import Path
from shutil import copytree
from tempfile import mkdtemp

from honjin.core.parts.reference import Reference, ReferenceTable, Row
from honjin.core.words import Say
from madeup.game import GAME, REFERENCE
from testing.faults.planting import Faulty, fault


def with_rules(old: str, new: str, other: str = "") -> Faulty:
    """The fair with another text of its rules; `other` is that of a second language."""
    home = Path(mkdtemp())
    copytree(GAME.home, home, dirs_exist_ok=True)
    text = (home / "rules.md").read_text("utf-8")
    assert old in text
    (home / "rules.md").write_text(text.replace(old, new), "utf-8")
    if other:
        (home / "rules.ja.md").write_text(text.replace(old, other), "utf-8")
    return replace(GAME, home=home)


@fault("rulebook", "rules.md")
def a_condition_on_an_option_that_is_none() -> Faulty:
    return with_rules("**9.** The", "**9.** {lanterns: 2} The")


@fault("rulebook", "rules.md")
def a_condition_on_a_value_that_is_none() -> Faulty:
    return with_rules("**2.** A", "**2.** {seats: 3, 5} A")


@fault("rulebook", "rules.md")
def a_statement_cites_what_is_not_there() -> Faulty:
    return with_rules("(§7)", "(§13)")


@fault("rulebook", "rules.md")
def two_languages_of_different_conditions() -> Faulty:
    return with_rules("**2.** A", "**2.** A", other="**2.** {seats: 2} A")


@fault("rulebook", "rules.md")
def two_languages_that_state_different_numbers() -> Faulty:
    game = with_rules("have 2 coins", "have {#coins} coins", other="have 2 coins")
    return replace(game, numbers={"coins": 2})


@fault("rules shown", "table.prompt")
def a_rule_of_other_games_is_cited() -> Faulty:
    return with_rules("**3.** Then", "**3.** {seats: 4} Then")


def with_row(row: Row) -> Faulty:
    """The fair with a row more."""
    (table,) = REFERENCE.tables
    longer = ReferenceTable(table.title, (*table.rows, row), heads=table.heads)
    return replace(GAME, reference=Reference((longer,)))


@fault("own reference")
def own_tables_of_another_game() -> Faulty:
    (table,) = REFERENCE.tables
    shorter = ReferenceTable(table.title, table.rows[1:], heads=table.heads)
    own = replace(REFERENCE, own=lambda _options: (shorter,))
    return replace(GAME, reference=own)


@fault("own reference")
def an_own_row_with_too_few_cells() -> Faulty:
    (table,) = REFERENCE.tables
    row = Row(Say("card", {"n": 4}), (4,))
    longer = ReferenceTable(table.title, (*table.rows, row), heads=table.heads)
    return replace(GAME, reference=replace(REFERENCE, own=lambda _options: (longer,)))


@fault("reference")
def a_row_with_too_few_cells() -> Faulty:
    return with_row(Row(Say("card", {"n": 4}), (4,)))


@fault("reference")
def a_row_that_no_game_has() -> Faulty:
    return with_row(Row(Say("card", {"n": 4}), (4, 0), when={"seats": ("7",)}))


@fault("reference")
def a_look_that_no_skin_can_know() -> Faulty:
    return with_row(Row(Say("card", {"n": 4}), (4, 0), look="the fourth card"))


@fault("reference")
def a_row_that_tells_no_statement() -> Faulty:
    return with_row(Row(Say("card", {"n": 4}), (4, 0), tells="44"))


@fault("reference")
def a_table_without_words() -> Faulty:
    return with_row(Row(Say("lantern.third"), (4, 0)))
