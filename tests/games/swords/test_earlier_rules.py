"""Records and journals of earlier versions still play, by the rulings of their time."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from honjin.core.errors import RecordMismatch, Unreadable
from honjin.core.play import replay
from honjin.core.record import Record, read_record
from honjin.core.state import State
from honjin.games.swords.rules.state import Swords
from honjin.server.people.caller import Caller
from honjin.server.tables.messages.bodies import Fork, Rematch
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.room import Room, rebuild
from honjin.server.tables.store.opening import fork, rematch

from .given import GAME

RECORDS = Path(__file__).with_name("records")
SECRET = "5" * 64


def stored(name: str, rules: int = 1) -> Any:
    """A stored game of an earlier version, with its final position."""
    return json.loads((RECORDS / f"rules{rules}_{name}.json").read_text("utf-8"))


def record(name: str, rules: int = 1) -> Record:
    """A record as an earlier version wrote it."""
    return read_record(json.dumps(stored(name, rules)["record"]))


def ends(name: str, s: State) -> str:
    """The final position under version 1, which did not count the battles of a turn (W10)."""
    assert isinstance(s, Swords)
    counted = f" fought={s.fought}" if s.fought else ""
    before, mark, after = stored(name)["ends"].partition(" raised=")
    return f"{before}{counted}{mark}{after}"


def table() -> Room:
    """A table as version 1 stored it."""
    opened, *rest = (e.read_entry(json.dumps(line)) for line in stored("journal")["journal"])
    assert isinstance(opened, e.Opened)
    return rebuild("t", GAME, opened, rest)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("name", ["two", "three", "four"])
def test_old_records_come_to_the_same_position(name: str) -> None:
    """Ruling W1: a record without the option is played by its own rules, word for word."""
    old = record(name)
    assert (1, False) == (old.rules, "spies" in old.options)
    play = replay(GAME, old)
    assert ends(name, play.state) == GAME.notation.write_position(play.state)
    assert "meanwhile" == play.options["spies"]


@pytest.mark.slow
def test_an_old_record_written_again_names_the_switch() -> None:
    """Ruling W1: rewritten today, it names the option for spies and leads to the same state."""
    play = replay(GAME, record("four"))
    again = play.record()
    assert (GAME.version, "meanwhile") == (again.rules, again.options["spies"])
    assert play.state == replay(GAME, again).state


def test_the_switch_decides_and_not_the_number() -> None:
    """Ruling W1: with spies first, the old record contains an illegal choice."""
    old = record("four")
    with pytest.raises(RecordMismatch, match="cannot be played"):
        replay(GAME, replace_options(old, spies="first"))


def test_a_record_of_version_3_leaves_the_castle_to_choice() -> None:
    """Ruling Q53: a defender of version 3 stays out of the castle that its attacker came from."""
    old = record("five", 3)
    assert (3, False) == (old.rules, "beaten_attacker" in old.options)
    play = replay(GAME, old)
    assert stored("five", 3)["ends"] == GAME.notation.write_position(play.state)
    assert "optional" == play.options["beaten_attacker"]
    with pytest.raises(RecordMismatch, match=r"3:stay.*cannot be played"):
        replay(GAME, replace_options(old, beaten_attacker="forced"))


def replace_options(old: Record, **options: str) -> Record:
    """A record with other options."""
    return Record(old.game, old.rules, old.options | options, old.actions)


@pytest.mark.parametrize("rules", [0, 5])
def test_other_rules_are_refused(rules: int) -> None:
    """The message names the version of the record and those of the game."""
    old = record("two")
    with pytest.raises(RecordMismatch, match=f"made under rules {rules} of swords.*are rules 4"):
        replay(GAME, Record(old.game, rules, old.options, old.actions))


def test_a_record_of_rules_3_counts_ninja_houses_as_it_did() -> None:
    """Ruling Q22: of two houses one has drawn, one is given away, and none draws any more."""
    game = stored("house", 3)
    old = read_record(json.dumps(game["record"]))
    play = replay(GAME, old)
    assert game["ends"] == GAME.notation.write_position(play.state)
    again = play.record()
    assert (GAME.version, True) == (again.rules, again.options["miscounted_houses"])
    play = replay(GAME, Record(old.game, GAME.version, old.options, old.actions))
    assert game["ends"] != GAME.notation.write_position(play.state)


@pytest.mark.parametrize("items", ["10.28.40", "10.28.40.57", "10.28.40.57.58.59.60.70.80"])
def test_positions_are_read_as_earlier_versions_wrote_them(items: str) -> None:
    """Ruling W7: an offer held three armies at most; a text tells of more only if there are."""
    text = stored("three")["ends"].replace("10.28.40", items)
    chosen = GAME.read_options(GAME.options_under(1, record("three").options))
    assert text == GAME.notation.write_position(GAME.notation.read_position(text, chosen))


@pytest.mark.parametrize("items", ["10.28", "1.2.3.4.5.6.7.8.9.10"])
def test_too_few_and_too_many_armies_are_refused(items: str) -> None:
    """Ruling W7: three values a side, or up to nine."""
    text = stored("three")["ends"].replace("10.28.40", items)
    with pytest.raises(Unreadable, match="values of offer_army"):
        GAME.notation.read_position(text, GAME.read_options({"seats": "3"}))


def test_old_journals_open() -> None:
    """A table of version 1 is as it was left, and can be continued."""
    room = table()
    assert ends("journal", room.play.state) == GAME.notation.write_position(room.play.state)
    assert "running" == room.status


def test_what_follows_an_old_table_is_played_as_it_was() -> None:
    """A rematch and a fork keep the spies and the choice to move in of the table they come from."""
    room = table()
    caller = Caller(room.opened.by, "Guest")
    (again, *_) = rematch(room, Rematch(), caller, SECRET, 1)
    (forked, *_) = fork(room, Fork(room.step_of(0)), caller, 0, SECRET, 1, 1)
    for opened in (again, forked):
        assert isinstance(opened, e.Opened)
        assert (GAME.version, "meanwhile") == (opened.rules, opened.options["spies"])
        assert "optional" == opened.options["beaten_attacker"]


def test_a_game_that_replays_nothing_refuses_all_but_its_own() -> None:
    """Earlier versions are played only if the game declares them."""
    with pytest.raises(RecordMismatch):
        replay(replace(GAME, replays=()), record("two"))
