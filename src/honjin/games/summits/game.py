"""Hideyoshi's Battles at the Summits: its parts, assembled."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from honjin.core.game import Game
from honjin.core.options import Option, Options, Preset
from honjin.core.reading.files import FILE_WORDS, wrong
from honjin.core.words import load_words
from honjin.games.summits.ai import evaluation, terms
from honjin.games.summits.ai.themes import THEMES
from honjin.games.summits.ai.weights import WEIGHTS
from honjin.games.summits.content.board import AREAS, BATTLES, MAX_HAND, MAX_TURNS
from honjin.games.summits.content.boardfile import read_battle, write_battle
from honjin.games.summits.content.data import RECONSTRUCTIONS, SHIPPED_KEY, shipped_text
from honjin.games.summits.info import arrays, log, observation
from honjin.games.summits.info.facts import facts
from honjin.games.summits.info.invariants import LAWS
from honjin.games.summits.info.names import NAME_WORDS
from honjin.games.summits.rules import play as rules
from honjin.games.summits.rules import scoring, setup, standing_orders, turn
from honjin.games.summits.rules.actions import ACTIONS
from honjin.games.summits.rules.state import Summits
from honjin.games.summits.text.notation import NOTATION
from honjin.games.summits.text.stated import STATED
from honjin.games.summits.view import scene
from honjin.games.summits.view.desk import DESK
from honjin.games.summits.view.gestures import gestures
from honjin.games.summits.view.reference import REFERENCE

HOME: Final = Path(__file__).parent
WORDS: Final = [HOME / "words" / name for name in ("game", "table", "study", "files")]

# ---- options


def read_map(text: str, options: Options) -> str:
    """Read `shipped`, or the contents of a file for this battle; Flaw says what is wrong."""
    if text.strip() in ("", SHIPPED_KEY):
        return SHIPPED_KEY
    battle = read_battle(text)
    chosen = str(options["battle"])
    if battle.scenario.id != chosen:
        raise wrong("[scenario] id", chosen, battle.scenario.id)
    found = write_battle(battle)
    shipped = shipped_text(chosen, str(options["reconstruction"]))
    return SHIPPED_KEY if found == shipped else found


_SHIZUGATAKE: Final = ("battle", ("shizugatake",))

OPTIONS: Final = (
    Option(key="battle", default="tennozan", values=BATTLES, rule="53"),
    Option(key="reconstruction", default=RECONSTRUCTIONS[0], values=RECONSTRUCTIONS, rule="W12",
           offered=False, since=(4, RECONSTRUCTIONS[1])),
    Option(key="map", default=SHIPPED_KEY, read=read_map, rule="3", file=".toml"),
    Option(key="auction", default=False, rule="70"),
    Option(key="free_hands", default=False, rule="71"),
    Option(key="handicap", default="0", values=("0", "1", "2", "2.5", "3"), rule="W10"),
    Option(key="calls", default="one", values=("one", "two"), rule="A1"),
    Option(key="order", default="after", values=("after", "before"), rule="A2"),
    Option(key="leaving", default="two", values=("two", "barred"), rule="A4"),
    Option(key="stacking", default="side", values=("side", "both"), rule="A5"),
    Option(key="leaderless", default=True, rule="A6"),
    Option(key="barrier", default="controller", values=("controller", "any"),
           when=_SHIZUGATAKE, rule="A7"),
    Option(key="elevation", default="fire", values=("fire", "coming"), rule="A8"),
    Option(key="retreat_among", default=True, rule="A10"),
    Option(key="removal", default="last", values=("last", "two", "one"), rule="A11"),
    Option(key="blocked", default="waits", values=("waits", "barred"), rule="A13"),
    Option(key="control", default="passing", values=("passing", "stopping"), rule="A14"),
    Option(key="taisho_retreat", default=False, rule="A15"),
    Option(key="first_hand", default="flat", values=("flat", "plus"),
           when=_SHIZUGATAKE, rule="A18"),
    Option(key="treason", default="second", values=("second", "any"),
           when=_SHIZUGATAKE, rule="A19"),
    Option(key="first_bonus", default="all", values=("all", "melee"),
           when=_SHIZUGATAKE, rule="A20"),
    Option(key="back_side", default="attack", values=("attack", "dice"), rule="A22"),
    Option(key="ambushes", default="one", values=("one", "several"), rule="A23"),
    Option(key="way_back", default=True, rule="A24"),
    Option(key="engaged_fire", default=True, rule="A26"),
    Option(key="flips", default="rollers", values=("rollers", "group"), rule="A27"),
    Option(key="idle_ambush", default=False, rule="A6", offered=False, since=(2, True)),
    Option(key="rally_again", default=False, rule="W4", offered=False, since=(3, True)),
)  # fmt: skip

PRESETS: Final = (
    Preset("tennozan", {"battle": "tennozan"}),
    Preset("shizugatake", {"battle": "shizugatake"}),
)


# ---- the longest possible game

_PICKS: Final = 2 * ((turn.MAX_CLEARS + 1) * MAX_HAND + turn.MAX_CLEARS + 1) + 1
"""Both hands, put back as often as possible, and the choice of who goes first."""

_STRIKE: Final = 10 + 2 * 11 + 3 * 10
"""Supporters, roller and dice for each unit of a stack; each hit unit flips and goes."""

_SLOT: Final = 1 + 10 + 1 + 2 * (1 + 1 + _STRIKE) + _STRIKE
"""An area, units one by one, an action; two steps with an ambush each, or an attack."""

_CARDS: Final = 2 * MAX_HAND
_TURN: Final = (
    _PICKS + 2 * _CARDS + 2 + _CARDS * (1 + _SLOT + 1) + 2 * (standing_orders.MAX_ORDERS + 1)
)
"""A card fills at most one slot, and sides pass between cards."""

GAME: Final[Game[Summits]] = Game(
    key="summits",
    version=4,
    replays=(1, 2, 3),
    designer="Tetsuya Nakamura",
    publisher="Game Journal",
    year=2008,
    words={**load_words(*WORDS, FILE_WORDS, numbers=STATED), **NAME_WORDS},
    numbers=STATED,
    home=HOME,
    state=Summits,
    options=OPTIONS,
    presets=PRESETS,
    reasons=scoring.REASONS,
    actions=ACTIONS,
    max_actions=10 * AREAS,
    longest=2 + 6 + MAX_TURNS * _TURN,
    laws=LAWS,
    eval_scale=evaluation.EVAL_SCALE,
    levels=evaluation.levels,
    setup=setup.setup,
    may_act=rules.may_act,
    must_act=rules.must_act,
    legal_actions=rules.legal_actions,
    chance_outcomes=rules.chance_outcomes,
    apply_action=rules.apply_action,
    returns=scoring.returns,
    may_resign=scoring.may_resign,
    resign=scoring.resign,
    observe=observation.observe,
    encode=arrays.encode,
    resample=observation.resample,
    weigh=evaluation.weigh,
    weights=WEIGHTS,
    terms=terms.terms,
    prune_optional=standing_orders.without_orders,
    retract_sealed=turn.retract_sealed,
    state_key=evaluation.state_key,
    tell=log.tell,
    facts=facts,
    notation=NOTATION,
    table=scene,
    reference=REFERENCE,
    gestures=gestures,
    desks=(DESK,),
    themes=THEMES,
)
