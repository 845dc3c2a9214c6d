"""Integers that threads share: each function is one step, which no other thread can divide.

`place` is the address of an int64. Compiled, they are machine instructions; interpreted, plain
Python, for a single thread.
"""

from ctypes import c_int64
from typing import Any

_registered = False


def read(place: int) -> int:
    """The integer, after all that was written before it.

    >>> from ctypes import addressof
    >>> cell = c_int64(5)
    >>> read(addressof(cell))
    5
    """
    return c_int64.from_address(place).value


def swap(place: int, expected: int, value: int) -> bool:
    """Replace the integer if it is the expected one; return whether it was.

    >>> from ctypes import addressof
    >>> cell = c_int64(5)
    >>> swap(addressof(cell), 4, 1), swap(addressof(cell), 5, 1), cell.value
    (False, True, 1)
    """
    cell = c_int64.from_address(place)
    if cell.value != expected:
        return False
    cell.value = value
    return True


def register_atomics() -> None:
    """Register the compiled forms with Numba."""
    global _registered
    if not _registered:
        _registered = True
        _register()


def _register() -> None:
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic  # type: ignore[untyped-decorator]
    def load(_context: Any, _place: Any) -> Any:
        def codegen(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            return builder.load_atomic(_at(builder, given[0]), "seq_cst", 8)

        return types.int64(types.int64), codegen

    @intrinsic  # type: ignore[untyped-decorator]
    def compare_swap(_context: Any, _place: Any, _expected: Any, _value: Any) -> Any:
        def codegen(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            place, *values = given
            found = builder.cmpxchg(_at(builder, place), *values, "seq_cst", "seq_cst")
            return builder.extract_value(found, 1)

        return types.boolean(types.int64, types.int64, types.int64), codegen

    # Numba compares the two signatures of an overload, annotations included, so neither has any.
    @overload(read)
    def _read(place):  # type: ignore[no-untyped-def]
        return lambda place: load(place)

    @overload(swap)
    def _swap(place, expected, value):  # type: ignore[no-untyped-def]
        return lambda place, expected, value: compare_swap(place, expected, value)


def _at(builder: Any, place: Any) -> Any:
    from llvmlite import ir

    return builder.inttoptr(place, ir.IntType(64).as_pointer())
