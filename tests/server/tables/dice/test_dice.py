"""Dice that players can check: an independent implementation of the published layout agrees."""

import hashlib
import hmac
import json
from collections import Counter
from typing import Any

import pytest

from honjin.core.errors import Unreadable
from honjin.server.tables.session import dice
from honjin.server.tables.view.export import verify_export
from madeup.game import GAME as FAIR
from server.site_client import Answer, Browser, House, two_at_table


@pytest.fixture(scope="module")
def house(shared: House) -> House:
    """Each test has its own people and tables."""
    return shared


def load(_key: str) -> Any:
    return FAIR


def by_hand(secret: str, nonces: list[str], n: int, total: int) -> int:
    """The layout in docs/protocol.md, implemented again from its words alone."""
    attempt = 0
    while True:
        text = ",".join(nonces) + "|" + str(n) + "|" + str(attempt)
        digest = hmac.new(bytes.fromhex(secret), text.encode(), hashlib.sha256).hexdigest()
        value = int(digest, 16)
        if value < (2**256 // total) * total:
            return value % total
        attempt += 1


@pytest.mark.parametrize("total", [1, 2, 3, 6, 35, 1000, 2**255 + 1])
def test_tickets_agree_with_an_independent_reading(total: int) -> None:
    """Every ticket, even if values are rejected half of the time."""
    secret, nonces = hashlib.sha256(b"x").hexdigest(), ["a1", "0", "ff"]
    for n in range(1, 40):
        assert by_hand(secret, nonces, n, total) == dice.ticket(secret, nonces, n, total)


def test_tickets_are_even() -> None:
    """6000 rolls of a die: no face is far from a sixth (chi-squared below the 1 in 10000 mark)."""
    counts = Counter(dice.ticket("ab" * 32, ("1",), n, 6) for n in range(1, 6001))
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(6)) < 25.7


def test_a_draw_needs_a_total() -> None:
    """A total of 0 is a bug of ours."""
    with pytest.raises(ValueError, match="at least 1"):
        dice.ticket("00", (), 1, 0)


@pytest.fixture
def export(house: House) -> dict[str, Any]:
    """A finished game with an undone draw."""
    first, second, table = two_at_table(house)
    second.do(table, 1, "bid1")
    first.do(table, 0, "bid1")
    first.post(f"/api/tables/{table}/takeback", seat=0, at=first.view(table).version)
    second.post(f"/api/tables/{table}/takeback/answer", seat=1, agree=True)
    first.do(table, 0, "bid1")
    assert "secret" not in first.get(f"/api/tables/{table}").json["dice"]
    first.post(f"/api/tables/{table}/resign", seat=0, at=first.view(table).version)
    found: dict[str, Any] = house.browser().get(f"/api/tables/{table}/record").json
    return found


def test_an_export_holds_all_that_is_needed_to_check_it(export: dict[str, Any]) -> None:
    """Commitment, secret, nonces and draws, each checked by hand."""
    info = export["dice"]
    assert hashlib.sha256(bytes.fromhex(info["secret"])).hexdigest() == info["commit"]
    assert len(info["draws"]) == 6
    for draw in info["draws"]:
        args = info["secret"], info["nonces"], draw["n"], draw["total"]
        assert by_hand(*args) == draw["ticket"]


def test_an_honest_export_is_verified(export: dict[str, Any]) -> None:
    """Record, secret, six draws, four steps of chance, none left over."""
    report = verify_export(json.dumps(export), load)
    assert report.ok, report
    assert 1 + 1 + 6 + 4 + 1 == len(report.checks)


def _swap_cards(export: dict[str, Any]) -> None:
    first = export["actions"][0]
    export["actions"][0] = "*:1" if first != "*:1" else "*:2"


def _other_nonces(export: dict[str, Any]) -> None:
    """Nonces under which some draw falls otherwise."""
    info = export["dice"]

    def differs(nonces: list[str]) -> bool:
        draws = ((info["secret"], nonces, one["n"], one["total"]) for one in info["draws"])
        return [by_hand(*args) for args in draws] != [one["ticket"] for one in info["draws"]]

    tried = ([str(n), "2"] for n in range(100))
    info["nonces"] = next(filter(differs, tried))


TAMPERED = {
    "another secret": lambda x: x["dice"].update(secret="11" * 32),
    "no hex": lambda x: x["dice"].update(secret="zz"),
    "no secret": lambda x: x["dice"].pop("secret"),
    "another nonce": _other_nonces,
    "another ticket": lambda x: x["dice"]["draws"][0].update(
        ticket=(x["dice"]["draws"][0]["ticket"] + 1) % x["dice"]["draws"][0]["total"]
    ),
    "another total": lambda x: x["dice"]["draws"][0].update(total=1, ticket=0),
    "a draw left out": lambda x: x["dice"]["draws"].pop(0),
    "a draw hidden": lambda x: x["dice"]["draws"][2].pop("undone"),
    "another card": _swap_cards,
    "an illegal action": lambda x: x["actions"].insert(2, "0:card3"),
}


