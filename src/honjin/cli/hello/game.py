"""Tic-tac-toe: three in a row wins. Declares what a game must declare, and no more."""

from typing import Any

from honjin.core.actions import Action, Actions, numbered
from honjin.core.game import Game
from honjin.core.jit.rule import rule
from honjin.core.reading.plain import OneClick, grid_scene, plain_words
from honjin.core.scene import Scene
from honjin.core.state import State, ints

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421)  # masks of squares


class Board(State):
    turn: int = ints()  # seat to move
    marks: list[int] = ints(2, kind="i2")  # marks[seat]: a mask of squares
    winner: int = ints()  # a seat + 1; 0 nobody


@rule
def may_act(s: Board) -> int:
    return 0 if s.winner or s.marks[0] | s.marks[1] == 0o777 else 1 << s.turn


@rule
def legal_actions(s: Board, seat: int, out: Any) -> int:
    n = 0
    for square in range(9):
        out[n] = square  # is only counted if it is legal
        n += may_act(s) >> seat & ~(s.marks[0] | s.marks[1]) >> square & 1
    return n


@rule
def apply_action(s: Board, seat: int, action: int) -> None:
    s.marks[seat] |= 1 << action
    for line in LINES:
        if s.marks[seat] & line == line:
            s.winner = seat + 1
    s.turn = 1 - seat


@rule
def returns(s: Board, out: Any) -> int:
    out[0], out[1] = ((0, 0), (1, -1), (-1, 1))[s.winner]
    return 0 if s.winner else 1  # won, drawn


def scene(seen: Board) -> Scene:
    taken = [(n, k, "×○"[k]) for n in range(9) for k in range(2) if seen.marks[k] >> n & 1]
    return grid_scene(3, 3, taken)


ACTS = Actions(Action("act", square=numbered("square", 9), text="{square}"))
WORDS = plain_words(title=("Tic-tac-toe", "三目並べ"), about=("Three in a row win", "三連で勝ち"))
GAME = Game(
    key="tictactoe", words=WORDS, state=Board, actions=ACTS, longest=9, table=OneClick(ACTS, scene),
    may_act=may_act, legal_actions=legal_actions, apply_action=apply_action, returns=returns,
)  # fmt: skip
