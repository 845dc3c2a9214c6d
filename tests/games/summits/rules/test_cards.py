"""Cards, combinations, groups (rules 13-20; A1, A3, A25; W1, W2, W4)."""

import pytest

from games.summits.given import (
    GAME,
    SHIZU,
    TEN,
    A,
    H,
    actor,
    count,
    do,
    field,
    legal,
    opened,
    pick,
    refusal,
    start,
    units,
)

PAIR = ("yamazaki=h:takayama_ukon,nakagawa_kiyohide,takayama*4,nakagawa*4",
        "yamazaki_higashi=a:tsuda_nobuharu,akechi*4", "shimoueno=a:")  # fmt: skip


def test_a_card_face_down_is_a_plain_action() -> None:
    """Rule 13: of any type, for one move or one attack."""
    s = do(opened(), "down:fire", "gather:minase")
    assert {"move:yamazaki", "move:takaradera_minami"} <= legal(s)
    s = do(s, "move:takaradera_minami")
    assert A == s.actor
    assert 1 == s.covered[H]


def test_a_card_face_down_is_played_alone() -> None:
    """Ruling W11: no card is declared with it, and it joins none that is declared."""
    assert "down:fire" in legal(opened())
    for first in ("down:fire", "use:combined"):
        declared = legal(do(opened(), first))
        assert not [text for text in declared if text.startswith("down:")]
        assert ("use:fire" in declared) == (first == "use:combined")


def test_a_group_is_chosen_freely() -> None:
    """Rule 14: all units, a general with his troops, or one by one."""
    s = do(opened(), "down:fire", "gather:hirose")
    assert 10 == s.band.bit_count() + sum(s.men)
    some = do(s, "band:takayama_ukon")
    assert (1, 4) == (some.band.bit_count(), sum(some.men))
    one = do(s, "add:takayama", "add:nakagawa", "add:nakagawa_kiyohide", "move:minase")
    assert (9, 7) == (count(one, "minase", H), count(one, "hirose", H))


def test_a_group_is_face_up() -> None:
    """Rule 15: used units cannot be chosen; for Rally, only they can."""
    s = do(opened(), "down:fire", "gather:minase", "move:yamazaki", "halt", "pass", "use:rally")
    assert "gather:yamazaki" not in legal(s)
    assert {"rally:yamazaki"} == {text for text in legal(s) if text.startswith("rally:")}
    assert ("The units in Yamazaki have already acted", "15") == refusal(s, H, "yamazaki")


def test_an_action_is_a_move_or_an_attack() -> None:
    """Rule 16: of the whole group; then the phase is over."""
    s = field(TEN, "yamazaki=h:takayama_ukon,takayama*4", "minase=h:", "shimoueno=a:akechi*1",
              "yodogawara=a:tsuda_nobuharu")  # fmt: skip
    s = do(s, "down:fire", "gather:yamazaki", "move:yodogawara", "let")
    assert "takayama_ukon' tsuda_nobuharu takayama*0+4" == units(s, "yodogawara")
    assert A == s.actor


def test_units_flip_after_acting() -> None:
    """Rule 17: after a move; not after a Rally."""
    s = do(opened(), "down:fire", "gather:minase", "move:yamazaki", "halt", "pass")
    assert "kuroda_yoshitaka' mikoda_masaharu' hashiba*0+4" == units(s, "yamazaki")
    s = do(s, "use:rally", "rally:yamazaki", "turn-up")
    assert "kuroda_yoshitaka mikoda_masaharu hashiba*4+0" == units(s, "yamazaki")


def test_cards_beat_rules() -> None:
    """Rule 18: Fire reaches another area, which no attack does without it."""
    s = field(TEN, *PAIR)
    plain = do(s, "down:fire", "gather:yamazaki")
    card = do(s, "use:fire", "gather:yamazaki")
    assert {"fire:yamazaki_higashi"} == legal(card) - legal(plain)


def test_reinforcements_once_a_turn() -> None:
    """Rule 19: a second card can only be played face down."""
    s = opened()
    s.hand[H][5], s.cards[H] = 2, s.cards[H] + 2
    s = do(s, "use:reinforce", "call", "enter:sakurai", "pass")
    assert "use:reinforce" not in legal(s)
    assert "down:reinforce" in legal(s)
    assert "19" == refusal(s, H, "hand:0.reinforce", "use")[1]


def test_a_combination_is_declared_first() -> None:
    """Rule 20: once a group is chosen, no card can be added; at the end the phase is over."""
    s = do(opened(), "use:combined", "use:assault")
    assert "use:fire" in legal(s)
    s = do(s, "gather:minase", "move:yamazaki", "halt", "done")
    assert not {text for text in legal(s) if text.startswith("use:")}
    assert A == do(s, "end").actor


