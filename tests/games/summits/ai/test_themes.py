"""The theme of puzzles: one card, to drive the enemy from an area."""

from fractions import Fraction

import pytest

from games.summits.given import GAME, NOTATION, TEN, A, H, do, field, give, legal
from honjin.core.parts.themes import Worth
from honjin.games.summits.content.data import AMBUSH
from honjin.games.summits.rules.state import AIM, Summits
from honjin.solver import exact_node
from honjin.solver.puzzles.exact import Judge, worlds_of

[ATTACK] = GAME.themes
HAND = {"combined": 1, "assault": 1, "fire": 1, "reinforce": 1}
TSUDA = ("yamazaki=a:tsuda_nobuharu", "shimoueno=a:", "enmyoji=a:", "yodogawara=a:")
BESIDE = ("yamazaki_higashi=h:takayama_ukon,takayama*4", *TSUDA)
WITH = ("yamazaki=h:takayama_ukon,takayama*4", "yamazaki_higashi=a:", *TSUDA)
"""Takayama's damage is 2d6 - 3, and two points drive Tsuda away."""

P = Fraction(30, 36)


def seen(*stacks: str, **cards: int) -> Summits:
    """Hideyoshi's observation at the start of his phase; the enemy has two cards."""
    s = field(TEN, *stacks, **(cards or HAND))
    give(s, A, rally=2)
    return GAME.seen_by(s, H)


def offered(s: Summits) -> set[str]:
    """The choices that can be answers."""
    return {
        NOTATION.write_action(s, H, action)
        for action in GAME.legal(s, H)
        if ATTACK.takes(s, H, action)
    }


def worths(s: Summits) -> dict[str, Fraction]:
    """The chance of each card."""
    return Judge(GAME, ATTACK, s, H).values()


# ---- the question


def test_it_asks_at_the_start_of_a_phase_near_the_enemy() -> None:
    """With two kinds of cards that help an attack, and a general who can act."""
    assert ATTACK.asks(seen(*WITH), H)
    assert ATTACK.asks(seen(*BESIDE), H)
    assert not ATTACK.asks(seen(*WITH), A)
    assert not ATTACK.asks(seen(*WITH, fire=2), H)
    assert not ATTACK.asks(seen("yamazaki_higashi=h:takayama*4", *TSUDA), H)
    assert not ATTACK.asks(seen("yamazaki_higashi=h:takayama_ukon'", *TSUDA), H)
    assert not ATTACK.asks(do(seen(*WITH), "use:fire"), H)
    assert not ATTACK.asks(field(TEN, *WITH, turn=1, **HAND), H)


def test_one_card_is_played_then_stacks_attack() -> None:
    """Any card face down, or face up if it helps an attack; no second one, and no march."""
    s = seen(*WITH, "minase=h:nakagawa_kiyohide")
    downs = {f"down:{card}" for card in HAND}
    assert downs | {"use:combined", "use:assault", "use:fire"} == offered(s)
    s = do(s, "use:combined")
    assert {"end", "gather:yamazaki"} == offered(s)
    assert {"attack"} == offered(do(s, "gather:yamazaki"))


def test_assault_lets_a_stack_enter_and_attack() -> None:
    """But not attack first and then leave."""
    s = do(seen(*BESIDE), "use:assault", "gather:yamazaki_higashi")
    assert {"move:yamazaki"} == offered(s)
    s = do(seen(*WITH, "minase=a:akechi*1"), "use:assault", "gather:yamazaki", "attack", "=4")
    assert "move:minase" in legal(s)
    assert {"attack", "done"} == offered(s)


def test_a_stack_fires_at_the_next_area() -> None:
    """Without entering it; without Fire it cannot do anything there."""
    s = do(seen(*BESIDE), "use:fire", "gather:yamazaki_higashi")
    assert "move:yamazaki" in legal(s)
    assert {"fire:yamazaki"} == offered(s)
    assert {"end"} == offered(do(seen(*BESIDE), "use:combined"))


