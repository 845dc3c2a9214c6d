"""The actions of a game, each declared once.

    ACTIONS = Actions(
        Action("place", die=DIE, card=CARD, rule="6", text="{die}@{card}"),
        Action("move", card=CARD, target=CARD, rule="8", text="{card}-{target}"),
        Action("stay", rule="14"),
    )

A row gives its action

    a number      0 to `count` - 1 in the order of the rows, a mixed radix of the arguments
    rules         `encode` and `dispatch`: rule functions, interpreted and compiled
    a text        `write` and `read`
    a choice      its kinds with the rules they rest on, and the ids to click

`numbering` leaves out actions that are impossible with some options: the count of its numbers is
the size of a policy and a mask.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, product
from math import prod
from typing import Any, Final, NamedTuple, TypeVar

from honjin.core.actions.domains import TOLD, Domain
from honjin.core.errors import Unreadable
from honjin.core.jit.rule import is_rule
from honjin.core.jit.sources.written import joined, tree, written
from honjin.core.options import Options

K = TypeVar("K")
V = TypeVar("V")
Args = tuple[int, ...]
Effect = Callable[..., Any]
Clicks = tuple[str, ...] | Callable[..., tuple[str, ...]]
When = tuple[str, tuple[Any, ...]] | Callable[[Options], Iterable[Args]]

MapOf = Callable[[Any], int]

MAX_KEPT: Final = 100_000
"""The most texts and the most click paths that are kept of a game's actions."""
_HOLE: Final = re.compile(r"\{(\w+)\}")


class Text(NamedTuple):
    """The notation of an action whose text depends on more than its arguments.

    `write(s, seat, *args)` returns the text, `read(s, seat, text)` the arguments, or None for the
    text of another action; Unreadable if it is of this action but malformed. `is_fixed` promises
    that neither depends on the position or the seat.
    """

    write: Callable[..., str]
    read: Callable[[Any, int, str], Args | None]
    form: str
    is_fixed: bool = False


class Action:
    """One row: a sort of action, with the domains of its arguments by name.

    The key is a Python name, since `dispatch` takes the effects by it. `rule` is the rule that its
    choices rest on; `kinds` maps each kind to its rule if a row has choices of several kinds.
    `text` is a template with the arguments as holes, by default the key and the arguments joined
    with hyphens. `clicks` are the ids to click, as templates that may also use `{me}`, the seat
    that acts; by default the arguments, or the key if there are none; or a function `(s, seat,
    *args)` returns them. `when` names an option and the values with which the action exists; or, if
    the arguments depend on each other, it is a function that lists the arguments possible with some
    options. `reveals=False` promises that the action shows no hidden information to a viewer of the
    position before it; a function `(s, seat, *args)` can promise this for some positions. `passes`
    marks an action that only continues the game: the page does it for a seat with no other choice.
    """

    def __init__(  # noqa: PLR0913 - the columns of a row
        self,
        key: str,
        *,
        rule: str = "",
        kinds: Mapping[str, str] | None = None,
        text: str | Text = "",
        clicks: Clicks = (),
        when: When | None = None,
        reveals: bool | Callable[..., bool] = True,
        passes: bool = False,
        **args: Domain,
    ) -> None:
        if passes and args:
            raise TypeError(f"action {key}: what passes has no arguments")
        self.key, self.args, self.when, self.reveals = key, args, when, reveals
        self.passes = passes
        self.clicks = clicks or tuple(f"{{{name}}}" for name in args) or (key,)
        self.kinds = kinds if kinds is not None else {key: rule}
        self.text = text or "-".join((key, *(f"{{{name}}}" for name in args)))
        self.size = prod(domain.size for domain in args.values())
        names_map = _map_of(args.values())
        self.text_map = names_map
        if isinstance(text, Text):
            self.text_map = _no_map if text.is_fixed else None
        self.path_map = None if callable(clicks) else names_map
        """The number of the map that the text or the path depends on; None: on the position."""
        self.has_fixed_text = self.text_map is _no_map
        self.has_fixed_path = self.path_map is _no_map

    # ---- numbers

    def decode(self, offset: int) -> Args:
        """The arguments of the action that is `offset` after the first one of the row."""
        found = []
        for domain in reversed(self.args.values()):
            offset, digit = divmod(offset, domain.size)
            found.append(domain.start + digit)
        return tuple(reversed(found))

    def encode(self, args: Args) -> int:
        """The offset of the action with these arguments; the inverse of `decode`."""
        offset = 0
        for domain, value in zip(self.args.values(), args, strict=True):
            offset = offset * domain.size + value - domain.start
        return offset

    def all_args(self, options: Options) -> Iterable[Args]:
        """All arguments possible with these options, in ascending order."""
        if callable(self.when):
            return sorted(self.when(options))
        if self.when is not None and options[self.when[0]] not in self.when[1]:
            return ()
        return product(*(domain.numbers(options) for domain in self.args.values()))

    def numbers(self, options: Options) -> list[Sequence[int]] | None:
        """The values of each argument with these options; None if there is no such action."""
        if callable(self.when):
            every = list(self.when(options))
            return [sorted(set(values)) for values in zip(*every, strict=True)] if every else None
        if self.when is not None and options[self.when[0]] not in self.when[1]:
            return None
        return [domain.numbers(options) for domain in self.args.values()]

    # ---- text

    @property
    def form(self) -> str:
        """The form of its text: `move-<area>`."""
        return self.text.form if isinstance(self.text, Text) else _HOLE.sub(r"<\1>", self.text)

    def write(self, s: Any, seat: int, args: Args) -> str:
        """The text of an action."""
        if isinstance(self.text, Text):
            return self.text.write(s, seat, *args)
        return self.text.format(**self.names(s, args)) if args else self.text

    def names(self, s: Any, args: Args) -> dict[str, str]:
        """The arguments by name, as text."""
        pairs = zip(self.args.items(), args, strict=True)
        return {name: domain.write(s, value) for (name, domain), value in pairs}

    def path(self, s: Any, seat: int, args: Args) -> tuple[str, ...]:
        """The ids to click for an action."""
        if callable(self.clicks):
            return self.clicks(s, seat, *args)
        names = self.names(s, args)
        return tuple(click.format(me=seat, **names) for click in self.clicks)

    def read(self, s: Any, seat: int, text: str) -> Args | None:
        """The arguments in a text; None if it is the text of another action."""
        if isinstance(self.text, Text):
            return self.text.read(s, seat, text)
        if not text.startswith(self._prefix):
            return None
        found = self._pattern.fullmatch(text)
        if not found:
            return None
        return tuple(domain.read(s, found[name]) for name, domain in self.args.items())

    @cached_property
    def _prefix(self) -> str:
        """The prefix of every text of the row."""
        return str(self.text).partition("{")[0]

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        parts = _HOLE.split(str(self.text))
        return re.compile(
            "".join(
                f"(?P<{part}>{self.args[part].pattern})" if n % 2 else re.escape(part)
                for n, part in enumerate(parts)
            ),
            re.ASCII,
        )


