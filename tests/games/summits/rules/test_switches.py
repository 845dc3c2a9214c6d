"""The options of the rulings: what holds under either value."""

import pytest

from games.summits.given import (
    GAME,
    SHIZU,
    TEN,
    A,
    H,
    control,
    do,
    legal,
    log_lines,
    refusal,
    start,
    stood,
    units,
)
from games.summits.rules.test_damage import hit
from honjin.games.summits.rules.battles import read_area
from honjin.games.summits.rules.harm import take_harm
from honjin.games.summits.rules.state import HARM, PLAY, STRUCK, Summits

FULL_ENTRIES = ("hirose=h:hashiba*9", "takahama=h:hashiba*9", "sakurai=h:hashiba*9")
ALONE = "nagaoka=a:mimaki_kaneaki"
ENEMIES = "tsuda_nobuharu akechi*4+0"


def given(battle: str = TEN, *stacks: str, cards: str = "", **options: str | bool) -> Summits:
    """A field under some options; both sides hold these cards."""
    names = cards.split()
    hand = {name: names.count(name) for name in names}
    return stood(start(battle, **options), stacks, **hand)


# ---- cards


@pytest.mark.parametrize(("value", "most"), [("one", 1), ("two", 2)])
def test_reinforcements_in_a_hand(value: str, most: int) -> None:
    """Ruling A1: one, or two; even then one is played face up in a turn."""
    s = start(TEN, calls=value)
    for _ in range(most):
        s = do(s, "take:reinforce", seat=H)
    assert "take:reinforce" not in legal(s, H)
    s = given(TEN, *FULL_ENTRIES, ALONE, cards="reinforce reinforce", calls=value)
    s = do(s, "use:reinforce", "call", "pass")
    assert {"down:reinforce"} == {one for one in legal(s) if "reinforce" in one}


def test_reinforcements_that_could_not_enter() -> None:
    """Ruling A13: they are called and wait; or the card cannot be played face up."""
    crowd = ("hirose=h:hashiba*10", "takahama=h:hashiba*10", "sakurai=h:hashiba*10", ALONE)
    assert "use:reinforce" in legal(given(TEN, *crowd, cards="reinforce"))
    barred = given(TEN, *crowd, cards="reinforce", blocked="barred")
    assert "use:reinforce" not in legal(barred)
    said = ("These reinforcements cannot enter now", "A13")
    assert said == refusal(barred, H, "hand:0.reinforce", "use")
    free = given(TEN, "hirose=h:hashiba*2", ALONE, cards="reinforce", blocked="barred")
    assert "use:reinforce" in legal(free)


@pytest.mark.parametrize(("value", "first"), [("second", False), ("any", True)])
def test_treason_by_the_first_card(value: str, first: bool) -> None:
    """Ruling A19: by the second card only, or by the first as well."""
    stacks = ("kuroda=h:hashiba_hideyoshi", "shigeyama=a:maeda_toshiie,maeda*4")
    s = do(given(SHIZU, *stacks, cards="reinforce", treason=value), "use:reinforce")
    assert first == ("treason:maeda" in legal(s))
    assert "call" in legal(s)
    if first:
        s = do(s, "treason:maeda")
        assert "maeda_toshiie' maeda*0+4" == units(s, "shigeyama")
        assert (0, A) == (s.marker, s.actor)


# ---- attacks


@pytest.mark.parametrize(("value", "slope"), [("fire", 0), ("coming", 1)])
def test_elevation_of_who_comes_in(value: str, slope: int) -> None:
    """Ruling A8: only for fire, or also for an attack from where the group came."""
    s = given(TEN, "tennozan=h:takayama_ukon,takayama*4", "takaradera_kita=a:tsuda_nobuharu",
              ALONE, cards="assault", elevation=value)  # fmt: skip
    s = do(s, "use:assault", "gather:tennozan", "move:takaradera_kita", "let", "attack")
    assert slope == s.slope
    assert f"modifier {slope}" in log_lines(s, "3-4", H)[0]


def test_elevation_of_who_stays() -> None:
    """Ruling A8: a group that has not just entered has none, with either value."""
    s = given(TEN, "yamazaki=h:takayama_ukon,takayama*4", "yamazaki=a:tsuda_nobuharu", ALONE,
              cards="fire", elevation="coming")  # fmt: skip
    assert 0 == do(s, "down:fire", "gather:yamazaki", "attack").slope


@pytest.mark.parametrize(("value", "is_there"), [(True, True), (False, False)])
def test_fire_among_enemies(value: bool, is_there: bool) -> None:
    """Ruling A26: it is allowed, or not; from an area without enemies it always is."""
    stacks = ("yamazaki=h:takayama_ukon,takayama*4", "yamazaki=a:tsuda_nobuharu",
              "minase=h:hashiba*2", "yamazaki_higashi=a:akechi*2")  # fmt: skip
    s = do(given(TEN, *stacks, cards="fire", engaged_fire=value), "use:fire")
    assert is_there == ("fire:yamazaki_higashi" in legal(do(s, "gather:yamazaki")))
    assert "fire:yamazaki" in legal(do(s, "gather:minase"))


@pytest.mark.parametrize(("value", "fresh"), [("rollers", "2+0"), ("group", "0+2")])
def test_who_flips(value: str, fresh: str) -> None:
    """Ruling A27: rollers and supporters; or also units of the group that did neither."""
    s = given(TEN, "yamazaki=h:takayama_ukon,takayama*4,nakagawa*2", ALONE,
              "yamazaki=a:tsuda_nobuharu,akechi*6", cards="fire", flips=value)  # fmt: skip
    s = do(s, "down:fire", "gather:yamazaki", "attack", "=2")
    assert f"nakagawa*{fresh}" in units(s, "yamazaki")
    assert "takayama_ukon' tsuda_nobuharu takayama*0+4" in units(s, "yamazaki")


