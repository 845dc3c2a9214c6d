"""A chapter of a study: a game with options, where it starts, and a tree of moves with notes.

A node is a position: node 0 is the start, every other one follows from its parent by one entry of a
record (`core.record`). The first child of each node continues the main line. A path of nodes never
changes, so what was computed for a node stays valid for as long as the node exists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, get_args

import msgspec

from honjin.core.options import Value
from honjin.core.record import Record
from honjin.core.study.marks import marked

ROOT: Final = 0
Glyph = Literal["", "!", "?", "!?", "?!", "!!", "??"]
GLYPHS: Final[tuple[str, ...]] = get_args(Glyph)
MAX_CHAPTERS: Final = 32
MAX_NODES: Final = 2_000
"""The most nodes of a chapter, which also bounds its depth."""
MAX_TITLE: Final = 80
MAX_TEXT: Final = 4_000
"""The most bytes of a comment."""
MAX_MARKS: Final = 24
LONGEST_MARK: Final = 200
MAX_WORDINGS: Final = 8
"""The most other wordings of a comment that wait for an author to decide."""


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a chapter shows: a game under certain rules, its options, a start in notation if any."""

    title: str
    game: str
    rules: int
    options: dict[str, Value] = {}
    start: str | None = None


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """A comment on a position, a glyph for the move that led there, and marks (`study.marks`)."""

    text: str = ""
    glyph: Glyph = ""
    marks: tuple[str, ...] = ()


EMPTY: Final = Note()


class Wording(msgspec.Struct, frozen=True):
    """What one author wrote while another changed the same words: kept beside the comment."""

    n: int
    by: str
    text: str


class Node(msgspec.Struct, frozen=True):
    """A position of a tree. `rev` is the number of the change that last concerned it.

    `by` wrote the comment; `wordings` are others of it, which an author has still to choose from.
    """

    n: int
    parent: int
    entry: str
    note: Note = EMPTY
    rev: int = 0
    by: str = ""
    wordings: tuple[Wording, ...] = ()


class Tree:
    """The positions of a chapter."""

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {ROOT: Node(ROOT, ROOT, "")}
        self.children: dict[int, tuple[int, ...]] = {ROOT: ()}
        self.next = 1
        """The number of the next node; none is ever used twice."""

    def copy(self) -> Tree:
        """An independent copy."""
        found = Tree()
        found.nodes, found.children = self.nodes.copy(), self.children.copy()
        found.next = self.next
        return found

    def child(self, parent: int, entry: str) -> int | None:
        """The node that an entry leads to, if there is one."""
        for n in self.children[parent]:
            if self.nodes[n].entry == entry:
                return n
        return None

    def path(self, n: int) -> list[Node]:
        """The nodes from the first move to node `n`."""
        found = []
        while n != ROOT:
            found.append(self.nodes[n])
            n = self.nodes[n].parent
        return found[::-1]

    def entries(self, n: int) -> tuple[str, ...]:
        """The entries that lead to a node."""
        return tuple(node.entry for node in self.path(n))

    def main_line(self, n: int = ROOT) -> list[Node]:
        """The main line after a node."""
        found = []
        while self.children[n]:
            n = self.children[n][0]
            found.append(self.nodes[n])
        return found

    def below(self, n: int) -> Iterator[int]:
        """A node and all that follow from it, parents first and the main line before variants."""
        waiting = [n]
        while waiting:
            n = waiting.pop()
            yield n
            waiting += reversed(self.children[n])

    # ---- changes

    def grow(self, parent: int, entries: Iterable[str], rev: int = 0) -> int:
        """Continue a node by entries; those that are there are followed. Return the last node."""
        for entry in entries:
            found = self.child(parent, entry)
            if found is None:
                found = self.next
                self.nodes[found] = Node(found, parent, entry, EMPTY, rev)
                self.children[found] = ()
                self.children[parent] += (found,)
                self.next += 1
            parent = found
        return parent

    def annotate(self, n: int, note: Note, rev: int = 0, by: str = "") -> None:
        """Replace the note on a node."""
        self._put(n, rev, note=note, by=by if note.text else "")

    def comment(self, n: int, text: str, rev: int = 0, by: str = "") -> None:
        """Replace the comment on a node."""
        note = msgspec.structs.replace(self.nodes[n].note, text=text)
        self._put(n, rev, note=note, by=by if text else "")

    def judge(self, n: int, glyph: Glyph, rev: int = 0) -> None:
        """Replace the glyph of the move to a node."""
        self._put(n, rev, note=msgspec.structs.replace(self.nodes[n].note, glyph=glyph))

    def mark(self, n: int, add: Iterable[str], remove: Iterable[str], rev: int = 0) -> None:
        """Add and remove marks on a node."""
        note = self.nodes[n].note
        marks = marked(note.marks, add, remove)
        self._put(n, rev, note=msgspec.structs.replace(note, marks=marks))

    def word(self, n: int, text: str, rev: int, by: str) -> None:
        """Keep another wording beside the comment; its number is that of the change."""
        self._put(n, rev, wordings=(*self.nodes[n].wordings, Wording(rev, by, text)))

    def settle(self, n: int, wording: int, rev: int = 0) -> None:
        """Remove a wording."""
        left = tuple(one for one in self.nodes[n].wordings if one.n != wording)
        self._put(n, rev, wordings=left)

    def _put(self, n: int, rev: int, **fields: object) -> None:
        self.nodes[n] = msgspec.structs.replace(self.nodes[n], rev=rev, **fields)

    def prune(self, n: int) -> None:
        """Remove a node and all that follow from it; of the start, all that follow."""
        gone = [one for one in self.below(n) if one != ROOT]
        parent = self.nodes[n].parent
        kept = () if n == ROOT else tuple(one for one in self.children[parent] if one != n)
        self.children[parent] = kept
        for one in gone:
            del self.nodes[one], self.children[one]

    def promote(self, n: int) -> None:
        """Make the path to a node the main line."""
        for node in self.path(n):
            others = (one for one in self.children[node.parent] if one != node.n)
            self.children[node.parent] = (node.n, *others)


class Chapter(msgspec.Struct):
    """A chapter: what it shows, and its tree."""

    head: Head
    tree: Tree

    def record(self, entries: Sequence[str]) -> Record:
        """A line of the chapter as a record."""
        head = self.head
        return Record(head.game, head.rules, head.options, tuple(entries), start=head.start)

    def line_through(self, n: int) -> Record:
        """The line through a node, followed to its end along the main line, as a record."""
        rest = (node.entry for node in self.tree.main_line(n))
        return self.record((*self.tree.entries(n), *rest))
