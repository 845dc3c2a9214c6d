"""Exact values of choices: everything up to the end of a theme's question is enumerated.

The seat chooses at its best, other seats at their worst for it, chance by its weights. Where
something is hidden from the seat, the position is played in several worlds at once, each of which
looks the same to it: a choice counts in all of them, and its worth is the mean. A choice that the
seat makes after it has seen more than now would depend on the world, so such a question is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.core.jit.compiled import batch, compiled, zeros
from honjin.core.jit.rng import seeded
from honjin.core.parts.themes import Theme, Worth
from honjin.core.seats import CHANCE, CHANCE_BIT, seats_in
from honjin.solver.puzzles.decision import MOST_TURNS, Node

MOST_VISITS: Final = 2_500
"""The number of positions after which a question is given up."""

DEEPEST: Final = 40
"""The most actions between a question and its end, chance included."""

SEED: Final = 7
"""The seed of the sampled worlds."""


class TooCostly(HonjinError):
    """A question with too many positions to enumerate."""


class NeedsHidden(HonjinError):
    """A question whose values depend on what the seat cannot see."""


class Judge:
    """The values of one question: what a seat sees, and a theme."""

    def __init__(self, game: Game[Any], theme: Theme[Any], seen: Any, seat: int) -> None:
        self.game, self.theme, self.seat, self.start = game, theme, seat, seen
        worlds = worlds_of(game, theme, seen, seat)
        self.width, self.visits = len(worlds), 0
        self._do = compiled(game)
        self._states = batch(game, *worlds, spare=len(worlds) * DEEPEST + 1)
        self._views = [_View(record) for record in self._states]
        self._known: dict[tuple[int, ...], Fraction] = {}
        self._out = zeros(game.max_actions)

    # ---- nodes

    def node(self, depth: int = 0, left: int = MOST_TURNS) -> Node | None:
        """The turn at a depth, with those that follow; None if the answer is not clear.

        Nor is it an answer if it takes more than `left` choices.
        """
        actions = self._choices(depth)
        texts = [self._text(depth, action) for action in actions]
        values = {
            text: self._after(depth, action, lambda: self._value(depth + 1))
            for text, action in zip(texts, actions, strict=True)
        }
        node = Node({text: self._worth(value) for text, value in values.items()})
        if not self._is_clear(node):
            return None
        after = {}
        for text, action in zip(texts, actions, strict=True):
            if text in node.right and self._after(depth, action, lambda: self._asks(depth + 1)):
                found = (
                    self._after(depth, action, lambda: self.node(depth + 1, left - 1))
                    if left > 1 else None
                )  # fmt: skip
                if found is None:
                    return None
                after[text] = found
        return Node(node.choices, after)

    def _is_clear(self, node: Node) -> bool:
        best, second = node.best, node.second
        if best.n <= 0 or second is None or not self.theme.is_clear(best, second):
            return False
        return self.theme.any_order or len(node.right) == 1

    def _asks(self, depth: int) -> bool:
        """True if the seat still has something to decide."""
        if self._ends(depth) or not self._is_ours(depth):
            return False
        values = {
            self._after(depth, action, lambda: self._value(depth + 1))
            for action in self._choices(depth)
        }
        return len(values) > 1

    def _worth(self, value: Fraction) -> Worth:
        """A value as a number of cases: of worlds, or of draws."""
        of = self.width if self.width > 1 else value.denominator
        if self.width == 1 and of > 1 and self.theme.cases % of == 0:
            of = self.theme.cases
        return Worth(int(value * of), of)

    # ---- values

    def _value(self, depth: int) -> Fraction:
        """The value of a position to the seat, at its best in all worlds together."""
        if self.width == 1:
            return self._single(depth)
        self._visit(depth)
        if self._ends(depth):
            return self._mean(lambda i: Fraction(self._score(i)), depth)
        if not self._is_ours(depth):
            return self._mean(self._apart, depth)
        key = self._key(depth)
        if key not in self._known:
            self._known[key] = max(
                self._after(depth, action, lambda: self._value(depth + 1))
                for action in self._choices(depth)
            )
        return self._known[key]

    def _mean(self, value: Callable[[int], Fraction], depth: int) -> Fraction:
        found = [value(i) for i in self._row(depth)]
        return sum(found, Fraction(0)) / len(found)

    def _apart(self, i: int) -> Fraction:
        """The value of one world, in which others or chance act before the question ends."""
        if self._is_over(i):
            return Fraction(self._score(i))
        raise NeedsHidden(
            f"{self.theme.key}: expected the question to end before anything hidden is used"
        )

    def _single(self, depth: int) -> Fraction:
        """The value of a position in which nothing is hidden from the seat."""
        key = (int(self._do.mark(self._states, depth)),)
        if key not in self._known:
            self._visit(depth)
            over = self._is_over(depth)
            self._known[key] = Fraction(self._score(depth)) if over else self._enumerated(depth)
        found: Fraction = self._known[key]
        return found

    def _enumerated(self, depth: int) -> Fraction:
        mask = int(self._do.acting(self._states, depth))
        if mask & CHANCE_BIT:
            return self._drawn(depth)
        seat = self.seat if mask >> self.seat & 1 else seats_in(mask)[0]
        values = (
            self._after(depth, action, lambda: self._value(depth + 1), seat)
            for action in self._legal(depth, seat)
        )
        return self._best(values) if seat == self.seat else min(values)

    def _best(self, values: Any) -> Fraction:
        """The greatest value; nothing can be greater than the whole."""
        found = Fraction(-1)
        for value in values:
            found = max(found, value)
            if self.theme.whole and found >= self.theme.whole:
                break
        return found

    def _drawn(self, depth: int) -> Fraction:
        out, weights = zeros(self.game.max_actions), zeros(self.game.max_actions)
        n = int(self._do.outcomes(self._states, depth, out, weights))
        total = sum(weights[:n].tolist())
        draws = zip(out[:n].tolist(), weights[:n].tolist(), strict=True)
        values = [
            weight * self._after(depth, outcome, lambda: self._value(depth + 1), CHANCE)
            for outcome, weight in draws
        ]
        found: Fraction = sum(values, Fraction(0)) / total
        return found

    # ---- positions

    def _row(self, depth: int) -> range:
        return range(depth * self.width, (depth + 1) * self.width)

    def _visit(self, depth: int) -> None:
        self.visits += 1
        if self.visits > MOST_VISITS:
            raise TooCostly(f"{self.theme.key}: more than {MOST_VISITS} positions")
        if depth + 1 >= DEEPEST:
            raise TooCostly(f"{self.theme.key}: more than {DEEPEST} actions")

    def _after(self, depth: int, action: int, do: Callable[[], Any], seat: int = -2) -> Any:
        """The answer of `do` while an action has been made in all worlds."""
        seat = self.seat if seat == -2 else seat
        for i in self._row(depth):
            self._do.copy_state(self._states, i + self.width, i)
            self._do.act(self._states, i + self.width, seat, action)
        return do()

    def _ends(self, depth: int) -> bool:
        """True if the question has ended in all worlds."""
        over = {self._is_over(i) for i in self._row(depth)}
        return over == {True}

    def _is_over(self, i: int) -> bool:
        found = bool(self.theme.is_over(self.start, self._views[i], self.seat))
        return found or self._do.acting(self._states, i) == 0

    def _score(self, i: int) -> int:
        return int(self.theme.score(self.start, self._views[i], self.seat))

    def _is_ours(self, depth: int) -> bool:
        """True if the seat is to act in all worlds, which still look the same to it."""
        row = self._row(depth)
        if any(not int(self._do.acting(self._states, i)) >> self.seat & 1 for i in row):
            return False
        if self.width > 1 and len({self._looks(i) for i in row}) > 1:
            raise NeedsHidden(f"{self.theme.key}: expected worlds that look the same")
        return True

    def _looks(self, i: int) -> int:
        """A key of what the seat sees of a world."""
        self._do.copy_state(self._states, len(self._states) - 1, i)
        self._do.hide(self._states, len(self._states) - 1, self.seat)
        return int(self._do.mark(self._states, len(self._states) - 1))

    def _key(self, depth: int) -> tuple[int, ...]:
        return (self._looks(self._row(depth)[0]),)

    def _legal(self, i: int, seat: int) -> list[int]:
        n = int(self._do.legal(self._states, i, seat, self._out))
        found: list[int] = self._out[:n].tolist()
        return found

    def _choices(self, depth: int) -> list[int]:
        """The actions of the seat that can be answers."""
        i = self._row(depth)[0]
        legal = self._legal(i, self.seat)
        view = self._views[i]
        return [one for one in legal if self.theme.takes(view, self.seat, one)]

    def _text(self, depth: int, action: int) -> str:
        found = self.game.state.read_record(self._states[self._row(depth)[0]])
        return self.game.notation.write_action(found, self.seat, action)


class _View:
    """A NumPy record with its fields as attributes, whatever they are called."""

    __slots__ = ("_record",)

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        return self._record[name]


def worlds_of(game: Game[Any], theme: Theme[Any], seen: Any, seat: int) -> list[Any]:
    """What the position may be, as far as the seat can tell: sampled, the same each time.

    NeedsHidden if something is hidden and the theme has only one world.
    """
    if not game.has_secrets:
        return [seen]
    rng = seeded(SEED)
    worlds = []
    for _ in range(max(2, theme.worlds)):
        world = seen.copy()
        game.resample(world, seat, rng)
        worlds.append(world)
    if all(world == worlds[0] for world in worlds[1:]):
        return worlds[:1]
    if theme.worlds == 1:
        raise NeedsHidden(f"{theme.key}: something is hidden here, and there is only one world")
    return worlds


def exact_node(game: Game[Any], theme: Theme[Any], seen: Any, seat: int) -> Node | None:
    """The question that a position asks with its values; None if it has no clear answer."""
    if not theme.asks(seen, seat):
        return None
    node = Judge(game, theme, seen, seat).node()
    return node if node is not None and len(node.choices) >= theme.least_choices else None


__all__ = ["Judge", "NeedsHidden", "TooCostly", "exact_node", "worlds_of"]
