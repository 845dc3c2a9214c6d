"""What the id of a table looks like."""

from honjin.server.tables.store.table import is_id, new_id


def test_ids_have_one_length() -> None:
    """The database is asked for no other text."""
    made = new_id()
    assert is_id(made)
    assert not any(map(is_id, ("", made[:-1], made + made[0], made[:-1] + "-")))
