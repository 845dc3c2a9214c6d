"""The definition of Akebono."""

from pathlib import Path
from typing import Final

from honjin.core.game import Game
from honjin.core.options import Option, Options, Preset
from honjin.core.reading.files import FILE_WORDS
from honjin.core.words import load_words
from honjin.games.akebono.ai import evaluation, terms
from honjin.games.akebono.ai.themes import THEMES
from honjin.games.akebono.ai.weights import WEIGHTS
from honjin.games.akebono.content.board import CELLS, MIDLINES
from honjin.games.akebono.content.boardfile import is_file, read_file
from honjin.games.akebono.content.boardtext import read_board, write_board
from honjin.games.akebono.content.data import (
    CHANGES,
    COUNT_READINGS,
    DEFENCE_READINGS,
    MAX_REVISIONS,
    MAX_ROUNDS,
    SHIPPED_KEY,
    SHIPPED_TEXT,
    SHOT_COSTS,
)
from honjin.games.akebono.info import arrays, log, observation
from honjin.games.akebono.info.facts import facts
from honjin.games.akebono.info.invariants import LAWS
from honjin.games.akebono.rules import play as rules
from honjin.games.akebono.rules import scoring
from honjin.games.akebono.rules.actions import ACTIONS
from honjin.games.akebono.rules.state import Akebono
from honjin.games.akebono.text.notation import NOTATION
from honjin.games.akebono.text.stated import STATED
from honjin.games.akebono.view import scene
from honjin.games.akebono.view.desk import DESK
from honjin.games.akebono.view.gestures import gestures
from honjin.games.akebono.view.reference import REFERENCE

HOME: Final = Path(__file__).parent
WORDS: Final = [HOME / "words" / name for name in ("game", "table", "study", "files")]

# ---- options


def read_board_option(text: str, options: Options) -> str:  # noqa: ARG001 - any board goes with any
    """The name of the shipped board, or the text of another one; Flaw says what is wrong."""
    if text.strip() in ("", SHIPPED_KEY):
        return SHIPPED_KEY
    kept = write_board(read_file(text) if is_file(text) else read_board(text))
    return SHIPPED_KEY if kept == SHIPPED_TEXT else kept


OPTIONS: Final = (
    Option(key="midline", default=MIDLINES[0], values=(*MIDLINES, "random"), rule="Q7"),
    Option(
        key="setup_revisions",
        default="1",
        values=tuple(str(n) for n in range(MAX_REVISIONS + 1)),
        rule="Q8",
    ),
    Option(key="counts", default="a", values=COUNT_READINGS, rule="Q1"),
    Option(key="defence", default="a", values=DEFENCE_READINGS, rule="Q2"),
    Option(key="shot_cost", default="target", values=SHOT_COSTS, rule="Q31"),
    Option(key="shot_min_empty_hexes", default="1", values=("1", "0"), rule="Q33"),
    Option(key="max_rounds", default="0", values=("0", "20", "40"), rule="Q54"),
    Option(key="board", default=SHIPPED_KEY, read=read_board_option, rule="Q4", file=".toml"),
)

PRESETS: Final = (
    Preset("north_south", {"midline": "north_south"}),
    Preset("west_east", {"midline": "west_east"}),
)


# ---- the longest game

_SETUP: Final = 1 + 2 * (2 * CHANGES[0] + 1) + 2 * MAX_REVISIONS * (2 * CHANGES[1] + 1) + 2 + 1
"""Midline, placing, rearrangements, two tairo moves, the first turn; a change is two actions."""

_TURN: Final = 1 + 2 + 1 + 18 + 1
"""Roll, third die, ninja, 18 points in steps of 1, end: more than any actual turn has."""

GAME: Final[Game[Akebono]] = Game(
    key="akebono",
    designer="",  # its published rules name neither designer nor publisher
    publisher="",
    year=0,
    words=load_words(*WORDS, FILE_WORDS, numbers=STATED),
    home=HOME,
    numbers=STATED,
    state=Akebono,
    options=OPTIONS,
    presets=PRESETS,
    reasons=scoring.REASONS,
    actions=ACTIONS,
    max_actions=CELLS,
    longest=_SETUP + 2 * MAX_ROUNDS * _TURN,
    laws=LAWS,
    eval_scale=evaluation.EVAL_SCALE,
    levels=evaluation.levels,
    setup=rules.setup,
    may_act=rules.may_act,
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
    retract_sealed=observation.retract_sealed,
    state_key=evaluation.state_key,
    tell=log.tell,
    facts=facts,
    notation=NOTATION,
    table=scene,
    reference=REFERENCE,
    desks=(DESK,),
    gestures=gestures,
    themes=THEMES,
)
