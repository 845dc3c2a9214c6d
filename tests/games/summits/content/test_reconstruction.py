"""What is documented of the battles holds on every map that we made of them (W12)."""

from __future__ import annotations

import pytest

from games.summits.given import GAME, SHIZU, TEN, do, opened, start, stood, units
from honjin.core.play import Play
from honjin.games.summits.content.board import Battle
from honjin.games.summits.content.boardfile import read_battle
from honjin.games.summits.content.data import RECONSTRUCTIONS, SHIPPED, shipped_text

EVERY = pytest.mark.parametrize("reconstruction", RECONSTRUCTIONS)


def battle(key: str, reconstruction: str) -> Battle:
    """A battle as it was reconstructed."""
    return read_battle(shipped_text(key, reconstruction))


def links(one: Battle) -> set[frozenset[str]]:
    """The pairs of adjacent areas."""
    return {frozenset((area.id, other)) for area in one.area for other in area.adjacent}


def pairs(*names: str) -> set[frozenset[str]]:
    """Pairs written as `a-b`."""
    return {frozenset(name.split("-")) for name in names}


def sizes(one: Battle) -> list[tuple[int, int]]:
    """The generals and the combat units of each group of reinforcements."""
    return [(len(group.generals), sum(group.troops.values())) for group in one.reinforcement]


def test_a_record_keeps_its_map() -> None:
    """Ruling W12: a battle of rules 3 is played on the first map, a new one on the second."""
    then = Play(GAME, GAME.options_under(3, {"battle": TEN, "map": "shipped"}))
    assert units(then.state, "shoryuji") == units(start(TEN, reconstruction="first"), "shoryuji")
    assert Play(GAME, {"battle": TEN}).state == start(TEN)
    assert start(TEN) != then.state


def test_the_first_map_is_a_file_of_ones_own_now() -> None:
    """Ruling W12: its text is not taken for the map as it is."""
    text = shipped_text(TEN, "first")
    assert text == GAME.read_options({"battle": TEN, "map": text})["map"]
    assert (
        "shipped" == GAME.read_options({"battle": TEN, "map": shipped_text(TEN, "second")})["map"]
    )


@EVERY
def test_what_is_known_of_tennozan(reconstruction: str) -> None:
    """Facts 23 to 36: links, groups on the map at first, the first and the last reinforcements."""
    one = battle(TEN, reconstruction)
    assert links(one) >= pairs(
        "tennozan-takaradera_kita", "takaradera_kita-takaradera_minami",
        "takaradera_minami-yamazaki", "yamazaki-yamazaki_higashi",
    )  # fmt: skip
    stacks = [set(setup.generals) for setup in one.setup]
    assert any({"kuroda_yoshitaka", "mikoda_masaharu"} == stack for stack in stacks)
    assert any({"takayama_ukon", "nakagawa_kiyohide"} == stack for stack in stacks)
    assert any({"kimura_hayato", "kato_mitsuyasu"} <= stack for stack in stacks)
    assert ["hashiba_hidenaga"] == one.reinforcement[0].generals
    assert ["hashiba_hideyoshi"] == one.reinforcement[-1].generals
    assert 5 == one.reinforcement_track.boxes
    best = max((one for one in one.general if one.side == "anti"), key=lambda one: one.attack)
    assert "saito_toshimitsu" == best.id


@EVERY
def test_kuroda_reaches_the_summit_by_one_assault(reconstruction: str) -> None:
    """Fact 27, example E2."""
    s = opened(TEN, reconstruction=reconstruction)
    s = do(s, "use:assault", "gather:minase", "move:takaradera_minami", "move:tennozan")
    assert units(s, "tennozan").startswith("kuroda_yoshitaka' mikoda_masaharu'")


@EVERY
def test_a_shot_that_did_nothing(reconstruction: str) -> None:
    """Fact 16, example E6: a roll of 4 from the summit at Saitō has no effect."""
    stacks = ("tennozan=h:kuroda_yoshitaka,hashiba*2",
              "takaradera_kita=a:saito_toshimitsu,akechi*4", "ogura=a:")  # fmt: skip
    s = stood(start(TEN, reconstruction=reconstruction), stacks)
    s = do(s, "use:fire", "gather:tennozan", "fire:takaradera_kita", "support:2", "=4")
    assert "saito_toshimitsu akechi*4+0" == units(s, "takaradera_kita")


@EVERY
def test_what_is_known_of_shizugatake(reconstruction: str) -> None:
    """Facts 38 to 53, 60: links, groups of reinforcements, clans that can be won over."""
    one = battle(SHIZU, reconstruction)
    found = links(one)
    assert found >= pairs(
        "shizugatake-iwasakiyama", "shizugatake-kuroda", "shizugatake-yamanashi",
        "shinmeisan-dogiyama", "saneyama-yanagase", "kitsunezuka-dogiyama", "kitsunezuka-saneyama",
    )  # fmt: skip
    assert not found & pairs("tenjinyama-shinmeisan", "kitsunezuka-fumuroyama")
    assert [(1, 8), (2, 8), (3, 6), (7, 0)] == sizes(one)
    assert {("maeda", 4), ("kanamori", 2), ("fuwa", 2)} == {
        (clan.id, sum(clan.troops.values())) for clan in one.treason
    }
    road = {area.id: area.control for area in one.area if area.road}
    assert ["anti", "anti", "hideyoshi", "hideyoshi"] == sorted(road.values())


def test_a_general_is_the_same_in_both_battles() -> None:
    """Fact 1: the battles share their counters."""
    ten, shizu = (
        {one.id: (one.clan, one.attack, one.command, one.defense) for one in SHIPPED[key].general}
        for key in (TEN, SHIZU)
    )
    both = ten.keys() & shizu.keys()
    assert 6 <= len(both)
    assert {key: ten[key] for key in both} == {key: shizu[key] for key in both}
