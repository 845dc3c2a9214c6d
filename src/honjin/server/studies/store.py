"""The journals of studies, and a row for each by which it is found.

Every function takes a connection, for `Store.ask` and `Store.change`. Appending events with numbers
that another process has used too raises an IntegrityError, and nothing is stored. A study that was
removed has no row and no journal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from honjin.server.db.damage import readable
from honjin.server.db.journalled import JournalTable
from honjin.server.db.sql import META, insert
from honjin.server.messages import refusals as no
from honjin.server.people.people import hold_present
from honjin.server.studies import events as ev
from honjin.server.studies import orders
from honjin.server.studies.fold import Study

STUDIES: Final = sa.Table(
    "studies",
    META,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("owner", sa.String(32), nullable=False),
    sa.Column("visibility", sa.String(8), nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("header", sa.Text, nullable=False),
)
JOURNAL: Final = JournalTable("study", Study, ev.AnyEvent)
PEOPLE: Final = sa.Table(
    "study_people",
    META,
    sa.Column("who", sa.String(32), primary_key=True),
    sa.Column("study", sa.String(32), primary_key=True),
)
"""The members of each study; its owner is in its row."""

PAGE: Final = 30
"""The number of studies on a page of a list."""
HIDDEN: Final = "hidden"
"""In the column of visibility: a moderator hid the study from everyone but its members."""
MAX_BYTES: Final = 4_000_000
"""The most bytes of a study's journal."""


class StudyHeader(msgspec.Struct, frozen=True):
    """The fields of a row other than its columns."""

    title: str
    host: str
    chapters: int
    games: tuple[str, ...]
    size: int = 0
    """The bytes of the journal so far."""
    visibility: ev.Visibility = "private"
    """The owner's choice, if it is hidden."""


class StudyLine(msgspec.Struct, frozen=True):
    """A study as lists show it."""

    id: str
    owner: str
    visibility: ev.Visibility
    hidden: bool
    changed: int
    header: StudyHeader


Cursor = tuple[int, str]
"""When the last study of the page before was changed, and its id."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(StudyHeader).decode


def create(
    connection: sa.Connection, study: Study, event: ev.Created, most: int,
    begun: Sequence[ev.StudyEvent] = (),
) -> None:  # fmt: skip
    """Store a new study and its first events; StudyFull if its owner has `most` of them."""
    hold_present(connection, study.owner)  # requests at the same time count each other's studies
    count = sa.select(sa.func.count()).where(STUDIES.c.owner == study.owner)
    if (connection.scalar(count) or 0) >= most:
        raise no.StudyFull(f"you have {most} studies, the most that are kept; remove one first")
    size = JOURNAL.append(connection, study.id, 0, (event, *begun))
    if begun and size > MAX_BYTES:
        raise no.StudyFull(f"a study has at most {MAX_BYTES} bytes, this one {size}")
    connection.execute(STUDIES.insert(), [_row(study, size)])


def append(
    connection: sa.Connection, first: int, events: Sequence[ev.StudyEvent], after: Study
) -> None:
    """Store events from number `first` on, and what follows from them."""
    row = connection.execute(sa.select(STUDIES).where(STUDIES.c.id == after.id)).first()
    if row is None:
        raise no.UnknownStudy("the study was removed")
    before = _line(row)
    size = before.header.size + JOURNAL.append(connection, after.id, first, events)
    if size > MAX_BYTES and not all(_takes_away(event, before) for event in events):
        raise no.StudyFull(f"a study has at most {MAX_BYTES} bytes; export it to go on")
    new = _row(after, size)
    connection.execute(sa.update(STUDIES).where(STUDIES.c.id == after.id).values(new))
    for event in events:
        if isinstance(event, ev.Admitted):
            put = insert(connection, PEOPLE).on_conflict_do_nothing()
            connection.execute(put, [{"who": event.who, "study": after.id}])
        elif isinstance(event, ev.Dismissed):
            gone = sa.and_(PEOPLE.c.who == event.who, PEOPLE.c.study == after.id)
            connection.execute(sa.delete(PEOPLE).where(gone))


def _takes_away(event: ev.StudyEvent, before: StudyLine) -> bool:
    """Whether an event only takes something away, which a full study must allow.

    Each undoes what needed room, or is a moderator's, so a journal does not grow by them for ever.
    """
    if isinstance(event, ev.Set):
        return orders.is_narrower(event, before.visibility)
    return isinstance(event, ev.Hidden | ev.Dismissed | ev.Removed | ev.Pruned)


def _row(study: Study, size: int) -> dict[str, object]:
    games = tuple(dict.fromkeys(one.head.game for one in study.chapters.values()))
    header = StudyHeader(
        study.title, study.host, len(study.chapters), games, size, study.visibility
    )  # fmt: skip
    return {
        "id": study.id, "owner": study.owner,
        "visibility": HIDDEN if study.hidden else study.visibility,
        "changed": study.changed, "header": _encode(header).decode(),
    }  # fmt: skip


def owned(connection: sa.Connection, who: str, before: Cursor | None = None) -> list[StudyLine]:
    """A page of the studies of a person, the last changed first."""
    return _lines(connection, sa.select(STUDIES).where(STUDIES.c.owner == who), before)


def joined(connection: sa.Connection, who: str, before: Cursor | None = None) -> list[StudyLine]:
    """A page of the studies of others in which a person is a member."""
    query = sa.select(STUDIES).join(PEOPLE, PEOPLE.c.study == STUDIES.c.id)
    return _lines(connection, query.where(PEOPLE.c.who == who), before)


def public(connection: sa.Connection, before: Cursor | None = None) -> list[StudyLine]:
    """A page of the public studies, the last changed first."""
    query = sa.select(STUDIES).where(STUDIES.c.visibility == "public")
    return _lines(connection, query, before)


def _lines(
    connection: sa.Connection,
    query: sa.Select[tuple[str, str, str, int, str]],
    before: Cursor | None,
) -> list[StudyLine]:
    place = sa.tuple_(STUDIES.c.changed, STUDIES.c.id)
    if before is not None:
        query = query.where(place < sa.tuple_(*map(sa.literal, before)))
    order = (STUDIES.c.changed.desc(), STUDIES.c.id.desc())
    rows = connection.execute(query.order_by(*order).limit(PAGE))
    return [*readable("study", rows, _line)]


def _line(row: Any) -> StudyLine:
    header, hidden = _decode(row.header), row.visibility == HIDDEN
    visibility = header.visibility if hidden else row.visibility
    return StudyLine(row.id, row.owner, visibility, hidden, row.changed, header)


def hidden_among(connection: sa.Connection, ids: Collection[str]) -> dict[str, bool]:
    """Whether each of some studies is hidden; those that were removed are left out."""
    query = sa.select(STUDIES.c.id, STUDIES.c.visibility).where(STUDIES.c.id.in_(list(ids)))
    return {row.id: row.visibility == HIDDEN for row in connection.execute(query)}


def remove(connection: sa.Connection, id: str) -> None:
    """Remove a study with its journal."""
    connection.execute(sa.delete(PEOPLE).where(PEOPLE.c.study == id))
    JOURNAL.remove(connection, id)
    connection.execute(sa.delete(STUDIES).where(STUDIES.c.id == id))


def forget(connection: sa.Connection, who: str) -> None:
    """Remove the studies of a person, and the person's memberships."""
    for id in list(connection.scalars(sa.select(STUDIES.c.id).where(STUDIES.c.owner == who))):
        remove(connection, id)
    connection.execute(sa.delete(PEOPLE).where(PEOPLE.c.who == who))
