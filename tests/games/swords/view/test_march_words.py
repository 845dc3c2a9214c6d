"""The cost of a choice is stated before it is made (Q47, rule 12)."""

import pytest

from games.swords.given import GAME, army, do, facing, fight, hand, plain, sight
from honjin.core.contract.presentation import Choice
from honjin.core.words import LANGUAGES, speak
from honjin.games.swords.rules.state import EXPENSE, Swords
from honjin.games.swords.view.gestures import gestures


def choice(s: Swords, text: str) -> Choice:
    """A choice of the active player as shown."""
    action = GAME.notation.read_action(s, s.turn, text)
    assert action in GAME.legal(s, s.turn)
    return GAME.table.choice(sight(s, s.turn), s.turn, action)


def two_attackers() -> Swords:
    """Two armies of Takeda can attack, a third has no enemy beside it; a Forced March in hand."""
    s = facing()
    army(s, 0, "b2")
    army(s, 1, "b3")
    hand(s, 0, "fm2")
    return s


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("at", ["e5", "b2", "a1"])
def test_a_forced_march_says_what_it_gives_up(at: str, lang: str) -> None:
    """Ruling Q47: while armies can attack, the question and the note mention their attacks."""
    found = choice(two_attackers(), f"march-{at}")
    assert "march_last" == found.kind
    assert found.note is not None
    assert "2" in speak(GAME.words, found.note, lang)
    asked = GAME.words["ask.march_last.1"][lang]
    assert asked != GAME.words["ask.march.1"][lang]
    assert GAME.words["ask.march.1"][lang].rstrip("？") in asked


def test_what_is_said_is_so() -> None:
    """Ruling Q47: after a Forced March, armies that could attack no longer can."""
    s = do(two_attackers(), 0, "march-a1", "on")
    assert not [a for a in GAME.legal(s, 0) if "x" in GAME.notation.write_action(s, 0, a)]
    assert "march" == choice(s, "march-e5").kind


def test_a_forced_march_that_costs_nothing_says_nothing() -> None:
    """Ruling Q47: once every army has attacked, none gives up an attack."""
    s = facing()
    hand(s, 0, "fm")
    found = choice(fight(s, "hc", "pr"), "march-e5")
    assert ("march", None) == (found.kind, found.note)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_raising_an_army_says_that_supplies_are_paid(lang: str) -> None:
    """Rule 12: after the first new army, no other can be disbanded and no card played."""
    s = plain(2, EXPENSE, new_armies="0")
    army(s, 0, "c3")
    hand(s, 0, "pr")
    s.gold[0] = 20
    found = choice(s, "raise-a2")
    assert found.note is not None
    assert "2" in speak(GAME.words, found.note, lang)
    do(s, 0, "raise-a2")
    assert not {"dismiss-c3", "prosperity"} & {
        GAME.notation.write_action(s, 0, a) for a in GAME.legal(s, 0)
    }
    assert choice(s, "raise-b1").note is None


def test_a_move_says_which_army_it_stops() -> None:
    """Ruling Q37: an army that could go on no longer can once another one has begun to move."""
    s = plain(2)
    army(s, 0, "c3")
    army(s, 0, "h8")
    assert choice(s, "h8-h7").note is None
    do(s, 0, "c3-d3")
    other, same = choice(s, "h8-h7"), choice(s, "d3-e3")
    assert other.note is not None
    assert ("The army on d3 cannot move any further this turn", None) == (
        speak(GAME.words, other.note), same.note,
    )  # fmt: skip
    assert {"note.stop"} == {one.note.k for one in gestures(sight(s, 0), 0) if one.note}
    do(s, 0, "h8-h7")
    assert "d3-e3" not in [GAME.notation.write_action(s, 0, a) for a in GAME.legal(s, 0)]
    do(s, 0, "h7-h6")
    assert choice(s, "a1-b1").note is None
