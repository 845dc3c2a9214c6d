"""Two games just large enough to try bots on: noughts and crosses, and a race with a die."""

from pathlib import Path
from typing import Any

from honjin.core.actions import Action, Actions, numbered
from honjin.core.contract.presentation import Choice, Prompt
from honjin.core.game import Game
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.core.scene import Reason, Scene
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.core.state import State, ints
from honjin.core.words import Say

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
)  # fmt: skip


class Crosses(State):
    """Cells in reading order."""

    cell: list[int] = ints(9)  # 0 empty, 1 of seat 0, 2 of seat 1
    turn: int = ints()  # seat to move
    winner: int = ints()  # 0 none, else seat + 1
    filled: int = ints()  # cells taken


@rule
def cross_to_act(s: Crosses) -> int:
    if s.winner or s.filled == 9:
        return 0
    return 1 << s.turn


@rule
def cross_legal(s: Crosses, seat: int, out: Any) -> int:
    n = 0
    if cross_to_act(s) >> seat & 1:
        for c in range(9):
            if s.cell[c] == 0:
                out[n] = c
                n += 1
    return n


@rule
def no_outcomes(s: Any, out: Any, weights: Any) -> int:
    return 0


@rule
def cross_apply(s: Crosses, seat: int, action: int) -> None:
    s.cell[action] = seat + 1
    s.filled += 1
    s.turn = 1 - seat
    for a, b, c in LINES:
        if s.cell[a] == seat + 1 and s.cell[b] == seat + 1 and s.cell[c] == seat + 1:
            s.winner = seat + 1


@rule
def cross_returns(s: Crosses, out: Any) -> int:
    out[0] = 0
    out[1] = 0
    if s.winner == 0:
        return 1
    out[s.winner - 1] = 1
    out[2 - s.winner] = -1
    return 0


@rule
def never(s: Any, seat: int) -> bool:
    return False


@rule
def nothing(s: Any, seat: int) -> None:
    pass


@rule
def nothing_to_fill(s: Any, seat: int, rng: Any) -> None:
    pass


@rule
def cross_evaluate(s: Crosses, seat: int) -> int:
    """The seat's open lines minus the rival's."""
    total = 0
    for a, b, c in LINES:
        mine = s.cell[a] == seat + 1 or s.cell[b] == seat + 1 or s.cell[c] == seat + 1
        other = s.cell[a] == 2 - seat or s.cell[b] == 2 - seat or s.cell[c] == 2 - seat
        if mine and not other:
            total += 1
        if other and not mine:
            total -= 1
    return total


@rule
def cross_key(s: Crosses) -> int:
    """The board in base three; whose turn it is follows from it."""
    key = 0
    for c in range(9):
        key = 3 * key + s.cell[c]
    return key


GOAL = 6


class Race(State):
    """First to GOAL wins; go one step, or throw a die for 0 to 3."""

    at: list[int] = ints(2)  # steps of each seat
    turn: int = ints()  # seat to move
    thrown: int = ints()  # 1 while the die rolls


@rule
def race_to_act(s: Race) -> int:
    if s.at[0] >= GOAL or s.at[1] >= GOAL:
        return 0
    if s.thrown:
        return CHANCE_BIT
    return 1 << s.turn


@rule
def race_legal(s: Race, seat: int, out: Any) -> int:
    if race_to_act(s) >> seat & 1 == 0:
        return 0
    out[0] = 0
    out[1] = 1
    return 2


@rule
def race_outcomes(s: Race, out: Any, weights: Any) -> int:
    if s.thrown == 0:
        return 0
    for k in range(4):
        out[k] = k
        weights[k] = 2 if k == 3 else 1
    return 4


@rule
def race_apply(s: Race, seat: int, action: int) -> None:
    if seat != CHANCE and action == 1:
        s.thrown = 1
        return
    s.at[s.turn] += action if seat == CHANCE else 1
    s.thrown = 0
    s.turn = 1 - s.turn


@rule
def race_returns(s: Race, out: Any) -> int:
    first = s.at[0] >= GOAL
    out[0] = 1 if first else -1
    out[1] = -1 if first else 1
    return 0


@rule
def race_evaluate(s: Race, seat: int) -> int:
    return s.at[seat] - s.at[1 - seat]


class PlainNotation:
    """Actions as numbers; positions as the repr of a state."""

    def write_action(self, s: State, seat: int, action: int) -> str:
        return str(action)

    def read_action(self, s: State, seat: int, text: str) -> int:
        return int(text)

    def write_position(self, s: State) -> str:
        return repr(s)

    def read_position(self, text: str, options: Options) -> State:
        raise NotImplementedError


class NoTable:
    """Nothing is drawn in these tests."""

    def scene(self, seen: State) -> Scene:
        return Scene("plain", (), (), ())

    def choice(self, seen: State, seat: int, action: int) -> Choice:
        return Choice(str(action), (str(action),), "move")

    def prompt(self, seen: State, seat: int) -> Prompt:
        return Prompt(Say("move"))

    def why(self, seen: State, seat: int, path: Any) -> Reason:
        return Reason(Say("move"))

    def sketch(self, seen: State, say: Any) -> str:
        return repr(seen)


NUMBERED = Actions(Action("move", n=numbered("number", 1024), text="{n}"))


def tiny_game(**parts: Any) -> Game[Any]:
    usual: dict[str, Any] = dict(  # noqa: C408 - these are parameters
        version=1, title=Say("title"), designer="", publisher="", year=2026, words={},
        home=Path(__file__).parent, options=(), presets=(), actions=NUMBERED, best=1,
        has_secrets=False, zero_sum=True, static_choices=True, laws=(), eval_scale=3,
        levels=lambda options: ("random", "greedy", "mcts:100", "alphabeta:d9"),
        retract_sealed=nothing,
        seats=lambda options: 2, may_resign=never, resign=nothing, observe=nothing,
        resample=nothing_to_fill, tell=lambda *_: (), notation=PlainNotation(), table=NoTable(),
    )  # fmt: skip
    return Game(**{**usual, **parts})


CROSSES = tiny_game(
    key="crosses", state=Crosses, reasons=("line", "full"), max_actions=9, longest=9,
    has_chance=False, setup=lambda options: Crosses(), may_act=cross_to_act,
    legal_actions=cross_legal, chance_outcomes=no_outcomes, apply_action=cross_apply,
    returns=cross_returns, evaluate=cross_evaluate, state_key=cross_key,
)  # fmt: skip

RACE = tiny_game(
    key="race", state=Race, reasons=("goal",), max_actions=4, longest=200,
    has_chance=True, setup=lambda options: Race(), may_act=race_to_act,
    legal_actions=race_legal, chance_outcomes=race_outcomes, apply_action=race_apply,
    returns=race_returns, evaluate=race_evaluate, state_key=None,
)  # fmt: skip


def crosses(board: str) -> Crosses:
    """A position from nine of `x`, `o` and `.`; x is seat 0 and began."""
    cells = [".xo".index(mark) for mark in board.replace("/", "")]
    filled = sum(1 for cell in cells if cell)
    return Crosses(cell=cells, turn=filled % 2, filled=filled)
