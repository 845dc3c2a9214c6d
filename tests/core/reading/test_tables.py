"""The data files of games: a key that no code reads is refused."""

from pathlib import Path

import pytest

from honjin.core.reading.tables import Table, load_tables, must_be_read


def table() -> Table:
    """A file with tables in tables and in lists, all of it unread."""
    return Table({"box": {"dice": 3}, "card": [{"id": "a", "force": 1}, {"id": "b", "force": 2}]})


def test_what_is_read_is_accepted(tmp_path: Path) -> None:
    """Every key was read: by name, with a default, or in a loop over the table."""
    path = tmp_path / "box.toml"
    path.write_text("[box]\ndice = 3\ncoins = 5\n[sets]\n2 = 3\n", "utf-8")
    tables = load_tables(path)
    assert (3, 5) == (tables["box"]["dice"], tables["box"].get("coins", 0))
    assert [("2", 3)] == list(tables["sets"].items())
    must_be_read("box.toml", tables)


def test_an_unread_key_is_named_with_file_and_table() -> None:
    """The first in the order of the file; reading one card of a list reads no other."""
    tables = table()
    with pytest.raises(ValueError, match=r"^box\.toml: no code reads box$"):
        must_be_read("box.toml", tables)
    assert ("a", 1) == (tables["card"][0]["id"], len(tables["box"]))
    with pytest.raises(ValueError, match=r"^box\.toml, box: no code reads dice$"):
        must_be_read("box.toml", tables)
    assert 3 == tables["box"]["dice"]
    with pytest.raises(ValueError, match=r"^box\.toml, card 1: no code reads force$"):
        must_be_read("box.toml", tables)


def test_keys_for_readers_need_no_code() -> None:
    """Sources and evidence are for people."""
    notes = {"source": "stated", "force_source": "ruled", "evidence": "page 3", "link_evidence": []}
    must_be_read("box.toml", Table(notes))


def test_naming_the_keys_reads_none() -> None:
    """Only values count as read."""
    tables = Table({"sets": 3})
    assert ["sets"] == list(tables)
    with pytest.raises(ValueError, match="no code reads sets"):
        must_be_read("box.toml", tables)
