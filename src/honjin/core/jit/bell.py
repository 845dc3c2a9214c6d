"""A bell between threads: one sleeps until another rings, and needs no lock of Python's to wake.

A bell is a pipe, and `end` the descriptor of one of its ends. Compiled, a ring is a call of the C
library; interpreted, one of `os`. Both are for systems that have pipes as POSIX does.
"""

import os
from contextlib import suppress
from typing import Any, Final

ROOM: Final = 64
"""The rings that are heard at once, at most."""

_registered = False


def new_bell() -> tuple[int, int]:
    """The end to hear at, and the end to ring at; a ring never has to wait."""
    hearing, ringing = os.pipe()
    os.set_blocking(ringing, False)
    return hearing, ringing


def ring(end: int) -> None:
    """Wake whoever hears at the other end, now or as soon as they begin to.

    >>> hearing, ringing = new_bell()
    >>> ring(ringing)
    >>> hear(hearing)
    >>> os.close(hearing), os.close(ringing)
    (None, None)
    """
    with suppress(BlockingIOError):  # there are thousands of rings that nobody has heard
        os.write(end, b"\0")


def hear(end: int) -> None:
    """Sleep until somebody has rung; a signal may end it early. Many rings may count as one."""
    os.read(end, ROOM)


def register_bell() -> None:
    """Register the compiled forms with Numba."""
    global _registered
    if not _registered and os.name == "posix":
        _registered = True
        _register()


def _register() -> None:
    from ctypes import CDLL, c_void_p, cast

    from llvmlite import binding
    from numba import types
    from numba.extending import intrinsic, overload

    for name in ("read", "write"):
        address = cast(getattr(CDLL(None), name), c_void_p).value
        binding.add_symbol(f"honjin_{name}", address)

    @intrinsic  # type: ignore[untyped-decorator]
    def write_one(_context: Any, _end: Any) -> Any:
        return types.int64(types.int64), _call("honjin_write", 1)

    @intrinsic  # type: ignore[untyped-decorator]
    def read_some(_context: Any, _end: Any) -> Any:
        return types.int64(types.int64), _call("honjin_read", ROOM)

    # Numba compares the two signatures of an overload, annotations included, so neither has any.
    @overload(ring)
    def _ring(end):  # type: ignore[no-untyped-def]
        return lambda end: write_one(end)

    @overload(hear)
    def _hear(end):  # type: ignore[no-untyped-def]
        return lambda end: read_some(end)


def _call(symbol: str, length: int) -> Any:
    """What Numba generates for a call of this form: `ssize_t symbol(int end, void *, size_t)`."""
    from llvmlite import ir

    size, small, number = ir.IntType(64), ir.IntType(8), ir.IntType(32)
    kind = ir.FunctionType(size, [number, small.as_pointer(), size])

    def codegen(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        known = builder.module.globals.get(symbol)
        function = known or ir.Function(builder.module, kind, symbol)
        with builder.goto_entry_block():
            room = builder.alloca(small, ROOM)
            builder.store(small(0), room)
        return builder.call(function, [builder.trunc(given[0], number), room, size(length)])

    return codegen
