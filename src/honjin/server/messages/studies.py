"""The messages of studies."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from honjin.core.scene import Scene
from honjin.server.messages.parts import Answer, Body, LongId, Name, SeatNumber
from honjin.server.messages.study import Lesson
from honjin.server.messages.tables import LogLine, Outcome, Turn

Visibility = Literal["private", "link", "public"]
Title = Annotated[str, Meta(min_length=1, max_length=80)]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
Glyph = Literal["", "!", "?", "!?", "?!", "!!", "??"]
Mark = Annotated[str, Meta(min_length=1, max_length=80)]

# ---------------------------------------------------------------- lists


class StudyRow(Answer):
    """A study in a list: its owner by name, and the keys of the games in it."""

    id: str
    title: str
    owner: str
    visibility: Visibility
    chapters: int
    games: tuple[str, ...]
    changed: int


class StudyList(Answer):
    """GET /api/studies: the caller's studies, those that others admitted them to, public ones."""

    yours: tuple[StudyRow, ...]
    joined: tuple[StudyRow, ...]
    public: tuple[StudyRow, ...]


# ---------------------------------------------------------------- a study


class StudyMember(Answer):
    """A person who was admitted to a study."""

    who: str
    name: str
    role: Literal["write", "read"]


class StudyChapter(Answer):
    """The heading of a chapter. `changed` grows when something in its tree changes.

    `usable` is false if this server does not offer the game any more, or plays it by other rules.
    """

    n: int
    title: str
    game: str
    changed: int
    nodes: int
    usable: bool = True


class StudyInfo(Answer):
    """GET /api/studies/{study}, and event `study`: a study without the trees of its chapters.

    `role` is the caller's: the owner, a member who may write or only read, or "" for anyone else.
    `here` are the names of the people who look at it now. `version` counts its changes.
    """

    id: str
    version: int
    title: str
    owner: str
    visibility: Visibility
    role: Literal["owner", "write", "read", ""]
    members: tuple[StudyMember, ...]
    chapters: tuple[StudyChapter, ...]
    here: tuple[str, ...] = ()
    owner_id: str = ""


class StudyNode(Answer):
    """A position of a chapter: its parent, the entry of a record that led there, and its note.

    Nodes come with parents before children and the main line before variants; the first one is the
    start. `rev` says which note this is, for `at` of AnnotateNode.
    """

    n: int
    parent: int
    entry: str = ""
    text: str = ""
    glyph: Glyph = ""
    marks: tuple[str, ...] = ()
    rev: int = 0


class StudyTree(Answer):
    """GET /api/studies/{study}/chapters/{chapter}: the tree of a chapter, as of `version`.

    `start` is the position in notation that it starts from, if not from the set-up.
    """

    n: int
    version: int
    game: str
    options: dict[str, str | bool]
    nodes: tuple[StudyNode, ...]
    start: str = ""


class StudyOutcome(Answer):
    """An outcome of chance in notation, and its weight."""

    do: str
    weight: int


class StudyPosition(Answer):
    """GET /api/studies/{study}/chapters/{chapter}/nodes/{node}?seat=k: a position as k sees it.

    Without `seat`, as the seat sees it that is to act, or that acted last. `log` and `ids` are
    about the entry that led here. If the seat may act, `turn` has its choices. If chance is next,
    `chance` lists the first of its `outcomes`; others can be given in notation.
    """

    node: int
    viewer: int
    seats: int
    may_act: tuple[int, ...]
    scene: Scene
    log: tuple[LogLine, ...] = ()
    ids: tuple[str, ...] = ()
    turn: Turn | None = None
    chance: tuple[StudyOutcome, ...] = ()
    outcomes: int = 0
    outcome: Outcome | None = None
    may_resign: tuple[int, ...] = ()


class StudyChanged(Answer):
    """What came of a change in a chapter: the position concerned, and the whole tree."""

    node: int
    tree: StudyTree


class StudyLesson(Answer):
    """GET …/lesson: a chapter as a lesson to be played, and as the TOML file of a lesson."""

    lesson: Lesson
    file: str


# ---------------------------------------------------------------- orders


class CreateStudy(Body):
    """POST /api/studies: create a study."""

    title: Title
    visibility: Visibility = "private"


class ChangeStudy(Body):
    """POST /api/studies/{study}: change the title or the visibility; only for the owner."""

    title: Title | None = None
    visibility: Visibility | None = None


class RemoveStudy(Body):
    """POST /api/studies/{study}/remove: remove the study for good; only for the owner."""


class AdmitMember(Body):
    """POST /api/studies/{study}/members: admit the person with this name; only for the owner.

    For a member, the role changes.
    """

    name: Name
    role: Literal["write", "read"] = "write"


class DismissMember(Body):
    """POST /api/studies/{study}/members/remove: end a membership; without `who` the caller's."""

    who: LongId | None = None


class AddChapter(Body):
    """POST /api/studies/{study}/chapters: add a chapter at the end.

    It shows a `game` with `options` from its set-up or from a `start` in notation; or a `record`;
    or the game at a `table`, which must be over if it has secrets.
    """

    title: Title
    game: Annotated[str, Meta(max_length=64)] = ""
    options: dict[str, str | bool] = field(default_factory=dict)
    start: Annotated[str, Meta(max_length=20_000)] | None = None
    record: Annotated[str, Meta(max_length=2_000_000)] | None = None
    table: LongId | None = None


class ChangeChapter(Body):
    """POST /api/studies/{study}/chapters/{chapter}: rename a chapter, or move it to a `place`."""

    title: Title | None = None
    place: Annotated[int, Meta(ge=0, le=1_000)] | None = None


class RemoveChapter(Body):
    """POST …/chapters/{chapter}/remove: remove a chapter, unless it was changed since `at`."""

    at: Version


class PlayMove(Body):
    """POST …/nodes/{node}/moves: continue a position by an action of a seat.

    Without a `seat` it is an outcome of chance; without `do`, one is drawn.
    """

    do: Annotated[str, Meta(max_length=400)] = ""
    seat: SeatNumber | None = None


class AnnotateNode(Body):
    """POST …/nodes/{node}/note: comment on a position, whose note was last changed at `at`."""

    at: Version
    text: Annotated[str, Meta(max_length=4_000)] = ""
    glyph: Glyph = ""
    marks: Annotated[list[Mark], Meta(max_length=24)] = field(default_factory=list)


class PruneNode(Body):
    """POST …/nodes/{node}/remove: remove a position and what follows, unless changed since `at`."""

    at: Version


class PromoteNode(Body):
    """POST …/nodes/{node}/promote: make the line to a position the main line."""


class OpenStudyFile(Body):
    """POST /api/studies/file: create a private study from an exported file."""

    file: Annotated[str, Meta(max_length=4_000_000)]


__all__ = [
    "AddChapter",
    "AdmitMember",
    "AnnotateNode",
    "ChangeChapter",
    "ChangeStudy",
    "CreateStudy",
    "DismissMember",
    "OpenStudyFile",
    "PlayMove",
    "PromoteNode",
    "PruneNode",
    "RemoveChapter",
    "RemoveStudy",
    "StudyChanged",
    "StudyChapter",
    "StudyInfo",
    "StudyLesson",
    "StudyList",
    "StudyMember",
    "StudyNode",
    "StudyOutcome",
    "StudyPosition",
    "StudyRow",
    "StudyTree",
]
