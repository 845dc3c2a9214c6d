"""The definition of Rokumon."""

from pathlib import Path
from typing import Final

from honjin.core.contract.rules import Law
from honjin.core.contract.search import Patterns
from honjin.core.errors import Flaw
from honjin.core.game import Game
from honjin.core.options import Option, Options, Preset
from honjin.core.reading.bounds import shown
from honjin.core.words import Say, load_words
from honjin.games.rokumon.ai import evaluation, patterns, terms
from honjin.games.rokumon.ai.index import INDEX
from honjin.games.rokumon.content.data import (
    ACT_KEYS,
    ACTS,
    CHOICES,
    COLOUR_COUNTS,
    EPILOGUE,
    KIND_COUNTS,
    NUMBER_SCHEMES,
    SIDE_DICE,
)
from honjin.games.rokumon.info import arrays, log, observation
from honjin.games.rokumon.info.facts import facts
from honjin.games.rokumon.rules import play as rules
from honjin.games.rokumon.rules import setup, winning
from honjin.games.rokumon.rules.actions import ACTIONS
from honjin.games.rokumon.rules.state import MAX_ACTIONS, Rokumon, die_on, settle_board
from honjin.games.rokumon.text import notation
from honjin.games.rokumon.text.stated import STATED
from honjin.games.rokumon.view import scene
from honjin.games.rokumon.view.reference import REFERENCE

HOME: Final = Path(__file__).parent
WORDS: Final = [HOME / "words" / name for name in ("game", "table", "study")]
GOLDS, GREENS = COLOUR_COUNTS[1:]

# ---- options


def read_deal(text: str, options: Options) -> str:
    """A deal in canonical form, "" for a random one; Flaw says what the act needs."""
    act = ACTS[ACT_KEYS.index(str(options["act"]))]
    text = "".join(text.lower().split())
    if not text or _is_deal(text, str(options["act"]), len(act.layout.cells)):
        return text
    raise Flaw(Say("flaw.deal", {"what": _deal_of(act.key), "got": shown(text)}))


def _is_deal(text: str, act: str, cards: int) -> bool:
    if act == EPILOGUE:
        return sorted(text) == list("1234567")
    fort = int(ACTS[ACT_KEYS.index(act)].has_fort)
    golds, greens = text.count("g"), text.count("j")
    right_cards = golds + greens + fort == cards == len(text) and text.count("f") == fort
    return right_cards and golds <= GOLDS and greens <= GREENS


def _deal_of(act: str) -> Say:
    key = {EPILOGUE: "digits", "1": "six", "5": "fort"}.get(act, "seven")
    return Say(f"deal.{key}", {} if act == EPILOGUE else {"golds": GOLDS, "greens": GREENS})


_FIGHTS: Final = ("act", tuple(act.key for act in ACTS if act.fights))
_SURPRISES: Final = ("act", tuple(act.key for act in ACTS if act.surprises))
_TWO_SURPRISES: Final = (
    "act",
    tuple(act.key for act in ACTS if act.surprises and not act.has_automa),
)
_AUTOMA: Final = ("act", (EPILOGUE,))

OPTIONS: Final = (
    Option(key="act", default="4", values=ACT_KEYS, rule="3"),
    Option(key="deal", default="", read=read_deal, rule="2"),
    Option(
        key="numbers", default=NUMBER_SCHEMES[0], values=NUMBER_SCHEMES, when=_AUTOMA, rule="26.8"
    ),
    Option(key="reveal", default="air", values=CHOICES["reveal"], rule="M1"),
    Option(key="reveal_beats_win", default=True, rule="M2"),
    Option(key="fight_own_pair", default=False, when=_FIGHTS, rule="F1", since=(3, True)),
    Option(
        key="fight_tie",
        default="top_returns",
        values=CHOICES["fight_tie"],
        when=_FIGHTS,
        rule="F2",
    ),
    Option(key="surprise_connected", default=False, when=_SURPRISES, rule="S1"),
    Option(
        key="surprise_ban",
        default="next_turn",
        values=CHOICES["surprise_ban"],
        when=_TWO_SURPRISES,
        rule="S2",
    ),
    Option(key="repetition", default="third_draws", values=CHOICES["repetition"], rule="W2"),
    Option(
        key="automa_block",
        default="executable",
        values=CHOICES["automa_block"],
        when=_AUTOMA,
        rule="A1",
    ),
    Option(
        key="automa_sees_piles",
        default=True,
        when=_AUTOMA,
        rule="A1",
        since=(2, False),
    ),
    Option(key="automa_prefers_empty", default=False, when=_AUTOMA, rule="A4"),
    Option(key="automa_stacks", default=False, when=_AUTOMA, rule="A5", offered=False),
    Option(key="automa_stacks_safely", default=False, when=_AUTOMA, rule="A5"),
)

