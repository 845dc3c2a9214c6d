"""Decision puzzles as their solver sees them.

Everything is built from what the solver's seat observes. The record behind a puzzle can hold hidden
cards; it is replayed here and never sent, nor is its log or its position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from honjin.core.game import Game
from honjin.core.parts.themes import Theme
from honjin.core.play import Play
from honjin.core.scene import Reason
from honjin.server.analysis import messages as an
from honjin.server.analysis.shown import copied
from honjin.server.analysis.words import Teller
from honjin.server.messages import refusals as no
from honjin.server.puzzles import messages as pz
from honjin.server.tables.messages import answers
from honjin.server.tables.view.parts import log_line, turn_of
from honjin.server.tables.view.past import reason_why
from honjin.server.tables.view.perspective import Perspective
from honjin.solver import Decision, Node


class _DecisionProgress(NamedTuple):
    """A puzzle as far as it has been solved."""

    puzzle: Decision
    play: Play
    node: Node

    @property
    def sight(self) -> Perspective:
        """The perspective of the solver, with the choices."""
        return Perspective.at(self.play, self.puzzle.seat)

    @property
    def turn(self) -> answers.Turn:
        """The choices that can be answers."""
        turn = turn_of(self.play.game, self.sight)
        offered = tuple(one for one in turn.choices if one.do in self.node.choices)
        return msgspec.structs.replace(turn, choices=offered)


def theme_of(game: Game[Any], puzzle: Decision) -> Theme[Any]:
    """The theme of a puzzle; NoPuzzle if the game no longer has it."""
    theme = game.theme(puzzle.theme)
    if theme is None:
        raise no.NoPuzzle(f"{game.key} has no theme {puzzle.theme}")
    return theme


def show(puzzle: Decision, play: Play, day: str, level: int) -> pz.Puzzle:
    """The scene and the question; nothing of the answer."""
    stand, game = _stand(puzzle, play, ()), play.game
    theme, sight = theme_of(game, puzzle), stand.sight
    return pz.Puzzle(
        day, game.key, dict(play.options), level, 0, puzzle.turns, "",
        game.table.scene(sight.observation), stand.turn, (), theme.name,
        puzzle.question(game, sight.observation),
    )  # fmt: skip


def judge(puzzle: Decision, play: Play, order: pz.TryPuzzle) -> pz.Tried:
    """The result of a try: what it is worth, beside the best choice."""
    stand, theme = _stand(puzzle, play, order.done), theme_of(play.game, puzzle)
    worth = stand.node.choices.get(order.do)
    if worth is None:
        raise no.Illegal(f"{order.do!r} is not one of the choices: {', '.join(stand.node.choices)}")
    is_right, node = order.do in stand.node.right, stand.node.after.get(order.do)
    stand.play.act_text(puzzle.seat, order.do)
    return pz.Tried(
        is_right, (_shown(stand, len(order.done), order.do),),
        best=theme.says(stand.node.best), worth=theme.says(worth), solved=is_right and node is None,
        turn=stand._replace(node=node).turn if is_right and node else None,
    )  # fmt: skip


def hint(puzzle: Decision, play: Play, done: Sequence[str]) -> pz.Hint:
    """The kind of a right choice, and its first click."""
    stand = _stand(puzzle, play, done)
    choice = next(one for one in stand.turn.choices if one.do in stand.node.right)
    return pz.Hint(choice.kind, choice.path[0])


def solution(puzzle: Decision, play: Play) -> pz.Solution:
    """The whole answer."""
    stand = _stand(puzzle, play, ())
    again, moves = copied(play), []
    for text in puzzle.line():
        moves.append((puzzle.seat, play.game.read_action(again.state, puzzle.seat, text)))
        again.push(*moves[-1])
    return pz.Solution(Teller(play.game, stand.sight).line(tuple(moves)))


def why(puzzle: Decision, play: Play, done: Sequence[str], path: list[str]) -> Reason:
    """Why the solver cannot click a path of ids."""
    return reason_why(play.game, _stand(puzzle, play, done).sight, path)


def _stand(puzzle: Decision, play: Play, done: Sequence[str]) -> _DecisionProgress:
    """The puzzle after right choices."""
    play, node = copied(play), puzzle.first
    for text in done:
        if text not in node.right:
            raise no.Illegal(f"expected right choices so far, got {text[:40]!r}")
        if text not in node.after:
            raise no.Over("the puzzle is solved; there is nothing more to do")
        play.act_text(puzzle.seat, text)
        node = node.after[text]
    return _DecisionProgress(puzzle, play, node)


def _shown(stand: _DecisionProgress, n: int, do: str) -> an.ShownAction:
    """An action of the solver that was just made, as the solver sees it."""
    play, seat = stand.play, stand.puzzle.seat
    told = play.steps[-1].told_to(seat)
    log = tuple(log_line(n + 1, event) for event in told)
    return an.ShownAction(seat, do, play.game.table.scene(play.seen(seat)), log)
