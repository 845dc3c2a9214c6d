"""Puzzles: positions of a solved game in which one action alone keeps the win.

At each turn of the solver's exactly one action keeps the win, whichever of the slowest defences is
chosen; only at the last turn may several win at once. A puzzle holds what every one of these
choices is worth, and what is best against it, so that nobody who asks it needs a table.
"""

from __future__ import annotations

from collections.abc import Iterator
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
MOST_PLIES: Final = 11

LEAST_CHOICES: Final = 6
"""With fewer choices at the first turn there is little to find."""

LEAST_LURES: Final = 2
"""So many wrong choices at the first turn are not lost within two plies."""


class Try(Struct, frozen=True, array_like=True):
    """What a choice is worth to the solver, and the best answer; none where the game is over."""

    result: int
    plies: int
    reply: str = ""

    @property
    def value(self) -> Value:
        """Result and plies."""
        return Value(self.result, self.plies)


Turn = dict[str, Try]
"""Every choice of a turn in notation."""


class Puzzle(Struct, frozen=True):
    """A game as far as it has come, and the solver's turns from there, against slow defences.

    `options` are those that are not as usual.
    """

    options: dict[str, Choice]
    entries: tuple[str, ...]
    turns: tuple[Turn, ...]

    @property
    def plies(self) -> int:
        """In how many plies the solver wins."""
        return best_value(self.turns[0]).plies

    @property
    def difficulty(self) -> float:
        """How often a coin would have to fall right to find the solution by chance."""
        return sum(log2(len(turn) / len(right(turn))) for turn in self.turns)

    def line(self) -> Iterator[str]:
        """The solution: the solver's actions and the answers to them, in turn."""
        for turn in self.turns:
            key = right(turn)[0]
            yield key
            if turn[key].reply:
                yield turn[key].reply

    def play(self, game: Game[Any]) -> Play:
        """The game as it stands; RecordMismatch where the rules do not lead there."""
        return replay(game, Record(game.key, game.version, self.options, self.entries))


def best_value(turn: Turn) -> Value:
    """What the best choice of a turn is worth."""
    return max((one.value for one in turn.values()), key=lambda value: value.rank)


def right(turn: Turn) -> list[str]:
    """The choices that solve a turn."""
    best = best_value(turn)
    return [text for text, one in turn.items() if one.value == best]


# ---- making one


def puzzle_in(tables: Tables, play: Play) -> Puzzle | None:
    """The puzzle that a running game has come to; None where it is none."""
    if not LEAST_PLIES <= tables.state_value(play.state).plies <= MOST_PLIES:
        return None
    if not _is_worth_it(tables.value(play.state)) or not has_one_solution(tables, play.state):
        return None
    turns = tuple(_turns(tables, play.state))
    return Puzzle(_unusual(play), play.record().actions, turns)


def _unusual(play: Play) -> dict[str, Choice]:
    """The options that are not as usual."""
    usual = play.game.read_options()
    return {key: value for key, value in play.options.items() if value != usual[key]}


def _is_worth_it(answer: Answer) -> bool:
    """Whether there is something to find, and something that leads astray."""
    lures = [one for one in answer.actions.values() if _tempts(one)]
    is_enough = len(answer.actions) >= LEAST_CHOICES and len(lures) >= LEAST_LURES
    return answer.value.result > 0 and is_enough


def _tempts(value: Value) -> bool:
    """Whether a wrong choice does not look wrong at once."""
    return value.result == 0 or (value.result < 0 and value.plies > 2)


def has_one_solution(tables: Tables, s: Any) -> bool:
    """Whether one action alone keeps the win at each turn, against all slowest defences."""
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
    """The positions after each of the slowest defences; none when the game is over."""
    if tables.game.may_act(s):
        for action in tables.value(s).best():
            yield _moved(tables.game, s, action)


def _turns(tables: Tables, s: Any) -> Iterator[Turn]:
    """The solver's turns, each answered by the first of the slowest defences."""
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
    """The best answer in notation; nothing when the game is over."""
    game = tables.game
    if not game.may_act(s):
        return ""
    return game.notation.write_action(s, mover(game, s)[0], tables.value(s).best()[0])


def _moved(game: Game[Any], s: Any, action: int) -> Any:
    after = s.copy()
    game.apply_action(after, seats_in(game.may_act(s))[0], action)
    return after
