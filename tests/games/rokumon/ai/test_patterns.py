"""The patterns of a position (ai/patterns.py): what is told apart, and what is not."""

from __future__ import annotations

import random
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import pytest

from honjin.bots.learned import own_value
from honjin.bots.patterns.bot import PatternBot
from honjin.bots.players import find_player
from honjin.core.play import Play
from honjin.games.rokumon.ai.classes import canonical, options_of, turned
from honjin.games.rokumon.ai.evaluation import LEARNED
from honjin.games.rokumon.ai.patterns import (
    CARDS_AT,
    MAX_PATTERNS,
    PAIRS_AT,
    PATTERN_COUNT,
    ROWS_AT,
    SUPPLIES_AT,
    THREATS_AT,
    patterns,
    threats,
)
from honjin.games.rokumon.content.data import BLACK, RED
from honjin.games.rokumon.game import GAME

ACTS = ("3", "4", "5", "epilogue")


def listed(s: Any) -> list[int]:
    """The patterns of a position."""
    out = [0] * 2 * MAX_PATTERNS
    return out[: patterns(s, out)]


def positions(act: str, seed: int, deal: str = "") -> list[Any]:
    """The positions of a random game."""
    play = Play(GAME, GAME.read_options({"act": act, "deal": deal}))
    luck = random.Random(seed)
    found = []
    while True:
        play.run_chance(luck.randrange)
        if not play.must_act():
            return found
        found.append(play.state.copy())
        play.act(play.must_act()[0], luck.choice(GAME.legal(play.state, play.must_act()[0])))


def read(text: str) -> Any:
    """A position in notation."""
    return GAME.read_position(text, GAME.read_options({"act": text[0]}))


@pytest.mark.parametrize("act", ACTS)
def test_there_is_a_pattern_for_each_card_line_and_pair(act: str) -> None:
    """Besides one for the supplies and one for the threats, each within its own numbers."""
    for s in positions(act, 3):
        found = listed(s)
        counts = [s.cards, s.rows, s.cards * (s.cards - 1) // 2, 1, 1]
        bounds = (CARDS_AT, ROWS_AT, PAIRS_AT, SUPPLIES_AT, THREATS_AT, PATTERN_COUNT)
        kinds = [sum(a <= one < b for one in found) for a, b in pairwise(bounds)]
        assert (counts, sum(counts)) == (kinds, len(found))
        assert len(found) <= MAX_PATTERNS


@pytest.mark.parametrize("act", ["4", "5"])
def test_mirror_images_have_the_same_patterns(act: str) -> None:
    """So what is learned of a deal counts for its mirror image."""
    differ = 0
    for seed in range(20):
        for s in positions(act, seed):
            options = options_of(s)
            image = turned(s, options, canonical(options))
            differ += image.dice != s.dice
            assert sorted(listed(s)) == sorted(listed(image))
    assert differ > 50


def test_a_numbering_is_kept() -> None:
    """Weights that were learned before a change of the numbering would mean something else.

    If this changes on purpose, weights have to be learned again (docs/learning.md).
    """
    told = str([listed(s) for act in ACTS for s in positions(act, 1)])
    assert "0b7155865b91aac0" == blake2b(told.encode(), digest_size=8).hexdigest()


@pytest.mark.parametrize(
    ("position", "red", "black"),
    [
        ("4 ggg/jjjj .,.,./.,.,.,. r rb - - 0 -", 0, 0),
        ("4 ggg/jjjj 2,2,./.,.,.,. r rb - - 2 -", 3, 0),  # a die onto the empty third card
        ("4 ggg/jjjj 2,2,1/.,.,.,3 r rb - - 4 -", 0, 0),  # no die of red's stands on another colour
        ("4 ggg/jjjj 2,2,1/.,4,.,3 b rb - - 5 -", 3, 0),  # one does, and may move there
        ("4 ggg/jjjj 24,.,./2,.,.,. b rb - - 3 -", 1, 0),  # onto a pair
        ("4 ggg/jjjj 13,.,./5,.,3,. r rb - - 4 -", 0, 4),
    ],
)
def test_threats_are_counted(position: str, red: int, black: int) -> None:
    """Lines times three, and stacks, that a side completes with one die."""
    s = read(position)
    assert (red, black) == (threats(s, RED), threats(s, BLACK))


@pytest.mark.parametrize("act", LEARNED)
def test_weights_come_with_the_acts_in_which_shogun_uses_them(act: str) -> None:
    """They were learned under these rules and patterns, with the usual rulings, for every deal."""
    for deal in ("", "gggfjjj" if act == "5" else "gggjjjj"):
        options = GAME.read_options({"act": act, "deal": deal})
        value = own_value(GAME, options)
        assert value is not None
        assert 5_000 < len(value.places)
        bot = find_player(GAME, options, "shogun").bot
        assert isinstance(bot, PatternBot)
        assert value is bot.weights_in(GAME)
