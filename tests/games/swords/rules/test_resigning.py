"""Resigning (ruling W4): possible for the last two clans only."""

import random

import pytest

from games.swords.given import GAME, clash, facing, meet, sight, start
from honjin.core.errors import NotToAct
from honjin.core.play import Play, replay
from honjin.core.seats import SPECTATOR
from honjin.games.swords.content.data import NOBODY
from honjin.games.swords.rules.effects import eliminate
from honjin.games.swords.rules.state import LAY, OVER, PLACE, SCOUT, SECOND, Swords
from honjin.testing import random_play

CLANS = ["2", "3", "4", "5", "6"]


def begun(clans: str, steps: int = 60, **given: str) -> Play:
    """The beginning of a random game."""
    return random_play(GAME, {"seats": clans, "trade": "off", **given}, seed=2, steps=steps)


def fell(play: Play, left: int) -> Swords:
    """The state of a game once only the first `left` clans are left."""
    s = play.state
    assert isinstance(s, Swords)
    for seat in range(play.seats - 1, left - 1, -1):
        eliminate(s, seat, NOBODY)
    return s


def resigning(play: Play) -> list[bool]:
    """The seats that may resign."""
    return [play.may_resign(seat) for seat in range(play.seats)]


@pytest.mark.parametrize("clans", CLANS)
def test_the_last_two_may_resign(clans: str) -> None:
    """Ruling W4: of two to six clans, nobody may until two are left; then both may."""
    play = begun(clans)
    for left in range(int(clans), 1, -1):
        s = fell(play, left)
        expected = [left == 2 and seat < 2 for seat in range(int(clans))]
        assert expected == resigning(play)
        assert expected == [bool(GAME.may_resign(sight(s, 0), k)) for k in range(int(clans))]


@pytest.mark.parametrize("clans", CLANS)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_other_clan_has_won(clans: str, seat: int) -> None:
    """Ruling W4: the game is over, the other clan takes one from everybody, the board stays."""
    play = begun(clans)
    s = fell(play, 2)
    armies = list(s.armies)
    play.resign(seat)
    result = play.result()
    assert result is not None
    s = play.state
    assert (OVER, 1 - seat, armies) == (s.phase, s.winner, s.armies)
    assert ("end.resigned", (1 - seat,)) == (result.reason, result.winners())
    assert 0 == sum(result.returns)
    assert not any(resigning(play))
    assert all(law.holds(s) for law in GAME.laws)
    assert 2 == s.alive.bit_count()


def test_a_resignation_is_part_of_the_record() -> None:
    """A resigned game of two replays to the same end, and everybody sees the line."""
    play = begun("2")
    play.resign(1)
    assert play.state == replay(GAME, play.record()).state
    assert "resigned" == play.log(SPECTATOR)[-1][1].say.k
    assert 0 == play.facts().counts["fallen"]


@pytest.mark.parametrize("phase", [LAY, PLACE, SECOND])
def test_while_the_board_is_made(phase: int) -> None:
    """Ruling W4: two clans may also resign before the first turn; the public facts are reported."""
    rng, play = random.Random(3), Play(GAME, {"seats": "2", "board": "laid"})
    while play.state.phase != phase:  # type: ignore[attr-defined]
        play.run_chance(rng.randrange)
        if play.state.phase != phase:  # type: ignore[attr-defined]
            (seat,) = play.may_act()
            play.act(seat, rng.choice(play.legal(seat)))
    play.resign(0)
    s = play.state
    assert isinstance(s, Swords)
    assert all(law.holds(s) for law in GAME.laws)
    text = GAME.notation.write_position(s)
    assert text == GAME.notation.write_position(GAME.notation.read_position(text, play.options))
    home = play.facts().marks["fortress"]
    assert home == ("none", "none") if phase == LAY else len(home) == 2


def test_in_the_middle_of_a_battle() -> None:
    """Ruling W4: before spies are sent, and while cards are chosen, by either side."""
    for s in (clash(facing(), "sphc", "ya"), meet(facing(), "hc", "ya")):
        for seat in range(2):
            after = s.copy()
            GAME.resign(after, seat)
            assert (OVER, 1 - seat, 0) == (after.phase, after.winner, after.decided)
            assert NOBODY == after.scout
    assert SCOUT == clash(facing(), "sphc", "ya").phase


def test_three_clans_do_not_resign() -> None:
    """Ruling W4: a record in which one of three resigns is refused."""
    play = begun("3")
    with pytest.raises(NotToAct):
        play.resign(0)
    assert not any(GAME.may_resign(start(3), seat) for seat in range(3))
