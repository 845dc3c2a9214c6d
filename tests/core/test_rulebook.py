"""Reading rules.md."""

from pathlib import Path

import pytest

from honjin.core.rulebook import Chapter, Statement, load_rulebook, read_rulebook

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
    """A mistake names the file."""
    (tmp_path / "rules.md").write_text(RULES, "utf-8")
    assert read_rulebook(RULES) == load_rulebook(tmp_path / "rules.md")
    (tmp_path / "rules.md").write_text("", "utf-8")
    with pytest.raises(ValueError, match=r"rules\.md, line 1: expected '# <title"):
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
