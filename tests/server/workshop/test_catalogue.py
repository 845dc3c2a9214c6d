"""The lists of experiments while others are made and deleted."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from honjin.lab.experiments.background import PLAN
from honjin.lab.experiments.plan import Plan, Variant
from honjin.server.experiments.catalogue import META, Catalogue
from honjin.server.experiments.quotas import MAX_EACH
from honjin.server.work.steady import now_ms

ANN = "a" * 16
TWO = Plan("rokumon", (Variant("act=2", {"act": "2"}, ("greedy",)),), games=2)


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    return Catalogue(tmp_path / "experiments", now_ms)


@pytest.mark.parametrize("file", [META, PLAN])
def test_what_is_deleted_meanwhile_is_left_out(
    catalogue: Catalogue, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of its files is gone first."""
    key, other = [catalogue.make(ANN, TWO) for _ in range(2)]
    keys = catalogue.keys()
    (catalogue.folder / key / file).unlink()
    monkeypatch.setattr(catalogue, "keys", lambda: keys)
    assert [other] == [row.key for row in catalogue.rows(ANN)]
    assert () == catalogue.searches(ANN)


def test_lists_are_whole_while_some_are_made_and_deleted(catalogue: Catalogue) -> None:
    """A thread makes them, which deletes the oldest; no list fails."""

    def make_many() -> None:
        for _ in range(5 * MAX_EACH):
            catalogue.make(ANN, TWO)

    with ThreadPoolExecutor(1) as threads:
        making = threads.submit(make_many)
        while not making.done():
            assert MAX_EACH >= len(catalogue.rows(ANN))
    making.result()
    assert MAX_EACH == len(catalogue.rows(ANN))


def test_a_file_is_listed_when_it_is_checked(catalogue: Catalogue) -> None:
    """Until then nothing is known of what is in it; the list was refused."""
    catalogue.make(ANN, None, b"junk")
    assert () == catalogue.rows(ANN)


def test_what_a_killed_process_left_is_deleted(tmp_path: Path) -> None:
    """A folder is listed from its last file on: without that it stayed for ever, 24 MB or more.

    A folder that is not named like one of them belongs to somebody else.
    """
    now = now_ms()
    catalogue = Catalogue(tmp_path / "experiments", lambda: now)
    left = catalogue.make(ANN, None, b"games")
    (catalogue.folder / left / META).unlink()
    other = catalogue.make(ANN, TWO)  # the first may still be on its way
    assert (catalogue.folder / left).exists()
    (catalogue.folder / "lost+found").mkdir()
    now += 2 * 3_600_000
    last = catalogue.make(ANN, TWO)
    assert {other, last, "lost+found"} == {one.name for one in catalogue.folder.iterdir()}
