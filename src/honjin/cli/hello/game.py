"""Tic-tac-toe: three in a row wins. Declares what a game must declare, and no more."""

from honjin.core.actions import Action, Actions, numbered
from honjin.core.game import Game
from honjin.core.jit.rule import rule
from honjin.core.reading.plain import OneClick, grid_scene, plain_words
from honjin.core.scene import Scene
from honjin.core.state import State, ints

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Board(State):
    square: list[int] = ints(9)  # a seat + 1; 0 empty
    turn: int = ints()  # turns so far; seat 0 has the even ones
    winner: int = ints()  # a seat + 1; 0 nobody


@rule
def may_act(s: Board) -> int:
    if s.winner or s.turn == 9:
        return 0
    return 1 << (s.turn & 1)


@rule
def legal_actions(s: Board, seat: int, out: list[int]) -> int:
    n = 0
    for square in range(9):
        if s.square[square] == 0 and may_act(s) == 1 << seat:
            out[n] = square
            n += 1
    return n


@rule
def apply_action(s: Board, seat: int, action: int) -> None:
    s.square[action] = seat + 1
    s.turn += 1
    for a, b, c in LINES:
        if s.square[a] == s.square[b] == s.square[c] == seat + 1:
            s.winner = seat + 1


@rule
def returns(s: Board, out: list[int]) -> int:
    out[0], out[1] = ((0, 0), (1, -1), (-1, 1))[s.winner]
    return 0 if s.winner else 1  # won, drawn


def scene(seen: Board) -> Scene:
    return grid_scene(3, 3, [(n, m - 1, " ×○"[m]) for n, m in enumerate(seen.square) if m])


ACTS = Actions(Action("act", square=numbered("square", 9), text="{square}"))
WORDS = plain_words(title=("Tic-tac-toe", "三目並べ"), about=("Three in a row win", "三連で勝ち"))
GAME = Game(
    key="tictactoe", words=WORDS, state=Board, actions=ACTS, longest=9, table=OneClick(ACTS, scene),
    may_act=may_act, legal_actions=legal_actions, apply_action=apply_action, returns=returns,
)  # fmt: skip
