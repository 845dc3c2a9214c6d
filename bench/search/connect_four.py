"""Connect four as a game of the contract, to compare searches: 7 columns of 6, 4 in a line win.

A side's men are bits `7 * column + row`, so that row 6 of each column stays empty and lines do not
run around the edge (Tromp's layout).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from honjin.core.actions import Action, Actions, numbered
from honjin.core.arrays import own
from honjin.core.arrays.encoder import encoder
from honjin.core.contract.presentation import Choice, Prompt
from honjin.core.game import Game
from honjin.core.jit.rule import rule
from honjin.core.options import Options, Preset
from honjin.core.scene import Reason, Scene
from honjin.core.state import State, ints
from honjin.core.words import Say, Speak

COLUMNS = 7
ROWS = 6
SHIFTS = (1, 7, 6, 8)


class Four(State):
    """A position."""

    men: list[int] = ints(2, kind="i8", shows=own(2 * COLUMNS * ROWS))  # men[seat]: mask
    height: list[int] = ints(COLUMNS)
    turn: int = ints()
    filled: int = ints()
    winner: int = ints()  # 0 nobody, else seat + 1


@rule
def may_act(s: Four) -> int:
    if s.winner or s.filled == COLUMNS * ROWS:
        return 0
    return 1 << s.turn


@rule
def legal_actions(s: Four, seat: int, out: Any) -> int:
    n = 0
    if may_act(s) >> seat & 1:
        for column in range(COLUMNS):
            if s.height[column] < ROWS:
                out[n] = column
                n += 1
    return n


@rule
def no_outcomes(s: Four, out: Any, weights: Any) -> int:
    return 0


@rule
def has_line(men: int) -> bool:
    for shift in SHIFTS:
        pairs = men & men >> shift
        if pairs & pairs >> 2 * shift:
            return True
    return False


@rule
def apply_action(s: Four, seat: int, action: int) -> None:
    s.men[seat] |= 1 << (7 * action + s.height[action])
    s.height[action] += 1
    s.filled += 1
    s.turn = 1 - seat
    if has_line(s.men[seat]):
        s.winner = seat + 1


@rule
def returns(s: Four, out: Any) -> int:
    out[0] = 0
    out[1] = 0
    if s.winner == 0:
        return 1
    out[s.winner - 1] = 1
    out[2 - s.winner] = -1
    return 0


@rule
def never(s: Four, seat: int) -> bool:
    return False


@rule
def nothing(s: Four, seat: int) -> None:
    pass


@rule
def nothing_to_fill(s: Four, seat: int, rng: Any) -> None:
    pass


@rule
def evaluate(s: Four, seat: int) -> int:
    return 0


@rule
def state_key(s: Four) -> int:
    # The free cell above each column gives its height; with one side's men, that is the position.
    tops = 0
    for column in range(COLUMNS):
        tops |= 1 << (7 * column + s.height[column])
    return tops + s.men[0] | s.turn << 62


@rule
def show_men(s: Four, me: int, out: Any, at: int) -> None:
    """The viewer's men, then the other side's, column by column."""
    for side in range(2):
        men = s.men[me ^ side]
        start = at + COLUMNS * ROWS * side
        for column in range(COLUMNS):
            for row in range(s.height[column]):
                out[start + ROWS * column + row] = men >> (COLUMNS * column + row) & 1


encode = encoder(__name__, "encode", Four, men=show_men)


class Notation:
    """A move is the number of its column, from 1."""

    def write_action(self, s: Four, seat: int, action: int) -> str:
        return str(action + 1)

    def read_action(self, s: Four, seat: int, text: str) -> int:
        return int(text) - 1

    def write_position(self, s: Four) -> str:
        return repr(s)

    def read_position(self, text: str, options: Options) -> Four:
        raise NotImplementedError


class Table:
    """A presentation without a board."""

    def scene(self, seen: Four) -> Scene:
        return Scene("plain", (), (), ())

    def choice(self, seen: Four, seat: int, action: int) -> Choice:
        return Choice(str(action + 1), (str(action + 1),), "move")

    def prompt(self, seen: Four, seat: int) -> Prompt:
        return Prompt(Say("move"))

    def why(self, seen: Four, seat: int, path: Any) -> Reason:
        return Reason(Say("move"))

    def sketch(self, seen: Four, say: Speak) -> str:
        return repr(seen)


ACTIONS = Actions(Action("move", column=numbered("column", COLUMNS), text="{column}"))

GAME: Game[Four] = Game(
    key="connect_four", version=1, title=Say("title"), designer="", publisher="", year=1974,
    words={}, home=Path(__file__).parent, state=Four, options=(), presets=(Preset("four", {}),),
    reasons=("line", "full"), actions=ACTIONS, max_actions=COLUMNS, longest=COLUMNS * ROWS,
    best=1, has_chance=False, has_secrets=False, zero_sum=True, static_choices=True, laws=(),
    eval_scale=10, seats=lambda options: 2, levels=lambda options: ("mcts:100",) * 4,
    setup=lambda options: Four(), may_act=may_act, legal_actions=legal_actions,
    chance_outcomes=no_outcomes, apply_action=apply_action, returns=returns, may_resign=never,
    resign=nothing, observe=nothing, resample=nothing_to_fill, retract_sealed=nothing,
    evaluate=evaluate, state_key=state_key, encode=encode,
    tell=lambda *_: (), notation=Notation(), table=Table(),
)  # fmt: skip
