"""Whole games of every kind, recomputed by a program that knows only docs/dice.md."""

from __future__ import annotations

import ast
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from honjin import games
from honjin.bots import BOTS
from honjin.server.people.caller import Caller
from honjin.server.tables.messages import bodies
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room
from honjin.server.tables.store import opening
from honjin.server.tables.view.export import export, verify_export
from server.tables.dice import dice_by_hand

ME = Caller("me", "Me")
WISHES: dict[str, tuple[str, ...]] = {
    "rokumon": (),
    "akebono": ("ready", "=crane", "die", "end"),
    "akiwado": (),
    "swords": ("compose", "draw"),
    "summits": ("attack", "roll", "auto", "use:assault", "take:assault", "take:combined", "bid:"),
}
"""Actions that are nearly always taken if possible, the first ones first: they lead to dice."""
KINDS: dict[str, tuple[str, dict[str, Any], int]] = {
    "rokumon act 4": ("rokumon", {"act": "4"}, 30),
    "rokumon act 5": ("rokumon", {"act": "5"}, 30),
    "rokumon epilogue": ("rokumon", {"act": "epilogue"}, 30),
    "akebono": ("akebono", {"midline": "random"}, 120),
    "akiwado": ("akiwado", {"seats": "3"}, 400),
    "akiwado with purveyors": ("akiwado", {"variant": "purveyor", "colours": "lot"}, 400),
    "swords": ("swords", {"seats": "3", "start_hand": "5"}, 150),
    "swords, a laid board": ("swords", {"seats": "2", "board": "laid"}, 60),
    "summits": ("summits", {"battle": "shizugatake"}, 200),
    "summits with an auction": ("summits", {"auction": True}, 60),
}


def played(key: str, options: dict[str, Any], actions: int, seed: int = 1) -> dict[str, Any]:
    """The export of a game played at random, with nonces and some steps taken back."""
    rng, game = random.Random(seed), games.load(key)
    secret = rng.randbytes(32).hex()
    seats = game.seats(game.read_options(options))
    order = bodies.OpenTable(key, options, [bodies.SeatWish("me")] * seats, own_nonce=True)
    opened, *rest = opening.open_table(game, order, ME, secret, 1, BOTS)
    assert isinstance(opened, e.Opened)
    room = Room("t", game, opened)
    for entry in rest:
        room.apply(entry)
    room.apply(e.Brought(2, tuple(range(seats)), rng.randbytes(16).hex()))
    room.apply(e.Started(3))
    for n in range(actions):
        if room.status == "over":
            break
        seat = act(room, rng)
        if n % 10 == 9 and (to := room.last_own_step(seat)) is not None:
            room.apply(e.TakenBack(5, seat, to))
    room.status = "over"  # as if it were: not every game ends soon
    found: dict[str, Any] = json.loads(export(room, 0))
    return found


def act(room: Room, rng: random.Random) -> int:
    """Act, and return the seat that did."""
    seat = rng.choice(room.must_act)
    write, state = room.game.notation.write_action, room.play.state
    texts = [write(state, seat, action) for action in room.legal(seat)]
    wished = [text for wish in WISHES[room.game.key] for text in texts if text.startswith(wish)]
    do = wished[0] if wished and rng.random() < 0.9 else rng.choice(texts)
    room.apply(e.Acted(4, seat=seat, do=do))
    return seat


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_draw_can_be_recomputed_from_the_page(kind: str) -> None:
    """Commitment, tickets, lists, and outcomes; and `honjin verify` agrees."""
    found = played(*KINDS[kind])
    assert len(found["dice"].get("draws", ())) == dice_by_hand.check(found) > 0
    report = verify_export(json.dumps(found))
    assert report.ok, [check for check in report.checks if not check.ok]


def _swapped(record: dict[str, Any]) -> None:
    """The server lists outcomes in an order of its choice."""
    draw = record["dice"]["draws"][0]
    draw["outcomes"].reverse()
    text = dice_by_hand.fallen([(t, w) for t, w in draw["outcomes"]], draw["ticket"])
    record["actions"][draw["step"] - 1] = f"*:{text}"


def _heavier(record: dict[str, Any]) -> None:
    """A card has more weight than copies."""
    draw = next(d for d in record["dice"]["draws"] if "ya" in str(d.get("outcomes")))
    draw["outcomes"][0][1] += 1
    draw["outcomes"][-1][1] -= 1


TAMPERED: dict[str, Callable[[dict[str, Any]], object]] = {
    "another order": _swapped,
    "other weights": _heavier,
    "another nonce": lambda x: x["dice"]["nonces"].__setitem__(0, "ab"),
    "another secret": lambda x: x["dice"].update(secret="11" * 32),
    "a draw less": lambda x: x["dice"]["draws"].pop(0),
    "another entry": lambda x: x["actions"].__setitem__(0, "*:seat9"),
}


@pytest.mark.parametrize("how", list(TAMPERED))
def test_neither_takes_a_tampered_export(how: str) -> None:
    """The program by hand and `honjin verify` both find the change."""
    found = played("swords", {"seats": "3", "start_hand": "5"}, 20)
    TAMPERED[how](found)
    with pytest.raises((dice_by_hand.Off, KeyError)):
        dice_by_hand.check(found)
    assert not verify_export(json.dumps(found)).ok


def test_the_program_uses_nothing_of_honjin() -> None:
    """It imports only the standard library."""
    tree = ast.parse(Path(dice_by_hand.__file__).read_text("utf-8"))
    names = {
        name.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert set() == {str(name).partition(".")[0] for name in names} - sys.stdlib_module_names
