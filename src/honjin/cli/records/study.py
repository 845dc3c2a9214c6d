"""`honjin study`: check and print an exported study, or make a lesson or a record of a chapter."""

from pathlib import Path
from typing import Annotated

import typer

from honjin.cli.records.files import read_text
from honjin.cli.show import say_line
from honjin.core.errors import NoSuchStep
from honjin.core.study.file import MAX_FILE, check_study, read_study
from honjin.core.study.teaching import lesson_of, write_lesson
from honjin.core.study.tree import ROOT, Chapter, Tree
from honjin.games import load


def study(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="An exported study.")],
    chapter: Annotated[
        int | None, typer.Option(help="Only this chapter, counted from 1.", min=1)
    ] = None,
    lesson: Annotated[
        bool, typer.Option("--lesson", help="Print a chapter as the file of a lesson.")
    ] = False,
    record: Annotated[
        bool, typer.Option("--record", help="Print the main line of a chapter as a record.")
    ] = False,
    seat: Annotated[int | None, typer.Option(help="The learner's seat.", min=0, max=7)] = None,
) -> None:
    """Check an exported study and print its chapters, or make a lesson or a record of one."""
    found = read_study(read_text(file, "a Honjin study in JSON", MAX_FILE))
    chapters = check_study(found, load)
    if chapter is not None and chapter > len(chapters):
        raise NoSuchStep(f"--chapter is from 1 to {len(chapters)} in this study, not {chapter}")
    if lesson or record:
        _make(chapters[(chapter or 1) - 1] if chapters else None, lesson=lesson, seat=seat)
        return
    say_line(found.title, "bold")
    for n, one in enumerate(chapters, 1):
        if chapter in (None, n):
            _print(n, one)


def _make(chapter: Chapter | None, *, lesson: bool, seat: int | None) -> None:
    if chapter is None:
        raise NoSuchStep("expected a study with a chapter, got none")
    if lesson:
        found = lesson_of(load(chapter.head.game), chapter, seat=seat)
        print(write_lesson(found), end="")
    else:
        print(chapter.line_through(ROOT).to_json())


def _print(n: int, chapter: Chapter) -> None:
    """Print a chapter: a line for each move, its variants indented below it."""
    head, tree = chapter.head, chapter.tree
    say_line(f"{n}. {head.title} ({head.game}, {len(tree.nodes) - 1} moves)", "bold green")
    _say_note(tree.nodes[ROOT].note.text, 0)
    waiting = _following(tree, ROOT, 0, 1)
    while waiting:
        node, depth, ply = waiting.pop()
        found = tree.nodes[node]
        space = "  " * min(depth, 8)
        say_line(f"{space}{ply:>4}  {found.entry}{found.note.glyph}")
        _say_note(found.note.text, depth)
        waiting += _following(tree, node, depth, ply + 1)


def _following(tree: Tree, node: int, depth: int, ply: int) -> list[tuple[int, int, int]]:
    """The moves after a node, the main line last: each with its depth and its number."""
    children = tree.children[node]
    return [(one, depth + (i > 0), ply) for i, one in reversed([*enumerate(children)])]


def _say_note(text: str, depth: int) -> None:
    for line in text.splitlines():
        say_line(f"{'  ' * min(depth, 8)}      {line}", "cyan")
