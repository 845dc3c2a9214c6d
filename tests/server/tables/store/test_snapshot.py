"""Snapshots: the same table as the replay of its journal, and never authoritative."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from honjin.core.play import Play
from honjin.games import load
from honjin.server.messages.parts import Body
from honjin.server.messages.refusals import Refused
from honjin.server.people.caller import Caller
from honjin.server.tables.clocks.control import Control
from honjin.server.tables.messages import bodies
from honjin.server.tables.seats.bot_roster import BotRoster
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.decide import decide
from honjin.server.tables.session.room import Room, rebuild
from honjin.server.tables.session.talk import Talk
from honjin.server.tables.store import archive, snapshot
from honjin.server.tables.store.snapshot import DERIVED, KEPT, Doubt, Keeper, restore
from honjin.server.tables.view.counts import Count
from madeup.game import GAME as FAIR
from server.site_client import Browser, House, open_house
from server.work.test_cost import at_table

ALL = {key: load(key) for key in ("akebono", "akiwado", "rokumon", "summits", "swords")}
ALL["madeup"] = FAIR


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot is due after three entries, and a part holds four steps."""
    monkeypatch.setattr(snapshot, "EVERY", 3)
    monkeypatch.setattr(snapshot, "CHUNK", 4)


def everything(thing: Any) -> Any:
    """Everything in a room, in a form that can be compared."""
    if isinstance(thing, Play):
        return (thing.options, thing.start, thing.steps, thing.state, thing.marks)
    if isinstance(thing, Count):
        return thing.missed
    if isinstance(thing, Room | Talk):
        skipped = ("game", "known", "_legal")
        return {name: everything(part) for name, part in vars(thing).items() if name not in skipped}
    if isinstance(thing, list):
        return [everything(part) for part in thing]
    return thing


def journal_of(game: Any, seed: int, orders: int) -> list[e.Entry]:
    """The journal of a table with all sorts of random orders."""
    rng, room = random.Random(seed), at_table(game)
    opened = msgspec.structs.replace(room.opened, time=Control(main=300, increment=3))
    journal: list[e.Entry] = [opened]
    sat = (e.Sat(1, n, "person", f"guest{n}", f"Guest {n}") for n in range(room.play.seats))
    journal += [*sat, e.Started(1)]
    room = rebuild("t", game, opened, ())
    journal[1:] = [room.apply(entry) for entry in journal[1:]]
    while len(journal) < orders and room.status == "running":
        seat = rng.choice(room.must_act)
        caller = Caller(f"guest{seat}", f"Guest {seat}")
        try:
            for entry in decide(room, an_order(room, seat, rng), caller, len(journal), BotRoster()):
                journal.append(room.apply(entry))
        except Refused:
            continue
    return journal


def an_order(room: Room, seat: int, rng: random.Random) -> Body:
    """Mostly an action; now and then chat, a step back, a question and its answer."""
    at, chance = room.version_of(seat), rng.random()
    if chance < 0.05:
        return bodies.Chat(f"line {at}", seat=seat)
    if chance < 0.08:
        return bodies.Back(seat=seat, at=at)
    if room.question or chance < 0.11:
        asked = room.question
        return (
            bodies.AnswerTakeback(asked.waiting[0], True)
            if asked
            else bodies.AskTakeback(seat, at=at)
        )
    text = room.game.notation.write_action(room.play.state, seat, rng.choice(room.legal(seat)))
    return bodies.Act(seat=seat, do=text, at=at)


@pytest.mark.slow_after(3)
@pytest.mark.parametrize("key", ALL)
def test_a_snapshot_is_the_fold_of_the_journal(key: str, small: None) -> None:
    """Each of its fields, at many points of a game; and derived fields come out the same."""
    game = ALL[key]
    journal = journal_of(game, 7, 160)
    opened = journal[0]
    assert isinstance(opened, e.Opened)
    room, taken = Room("t", game, opened), 0
    keeper, stored = Keeper(room), dict[int, bytes]()
    again: Room | None = None
    for entry in journal[1:]:
        room.replay(entry)
        if again:
            again.replay(entry)
            assert everything(room) == everything(again)
        if keeper.is_due():
            stored |= dict(keeper.take("last"))
            taken += 1
            again, last, _ = restore("t", ALL.__getitem__, [*stored.items()])
            assert ("last", everything(room)) == (last, everything(again))
    assert len(journal) // 5 < taken
    assert again
    seats = range(room.play.seats)
    assert [room.legal(seat) for seat in seats] == [again.legal(seat) for seat in seats]


def test_every_field_of_a_room_is_known_to_snapshots() -> None:
    """A new field has to be either stored in a snapshot or derived."""
    room = at_table(FAIR)
    assert KEPT | DERIVED == vars(room).keys()
    assert {"lines", "heard", "written", "counts"} == vars(room.talk).keys()
    room.more = 1  # type: ignore[attr-defined]
    assert [] == Keeper(room).take("last")


