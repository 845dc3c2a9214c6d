"""Attacks (rules 27-36, 63; A6-A9, A20, A26, A27)."""

import pytest

from games.summits.given import (
    SHIZU,
    TEN,
    A,
    H,
    control,
    do,
    field,
    legal,
    refusal,
    settled,
    start,
    stood,
    units,
)
from honjin.games.summits.rules.battles import read_area, read_unit
from honjin.games.summits.rules.state import Summits
from honjin.games.summits.rules.strike import begin_strike

MELEE = ("yamazaki=h:takayama_ukon,nakagawa_kiyohide,takayama*4,nakagawa*4",
         "yamazaki=h:tsuda_nobuharu,akechi*4", "yamazaki_higashi=a:", "shimoueno=a:akechi*1",
         "enmyoji=a:", "yodogawara=a:")  # fmt: skip


def melee(*more: str, turn: int = 2) -> Summits:
    """Takayama and Nakagawa against Tsuda in Yamazaki."""
    s = field(TEN, *MELEE, *more, turn=turn)
    return do(s, "down:fire", "gather:yamazaki")


def test_generals_attack_in_their_area() -> None:
    """Rule 27: enemies in their own area, and no others."""
    assert "attack" in legal(melee())
    s = field(TEN, "yamazaki=h:takayama_ukon", "yamazaki_higashi=a:tsuda_nobuharu")
    s = do(s, "down:fire", "gather:yamazaki")
    assert ("There are no enemies here", "27") == refusal(s, H, "attack")


def test_combat_units_do_not_attack_alone() -> None:
    """Rule 28: the group needs a general."""
    s = do(melee(), "add:takayama")
    assert "attack" not in legal(s)
    assert "28" == refusal(s, H, "attack")[1]


def test_each_general_rolls() -> None:
    """Rule 29: in any order, one after the other."""
    s = do(melee(), "attack")
    assert {"roll:takayama_ukon", "roll:nakagawa_kiyohide"} == legal(s)
    s = do(s, "roll:nakagawa_kiyohide", "=2")
    assert "3-4" in legal(s)


def test_supporters() -> None:
    """Rule 30: of the general's clan, in the group, up to the command, before the first roll."""
    s = do(melee(), "attack")
    takayama, nakagawa = (read_unit(s, name) for name in ("takayama_ukon", "nakagawa_kiyohide"))
    assert (4, 4) == (s.help[takayama], s.help[nakagawa])
    few = field(TEN, "yamazaki=h:kuroda_yoshitaka,mikoda_masaharu,hashiba*3",
                "yamazaki=h:tsuda_nobuharu")  # fmt: skip
    few = do(few, "down:fire", "gather:yamazaki", "attack")
    assert {"auto", "support:0", "support:1", "support:2"} == legal(few)
    few = do(few, "support:1")
    assert {"auto", "support:0", "support:1", "support:2"} == legal(few)
    assert {"roll:kuroda_yoshitaka", "roll:mikoda_masaharu"} == legal(do(few, "support:2"))


def test_a_roll() -> None:
    """Rule 31: dice, attack, half the supporters, less the defence; only above zero."""
    s = do(melee(), "attack", "roll:takayama_ukon")
    assert [0, 0, 1, 7] == [do(s, f"={n}").total for n in (2, 3, 4, 10)]


def test_the_highest_defence() -> None:
    """Rule 32: Tsuda's 7, not the 6 of the Akechi units."""
    assert 7 == do(melee(), "attack").shield


def palisade(*stacks: str, turn: int = 2, **given: str | bool) -> Summits:
    """Katsumasa fires at Dōgiyama."""
    s = stood(start(SHIZU, **given), ("shinmeisan=a:shibata_katsumasa,shibata*4",
              "dogiyama=h:hashiba*2", "kuroda=h:", *stacks), actor=A, turn=turn)  # fmt: skip
    return do(s, "use:fire", "gather:shinmeisan", "fire:dogiyama", "support:4")


def test_palisades() -> None:
    """Rule 33: 9 instead of the units' 5."""
    assert 9 == palisade().shield


