"""Reading rules.md."""

import re
from pathlib import Path

import pytest

from honjin.core.parts.rulebook import (
    Chapter,
    Point,
    Statement,
    Summary,
    cited_in,
    load_rulebook,
    read_rulebook,
)

RULES = """\
# Rokumon

Two sides fight.

They fight long.

## Set-up
**1.** Lay out
the cards.
## Rulings

**M1.** A **bold** word: see 26.3.

**26.3.** 天を
地に。
"""


def test_chapters_hold_numbered_statements() -> None:
    """Title, introduction, chapters; the lines of a paragraph are joined."""
    book = read_rulebook(RULES)
    assert ("Rokumon", ("Two sides fight.", "They fight long.")) == (book.title, book.intro)
    assert (
        Chapter("Set-up", (Statement("1", "Lay out the cards."),)),
        Chapter(
            "Rulings",
            (Statement("M1", "A **bold** word: see 26.3."), Statement("26.3", "天を地に。")),
        ),
    ) == book.chapters
    assert ["1", "M1", "26.3"] == list(book.statements())


def test_a_file_is_read(tmp_path: Path) -> None:
    """An error message names the file."""
    (tmp_path / "rules.md").write_text(RULES, "utf-8")
    assert read_rulebook(RULES) == load_rulebook(tmp_path / "rules.md")
    (tmp_path / "rules.md").write_text("", "utf-8")
    with pytest.raises(ValueError, match=r"rules\.md, line 1: expected '# <title"):
        load_rulebook(tmp_path / "rules.md")


def test_a_rulebook_states_numbers_of_the_data(tmp_path: Path) -> None:
    """In the language of its file; a statement may begin with one, which is not a condition."""
    text = RULES.replace("Lay out", "{#cards|word}: {#cards}")
    for name in ("rules.md", "rules.ja.md"):
        (tmp_path / name).write_text(text, "utf-8")
    books = [load_rulebook(tmp_path / name, {"cards": 7}) for name in ("rules.md", "rules.ja.md")]
    assert ["seven: 7 the cards.", "七: 7 the cards."] == [book.statements()["1"] for book in books]
    assert "{#cards|word}: {#cards} the cards." == read_rulebook(text).statements()["1"]
    with pytest.raises(ValueError, match=r"rules\.md: expected a number .* \(none\), got cards"):
        load_rulebook(tmp_path / "rules.md")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no title\n", "line 1: expected '# <title"),
        ("# T\n\nwords\n", "at least one '## <chapter>'"),
        ("# T\n\n**1.** a\n\n## C\n\n**2.** b\n", "line 3: expected '## <chapter>' before"),
        ("# T\n\n## C\n\n**1.** a\n\n**1.** b\n", "line 7: 1 was used in line 5"),
        ("# T\n\n## C\n\nno number\n", r"line 5: expected '\*\*<number>.\*\* <text>'"),
        ("# T\n\n## C\n\n**1** a\n", r"line 5: expected '\*\*<number>.\*\* <text>'"),
        ("# T\n\n## C\n\n**a1.** a\n", r"line 5: expected '\*\*<number>.\*\* <text>'"),
        ("# T\n\n## C\n\n### D\n\n**1.** a\n", "line 5: expected"),
        ("# T\n\n## C\n\n## D\n\n**1.** a\n", "line 3: chapter 'C' has no statements"),
    ],
)
def test_malformed_files_are_refused(text: str, said: str) -> None:
    """The message names the line and what was expected there."""
    with pytest.raises(ValueError, match=said):
        read_rulebook(text)


CONDITIONS = """\
# Rokumon

Two sides fight.

## In short

**Goal.** A row (§1).

{act: 3, 4} **Fight.** The higher die
stays (§M1, §26.3).

## Play

**1.** Place.

**M1.** {act: 3; tie: no} Fight.

## The Automa

{act: epilogue}

**26.3.** It places.

**26.4.** {tie: yes} It moves.
"""


def test_statements_hold_under_conditions() -> None:
    """A statement, a paragraph of the summary or a chapter can have a condition in braces."""
    book = read_rulebook(CONDITIONS)
    assert {
        "1": {},
        "M1": {"act": ("3",), "tie": (False,)},
        "26.3": {"act": ("epilogue",)},
        "26.4": {"act": ("epilogue",), "tie": (True,)},
    } == book.conditions()
    assert {"1": "Place.", "M1": "Fight.", "26.3": "It places.", "26.4": "It moves."} == (
        book.statements()
    )


def test_a_first_chapter_without_numbers_is_the_summary() -> None:
    """It has paragraphs with conditions, and is not among the chapters."""
    book = read_rulebook(CONDITIONS)
    points = (
        Point("**Goal.** A row (§1).", {}),
        Point("**Fight.** The higher die stays (§M1, §26.3).", {"act": ("3", "4")}),
    )
    assert Summary("In short", points) == book.summary
    assert ["Play", "The Automa"] == [chapter.title for chapter in book.chapters]
    assert Summary("", ()) == read_rulebook(RULES).summary


def test_statements_are_cited_by_their_sign() -> None:
    """§ and a number refer to a statement."""
    assert ["M1", "26.3"] == cited_in("The higher die stays (§M1, §26.3), see 5.")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{act: 3; tie: no}", "{act}", "line 16: expected '<option>: <value>, <value>; …'"),
        ("{act: 3; tie: no}", "{act: 3; act: 4}", "line 16: expected '<option>: <value>"),
        ("{act: 3; tie: no}", "{act: 3,}", "line 16: expected '<option>: <value>"),
        ("{act: epilogue}", "{act: epilogue} more", "line 20: expected '{<condition>}'"),
        ("{tie: yes}", "{act: 1}", "line 24: act is in the condition of the chapter"),
        ("{act: 3, 4} **Fight.** The higher die\nstays (§M1, §26.3).", "{act: 3}", "line 9: exp"),
    ],
)
def test_malformed_conditions_are_refused(old: str, new: str, said: str) -> None:
    """The message names the line and what was expected there."""
    with pytest.raises(ValueError, match=re.escape(said)):
        read_rulebook(CONDITIONS.replace(old, new))