def test_what_cannot_be_combined() -> None:
    """Example E27: two cards of a type, and an Ambush with anything."""
    s = field(TEN, *PAIR, fire=2, ambush=1, assault=1)
    s = do(s, "use:fire")
    assert {"use:assault"} == {text for text in legal(s) if text.startswith("use:")}
    assert ("A combination holds only one card of each type", "20") == refusal(
        s, H, "hand:0.fire", "use"
    )
    assert "20" == refusal(s, H, "hand:0.ambush", "use")[1]


def test_one_reinforcement_in_hand() -> None:
    """Ruling A1: one; two only if treason is possible."""
    assert "take:reinforce" not in legal(do(start(), "take:reinforce", seat=H), H)
    s = do(start(SHIZU), "box:A", "box:B", "box:C")
    s.marker = s.empty + s.boxes
    s = do(s, "take:reinforce", "take:reinforce", seat=H)
    assert "take:reinforce" not in legal(s, H)


def test_slots() -> None:
    """Ruling A3: a second group by Combined Actions, a second action by Assault, fire by Fire."""
    s = do(opened(), "use:combined", "use:assault")
    s = do(s, "gather:minase", "move:takaradera_minami", "move:tennozan")
    assert "kuroda_yoshitaka' mikoda_masaharu' hashiba*0+4" == units(s, "tennozan")
    s = do(s, "gather:takahama", "move:minase", "halt")
    assert A == s.actor


def test_a_filler_needs_a_slot() -> None:
    """Ruling A3: Fire and Rally together need a second action or a second group."""
    s = do(opened(), "use:fire")
    assert "use:rally" not in legal(s)
    assert "A3" == refusal(s, H, "hand:0.rally", "use")[1]
    assert "use:rally" in legal(do(s, "use:assault"))


def test_slots_may_be_left() -> None:
    """Ruling W1: a phase can be ended with slots unused."""
    s = do(opened(), "use:combined", "end")
    assert (A, 0) == (s.actor, s.passes)


def test_rally_begins_a_group() -> None:
    """Ruling W2: with Assault the units that turn up act next."""
    s = field(TEN, "minase=h:kuroda_yoshitaka',hashiba*0+2", "choshi=a:akechi*1")
    s = do(s, "use:assault", "use:rally", "rally:minase", "turn-up")
    assert {"move:yamazaki", "done"} <= legal(s)
    s = do(s, "move:takaradera_minami")
    assert "kuroda_yoshitaka' hashiba*0+2" == units(s, "takaradera_minami")


def test_rally_and_reinforcements_need_two_groups() -> None:
    """Ruling W2: Assault is not enough for both."""
    s = field(TEN, "minase=h:hashiba*0+2", "choshi=a:akechi*1",
              assault=1, rally=1, reinforce=1, combined=1)  # fmt: skip
    assert "use:reinforce" not in legal(do(s, "use:assault", "use:rally"))
    assert "use:reinforce" in legal(do(s, "use:combined", "use:rally"))


def test_groups_are_disjoint() -> None:
    """Ruling W4: units rallied first cannot be the second group; others in the area can."""
    s = field(TEN, "minase=h:kuroda_yoshitaka,hashiba*1+2", "choshi=a:akechi*1")
    s = do(s, "use:combined", "use:rally", "rally:minase", "turn-up", "gather:minase")
    assert (1, 1) == (s.band.bit_count(), sum(s.men))


def test_units_that_acted_are_not_rallied_in_the_same_phase() -> None:
    """Ruling W4: the first group is not rallied as the second; other units in its area can be."""
    s = field(TEN, "minase=h:kuroda_yoshitaka,hashiba*2", "takaradera_minami=h:hashiba*0+1",
              "choshi=a:akechi*1")  # fmt: skip
    s = do(s, "use:combined", "use:rally", "gather:minase", "move:takaradera_minami")
    s = do(s, "rally:takaradera_minami")
    assert (0, 1) == (s.band, sum(s.men))
    assert "kuroda_yoshitaka' hashiba*1+2" == units(do(s, "turn-up"), "takaradera_minami")


def test_only_the_first_group_is_tired_so_nobody_is_rallied() -> None:
    """Ruling W4."""
    s = field(TEN, "minase=h:kuroda_yoshitaka,hashiba*2", "choshi=a:akechi*1")
    s = do(s, "use:combined", "use:rally", "gather:minase", "move:takaradera_minami")
    assert "rally:takaradera_minami" not in legal(s)


def test_in_earlier_records_the_first_group_is_rallied() -> None:
    """Ruling W4: records of rules 2 are played by the option that says so."""
    assert GAME.options_under(2, {})["rally_again"]
    s = field(TEN, "minase=h:kuroda_yoshitaka,hashiba*2", "choshi=a:akechi*1")
    s.rally_again = 1
    s = do(s, "use:combined", "use:rally", "gather:minase", "move:takaradera_minami")
    s = do(s, "rally:takaradera_minami", "turn-up")
    assert "kuroda_yoshitaka hashiba*2+0" == units(s, "takaradera_minami")