@pytest.mark.parametrize(
    ("source", "target", "n"),
    [
        ("tennozan", "takaradera_kita", 1),
        ("takaradera_kita", "tennozan", -1),
        ("takaradera_minami", "yamazaki", 1),
        ("yamazaki", "takaradera_minami", -1),
        ("yamazaki", "yamazaki_higashi", 0),
        ("kannonji", "takaradera_kita", 0),
    ],
)
def test_elevation(source: str, target: str, n: int) -> None:
    """Rule 34: the attacker's level less the target's."""
    s = field(TEN, f"{source}=h:takayama_ukon", f"{target}=a:tsuda_nobuharu")
    assert n == do(s, "use:fire", f"gather:{source}", f"fire:{target}").slope


def test_all_elevations() -> None:
    """Example E5: summit to plain +2, plain to summit -2, and the steps between."""
    s = start(SHIZU)
    found = []
    for one, two in (("shizugatake", "kuroda"), ("kuroda", "shizugatake"),
                     ("iwasakiyama", "shizugatake"), ("shizugatake", "iwasakiyama"),
                     ("iwasakiyama", "kuroda"), ("kuroda", "iwasakiyama"),
                     ("kuroda", "kinomoto")):  # fmt: skip
        begin_strike(s, 2, H, read_area(s, one), read_area(s, two))
        found.append(s.slope)
    assert [2, -2, -1, 1, 1, -1, 0] == found


def test_results_are_added() -> None:
    """Rule 35: applied once, after the last roll: 3 and 2 flip all five."""
    s = do(melee(), "attack", "roll:takayama_ukon", "=6")
    assert (3, 0) == (s.total, s.harm)
    s = do(s, "=5")
    assert "tsuda_nobuharu' akechi*0+4" == enemies(s)


def enemies(s: Summits) -> str:
    """Tsuda and the Akechi units in Yamazaki."""
    names = units(s, "yamazaki").split()
    return " ".join(name for name in names if name.startswith(("tsuda", "akechi")))


def test_an_attack_that_is_over() -> None:
    """Rule 36: when the points empty the area, nobody else rolls, and they stay face up."""
    s = field(TEN, *MELEE[:1], "yamazaki=h:tsuda_nobuharu',akechi*0+4", *MELEE[2:])
    s = settled(do(s, "down:fire", "gather:yamazaki", "attack", "roll:takayama_ukon", "=10"))
    assert "takayama_ukon' nakagawa_kiyohide takayama*0+4 nakagawa*4+0" == units(s, "yamazaki")


def test_a_shot_downhill() -> None:
    """Example E6: Kuroda and 2 on the summit fire at Saitō: 4 does nothing, 9 is 5 damage."""
    s = field(TEN, "tennozan=h:kuroda_yoshitaka,hashiba*2",
              "takaradera_kita=a:saito_toshimitsu,akechi*4", "ogura=a:")  # fmt: skip
    s = do(s, "use:fire", "gather:tennozan", "fire:takaradera_kita", "support:2")
    assert "saito_toshimitsu akechi*4+0" == units(do(s, "=4"), "takaradera_kita")
    assert "saito_toshimitsu' akechi*0+4" == units(do(s, "=9"), "takaradera_kita")


def test_the_great_attack() -> None:
    """Example E11: 7 and 6 points: five flips, five retreats, three points lost."""
    s = do(melee(), "attack", "roll:takayama_ukon", "=10", "=9")
    assert 8 == s.harm  # five of 13 have flipped all
    s = settled(s)
    assert "takayama_ukon' nakagawa_kiyohide' takayama*0+4 nakagawa*0+4" == units(s, "yamazaki")
    assert ([0, 0], "h") == (s.lost, control(s, "yamazaki"))


def test_the_attack_is_cancelled() -> None:
    """Example E11b: the first 7 points clear five face-down units; Nakagawa stays face up."""
    s = field(TEN, *MELEE[:1], "yamazaki=h:tsuda_nobuharu',akechi*0+4", *MELEE[2:])
    s = do(s, "down:fire", "gather:yamazaki", "attack", "roll:takayama_ukon", "=10")
    s = settled(s)
    assert "takayama_ukon' nakagawa_kiyohide takayama*0+4 nakagawa*4+0" == units(s, "yamazaki")


def test_a_shot_at_a_palisade() -> None:
    """Example E12: 8 + 2 + 2 - 9 = 3; with Shibata in control of Dōgiyama the defence is 5."""
    s = palisade()
    after = do(s, "=8")
    assert (9, "hashiba*0+1", [1, 0]) == (s.shield, units(after, "dogiyama"), after.lost)
    assert 5 == palisade("dogiyama=a:").shield


