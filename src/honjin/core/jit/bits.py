"""Bit scans and clearing of rows: machine code compiled, short expressions interpreted."""

from typing import Any

_registered = False


def lowest_bit(mask: int) -> int:
    """Index of the lowest set bit of a mask that is not 0 and has at most 63 bits.

    >>> lowest_bit(0b1000)
    3
    """
    return (mask & -mask).bit_length() - 1


def count_bits(mask: int) -> int:
    """The number of bits set in a mask of at most 63 bits.

    >>> count_bits(0b1011)
    3
    """
    return mask.bit_count()


def clear(row: list[int]) -> None:
    """Set every number of a row to 0.

    >>> hand = [1, 2]
    >>> clear(hand)
    >>> hand
    [0, 0]
    """
    row[:] = [0] * len(row)


def entry(field: Any, k: int) -> int:
    """The k-th number of a list of lists, counted through all of them.

    >>> entry([[5, 6], [7, 8]], 2)
    7
    """
    while isinstance(field[0], list):
        size = _count(field[0])
        field, k = field[k // size], k % size
    return int(field[k])


def _count(field: Any) -> int:
    return len(field) * _count(field[0]) if isinstance(field, list) else 1


def register_bits() -> None:
    """Register the compiled forms with Numba."""
    global _registered
    if not _registered:
        _registered = True
        _register_scans()
        _register_clear()
        _register_entry()


def _register_scans() -> None:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic  # type: ignore[untyped-decorator]
    def trailing_zeros(_context: Any, value: Any) -> Any:
        def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), codegen

    @intrinsic  # type: ignore[untyped-decorator]
    def population(_context: Any, value: Any) -> Any:
        def codegen(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), codegen

    # Numba compares the two signatures of an overload, annotations included, so neither has any.
    @overload(lowest_bit)
    def _lowest_bit(mask):  # type: ignore[no-untyped-def]
        return lambda mask: trailing_zeros(mask)

    @overload(count_bits)
    def _count_bits(mask):  # type: ignore[no-untyped-def]
        return lambda mask: population(mask)


def _register_clear() -> None:
    from numba.extending import overload

    @overload(clear)
    def _clear(row):  # type: ignore[no-untyped-def]
        def zero(row):  # type: ignore[no-untyped-def]
            for i in range(len(row)):
                row[i] = 0

        return zero


def _register_entry() -> None:
    from numba.extending import overload

    @overload(entry)
    def _entry(field, k):  # type: ignore[no-untyped-def]
        return lambda field, k: field.flat[k]