def _no_map(_s: Any) -> int:
    return 0


def _map_of(domains: Iterable[Domain]) -> MapOf | None:
    """The map on which the names of all these domains depend, if on nothing else."""
    found = {domain.map_of for domain in domains if not domain.is_fixed} or {_no_map}
    return found.pop() if len(found) == 1 else None


class Decoded(NamedTuple):
    """An action as its row's key and its arguments."""

    key: str
    args: Args


@dataclass(frozen=True)
class Numbering:
    """The actions possible with some options, numbered from 0 without gaps.

    `actions[n]` is the action with the number n; `number_of[action]` is its number, -1 for an
    action that is impossible with these options.
    """

    actions: tuple[int, ...]
    number_of: tuple[int, ...]

    @property
    def count(self) -> int:
        """The number of actions."""
        return len(self.actions)


class Actions:
    """All rows; see the module docstring. `expected` describes the texts in error messages."""

    def __init__(self, *rows: Action, expected: str = "") -> None:
        self.rows = {row.key: row for row in rows}
        if len(self.rows) != len(rows):
            raise TypeError("two actions have the same key")
        self._all = rows
        self._firsts = [0, *accumulate(row.size for row in rows)]
        self.count = self._firsts.pop()
        self._first_of = dict(zip(self.rows, self._firsts, strict=True))
        self._expected = expected or ", ".join(row.form for row in rows)
        self._numbers: dict[str, int] = {}
        """The numbers of texts that mean the same in every position, once written."""
        self._texts: dict[tuple[int, int], str] = {}
        self._paths: dict[tuple[int, int, int], tuple[str, ...]] = {}
        """Texts and click paths that are the same in every position on a map, once computed."""

    @property
    def kinds(self) -> dict[str, str]:
        """Each kind of choice with the rule that it rests on."""
        return {kind: rule for row in self._all for kind, rule in row.kinds.items()}

    # ---- numbers

    def first(self, key: str) -> int:
        """The number of the first action of a row."""
        return self._first_of[key]

    def encode(self, key: str, *args: int) -> int:
        """The number of an action."""
        return self._first_of[key] + self.rows[key].encode(args)

    def decode(self, action: int) -> Decoded:
        """The row of an action and its arguments."""
        if not 0 <= action < self.count:
            raise ValueError(f"expected an action from 0 to {self.count - 1}, got {action}")
        return self._decoded[action]

    @cached_property
    def _decoded(self) -> tuple[Decoded, ...]:
        return tuple(
            Decoded(row.key, row.decode(offset)) for row in self._all for offset in range(row.size)
        )

    def _row(self, action: int) -> Action:
        return self.rows[self._decoded[action].key]

    def numbering(self, options: Options) -> Numbering:
        """The actions possible with these options."""
        actions = []
        for row in self._all:
            actions += [self.encode(row.key, *args) for args in row.all_args(options)]
        number_of = [-1] * self.count
        for n, action in enumerate(actions):
            number_of[action] = n
        return Numbering(tuple(actions), tuple(number_of))

    # ---- text and clicks

    def write(self, s: Any, seat: int, action: int) -> str:
        """The text of an action."""
        row = self._row(action)
        if row.text_map is None:
            return row.write(s, seat, self._decoded[action].args)
        key = row.text_map(s), action
        text = self._texts.get(key)
        if text is None:
            text = row.write(s, seat, self._decoded[action].args)
            _keep(self._texts, key, text)
            if row.has_fixed_text:
                self._numbers[text] = action
        return text

    def read(self, s: Any, seat: int, text: str) -> int:
        """The action that a text denotes; Unreadable if there is none."""
        action = self._numbers.get(text)
        return self._read(s, seat, text) if action is None else action

    def _read(self, s: Any, seat: int, text: str) -> int:
        for row in self._all:
            args = row.read(s, seat, text)
            if args is not None:
                action = self.encode(row.key, *args)
                if row.has_fixed_text:
                    self.write(s, seat, action)  # so that the next read finds it
                return action
        raise Unreadable(f"expected {self._expected}; got {text[:TOLD]!r}")

    def reveals(self, s: Any, seat: int, action: int) -> bool:
        """True unless the action's row promises that it reveals nothing."""
        row = self._row(action)
        if isinstance(row.reveals, bool):
            return row.reveals
        return row.reveals(s, seat, *self._decoded[action].args)

    @cached_property
    def passing(self) -> frozenset[int]:
        """The actions that only continue the game."""
        return frozenset(self._first_of[row.key] for row in self._all if row.passes)

    def path(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        """The ids to click for an action."""
        row = self._row(action)
        if row.path_map is None:
            return row.path(s, seat, self._decoded[action].args)
        key = row.path_map(s), seat, action
        path = self._paths.get(key)
        if path is None:
            path = _keep(self._paths, key, row.path(s, seat, self._decoded[action].args))
        return path

    # ---- rule functions

    def encoder(self, home: str, name: str, key: str) -> Callable[..., int]:
        """A rule function `name(*arguments)` of the module `home`: the number of an action."""
        row = self.rows[key]
        terms, radix = [], row.size
        for argument, domain in row.args.items():
            radix //= domain.size
            terms.append(f"{radix} * {argument}")
        start = sum(
            domain.start * prod(d.size for d in list(row.args.values())[n + 1 :])
            for n, domain in enumerate(row.args.values())
        )
        number = " + ".join((str(self._first_of[key] - start), *terms))
        text = f"def {name}({', '.join(row.args)}):\n    return {number}\n"
        return written(home, name, text, {})

    def argument(self, home: str, name: str, key: str, argument: str) -> Callable[[int], int]:
        """A rule function `name(action)` of the module `home`: an argument of the action."""
        row = self.rows[key]
        value = dict(zip(row.args, _digits(row), strict=True))[argument]
        text = f"def {name}(action):\n    k = action - {self._first_of[key]}\n    return {value}\n"
        return written(home, name, text, {})

    def test(self, home: str, name: str, *keys: str) -> Callable[[int], bool]:
        """A rule function `name(action)` of the module `home`: true for actions of these rows."""
        branches = [(first, [f"return {key in keys}"]) for key, first in self._first_of.items()]
        text = [f"def {name}(action):", *tree("action", joined(branches))]
        return written(home, name, "\n".join(text), {})

    def dispatch(self, home: str, name: str, **effects: Effect) -> Callable[[Any, int, int], Any]:
        """A rule function `name(s, seat, action)` of the module `home` that applies an action.

        `effects` are the rule functions that apply the actions of each row: `(s, seat,
        *arguments)`. Their result is returned: either all of them return an int, or none does.
        """
        must_match(self.rows, effects)
        firsts = self._first_of
        branches = [(firsts[key], _call(row, firsts[key])) for key, row in self.rows.items()]
        text = [f"def {name}(s, seat, action):", *tree("action", branches)]
        names = {f"do_{key}": function for key, function in effects.items()}
        return written(home, name, "\n".join(text), names)


def _keep(kept: dict[K, V], key: K, value: V) -> V:
    if len(kept) >= MAX_KEPT:
        kept.clear()
    kept[key] = value
    return value


def _digits(row: Action) -> list[str]:
    """Expressions that compute each argument from `k`, the offset of an action in its row."""
    found, radix = [], row.size
    for domain in row.args.values():
        radix //= domain.size
        digit = f"k // {radix}" if radix > 1 else "k"
        if radix * domain.size < row.size:
            digit = f"{digit} % {domain.size}"
        found.append(f"{domain.start} + {digit}" if domain.start else digit)
    return found


def _call(row: Action, first: int) -> list[str]:
    """The lines that decode an action of a row and apply it."""
    offset = [f"k = action - {first}"] if row.args else []
    return [*offset, f"return do_{row.key}({', '.join(('s', 'seat', *_digits(row)))})"]


def must_match(rows: Mapping[str, Any], effects: Mapping[str, Effect]) -> None:
    """Raise TypeError unless there is a rule function for each row, and no other."""
    if rows.keys() != effects.keys():
        different = ", ".join(sorted(rows.keys() ^ effects.keys()))
        raise TypeError(f"expected one function for each row and no other; check {different}")
    for key, function in effects.items():
        if not is_rule(function):
            raise TypeError(f"the function for {key} is not marked @rule")
