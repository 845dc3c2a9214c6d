"""Damage and retreats (rules 37-44; A10, A11, A15, A24, W8)."""

import pytest

from games.summits.given import (
    TEN,
    A,
    H,
    areas,
    count,
    do,
    field,
    legal,
    result,
    start,
    stood,
    units,
)
from honjin.games.summits.rules.battles import read_area
from honjin.games.summits.rules.harm import retreats, take_harm
from honjin.games.summits.rules.state import HARM, MELEE, OVER, PLAY, Summits
from honjin.games.summits.rules.strike import begin_strike


def hit(points: int, *stacks: str, area: str = "tennozan", **given: str | bool) -> Summits:
    """Let Hideyoshi's units in an area take points from an attack by Saitō."""
    s = stood(start(**given), (*stacks, "nagaoka=a:mimaki_kaneaki", "sakurai=h:mikoda_masaharu"))
    target = read_area(s, area)
    begin_strike(s, MELEE, A, target, target)
    s.rollers, s.harm = 0, points
    take_harm(s)
    if s.phase != HARM:
        s.phase = PLAY
    return s


def test_a_flip_is_a_point() -> None:
    """Rule 37: one point per unit; the owner chooses which."""
    s = hit(1, "tennozan=h:kuroda_yoshitaka,hashiba*2")
    assert {"flip:kuroda_yoshitaka", "flip:hashiba"} == legal(s)
    assert 0 == s.actor
    after = do(s, "flip:hashiba")
    assert "kuroda_yoshitaka hashiba*1+1" == units(after, "tennozan")


def test_a_retreat_is_a_point() -> None:
    """Rule 38: of a face-down unit."""
    s = hit(1, "tennozan=h:hashiba*0+2", "takaradera_minami=h:")
    assert ("hashiba*0+1", "hashiba*0+1") == (units(s, "tennozan"), units(s, "takaradera_minami"))


def test_a_removal_is_two_points() -> None:
    """Rule 39: of a face-down unit; so a face-up one costs three in all."""
    s = hit(3, "tennozan=h:hashiba*2")
    assert ("hashiba*0+1", [1, 0]) == (units(s, "tennozan"), s.lost)
    s = hit(4, "tennozan=h:hashiba*1+1")
    assert ("", [2, 0]) == (units(s, "tennozan"), s.lost)


def test_the_order_of_damage() -> None:
    """Rule 40: flips first, then retreats, then removals; the owner chooses within each."""
    s = hit(4, "tennozan=h:kuroda_yoshitaka,hashiba*2", "takaradera_minami=h:")
    assert {
        "retreat:kuroda_yoshitaka>takaradera_minami", "retreat:hashiba>takaradera_minami",
    } == legal(s)  # fmt: skip
    s = hit(2, "tennozan=h:kuroda_yoshitaka',hashiba*0+1")
    assert {"remove:kuroda_yoshitaka", "remove:hashiba"} == legal(s)


def test_points_are_lost() -> None:
    """Rule 41: with no unit left, the remaining points have no effect."""
    s = hit(20, "tennozan=h:hashiba*2")
    assert ([2, 0], 0) == (s.lost, s.harm)


def test_where_to_retreat() -> None:
    """Rule 42: friendly areas, those with the fewest hostile neighbours; ties are a choice."""
    s = hit(1, "tennozan=h:hashiba*0+2", "takaradera_minami=h:", "jipposan=h:", "kannonji=a:")
    assert "hashiba*0+1" == units(s, "takaradera_minami")
    s = hit(1, "tennozan=h:hashiba*0+2", "takaradera_minami=h:", "jipposan=h:")
    assert {"retreat:hashiba>takaradera_minami", "retreat:hashiba>jipposan"} == legal(s)


