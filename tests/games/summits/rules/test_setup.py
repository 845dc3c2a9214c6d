"""Set-up, hands, turns, the track (rules 1-12, 53-63)."""

import pytest

from games.summits.given import (
    GAME,
    SHIZU,
    TEN,
    A,
    H,
    areas,
    count,
    do,
    field,
    hands,
    legal,
    next_turn,
    opened,
    passed,
    pick,
    result,
    start,
    units,
)
from honjin.games.summits.content.data import COPIES, SHIPPED
from honjin.games.summits.rules.battles import read_area, read_unit
from honjin.games.summits.rules.scoring import hand_size


def test_units_are_fresh_at_first() -> None:
    """Rule 1: all units of the set-up are face up."""
    s = start()
    assert (0, 0) == (s.tired, sum(map(sum, s.used)))
    assert "kuroda_yoshitaka mikoda_masaharu hashiba*4+0" == units(s, "minase")


def test_generals_have_three_values() -> None:
    """Rule 2: attack, command, defence and a clan; combat units have a clan and a defence."""
    s = start()
    saito, akechi = read_unit(s, "saito_toshimitsu"), read_unit(s, "akechi") - 40
    assert (2, 4, 7) == (s.attack[saito], s.command[saito], s.defence[saito])
    assert (akechi, 6) == (s.clan[saito], s.toughness[akechi])


@pytest.mark.parametrize("battle", [TEN, SHIZU])
def test_one_mountain(battle: str) -> None:
    """Rule 3: exactly one area is a mountain."""
    s = start(battle)
    assert [battle] == [SHIPPED[battle].area[n].id for n in range(s.areas) if s.level[n] == 2]


def test_the_road() -> None:
    """Rule 4: four areas of the Hokkoku-Kaidō; at Tennōzan there is no road."""
    s = start(SHIZU)
    assert {"yanagase", "kitsunezuka", "nakanogo", "kinomoto"} == areas(s, s.road)
    assert 0 == start().road


def test_palisades() -> None:
    """Rule 5: four areas of Shizugatake have one, none of Tennōzan."""
    s = start(SHIZU)
    assert {"shinmeisan", "dogiyama", "saneyama", "nakanogo"} == areas(s, s.barriers)
    assert 0 == start().barriers


def test_markers_at_the_start() -> None:
    """Rule 6: turn 1, and the start of the track."""
    s = start()
    assert (1, 0) == (s.turn, s.marker)


def test_hands_are_picked_in_secret() -> None:
    """Rule 7: from the whole deck up to the hand size; fewer is allowed."""
    s = start()
    assert 3 == GAME.may_act(s) == GAME.must_act(s)
    s = do(s, "take:fire", "take:fire", "take:rally", seat=H)
    assert {"ready", "clear"} == legal(s, H)
    s = do(do(s, "ready", seat=H), "ready", seat=A)
    assert [3, 0] == s.cards


def test_limits_of_a_type() -> None:
    """Rule 8: four of a type for Hideyoshi, two for the others; 22 and 10 cards."""
    s = start(SHIZU)
    s = do(s, "box:A", "box:B", "box:C")
    s.size[H] = 8
    assert "take:fire" not in legal(do(s, *["take:fire"] * 4, seat=H), H)
    assert "take:fire" not in legal(do(s, *["take:fire"] * 2, seat=A), A)
    assert (22, 10) == tuple(map(sum, COPIES))


def test_who_is_first() -> None:
    """Rule 9: the scenario decides for turn 1; then the side that controls the mountain chooses."""
    assert (H, A) == (opened(TEN).actor, opened(SHIZU).actor)
    s = next_turn(opened(SHIZU))
    s = pick(pick(s, H, "fire"), A, "fire")
    assert 1 == GAME.may_act(s)
    assert (H, A) == (do(s, "first").actor, do(s, "second").actor)


def test_no_controller_keeps_the_order() -> None:
    """Ruling A2: nobody holds Tennōzan, so Hideyoshi is first again; chosen after the hands."""
    s = next_turn(opened(TEN))
    s = pick(pick(s, H, "fire"), A, "fire")
    assert (2, H) == (s.turn, s.actor)
    assert {"pass"} < legal(s)


