"""The theme of puzzles: who wins a battle of cards, whatever comes."""

from itertools import product
from random import Random

from games.swords.given import GAME, LETTERS, cards, facing, fight, forces, hand, meet, plain
from honjin.games.swords.ai.themes import (
    MAX_ROOM,
    counts,
    is_choosing,
    is_over,
    strongest,
    takes,
    wins,
)
from honjin.games.swords.ai.themes import forces as theme_forces
from honjin.games.swords.content.data import CARDS
from honjin.games.swords.content.maps import COVERED
from honjin.games.swords.rules.state import ATT, DEF, Swords


def laid(s: Swords, seat: int, text: str) -> Swords:
    """The state once cards of a hand are set aside, such as `hc2st`."""
    later = s.copy()
    later.aside[seat] = cards(text)
    return later


def test_forces_are_those_of_the_rules() -> None:
    """Cards, experience and terrain add up to what a battle shows."""
    s = meet(facing(COVERED), "hc2wm", "ya2st")
    att, defence = theme_forces(s, ATT, 0), theme_forces(s, DEF, 1)
    mine = att.base + 2 * att.of[LETTERS.index("hc")] + att.of[LETTERS.index("wm")]
    theirs = defence.base + 2 * defence.of[LETTERS.index("ya")] + defence.of[LETTERS.index("st")]
    assert forces(fight(facing(COVERED), "hc2wm", "ya2st")) == (mine, theirs)


def test_the_greater_force_wins_and_the_defender_wins_a_tie() -> None:
    """Against all cards of the other hand, if they may be set aside together."""
    s = meet(facing(), "wmst", "wm")
    assert 1 == wins(s, laid(s, 0, "st"), 0)
    assert 0 == wins(s, laid(s, 0, "wm"), 0)
    s = meet(facing(), "wm", "wmst")
    assert 1 == wins(s, laid(s, 1, "wm"), 1)


def test_with_diplomacy_nobody_wins() -> None:
    """Set aside by the seat, or in the other hand."""
    s = meet(facing(), "hcdi", "wm")
    assert 0 == wins(s, laid(s, 0, "hcdi"), 0)
    s = meet(facing(), "hc", "di")
    assert 0 == wins(s, laid(s, 0, "hc"), 0)


def test_the_strongest_cards_keep_to_the_limits() -> None:
    """Seven in all, five that are limited: as many as any choice gives, for random hands."""
    s, rng = plain(), Random(1)
    for _ in range(20):
        held = [0] * CARDS
        for _ in range(9):
            held[rng.randrange(CARDS)] += 1
        of = tuple(rng.randrange(9) for _ in range(CARDS))
        best = 0
        for some in product(*(range(n + 1) for n in held)):
            limited = sum(n for card, n in enumerate(some) if counts(s, card))
            if sum(some) <= s.commit_max and limited <= s.limited_max:
                best = max(best, sum(n * one for n, one in zip(some, of, strict=True)))
        assert best == strongest(s, held, of)


def test_it_asks_while_a_few_cards_are_left_to_set_aside() -> None:
    """Before either side has sealed; events and cards taken back are no answers."""
    s = meet(facing(), "wm3st3hc3", "wm")
    assert not is_choosing(s, 0)
    near = laid(s, 0, "wm3st")
    assert is_choosing(near, 0)
    assert 7 - MAX_ROOM == sum(near.aside[0])
    assert not is_over(near, near, 0)
    assert is_over(near, laid(s, 0, "wm3st3hc"), 0)
    hand(near, 0, "sp")
    texts = [
        GAME.notation.write_action(near, 0, action)
        for action in GAME.legal(near, 0)
        if takes(near, 0, action)
    ]
    assert sorted(["+st", "+hc", "seal"]) == sorted(texts)
    near.decided = 2
    assert not is_choosing(near, 0)
