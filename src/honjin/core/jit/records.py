"""Copying the position in a record, without the parameters before it (`core.state`)."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def position_copier() -> Any:
    """A function for compiled code: `copy(to, source, skip)` copies all but the first `skip` bytes.

    Copying the words one by one, in a loop, takes longer to compile, and no less to run.
    """
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def copy_position(_context: Any, to: Any, source: Any, _skip: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            *records, skip = given
            byte = ir.IntType(8).as_pointer()
            places = [builder.gep(builder.bitcast(record, byte), [skip]) for record in records]
            count = builder.sub(ir.Constant(skip.type, to.size), skip)
            copy = builder.module.declare_intrinsic("llvm.memcpy", [byte, byte, skip.type])
            builder.call(copy, [*places, count, ir.Constant(ir.IntType(1), 0)])
            return context.get_dummy_value()

        return types.void(to, source, types.int64), code

    return copy_position
