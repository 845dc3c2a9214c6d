"""The file of a study: one JSON document with its title and chapters, and none of its people.

    {"study": 1, "title": "Openings", "chapters": [
    {"head": {"title": "Act 3", "game": "rokumon", "rules": 2, "options": {…}}, "nodes": [
    {"note": {"text": "The start"}},
    {"after": 0, "do": "0:r1c1", "note": {"glyph": "!"}},
    …]}]}

The first node of a chapter is its start. Every other one names its parent by its place in the list.
Each node is a line, so that a change of one is a change of one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from honjin.core.errors import Flaw, HonjinError, TooLarge, Unreadable
from honjin.core.game import Game
from honjin.core.play import Play, replay
from honjin.core.reading.bounds import MAX_ACTION, shown
from honjin.core.reading.files import told
from honjin.core.reading.limit import must_be_in_time
from honjin.core.reading.text import decoded
from honjin.core.record import read_entry
from honjin.core.seats import CHANCE
from honjin.core.study.marks import read_mark
from honjin.core.study.tree import (
    EMPTY,
    GLYPHS,
    LONGEST_MARK,
    MAX_CHAPTERS,
    MAX_MARKS,
    MAX_NODES,
    MAX_TEXT,
    MAX_TITLE,
    ROOT,
    Chapter,
    Head,
    Note,
    Tree,
)

FORMAT: Final = 1
MAX_FILE: Final = 5_000_000
"""The most bytes of a file: more than any study has that a server keeps."""
PORTION: Final = 100
"""The number of nodes that are written at a time."""


class FileNode(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position: the parent's place, the entry that leads here, and the note."""

    after: int = 0
    do: str = ""
    note: Note = EMPTY


class FileChapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter and its nodes, the start first."""

    head: Head
    nodes: tuple[FileNode, ...] = (FileNode(),)


class StudyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole study."""

    study: int
    title: str
    chapters: tuple[FileChapter, ...] = ()

    def to_json(self) -> bytes:
        """The document, a node on each line, to be kept in a repository as well."""
        return b"".join(written(self.title, self.chapters))


# ---- writing


def write_chapter(chapter: Chapter) -> FileChapter:
    """A chapter for a file; nodes are numbered in the order of their lines."""
    tree, places = chapter.tree, dict[int, int]()
    nodes = []
    for place, n in enumerate(tree.below(ROOT)):
        node, places[n] = tree.nodes[n], place
        nodes.append(FileNode(places[node.parent], node.entry, node.note))
    return FileChapter(chapter.head, tuple(nodes))


def written(title: str, chapters: Iterable[FileChapter]) -> Iterator[bytes]:
    """The document in portions, so that a large one need not be in memory as a whole."""
    yield b'{"study": %d, "title": %b, "chapters": [' % (FORMAT, _json(title))
    between = b"\n"
    for chapter in chapters:
        yield between + b'{"head": %b, "nodes": [\n' % _json(chapter.head)
        for first in range(0, len(chapter.nodes), PORTION):
            lines = b",\n".join(map(_json, chapter.nodes[first : first + PORTION]))
            yield (b",\n" if first else b"") + lines
        yield b"]}"
        between = b",\n"
    yield b"]}\n"


def _json(part: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(part), indent=0)


def write_study(title: str, chapters: Iterable[Chapter]) -> StudyFile:
    """A study for a file."""
    return StudyFile(FORMAT, title, tuple(map(write_chapter, chapters)))


# ---- reading


def read_study(text: str | bytes) -> StudyFile:
    """The study in a file, its shape and bounds checked; Unreadable says what was expected."""
    if len(text) > MAX_FILE:
        raise TooLarge(f"expected a study of at most {MAX_FILE} bytes, got {len(text)}")
    try:
        found = msgspec.json.decode(decoded(text), type=StudyFile)
    except Flaw as flaw:
        raise Unreadable(f"expected a Honjin study in JSON: {told(flaw.say)}") from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Unreadable(f"expected a Honjin study in JSON: {problem}") from None
    if found.study != FORMAT:
        raise Unreadable(f"expected study format {FORMAT}, got {found.study}")
    _must_be_at_most("a study", "chapters", len(found.chapters), MAX_CHAPTERS)
    must_be_title(found.title)
    for chapter in found.chapters:
        must_be_title(chapter.head.title)
        _must_be_at_most("a chapter", "nodes", len(chapter.nodes), MAX_NODES)
        for node in chapter.nodes:
            must_be_note(node.note)
    return found