def test_only_what_is_new_is_written(small: None) -> None:
    """Parts that have not changed are not written again; a step back changes its part."""
    room = rebuild("t", FAIR, *_split(journal_of(FAIR, 3, 60)))
    keeper = Keeper(room)
    assert [0, 1, 2] == [n for n, _ in keeper.take("a")][:3]
    assert [0, *([1 + room.step // 4] if room.step % 4 else [])] == [n for n, _ in keeper.take("b")]
    room.replay(e.TakenBack(1, 0, 5))
    assert [0, 2] == [n for n, _ in keeper.take("c")]


def _split(journal: list[e.Entry]) -> tuple[e.Opened, list[e.Entry]]:
    opened, *rest = journal
    assert isinstance(opened, e.Opened)
    return opened, rest


# ---------------------------------------------------------------- at a site


def long_table(house: House) -> tuple[Browser, str]:
    """A table at which more has happened than is replayed without a snapshot."""
    me = house.browser()
    table = me.open()
    for n in range(9):
        me.post(f"/api/tables/{table}/chat", text=f"line {n}")
    me.play_on(table, 5)
    return me, table


def kept(house: House, table: str) -> list[tuple[int, bytes]]:
    """The snapshot of a table, once all of it is stored."""
    while any(site.store._keeping for site in house.sites):
        house.wait()
    return list(house.run(house.site.store.snapshot(table)))


def forget(house: House, table: str) -> None:
    """Drop the table from memory."""
    kept(house, table)
    for site in house.sites:
        if (here := site.tables._here.get(table)) is not None:
            site.tables.drop(here)


def test_a_table_opens_from_its_snapshot(
    database: str, tmp_path: Path, small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same view, and only the last entries are replayed."""
    with open_house(tmp_path, database=database) as house:
        me, table = long_table(house)
        before = me.get(f"/api/tables/{table}").body
        forget(house, table)
        monkeypatch.setattr(archive, "rebuild", None)
        replayed, replay = list[e.Entry](), Room.replay

        def count(room: Room, entry: e.Entry) -> None:
            replayed.append(entry)
            replay(room, entry)

        monkeypatch.setattr(Room, "replay", count)
        assert before == me.get(f"/api/tables/{table}").body
        assert len(replayed) < 3
        me.play_on(table)
        assert "over" == me.view(table).status


def test_a_journal_without_a_snapshot_gets_one(tmp_path: Path, small: None) -> None:
    """Tables that were stored before there were any are replayed once more, and then no more."""
    with open_house(tmp_path) as house:
        me, table = long_table(house)
        kept(house, table)
        change(house, "DELETE FROM snapshots")
        forget(house, table)
        assert [] == kept(house, table)
        me.view(table)
        assert 0 < len(kept(house, table))


def change(house: House, statement: str, **values: Any) -> None:
    with house.site.store.engine.begin() as connection:
        connection.execute(sa.text(statement), values)


def head_with(body: bytes, n: int, value: Any) -> bytes:
    """A head in which one thing is different, signed again."""
    fields = msgspec.msgpack.decode(body[16:])
    fields[n] = value
    changed = msgspec.msgpack.encode(fields)
    return snapshot._digest(changed) + changed


DOUBTS: dict[str, Callable[[bytes], bytes]] = {
    "another form": lambda body: head_with(body, 0, 0),
    "other code": lambda body: head_with(body, 1, "x"),
    "other rules": lambda body: head_with(body, 2, 99),
    "another journal": lambda body: head_with(body, 4, "{}"),
    "other parts": lambda body: head_with(body, 5, [b"x"]),
    "a state with fewer fields": lambda body: head_with(body, 6, [1]),
    "a flipped bit": lambda body: body[:40] + bytes([body[40] ^ 1]) + body[41:],
    "cut short": lambda body: body[:20],
    "nothing": lambda body: b"",
}


@pytest.mark.slow_after(4)
@pytest.mark.parametrize("what", DOUBTS)
def test_in_doubt_a_snapshot_is_thrown_away(
    what: str, tmp_path: Path, small: None, caplog: pytest.LogCaptureFixture
) -> None:
    """The table is what its journal says, and the next snapshot is valid again."""
    with open_house(tmp_path) as house:
        me, table = long_table(house)
        before = me.get(f"/api/tables/{table}").body
        body = zlib.compress(DOUBTS[what](dict(kept(house, table))[0]))
        change(house, "UPDATE snapshots SET body = :body WHERE part = 0", body=body)
        forget(house, table)
        assert before == me.get(f"/api/tables/{table}").body
        assert "is replayed from its start" in caplog.text
        caplog.clear()
        forget(house, table)
        assert before == me.get(f"/api/tables/{table}").body
        assert "is replayed from its start" not in caplog.text


def test_a_part_that_is_missing_is_noticed(small: None) -> None:
    """Steps are never made up."""
    room = rebuild("t", FAIR, *_split(journal_of(FAIR, 3, 60)))
    parts = Keeper(room).take("last")
    restore("t", ALL.__getitem__, parts)
    for n in range(len(parts)):
        with pytest.raises(Doubt):
            restore("t", ALL.__getitem__, [part for part in parts if part[0] != n])
