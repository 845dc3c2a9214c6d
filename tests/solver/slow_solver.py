"""The slow twins of the solver, on interpreted rules, written to be obviously right.

`solve_slowly` lists every position that can be reached and looks forward from each of them, over
and over, until nothing new is learned. `look_ahead` is a minimax of a few plies.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from honjin.core.game import Game
from honjin.core.seats import MAX_SEATS
from honjin.solver import Value

DRAW = Value(0, 0)
AT_ONCE = {1: Value(1, 1), 0: DRAW, -1: Value(-1, 1)}


def key(game: Game[Any], s: Any) -> str:
    """A position without the count of its actions."""
    fields = game.notation.write_position(s).split()
    return " ".join(fields[:-2])


def successors(game: Game[Any], s: Any) -> list[Any]:
    """What each action leads to: a Value when that ends the game at once, else a state.

    A game that ends because the other side has no action is not over at once: that missing action
    counts as one ply.
    """
    found = []
    for action in game.legal(s, s.turn):
        after = s.copy()
        game.apply_action(after, s.turn, action)
        found.append(
            after
            if game.may_act(after) or is_stuck(game, after)
            else terminal_value(game, s, after)
        )
    return found


def is_stuck(game: Game[Any], after: Any) -> bool:
    """Whether a side lost because it has no action."""
    return game.reasons[game.returns(after, [0] * MAX_SEATS)] == "end.submission"


def terminal_value(game: Game[Any], before: Any, after: Any) -> Value:
    """The value of the action that ended a game."""
    out = [0] * MAX_SEATS
    game.returns(after, out)
    return AT_ONCE[out[0] if before.turn == 0 else -out[0]]


def judged(values: list[Value | None]) -> Value | None:
    """The value of a position by its actions so far: quickest win, else slowest certain loss."""
    wins = [value.plies for value in values if value and value.result > 0]
    if wins:
        return Value(1, min(wins))
    if all(value and value.result < 0 for value in values):
        return Value(-1, max((value.plies for value in values if value), default=1))
    return None


def passed_on(value: Value | None) -> Value | None:
    """The value, one ply earlier, of a position of the other side."""
    return Value(-value.result, value.plies + 1) if value and value.result else None


def solve_slowly(game: Game[Any], start: Any) -> dict[str, tuple[Any, Value]]:
    """Every position that can be reached from a state, with its value."""
    states = {key(game, start): without_past(start)}
    leads: dict[str, list[str | Value]] = {}
    waiting = deque(states.values())
    while waiting:
        s = waiting.popleft()
        row: list[str | Value] = []
        for after in successors(game, s):
            name = after if isinstance(after, Value) else key(game, after)
            row.append(name)
            if isinstance(name, str) and name not in states:
                states[name] = without_past(after)
                waiting.append(states[name])
        leads[key(game, s)] = row
    known: dict[str, Value] = {}
    for plies in range(1, 1000):
        news = {name: value for name, value in _step(leads, known).items() if value.plies == plies}
        known |= news
        if not news and plies > 2:
            break
    return {name: (s, known.get(name, DRAW)) for name, s in states.items()}


def without_past(s: Any) -> Any:
    """The position as if nothing had been before: no repetition, no limit of length."""
    s = s.copy()
    s.past = s.seen = 0
    s.ply = s.turn
    return s


def _step(leads: dict[str, list[str | Value]], known: dict[str, Value]) -> dict[str, Value]:
    news = {}
    for name, row in leads.items():
        if name not in known:
            value = judged(
                [one if isinstance(one, Value) else passed_on(known.get(one)) for one in row]
            )
            if value:
                news[name] = value
    return news


def look_ahead(game: Game[Any], s: Any, plies: int) -> Value | None:
    """The value of a position that is decided within the given plies, else None."""
    if is_over_for_want(game, s):
        return Value(-1, 1) if plies else None
    if plies == 0:
        return None
    values = [
        after if isinstance(after, Value) else passed_on(look_ahead(game, after, plies - 1))
        for after in successors(game, s)
    ]
    found = judged(values)
    return found if found and found.plies <= plies else None


def is_over_for_want(game: Game[Any], s: Any) -> bool:
    """Whether the side to move has no action."""
    return not game.may_act(s)
