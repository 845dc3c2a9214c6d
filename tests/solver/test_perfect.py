"""The perfect bot: from any solved position on, nothing is given away."""

import random
from pathlib import Path
from typing import Any

import pytest
from solved_positions import GAME, sampled

from honjin.bots import Bot, Budget, GreedyBot, RandomBot, SearchHandle, SearchRequest, TablebaseBot
from honjin.core.errors import UnknownBot
from honjin.lab import find_entrant
from honjin.solver import Oracle, Tables, Value

LONG = Budget(60.0)


def chosen(bot: Bot, s: Any, seat: int, rng: random.Random) -> int:
    """What a bot does in a position."""
    return bot.think(
        SearchRequest(GAME, GAME.seen_by(s, seat), seat, 2, rng, LONG, SearchHandle())
    ).action


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("rival", [RandomBot(), GreedyBot()], ids=lambda bot: bot.name)
@pytest.mark.parametrize(("act", "deal"), [("1", "gggjjj"), ("2", "gggjjjj")])
def test_the_value_is_kept_at_every_move(
    folder: Path, tables: Tables, rival: Bot, act: str, deal: str
) -> None:
    """A hundred games from random positions: wins come in time, draws hold, losses are delayed."""
    bot, rng = TablebaseBot(Oracle(folder)), random.Random(3)
    for start in sampled(act, deal, 100, seed=7):
        if start.outcome:
            continue
        s, seat = start.copy(), start.turn
        promised = tables.value(s).value
        while GAME.may_act(s):
            if s.turn == seat:
                answer = tables.value(s)
                assert answer.value.rank >= promised.rank
                action = chosen(bot, s, seat, rng)
                assert answer.actions[action] == answer.value
                promised = one_later(one_later(answer.value))
            else:
                action = chosen(rival, s, s.turn, rng)
            GAME.apply_action(s, s.turn, action)
        assert (s.winner == seat) >= (promised.result > 0)
        assert (s.winner != 1 - seat) >= (promised.result == 0)


def one_later(value: Value) -> Value:
    """What is left of a value after an action that keeps it."""
    return Value(value.result, max(0, value.plies - 1))


def test_it_suits_what_is_solved(folder: Path) -> None:
    """One deal that has its table; not all deals, not another act."""
    bot = TablebaseBot(Oracle(folder))
    for options, suits in (
        ({"act": "1", "deal": "gggjjj"}, True),
        ({"act": "1", "deal": "jjjggg"}, True),
        ({"act": "1"}, False),
        ({"act": "3", "deal": "gggjjjj"}, False),
        ({"act": "4"}, False),
    ):
        assert suits == bot.suits(GAME, GAME.read_options(options))


def test_it_tells_what_it_knows(folder: Path) -> None:
    """Every action with its result, the best first."""
    s = sampled("2", "gggjjjj", 1, seed=11)[0]
    task = SearchRequest(GAME, s, s.turn, 2, random.Random(1), LONG, SearchHandle())
    thought = TablebaseBot(Oracle(folder)).think(task)
    values = [one.value for one in thought.weighed]
    assert sorted(values, key=lambda value: -value) == values
    assert set(GAME.legal(s, s.turn)) == {one.action for one in thought.weighed}
    assert thought.value == values[0]


def test_the_lab_knows_it_by_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`perfect` takes part in an arena where tables are there, and says what is missing else."""
    monkeypatch.setattr("honjin.solver.tables.oracle.default_folder", lambda: folder)
    options = GAME.read_options({"act": "2", "deal": "gggjjjj"})
    assert "perfect" == find_entrant(GAME, options, "perfect").name
    with pytest.raises(UnknownBot, match="`honjin solve rokumon` makes the tables"):
        find_entrant(GAME, GAME.read_options({"act": "2"}), "perfect")
