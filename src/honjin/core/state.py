"""States: one table of fields, two forms.

A state class lists its fields with `ints`, each with a comment:

    class MyState(State):
        turn: int = ints()                       # seat to move
        pile: list[list[int]] = ints(7, 3)       # pile[card][level]: die, 0 = none

Interpreted, a state is a slotted object of ints and nested lists. Compiled, it is one NumPy record
with the same field names (`dtype`), so that `s.pile[c][k]` reads the same in both and a batch of
games is an array. Fields are signed; `check` raises if a value does not fit its record field.

What never changes during a game (options, the map, the numbers of the cards) stands beside the
position, in a class of its own that the state extends:

    class MyParameters(State, parameters=True):
        seats: int = ints()

    class MyState(MyParameters):
        turn: int = ints()

Rules read both from the state. A copy shares the lists of the parameters, so only the set-up may
write to them. In a record the parameters come first, and `copy_state` of a loop copies the position
only: all states of an array have the same parameters.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Self, overload

from honjin.core.arrays.words import Shown

if TYPE_CHECKING:
    import numpy as np

_LIMITS = {"i1": 2**7 - 1, "i2": 2**15 - 1, "i4": 2**31 - 1, "i8": 2**63 - 1}


class Field:
    """One field of a state: its shape (() for a number), record type, start value.

    `shows` says how an array encodes it (`core.arrays`); without it the field is left out.
    A parameter never changes during a game.
    """

    __slots__ = ("is_parameter", "kind", "shape", "shows", "start")

    def __init__(
        self, shape: tuple[int, ...], kind: str, start: int, shows: Shown | None = None
    ) -> None:
        if kind not in _LIMITS:
            raise TypeError(f"a field's kind is one of {', '.join(_LIMITS)}, not {kind!r}")
        if shows is not None and max(shows.axis, int(shows.is_mine) - 1) >= len(shape):
            raise TypeError(f"`shows` names an axis that a field with {len(shape)} axes lacks")
        self.shape, self.kind, self.start, self.shows = shape, kind, start, shows
        self.is_parameter = False

    def fresh(self) -> Any:
        """The start value: an int, or new nested lists."""
        return _filled(self.shape, self.start)


def _filled(shape: tuple[int, ...], start: int) -> Any:
    if not shape:
        return start
    return [_filled(shape[1:], start) for _ in range(shape[0])]


@overload
def ints(*, kind: str = "i1", start: int = 0, shows: Shown | None = None) -> int: ...
@overload
def ints(
    n: int, /, *, kind: str = "i1", start: int = 0, shows: Shown | None = None
) -> list[int]: ...
@overload
def ints(
    n: int, m: int, /, *, kind: str = "i1", start: int = 0, shows: Shown | None = None
) -> list[list[int]]: ...
@overload
def ints(
    n: int, m: int, k: int, /, *, kind: str = "i1", start: int = 0, shows: Shown | None = None
) -> list[list[list[int]]]: ...
def ints(*shape: int, kind: str = "i1", start: int = 0, shows: Shown | None = None) -> Any:
    """Declare a field: a number, or a list (of lists) of them.

    `kind` is the record type, `shows` says how an array encodes it (`core.arrays`).
    """
    return Field(shape, kind, start, shows)


def _copy_lines(fields: dict[str, Field]) -> list[str]:
    forms = (
        "self.{0}", "self.{0}.copy()", "[a.copy() for a in self.{0}]",
        "[[b.copy() for b in a] for a in self.{0}]",
    )  # fmt: skip
    return [
        f"    new.{name} = " + forms[0 if f.is_parameter else len(f.shape)].format(name)
        for name, f in fields.items()
    ]


def _equal_lines(fields: dict[str, Field]) -> list[str]:
    same = " and ".join(f"self.{name} == other.{name}" for name in fields)
    return [
        "    if other.__class__ is not self.__class__:",
        "        return NotImplemented",
        f"    return {same or True}",
    ]


def _hash_of_text(state: State) -> int:
    return hash(repr(state))


class _StateMeta(type):
    """Turns the table of fields into slots and generates methods field by field, for speed."""

    _fields: dict[str, Field]

    def __new__(
        mcs, name: str, bases: tuple[type, ...], space: dict[str, Any], *, parameters: bool = False
    ) -> _StateMeta:
        own = {key: value for key, value in space.items() if isinstance(value, Field)}
        for key, field in own.items():
            field.is_parameter = parameters
            del space[key]
        inherited: dict[str, Field] = {}
        for base in bases:
            inherited |= getattr(base, "_fields", {})
        space["__slots__"] = tuple(own)
        space["_fields"] = inherited | own
        fields = inherited | own
        lines = ["def copy(self):", "    new = make(cls)", *_copy_lines(fields), "    return new"]
        lines += ["def is_equal(self, other):", *_equal_lines(fields)]
        scope: dict[str, Any] = {"make": object.__new__}
        exec("\n".join(lines), scope)
        space |= {"copy": scope["copy"], "__eq__": scope["is_equal"], "__hash__": _hash_of_text}
        cls = super().__new__(mcs, name, bases, space)
        scope["cls"] = cls
        return cls


class State(metaclass=_StateMeta):
    """Base of every game's state; see the module docstring for how to declare one."""

    if TYPE_CHECKING:
        _fields: dict[str, Field]

        def copy(self) -> Self:
            """An equal state that shares nothing with this one but the lists of parameters."""

    def __init__(self, **values: Any) -> None:
        for name, field in self._fields.items():
            setattr(self, name, values.pop(name) if name in values else field.fresh())
        if values:
            raise TypeError(f"{type(self).__name__} has no field {', '.join(values)}")

    def __repr__(self) -> str:
        """The fields that differ from their start values, as an expression."""
        changed = (
            f"{n}={getattr(self, n)!r}"
            for n, f in self._fields.items()
            if getattr(self, n) != f.fresh()
        )
        return f"{type(self).__name__}({', '.join(changed)})"

    def check(self) -> None:
        """Raise OverflowError if a value does not fit its record field or a list changed size."""
        for name, field in self._fields.items():
            _check(f"{type(self).__name__}.{name}", getattr(self, name), field.shape, field.kind)

    @classmethod
    def dtype(cls) -> np.dtype[Any]:
        """The record form: same names, same shapes, aligned; a whole number of 8-byte words."""
        return _record_form(cls)

    @classmethod
    def parameter_words(cls) -> int:
        """The number of words at the beginning of a record that hold parameters only."""
        record = cls.dtype()
        starts = [
            offset
            for name, (_, offset, *_) in (record.fields or {}).items()
            if not cls._fields[name].is_parameter
        ]
        return min(starts, default=0) // 8

    def write_record(self, record: Any) -> None:
        """Copy this state into a NumPy record (one element of an array of `dtype`)."""
        for name in self._fields:
            record[name] = getattr(self, name)

    @classmethod
    def read_record(cls, record: Any) -> Self:
        """The state stored in a NumPy record."""
        return cls(**{name: record[name].tolist() for name in cls._fields})


