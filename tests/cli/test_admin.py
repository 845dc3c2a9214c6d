"""`honjin admin`: beside a server that runs, on the same database."""

from pathlib import Path

from running import Run

from honjin.server.session.decide import Caller
from honjin.server.settings import Settings
from honjin.server.storage.people import People
from honjin.server.storage.store import Store


def test_invitations_are_made_and_listed(honjin: Run, tmp_path: Path) -> None:
    """A code a line; it stands in the list with what it is for."""
    store = Store(Settings(data=str(tmp_path)).url)
    store.open()
    code = honjin(f"admin invite --uses 3 --note friends --data {tmp_path}").output.strip()
    assert 12 == len(code)
    listed = honjin(f"admin invitations --data {tmp_path}").output
    assert f"{code}  3 left  0 used" in listed
    assert "friends" in listed
    store.close()


def test_people_are_listed(honjin: Run, tmp_path: Path) -> None:
    """Accounts; guests when they are asked for."""
    import asyncio

    store = Store(Settings(data=str(tmp_path)).url)
    store.open()
    people = People(store, lambda: 1_700_000_000_000)
    people.saw(Caller("ann", "Ann"))
    asyncio.run(people.flush())
    assert "" == honjin(f"admin people --data {tmp_path}").output
    listed = honjin(f"admin people --guests --data {tmp_path}").output
    assert "ann  Ann  since 2023-11-14  seen 2023-11-14  guest\n" == listed
    store.close()


def test_a_folder_without_a_database_is_one_line(honjin: Run, tmp_path: Path) -> None:
    done = honjin(f"admin people --data {tmp_path / 'none'}")
    assert 2 == done.exit_code
    assert "there is no database" in done.output