def test_order_before_hands() -> None:
    """Ruling A2: by the option, the order is chosen before hands are picked."""
    s = next_turn(opened(SHIZU, order="before"))
    assert {"first", "second"} == legal(s)
    s = pick(pick(do(s, "second"), H, "fire"), A, "fire")
    assert A == s.actor


def test_phases_alternate() -> None:
    """Rule 10: a card or a pass each."""
    s = do(opened(), "down:fire", "gather:minase", "move:takaradera_minami")
    assert A == s.actor
    assert H == passed(s, 1).actor


def test_two_passes_end_the_turn() -> None:
    """Rule 11: a side that has passed may play again."""
    s = do(passed(opened(), 1), "down:fire", "gather:ogura", "move:kannonji")
    assert (1, H, 0) == (s.turn, s.actor, s.passes)
    assert 2 == passed(s, 2).turn


def test_passes_in_a_row() -> None:
    """Example E28: A passes, B plays, A plays, then both pass: only now is the turn over."""
    s = passed(opened(), 1)
    s = do(s, "down:fire", "gather:ogura", "move:kannonji")
    s = do(s, "down:fire", "gather:minase", "move:takaradera_minami")
    s = passed(s, 1)
    assert 1 == s.turn
    assert 2 == passed(s, 1).turn


def test_the_end_of_a_turn() -> None:
    """Rule 12: units turn face up, cards go back."""
    s = do(opened(), "down:fire", "gather:minase", "move:takaradera_minami")
    assert s.tired
    s = passed(s, 2)
    assert (0, 0, 2) == (s.tired, sum(map(sum, s.used)), s.turn)
    assert [0, 0] == [sum(part[H]) for part in (s.hand, s.down)]


def test_the_start_of_tennozan() -> None:
    """Example E1: stacks and hands at the beginning."""
    s = start()
    assert (10, 6, 10) == (count(s, "hirose", H), count(s, "minase", H), count(s, "onbozuka", A))
    assert [3, 4] == s.size


def test_tennozan_lasts_twelve_turns() -> None:
    """Rule 53: twelve turns, Hideyoshi first; the Akechi win at the end."""
    s = opened()
    assert (12, H) == (s.last, s.first)
    s.turn = 12
    assert ("end.time", (-1, 1)) == result(next_turn(s))


def test_akechi_hands() -> None:
    """Rule 54: six with the summit, else four; one more beyond the final line."""
    s = field(TEN, "minase=h:hashiba*1", "ogura=a:akechi*1")
    assert 4 == hand_size(s, A)
    s.held[s.mountain] = A
    assert 6 == hand_size(s, A)
    beyond = field(TEN, "yodo=h:hashiba*1", "ogura=a:akechi*1")
    assert 5 == hand_size(beyond, A)


def test_the_line_is_looked_at_once() -> None:
    """Ruling A30: units back behind the line before hands are picked do not count."""
    s = do(field(TEN, "yodo=h:hashiba*1", "ogura=a:akechi*1"),
           "down:fire", "gather:yodo", "move:shimoueno", "halt")  # fmt: skip
    assert 4 == passed(s, 2).size[A]


def test_hideyoshi_hands_at_tennozan() -> None:
    """Rule 55: three and one for each box, eight at most."""
    s = start()
    found = []
    for marker in range(6):
        s.marker = marker
        found.append(hand_size(s, H))
    assert [3, 4, 5, 6, 7, 8] == found


def test_honjin_and_taisho_of_tennozan() -> None:
    """Rule 56: Onbōzuka; Hideyoshi and Mitsuhide."""
    s = start()
    assert (set(), {"onbozuka"}) == (areas(s, s.honjin[H]), areas(s, s.honjin[A]))
    assert [1 << read_unit(s, "hashiba_hideyoshi"), 1 << read_unit(s, "akechi_mitsuhide")] == (
        s.taisho
    )


