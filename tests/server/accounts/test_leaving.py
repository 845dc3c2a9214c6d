"""What a deleted account leaves behind.

Seen where its name stayed: in lines of chat by somebody who had no seat any more, or had another
name then, and as the host of a table.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from authenticator import ORIGIN
from honjin.lab.experiments.plan import Plan, Variant
from honjin.server.forgetting import forget_account
from honjin.server.people.accounts.store import delete_account
from honjin.server.people.standing.sanctions import Sanctions, forget_old, sanctions_of
from honjin.server.people.traces import TRACES
from honjin.server.tournaments import store as tournaments
from honjin.server.work.steady import now_ms
from server.accounts.test_accounts import keep
from server.moderation.test_house import admin, id_of, suspend
from server.site_client import Browser, House, open_house, two_at_table
from server.tournaments.test_tournaments import announces


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path, origin=ORIGIN) as found:
        yield found


def shown(one: Browser, table: str) -> str:
    """All that a browser is sent of a table."""
    return one.get(f"/api/tables/{table}").body.decode()


def test_a_deleted_name_is_in_no_line_of_chat(home: House) -> None:
    """Of a spectator, on a seat that was given up, or under a former name; the lines stay."""
    bob, ann, left = two_at_table(home)
    keep(ann, "Hana")
    ann.post(f"/api/tables/{left}/chat", text="seated")
    ann.post("/api/me", name="Yama")
    ann.post(f"/api/tables/{left}/substitute", seat=1, bot="low")
    ann.post(f"/api/tables/{left}/leave", seat=1)
    watched = bob.open(seats="mm")
    ann.post(f"/api/tables/{watched}/chat", text="watching")
    assert 200 == ann.post("/api/account/delete", name="Yama").status
    home.told()
    for table, text in ((left, "seated"), (watched, "watching")):
        assert text in shown(bob, table)
        assert "Hana" not in shown(bob, table)
        assert "Yama" not in shown(bob, table)


def test_who_leaves_for_good_waits_at_no_table(home: House) -> None:
    """A stranger who sat down there began a game against nobody. Nor is a seat kept any more."""
    ann, bob = home.browser(), home.browser()
    keep(ann, "Hana")
    own, empty = ann.open(seats="mo"), ann.open(seats="oo")
    me = {"kind": "me"}
    kept = {"kind": "reserved", "who": ann.get("/api/me").json["id"]}
    wanted = bob.post("/api/tables", game="madeup", options={}, seats=[me, kept]).json["id"]
    assert "Hana" in shown(bob, wanted)
    assert 200 == ann.post("/api/account/delete", name="Hana").status
    home.told()
    assert all("Hana" not in shown(bob, table) for table in (own, empty, wanted))
    assert "open" == bob.sit(own, 1).view.status
    assert "running" == home.browser().sit(wanted, 1).view.status


def test_a_suspension_outlives_its_account(home: House) -> None:
    """Until it ends, without its reason: deleting the account was a way out of it."""
    aki, bob, other = admin(home), home.browser(), home.browser()
    order = {"game": "madeup", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for one, name in ((bob, "Hana"), (other, "Mio")):
        keep(one, name)
        one.open(seats="mm")
    home.flushed()
    until = now_ms() + 10_000_000
    assert 200 == suspend(aki, id_of(bob), "play", until).status
    gone = [id_of(bob), id_of(other)]
    for one, name in ((bob, "Hana"), (other, "Mio")):
        assert 200 == one.post("/api/account/delete", name=name).status
    home.until(lambda: marks(home, gone[1]) == [])
    again = home.browser()
    again.device = bob.device
    assert "suspended" == again.post("/api/tables", **order).problem
    store = home.site.store
    assert Sanctions(gone[0], play_until=until) == home.run(
        store.ask(partial(sanctions_of, person=gone[0]))
    )
    home.run(store.change(partial(forget_old, now=until)))
    assert 200 == again.post("/api/tables", **order).status


def marks(house: House, who: str) -> list[str]:
    """What is known of where a person was."""
    query = sa.select(TRACES.c.mark).where(TRACES.c.who == who)
    return house.run(house.site.store.ask(lambda one: list(one.scalars(query))))


def test_nobody_lets_in_who_has_left(home: House) -> None:
    """The request stayed, with the name, and who agreed to it gave the seat to nobody."""
    ann, bob, table = two_at_table(home)
    hana = home.browser()
    keep(hana, "Hana")
    bob.post(f"/api/tables/{table}/leave", seat=1)
    assert 200 == hana.post(f"/api/tables/{table}/ask", seat=1).status
    (request,) = ann.view(table).requests
    assert "Hana" in shown(ann, table)
    who = hana.get("/api/me").json["id"]
    assert 200 == hana.post("/api/account/delete", name="Hana").status
    assert "Hana" not in shown(ann, table)
    answer = ann.post(f"/api/tables/{table}/ask/answer", n=request.n, agree=True)
    assert "unknown-request" == answer.problem
    assert "empty" == ann.view(table).seats[1].kind
    home.until(lambda: not home.run(home.site.store.spoken_at(who, 9)))


def test_nobody_plays_again_with_who_has_left(home: House) -> None:
    """The next game began at once, against nobody."""
    ann, bob, table = two_at_table(home)
    keep(bob, "Hana")
    ann.post(f"/api/tables/{table}/resign", seat=0, at=ann.view(table).version)
    assert 200 == bob.post("/api/account/delete", name="Hana").status
    home.until(lambda: "" == ann.view(table).seats[1].name)
    following = ann.view(ann.post(f"/api/tables/{table}/rematch").json["id"])
    assert ("open", {"person", "empty"}) == (
        following.status, {seat.kind for seat in following.seats},
    )  # fmt: skip


def test_who_leaves_is_withdrawn_from_tournaments(home: House) -> None:
    """They were drawn round after round, and one opponent in each waited for nobody."""
    host, ann, bob = home.browser(), home.browser(), home.browser()
    keep(ann, "Hana")
    path = announces(host)
    for one in (ann, bob):
        assert 200 == one.post(f"{path}/enter").status
    assert 200 == ann.post("/api/account/delete", name="Hana").status
    name = bob.get("/api/me").json["name"]
    assert [name] == [one["name"] for one in host.get(path).json["players"]]


def test_who_leaves_is_withdrawn_from_all_tournaments(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also from those beyond the ones that a list shows; and all are in one's own data."""
    monkeypatch.setattr(tournaments, "LISTED", 1)
    hosts, ann = [home.browser() for _ in range(3)], home.browser()
    keep(ann, "Hana")
    paths = [announces(host) for host in hosts]
    for path in paths:
        assert 200 == ann.post(f"{path}/enter").status
    assert 3 == len(ann.get("/api/account/data").json["finding"]["tournaments"])
    assert 200 == ann.post("/api/account/delete", name="Hana").status
    assert [[], [], []] == [home.browser().get(path).json["players"] for path in paths]


