"""Puzzles: positions of a solved game in which exactly one action keeps the win.

At each of the solver's turns, exactly one action keeps the win against each of the slowest
defences; only at the last turn may several win at once. A puzzle stores the value of every choice
and the best reply to it, so that it can be used without a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import log2
from typing import Any, Final

from msgspec import Struct

from honjin.core.game import Game
from honjin.core.options import Value as Choice
from honjin.core.play import Play, replay
from honjin.core.record import Record
from honjin.core.seats import seats_in
from honjin.solver.tables.ask import Answer, Tables, listed, mover
from honjin.solver.tables.value import WINS_AT_ONCE, Value

LEAST_PLIES: Final = 3
MAX_PLIES: Final = 11

LEAST_CHOICES: Final = 6
"""The least number of choices at the first turn."""

LEAST_LURES: Final = 2
"""The least number of tempting wrong choices at the first turn (`_tempts`)."""


class Try(Struct, frozen=True, array_like=True):
    """The value of a choice to the solver, and the best reply; empty if the game is over."""

    result: int
    plies: int
    reply: str = ""

    @property
    def value(self) -> Value:
        """The value as result and plies."""
        return Value(self.result, self.plies)


Turn = dict[str, Try]
"""All choices of a turn by their notation."""


class Puzzle(Struct, frozen=True, dict=True):
    """The start of a game, and the solver's turns from there against the slowest defences.

    `options` are those that differ from the defaults.
    """

    options: dict[str, Choice]
    entries: tuple[str, ...]
    turns: tuple[Turn, ...]

    @property
    def plies(self) -> int:
        """The number of plies in which the solver wins."""
        return best_value(self.turns[0]).plies

    @cached_property
    def difficulty(self) -> float:
        """The number of bits needed to find the solution by chance."""
        return sum(log2(len(turn) / len(right(turn))) for turn in self.turns)

    def line(self) -> Iterator[str]:
        """The solution: the solver's actions and the replies, alternately."""
        for turn in self.turns:
            key = right(turn)[0]
            yield key
            if turn[key].reply:
                yield turn[key].reply

    def play(self, game: Game[Any]) -> Play:
        """The game at the puzzle's position; raises RecordMismatch if the rules differ."""
        return replay(game, Record(game.key, game.version, self.options, self.entries))


def best_value(turn: Turn) -> Value:
    """The value of the best choice of a turn."""
    return max((one.value for one in turn.values()), key=lambda value: value.rank)


def right(turn: Turn) -> list[str]:
    """The choices that solve a turn."""
    best = best_value(turn)
    return [text for text, one in turn.items() if one.value == best]


# ---- making one


def puzzle_in(tables: Tables, play: Play) -> Puzzle | None:
    """The puzzle at the current position of a game; None if it is not a puzzle."""
    if not LEAST_PLIES <= tables.state_value(play.state).plies <= MAX_PLIES:
        return None
    if not _is_worth_it(tables.value(play.state)) or not has_one_solution(tables, play.state):
        return None
    turns = tuple(_turns(tables, play.state))
    return Puzzle(_unusual(play), play.record().actions, turns)


def _unusual(play: Play) -> dict[str, Choice]:
    """The options that differ from the defaults."""
    usual = play.game.read_options()
    return {key: value for key, value in play.options.items() if value != usual[key]}


def _is_worth_it(answer: Answer) -> bool:
    """True if the position is a win with enough choices, among them enough tempting ones."""
    lures = [one for one in answer.actions.values() if _tempts(one)]
    is_enough = len(answer.actions) >= LEAST_CHOICES and len(lures) >= LEAST_LURES
    return answer.value.result > 0 and is_enough


def _tempts(value: Value) -> bool:
    """True if a wrong choice is not refuted at once."""
    return value.result == 0 or (value.result < 0 and value.plies > 2)


def has_one_solution(tables: Tables, s: Any) -> bool:
    """True if exactly one action keeps the win at each turn, against all slowest defences."""
    answer = tables.value(s)
    if answer.value == WINS_AT_ONCE:
        return True
    wins = [action for action, value in answer.actions.items() if value.result > 0]
    if len(wins) != 1:
        return False
    after = _moved(tables.game, s, wins[0])
    return all(
        has_one_solution(tables, later)
        for later in _after_defences(tables, after)
        if tables.game.may_act(later)
    )


def _after_defences(tables: Tables, s: Any) -> Iterator[Any]:
    """The positions after each of the slowest defences; none if the game is over."""
    if tables.game.may_act(s):
        for action in tables.value(s).best():
            yield _moved(tables.game, s, action)


def _turns(tables: Tables, s: Any) -> Iterator[Turn]:
    """The solver's turns, each followed by the first of the slowest defences."""
    while tables.game.may_act(s):
        answer = tables.value(s)
        yield _turn(tables, s, answer)
        s = _moved(tables.game, s, answer.best()[0])
        if tables.game.may_act(s):
            s = _moved(tables.game, s, tables.value(s).best()[0])


def _turn(tables: Tables, s: Any, answer: Answer) -> Turn:
    seat, _ = mover(tables.game, s)
    assert list(answer.actions) == listed(tables.game, s, seat)
    found = zip(answer.choices.items(), answer.actions, strict=True)
    return {
        text: Try(value.result, value.plies, _reply(tables, _moved(tables.game, s, action)))
        for (text, value), action in found
    }


def _reply(tables: Tables, s: Any) -> str:
    """The best reply in notation; empty if the game is over."""
    game = tables.game
    if not game.may_act(s):
        return ""
    return game.notation.write_action(s, mover(game, s)[0], tables.value(s).best()[0])


def _moved(game: Game[Any], s: Any, action: int) -> Any:
    after = s.copy()
    game.apply_action(after, seats_in(game.may_act(s))[0], action)
    return after
