"""Facts about a finished battle."""

import pytest

from games.akebono.given import GAME, RED, WHITE, at, do
from honjin.core.words import speak
from honjin.games.akebono.content.data import TYPES
from honjin.testing import random_play

LINES = ("valor", *TYPES[1:])


def test_the_score_line_by_line() -> None:
    """Rule 34: valor held, the tairo's hex, daimyo, and each type of which all are prisoners."""
    s = do(at("S:F6", "D:F7", points=18, taken=("DDSSSGGG", "AAAAANN"), valor=(3, 1)), "F6xF7")
    facts = GAME.facts(s, ())
    expected = {"valor": (3, 1), "daimyo": (4, 0), "samurai": (2, 0), "teppo_tai": (2, 0)}
    expected |= {"ashigaru": (0, 2), "ninja": (0, 2)}
    assert {name: expected.get(name, (0, 0)) for name in LINES} == facts.score
    assert (11, 5) == facts.points
    assert (9, 7) == facts.figures["prisoners"]


def test_a_captured_tairo_is_worth_its_hex() -> None:
    """Rule 34: the line of the tairo is the value of the hex on which it was captured."""
    s = do(at("S:C6", "T:B6", dice=(2, 2), hand=(1, 0)), "nB7")
    facts = GAME.facts(s, ())
    assert (s.value[s.tairo[WHITE]], 0) == facts.score["tairo"]


@pytest.mark.parametrize("seed", range(6))
def test_deeds_are_counted_from_the_log(seed: int) -> None:
    """Every prisoner was taken by a step, a shot or an assassination; the first player is named."""
    play = random_play(GAME, seed=seed)
    facts = play.facts()
    made = [facts.figures[deed] for deed in ("blows", "shots", "assassinations")]
    assert facts.figures["prisoners"] == tuple(map(sum, zip(*made, strict=True)))
    [lot] = [event for _, event in play.log(RED) if event.say.k == "begins"]
    first = facts.marks["order"].index("first")
    assert speak(GAME.words, lot.say) == f"{('Red', 'White')[first]} goes first"
    rolls = sum(event.say.k.startswith("rolls") for _, event in play.log(RED))
    assert rolls == facts.counts["turns"]


def test_given_up_before_the_lot() -> None:
    """Nobody moved first, and there was no turn."""
    s = GAME.setup(GAME.read_options())
    GAME.resign(s, RED)
    facts = GAME.facts(s, ())
    assert (("no_lot", "no_lot"), 0) == (facts.marks["order"], facts.counts["turns"])