def test_generals_roll_in_one_order() -> None:
    """Their points are added up, so no other order is better."""
    s = seen("yamazaki=h:takayama_ukon,nakagawa_kiyohide", "yamazaki_higashi=a:", *TSUDA)
    s = do(s, "down:fire", "gather:yamazaki", "attack")
    assert AIM == s.phase
    assert 2 == len(legal(s))
    assert 1 == len(offered(s))


def test_it_ends_with_the_phase_or_a_cleared_area() -> None:
    """Three points drive Tsuda away; a flipped one is left."""
    s = seen(*WITH)
    assert not ATTACK.is_over(s, s, H)
    won = do(s, "use:assault", "gather:yamazaki", "attack", "=8")
    assert ATTACK.is_over(s, won, H)
    assert 1 == ATTACK.score(s, won, H)
    hit = do(s, "use:assault", "gather:yamazaki", "attack", "=4")
    assert not ATTACK.is_over(s, hit, H)
    assert 0 == ATTACK.score(s, hit, H)
    plain = do(s, "down:fire", "gather:yamazaki", "attack", "=4")
    assert ATTACK.is_over(s, plain, H)
    assert 0 == ATTACK.score(s, plain, H)


# ---- values


@pytest.mark.slow
def test_chances_are_those_of_the_dice() -> None:
    """One attack, and two: none, one or two points in the first."""
    found = worths(seen(*WITH))
    assert P == found["down:fire"] == found["use:fire"] == found["use:combined"]
    twice = P + Fraction(3, 36) * Fraction(33, 36) + Fraction(3, 36) * P
    assert twice == found["use:assault"]


@pytest.mark.slow
def test_two_stacks_have_two_chances() -> None:
    """With Combined Actions, in two areas."""
    other = ("minase=h:nakagawa_kiyohide,nakagawa*4", "minase=a:saito_toshimitsu")
    s = seen(*WITH, *other, combined=1, fire=1)
    one = worths(seen("yamazaki_higashi=a:", *TSUDA, *other))["down:fire"]
    assert 1 - (1 - P) * (1 - one) == worths(s)["use:combined"]


@pytest.mark.slow
def test_an_ambush_counts_in_the_hands_that_have_one() -> None:
    """Once both have been played the enemy has none, whatever it holds."""
    s = seen(*BESIDE)
    safe = s.copy()
    safe.shown[A][AMBUSH] = safe.limit[A][AMBUSH]
    assert P == worths(safe)["use:assault"]
    worlds = worlds_of(GAME, ATTACK, s, H)
    without = Fraction(sum(1 for world in worlds if not world.hand[A][AMBUSH]), len(worlds))
    assert 0 < without < 1
    assert without * P < worths(s)["use:assault"] < P
    assert worths(safe)["use:fire"] == worths(s)["use:fire"]


@pytest.mark.slow
def test_what_the_enemy_holds_does_not_matter() -> None:
    """The answer is the same for two hands, and for the hands themselves if they lack ambushes."""
    nodes = []
    for cards in ({"ambush": 2}, {"rally": 1, "fire": 1}):
        s = field(TEN, *WITH, **HAND)
        give(s, A, **cards)
        nodes.append(exact_node(GAME, ATTACK, GAME.seen_by(s, H), H))
    assert nodes[0] is not None
    assert nodes[0] == nodes[1]
    assert ["use:assault"] == nodes[0].right
    assert Worth(47, 48) == nodes[0].best


@pytest.mark.slow
def test_a_position_without_a_clear_answer_is_no_puzzle() -> None:
    """Tsuda is sure to be driven away by any card."""
    weak = ("yamazaki=h:takayama_ukon,takayama*4", "yamazaki_higashi=a:", "yamazaki=a:akechi*0+1",
            *TSUDA[1:])  # fmt: skip
    assert exact_node(GAME, ATTACK, seen(*weak), H) is None