def test_no_room_to_retreat() -> None:
    """Rule 43: another such area, then one further away, then removal."""
    crowd = "takaradera_minami=h:kuroda_yoshitaka,hashiba*9"
    s = hit(1, "tennozan=h:hashiba*0+1", crowd, "jipposan=h:", "ogura=a:")
    assert "hashiba*0+1" == units(s, "jipposan")
    s = hit(1, "tennozan=h:hashiba*0+1", crowd, "minase=h:")
    assert "hashiba*0+1" == units(s, "minase")
    assert [1, 0] == hit(1, "tennozan=h:hashiba*0+1", crowd).lost


def test_no_own_neighbour() -> None:
    """Rule 44: the unit is removed, though its side has an area one further away."""
    s = hit(2, "tennozan=h:hashiba*0+1", "minase=h:")
    assert ([1, 0], 0) == (s.lost, count(s, "minase", H))


def test_flips_then_a_retreat() -> None:
    """Example E8: three face-up units take 4: three flips, one retreat; two stay face down."""
    s = hit(4, "tennozan=h:hashiba*3", "takaradera_minami=h:")
    assert ("hashiba*0+2", "hashiba*0+1") == (units(s, "tennozan"), units(s, "takaradera_minami"))


def test_a_lonely_unit_is_removed() -> None:
    """Example E9a: face up, no friendly neighbour, 3 points."""
    assert [1, 0] == hit(3, "tennozan=h:hashiba*1").lost


@pytest.mark.parametrize("among", [True, False])
def test_retreat_among_enemies(among: bool) -> None:
    """Ruling A10: into an area of its side that holds enemies; by the option, not."""
    s = hit(1, "tennozan=h:hashiba*0+1", "takaradera_minami=h:takayama*1",
            "takaradera_minami=h:tsuda_nobuharu", retreat_among=among)  # fmt: skip
    assert [0 if among else 1, 0] == s.lost


def test_the_last_point_removes() -> None:
    """Ruling A11: two points for a removal, one if only one is left."""
    assert [2, 0] == hit(3, "tennozan=h:hashiba*0+3").lost
    assert [1, 0] == hit(1, "tennozan=h:hashiba*0+3").lost


@pytest.mark.parametrize(("given", "ends"), [(False, False), (True, True)])
def test_a_taisho_retreats(given: bool, ends: bool) -> None:
    """Ruling A15: Hideyoshi's retreat does not end the battle; by the option, it does."""
    s = hit(1, "tennozan=h:hashiba_hideyoshi'", "takaradera_minami=h:", taisho_retreat=given)
    assert ends == (s.outcome != 0)
    if ends:
        s.phase = OVER
        assert ("end.retreat", (-1, 1)) == result(s)


def test_back_from_an_ambush() -> None:
    """Ruling A24: to where the group came from."""
    s = field(TEN, "minase=h:hashiba*2", "minase=h:kuroda_yoshitaka'",
              "yamazaki=a:tsuda_nobuharu,akechi*4", "shimoueno=a:", ambush=1, fire=1)  # fmt: skip
    s = do(s, "down:fire", "gather:minase", "move:yamazaki", "ambush", "auto", "=6")
    assert "kuroda_yoshitaka' hashiba*0+2" == units(s, "minase")


def test_one_area_further() -> None:
    """Ruling W8: only through an area of its side, and only the least exposed one of those."""
    s = field(TEN, "tennozan=h:hashiba*0+1", "takaradera_minami=h:kuroda_yoshitaka,hashiba*9",
              "minase=h:", "yamazaki=h:", "yodogawara=a:", "nagaoka=a:akechi*1")  # fmt: skip
    goals = retreats(s, read_area(s, "tennozan"), H)
    assert {"minase"} == areas(s, goals)


def test_a_fresh_second_attack() -> None:
    """Rule 40: a unit flipped by one attack retreats by the next."""
    s = hit(2, "tennozan=h:hashiba*2", "takaradera_minami=h:")
    assert "hashiba*0+2" == units(s, "tennozan")
    s = hit(2, "tennozan=h:hashiba*0+2", "takaradera_minami=h:")
    assert "hashiba*0+2" == units(s, "takaradera_minami")
