"""Large rules are compiled once for all loops of a game, and called by name.

Whatever a loop calls is compiled into it: optimised again there, and in each loop that calls that
loop. For a rule with hundreds of helpers this takes minutes. So a large rule is compiled on its
own, as a C function, and loops call it by the name of its symbol. A small one is compiled into each
loop, since a call would cost more than it saves (`LARGE`).

The C functions of a game are in one generated module, which `core.jit.compiled` writes and keeps.
Records and lists are passed by address.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dis import get_instructions
from functools import cache
from typing import Any, Final, get_type_hints

from honjin.core.jit import verbs
from honjin.core.jit.rule import is_rule

LARGE: Final = 1600
"""A rule with this many instructions, including those of its helpers, is compiled on its own.

A call costs 2 to 5 ns; an action takes 68 ns in Rokumon and 113 ns in the Summits.
"""

Rule = Callable[..., Any]


# ---- which rules


def is_large(function: Rule) -> bool:
    """True if a rule is compiled on its own."""
    return size(function) >= LARGE


@cache
def size(function: Rule) -> int:
    """The number of Python bytecode instructions in a rule and all its helpers."""
    found: set[Rule] = set()
    ahead = {function}
    while ahead:
        found |= ahead
        ahead = {helper for rule in ahead for helper in _helpers(rule)} - found
    return sum(len(list(get_instructions(rule))) for rule in found)


def _helpers(function: Rule) -> list[Rule]:
    named = (function.__globals__.get(name) for name in function.__code__.co_names)
    return [helper for helper in named if callable(helper) and is_rule(helper)]


# ---- source text


def entry_text(name: str) -> str:
    """The C function of a rule, as text for the generated module; the rule is `rule_<name>`."""
    given = [parameter for parameter, _ in _parameters(name)]
    passed = [p if part == "int" else f"{part}_at({p})" for p, part in _parameters(name)]
    call = f"rule_{name}({', '.join(passed)})"
    return f"def {name}({', '.join(given)}):\n    {'return ' if _gives(name) else ''}{call}\n"


@cache
def _parameters(name: str) -> tuple[tuple[str, str], ...]:
    """The parameters of a contract function: each a "state", a "list" or an "int"."""
    verb = getattr(verbs, name)
    hints = get_type_hints(verb)
    kinds = {p: "int" if hints[p] is int else "list" for p in inspect.signature(verb).parameters}
    return tuple((p, "state" if p == "s" else kind) for p, kind in kinds.items())


def _gives(name: str) -> bool:
    return get_type_hints(getattr(verbs, name))["return"] is int


# ---- compiled form


class Entries:
    """The C functions of one game, compiled or loaded by `bind`."""

    def __init__(self, prefix: str, dtype: Any) -> None:
        from numba import from_dtype, types

        self.prefix = prefix
        kinds = {"state": from_dtype(dtype), "list": types.Array(types.int64, 1, "C")}
        self._kinds: dict[str, Any] = {**kinds, "int": types.int64}
        self.state_at, self.list_at = map(_read_at, kinds.values(), (False, True))
        self._bound: dict[str, Any] = {}

    def bind(self, name: str, function: Rule, **options: Any) -> Any:
        """Compile or load a C function, and return the function that loops call."""
        import llvmlite.binding
        from numba import cfunc, types

        if name not in self._bound:
            kinds = [self._kinds[part] for _, part in _parameters(name)]
            returned = types.int64 if _gives(name) else types.void
            given = (kind if kind is types.int64 else types.CPointer(kind) for kind in kinds)
            made = cfunc(returned(*given), **options)(function)
            symbol = f"{self.prefix}_{name}"
            llvmlite.binding.add_symbol(symbol, made.address)
            self._bound[name] = made, _caller(symbol, returned(*kinds))
        return self._bound[name][1]


def _read_at(kind: Any, is_loaded: bool) -> Any:
    """An intrinsic that turns an address into the record or list there."""
    from numba.core.imputils import impl_ret_borrowed
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def read_at(_context: Any, address: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            value = context.get_value_type(kind)
            if is_loaded:
                # The caller's list: without a reference of its own, it would be freed here.
                found = builder.load(builder.bitcast(given[0], value.as_pointer()))
                return impl_ret_borrowed(context, builder, kind, found)
            return builder.bitcast(given[0], value)

        return kind(address), code

    return read_at


def _caller(symbol: str, signature: Any) -> Any:
    """A function for loops that calls a C function by its symbol."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        words = [_word(builder, *pair) for pair in zip(signature.args, given, strict=True)]
        has_none = signature.return_type is types.void
        returned = ir.VoidType() if has_none else ir.IntType(64)
        form = ir.FunctionType(returned, [word.type for word in words])
        known = builder.module.globals.get(symbol)
        result = builder.call(known or ir.Function(builder.module, form, symbol), words)
        return context.get_dummy_value() if has_none else result

    return intrinsic(_FORMS[len(signature.args)](signature, code))


# Numba requires the typing function to have as many named parameters as the call has arguments.
_FORMS: Final[dict[int, Callable[[Any, Any], Any]]] = {
    1: lambda signature, code: lambda _context, _a: (signature, code),
    2: lambda signature, code: lambda _context, _a, _b: (signature, code),
    3: lambda signature, code: lambda _context, _a, _b, _c: (signature, code),
}


def _word(builder: Any, kind: Any, value: Any) -> Any:
    """An argument as a C function takes it: a number, or the address of a record or a list."""
    from numba import types

    if not isinstance(kind, types.Array):
        return value
    # In a loop's body it would use more of the stack with every iteration.
    with builder.goto_entry_block():
        place = builder.alloca(value.type)
    builder.store(value, place)
    return place
