"""Japanese Swords: its parts, assembled."""

from pathlib import Path
from typing import Final

from honjin.core.game import Game
from honjin.core.options import Option, Options, Preset
from honjin.core.reading.files import FILE_WORDS
from honjin.core.words import Words, load_words
from honjin.games.swords.ai import evaluation, terms, trade
from honjin.games.swords.ai.themes import THEMES
from honjin.games.swords.ai.weights import WEIGHTS
from honjin.games.swords.content.cardfile import PRINTED_KEY, cards_of, kept_cards
from honjin.games.swords.content.data import (
    CARD_LETTERS,
    CARD_NAMES,
    MAX_ROUNDS,
    MAX_SEATS,
    SEATS,
)
from honjin.games.swords.content.laying import MAX_LAYINGS
from honjin.games.swords.content.mapfile import DESIGNED_KEY, kept_map
from honjin.games.swords.content.maps import IMPASSABLE, TERRAINS
from honjin.games.swords.content.mapsheet import MAPS
from honjin.games.swords.info import arrays, observation
from honjin.games.swords.info.facts import facts
from honjin.games.swords.info.invariants import LAWS
from honjin.games.swords.rules import play as rules
from honjin.games.swords.rules import setup
from honjin.games.swords.rules.actions import ACTIONS
from honjin.games.swords.rules.domains import TILE
from honjin.games.swords.rules.state import Swords
from honjin.games.swords.text.notation import NOTATION
from honjin.games.swords.text.stated import STATED
from honjin.games.swords.view import scene
from honjin.games.swords.view.carddesk import CARDS_DESK
from honjin.games.swords.view.desk import DESK
from honjin.games.swords.view.gestures import gestures
from honjin.games.swords.view.reference import REFERENCE

HOME: Final = Path(__file__).parent
WORDS: Final = [HOME / "words" / name for name in ("game", "table", "study", "files")]


def _with_letters(words: Words) -> Words:
    """The words with those of cards and tiles also under their letters: reports know these."""
    cards = zip(CARD_LETTERS, CARD_NAMES, strict=True)
    tiles = ((TILE.write(None, n), TERRAINS[n]) for n in range(IMPASSABLE + 1))
    return {
        **words,
        **{f"card.{letters}": words[f"card.{name}"] for letters, name in cards},
        **{f"tile.{letter}": words[f"terrain.{name}"] for letter, name in tiles},
    }


# ---- options

_LAID: Final = ("board", ("laid",))
_DRAWN: Final = ("board", ("map",))


def read_map_option(text: str, options: Options) -> str:
    """Read `designed`, `drawn:<seed>`, a file or a line; Flaw says what is wrong."""
    return kept_map(text, seats(options), cards_of(str(options["cards"])).points)


def seats(options: Options) -> int:
    """The number of clans, two to six."""
    return int(str(options["seats"]))


ROUNDS: Final = ("40", "5", "10", "20", "30", "60", "0")

OPTIONS: Final = (
    Option(key="seats", default="4", values=SEATS, rule="2"),
    # Before the map: one that is drawn is even where terrain costs what the list says.
    Option(key="cards", default=PRINTED_KEY, read=kept_cards, rule="4", file=".toml"),
    Option(key="board", default="map", values=("map", "laid"), rule="26"),
    Option(
        key="map", default=DESIGNED_KEY, read=read_map_option, when=_DRAWN, rule="2", file=".toml"
    ),
    Option(key="tiles", default="squares", values=("squares", "hexes"), when=_LAID, rule="26"),
    Option(key="tile_hand", default="3", values=("3", "1"), when=_LAID, rule="26"),
    Option(key="spare_tiles", default="4", values=("4", "6"), when=_LAID, rule="26"),
    Option(key="snake", default=False, when=_LAID, rule="26"),
    Option(key="keeps_owned", default=False, when=_LAID, rule="26"),
    Option(key="max_rounds", default=ROUNDS[0], values=ROUNDS, rule="Q60"),
    Option(key="trade", default="full", values=("full", "goods", "off"), rule="25"),
    Option(
        key="trade_wins", default=True, when=("trade", ("full",)), rule="Q62"
    ),
    Option(
        key="loose_trade", default=False, when=("trade", ("full",)), rule="W7", offered=False,
        since=(3, True),
    ),
    Option(
        key="miscounted_houses", default=False, when=("trade", ("full",)), rule="Q22",
        offered=False, since=(4, True),
    ),
    Option(key="start_hand", default="0", values=("0", "3", "5"), rule="Q3"),
    Option(key="balanced_traits", default=False, rule="W3"),
    Option(key="adjacency", default="four", values=("four", "eight"), rule="Q5"),
    Option(key="stack_traits", default=True, rule="Q6"),
    Option(key="supply_new", default=False, rule="Q13"),
    Option(key="new_armies", default="1", values=("1", "0"), rule="Q14"),
    Option(key="intrigue", default="victim", values=("victim", "player"), rule="Q26"),
    Option(key="honor_floor", default=True, rule="Q27"),
    Option(key="pass_friends", default=False, rule="Q32"),
    Option(key="take_in_passing", default=True, rule="Q33"),
    Option(key="attacks", default="1", values=("1", "0"), rule="Q38"),
    Option(
        key="spies", default="first", values=("first", "meanwhile"), rule="W1",
        since=(2, "meanwhile"),
    ),
    Option(key="monks_limited", default=False, rule="Q42"),
    Option(key="one_treachery", default=False, rule="Q43"),
    Option(key="one_march", default=True, rule="Q47"),
    Option(
        key="beaten_attacker", default="forced", values=("forced", "optional", "never"),
        rule="Q53", since=(4, "optional"),
    ),
    Option(key="holdings", default="neutral", values=("neutral", "captor"), rule="Q58"),
    Option(key="any_fortress", default=False, rule="Q59"),
)  # fmt: skip

PRESETS: Final = (
    Preset("two", {"seats": "2"}),
    Preset("three", {"seats": "3"}),
    Preset("four", {"seats": "4"}),
    Preset("five", {"seats": "5"}),
    Preset("six", {"seats": "6"}),
    Preset("laid", {"seats": "4", "board": "laid"}),
)


# ---- the longest possible game

_SETUP: Final = 1 + MAX_SEATS + 2 * (106 + 18) + 10 * 36 + 5 * MAX_SEATS + MAX_SEATS
"""Lots, tiles drawn and laid, castles, traits rolled ten times, hands, second armies."""

_TURN: Final = 120 + 17 * MAX_SEATS
"""Far more than a turn takes on average: battles and steps cost gold, which is scarce."""

_LONGEST: Final = _SETUP + MAX_ROUNDS * MAX_SEATS * _TURN

GAME: Final[Game[Swords]] = Game(
    key="swords",
    version=4,
    replays=(1, 2, 3),
    designer="",  # the published rules name none
    publisher="Warp Spawn Games",
    year=0,
    words=_with_letters(load_words(*WORDS, FILE_WORDS, numbers=STATED)),
    home=HOME,
    numbers=STATED,
    state=Swords,
    options=OPTIONS,
    presets=PRESETS,
    reasons=rules.REASONS,
    actions=ACTIONS,
    max_actions=2 * MAX_LAYINGS,
    longest=_LONGEST,
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
    returns=rules.returns,
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
    tell=observation.tell,
    facts=facts,
    off_turn=trade.off_turn,
    deals=True,
    prune_optional=trade.without_trade,
    gestures=gestures,
    themes=THEMES,
    notation=NOTATION,
    table=scene,
    reference=REFERENCE,
    maps=MAPS,
    desks=(DESK, CARDS_DESK),
)
