"""`honjin admin`, next to a running server, on the same database."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from authenticator import ORIGIN
from cli.running import Run
from honjin.server.db.engine import make_engine
from honjin.server.people.caller import Caller
from honjin.server.people.people import People
from honjin.server.settings import Settings
from honjin.server.tables.store.store import Store
from places import STORED
from server.accounts.test_accounts import keep
from server.site_client import Browser, House, open_house, two_at_table


def test_invitations_are_made_and_listed(honjin: Run, tmp_path: Path) -> None:
    """One code per line; the list shows it with its note."""
    store = Store(Settings(data=str(tmp_path)).url)
    store.open()
    code = honjin(f"admin invite --uses 3 --note friends --data {tmp_path}").output.strip()
    assert 12 == len(code)
    listed = honjin(f"admin invitations --data {tmp_path}").output
    assert f"{code}  3 left  0 used" in listed
    assert "friends" in listed
    store.close()


def test_people_are_listed(honjin: Run, tmp_path: Path) -> None:
    """Accounts, and guests if requested."""
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


@pytest.mark.parametrize("words", ["people", "log", "invite", "suspend ann chat --hours 1"])
def test_a_database_of_another_version_is_one_line(honjin: Run, tmp_path: Path, words: str) -> None:
    """As after an update or a restore, before the first start: the change had been "rejected"."""
    shutil.copy(STORED / "honjin.db", tmp_path)
    older = honjin(f"admin {words} --data {tmp_path}")
    assert (2, True) == (older.exit_code, "start the server of this one once" in older.output)
    engine = make_engine(f"sqlite:///{tmp_path / 'honjin.db'}")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    newer = honjin(f"admin {words} --data {tmp_path}")
    assert (2, True) == (newer.exit_code, "newer version" in newer.output)


# ---------------------------------------------------------------- beside a running house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as found:
        yield found


def view_of(browser: Browser, table: str) -> Any:
    return browser.get(f"/api/tables/{table}").json


def test_a_table_is_ended_by_the_running_house(honjin: Run, house: House, tmp_path: Path) -> None:
    """Within two seconds; it is listed before, and the log says what was done."""
    ann, _, table = two_at_table(house)
    listed = honjin(f"admin tables --data {tmp_path}").output
    assert f"{table}  madeup  running" in listed
    assert 0 == honjin(f"admin end {table} --reason fault --data {tmp_path}").exit_code
    house.run(house.site.moderation.work())
    assert ("over", "fault") == (view_of(ann, table)["status"], view_of(ann, table)["dissolved"])
    log = honjin(f"admin log --data {tmp_path}").output
    assert f"terminal  end  {table}  madeup  fault" in log
    again = honjin(f"admin end {table} --data {tmp_path}")
    assert (2, True) == (again.exit_code, "the game is over" in again.output)


def test_what_is_asked_of_a_house_that_is_closed_is_done_when_it_opens(
    honjin: Run, tmp_path: Path
) -> None:
    """The request waits in the database."""
    with open_house(tmp_path) as house:
        table = house.browser().open(seats="mo")
    honjin(f"admin hide {table} --data {tmp_path}")
    with open_house(tmp_path) as house:
        house.run(house.site.moderation.work())
        bob = house.browser()
        assert [] == bob.get("/api/tables").json["tables"]
        honjin(f"admin show {table} --data {tmp_path}")
        house.run(house.site.moderation.work())
        assert [table] == [one["id"] for one in bob.get("/api/tables").json["tables"]]


def test_a_study_is_hidden_and_shown(honjin: Run, house: House, tmp_path: Path) -> None:
    """From everyone but its members; the log says so."""
    ann, bob = house.browser(), house.browser()
    study = ann.post("/api/studies", title="Openings", visibility="link").json["id"]
    for command, status in (("hide-study", 404), ("hide-study", 404), ("show-study", 200)):
        assert 0 == honjin(f"admin {command} {study} --data {tmp_path}").exit_code
        assert [200, status] == [one.get(f"/api/studies/{study}").status for one in (ann, bob)]
    log = honjin(f"admin log --data {tmp_path}").output
    assert 1 == log.count(f"terminal  hide-study  {study}  Openings")
    assert 2 == honjin(f"admin hide-study none --data {tmp_path}").exit_code


def test_somebody_is_suspended_and_renamed(honjin: Run, house: House, tmp_path: Path) -> None:
    """The running server applies it at its next check; `person` shows all that is known."""
    bob = house.browser()
    bob.post("/api/me", name="Rude")
    table, who = bob.open(seats="mo"), bob.get("/api/me").json["id"]
    house.run(house.site.people.flush())
    for line in (
        f"suspend {who} chat --hours 2 --reason spam --told stop",
        f"suspend {who} play",
        f"lift {who} play",
        f"rename {who} Polite",
    ):
        assert 0 == honjin(f"admin {line} --data {tmp_path}").exit_code, line
    house.run(house.site.sanctions.refresh())
    house.run(house.site.moderation.work())
    me = bob.get("/api/me").json
    assert ("Polite", ["chat"]) == (me["name"], [one["what"] for one in me["suspended"]])
    assert "Polite" == view_of(bob, table)["seats"][0]["name"]
    shown = honjin(f"admin person {who} --data {tmp_path}").output
    assert f"{who}  Polite  guest" in shown
    assert "no chat until" in shown
    assert f"table {table}" in shown


def test_a_report_is_decided(honjin: Run, house: House, tmp_path: Path) -> None:
    """It is listed with the saved chat; its author sees that it was dealt with."""
    ann, bob = house.browser(), house.browser()
    table = ann.open(seats="mo")
    bob.post(f"/api/tables/{table}/chat", text="boo")
    wish = {"kind": "line", "reason": "insult", "table": table, "n": 1}
    assert 200 == ann.post("/api/reports", **wish).status
    listed = honjin(f"admin reports --data {tmp_path}").output
    assert "1  " == listed[:3]
    assert ": boo" in listed
    assert 0 == honjin(f"admin decide 1 warned --note once --data {tmp_path}").exit_code
    assert ann.get("/api/reports").json["reports"][0]["acted"]
    assert "warned, by terminal  once" in honjin(f"admin reports --done --data {tmp_path}").output
    again = honjin(f"admin decide 1 warned --data {tmp_path}")
    assert (2, True) == (again.exit_code, "no report 1 is open" in again.output)


def test_roles_are_given_by_name(honjin: Run, tmp_path: Path) -> None:
    """To accounts alone; what is none is named with what is expected."""
    with open_house(tmp_path, origin=ORIGIN) as house:
        aki = house.browser()
        keep(aki, "Aki")
        assert 0 == honjin(f"admin role AKI admin --data {tmp_path}").exit_code
        assert "admin" == aki.get("/api/admin").json["role"]
        assert "Aki  admin  since" in honjin(f"admin roles --data {tmp_path}").output
        for line, expected in (
            ("role Aki king", "expected one of admin, moderator, none"),
            ("role nobody admin", "a person who is known here"),
            ("suspend Aki all", "expected one of chat, play"),
            ("end aaaaaaaaaaaa", "there is no table"),
            ("decide 1 perhaps", "expected one of nothing"),
            ("person nobody", "no person has the name"),
        ):
            done = honjin(f"admin {line} --data {tmp_path}")
            assert (2, True) == (done.exit_code, expected in done.output), done.output
        honjin(f"admin role Aki none --data {tmp_path}")
        assert "unknown-path" == aki.get("/api/admin").problem
        assert "" == honjin(f"admin limits --data {tmp_path}").output
