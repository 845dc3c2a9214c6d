"""Decision puzzles: positions with chance, secrets or several seats, and one clear answer.

A seat answers the question of a theme (`core.parts.themes`) in one to three of its own choices. The
puzzle stores what every choice is worth, so that it can be used without computing anything.

The record that leads to the position holds what is hidden from the seat. Nothing in the puzzle
depends on it: values follow from what the seat sees, and no right choice uncovers anything before
the last one has been made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import log2
from typing import Any, Final

from msgspec import Struct

from honjin.core.game import Game
from honjin.core.jit.rng import seeded
from honjin.core.options import Value as Choice
from honjin.core.parts.themes import Worth
from honjin.core.play import Play, replay
from honjin.core.record import Record
from honjin.core.words import Say

MAX_TURNS: Final = 3
"""The most choices that an answer may have."""

GUESSES: Final = 6
"""The number of worlds in which a choice must look the same afterwards."""


class Node(Struct, frozen=True, array_like=True):
    """A turn: what each choice is worth, and the turns that follow the right ones."""

    choices: dict[str, Worth]
    after: dict[str, Node] = {}

    @property
    def best(self) -> Worth:
        """The worth of the best choice."""
        return max(self.choices.values(), key=lambda one: one.value)

    @property
    def right(self) -> list[str]:
        """The choices with the best worth."""
        best = self.best.value
        return [text for text, one in self.choices.items() if one.value == best]

    @property
    def turns(self) -> int:
        """The number of choices that an answer takes from here."""
        return 1 + max((node.turns for node in self.after.values()), default=0)

    @property
    def second(self) -> Worth | None:
        """The worth of the best choice that is wrong; None if all are right."""
        wrong = [one for text, one in self.choices.items() if text not in self.right]
        return max(wrong, key=lambda one: one.value, default=None)


class Decision(Struct, frozen=True, dict=True):
    """A decision puzzle.

    `options` are those that differ from the defaults. `bots` counts, for each level of bots, how
    often it found the answer when it was asked `asked` times.
    """

    theme: str
    options: dict[str, Choice]
    entries: tuple[str, ...]
    seat: int
    first: Node
    asked: int
    bots: tuple[int, ...]

    @cached_property
    def difficulty(self) -> float:
        """The share of failures of bots; the odds against finding it by chance decide ties."""
        failed = 1 - sum(self.bots) / max(1, self.asked * len(self.bots))
        bits = sum(log2(len(node.choices) / len(node.right)) for node in self.nodes())
        return failed + bits / 1000

    @property
    def turns(self) -> int:
        """The number of choices that the answer takes."""
        return self.first.turns

    def nodes(self) -> Iterator[Node]:
        """The turns of the answer, the first of several right choices being taken."""
        node: Node | None = self.first
        while node is not None:
            yield node
            node = node.after.get(node.right[0])

    def line(self) -> list[str]:
        """The answer."""
        return [node.right[0] for node in self.nodes()]

    def node(self, done: Sequence[str]) -> Node | None:
        """The turn after right choices; None once the answer is complete or a choice was wrong."""
        node: Node | None = self.first
        for text in done:
            node = node and node.after.get(text)
        return node

    def question(self, game: Game[Any], seen: Any) -> Say:
        """The theme's question to the seat, which is called as it is on the board.

        `seen` is its observation. The game must have the theme.
        """
        theme = game.theme(self.theme)
        assert theme is not None
        sides = game.table.scene(seen).sides
        names = (side.name for side in sides if side.seat == self.seat)
        return theme.question(next(names, Say(f"seat.{self.seat}")))

    def play(self, game: Game[Any]) -> Play:
        """The game at the puzzle's position; raises RecordMismatch if the rules differ."""
        return replay(game, Record(game.key, game.version, self.options, self.entries))


# ---- what a seat may be shown


def shows_nothing(play: Play, seat: int, first: Node) -> bool:
    """True if no choice of the answer's turns uncovers anything that the seat cannot see.

    Each choice must lead to what the same choice leads to in worlds that look the same to the seat.
    """
    game, seen = play.game, play.seen(seat)
    worlds = [play.state]
    for seed in range(GUESSES if game.has_secrets else 0):
        world = seen.copy()
        game.resample(world, seat, seeded(seed))
        worlds.append(world)
    return _is_alike(game, worlds, seat, first)


def _is_alike(game: Game[Any], worlds: Sequence[Any], seat: int, node: Node) -> bool:
    for text in node.choices:
        action = game.read_action(worlds[0], seat, text)
        later = [_after(game, world, seat, action) for world in worlds]
        looks = [game.seen_by(world, seat) for world in later]
        if any(look != looks[0] for look in looks[1:]):
            return False
        if text in node.after and not _is_alike(game, later, seat, node.after[text]):
            return False
    return True


def has_one_end(play: Play, seat: int, first: Node) -> bool:
    """True if the right choices, in whatever order they are made, lead to one position."""
    return len(set(map(repr, _ends(play.game, play.state, seat, first)))) == 1


def _ends(game: Game[Any], state: Any, seat: int, node: Node) -> Iterator[Any]:
    for text in node.right:
        later = _after(game, state, seat, game.read_action(state, seat, text))
        if text in node.after:
            yield from _ends(game, later, seat, node.after[text])
        else:
            yield later


def _after(game: Game[Any], world: Any, seat: int, action: int) -> Any:
    later = world.copy()
    game.apply_action(later, seat, action)
    return later