def test_shibata_hands() -> None:
    """Rule 58: eight first; four, with the summit five, with Hideyoshi absent one more."""
    s = start(SHIZU)
    assert 8 == hand_size(s, A)
    s.turn = 2
    assert 5 == hand_size(s, A)
    s.held[s.mountain] = A
    assert 6 == hand_size(s, A)


def test_hideyoshi_hands_at_shizugatake() -> None:
    """Rule 59: four and one for each box but the empty ones, eight at most."""
    s = start(SHIZU)
    found = []
    for marker in range(6):
        s.marker = marker
        found.append(hand_size(s, H))
    assert [4, 4, 5, 6, 7, 8] == found


def test_hands_of_shizugatake() -> None:
    """Example E14: hands on turns 1 and 2, with and without the summit, by boxes used."""
    s = do(start(SHIZU), "box:A", "box:B", "box:C")
    assert [4, 8] == s.size
    s = field(SHIZU, "kuroda=h:hashiba_hideyoshi", "yanagase=a:shibata*1")
    assert 4 == hand_size(s, A)


@pytest.mark.parametrize(("given", "n"), [("flat", 8), ("plus", 9)])
def test_the_first_hand(given: str, n: int) -> None:
    """Ruling A18: eight; by the option, nine."""
    assert n == do(start(SHIZU, first_hand=given), "box:A", "box:B", "box:C").size[A]


def test_boxes_are_assigned() -> None:
    """Rule 61: any group into each box; the last is clear."""
    s = start(SHIZU)
    assert ({"box:A", "box:B", "box:C", "box:D"}, 1) == (legal(s), GAME.may_act(s))
    s = do(s, "box:C", "box:A", "box:D")
    assert [3, 1, 4, 2] == s.box[1:5]


def test_honjin_and_taisho_of_shizugatake() -> None:
    """Rule 62: two honjin and two Taishō of Hideyoshi's, one each of Shibata's."""
    s = start(SHIZU)
    assert {"tagamiyama", "saneyama"} == areas(s, s.honjin[H])
    assert {"yanagase"} == areas(s, s.honjin[A])
    assert (2, 1) == (s.taisho[H].bit_count(), s.taisho[A].bit_count())


def test_the_hand_size_is_fixed() -> None:
    """Rule 69: taking the summit during a turn brings cards only in the next one."""
    s = field(TEN, "kannonji=a:akechi*1", "minase=h:hashiba*1", actor=A)
    s.size[A] = 4
    s = do(s, "down:fire", "gather:kannonji", "move:tennozan")
    assert 4 == s.size[A]
    assert 6 == passed(s, 2).size[A]


def test_a_hand_can_be_put_back_twice() -> None:
    """Ruling W3: twice in a turn."""
    s = do(start(), "take:fire", "clear", "take:rally", "clear", "take:assault", seat=H)
    assert {"ready"} == {text for text in legal(s, H) if not text.startswith("take:")}


def test_an_empty_hand_passes() -> None:
    """Ruling W5: a side without cards passes automatically; two such passes end the turn."""
    s = hands(start(), fire=0)
    assert (2, 3) == (s.turn, GAME.may_act(s))


def test_giving_up() -> None:
    """Ruling W6: at any time during the battle."""
    s = start()
    assert GAME.may_resign(s, A)
    GAME.resign(s, A)
    assert ("end.resigned", (1, -1)) == result(s)


def test_numbers_of_units() -> None:
    """Rule 1: areas, links, generals and combat units of both battles."""
    found = {
        battle: (
            len(one.area), sum(len(area.adjacent) for area in one.area) // 2, len(one.general),
            sum(troop.count for troop in one.troop),
        )
        for battle, one in SHIPPED.items()
    }  # fmt: skip
    assert {TEN: (21, 41, 23, 78), SHIZU: (24, 48, 30, 82)} == found


def test_entry_areas() -> None:
    """Rule 46: the entry areas of Shizugatake are Kinomoto and Kuroda."""
    s = start(SHIZU)
    assert {"kinomoto", "kuroda"} == areas(s, s.entries)
    assert read_area(s, "kuroda") in range(s.areas)
