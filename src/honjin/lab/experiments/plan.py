"""The plan of an experiment: the variants, and when to stop.

    game = "rokumon"
    bots = ["samurai"]
    [vary]
    act = ["2", "3"]

A hand-written plan (TOML) names scenarios, varied options and bots, and stands for all their
combinations. The file of an experiment lists every variant in full.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any, Final

import msgspec

from honjin.core.errors import Flaw
from honjin.core.game import Game
from honjin.core.options import Option, Value
from honjin.core.reading.files import told
from honjin.core.reading.text import decoded
from honjin.games import load
from honjin.lab.errors import BadPlan
from honjin.lab.report.balance import STUDY
from honjin.lab.report.cases import Names, case_key, choices, is_long
from honjin.lab.report.file_names import names_of

MAX_VARIANTS: Final = 64
MAX_GAMES: Final = 1_000_000
MAX_BOTS: Final = 16
MAX_PLAN: Final = 1_000_000
"""The largest size of a plan in bytes, custom boards included."""
USUAL_GAMES: Final = 1000


class Variant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A variant: its name, all its options, and one bot for all seats or one per seat.

    `files` names the options whose values are the texts of files.
    """

    key: str
    options: dict[str, Value]
    bots: tuple[str, ...]
    files: dict[str, str] = {}


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """The plan. Game n uses the same random stream in every variant.

    At most `games` of each variant are played. With `precision`, play stops when the share of every
    seat is known to within it; with `sure`, when each variant's difference from the first in the
    first seat's share is significantly different from zero, or the precision is reached.
    """

    game: str
    variants: tuple[Variant, ...]
    games: int = USUAL_GAMES
    precision: float = 0.0
    sure: bool = False
    seed: int = 1


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand-written plan: every combination of scenario, varied values and bots is a variant.

    `scenarios` are presets of the game; `options` apply to all, `vary` gives the values to vary.
    Each string in `bots` is one bot for all seats, or one per seat, separated by commas. `names`
    are those of the files among the varied values of an option, in the same order; none if empty.
    """

    game: str
    scenarios: tuple[str, ...] = ()
    options: dict[str, Value] = {}
    vary: dict[str, tuple[Value, ...]] = {}
    names: dict[str, tuple[str, ...]] = {}
    bots: tuple[str, ...] = (STUDY,)
    games: int = USUAL_GAMES
    precision: float = 0.0
    sure: bool = False
    seed: int = 1

    def plan(
        self, game: Game[Any] | None = None, names: Names = MappingProxyType({})
    ) -> Plan:  # fmt: skip
        """The full plan; raises BadPlan or an error of the game's options if it is not valid.

        `names` are those of the files among the values.
        """
        found = game or load(self.game)
        variants = tuple(_variants(self, found, {**_file_names(self, found), **names}))
        if not 1 <= len(variants) <= MAX_VARIANTS:
            raise BadPlan(f"expected 1 to {MAX_VARIANTS} variants, got {len(variants)}")
        plan = Plan(
            found.key, variants, self.games, self.precision, self.sure, self.seed
        )  # fmt: skip
        must_be_good(plan)
        return plan


def read_plan(text: bytes) -> Plan:
    """The plan in a TOML document; raises BadPlan if it is not valid."""
    if len(text) > MAX_PLAN:
        raise BadPlan(f"expected a plan of up to {MAX_PLAN} bytes, got {len(text)}")
    try:
        found = tomllib.loads(decoded(text))
        return msgspec.convert(found, Draft).plan()
    except Flaw as flaw:
        raise BadPlan(f"expected a plan: {told(flaw.say)}") from None
    except (ValueError, msgspec.ValidationError) as problem:
        raise BadPlan(f"expected a plan: {problem}") from None


def must_be_good(plan: Plan) -> None:
    """Raise BadPlan unless the plan's numbers are valid."""
    if not 1 <= plan.games <= MAX_GAMES:
        raise BadPlan(f"expected 1 to {MAX_GAMES} games of each variant, got {plan.games}")
    if plan.precision and not 0.001 <= plan.precision < 0.5:
        raise BadPlan(f"expected a precision from 0.001 to 0.5, got {plan.precision:g}")
    if plan.sure and len(plan.variants) < 2:
        raise BadPlan("stopping when differences are certain needs two variants or more")
    keys = [variant.key for variant in plan.variants]
    if not keys or len(set(keys)) < len(keys):
        raise BadPlan(f"expected variants with a name each, got {', '.join(keys) or 'none'}")


