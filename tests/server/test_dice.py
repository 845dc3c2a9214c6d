"""Dice that players can check: an independent reading of the published layout agrees."""

import hashlib
import hmac
import json
from collections import Counter
from typing import Any

import pytest
from site_client import House, two_at_table

from honjin.core.errors import Unreadable
from honjin.server import dice
from honjin.server.export import verify_export
from madeup.game import GAME as FAIR


def load(_key: str) -> Any:
    return FAIR


def by_hand(secret: str, nonces: list[str], n: int, total: int) -> int:
    """The layout in docs/protocol.md, written again from its words alone."""
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
    """Every ticket, also where values are thrown away half of the time."""
    secret, nonces = hashlib.sha256(b"x").hexdigest(), ["a1", "0", "ff"]
    for n in range(1, 40):
        assert by_hand(secret, nonces, n, total) == dice.ticket(secret, nonces, n, total)


def test_tickets_are_even() -> None:
    """6000 throws of a die: no face is far from a sixth (chi-squared below the 1 in 10000 mark)."""
    counts = Counter(dice.ticket("ab" * 32, ("1",), n, 6) for n in range(1, 6001))
    assert sum((counts[face] - 1000) ** 2 / 1000 for face in range(6)) < 25.7


def test_a_draw_needs_a_total() -> None:
    """A total of 0 is our mistake."""
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
    """Commitment, secret, nonces, draws; each by hand."""
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


TAMPERED = {
    "another secret": lambda x: x["dice"].update(secret="11" * 32),
    "no hex": lambda x: x["dice"].update(secret="zz"),
    "no secret": lambda x: x["dice"].pop("secret"),
    "another nonce": lambda x: x["dice"].update(nonces=["1", "2"]),
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
    """A record without dice is named as such."""
    record = '{"honjin":1,"game":"madeup","rules":1,"options":{}}'
    with pytest.raises(Unreadable, match="dice"):
        verify_export(record, load)


def test_the_export_of_a_running_game_with_secrets_holds_none(house: House) -> None:
    """Log and position as the seat knows them; no record, no draws; not readable as a record."""
    first, _, table = two_at_table(house)
    found = first.get(f"/api/tables/{table}/record").json
    assert {"seen", "played", "rules"} == set(found)
    assert found["seen"]["seen_by"] == 0
    assert "draws" not in found["seen"]["dice"]
    with pytest.raises(Unreadable):
        verify_export(json.dumps(found), load)