def must_be_title(text: str) -> None:
    """Raise Unreadable if a title is empty or too long."""
    if not 0 < len(text.strip()) <= MAX_TITLE:
        raise Unreadable(f"expected a title of 1 to {MAX_TITLE} characters, got {shown(text)}")


def must_be_note(note: Note) -> None:
    """Raise Unreadable if a note is too long."""
    _must_be_at_most("a comment", "bytes", len(note.text.encode("utf-8", "replace")), MAX_TEXT)
    _must_be_at_most("a position", "marks", len(note.marks), MAX_MARKS)
    if any(len(mark) > LONGEST_MARK for mark in note.marks):
        raise Unreadable(f"expected marks of at most {LONGEST_MARK} characters")
    if wrong := next((mark for mark in note.marks if read_mark(mark) is None), None):
        raise Unreadable(f"expected marks such as tile.4 or red!tile.4>tile.9, got {shown(wrong)}")


def _must_be_at_most(of: str, what: str, got: int, most: int) -> None:
    if got > most:
        raise Unreadable(f"expected {of} with at most {most} {what}, got {got}")


def read_chapter(game: Game[Any], chapter: FileChapter) -> Chapter:
    """A chapter whose every move was played by the rules; Unreadable names one that cannot be."""
    head = current(game, chapter.head)
    tree, plays = Tree(), [started(game, head)]
    places, left = [ROOT], [0] * (len(chapter.nodes) + 1)
    for node in chapter.nodes[1:]:
        left[node.after if 0 <= node.after < len(left) else 0] += 1
    if not chapter.nodes or chapter.nodes[0].do:
        raise Unreadable("expected the start as the first node of a chapter, without `do`")
    tree.annotate(ROOT, chapter.nodes[0].note)
    for place, node in enumerate(chapter.nodes[1:], 1):
        must_be_in_time()
        if not 0 <= node.after < place:
            raise Unreadable(f"node {place}: expected `after` from 0 to {place - 1}")
        play = _after(plays[node.after], node.do, place)
        entry = play.record().actions[-1]
        left[node.after] -= 1
        if not left[node.after] and node.after:
            plays[node.after] = plays[0]  # nothing follows from it any more
        plays.append(play)
        places.append(tree.grow(places[node.after], (entry,)))
        tree.annotate(places[place], node.note)
    return Chapter(head, tree)


def _after(play: Play, entry: str, place: int) -> Play:
    try:
        return played(play, entry)
    except HonjinError as problem:
        raise Unreadable(f"node {place} ({shown(entry)}) cannot be played: {problem}") from None


def current(game: Game[Any], head: Head) -> Head:
    """The head with all options of the game, under the current rules."""
    if head.game != game.key:
        raise Unreadable(f"expected a chapter of {game.key}, got one of {shown(head.game)}")
    play = replay(game, Chapter(head, Tree()).record(()))
    return msgspec.structs.replace(head, rules=game.version, options=dict(play.options))


# ---- playing


def started(game: Game[Any], head: Head) -> Play:
    """The game at the start of a chapter."""
    return replay(game, Chapter(head, Tree()).record(()))


def played(play: Play, entry: str) -> Play:
    """The game after one more entry; the given one stays as it is."""
    if len(entry) > MAX_ACTION:
        raise Unreadable(f"expected an entry of at most {MAX_ACTION} characters")
    seat, text = read_entry(entry)
    again = play.at(len(play.steps))
    if seat == CHANCE:
        again.chance(again.game.read_action(again.state, CHANCE, text))
    else:
        again.act_text(seat, text)
    return again


def check_study(found: StudyFile, load: Callable[[str], Game[Any]]) -> list[Chapter]:
    """All chapters, played by the rules; Unreadable names the chapter that cannot be."""
    chapters = []
    for n, chapter in enumerate(found.chapters, 1):
        try:
            chapters.append(read_chapter(load(chapter.head.game), chapter))
        except HonjinError as problem:
            raise Unreadable(f"chapter {n}: {problem}") from None
    return chapters


__all__ = [
    "FORMAT", "GLYPHS", "FileChapter", "FileNode", "StudyFile", "check_study", "current",
    "must_be_note", "must_be_title", "played", "read_chapter", "read_study", "started",
    "write_chapter", "write_study", "written",
]  # fmt: skip