@pytest.mark.parametrize(("given", "n"), [("controller", 5), ("any", 9)])
def test_who_may_use_a_palisade(given: str, n: int) -> None:
    """Ruling A7: the side that controls the area; by the option, any defender."""
    assert n == palisade("dogiyama=a:", barrier=given).shield


def test_fire_without_a_general() -> None:
    """Example E21: four Takayama units: 8 + 0 + 2 - 7 = 3; they make no normal attack."""
    s = field(TEN, "yamazaki=h:takayama*4", "yamazaki_higashi=a:tsuda_nobuharu,akechi*4",
              "shimoueno=a:")  # fmt: skip
    s = do(s, "use:fire", "gather:yamazaki")
    assert "attack" not in legal(s)
    assert 3 == do(s, "fire:yamazaki_higashi", "=8").harm


def test_leaderless_units() -> None:
    """Ruling A6: units that support nobody make one more roll with Fire; an option forbids it."""
    stacks = ("yamazaki=h:takayama_ukon,takayama*4", "yamazaki_higashi=a:tsuda_nobuharu,akechi*4",
              "shimoueno=a:")  # fmt: skip
    s = do(field(TEN, *stacks), "use:fire", "gather:yamazaki", "fire:yamazaki_higashi", "support:2")
    assert {"roll:takayama_ukon", "roll:troops"} == legal(s)
    s = stood(start(leaderless=False), stacks)
    s = do(s, "use:fire", "gather:yamazaki", "fire:yamazaki_higashi", "=2")
    assert A == s.actor
    s = do(stood(start(leaderless=False), stacks), "use:fire", "gather:yamazaki", "add:takayama")
    assert "fire:yamazaki_higashi" not in legal(s)


def test_no_elevation_in_melee() -> None:
    """Ruling A8: on the summit itself it does not count."""
    s = field(TEN, "tennozan=h:takayama_ukon", "tennozan=h:tsuda_nobuharu", "ogura=a:")
    assert 0 == do(s, "down:fire", "gather:tennozan", "attack").slope


def test_points_that_empty_an_area() -> None:
    """Ruling A9: a flip and a retreat for each unit, known before the first roll."""
    assert 10 == do(melee(), "attack").need


def test_commands_of_one() -> None:
    """Example E22: a single supporter adds nothing to the generals of group D."""
    s = field(SHIZU, "kuroda=h:fukushima_masanori,hashiba*1", "kuroda=h:hara_nagayori",
              "yanagase=a:shibata*1")  # fmt: skip
    s = do(s, "down:fire", "gather:kuroda", "attack")
    general = read_unit(s, "fukushima_masanori")
    assert (1, 2 - 7) == (s.help[general], s.slope - s.shield + 2 + s.help[general] // 2)


def test_the_bonus_of_turn_one() -> None:
    """Rule 63: Shibata is first and adds 1 to attacks on turn 1."""
    assert (1, 0) == (palisade(turn=1).slope, palisade(turn=2).slope)
    assert A == start(SHIZU).first


@pytest.mark.parametrize(("given", "n"), [("all", 1), ("melee", 0)])
def test_which_attacks_have_the_bonus(given: str, n: int) -> None:
    """Ruling A20: Fire too; by the option, not."""
    assert n == palisade(turn=1, first_bonus=given).slope


def test_fire_beside_enemies() -> None:
    """Ruling A26: a group may fire with enemies in its own area, but not at them."""
    s = field(TEN, *MELEE[:2], "yamazaki_higashi=a:akechi*1")
    s = do(s, "use:fire", "gather:yamazaki")
    assert {"fire:yamazaki_higashi"} == {text for text in legal(s) if text.startswith("fire")}
    assert "A26" == refusal(s, H, "fire", "yamazaki")[1]


def test_who_flips_after_an_attack() -> None:
    """Ruling A27: generals who rolled and supporters; a fifth unit stays face up."""
    s = field(TEN, "yamazaki=h:kuroda_yoshitaka,hashiba*4", "yamazaki=h:saito_toshimitsu",
              "shimoueno=a:akechi*1")  # fmt: skip
    s = do(s, "down:fire", "gather:yamazaki", "attack", "=2")
    assert "kuroda_yoshitaka' saito_toshimitsu hashiba*2+2" == units(s, "yamazaki")
