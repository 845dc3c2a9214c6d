"""Blocks and mutes: what is hidden from whom, and who cannot join whom."""

from functools import partial
from typing import Any

from honjin.server.people.standing.hides import blocked_between
from server.site_client import Browser, House
from server.tables.test_live import Stream


def named(house: House, name: str) -> Browser:
    """A guest with a name, who has been here before."""
    found = house.browser()
    assert 200 == found.post("/api/me", name=name).status
    found.open(seats="mo")
    for site in house.sites:
        house.run(site.people.flush())
    return found


def id_of(browser: Browser) -> str:
    return str(browser.get("/api/me").json["id"])


def said(browser: Browser, table: str) -> list[str]:
    """The lines of chat that a person sees."""
    return [line["text"] for line in browser.get(f"/api/tables/{table}").json.get("chat", ())]


def say(browser: Browser, table: str, text: str) -> Any:
    return browser.post(f"/api/tables/{table}/chat", text=text)


def test_the_talk_of_a_blocked_person_is_hidden_everywhere(house: House) -> None:
    """Only from the blocker, including earlier lines; unblocked, it is all there again."""
    ann, bob, eve = (named(house, name) for name in ("Ann", "Bob", "Eve"))
    table, other = ann.open(seats="mo"), eve.open(seats="mo")
    for where in (table, other):
        assert 200 == say(bob, where, "boo").status
    assert 200 == say(eve, table, "hello").status
    assert 200 == ann.post("/api/hides", who=id_of(bob), kind="block", met=table).status
    assert (["hello"], []) == (said(ann, table), said(ann, other))
    assert ["boo", "hello"] == said(eve, table) == said(bob, table)
    assert 200 == ann.post("/api/hides/remove", who=id_of(bob)).status
    assert ["boo", "hello"] == said(ann, table)


def test_a_mute_may_be_for_one_table(house: House) -> None:
    """Guests can mute, too; at other tables the same person is heard."""
    ann, bob = named(house, "Ann"), named(house, "Bob")
    one, other = ann.open(seats="mo"), ann.open(seats="mo")
    for where in (one, other):
        say(bob, where, "boo")
    answer = ann.post("/api/hides", who=id_of(bob), kind="mute", table=one)
    assert [(id_of(bob), "Bob", "mute", one)] == [
        (told["who"], told["name"], told["kind"], told["table"]) for told in answer.json["people"]
    ]
    assert ([], ["boo"]) == (said(ann, one), said(ann, other))
    assert 200 == bob.post(f"/api/tables/{one}/sit", seat=1, nonce="1").status


def test_who_is_blocked_cannot_join_a_table_of_the_blocker(house: House) -> None:
    """The refusal names nobody; the blocker can join the other's table, and others can join."""
    ann, bob = named(house, "Ann"), named(house, "Bob")
    ann.post("/api/hides", who=id_of(bob), kind="block")
    table = ann.open(seats="mo")
    answer = bob.post(f"/api/tables/{table}/sit", seat=1, nonce="1")
    assert (403, "not-welcome") == (answer.status, answer.problem)
    assert "Ann" not in answer.body.decode()
    theirs = bob.open(seats="mo")
    assert 200 == ann.post(f"/api/tables/{theirs}/sit", seat=1, nonce="1").status


def test_who_is_blocked_cannot_challenge_the_blocker(house: House) -> None:
    """Nor ask for a rematch; a challenge by the blocker is sent."""
    ann, bob = named(house, "Ann"), named(house, "Bob")
    window = Stream(ann, f"/api/tables/{ann.open(seats='mo')}/events")
    house.wait()
    wish = {"game": "madeup", "options": {}, "seats": [{"kind": "me"}]}
    wish["seats"].append({"kind": "reserved", "name": "Ann"})  # type: ignore[attr-defined]
    assert 200 == bob.post("/api/tables", **wish).status
    ann.post("/api/hides", who=id_of(bob), kind="block")
    answer = bob.post("/api/tables", **wish)
    assert (403, "not-welcome") == (answer.status, answer.problem)
    window.leave()


def test_pairs_with_a_block_between_them_are_found(house: House) -> None:
    """In either direction, among the people asked about; a mute is not a block."""
    ann, bob, eve = (named(house, name) for name in ("Ann", "Bob", "Eve"))
    ids = [id_of(one) for one in (ann, bob, eve)]
    ann.post("/api/hides", who=ids[1], kind="block")
    eve.post("/api/hides", who=ids[0], kind="mute")

    def found(among: list[str]) -> set[frozenset[str]]:
        return house.run(house.site.store.ask(partial(blocked_between, ids=among)))

    assert {frozenset(ids[:2])} == found(ids)
    assert set() == found([ids[0], ids[2]])
    many = [f"{n:032x}" for n in range(1_000)]
    assert {frozenset(ids[:2])} == found([*many, *ids])


def test_a_window_that_is_open_hears_no_more(house: House) -> None:
    """From the mute on, and again when it is lifted, without reloading the table."""
    ann, bob = named(house, "Ann"), named(house, "Bob")
    table = ann.open(seats="mo")
    window = Stream(ann, f"/api/tables/{table}/events")
    heard = []
    for text, path, more in (
        ("one", "/api/hides", {"kind": "mute"}),
        ("two", "/api/hides/remove", {}),
        ("three", "", {}),
    ):
        say(bob, table, text)
        heard += [data["text"] for name, data, _ in window.news() if name == "chat"]
        if path:
            ann.post(path, who=id_of(bob), **more)
            house.wait()
    assert ["one", "three"] == heard


def test_nobody_hides_themselves_or_nobody(house: House) -> None:
    """Nor blocks anybody at one table only; unknown ids are refused."""
    ann = named(house, "Ann")
    me = id_of(ann)
    for wish, kind in (
        ({"who": me, "kind": "mute"}, "unreadable"),
        ({"who": "f" * 16, "kind": "mute"}, "unknown-person"),
        ({"who": "x" * 33, "kind": "mute"}, "unreadable"),
        ({"who": "f" * 16, "kind": "block", "table": "x"}, "unreadable"),
    ):
        assert kind == ann.post("/api/hides", **wish).problem
