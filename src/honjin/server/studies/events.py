"""The journal of a study: every change by anyone, in order, never rewritten."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from honjin.core.study.tree import Glyph, Head, Note
from honjin.server.db.journalled import Event

Visibility = Literal["private", "link", "public"]
Role = Literal["write", "read"]


class StudyEvent(Event):
    """Base of all events, with the id of the person."""

    by: str


class Created(StudyEvent):
    """The study was created; `by` owns it."""

    name: str
    title: str
    visibility: Visibility


class Set(StudyEvent):
    """The title or the visibility was changed."""

    title: str | None = None
    visibility: Visibility | None = None


class Admitted(StudyEvent):
    """A person became a member, or has another role now."""

    who: str
    name: str
    role: Role


class Dismissed(StudyEvent):
    """A person is no longer a member."""

    who: str


class Added(StudyEvent):
    """A chapter was added at the end, with a main line if `entries` are given."""

    head: Head
    entries: tuple[str, ...] = ()


class Opened(StudyEvent):
    """A chapter of a file was added: the nodes with their parents, and notes by node."""

    head: Head
    nodes: tuple[tuple[int, str], ...] = ()
    notes: dict[int, Note] = field(default_factory=dict)


class Titled(StudyEvent):
    """A chapter got another title."""

    chapter: int
    title: str


class Moved(StudyEvent):
    """A chapter was moved to a place among the others, counted from 0."""

    chapter: int
    place: int


class Removed(StudyEvent):
    """A chapter was removed."""

    chapter: int


class Grown(StudyEvent):
    """A node was continued."""

    chapter: int
    parent: int
    entry: str


class Noted(StudyEvent):
    """The note on a node was replaced: what earlier versions wrote for each change of one."""

    chapter: int
    node: int
    note: Note


class Commented(StudyEvent):
    """The comment on a node was replaced."""

    chapter: int
    node: int
    text: str


class Judged(StudyEvent):
    """The glyph of a move was replaced."""

    chapter: int
    node: int
    glyph: Glyph


class Marked(StudyEvent):
    """Marks on a node were added and removed."""

    chapter: int
    node: int
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


class Worded(StudyEvent):
    """Another wording of a comment was kept beside it."""

    chapter: int
    node: int
    text: str


class Settled(StudyEvent):
    """A wording was removed: taken, or not needed."""

    chapter: int
    node: int
    wording: int


class Hidden(StudyEvent):
    """A moderator hid the study from everyone but its members, or showed it again."""

    hidden: bool


class Pruned(StudyEvent):
    """A node and what follows from it were removed."""

    chapter: int
    node: int


class Promoted(StudyEvent):
    """The line to a node became the main line."""

    chapter: int
    node: int


AnyEvent = (
    Created | Set | Admitted | Dismissed | Added | Opened | Titled | Moved | Removed | Grown | Noted
    | Commented | Judged | Marked | Worded | Settled | Pruned | Promoted | Hidden
)  # fmt: skip
OfNote = Noted | Commented | Judged | Marked | Worded | Settled
