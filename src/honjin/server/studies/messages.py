"""The messages of studies."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from honjin.core.scene import Scene
from honjin.core.study.marks import PATTERN
from honjin.core.study.tree import Glyph
from honjin.server.analysis.messages import Lesson
from honjin.server.messages.parts import Answer, Body, Key, LongId, Name, SeatNumber, StudyId
from honjin.server.studies.events import Role, Visibility
from honjin.server.tables.messages.answers import LogLine, Outcome, Turn

Title = Annotated[str, Meta(min_length=1, max_length=80)]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
Mark = Annotated[str, Meta(max_length=200, pattern=PATTERN)]
Text = Annotated[str, Meta(max_length=4_000)]

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
    hidden: bool = False


class StudyPage(Answer):
    """GET /api/studies: 30 studies, the last changed first; `after` is the next page's `before`."""

    studies: tuple[StudyRow, ...]
    after: str = ""


# ---------------------------------------------------------------- a study


class StudyMember(Answer):
    """A person who was admitted to a study."""

    who: str
    name: str
    role: Role


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
    `here` are the names of the people who look at it now. `version` counts its changes. If it is
    `hidden`, a moderator has hidden it from everyone but its members.
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
    hidden: bool = False


class StudyWording(Answer):
    """What an author wrote while another changed the same words; `by` is the id of the author."""

    n: int
    by: str
    text: str


class StudyNode(Answer):
    """A position of a chapter: its parent, the entry of a record that led there, and its note.

    Nodes come with parents before children and the main line before variants; the first one is the
    start. `by` is the id of the person who wrote the comment. `wordings` wait for an author to
    choose from.
    """

    n: int
    parent: int
    entry: str = ""
    text: str = ""
    glyph: Glyph = ""
    marks: tuple[str, ...] = ()
    by: str = ""
    wordings: tuple[StudyWording, ...] = ()


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


class StudyChange(Answer):
    """A change of a tree. `now` is a position that was added, or whose note was changed.

    A position that is removed goes with all that follow; of the start, those that follow go. If one
    is promoted, each position on the way there becomes the first continuation of its parent.
    """

    do: Literal["add", "note", "remove", "promote"]
    node: int
    now: StudyNode | None = None


class StudyChanges(Answer):
    """GET …/chapters/{chapter}/changes?since=v: what leads from the tree of version v to `version`.

    They are made in this order. With `whole` there are too many: ask for the tree.
    """

    n: int
    version: int
    changes: tuple[StudyChange, ...] = ()
    whole: bool = False


class StudyChanged(Answer):
    """What came of a change in a chapter: the position concerned, and all changes since `?since=`.

    `kept`: a comment was "merged" with what others wrote since, or kept "beside" it, since both had
    changed the same sentence.
    """

    node: int
    news: StudyChanges
    kept: Literal["", "merged", "beside"] = ""


class StudyLesson(Answer):
    """GET …/lesson: a chapter as a lesson to be played, and as the TOML file of a lesson."""

    lesson: Lesson
    file: str


# ---------------------------------------------------------------- orders


class CreateStudy(Body):
    """POST /api/studies: create a study.

    With a `key`, an order that is sent again creates no second one.
    """

    title: Title
    visibility: Visibility = "private"
    key: Key | None = None


class ChangeStudy(Body):
    """POST /api/studies/{study}: change the title or the visibility; only for the owner."""

    title: Title | None = None
    visibility: Visibility | None = None


class AdmitMember(Body):
    """POST /api/studies/{study}/members: admit the person with this name; only for the owner.

    For a member, the role changes.
    """

    name: Name
    role: Role = "write"


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
    record: str | None = None
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


class CommentNode(Body):
    """POST …/nodes/{node}/comment: change the comment on a position from the text that it `was`."""

    text: Text
    was: Text = ""


class JudgeNode(Body):
    """POST …/nodes/{node}/glyph: judge the move to a position, whose glyph `was` this."""

    glyph: Glyph
    was: Glyph = ""


class MarkNode(Body):
    """POST …/nodes/{node}/marks: add and remove marks: circles and arrows.

    `tile.4` is a circle there, `tile.4>tile.9` an arrow, `red!tile.4` a circle in red; there are
    `red`, `gold` and `green`. A place has one circle, and two places one arrow in each direction.
    """

    add: Annotated[list[Mark], Meta(max_length=24)] = field(default_factory=list)
    remove: Annotated[list[Mark], Meta(max_length=24)] = field(default_factory=list)


class SettleWording(Body):
    """POST …/nodes/{node}/wordings/remove: remove a wording that was kept beside a comment."""

    wording: Version


class PruneNode(Body):
    """POST …/nodes/{node}/remove: remove a position and what follows, unless changed since `at`."""

    at: Version


class OpenStudyFile(Body):
    """POST /api/studies/file: create a private study from an exported file.

    With a `key`, an order that is sent again creates no second one.
    """

    file: str
    key: Key | None = None


class HideStudy(Body):
    """POST /api/admin/studies/hide: hide a study from all but its members, or show it again."""

    study: StudyId
    hidden: bool


class HouseStudy(Answer):
    """A study that a moderator has hidden or shown; nothing of what is in it."""

    id: str
    title: str
    owner: str
    hidden: bool
