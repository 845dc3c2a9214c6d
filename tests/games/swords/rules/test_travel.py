"""Travel and Forced Marches: rule 15 and its rulings."""

import pytest

from games.swords.given import GAME, army, at, castle, do, falls, hand, holder, plain, texts, traits
from honjin.games.swords.content.maps import COVERED, DIFFICULT, IMPASSABLE, SQUARE_OF, TREACHEROUS
from honjin.games.swords.rules.state import BATTLE, TRAVEL, Swords, gold_income, honor_income

# ---- rule 15: travel


def banks() -> Swords:
    """Example B12: the map Two Banks, an army on a3 beside the neutral keep b3."""
    s = GAME.setup(GAME.read_options({"seats": "2", "trade": "off"}))
    falls(s, "seat0", "e1", "f10")
    while GAME.may_act(s) == 1 << 15:
        falls(s, "24")
    s.phase = TRAVEL
    army(s, 0, "a3")
    return s


def test_a_keep_in_passing() -> None:
    """Example B12: a keep is taken in passing; a wood costs 2 points of one turn."""
    s = do(banks(), 0, "a3-b3", "b3-c3")
    assert 0 == holder(s, "b3")
    assert "c3-c4" not in texts(s)
    s.mover, s.marks[SQUARE_OF["c3"]] = 100, 0
    assert {"c3-c4", "c3-c2"} < set(texts(s))


@pytest.mark.parametrize(("crossing", "taken"), [(True, 0), (False, 7)])
def test_taking_in_passing(crossing: bool, taken: int) -> None:
    """Ruling Q33: control is taken on entering, unless the option asks for a stop."""
    s = plain(take_in_passing=crossing)
    castle(s, "b1")
    castle(s, "b2")
    do(s, 0, "a1-b1", "b1-b2")
    assert taken == holder(s, "b1")
    assert 0 == holder(s, "b2")


def test_what_terrain_costs() -> None:
    """Rules 1, 15: clear ground 1; desert, forest, river 2; mountains cannot be entered."""
    s = plain()
    army(s, 0, "e5")
    for name, code in (("e4", DIFFICULT), ("e6", COVERED), ("d5", TREACHEROUS), ("f5", IMPASSABLE)):
        s.terrain[SQUARE_OF[name]] = code
    assert {"e5-e4", "e5-e6", "e5-d5"} == {text for text in texts(s) if text.startswith("e5-")}
    assert "e4-e3" not in texts(do(s, 0, "e5-e4"))


def test_points_are_not_kept() -> None:
    """Ruling Q31: with 1 point left a wood cannot be entered."""
    s = plain()
    s.terrain[SQUARE_OF["b2"]] = COVERED
    do(s, 0, "a1-a2")
    assert "a2-b2" not in texts(s)


def test_friends_block() -> None:
    """Example B28: neither a wood with 1 point, nor a friend ahead; no swap."""
    s = plain()
    army(s, 0, "c1")
    s.terrain[SQUARE_OF["b2"]] = COVERED
    do(s, 0, "a1-b1")
    assert {"b1-a1", "c1-d1", "c1-c2", "on"} == set(texts(s))


@pytest.mark.parametrize(("switch", "leaps"), [(False, False), (True, True)])
def test_through_friends(switch: bool, leaps: bool) -> None:
    """Ruling Q32: not through friends, except by the option; never onto them."""
    s = plain(pass_friends=switch)
    army(s, 0, "b1")
    assert leaps == ("a1^c1" in texts(s))
    if leaps:
        assert 0 == at(do(s, 0, "a1^c1"), "c1")


def test_an_empty_fortress() -> None:
    """Example B16: entered without a battle; its owner is out, its keeps are neutral."""
    s = plain(3)
    traits(s, 1, "ports", "farms", "palace")
    s.army[SQUARE_OF["j10"]], s.armies[1] = 0, 0
    castle(s, "e5", owner=1)
    army(s, 0, "j9")
    do(s, 0, "j9-j10")
    assert (0b101, 0, 7) == (s.alive, holder(s, "j10"), holder(s, "e5"))
    assert (8, 1) == (gold_income(s, 0), honor_income(s, 0))


def test_taken_without_a_battle() -> None:
    """Ruling Q34: the last enemy fortress taken in travel ends the game."""
    s = plain()
    s.army[SQUARE_OF["j10"]], s.armies[1] = 0, 0
    army(s, 0, "j9")
    assert ("end.last", 0) == (
        GAME.reasons[GAME.returns(do(s, 0, "j9-j10"), [0, 0])],
        s.winner,
    )


def test_enemies_do_not_hinder() -> None:
    """Ruling Q35: an army walks past enemies."""
    s = plain()
    army(s, 1, "b2")
    do(s, 0, "a1-a2", "a2-a3")
    assert 0 == at(s, "a3")


def test_nobody_must_move() -> None:
    """Ruling Q36: ending the phase is always possible."""
    s = plain()
    army(s, 1, "a2")
    assert "on" in texts(s)
    assert "on" in texts(do(s, 0, "on"))


def test_one_after_the_other() -> None:
    """Ruling Q37: once another army moves, the first has stopped; moves come before battles."""
    s = plain()
    army(s, 0, "e5")
    do(s, 0, "a1-a2", "e5-e6")
    assert not [text for text in texts(s) if text.startswith("a2-")]
    army(s, 1, "e7")
    assert "e6xe7" not in texts(s)
    do(s, 0, "on")
    assert BATTLE == s.phase
    assert "e6xe7" in texts(s)


@pytest.mark.parametrize(("way", "steps"), [("four", 2), ("eight", 3)])
def test_corners(way: str, steps: int) -> None:
    """Ruling Q5: across sides, unless corners count."""
    assert steps == len([t for t in texts(plain(adjacency=way)) if t.startswith("a1-")])


def test_forced_march_is_once_an_army() -> None:
    """Ruling Q47: another army may be given one; an option lifts the limit."""
    for switch in (True, False):
        s = plain(2, BATTLE, one_march=switch)
        army(s, 0, "e5")
        hand(s, 0, "fm2")
        do(s, 0, "march-e5", "on")
        assert switch == ("march-e5" not in texts(s))
        assert "march-a1" in texts(s)
