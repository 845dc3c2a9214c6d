"""Default parts of a game: no chance, nothing hidden, plain text.

`core.game.Game` uses these for the parts that a game leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from honjin.core.actions.table import Actions
from honjin.core.errors import Unreadable
from honjin.core.events import Event
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE
from honjin.core.state import State
from honjin.core.words import Say

START: Final = "start"
"""The notation of a position whose fields all have their start values."""

_NUMBER: Final = re.compile(r"-?[0-9]{1,18}", re.ASCII)

# ---- rules


@rule
def no_chance(s: Any, out: Any, weights: Any) -> int:  # noqa: ARG001
    """There are no dice and no draws."""
    return 0


@rule
def see_all(s: Any, seat: int) -> None:
    """Nothing is hidden."""


@rule
def guess_nothing(s: Any, seat: int, rng: Any) -> None:
    """There is no hidden information to fill in."""


@rule
def never(s: Any, seat: int) -> bool:  # noqa: ARG001
    """The rules do not allow resignation."""
    return False


@rule
def do_nothing(s: Any, seat: int) -> None:
    """A placeholder for what never happens: resignation, sealed choices."""


@rule
def no_guess(s: Any, seat: int) -> int:  # noqa: ARG001
    """Every position counts the same until the game is over."""
    return 0


# ---- text


class FieldNotation:
    """Actions as in their table, positions by their fields: `turn=1 marks=2,4`.

    Fields that have their start values are left out. A position must obey the laws of the game.
    """

    def __init__(self, actions: Actions, state: type[State], laws: Sequence[Any] = ()) -> None:
        self._actions, self._state, self._laws = actions, state, laws

    def write_action(self, s: Any, seat: int, action: int) -> str:
        """The text of the action's row; for an outcome of chance, its number."""
        return str(action) if seat == CHANCE else self._actions.write(s, seat, action)

    def read_action(self, s: Any, seat: int, text: str) -> int:
        """The action that a text denotes; Unreadable if there is none."""
        if seat != CHANCE:
            return self._actions.read(s, seat, text)
        if not text.isascii() or not text.isdecimal() or len(text) > 9 or text != str(int(text)):
            raise Unreadable(f"expected the number of an outcome, got {text[:40]!r}")
        return int(text)

    def write_position(self, s: State) -> str:
        """The fields that differ from their start values."""
        changed = (
            f"{name}={','.join(map(str, _flat(value)))}"
            for name, field in s._fields.items()
            if (value := getattr(s, name)) != field.fresh()
        )
        return " ".join(changed) or START

    def read_position(self, text: str, options: Any) -> Any:  # noqa: ARG002
        """The state with these fields; Unreadable if the text is malformed."""
        s = self._state()
        parts = [] if text == START else text.split(" ")
        read = set[str]()
        for part in parts:
            name, _, values = part.partition("=")
            if name not in s._fields or name in read:
                known = ", ".join(s._fields)
                raise Unreadable(f"expected each of {known} at most once, got {part[:40]!r}")
            read.add(name)
            _put(s, name, values)
        self._must_be_lawful(s)
        return s

    def _must_be_lawful(self, s: State) -> None:
        try:
            s.check()
        except OverflowError as problem:
            raise Unreadable(str(problem)) from None
        for law in self._laws:
            if not law.holds(s):
                raise Unreadable(f"expected a position that obeys the law of {law.name}")


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        for part in value:
            yield from _flat(part)
    else:
        yield value


def _put(s: State, name: str, text: str) -> None:
    """Set a field from comma-separated numbers."""
    numbers = text.split(",")
    needed = sum(1 for _ in _flat(getattr(s, name)))
    if len(numbers) != needed or not all(map(_NUMBER.fullmatch, numbers)):
        raise Unreadable(f"expected {needed} whole numbers for {name}, got {text[:40]!r}")
    ahead = iter(map(int, numbers))
    setattr(s, name, _filled_in(getattr(s, name), ahead))


def _filled_in(shape: Any, ahead: Iterator[int]) -> Any:
    if isinstance(shape, list):
        return [_filled_in(part, ahead) for part in shape]
    return next(ahead)


# ---- log


def tell_text(
    notation: Any,
) -> Callable[[Any, int, int, Any, int], tuple[Event, ...]]:
    """A `tell` that reports each action to all viewers; for games with nothing hidden."""

    def tell(before: Any, seat: int, action: int, after: Any, viewer: int) -> tuple[Event, ...]:  # noqa: ARG001
        what = notation.write_action(before, seat, action)
        if seat == CHANCE:
            return (Event(Say("plain.chance", {"what": what}), CHANCE),)
        return (Event(Say("plain.acts", {"who": Say(f"seat.{seat}"), "what": what}), seat),)

    return tell
