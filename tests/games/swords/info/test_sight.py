"""Observations and logs of seats, resampled states, and positions as text."""

import pytest

from games.swords.given import GAME, army, do, facing, fight, hand, meet, plain, sight
from honjin.core.errors import Unreadable
from honjin.core.jit.rng import seeded
from honjin.core.seats import SPECTATOR
from honjin.core.words import speak
from honjin.games.swords.ai.evaluation import state_key
from honjin.games.swords.content.data import SPIES
from honjin.games.swords.rules.state import Swords
from honjin.testing import random_play


def log_lines(s: Swords, seat: int, text: str, viewer: int) -> list[str]:
    """The log lines of an action for a viewer."""
    action, after = GAME.notation.read_action(s, seat, text), s.copy()
    GAME.apply_action(after, seat, action)
    return [speak(GAME.words, e.say) for e in GAME.tell(s, seat, action, after, viewer)]


def test_hands_are_hidden() -> None:
    """Ruling Q66: only the number of cards of others is seen."""
    s = plain()
    hand(s, 0, "hc2di")
    seen = sight(s, 1)
    assert (3, 0, 0) == (seen.held[0], sum(seen.hand[0]), sum(seen.deck))
    assert seen == sight(seen, 1)


def test_choices_are_sealed() -> None:
    """Rule 18: cards set aside are seen once both have decided."""
    s = meet(facing(), "hcya", "ys")
    do(s, 0, "+hc", "seal")
    assert (1, 0) == (sight(s, 1).decided, sum(sight(s, 1).aside[0]))
    assert [] == log_lines(meet(facing(), "hc", "ys"), 0, "+hc", 1)


def test_spies_are_told_apart() -> None:
    """Ruling Q46: the seat that sends spies reads the hand; others learn only of the spies."""
    s = plain(3)
    hand(s, 0, "sp")
    hand(s, 1, "hcdi")
    assert any("Heavy Cavalry" in line for line in log_lines(s, 0, "spy-1", 0))
    assert not any("Heavy Cavalry" in line for line in log_lines(s, 0, "spy-1", 2))
    do(s, 0, "spy-1")
    assert ([2, 0], 1) == ([sum(sight(s, k).seen[0][1]) for k in (0, 2)], s.discard[SPIES])


def test_what_was_seen_is_remembered() -> None:
    """Ruling Q46: resampled hands hold the cards seen; played cards are forgotten."""
    s = plain(2)
    hand(s, 0, "sp")
    hand(s, 1, "tr2")
    do(s, 0, "spy-1")
    for seed in range(5):
        seen = sight(s, 0)
        GAME.resample(seen, 0, seeded(seed))
        assert s.hand[1] == seen.hand[1]


def test_the_battle_is_told_line_by_line() -> None:
    """Rule 20: cards, traits, experience, terrain and the total of both sides."""
    s = do(meet(facing(), "hc", "ya"), 0, "+hc", "seal")
    lines = log_lines(do(s, 1, "+ya"), 1, "seal", -1)
    assert "Takeda attacks with 10: cards 10, traits 0, experience 0, terrain 0" in lines
    assert "Takeda wins the battle" in lines
    assert "Takeda gains 3 honor" in lines


def test_positions_are_read_back() -> None:
    """A position in the middle of a battle, and junk."""
    s = meet(facing(), "hc2", "ya")
    do(s, 0, "+hc", "seal")
    text = GAME.notation.write_position(s)
    options = GAME.read_options({"seats": "2", "trade": "off"})
    for bad in ("", "phase=lot", text.replace("commit", "nowhere"), text + " gold=1/1"):
        with pytest.raises(Unreadable):
            GAME.notation.read_position(bad, options)


def test_whole_games_are_read_back() -> None:
    """Each position of a random game, word for word."""
    given = {"seats": "3", "max_rounds": "10", "trade": "goods"}
    options = GAME.read_options(given)
    for steps in (5, 40, 90, 160):
        play = random_play(GAME, given, seed=2, steps=steps)
        s = play.state
        assert isinstance(s, Swords)
        text = GAME.notation.write_position(s)
        assert text == GAME.notation.write_position(GAME.notation.read_position(text, options))


def test_estimates() -> None:
    """More honor, armies, gold or cards are better; so is an enemy that is out."""
    s = plain()
    even = GAME.evaluate(s, 0)
    richer = s.copy()
    richer.gold[0] = 5
    army(s, 0, "e5")
    assert GAME.evaluate(s, 0) > even < GAME.evaluate(richer, 0)
    assert GAME.evaluate(richer, 0) == -GAME.evaluate(richer, 1)


def test_fingerprints() -> None:
    """The cards shown in the last battle do not matter to a search."""
    s = fight(facing(), "hc", "ya")
    other = s.copy()
    other.shown[0][0] += 1
    assert state_key(s) == state_key(other)
    other.gold[0] += 1
    assert state_key(s) != state_key(other)


def test_sealed_choices_are_imagined() -> None:
    """Rule 18: the sealed choice of another seat could be any legal one."""
    s = meet(facing(), "hc6wm2", "ya")
    do(s, 0, "+hc", "+hc", "seal")
    found = set()
    for seed in range(20):
        seen = sight(s, 1)
        GAME.resample(seen, 1, seeded(seed))
        found.add(sum(seen.aside[0]))
        assert all(law.holds(seen) for law in GAME.laws)
    assert len(found) > 2


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_tiles_can_be_imagined_before_the_first_is_drawn(viewer: int) -> None:
    """Rule 26: before the lot is drawn, all tiles are in the stock, for any viewer."""
    s = GAME.setup(GAME.read_options({"seats": "3", "board": "laid"}))
    seen = GAME.seen_by(s, viewer)
    assert 0 == sum(seen.stock)
    GAME.resample(seen, viewer, seeded(1))
    assert list(s.stock) == list(seen.stock)