def test_no_tournament_waits_for_an_organiser_who_has_left(home: House) -> None:
    """Nobody else could begin it, so it kept its players for ever. One with a time will begin."""
    ann, bob = home.browser(), home.browser()
    keep(ann, "Hana")
    soon = home.site.now() + 3_600_000
    paths = [announces(ann), announces(ann, starts=soon)]
    for path in paths:
        assert 200 == bob.post(f"{path}/enter").status
    assert 200 == ann.post("/api/account/delete", name="Hana").status
    assert ["off", "waiting"] == [bob.get(path).json["row"]["status"] for path in paths]


def test_vacations_are_taken_along_and_end(home: House) -> None:
    """Nobody waits for a month for somebody who is gone; and nothing of it is kept."""
    ann, bob = home.browser(), home.browser()
    keep(ann, "Hana")
    seats = [{"kind": "me"}, {"kind": "open"}]
    order = {"game": "madeup", "options": {}, "seats": seats, "time": {"days": 1}}
    table = ann.post("/api/tables", **order).json["id"]
    bob.sit(table, 1)
    assert ann.post("/api/me/vacation", on=True).json["until"]
    data = ann.get("/api/account/data").json
    (one,) = data["vacations"]
    assert one["begun"] < one["until"]
    assert [] == data["invitations"]
    person = ann.get("/api/me").json["id"]
    assert 200 == ann.post("/api/account/delete", name="Hana").status
    home.told()
    clock = bob.view(table).clock
    assert clock
    assert None is clock.seats[0].rest
    assert () == home.run(home.site.clocks.vacations.all(person))


def test_experiments_go_after_a_server_that_stopped(home: House) -> None:
    """It had deleted the account, and no longer came to its experiments: they stayed for months."""
    ann, bob = home.browser(), home.browser()
    keep(ann, "Hana")
    catalogue = home.site.experiments.catalogue
    work = Plan("rokumon", (Variant("act=2", {"act": "2"}, ("greedy",)),), games=2)
    catalogue.make(id_of(ann), work)
    kept = catalogue.make(id_of(bob), work)
    person, now = id_of(ann), now_ms()
    home.run(
        home.site.store.change(
            partial(delete_account, person=person, now=now, forget=forget_account)
        )
    )
    home.run(home.site.people.refresh())
    home.run(home.site.tidy_people())
    assert [kept] == catalogue.keys()


def test_nothing_is_made_for_an_account_that_another_process_has_deleted(home: House) -> None:
    """It knew of the deletion seconds later: a token, a study and a report's name were left."""
    home.only()  # the others, which have not seen the session, look it up
    ann, bob = home.browser(), home.browser()
    keep(ann, "Hana")
    bob.open(seats="mm")
    home.flushed()
    wishes: dict[str, dict[str, object]] = {
        "/api/tokens": {"name": "robot", "scopes": ["play"]},
        "/api/studies": {"title": "Openings"},
        "/api/reports": {"kind": "name", "reason": "name", "who": id_of(bob)},
    }
    for path, wish in wishes.items():
        assert 200 == ann.post(path, **wish).status, path
    home.run(
        home.site.store.change(
            partial(delete_account, person=id_of(ann), now=now_ms(), forget=forget_account)
        )
    )
    for path, wish in wishes.items():
        assert "no-account" == ann.post(path, **wish).problem, path
