"""Large rules are compiled once for all loops of a game, and called by name.

Whatever a loop calls is compiled into it: optimised again there, and in each loop that calls that
loop. For a rule with hundreds of helpers this takes minutes. So a large rule is compiled on its
own, as a C function, and loops call it by the name of its symbol. A small one is compiled into each
loop, since a call would cost more than it saves (`LARGE`).

The C functions of a game are in one generated module, which `core.jit.compiled` writes and keeps.

Rules get a list as the address of its first number (`core.jit.memory`): they own no list, so
compiled code need not count references to it, and a call passes one word for a list, not seven.
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
    return _text(name, "state", "state_at")


def passing_text(name: str) -> str:
    """A function that passes its lists to `rule_<name>` by address, as text.

    The lists belong to the caller: they stay alive until it returns.
    """
    return "@passing\n" + _text(name, "list", "address_of")


def known_as(name: str) -> str:
    """The name of a contract function in a module of loops, where those with lists are wrapped."""
    return f"rule_{name}" if has_lists(name) else name


def has_lists(name: str) -> bool:
    """True if a contract function takes a list."""
    return any(part == "list" for _, part in _parameters(name))


def _text(name: str, kind: str, converter: str) -> str:
    given = [parameter for parameter, _ in _parameters(name)]
    passed = [f"{converter}({p})" if part == kind else p for p, part in _parameters(name)]
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
        record = from_dtype(dtype)
        self.state_at = _state_at(record)
        lists = {"list": types.CPointer(types.int64), "int": types.int64}
        self._given = {"state": types.CPointer(record), **lists}
        self._passed = {"state": record, **lists}
        self._bound: dict[str, Any] = {}

    def bind(self, name: str, function: Rule, **options: Any) -> Any:
        """Compile or load a C function, and return the function that loops call."""
        import llvmlite.binding
        from numba import cfunc, types

        if name not in self._bound:
            parts = [part for _, part in _parameters(name)]
            returned = types.int64 if _gives(name) else types.void
            made = cfunc(returned(*(self._given[part] for part in parts)), **options)(function)
            symbol = f"{self.prefix}_{name}"
            llvmlite.binding.add_symbol(symbol, made.address)
            signature = returned(*(self._passed[part] for part in parts))
            self._bound[name] = made, _caller(symbol, signature)
        return self._bound[name][1]


def _state_at(record: Any) -> Any:
    """An intrinsic that turns an address into the record there."""
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def state_at(_context: Any, address: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            return builder.bitcast(given[0], context.get_value_type(record))

        return record(address), code

    return state_at


def _caller(symbol: str, signature: Any) -> Any:
    """A function for loops that calls a C function by its symbol."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        has_none = signature.return_type is types.void
        returned = ir.VoidType() if has_none else ir.IntType(64)
        form = ir.FunctionType(returned, [word.type for word in given])
        known = builder.module.globals.get(symbol)
        result = builder.call(known or ir.Function(builder.module, form, symbol), given)
        return context.get_dummy_value() if has_none else result

    return intrinsic(_FORMS[len(signature.args)](signature, code))


# Numba requires the typing function to have as many named parameters as the call has arguments.
_FORMS: Final[dict[int, Callable[[Any, Any], Any]]] = {
    1: lambda signature, code: lambda _context, _a: (signature, code),
    2: lambda signature, code: lambda _context, _a, _b: (signature, code),
    3: lambda signature, code: lambda _context, _a, _b, _c: (signature, code),
}