@cache
def _record_form(cls: type[State]) -> np.dtype[Any]:
    import numpy as np

    fields = cls._fields.items()
    tight = np.dtype([(n, f.kind, f.shape) for n, f in fields], align=True)
    offsets = [offset for _, offset, *_ in (tight.fields or {}).values()]
    return np.dtype(
        {
            "names": [n for n, _ in fields], "formats": [(f.kind, f.shape) for _, f in fields],
            "offsets": offsets, "itemsize": tight.itemsize + -tight.itemsize % 8,
        },
        align=True,
    )  # fmt: skip


def _all_fit(values: list[Any], limit: int) -> bool:
    return {int}.issuperset(map(type, values)) and -limit - 1 <= min(values) <= max(values) <= limit


def _check(name: str, value: Any, shape: tuple[int, ...], kind: str) -> None:
    if shape:
        if len(value) != shape[0]:
            raise OverflowError(f"expected {shape[0]} values for {name}, got {len(value)}")
        if len(shape) == 1 and _all_fit(value, _LIMITS[kind]):
            return
        for i, part in enumerate(value):
            _check(f"{name}[{i}]", part, shape[1:], kind)
    elif not isinstance(value, int):
        raise OverflowError(f"{name} = {value!r} is not an int")
    elif not -_LIMITS[kind] - 1 <= value <= _LIMITS[kind]:
        raise OverflowError(f"{name} = {value} does not fit {kind}")
