"""What goes when an account is deleted: the name, the ratings, the traces. The games stay."""

from __future__ import annotations

import sqlalchemy as sa

from honjin.server.storage import history, ratings, traces


def forget(connection: sa.Connection, who: str) -> None:
    """Forget somebody, for `Store.change`; what others won and lost by their games stays."""
    history.forget_name(connection, who)
    ratings.forget(connection, who)
    traces.forget(connection, who)
