"""The drafts that people with accounts keep: one row each, with its version.

A draft that another device has changed since is not replaced: the caller keeps its own beside it.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from honjin.server.db.sql import META
from honjin.server.messages import refusals as no
from honjin.server.people.people import hold
from honjin.server.workshop import messages as m

DRAFTS: Final = sa.Table(
    "drafts",
    META,
    sa.Column("owner", sa.String(32), primary_key=True),
    sa.Column("id", sa.String(m.ID), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("desk", sa.String(40), nullable=False),
    sa.Column("name", sa.String(m.NAME), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
MAX_DRAFTS: Final = 100
"""The most drafts of a person."""
MAX_BYTES: Final = 2_000_000
"""The most bytes of all drafts of a person."""
_OF: Final = DRAFTS.c
_HEADS: Final = (_OF.id, _OF.game, _OF.desk, _OF.name, _OF.version, _OF.changed)


def rows(connection: sa.Connection, owner: str) -> tuple[m.DraftRow, ...]:
    """The drafts of a person without their drawings, the last changed first."""
    query = sa.select(*_HEADS).where(_OF.owner == owner).order_by(_OF.changed.desc(), _OF.id)
    return tuple(m.DraftRow(*row) for row in connection.execute(query))


def read(connection: sa.Connection, owner: str, id: str) -> m.KeptDraft:
    """A draft of a person; UnknownDraft if there is none."""
    row = connection.execute(sa.select(*_HEADS, _OF.body).where(_is(owner, id))).first()
    if row is None:
        raise no.UnknownDraft("it was removed, or is somebody else's")
    return m.KeptDraft(*row[:-1], m.read_drawing(row.body))


def whole(connection: sa.Connection, owner: str) -> list[m.KeptDraft]:
    """All drafts of a person with their drawings."""
    return [read(connection, owner, row.id) for row in rows(connection, owner)]


def keep(connection: sa.Connection, owner: str, id: str, order: m.KeepDraft, now: int) -> int:
    """Store a draft; its new version. StaleDraft if another device has changed it since.

    What is there already is not stored again: the answer to the first request may have been lost.
    """
    if hold(connection, owner) != "account":  # requests at the same time count each other's drafts
        raise no.NoAccount("drafts are kept here for people with an account")
    body = m.write_drawing(order.draft)
    row = connection.execute(sa.select(DRAFTS).where(_is(owner, id))).first()
    if row is not None and (row.name, row.body) == (order.name, body):
        return int(row.version)
    if row is not None and row.version != order.version:
        raise no.StaleDraft(f"it has version {row.version}, not {order.version}")
    _require_room(connection, owner, id, len(body.encode()))
    version = order.version + 1
    values = {
        "game": order.game, "desk": order.desk, "name": order.name, "version": version,
        "changed": now, "size": len(body.encode()), "body": body,
    }  # fmt: skip
    if row is None:
        connection.execute(DRAFTS.insert().values(owner=owner, id=id, **values))
    else:
        connection.execute(sa.update(DRAFTS).where(_is(owner, id)).values(values))
    return version


def _require_room(connection: sa.Connection, owner: str, id: str, size: int) -> None:
    others = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(_OF.size), 0))
    count, used = connection.execute(others.where(_OF.owner == owner, _OF.id != id)).one()
    if count >= MAX_DRAFTS:
        raise no.DraftsFull(f"you have {count} drafts, the most that are kept; remove one first")
    if used + size > MAX_BYTES:
        raise no.DraftsFull(f"all drafts may have {MAX_BYTES} bytes, these have {used + size}")


def remove(connection: sa.Connection, owner: str, id: str, version: int) -> None:
    """Remove a draft; StaleDraft if another device has changed it since."""
    found = connection.scalar(sa.select(_OF.version).where(_is(owner, id)))
    if found not in (None, version):
        raise no.StaleDraft(f"it has version {found}, not {version}")
    connection.execute(sa.delete(DRAFTS).where(_is(owner, id)))


def forget(connection: sa.Connection, owner: str) -> None:
    """Remove all drafts of a person."""
    connection.execute(sa.delete(DRAFTS).where(_OF.owner == owner))


def _is(owner: str, id: str) -> sa.ColumnElement[bool]:
    return sa.and_(_OF.owner == owner, _OF.id == id)
