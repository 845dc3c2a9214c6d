"""Exact values of choices: everything up to the end of a theme's question is enumerated.

The seat chooses at its best, other seats at their worst for it, chance by its weights. Where
something is hidden from the seat, the position is played in several worlds at once, each of which
looks the same to it: a choice counts in all of them, and its worth is the mean.

If others or chance act while something is hidden, the question is refused, unless the theme says
what of it matters (`matters`). Then worlds in which that is the same are counted together, and
worlds that look different after a reply go on apart, since the seat can tell them apart from then
on. It still makes one choice in all that look alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final, NamedTuple

from honjin.core.errors import HonjinError
from honjin.core.game import Game
from honjin.core.jit.compiled import batch, compiled, zeros
from honjin.core.jit.rng import seeded
from honjin.core.parts.themes import Theme, Worth
from honjin.core.seats import CHANCE, CHANCE_BIT, seats_in
from honjin.solver.puzzles.decision import MAX_TURNS, Node

DEEPEST: Final = 40
"""The most actions between a question and its end, chance included."""

SEED: Final = 7
"""The seed of the sampled worlds."""


class TooCostly(HonjinError):
    """A question with too many positions to enumerate."""


class NeedsHidden(HonjinError):
    """A question whose values depend on what the seat cannot see."""


class Row(NamedTuple):
    """Worlds that have come the same way: their places, and how many samples each stands for."""

    at: tuple[int, ...]
    weights: tuple[int, ...]
    depth: int

    def part(self, numbers: Iterable[int]) -> Row:
        """Some of these worlds."""
        some = tuple(numbers)
        at, weights = (tuple(each[n] for n in some) for each in (self.at, self.weights))
        return Row(at, weights, self.depth)


class Judge:
    """The values of one question: what a seat sees, and a theme."""

    def __init__(self, game: Game[Any], theme: Theme[Any], seen: Any, seat: int) -> None:
        self.game, self.theme, self.seat, self.start = game, theme, seat, seen
        worlds = worlds_of(game, theme, seen, seat)
        self.width, self.visits = len(worlds), 0
        self._do = compiled(game)
        self._states = batch(game, *worlds, spare=len(worlds) * DEEPEST + 1)
        self._views = [_View(record) for record in self._states]
        self._known: dict[tuple[Any, ...], Fraction] = {}
        self._out = zeros(game.max_actions)
        self._top = self.width
        self._first = self._merged(Row(tuple(range(self.width)), (1,) * self.width, 0))

    # ---- nodes

    def node(self) -> Node | None:
        """The first turn with those that follow; None if the answer is not clear."""
        return self._node(self._first, MAX_TURNS)

    def values(self) -> dict[str, Fraction]:
        """The value of each choice of the first turn."""
        return self._values(self._first, self._written(self._first))

    def _node(self, row: Row, left: int) -> Node | None:
        """A turn with those that follow; None if the answer takes more than `left` choices."""
        actions = self._written(row)
        values = self._values(row, actions)
        node = Node({text: self._worth(value) for text, value in values.items()})
        if not self._is_clear(node):
            return None
        after: dict[str, Node] = {}
        for text, action in actions.items():
            if text in node.right and self._after(row, action, self._asks):
                found = (
                    self._after(row, action, lambda later: self._node(later, left - 1))
                    if left > 1 else None
                )  # fmt: skip
                if found is None and not self.theme.may_stop:
                    return None
                after |= {text: found} if found else {}
        return Node(node.choices, after)

    def _values(self, row: Row, actions: dict[str, int]) -> dict[str, Fraction]:
        return {text: self._after(row, one, self._value) for text, one in actions.items()}

    def _is_clear(self, node: Node) -> bool:
        best, second = node.best, node.second
        if best.n <= 0 or second is None or not self.theme.is_clear(best, second):
            return False
        return self.theme.any_order or len(node.right) == 1

    def _asks(self, row: Row) -> bool:
        """True if the seat still has something to decide."""
        if self._ends(row) or not self._is_ours(row):
            return False
        values = {self._after(row, action, self._value) for action in self._choices(row)}
        return len(values) > 1

    def _worth(self, value: Fraction) -> Worth:
        """A value as a number of cases: of worlds, or of draws."""
        if self.width > 1 and self.width % value.denominator == 0:
            return Worth(int(value * self.width), self.width)
        of = value.denominator
        if of > 1 and self.theme.cases % of == 0:
            of = self.theme.cases
        return Worth(int(value * of), of)

    # ---- values

    def _value(self, row: Row) -> Fraction:
        """The value of a position to the seat, at its best in all worlds together."""
        key = self._key(row)
        if key not in self._known:
            self._visit(row)
            self._known[key] = self._found(row)
        return self._known[key]

    def _found(self, row: Row) -> Fraction:
        if self._ends(row):
            return self._mean(row, lambda n: Fraction(self._score(row.at[n])))
        if len(row.at) > 1:
            if self.theme.matters is None and not self._is_ours(row):
                return self._mean(row, lambda n: self._over(row.at[n]))
            if self.theme.matters and len(parts := self._told_apart(row)) > 1:
                return self._shared(parts)
        return self._enumerated(row)

    def _enumerated(self, row: Row) -> Fraction:
        """The value of worlds that look the same to the seat."""
        mask = self._acting(row)
        if mask & CHANCE_BIT:
            return self._drawn(row)
        if mask >> self.seat & 1:
            return self._best(self._after(row, one, self._value) for one in self._choices(row))
        return min(self._replies(row, seats_in(mask)[0]))

    def _shared(self, parts: Sequence[Row]) -> Fraction:
        """The mean over worlds that the seat can tell apart."""
        shares = (sum(part.weights) * self._value(part) for part in parts)
        return sum(shares, Fraction(0)) / sum(sum(part.weights) for part in parts)

    def _mean(self, row: Row, value: Callable[[int], Fraction]) -> Fraction:
        """The mean of the values of the worlds, by their weights."""
        shares = (weight * value(n) for n, weight in enumerate(row.weights))
        return sum(shares, Fraction(0)) / sum(row.weights)

    def _over(self, i: int) -> Fraction:
        """The score of one of several worlds, in which the question has to be over."""
        if self._is_over(i):
            return Fraction(self._score(i))
        raise NeedsHidden(
            f"{self.theme.key}: expected the question to end before anything hidden is used"
        )

    def _best(self, values: Any) -> Fraction:
        """The greatest value; nothing can be greater than the whole."""
        found = Fraction(-1)
        for value in values:
            found = max(found, value)
            if self.theme.whole and found >= self.theme.whole:
                break
        return found

    def _drawn(self, row: Row) -> Fraction:
        """The mean over what chance can draw, which has to be the same in all worlds."""
        draws = self._draws(row.at[0])
        if any(self._draws(i) != draws for i in row.at[1:]):
            raise NeedsHidden(f"{self.theme.key}: expected draws that nothing hidden affects")
        total = sum(weight for _, weight in draws)
        values = (
            weight * self._after(row, outcome, self._value, CHANCE) for outcome, weight in draws
        )
        return sum(values, Fraction(0)) / total

    def _draws(self, i: int) -> list[tuple[int, int]]:
        out, weights = zeros(self.game.max_actions), zeros(self.game.max_actions)
        n = int(self._do.outcomes(self._states, i, out, weights))
        return list(zip(out[:n].tolist(), weights[:n].tolist(), strict=True))

    def _replies(self, row: Row, seat: int) -> Iterator[Fraction]:
        """The values of what another seat can do: the same wherever it can do the same."""
        legal = [tuple(self._taken(i, seat)) for i in row.at]
        kinds = list(dict.fromkeys(legal))
        for chosen in product(*kinds):
            actions = [chosen[kinds.index(one)] for one in legal]
            yield self._after_each(row, actions, self._value, seat)

    # ---- positions

    def _visit(self, row: Row) -> None:
        self.visits += 1
        if self.visits > self.theme.most_positions:
            raise TooCostly(f"{self.theme.key}: more than {self.theme.most_positions} positions")
        if row.depth + 1 >= DEEPEST:
            raise TooCostly(f"{self.theme.key}: more than {DEEPEST} actions")

    def _after(self, row: Row, action: int, do: Callable[[Row], Any], seat: int = -2) -> Any:
        """The answer of `do` for the worlds after an action in all of them."""
        return self._after_each(row, (action,) * len(row.at), do, self.seat if seat == -2 else seat)

    def _after_each(
        self, row: Row, actions: Sequence[int], do: Callable[[Row], Any], seat: int
    ) -> Any:  # fmt: skip
        """The same after an action of each world's own."""
        at = range(self._top, self._top + len(row.at))
        self._top += len(row.at)
        for to, i, action in zip(at, row.at, actions, strict=True):
            self._do.copy_state(self._states, to, i)
            self._do.act(self._states, to, seat, action)
        found = do(self._merged(Row(tuple(at), row.weights, row.depth + 1)))
        self._top -= len(row.at)
        return found

    def _merged(self, row: Row) -> Row:
        """The same, worlds that look alike and agree in all that matters being counted together."""
        matters = self.theme.matters
        if matters is None or len(row.at) == 1:
            return row
        groups: dict[tuple[int, int], list[int]] = {}
        for n, i in enumerate(row.at):
            key = self._looks(i), matters(self._views[i], self.seat)
            groups.setdefault(key, []).append(n)
        weights = (sum(row.weights[n] for n in numbers) for numbers in groups.values())
        at = (row.at[numbers[0]] for numbers in groups.values())
        return Row(tuple(at), tuple(weights), row.depth)

    def _told_apart(self, row: Row) -> list[Row]:
        """The worlds that the seat cannot tell apart, in one row each."""
        if len(row.at) == 1:
            return [row]
        groups: dict[int, list[int]] = {}
        for n, i in enumerate(row.at):
            groups.setdefault(self._looks(i), []).append(n)
        return [row.part(numbers) for numbers in groups.values()]

    def _ends(self, row: Row) -> bool:
        """True if the question has ended in all worlds."""
        return all(self._is_over(i) for i in row.at)

    def _is_over(self, i: int) -> bool:
        found = bool(self.theme.is_over(self.start, self._views[i], self.seat))
        return found or self._do.acting(self._states, i) == 0

    def _score(self, i: int) -> int:
        return int(self.theme.score(self.start, self._views[i], self.seat))

    def _acting(self, row: Row) -> int:
        """Mask of the seats that decide next, the same in all worlds; or chance."""
        masks = {self._deciding(i) for i in row.at}
        if len(masks) > 1:
            raise NeedsHidden(f"{self.theme.key}: expected the same seats to act in all worlds")
        return masks.pop()

    def _deciding(self, i: int) -> int:
        """Mask of the seats that must act or, if none must, may; or chance."""
        mask = int(self._do.acting(self._states, i))
        return mask if mask & CHANCE_BIT else int(self._do.waited_for(self._states, i)) or mask

    def _is_ours(self, row: Row) -> bool:
        """True if the seat is to act in all worlds, which still look the same to it."""
        if any(not self._deciding(i) >> self.seat & 1 for i in row.at):
            return False
        if len(row.at) == 1 or len(self._told_apart(row)) == 1:
            return True
        if self.theme.matters:
            return False
        raise NeedsHidden(f"{self.theme.key}: expected worlds that look the same")

    def _looks(self, i: int) -> int:
        """A key of what the seat sees of a world."""
        self._do.copy_state(self._states, len(self._states) - 1, i)
        self._do.hide(self._states, len(self._states) - 1, self.seat)
        return int(self._do.mark(self._states, len(self._states) - 1))

    def _key(self, row: Row) -> tuple[Any, ...]:
        return tuple(int(self._do.mark(self._states, i)) for i in row.at), row.weights

    def _legal(self, i: int, seat: int) -> list[int]:
        n = int(self._do.legal(self._states, i, seat, self._out))
        found: list[int] = self._out[:n].tolist()
        return found

    def _choices(self, row: Row) -> list[int]:
        """The actions of the seat that can be answers."""
        return self._taken(row.at[0], self.seat)

    def _taken(self, i: int, seat: int) -> list[int]:
        """The legal actions of a seat that the theme takes into account."""
        view = self._views[i]
        return [one for one in self._legal(i, seat) if self.theme.takes(view, seat, one)]

    def _written(self, row: Row) -> dict[str, int]:
        """The same by their notation."""
        found = self.game.state.read_record(self._states[row.at[0]])
        write = self.game.notation.write_action
        return {write(found, self.seat, action): action for action in self._choices(row)}


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
