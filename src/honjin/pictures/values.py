"""Evaluates values of CSS: substitutes variables, computes sums, mixes colours.

Programs that draw SVG outside a browser do not support `var()`, `calc()` or `color-mix()`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import tinycss2
import tinycss2.color4

Env = Mapping[str, str]
"""The custom properties of an element, by their names including both hyphens."""

_NAME: Final = re.compile(r"var\(\s*(--[\w-]+)")
_HAS_FUNCTION: Final = re.compile(r"(?:var|calc|color-mix)\(", re.IGNORECASE)


def names_in(text: str) -> set[str]:
    """The custom properties that a value uses."""
    return set(_NAME.findall(text))


def resolved(text: str, env: Env) -> str | None:
    """The evaluated value; None if a variable without a value makes it invalid.

    >>> resolved("var(--none, 2px)", {})
    '2px'
    """
    if not _HAS_FUNCTION.search(text):
        return text.strip()
    try:
        return _plain(tinycss2.parse_component_value_list(text), env).strip()
    except _Void:
        return None


class _Void(Exception):
    """A variable without a value."""


def _plain(tokens: Iterable[Any], env: Env) -> str:
    return "".join(_plain_token(token, env) for token in tokens)


def _plain_token(token: Any, env: Env) -> str:
    if token.type == "() block":
        return f"({_plain(token.content, env)})"
    if token.type != "function":
        return str(token.serialize())
    done = _FUNCTIONS.get(token.lower_name)
    if done is None:
        return f"{token.name}({_plain(token.arguments, env)})"
    return done(token.arguments, env)


def _var(arguments: list[Any], env: Env) -> str:
    name, *fallback = _parts(arguments)
    found = env.get(tinycss2.serialize(name).strip())
    if found is not None:
        return found
    if not fallback:
        raise _Void
    return _plain(fallback[0], env).strip()


def _parts(tokens: list[Any]) -> list[list[Any]]:
    """The arguments, split at commas."""
    found: list[list[Any]] = [[]]
    for token in tokens:
        if token.type == "literal" and token.value == ",":
            found.append([])
        else:
            found[-1].append(token)
    return found


# ---------------------------------------------------------------- sums


def _calc(arguments: list[Any], env: Env) -> str:
    tokens = tinycss2.parse_component_value_list(_plain(arguments, env))
    number, unit = _sum(iter([*_words(tokens), None]))
    return f"{number:.6g}{unit}"


def _words(tokens: Iterable[Any]) -> Iterator[Any]:
    """The numbers and operators of a sum; a bracket is evaluated to a number."""
    for token in tokens:
        match token.type:
            case "number":
                yield token.value, ""
            case "percentage":
                yield token.value, "%"
            case "dimension":
                yield token.value, token.unit
            case "() block":
                yield _sum(iter([*_words(token.content), None]))
            case "literal":
                yield token.value


def _sum(words: Iterator[Any]) -> tuple[float, str]:
    """The value of `a + b * c - d`, with products first."""
    total, unit = 0.0, ""
    sign, (value, of) = 1, next(words)
    for word in words:
        if word in ("*", "/"):
            other, other_unit = next(words)
            value = value * other if word == "*" else value / other
            of = of or other_unit
            continue
        total, unit = total + sign * value, unit or of
        if word is None:
            break
        sign, (value, of) = (1 if word == "+" else -1), next(words)
    return total, unit


# ---------------------------------------------------------------- colours


def _color_mix(arguments: list[Any], env: Env) -> str:
    _space, first, second = _plain(arguments, env).rsplit(",", 2)
    (a, share_a), (b, share_b) = _colour_and_share(first), _colour_and_share(second)
    if share_a is None and share_b is None:
        share_a = share_b = 0.5
    share_a = 1 - share_b if share_a is None and share_b is not None else share_a
    share_b = 1 - share_a if share_b is None and share_a is not None else share_b
    assert share_a is not None
    assert share_b is not None
    return css_colour(_mixed(a, b, share_a / (share_a + share_b)))


Rgba = tuple[float, float, float, float]


def _colour_and_share(text: str) -> tuple[Rgba, float | None]:
    found = re.fullmatch(r"\s*(.*?)(?:\s+(-?[\d.]+)%)?\s*", text, re.DOTALL)
    assert found is not None
    colour = rgba(found[1])
    if colour is None:
        raise _Void
    return colour, float(found[2]) / 100 if found[2] else None


def _mixed(a: Rgba, b: Rgba, share: float) -> Rgba:
    alpha = a[3] * share + b[3] * (1 - share)
    if alpha == 0:
        return 0.0, 0.0, 0.0, 0.0
    weight_a, weight_b = a[3] * share / alpha, b[3] * (1 - share) / alpha
    r, g, blue = (a[n] * weight_a + b[n] * weight_b for n in range(3))
    return r, g, blue, alpha


def rgba(text: str) -> Rgba | None:
    """A colour as fractions of 1; None if it depends on its context, such as `currentColor`."""
    found = tinycss2.color4.parse_color(text)
    if found is None or isinstance(found, str):
        return None
    r, g, b = (min(1.0, max(0.0, part)) for part in found.to("srgb").coordinates)
    return r, g, b, float(found.alpha)


def css_colour(colour: Rgba) -> str:
    """A colour in hexadecimal, with its alpha unless it is opaque."""
    digits = "".join(f"{round(255 * part):02x}" for part in colour[:3])
    return f"#{digits}" if colour[3] >= 1 else f"#{digits}{round(255 * colour[3]):02x}"


_FUNCTIONS: Final[dict[str, Callable[[list[Any], Env], str]]] = {
    "var": _var,
    "calc": _calc,
    "color-mix": _color_mix,
}
