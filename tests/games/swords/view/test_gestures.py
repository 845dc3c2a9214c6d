"""Several small decisions at once: the end of a turn."""

from games.swords.given import GAME, army, do, hand, plain, sight
from honjin.core.contract.presentation import Gesture
from honjin.games.swords.rules.state import BATTLE, DRAW, TRAVEL, Swords


def ending(s: Swords, seat: int = 0) -> Gesture | None:
    """The gesture that ends the turn."""
    found = {gesture.path: gesture for gesture in GAME.gestures(sight(s, seat), seat)}
    return found.get(("end_turn",))


def test_a_turn_ends_at_once_from_any_phase_but_the_last() -> None:
    """From travel, with a battle still possible, both phases are ended (rule 11)."""
    s = plain()
    army(s, 1, "a2")
    gesture = ending(s)
    assert gesture is not None
    assert ("on", "on") == gesture.do
    do(s, 0, *gesture.do)
    assert 1 == s.turn


def test_the_last_phase_ends_by_its_own_button() -> None:
    """In the last phase there is nothing to skip."""
    s = plain(phase=BATTLE)
    army(s, 1, "a2")
    assert ending(s) is None


def test_a_turn_does_not_end_past_the_free_card() -> None:
    """A player who can still draw the free card is not led past it (rule 13)."""
    s = plain(phase=DRAW)
    assert ending(s) is None
    s.drawn = 1
    hand(s, 0, "hc")
    assert ending(s) is not None


def test_nobody_ends_the_turn_of_another() -> None:
    """Only the active player ends a turn."""
    assert ending(plain(phase=TRAVEL), 1) is None