def _file_names(draft: Draft, game: Game[Any]) -> dict[str, str]:
    """The names of the files among the values of a draft, by their texts."""
    found: dict[str, str] = {}
    for option in game.options:
        given = draft.vary.get(option.key, ())
        names = [name.removesuffix(option.file) for name in draft.names.get(option.key, ())]
        texts = dict(zip(given, (*names, *[""] * len(given)), strict=False))
        texts.setdefault(draft.options.get(option.key, ""), "")
        found |= names_of(_files_among(option, texts))
    return found


def _files_among(option: Option, texts: Mapping[Value, str]) -> dict[str, str]:
    """The values that can only be the text of a file: those too long to be written out."""
    if not option.file:
        return {}
    return {str(text): name for text, name in texts.items() if is_long(text)}


def named_plan(plan: Plan, game: Game[Any]) -> Plan:
    """The plan with a name for every file that a variant is played with."""
    names: dict[str, dict[str, str]] = {}
    for option in game.options:
        texts = {
            one.options.get(option.key, ""): one.files.get(option.key, "") for one in plan.variants
        }
        names[option.key] = names_of(_files_among(option, texts))
    variants = tuple(
        msgspec.structs.replace(one, files={**_names_in(one, names), **one.files})
        for one in plan.variants
    )
    return msgspec.structs.replace(plan, variants=variants)


def _names_in(variant: Variant, names: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    values = ((key, str(value)) for key, value in variant.options.items())
    return {key: names[key][text] for key, text in values if text in names.get(key, {})}


def _variants(draft: Draft, game: Game[Any], names: Names) -> Iterator[Variant]:
    line_ups = [tuple(filter(None, map(str.strip, text.split(",")))) for text in draft.bots]
    if not line_ups or max(map(len, line_ups)) > MAX_BOTS:
        raise BadPlan(f"expected 1 to {MAX_BOTS} bots at a table, got {', '.join(draft.bots)}")
    count = len(line_ups) * max(1, len(draft.scenarios))
    for values in draft.vary.values():
        count *= len(values)
    if not 1 <= count <= MAX_VARIANTS:
        raise BadPlan(f"expected 1 to {MAX_VARIANTS} variants, got {count}")
    for scenario, bots in product(draft.scenarios or ("",), line_ups):
        given = {**_of_scenario(game, scenario), **draft.options}
        for choice in choices(draft.vary):
            key = variant_key(scenario, choice, bots if len(line_ups) > 1 else (), names)
            options = dict(game.read_options({**given, **choice}))
            files = {
                option: names.get(str(one), str(one))
                for option, one in {**given, **choice}.items()
                if str(one) in names or (options[option] != one and is_long(options[option]))
            }
            yield Variant(key, options, bots, files)


def variant_key(
    scenario: str, choice: Mapping[str, Value], bots: Sequence[str] = (),
    names: Names = MappingProxyType({}),
) -> str:  # fmt: skip
    """The name of a variant.

    >>> variant_key("act4", {"reveal_beats_win": False}, ["greedy", "random"])
    'act4 reveal_beats_win=false greedy,random'
    """
    parts = (scenario, case_key(choice, names) if choice else "", ",".join(bots))
    return " ".join(filter(None, parts)) or "default"


def _of_scenario(game: Game[Any], key: str) -> Mapping[str, Value]:
    for preset in game.presets:
        if preset.key == key:
            return preset.options
    if not key:
        return {}
    known = ", ".join(preset.key for preset in game.presets)
    raise BadPlan(f"expected a scenario of {game.key}: {known}; got {key!r}")
