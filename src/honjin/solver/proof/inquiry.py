"""Proving the values of the choices in a position, within a time limit.

Where a game is too large for a table (`core.parts.index.TooLarge`), many of its positions can
still be proved quickly, the sooner the nearer they are to the end. Two questions are asked about
each choice: whether its side can force a win after it, and whether the other side can. The results
are certain; the plies to a win are an upper bound, since shorter wins are not searched for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from honjin.solver.proof.prover import Prover
from honjin.solver.proof.search import Attempt
from honjin.solver.tables.ask import listed, mover
from honjin.solver.tables.plans import index_of
from honjin.solver.tables.value import Value, text_for

FIRST: Final = 4_000
"""The number of actions searched for a question in the first round."""

MORE: Final = 4
"""The factor of that number in each later round."""

WHOLE: Final = 8
"""The factor of that number for a question about all choices together."""

SLICE: Final = 20_000
"""The number of actions between two time checks, a few hundredths of a second."""

NO_LIMIT: Final = 1 << 60

Moves = tuple[tuple[int, int], ...]


@dataclass
class Question:
    """Whether a side can force a win from a position after `action`; None: before any."""

    action: int | None
    record: Any
    attacker: int
    defers: bool = True

    def ask(self, prover: Prover, nodes: int, is_over: Callable[[], bool]) -> int | None:
        """The bound of plies to the win; 0 if there is no forced win, None if still open."""
        search = prover.search(Attempt(self.attacker, self.defers))
        search.begin(self.record)
        found: bool | None = None
        while found is None and nodes > 0 and not is_over():
            found = search.run(min(SLICE, nodes))
            nodes -= SLICE
        if found:
            return search.plies
        if found is False and self.defers:
            # No win in which deferred actions come last; there may be another win.
            self.defers = False
            return None
        return None if found is None else 0


class Inquiry:
    """The proofs of the choices of one position so far: `values` by action."""

    def __init__(self, prover: Prover, s: Any) -> None:
        self.prover, self.s = prover, s
        self.seat, self.side = mover(prover.game, s)
        self.values: dict[int, Value] = {}
        self._end = NO_LIMIT
        self._records: dict[int, Any] = {}
        self._open: list[Question] = []
        self.actions = listed(prover.game, s, self.seat)
        for action in self.actions:
            self._look_at(action)
        self._whole = [Question(None, prover.record(s), attacker) for attacker in (0, 1)]

    def _look_at(self, action: int) -> None:
        """Add a choice: settled if it ends the game, else two questions about it."""
        after = self.done(self.s, self.seat, action)
        ended = self.prover.ended(after, self.side)
        if ended is not None:
            self.values[action] = ended
        else:
            record = self._records[action] = self.prover.record(after)
            self._open += [Question(action, record, attacker) for attacker in (0, 1)]

    def done(self, s: Any, seat: int, action: int) -> Any:
        """The position after an action."""
        after = s.copy()
        self.prover.game.apply_action(after, seat, action)
        return after

    @property
    def is_settled(self) -> bool:
        """True if there is nothing left to prove."""
        return not self._open

    @property
    def value(self) -> Value | None:
        """The value of the position to its side, if that is proved."""
        best = max(self.values.values(), key=lambda value: value.rank, default=None)
        is_certain = best and (best.result > 0 or len(self.values) == len(self.actions))
        return best if is_certain else None

    @property
    def text(self) -> str:
        """`red wins in at most 9`, `draw`, or the number of choices proved."""
        value = self.value
        if value is None:
            return f"not proved ({len(self.values)} of {len(self.actions)} choices are)"
        return text_for(value, self.side, index_of(self.prover.game).sides, at_most=True)

    def recall(self) -> None:
        """Take over what the prover already knows of the choices."""
        self.prover.recall()
        for action, record in self._records.items():
            value = None if action in self.values else self.prover.known(record, self.side)
            if value is not None:
                self._settle(action, value)

    def run(self, is_over: Callable[[], bool], most: int = 0) -> None:
        """Search until all is settled, time is up, or `most` actions are searched (0: no limit).

        With such a limit and no time limit, the results are reproducible.
        """
        self._end = self.prover.nodes + (most or NO_LIMIT)
        nodes = min(FIRST, most // (WHOLE + len(self._open)) + 1) if most else FIRST
        while self._open and not is_over() and self._left > 0:
            for question in list(self._whole):
                self._ask_of_all(question, WHOLE * nodes, is_over)
            for question in list(self._open):
                if not is_over():
                    self._ask(question, nodes, is_over)
            nodes *= MORE

    @property
    def _left(self) -> int:
        """The number of actions that may still be searched."""
        return self._end - self.prover.nodes

    def _ask_of_all(self, question: Question, nodes: int, is_over: Callable[[], bool]) -> None:
        """Ask about the position itself; an answer settles one choice, or all of them, at once."""
        plies = question.ask(self.prover, min(nodes, self._left), is_over)
        if plies is None:
            return
        self._whole.remove(question)
        if plies:
            self.recall()
            for one in [one for one in self._open if one.attacker == question.attacker]:
                self._ask(one, FIRST, is_over)

    def _ask(self, question: Question, nodes: int, is_over: Callable[[], bool]) -> None:
        plies = question.ask(self.prover, min(nodes, self._left), is_over)
        if plies is None or question not in self._open:
            return
        if plies:
            assert question.action is not None
            result = 1 if question.attacker == self.side else -1
            self._settle(question.action, Value(result, plies + 1))
        else:
            self._open.remove(question)

    def _settle(self, action: int, value: Value) -> None:
        self.values[action] = value
        self._open = [one for one in self._open if one.action != action]

    # ---- continuations

    def line(self, action: int, most: int) -> Moves:
        """A proved action and its continuation: the winner hurries, the loser delays."""
        s, moves = self.done(self.s, self.seat, action), [(self.seat, action)]
        while len(moves) < most and (reply := self._reply(s)):
            moves.append(reply)
            s = self.done(s, *reply)
        return tuple(moves)

    def _reply(self, s: Any) -> tuple[int, int] | None:
        """The best action in a proved position; None if it is no longer known."""
        game = self.prover.game
        if not game.may_act(s):
            return None
        seat, side = mover(game, s)
        known = {
            action: self.prover.after(self.done(s, seat, action), side)
            for action in listed(game, s, seat)
        }
        certain = {action: value for action, value in known.items() if value}
        best = max(certain, key=lambda action: certain[action].rank, default=None)
        if best is None or (certain[best].result <= 0 and len(certain) < len(known)):
            return None
        return seat, best
