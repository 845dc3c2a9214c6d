"""The functions and numbers of a game that loops are joined to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterable
from typing import Any, Final

from honjin.core.contract.rules import EveryoneWhoMay
from honjin.core.contract.search import MAX_ESTIMATE
from honjin.core.game import Game
from honjin.core.jit.rule import is_rule
from honjin.core.seats import ALL_SEATS

FOLLOWS_FROM: Final = {"evaluate": "weigh", "must_act": "may_act"}
"""Functions that may follow from another one of the game (`core.jit.compiled`)."""


def rule_imports(
    game: Game[Any], names: Iterable[str], wrapped: Container[str] = ()
) -> list[str]:  # fmt: skip
    """Statements that import rule functions of the game under their contract names.

    Those that the module wraps in a function with this name are imported as `rule_<name>`.
    """
    lines = []
    rules = rules_of(game)
    for name in names:
        function = rules[name]
        module, own_name = function.__module__, function.__qualname__
        if getattr(sys.modules.get(module), own_name, None) is not function:
            raise ValueError(f"{name} of {game.key} must be a function of a module: {function!r}")
        if not is_rule(function):
            raise ValueError(f"{name} of {game.key} is not marked @rule ({module}.{own_name})")
        known_as = f"rule_{name}" if name in wrapped else name
        lines.append(f"from {module} import {own_name} as {known_as}")
    return lines


def rules_of(game: Game[Any]) -> dict[str, Callable[..., Any]]:
    """The functions of this game that run compiled, by their names in the contract."""
    rules: dict[str, Callable[..., Any] | None] = {
        "may_act": game.may_act,
        "must_act": None if waits_for_all(game) else game.must_act,
        "legal_actions": game.legal_actions, "chance_outcomes": game.chance_outcomes,
        "apply_action": game.apply_action, "returns": game.returns,
        "may_resign": game.may_resign, "resign": game.resign,
        "observe": game.observe, "resample": game.resample,
        "retract_sealed": game.retract_sealed,
        "evaluate": game.evaluate if game.weigh is None else None, "weigh": game.weigh,
        "state_key": game.state_key, "encode": game.encode,
        "patterns": game.patterns.fill if game.patterns.count else None,
    }  # fmt: skip
    if index := game.index:
        rules |= {
            "family": index.family, "representative": index.representative,
            "transition": index.transition, "stage": index.stage,
            "canonical_key": index.canonical_key, "is_deferred": index.is_deferred,
        }  # fmt: skip
    return {name: rule for name, rule in rules.items() if rule is not None}


def waits_for_all(game: Game[Any]) -> bool:
    """True if `must_act` follows from `may_act`."""
    return isinstance(game.must_act, EveryoneWhoMay)


def text_of_must_act(game: Game[Any]) -> str:
    """`must_act` as a loop, if it follows from `may_act`."""
    text = f"\n\n@loop\ndef must_act(s):\n    return may_act(s) & {ALL_SEATS}\n"
    return text if waits_for_all(game) else ""


def constants(game: Game[Any]) -> dict[str, int]:
    """Numbers of the game that loops use as globals."""
    return {
        "MAX_ACTIONS": game.max_actions, "LONGEST": game.longest, "BEST": game.best,
        "EVAL_SCALE": game.eval_scale, "HAS_SECRETS": int(game.has_secrets),
        "MAX_ESTIMATE": MAX_ESTIMATE,
    }  # fmt: skip