@pytest.mark.parametrize("value", ["rollers", "group"])
def test_who_is_left_over_stays_face_up(value: str) -> None:
    """Rule 36: a general left over and his supporters, whatever A27 says."""
    s = given(TEN, "yamazaki=h:takayama_ukon,takayama*4,nakagawa_kiyohide,nakagawa*4", ALONE,
              "yamazaki=a:akechi*0+1", "ogura=a:akechi*1", cards="fire", flips=value)  # fmt: skip
    s = do(s, "down:fire", "gather:yamazaki", "attack", "roll:takayama_ukon", "=12")
    assert "nakagawa_kiyohide takayama*0+4 nakagawa*4+0" in units(s, "yamazaki")


# ---- ambushes


def entered(*stacks: str, **options: str | bool) -> Summits:
    """Takayama's stack enters Yamazaki; the Akechi hold two Ambush cards."""
    s = given(TEN, "minase=h:takayama_ukon,takayama*4", *stacks, cards="fire ambush ambush",
              **options)  # fmt: skip
    return do(s, "down:fire", "gather:minase", "move:yamazaki")


@pytest.mark.parametrize(("value", "points"), [("attack", 4), ("dice", 3)])
def test_an_ambush_face_down(value: str, points: int) -> None:
    """Ruling A22: with the attack of the generals, or with the dice alone."""
    s = do(entered("yamazaki=a:tsuda_nobuharu',akechi*0+4", back_side=value), "ambush")
    assert f"attack {points - 3}" in log_lines(s, "5-5", H)[0]
    assert points == do(s, "=10").total


def test_several_ambushes() -> None:
    """Ruling A23: one for each entry; or another one, while there are cards."""
    stack = "yamazaki=a:tsuda_nobuharu,akechi*4"
    one = do(entered(stack), "ambush", "auto", "=2")
    assert {"pass"} < legal(one, A) or "halt" in legal(one, H)
    two = do(entered(stack, ambushes="several"), "ambush", "auto", "=2")
    assert {"let", "let-all", "ambush"} == legal(two, A)
    two = do(two, "ambush", "auto", "=2")
    assert (2, 0) == (two.shown[A][4], two.hand[A][4])


@pytest.mark.parametrize(("value", "left"), [(True, "takayama*0+1"), (False, "")])
def test_the_way_back(value: bool, left: str) -> None:
    """Ruling A24: the area the group came from is open to retreats from the ambush, or not."""
    s = given(TEN, "minase=h:takayama*1", "yamazaki=a:tsuda_nobuharu,akechi*4", ALONE,
              cards="fire ambush", way_back=value)  # fmt: skip
    s = do(s, "down:fire", "gather:minase", "move:yamazaki", "ambush", "auto", "=11")
    assert (left, ENEMIES) == (units(s, "minase"), units(s, "yamazaki"))


# ---- damage, control


@pytest.mark.parametrize(
    ("value", "points", "lost"),
    [("last", 1, 1), ("last", 3, 2), ("two", 1, 0), ("two", 3, 1), ("two", 4, 2), ("one", 2, 2)],
)
def test_what_a_removal_costs(value: str, points: int, lost: int) -> None:
    """Ruling A11: two points or the last one; always two; always one."""
    s = hit(points, "tennozan=h:hashiba*0+2", removal=value)
    assert [lost, 0] == s.lost
    assert s.phase == PLAY


@pytest.mark.parametrize(("value", "need"), [("last", 5), ("two", 6), ("one", 4)])
def test_what_empties_an_area(value: str, need: int) -> None:
    """Ruling A11: the points after which no further unit rolls (A9)."""
    s = given(TEN, "yamazaki=h:takayama_ukon,takayama*4,nakagawa_kiyohide", ALONE,
              "yamazaki=a:akechi*2", cards="fire", removal=value)  # fmt: skip
    assert need == do(s, "down:fire", "gather:yamazaki", "attack").need


def test_a_last_point_is_lost() -> None:
    """Ruling A11: with two for each, a remaining point removes nothing."""
    s = hit(3, "tennozan=h:kuroda_yoshitaka',hashiba*0+1", removal="two")
    assert (HARM, {"remove:kuroda_yoshitaka", "remove:hashiba"}) == (s.phase, legal(s))
    s.phase, s.harm = HARM, 1
    take_harm(s)
    assert (STRUCK, [0, 0]) == (s.phase, s.lost)


@pytest.mark.parametrize(("value", "held"), [("passing", "h"), ("stopping", "-")])
def test_passing_through(value: str, held: str) -> None:
    """Ruling A14: a move changes control of the areas it passes, or only where it ends."""
    s = given(TEN, "minase=h:takayama_ukon", ALONE, cards="fire", control=value)
    s = do(s, "down:fire", "gather:minase", "move:yamazaki")
    assert held == control(s, "yamazaki")
    s = do(s, "move:yodogawara")
    assert (held, "h") == (control(s, "yamazaki"), control(s, "yodogawara"))


def test_where_a_move_ends() -> None:
    """Ruling A14: also when it ends early, and with a honjin (rule 50)."""
    s = given(TEN, "minase=h:takayama_ukon", ALONE, cards="fire", control="stopping")
    s = do(s, "down:fire", "gather:minase", "move:yamazaki", "halt")
    assert "h" == control(s, "yamazaki")
    s = given(TEN, "shimoueno=h:takayama_ukon", ALONE, cards="fire", control="stopping")
    s.held[read_area(s, "onbozuka")] = A
    s = do(s, "down:fire", "gather:shimoueno", "move:onbozuka")
    assert "halt" in legal(s)
    assert 0 == GAME.may_act(do(s, "halt"))