PRESETS: Final = (
    Preset("act4", {"act": "4"}),
    Preset("act1", {"act": "1"}),
    Preset("act2", {"act": "2"}),
    Preset("act3", {"act": "3"}),
    Preset("act5", {"act": "5"}),
    Preset("epilogue", {"act": EPILOGUE}),
)


def seats(options: Options) -> int:
    """One in the Epilogue, where the Automa plays the other side; otherwise two."""
    return 1 if options["act"] == EPILOGUE else 2


# ---- invariants


def dice_are_all_there(s: Rokumon) -> bool:
    """Every die is on a card or in its supply."""
    count = list(s.supply)
    for card in range(7):
        for level in range(s.height[card]):
            count[die_on(s, card, level)] += 1
    if s.plain:
        return count == [0, SIDE_DICE[0], 0, 0, SIDE_DICE[1], 0, 0, 0]
    return count == list(KIND_COUNTS)


def follows(s: Rokumon) -> bool:
    """Every derived field agrees with the fields it is derived from."""
    return _follows_from_dice(s) and _follows_from_supply(s) and _follows_from_cells(s)


def _follows_from_dice(s: Rokumon) -> bool:
    high, tops, pairs = [0] * 4, [0] * 2, [0] * 2
    for card in range(s.cards):
        pile = [die_on(s, card, level) for level in range(3)]
        dice = [kind for kind in pile if kind]
        if pile[: len(dice)] != dice or s.height[card] != len(dice):
            return False
        high[len(dice)] |= 1 << card
        if dice:
            tops[dice[-1] >> 2] |= 1 << card
        if len(dice) > 1 and dice[0] >> 2 == dice[1] >> 2:
            pairs[dice[0] >> 2] |= 1 << card
    return (high, tops, pairs) == (s.high, s.tops, s.pairs)


def _follows_from_supply(s: Rokumon) -> bool:
    held = [kind for kind in range(1, 8) if s.supply[kind]]
    return s.kinds == [sum(1 << kind for kind in held if kind >> 2 == seat) for seat in (0, 1)]


def _follows_from_cells(s: Rokumon) -> bool:
    fresh = s.copy()
    settle_board(fresh)
    return fresh == s and len(set(s.cell[: s.cards])) == s.cards


def history_is_marked(s: Rokumon) -> bool:
    """`seen` marks exactly the entries of the history that count."""
    marks = 0
    for dice in s.history[: s.past]:
        marks |= 1 << dice % 61
    return s.seen == marks


def colours_differ(s: Rokumon) -> bool:
    """A die can move between two cards in both directions or in neither; never within a card."""
    cards = range(s.cards)
    return all(
        s.unlike[a] >> b & 1 == s.unlike[b] >> a & 1 and (a != b or not s.unlike[a] >> a & 1)
        for a in cards
        for b in cards
    )


def stacks_end_the_game(s: Rokumon) -> bool:
    """Three dice are on a card only when the game is over, and all are of one side (W1, F3)."""
    return not s.high[3] or (s.outcome != 0 and s.high[3] & ~(s.pairs[0] | s.pairs[1]) == 0)


LAWS: Final = (
    Law("dice are all there", dice_are_all_there),
    Law("derived fields follow", follows),
    Law("history is marked", history_is_marked),
    Law("colours differ", colours_differ),
    Law("stacks end the game", stacks_end_the_game),
)

GAME: Final[Game[Rokumon]] = Game(
    key="rokumon",
    version=3,
    replays=(1, 2),
    designer="Charles Ward",
    publisher="EXIST GAMES",
    year=2020,
    words=load_words(*WORDS, numbers=STATED),
    home=HOME,
    numbers=STATED,
    state=Rokumon,
    options=OPTIONS,
    presets=PRESETS,
    loser_chooses=True,
    honours=3,
    reasons=winning.REASONS,
    actions=ACTIONS,
    max_actions=128,
    longest=MAX_ACTIONS + 7,
    has_secrets=False,
    static_choices=True,
    laws=LAWS,
    eval_scale=evaluation.EVAL_SCALE,
    seats=seats,
    levels=evaluation.levels,
    setup=setup.setup,
    may_act=rules.may_act,
    legal_actions=rules.legal_actions,
    chance_outcomes=rules.chance_outcomes,
    apply_action=rules.apply_action,
    returns=winning.returns,
    may_resign=rules.may_resign,
    resign=rules.resign,
    observe=observation.observe,
    encode=arrays.encode,
    resample=observation.resample,
    evaluate=evaluation.evaluate,
    patterns=Patterns(patterns.patterns, patterns.PATTERN_COUNT, patterns.MAX_PATTERNS),
    terms=terms.terms,
    retract_sealed=observation.retract_sealed,
    state_key=evaluation.state_key,
    tell=log.tell,
    facts=facts,
    notation=notation,
    table=scene,
    ahead=scene.ahead,
    reference=REFERENCE,
    index=INDEX,
)
