"""A study as it is: the replay of its journal."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import ClassVar, Final, Literal, NamedTuple, Self

import msgspec

from honjin.core.study.tree import Chapter, Tree
from honjin.server.db.journalled import Event, Journalled
from honjin.server.studies import events as ev

RECENT: Final = 500
"""The number of changes to trees that are remembered, for pages that have the tree before them."""


class TreeChange(NamedTuple):
    """A change of a tree: event `at` added, annotated, pruned or promoted a node."""

    at: int
    chapter: int
    what: Literal["add", "note", "prune", "promote"]
    node: int


class Member(msgspec.Struct, frozen=True):
    """A person who may write in a study, or only read it; with the name of that time."""

    who: str
    name: str
    role: ev.Role


class Study(Journalled):
    """A study, found and changed by several people."""

    def __init__(self, id: str, first: ev.Created) -> None:
        super().__init__(id, first)
        self.owner, self.host = first.by, first.name
        self.title, self.visibility = first.title, first.visibility
        self.hidden = False
        """Whether a moderator hid it from everyone but its members."""
        self.members: dict[str, Member] = {}
        self.chapters: dict[int, Chapter] = {}
        """The chapters by number, in their order."""
        self.changes: dict[int, int] = {}
        """The number of the last event of each chapter."""
        self.recent: deque[TreeChange] = deque(maxlen=RECENT)
        self.forgotten = 0
        """The number of the last change to a tree that is no longer in `recent`."""
        self.next_chapter = 1

    def role(self, who: str) -> str:
        """The role of a person: the owner, a member who writes or reads, or nobody ("")."""
        if who == self.owner:
            return "owner"
        member = self.members.get(who)
        return member.role if member else ""

    def may_read(self, who: str) -> bool:
        """Whether a person may see the study, if they have its address."""
        return bool(self.role(who)) or (self.is_open and not self.hidden)

    @property
    def is_open(self) -> bool:
        """Whether its owner lets strangers see it."""
        return self.visibility != "private"

    def may_write(self, who: str) -> bool:
        """Whether a person may change what is in the study."""
        return self.role(who) in ("owner", "write")

    def after(self, events: Iterable[Event]) -> Self:
        """The study after some more events; this one stays as it is."""
        events, found = list(events), super().after(())
        touched = {getattr(event, "chapter", 0) for event in events}
        for n, chapter in self.chapters.items():
            if n in touched:
                found.chapters[n] = Chapter(chapter.head, chapter.tree.copy())
        for event in events:
            found.take(event)
        return found

    # ---- events

    def _set(self, event: ev.Set) -> None:
        self.title = self.title if event.title is None else event.title
        self.visibility = event.visibility or self.visibility

    def _admitted(self, event: ev.Admitted) -> None:
        self.members[event.who] = Member(event.who, event.name, event.role)

    def _dismissed(self, event: ev.Dismissed) -> None:
        self.members.pop(event.who, None)

    def _added(self, event: ev.Added) -> None:
        tree = Tree()
        tree.grow(0, event.entries, self.count)
        self._add(Chapter(event.head, tree))

    def _opened(self, event: ev.Opened) -> None:
        tree = Tree()
        for parent, entry in event.nodes:
            tree.grow(parent, (entry,), self.count)
        for n, note in event.notes.items():
            tree.annotate(n, note, self.count, event.by)
        self._add(Chapter(event.head, tree))

    def _add(self, chapter: Chapter) -> None:
        self.chapters[self.next_chapter] = chapter
        self.changes[self.next_chapter] = self.count
        self.next_chapter += 1

    def _titled(self, event: ev.Titled) -> None:
        chapter = self.chapters[event.chapter]
        head = msgspec.structs.replace(chapter.head, title=event.title)
        self.chapters[event.chapter] = Chapter(head, chapter.tree)

    def _moved(self, event: ev.Moved) -> None:
        order = [n for n in self.chapters if n != event.chapter]
        order.insert(event.place, event.chapter)
        self.chapters = {n: self.chapters[n] for n in order}

    def _removed(self, event: ev.Removed) -> None:
        del self.chapters[event.chapter], self.changes[event.chapter]

    def _grown(self, event: ev.Grown) -> None:
        node = self._tree(event.chapter).grow(event.parent, (event.entry,), self.count)
        self._remember(event.chapter, "add", node)

    def _noted(self, event: ev.Noted) -> None:
        self._noting(event).annotate(event.node, event.note, self.count, event.by)

    def _commented(self, event: ev.Commented) -> None:
        self._noting(event).comment(event.node, event.text, self.count, event.by)

    def _judged(self, event: ev.Judged) -> None:
        self._noting(event).judge(event.node, event.glyph, self.count)

    def _marked(self, event: ev.Marked) -> None:
        self._noting(event).mark(event.node, event.add, event.remove, self.count)

    def _worded(self, event: ev.Worded) -> None:
        self._noting(event).word(event.node, event.text, self.count, event.by)

    def _settled(self, event: ev.Settled) -> None:
        self._noting(event).settle(event.node, event.wording, self.count)

    def _pruned(self, event: ev.Pruned) -> None:
        tree, n = self._tree(event.chapter), event.chapter
        gone, parent = set(tree.below(event.node)), tree.nodes[event.node].parent
        tree.prune(event.node)
        # Of a promoted line that is gone now, what is left of the way there was promoted.
        kept = (
            one._replace(node=parent)
            if (one.chapter, one.what) == (n, "promote") and one.node in gone
            else one
            for one in self.recent
        )
        self.recent = deque(kept, maxlen=RECENT)
        self._remember(n, "prune", event.node)

    def _promoted(self, event: ev.Promoted) -> None:
        self._tree(event.chapter).promote(event.node)
        self._remember(event.chapter, "promote", event.node)

    def _hidden(self, event: ev.Hidden) -> None:
        self.hidden = event.hidden

    def _noting(self, event: ev.OfNote) -> Tree:
        self._remember(event.chapter, "note", event.node)
        return self._tree(event.chapter)

    def _tree(self, chapter: int) -> Tree:
        self.changes[chapter] = self.count
        return self.chapters[chapter].tree

    def _remember(
        self, chapter: int, what: Literal["add", "note", "prune", "promote"], node: int
    ) -> None:
        if len(self.recent) == RECENT:
            self.forgotten = self.recent[0].at
        self.recent.append(TreeChange(self.count, chapter, what, node))

    HANDLERS: ClassVar = {
        ev.Set: _set,
        ev.Admitted: _admitted,
        ev.Dismissed: _dismissed,
        ev.Added: _added,
        ev.Opened: _opened,
        ev.Titled: _titled,
        ev.Moved: _moved,
        ev.Removed: _removed,
        ev.Grown: _grown,
        ev.Noted: _noted,
        ev.Commented: _commented,
        ev.Judged: _judged,
        ev.Marked: _marked,
        ev.Worded: _worded,
        ev.Settled: _settled,
        ev.Hidden: _hidden,
        ev.Pruned: _pruned,
        ev.Promoted: _promoted,
    }
