"""The plan of an experiment: what is played, and when it is enough.

    game = "rokumon"
    bots = ["samurai"]
    [vary]
    act = ["2", "3"]

A plan that is written by hand (TOML) names scenarios, varied options and bots, and means each
choice of them. In a file of an experiment every variant stands by itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

import msgspec

from honjin.core.game import Game
from honjin.core.options import Value
from honjin.games import load
from honjin.lab.errors import BadPlan
from honjin.lab.report.balance import STUDY
from honjin.lab.report.cases import case_key, choices

MOST_VARIANTS: Final = 64
MOST_GAMES: Final = 1_000_000
MOST_BOTS: Final = 16
MOST_PLAN: Final = 1_000_000
"""Bytes of a plan, boards of one's own included."""
USUAL_GAMES: Final = 1000


class Variant(msgspec.Struct, frozen=True):
    """One way to play: its name, all its options, and one bot for all seats or one a seat."""

    key: str
    options: dict[str, Value]
    bots: tuple[str, ...]


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is played. Game n of every variant has the luck of game n of all others.

    `games` of each variant are played at most. With `precision` it is enough when the share of
    every seat is known so well, to either side; with `sure`, when each variant's difference from
    the first one in the share of the first seat is told from zero, or it is enough for precision.
    """

    game: str
    variants: tuple[Variant, ...]
    games: int = USUAL_GAMES
    precision: float = 0.0
    sure: bool = False
    seed: int = 1


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan as one writes it: every choice of scenario, varied values and bots is a variant.

    `scenarios` are presets of the game; `options` hold for all, `vary` gives values to try. Each
    text of `bots` is one bot for all seats, or one a seat with commas between.
    """

    game: str
    scenarios: tuple[str, ...] = ()
    options: dict[str, Value] = {}
    vary: dict[str, tuple[Value, ...]] = {}
    bots: tuple[str, ...] = (STUDY,)
    games: int = USUAL_GAMES
    precision: float = 0.0
    sure: bool = False
    seed: int = 1

    def plan(self, game: Game[Any] | None = None) -> Plan:
        """The plan that it means; BadPlan, or an error of the game's options, if it means none."""
        found = game or load(self.game)
        variants = tuple(_variants(self, found))
        if not 1 <= len(variants) <= MOST_VARIANTS:
            raise BadPlan(f"expected 1 to {MOST_VARIANTS} variants, got {len(variants)}")
        plan = Plan(
            found.key, variants, self.games, self.precision, self.sure, self.seed
        )  # fmt: skip
        must_be_good(plan)
        return plan


def read_plan(text: bytes) -> Plan:
    """The plan of a TOML text; BadPlan says what was expected."""
    if len(text) > MOST_PLAN:
        raise BadPlan(f"expected a plan of up to {MOST_PLAN} bytes, got {len(text)}")
    try:
        found = tomllib.loads(text.decode())
        return msgspec.convert(found, Draft).plan()
    except (ValueError, msgspec.ValidationError) as problem:
        raise BadPlan(f"expected a plan: {problem}") from None


def must_be_good(plan: Plan) -> None:
    """BadPlan unless its numbers are such that it can be played."""
    if not 1 <= plan.games <= MOST_GAMES:
        raise BadPlan(f"expected 1 to {MOST_GAMES} games of each variant, got {plan.games}")
    if plan.precision and not 0.001 <= plan.precision < 0.5:
        raise BadPlan(f"a precision is from 0.001 to 0.5, not {plan.precision:g}")
    if plan.sure and len(plan.variants) < 2:
        raise BadPlan("only a difference can be sure, so expected two variants or more")
    keys = [variant.key for variant in plan.variants]
    if not keys or len(set(keys)) < len(keys):
        raise BadPlan(f"expected variants with a name each, got {', '.join(keys) or 'none'}")


def _variants(draft: Draft, game: Game[Any]) -> Iterator[Variant]:
    line_ups = [tuple(filter(None, map(str.strip, text.split(",")))) for text in draft.bots]
    if not line_ups or max(map(len, line_ups)) > MOST_BOTS:
        raise BadPlan(f"expected 1 to {MOST_BOTS} bots at a table, got {', '.join(draft.bots)}")
    count = len(line_ups) * max(1, len(draft.scenarios))
    for values in draft.vary.values():
        count *= len(values)
    if not 1 <= count <= MOST_VARIANTS:
        raise BadPlan(f"expected 1 to {MOST_VARIANTS} variants, got {count}")
    for scenario, bots in product(draft.scenarios or ("",), line_ups):
        given = {**_of_scenario(game, scenario), **draft.options}
        for choice in choices(draft.vary):
            key = variant_key(scenario, choice, bots if len(line_ups) > 1 else ())
            yield Variant(key, dict(game.read_options({**given, **choice})), bots)


def variant_key(scenario: str, choice: Mapping[str, Value], bots: Sequence[str] = ()) -> str:
    """What a variant is called.

    >>> variant_key("act4", {"reveal_beats_win": False}, ["greedy", "random"])
    'act4 reveal_beats_win=false greedy,random'
    """
    parts = (scenario, case_key(choice) if choice else "", ",".join(bots))
    return " ".join(filter(None, parts)) or "default"


def _of_scenario(game: Game[Any], key: str) -> Mapping[str, Value]:
    for preset in game.presets:
        if preset.key == key:
            return preset.options
    if not key:
        return {}
    known = ", ".join(preset.key for preset in game.presets)
    raise BadPlan(f"expected a scenario of {game.key}: {known}; got {key!r}")