@pytest.mark.parametrize("how", list(TAMPERED))
def test_a_tampered_export_is_not(export: dict[str, Any], how: str) -> None:
    """Whatever is changed, some check fails."""
    TAMPERED[how](export)
    assert not verify_export(json.dumps(export), load).ok


def test_what_is_no_export_is_refused() -> None:
    """A record without dice is reported as such."""
    record = '{"honjin":1,"game":"madeup","rules":1,"options":{}}'
    with pytest.raises(Unreadable, match="dice"):
        verify_export(record, load)


def test_the_export_of_a_running_game_with_secrets_holds_none(house: House) -> None:
    """Log and position as the seat knows them; no record and no draws; not readable as a record."""
    first, _, table = two_at_table(house)
    found = first.get(f"/api/tables/{table}/record").json
    assert {"seen", "played", "rules"} == set(found)
    assert found["seen"]["seen_by"] == 0
    assert "draws" not in found["seen"]["dice"]
    with pytest.raises(Unreadable):
        verify_export(json.dumps(found), load)


# ---- nonces come after the commitment


def bring(browser: Browser, table: str, nonce: str) -> Answer:
    return browser.post(f"/api/tables/{table}/nonce", nonce=nonce)


def test_a_game_against_a_bot_waits_for_the_nonce(house: House) -> None:
    """The commitment is published first, the nonce is in all draws, and a bot has none."""
    me = house.browser()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "low"}]
    wish = {"game": "madeup", "seats": seats, "own_nonce": True}
    assert "unreadable" == me.post("/api/tables", **wish, nonce="ab").problem
    table = me.post("/api/tables", **wish).json["id"]
    before = me.view(table)
    assert ("open", 0, (0,)) == (before.status, before.step, before.dice.must_act)
    after = bring(me, table, "ab12").view
    assert ("running", ("ab12", "0"), ()) == (after.status, after.dice.nonces, after.dice.must_act)
    assert before.dice.commit == after.dice.commit
    entries = [entry["e"] for entry in house.journal(table)]
    assert ["opened", "sat", "sat", "brought", "started"] == entries[:5]


def test_a_nonce_is_brought_once_and_by_whom_it_is_awaited(house: House) -> None:
    """A second one changes nothing, even before the game begins; a stranger cannot send one."""
    first, second = house.browser(), house.browser()
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"game": "madeup", "seats": seats, "own_nonce": True}
    table = first.post("/api/tables", **body).json["id"]
    assert "not-at-table" == bring(second, table, "cd").problem
    for nonce in ("ab", "ff"):
        assert ("ab", "0") == bring(first, table, nonce).view.dice.nonces
    second.post(f"/api/tables/{table}/sit", seat=1, nonce="cd")
    assert ("ab", "cd") == bring(first, table, "ff").view.dice.nonces
    assert "unreadable" == bring(first, table, "no hex").problem


def test_the_last_seat_does_not_begin_a_game_without_a_nonce(house: House) -> None:
    """When a person or a bot takes it, the game waits for the person who opened it."""
    for bot in (None, "low"):
        first, second = house.browser(), house.browser()
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = {"game": "madeup", "seats": seats, "own_nonce": True}
        table = first.post("/api/tables", **body).json["id"]
        who = first if bot else second
        taken = who.post(f"/api/tables/{table}/sit", seat=1, **({"bot": bot} if bot else {}))
        assert "open" == taken.view.status
        assert "running" == bring(first, table, "ab").view.status


def test_a_fork_waits_for_the_nonce_of_all_its_seats(house: House) -> None:
    """One nonce serves all the seats of one person."""
    first, _, table = two_at_table(house)
    fork = first.post(f"/api/tables/{table}/fork", step=2, own_nonce=True).json["id"]
    assert (0, 1) == first.view(fork).dice.must_act
    view = bring(first, fork, "ab").view
    assert ("running", ("ab", "ab")) == (view.status, view.dice.nonces)


def test_in_a_rematch_somebody_who_does_not_come_can_be_replaced(house: House) -> None:
    """A person who has come frees the seat that still waits for a nonce, and no other one."""
    first, second = house.browser(), house.browser()
    table = first.open(seats="oo", rounds="1")
    for seat, browser in enumerate((first, second)):
        browser.post(f"/api/tables/{table}/sit", seat=seat, nonce="12")
    first.post(f"/api/tables/{table}/resign", seat=0, at=first.view(table).version)
    new = first.post(f"/api/tables/{table}/rematch", own_nonce=True).json["id"]
    path = f"/api/tables/{new}"
    assert "not-your-seat" == first.post(f"{path}/stand", seat=0).problem
    bring(first, new, "ab")
    assert "empty" == first.post(f"{path}/stand", seat=0).view.seats[0].kind
    view = first.post(f"{path}/sit", seat=0, bot="low").view
    assert ("running", ("0", "ab")) == (view.status, view.dice.nonces)
