"""People: guests who played, accounts, and their credentials."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_ID = sa.String(32)
_HASH = sa.String(64)


def upgrade() -> None:
    """Create the tables. Guests appear in them when they next play."""
    _people()
    _logins()
    _links()


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("member", sa.Boolean, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("mail", sa.String(254), unique=True),
    )
    op.create_index("people_by_change", "people", ["changed"])
    op.create_index("people_by_seen", "people", ["kind", "seen"])
    op.create_table(
        "names",
        sa.Column("alike", sa.String(200), primary_key=True),
        sa.Column("person", _ID, nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )


def _logins() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", _HASH, primary_key=True),
        sa.Column("person", _ID, nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("credential", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("counter", sa.BigInteger, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_table(
        "sessions",
        sa.Column("id", _HASH, primary_key=True),
        sa.Column("person", _ID, nullable=False, index=True),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "recovery",
        sa.Column("id", _HASH, primary_key=True),
        sa.Column("person", _ID, nullable=False, index=True),
    )


def _links() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", _HASH, primary_key=True),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("browser", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "mail_links",
        sa.Column("id", _HASH, primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("browser", _ID, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False, index=True),
    )
    op.create_table(
        "invitations",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("by", _ID, nullable=False, index=True),
        sa.Column("note", sa.String(80), nullable=False),
        sa.Column("left", sa.Integer, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )


def downgrade() -> None:
    """Drop them: accounts are lost, and seats belong to guests' cookies again."""
    for table in (
        "invitations", "mail_links", "challenges", "recovery", "sessions", "passkeys", "names",
        "people",
    ):  # fmt: skip
        op.drop_table(table)
