"""What compiled code does with records and lists that plain Python has no words for."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def position_copier() -> Any:
    """A function for compiled code: `copy(to, source, skip)` copies all but the first `skip` bytes.

    Those are the parameters, which come before the position (`core.state`).
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


@cache
def address_of(*, is_checked: bool = False) -> Any:
    """A function for compiled code: the address of a list, or the list if indices are checked."""
    from numba import types
    from numba.core.cgutils import create_struct_proxy
    from numba.core.errors import TypingError
    from numba.extending import intrinsic, overload, register_jitable

    @overload(len)
    def _len(numbers):  # type: ignore[no-untyped-def]
        if isinstance(numbers, types.CPointer):
            raise TypingError(
                "compiled, a list that a rule is given has no length; expected a number of the "
                "state instead, such as the number of seats"
            )

    @intrinsic  # type: ignore[untyped-decorator]
    def address(_context: Any, numbers: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            return create_struct_proxy(numbers)(context, builder, value=given[0]).data

        if not isinstance(numbers, types.Array) or (numbers.ndim, numbers.layout) != (1, "C"):
            raise TypingError(f"expected a list for a rule, found {numbers}")
        return types.CPointer(numbers.dtype)(numbers), code

    return register_jitable(lambda numbers: numbers) if is_checked else address


@cache
def borrowed() -> Any:
    """A function for compiled code: a list that a caller owns, without counting references to it.

    Anything else is returned as it is. The form is that of Numba's guide to extensions.
    """
    from numba import types
    from numba.core.cgutils import create_struct_proxy
    from numba.core.imputils import impl_ret_borrowed
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def borrow(_context: Any, given: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            if not isinstance(given, types.Array):
                return impl_ret_borrowed(context, builder, given, values[0])
            numbers = create_struct_proxy(given)(context, builder, value=values[0])
            numbers.meminfo = numbers.meminfo.type(None)
            return numbers._getvalue()

        return given(given), code

    return borrow
