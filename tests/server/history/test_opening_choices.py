"""The choices of openings are counted once for each public game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from honjin.games import load
from honjin.server.explorer.messages import Explored, ExploredChoice
from honjin.server.history import choices as choices_of
from honjin.server.history.choices import CHOICES
from honjin.server.history.schema import RESULTS
from honjin.server.tables.session import entries as e
from honjin.server.tables.session.chosen import DEPTH, Chosen, actors, position_key
from server.finished import rows
from server.site_client import Browser, House, open_house

GAME = load("rokumon")
DEAL = {"act": "1", "deal": "gggjjj"}


@pytest.fixture
def both(database: str, tmp_path: Path) -> Iterator[House]:
    """A site on each kind of database."""
    with open_house(tmp_path, games={"rokumon": GAME}, database=database) as house:
        yield house


def finished(house: House, seats: str = "ml", *, private: bool = False) -> str:
    """A table with a game of first choices that is over and recorded."""
    me = house.browser()
    kinds = {"m": {"kind": "me"}, "l": {"kind": "bot", "bot": "low"}}
    wish = {"game": "rokumon", "options": DEAL, "private": private}
    answer = me.post("/api/tables", **wish, seats=[kinds[letter] for letter in seats])
    table = str(answer.json["id"])
    house.until(lambda: "over" == me.play_on(table).status)
    house.recorded()
    return table


def choices(me: Browser, moves: str = "") -> dict[str, ExploredChoice]:
    answer = me.get(f"/api/explore/rokumon?act=1&deal=gggjjj&moves={moves}")
    found = msgspec.json.decode(answer.body, type=Explored)
    return {one.ply.do: one for one in found.choices}


def made(me: Browser, moves: str = "") -> ExploredChoice:
    """The only choice of a position that was made; those with known values may stand before it."""
    (found,) = (one for one in choices(me, moves).values() if counts(one) != (0, 0, 0))
    return found


def counts(one: ExploredChoice) -> tuple[int, int, int]:
    return one.people, one.bots, one.won + one.drawn + one.lost


def test_people_and_bots_are_counted_apart(both: House) -> None:
    """Two games with the same beginning: red is a person, black a bot in one of them."""
    finished(both, "ml")
    finished(both, "mm")
    me = both.browser()
    first = made(me)
    assert (2, 0, 2) == counts(first)
    reply = made(me, first.ply.do)
    assert (1, 1, 2) == counts(reply)
    assert (first.won, first.drawn, first.lost) == (reply.lost, reply.drawn, reply.won)


def test_counts_outlast_a_restart(database: str, tmp_path: Path) -> None:
    """Nothing is counted again at the start."""
    for _ in range(2):
        with open_house(tmp_path, games={"rokumon": GAME}, database=database) as house:
            if not rows(house, CHOICES):
                finished(house)
            assert 0 == house.run(house.site.recorder.count_earlier(0))
            assert (1, 0, 1) == counts(made(house.browser()))


def test_a_private_game_is_not_counted(both: House) -> None:
    """Nor does it wait to be counted."""
    finished(both, private=True)
    assert [] == rows(both, CHOICES)
    assert 0 == both.run(both.site.recorder.count_earlier(0))


def test_earlier_games_are_counted_once(both: House) -> None:
    """The background job adds the same rows; neither it nor the history adds them a second time."""
    table = finished(both)
    before = rows(both, CHOICES)
    assert 0 < len(before) <= DEPTH
    both.run(both.site.store.change(_forget))
    assert 1 == both.run(both.site.recorder.count_earlier(0))
    assert before == rows(both, CHOICES)
    assert 0 == both.run(both.site.recorder.count_earlier(0))
    assert not both.run(both.site.recorder.take(table))
    assert before == rows(both, CHOICES)


def test_games_that_begin_alike_are_counted_together(both: House) -> None:
    """Their sums are those of one game after the other, however often they are recorded."""
    tables = [finished(both, seats) for seats in ("ml", "mm", "mm")]
    before = rows(both, CHOICES)
    assert any(row.people + row.bots > 1 for row in before)
    both.run(both.site.store.change(_forget))
    for _ in range(2):
        both.run(both.site.recorder.take_soon(tables))
        assert before == rows(both, CHOICES)


def _forget(connection: sa.Connection) -> None:
    connection.execute(sa.delete(CHOICES))
    connection.execute(sa.update(RESULTS).values(counted=False))


def test_what_fails_halfway_is_not_counted(both: House) -> None:
    """The marker and the counts are one transaction."""
    table = finished(both)
    both.run(both.site.store.change(_forget))
    broken = Chosen("p", "c", None, 0, 0, 0, 0)  # type: ignore[arg-type]

    def fails(connection: sa.Connection) -> None:
        opening = choices_of.Opening(table, GAME.key, GAME.version, (broken,))
        choices_of.count(connection, [opening])

    with pytest.raises(sa.exc.IntegrityError):
        both.run(both.site.store.change(fails))
    assert [] == rows(both, CHOICES)
    assert [False] == [row.counted for row in rows(both, RESULTS)]
    assert 1 == both.run(both.site.recorder.count_earlier(0))


# ---- which position it is


def after(*moves: str, **options: Any) -> str:
    """The key of the position after some moves."""
    chosen = GAME.read_options(DEAL | options)
    state = GAME.setup(chosen)
    for n, text in enumerate(moves):
        GAME.apply_action(state, n % 2, GAME.read_action(state, n % 2, text))
    return position_key(GAME, chosen, state)


def test_the_order_of_moves_does_not_matter() -> None:
    """What is on the board does, and who is to move."""
    assert after("r1c1", "r2c1", "r1c2") == after("r1c2", "r2c1", "r1c1")
    keys = [after(), after("r1c1"), after("r1c2"), after("r1c1", "r2c1"), after(deal="ggjgjj")]
    assert len(keys) == len(set(keys))
    assert {32} == set(map(len, keys))


def test_another_ruling_is_another_position() -> None:
    """A choice there may be worth something else."""
    assert after("r1c1") != after("r1c1", repetition="length_only")


# ---- who it was


def test_a_substitute_and_a_program_count_as_bots() -> None:
    """A person counts from the return on; what was taken back is forgotten; chance is nobody."""
    journal = (
        e.Sat(1, seat=0, kind="person", who="a", name="Ann"),
        e.Sat(1, seat=1, kind="person", who="b", name="Bob", program=True),
        e.Started(2, chance=("g",)),
        e.Acted(3, seat=0, do="x"),
        e.Acted(4, seat=1, do="y", chance=("h", "h")),
        e.Substituted(5, seat=0, bot="low", by="a"),
        e.Acted(6, seat=0, do="x"),
        e.Returned(7, seat=0),
        e.Acted(8, seat=1, do="y"),
        e.TakenBack(9, seat=1, to=6),
        e.Acted(10, seat=1, do="z"),
        e.Acted(11, seat=0, do="x"),
    )
    expected = ["", "person", "bot", "", "", "bot", "bot", "person"]
    assert expected == actors(journal, 2)


# ---- other orders of moves


def played(house: House, *moves: str) -> None:
    """A public game of one person on both sides that begins with these moves."""
    me = house.browser()
    table = me.open("rokumon", seats="mm", **DEAL)
    for n, text in enumerate(moves):
        me.do(table, n % 2, text)
    assert "over" == me.play_on(table).status
    house.recorded()


def others(house: House, *moves: str) -> tuple[int, int]:
    """The games of a position that came to it by other moves, and all of them."""
    answer = house.browser().get(f"/api/explore/rokumon?act=1&deal=gggjjj&moves={'+'.join(moves)}")
    found = msgspec.json.decode(answer.body, type=Explored)
    return found.others, sum(one.people + one.bots for one in found.choices)


def test_games_that_came_by_other_moves_are_counted_and_told_apart(both: House) -> None:
    """Three orders of the same moves: each counts for the position, and two of them are others."""
    first, reply, then = "r1c1", "r2c1", "r1c2"
    played(both, first, reply, then)
    assert (0, 1) == others(both, first, reply, then)
    played(both, then, reply, first)
    played(both, then, reply, first)
    assert (2, 3) == others(both, first, reply, then)
    assert (1, 3) == others(both, then, reply, first)
    assert (0, 1) == others(both, first, reply)
    assert (0, 3) == others(both)
