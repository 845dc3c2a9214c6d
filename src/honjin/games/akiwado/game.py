"""The definition of Akiwado."""

from pathlib import Path
from typing import Final

from honjin.core.game import Game
from honjin.core.options import Option, Options, Preset
from honjin.core.reading.files import FILE_WORDS
from honjin.core.words import load_words
from honjin.games.akiwado.ai import evaluation, terms
from honjin.games.akiwado.ai.themes import THEMES
from honjin.games.akiwado.ai.weights import WEIGHTS
from honjin.games.akiwado.content.cardfile import PRINTED_KEY, kept_cards
from honjin.games.akiwado.content.cardlist import MAX_TURNS
from honjin.games.akiwado.content.data import CHOICES, MAX_SEATS, REMOVALS, SEATS, WASTES
from honjin.games.akiwado.info import arrays, log, observation
from honjin.games.akiwado.info.facts import facts
from honjin.games.akiwado.info.invariants import LAWS
from honjin.games.akiwado.rules import play as rules
from honjin.games.akiwado.rules import scoring, setup
from honjin.games.akiwado.rules.actions import ACTIONS, MAX_COINS
from honjin.games.akiwado.rules.state import MAX_CHANGES, Akiwado
from honjin.games.akiwado.text.notation import NOTATION
from honjin.games.akiwado.text.stated import STATED
from honjin.games.akiwado.view import scene
from honjin.games.akiwado.view.desk import DESK
from honjin.games.akiwado.view.reference import REFERENCE

HOME: Final = Path(__file__).parent
WORDS: Final = [HOME / "words" / name for name in ("game", "table", "study", "files")]

# ---- options

_PURVEYOR: Final = ("variant", ("purveyor",))

OPTIONS: Final = (
    Option(key="seats", default="4", values=SEATS, rule="1"),
    Option(key="variant", default="base", values=CHOICES["variant"], rule="41"),
    Option(key="removed", default="printed", values=REMOVALS, rule="Q2"),
    Option(key="waste", default="per_player", values=WASTES, rule="Q1"),
    Option(key="colours", default="seats", values=("seats", "lot", "choose"), rule="W3"),
    Option(key="cards", default=PRINTED_KEY, read=kept_cards, rule="1", file=".toml"),
    Option(key="show_coins", default=False, rule="Q11"),
    Option(
        key="challenge_order", default="simultaneous", values=CHOICES["challenge_order"],
        rule="Q7",
    ),
    Option(key="second_call_quorum", default=True, rule="Q5"),
    Option(key="unjust_sits_out_stocking", default=False, rule="Q8"),
    Option(key="basic_points_per_article", default="1", values=("1", "0", "2"), rule="Q13"),
    Option(
        key="special_mode", default="disjoint_sets_best_total",
        values=CHOICES["special_mode"], rule="Q15",
    ),
    Option(key="coin_limit", default=True, rule="Q20"),
    Option(
        key="purveyor_tie", default="keep", values=CHOICES["purveyor_tie"], when=_PURVEYOR,
        rule="Q18",
    ),
    Option(key="blue_floor", default="0", values=("0", "1"), when=_PURVEYOR, rule="Q19"),
)  # fmt: skip

PRESETS: Final = (
    Preset("three", {"seats": "3"}),
    Preset("four", {"seats": "4"}),
    Preset("five", {"seats": "5"}),
    Preset("purveyor", {"seats": "4", "variant": "purveyor"}),
)


def seats(options: Options) -> int:
    """Three to five merchants."""
    return int(str(options["seats"]))


# ---- the longest game

_SETUP: Final = MAX_SEATS + 1 + 2 * MAX_SEATS
"""Colours, the first player, the destruction area."""

_SECRET: Final = MAX_SEATS * (1 + MAX_CHANGES)
"""Every seat chooses, and changes its choice as often as possible (W1)."""

_TURN: Final = 2 * (1 + 1 + _SECRET) + 2 + MAX_SEATS + _SECRET + 1
"""Two rolls, splits and challenges; two cards, declarations, bids, a coin taken back."""

GAME: Final[Game[Akiwado]] = Game(
    key="akiwado",
    designer="Takashi Sakaue",
    publisher="",  # its published rules do not name one
    year=0,
    words=load_words(*WORDS, FILE_WORDS, numbers=STATED),
    home=HOME,
    numbers=STATED,
    state=Akiwado,
    options=OPTIONS,
    presets=PRESETS,
    reasons=scoring.REASONS,
    actions=ACTIONS,
    max_actions=2 * MAX_COINS + 1,
    longest=_SETUP + MAX_TURNS * _TURN + 1,
    best=MAX_SEATS - 1,
    laws=LAWS,
    eval_scale=evaluation.EVAL_SCALE,
    seats=seats,
    levels=evaluation.levels,
    setup=setup.setup,
    may_act=rules.may_act,
    must_act=rules.must_act,
    legal_actions=rules.legal_actions,
    chance_outcomes=rules.chance_outcomes,
    apply_action=rules.apply_action,
    returns=scoring.returns,
    may_resign=rules.may_resign,
    resign=rules.resign,
    observe=observation.observe,
    encode=arrays.encode,
    resample=observation.resample,
    weigh=evaluation.weigh,
    weights=WEIGHTS,
    terms=terms.terms,
    blend=terms.blend,
    retract_sealed=observation.retract_sealed,
    state_key=evaluation.state_key,
    tell=log.tell,
    facts=facts,
    notation=NOTATION,
    table=scene,
    reference=REFERENCE,
    desks=(DESK,),
    themes=THEMES,
)
