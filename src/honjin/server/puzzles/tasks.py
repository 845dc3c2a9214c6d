"""Puzzles as their solver sees them: the scene, the judgement of a try, a hint, the answer.

In a puzzle from a solved table the game answers each right action. A decision puzzle is built from
what the solver's seat observes: the record behind it can hold hidden cards; it is replayed here and
never sent, nor is its log or its position.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from honjin.core.game import Game
from honjin.core.parts.themes import Theme
from honjin.core.play import Play
from honjin.core.scene import Reason
from honjin.core.seats import SPECTATOR
from honjin.server.analysis import messages as an
from honjin.server.analysis.shown import copied, lines, shown_action
from honjin.server.analysis.words import Teller, exact_message
from honjin.server.messages import refusals as no
from honjin.server.puzzles import messages as pz
from honjin.server.tables.messages import answers
from honjin.server.tables.view.parts import log_line, turn_of
from honjin.server.tables.view.past import reason_why
from honjin.server.tables.view.perspective import Perspective
from honjin.solver import Decision, Node, Puzzle
from honjin.solver.puzzles.puzzle import Turn, best_value, right

T = TypeVar("T")


class Task(ABC):
    """A puzzle with the game at its position, which is copied before anything is played."""

    def __init__(self, puzzle: Puzzle | Decision, play: Play) -> None:
        self._line, self._play, self._game = tuple(puzzle.line()), play, play.game

    @abstractmethod
    def show(self, day: str, level: int) -> pz.Puzzle:
        """The scene and the question; nothing of the answer."""

    @abstractmethod
    def judge(self, order: pz.TryPuzzle) -> pz.Tried:
        """The result of a try, beside the best choice."""

    @abstractmethod
    def _mover(self, play: Play) -> int:
        """The seat whose action comes next in the answer."""

    @abstractmethod
    def _after(self, done: Sequence[str]) -> tuple[Play, Sequence[str]]:
        """The game after right choices, and the right ones there."""

    def hint(self, done: Sequence[str]) -> pz.Hint:
        """The kind of the right choice, and its first click."""
        play, (do, *_) = self._after(done)
        turn = turn_of(self._game, self._sight(play))
        choice = next(one for one in turn.choices if one.do == do)
        return pz.Hint(choice.kind, choice.path[0])

    def solution(self) -> pz.Solution:
        """The whole answer."""
        play, moves = copied(self._play), []
        for text in self._line:
            seat = self._mover(play)
            moves.append((seat, self._game.read_action(play.state, seat, text)))
            play.push(*moves[-1])
        return pz.Solution(Teller(self._game, self._sight(self._play)).line(tuple(moves)))

    def why(self, done: Sequence[str], path: list[str]) -> Reason:
        """Why the solver cannot click a path of ids."""
        play, _ = self._after(done)
        return reason_why(self._game, self._sight(play), path)

    def _sight(self, play: Play) -> Perspective:
        """The perspective of the solver, with the choices."""
        return Perspective.at(play, self._mover(play))


class SolvedTask(Task):
    """A puzzle from a solved table: the side to move wins by the only right actions."""

    def __init__(self, puzzle: Puzzle, play: Play) -> None:
        super().__init__(puzzle, play)
        self._puzzle = puzzle

    def show(self, day: str, level: int) -> pz.Puzzle:
        """The position and task; nothing of the answer."""
        play, sight, table = self._play, self._sight(self._play), self._game.table
        log = tuple(line for n in range(len(play.steps)) for line in lines(play, n, SPECTATOR))
        return pz.Puzzle(
            day, self._game.key, dict(play.options), level, self._puzzle.plies,
            len(self._puzzle.turns), self._game.notation.write_position(play.state),
            table.scene(sight.observation), turn_of(self._game, sight), log,
        )  # fmt: skip

    def judge(self, order: pz.TryPuzzle) -> pz.Tried:
        """The exact value of a try beside that of the best choice, and the best answer to it."""
        play, turn = self._stand(order.done)
        found = _tried(turn, order.do)
        steps = tuple(_played(play, text) for text in (order.do, found.reply) if text)
        is_right, over = order.do in right(turn), play.result() is not None
        return pz.Tried(
            is_right, steps, exact_message(best_value(turn)), exact_message(found.value),
            solved=is_right and over,
            turn=None if over or not is_right else turn_of(self._game, self._sight(play)),
        )  # fmt: skip

    def _mover(self, play: Play) -> int:
        return play.may_act()[0]

    def _after(self, done: Sequence[str]) -> tuple[Play, Sequence[str]]:
        play, turn = self._stand(done)
        return play, right(turn)

    def _stand(self, done: Sequence[str]) -> tuple[Play, Turn]:
        """The game after right actions and the answers to them, and the next turn."""
        play = copied(self._play)
        for turn, text in zip(self._puzzle.turns, done, strict=False):
            _require_right(text, right(turn))
            play.act_text(play.may_act()[0], text)
            if turn[text].reply:
                play.act_text(play.may_act()[0], turn[text].reply)
        if play.result() is not None:
            raise _solved()
        return play, self._puzzle.turns[len(done)]


class DecisionTask(Task):
    """A decision puzzle: its seat answers the question of a theme."""

    def __init__(self, puzzle: Decision, play: Play) -> None:
        super().__init__(puzzle, play)
        self._puzzle, self._theme = puzzle, theme_of(play.game, puzzle)

    def show(self, day: str, level: int) -> pz.Puzzle:
        """The scene and the question; neither the log nor the position."""
        puzzle, seen = self._puzzle, self._sight(self._play).observation
        return pz.Puzzle(
            day, self._game.key, dict(self._play.options), level, 0, puzzle.turns, "",
            self._game.table.scene(seen), self._turn(self._play, puzzle.first), (),
            self._theme.name, puzzle.question(self._game, seen),
        )  # fmt: skip

    def judge(self, order: pz.TryPuzzle) -> pz.Tried:
        """The worth of a try beside that of the best choice, in words."""
        play, node = self._stand(order.done)
        worth = _tried(node.choices, order.do)
        is_right, after = order.do in node.right, node.after.get(order.do)
        play.act_text(self._puzzle.seat, order.do)
        return pz.Tried(
            is_right, (self._shown(play, len(order.done), order.do),),
            best=self._theme.says(node.best), worth=self._theme.says(worth),
            solved=is_right and after is None,
            turn=self._turn(play, after) if is_right and after else None,
        )  # fmt: skip

    def _mover(self, _play: Play) -> int:
        return self._puzzle.seat

    def _after(self, done: Sequence[str]) -> tuple[Play, Sequence[str]]:
        play, node = self._stand(done)
        return play, node.right

    def _stand(self, done: Sequence[str]) -> tuple[Play, Node]:
        """The game after right choices, and the next one."""
        play, node = copied(self._play), self._puzzle.first
        for text in done:
            _require_right(text, node.right)
            if text not in node.after:
                raise _solved()
            play.act_text(self._puzzle.seat, text)
            node = node.after[text]
        return play, node

    def _turn(self, play: Play, node: Node) -> answers.Turn:
        """The choices that can be answers."""
        turn = turn_of(self._game, self._sight(play))
        offered = tuple(one for one in turn.choices if one.do in node.choices)
        return msgspec.structs.replace(turn, choices=offered)

    def _shown(self, play: Play, n: int, do: str) -> an.ShownAction:
        """An action of the solver that was just made, as the solver sees it."""
        seat = self._puzzle.seat
        log = tuple(log_line(n + 1, event) for event in play.steps[-1].told_to(seat))
        return an.ShownAction(seat, do, self._game.table.scene(play.seen(seat)), log)


def task_of(game: Game[Any], puzzle: Puzzle | Decision) -> Task:
    """The task of a puzzle."""
    play = puzzle.play(game)
    return DecisionTask(puzzle, play) if isinstance(puzzle, Decision) else SolvedTask(puzzle, play)


def theme_of(game: Game[Any], puzzle: Decision) -> Theme[Any]:
    """The theme of a puzzle; NoPuzzle if the game no longer has it."""
    theme = game.theme(puzzle.theme)
    if theme is None:
        raise no.NoPuzzle(f"{game.key} has no theme {puzzle.theme}")
    return theme


def _tried(choices: Mapping[str, T], do: str) -> T:
    found = choices.get(do)
    if found is None:
        raise no.Illegal(f"{do!r} is not one of the choices: {', '.join(choices)}")
    return found


def _require_right(text: str, rights: Collection[str]) -> None:
    if text not in rights:
        raise no.Illegal(f"expected right choices so far, got {text[:40]!r}")


def _solved() -> no.Refused:
    return no.Over("the puzzle is solved; there is nothing more to do")


def _played(play: Play, text: str) -> an.ShownAction:
    """An action that is made now, and the scene after it."""
    play.act_text(play.may_act()[0], text)
    return shown_action(play, len(play.steps) - 1, SPECTATOR, text)