def test_arrivals_are_not_rallied_in_the_same_phase() -> None:
    """Ruling W4: reinforcements are a group."""
    cards = {"combined": 1, "rally": 1, "reinforce": 1}
    s = field(TEN, "minase=h:kuroda_yoshitaka", "choshi=a:akechi*1", **cards)
    s = do(s, "use:combined", "use:rally", "use:reinforce", "call", "enter:sakurai", "halt")
    assert "rally:sakurai" not in legal(s)


def test_assault_and_fire_may_part() -> None:
    """Ruling W4: Fire in one group, Assault in the other."""
    s = field(TEN, *PAIR, "minase=h:kuroda_yoshitaka")
    s = do(s, "use:combined", "use:assault", "use:fire", "gather:minase",
           "move:takaradera_minami", "move:tennozan", "gather:yamazaki",
           "fire:yamazaki_higashi", "auto", "roll:takayama_ukon")  # fmt: skip
    assert "3-4" in legal(s)


def test_rally_in_one_area() -> None:
    """Ruling A25: any face-down units of one area, generals and combat units."""
    s = field(TEN, "minase=h:kuroda_yoshitaka',hashiba*1+3", "choshi=a:akechi*1")
    s = do(s, "use:rally", "rally:minase", "add:hashiba", "add:hashiba", "turn-up")
    assert "kuroda_yoshitaka' hashiba*3+1" == units(s, "minase")


@pytest.mark.parametrize(
    ("units", "can"), [("hashiba*1+1", True), ("hashiba*0+2", True), ("hashiba*2", False)]
)
def test_a_single_unit_is_rallied(units: str, can: bool) -> None:
    """Ruling A25: one face-down unit is enough for an area to be chosen, none is too few."""
    s = field(TEN, f"minase=h:{units}", "choshi=a:akechi*1")
    assert can == ("rally:minase" in legal(do(s, "use:rally")))


def test_the_summit_with_one_assault() -> None:
    """Example E2: Kuroda's stack over the south hill; a plain move does not reach the summit."""
    s = opened()
    assert "move:tennozan" not in legal(do(s, "down:fire", "gather:minase"))
    s = do(s, "use:assault", "gather:minase", "move:takaradera_minami", "move:tennozan")
    assert "hh" == "".join("ha-"[s.held[n]] for n in (5, 7))
    assert "kuroda_yoshitaka' mikoda_masaharu' hashiba*0+4" == units(s, "tennozan")


def test_a_stroke_with_an_ambush() -> None:
    """Example E23: fire, a move, an ambush on all; flipped units drop out; the other group acts."""
    s = field(TEN, *PAIR, "minase=h:kuroda_yoshitaka",
              combined=1, assault=1, fire=1, ambush=1)  # fmt: skip
    s = do(s, "use:combined", "use:assault", "use:fire", "gather:yamazaki", "band:takayama_ukon",
           "fire:yamazaki_higashi", "auto", "=3")  # fmt: skip
    s = do(s, "move:yamazaki_higashi")
    assert (A, {"let", "let-all", "ambush"}) == (actor(s), legal(s))
    s = do(s, "ambush", "auto", "=8")
    assert {"drop:takayama_ukon", "drop:takayama"} == legal(s)
    s = do(s, *["drop:takayama"] * s.harm)
    found = "takayama_ukon' tsuda_nobuharu takayama*0+4 akechi*4+0"
    assert found == units(s, "yamazaki_higashi")
    s = do(s, "gather:minase", "move:takaradera_minami")
    assert A == s.actor


def test_a_rallied_stack_acts_again() -> None:
    """Example E25: used by an Assault, rallied, an Assault once more."""
    s = field(TEN, "minase=h:kuroda_yoshitaka,hashiba*2", "choshi=a:akechi*1")
    s = do(s, "use:assault", "gather:minase", "move:yamazaki", "halt", "move:takaradera_minami",
           "pass", "use:rally", "rally:takaradera_minami", "turn-up", "pass")  # fmt: skip
    s = do(s, "use:assault", "gather:takaradera_minami", "move:tennozan")
    assert {"move:jipposan", "done"} <= legal(s)


@pytest.mark.parametrize("kept", ["takayama", "nakagawa"])
def test_nobody_is_left_behind(kept: str) -> None:
    """Rule 25: the group of an Assault stays the same between its actions."""
    s = do(
        field(TEN, *PAIR), "use:assault", "gather:yamazaki", "add:" + kept, "move:minase", "halt"
    )
    assert not {text for text in legal(s) if text.startswith(("add:", "band:"))}


def test_picks_stay_hidden() -> None:
    """Rule 7: the other side sees neither cards nor their number until both are ready."""
    s = start()
    assert GAME.seen_by(s, A) == GAME.seen_by(do(s, "take:fire", seat=H), A)
    s = pick(pick(s, H, "fire", "fire"), A, "ambush")
    assert ([2, 1], [0] * 6) == (s.cards, GAME.seen_by(s, A).hand[H])
