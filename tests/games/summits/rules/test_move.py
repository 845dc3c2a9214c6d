"""Movement and arrivals (rules 21-26, 45-48; A4, A5, A12, A13, A28, A29)."""

import pytest

from games.summits.given import (
    GAME,
    SHIZU,
    TEN,
    A,
    H,
    areas,
    called,
    control,
    count,
    do,
    field,
    hands,
    legal,
    opened,
    refusal,
    start,
    stood,
    units,
)
from honjin.games.summits.rules.battles import read_area
from honjin.games.summits.rules.state import Summits

ALONE = "choshi=a:akechi*1"


def moves(s: Summits) -> set[str]:
    """The areas the group can step to."""
    return {text[5:] for text in legal(s) if text.startswith("move:")}


def group(*stacks: str, **given: str | bool) -> Summits:
    """Make all units in Yamazaki the group."""
    s = stood(start(**given), (*stacks, ALONE)) if given else field(TEN, *stacks, ALONE)
    return do(s, "down:fire", "gather:yamazaki")


def test_two_points() -> None:
    """Rule 21: two plain steps, and no third."""
    s = field(TEN, "hirose=h:hashiba*1", ALONE)
    s = do(s, "down:fire", "gather:hirose", "move:minase")
    assert {"takahama", "hirose", "sakurai", "yamazaki"} == moves(s)
    s = do(s, "move:yamazaki")
    assert ("hashiba*0+1", A) == (units(s, "yamazaki"), s.actor)


def test_enemies_cost_two() -> None:
    """Rule 22: to enter an area with enemies, or to leave one."""
    s = group("yamazaki=h:hashiba*1", "yodogawara=a:akechi*1")
    assert [2, 1] == [
        GAME.table.choice(s, H, GAME.notation.read_action(s, H, f"move:{area}")).price
        for area in ("yodogawara", "minase")
    ]
    s = do(group("yamazaki=h:hashiba*1", "yamazaki=h:tsuda_nobuharu"), "move:minase")
    assert "hashiba*0+1" == units(s, "minase")


def test_enemies_are_looked_at_now() -> None:
    """Rule 23: after a first step, an area with enemies ahead costs more than is left."""
    s = do(group("yamazaki=h:hashiba*1", "shimoueno=a:akechi*1"), "move:yodogawara")
    assert "shimoueno" not in moves(s)
    assert ("That costs 2 movement points; you have 1 left", "22") == refusal(s, H, "shimoueno")


def test_hills_are_a_first_step() -> None:
    """Rule 24: not after another step, and the move ends there."""
    s = field(TEN, "hirose=h:hashiba*1", ALONE)
    s = do(s, "down:fire", "gather:hirose", "move:minase")
    assert "takaradera_minami" not in moves(s)
    assert "24" == refusal(s, H, "takaradera_minami")[1]
    s = do(field(TEN, "minase=h:hashiba*1", ALONE), "down:fire", "gather:minase",
           "move:takaradera_minami")  # fmt: skip
    assert A == s.actor


def test_ten_units() -> None:
    """Rule 26: ten of a side at any moment, passing units too, generals included."""
    s = group("yamazaki=h:hashiba*3", "minase=h:kuroda_yoshitaka,hashiba*7")
    assert "minase" not in moves(s)
    assert "26" == refusal(s, H, "minase")[1]
    assert "minase" in moves(do(s, "add:hashiba", "add:hashiba"))


def test_enemy_area_behind_a_step() -> None:
    """Example E4a: Takayama in Minase cannot reach Tsuda in Yamazaki-higashi."""
    s = field(TEN, "minase=h:takayama_ukon,takayama*4", "yamazaki_higashi=a:tsuda_nobuharu")
    s = do(s, "down:fire", "gather:minase", "move:yamazaki")
    assert {"minase", "yodogawara"} == moves(s)


def test_leaving_enemies() -> None:
    """Example E4b: only one step from an area with enemies, which costs both points."""
    s = do(group("yamazaki=h:takayama_ukon,takayama*4", "yamazaki=h:tsuda_nobuharu"),
           "move:yodogawara")  # fmt: skip
    assert A == s.actor


def test_a_hill_not_beside_the_start() -> None:
    """Example E4c: from Hirose over empty Minase the south hill is out of reach."""
    s = field(TEN, "hirose=h:takayama_ukon,takayama*4", ALONE)
    s = do(s, "down:fire", "gather:hirose", "move:minase")
    assert "takaradera_minami" not in moves(s)


@pytest.mark.parametrize(("given", "possible"), [("two", True), ("barred", False)])
def test_from_enemies_to_enemies(given: str, possible: bool) -> None:
    """Ruling A4: such a step costs 2; by the option, it is not possible."""
    s = group("yamazaki=h:hashiba*2", "yamazaki=h:tsuda_nobuharu", "yodogawara=a:akechi*1",
              leaving=given)  # fmt: skip
    assert possible == ("yodogawara" in moves(s))


@pytest.mark.parametrize(("given", "possible"), [("side", True), ("both", False)])
def test_whom_the_limit_counts(given: str, possible: bool) -> None:
    """Ruling A5: each side separately; by the option, both together."""
    s = group("yamazaki=h:hashiba*3", "yodogawara=a:akechi*8", stacking=given)
    assert possible == ("yodogawara" in moves(s))


def test_control_on_the_way() -> None:
    """Ruling A14: an area merely passed through is controlled."""
    s = field(TEN, "yamazaki=h:hashiba*1", ALONE, "shimoueno=a:")
    s = do(s, "down:fire", "gather:yamazaki", "move:yodogawara", "move:shimoueno")
    assert ("h", "h") == (control(s, "yodogawara"), control(s, "shimoueno"))


# ---- arrivals


def test_the_marker_brings_a_group() -> None:
    """Rule 45: one box on, and its group."""
    s = opened()
    s.hand[H][5], s.cards[H] = 1, s.cards[H] + 1
    s = do(s, "use:reinforce", "call", "enter:sakurai")
    assert (1, "hashiba_hidenaga' hashiba*0+8") == (s.marker, units(s, "sakurai"))


def test_empty_boxes_bring_nobody() -> None:
    """Rule 45: at Shizugatake the first two spaces are empty."""
    s = do(field(SHIZU, "kuroda=h:hashiba*1", "yanagase=a:shibata*1", reinforce=1),
           "use:reinforce", "call")  # fmt: skip
    assert (1, "hashiba*1+0", A) == (s.marker, units(s, "kuroda"), s.actor)


def test_an_arrival_is_a_move() -> None:
    """Rule 46: one point for the entry area, so one more plain step; two among enemies."""
    s = field(TEN, "takahama=a:akechi*1", "sakurai=h:", "choshi=a:")
    s = called(s, 1)
    assert {"enter:hirose", "enter:takahama", "enter:sakurai"} == legal(s)
    assert (1, 0) == (do(s, "enter:sakurai").points, do(s, "enter:takahama").points)


def test_crowded_entries() -> None:
    """Example E19: on turn 1 only Sakurai has room; with Minase empty, Hidenaga may go on to it."""
    s = called(opened(), 1)
    assert {"enter:sakurai"} == legal(s)
    s = field(TEN, "hirose=h:hashiba*10", "takahama=h:hashiba*8", ALONE)
    s = do(called(s, 1), "enter:sakurai")
    assert {"move:minase", "halt"} == legal(s)
    assert "hashiba_hidenaga' hashiba*0+8" == units(do(s, "move:minase"), "minase")


FULL_ENTRIES = ("hirose=h:hashiba*10", "takahama=h:hashiba*8", "sakurai=h:hashiba*6")


def test_a_blocked_group_waits() -> None:
    """Rule 47: it enters later, with a plain move."""
    s = field(TEN, *FULL_ENTRIES, ALONE, reinforce=1, fire=2)
    s = do(s, "use:reinforce", "call")
    assert (2, A) == (s.waiting, s.actor)
    s = do(s, "pass", "down:fire", "gather:sakurai", "move:minase", "halt", "pass", "down:fire")
    assert "come:A" in legal(s)
    s = do(s, "come:A", "enter:sakurai")
    assert (0, "hashiba_hidenaga' hashiba*0+8") == (s.waiting, units(s, "sakurai"))


def test_an_arrival_cannot_be_refused() -> None:
    """Rule 48: once the card is played, neither the phase can be ended nor the slot spent first."""
    s = field(TEN, "minase=h:hashiba*1", ALONE, reinforce=1, combined=1)
    s = do(s, "use:reinforce")
    assert {"call", "use:combined"} == legal(s)
    s = do(s, "use:combined", "gather:minase", "move:yamazaki", "halt")
    assert {"call"} == legal(s)
    assert {"enter:hirose", "enter:takahama", "enter:sakurai"} == legal(do(s, "call"))
    assert "48" == refusal(s, H, "minase")[1]


def test_reinforcements_move() -> None:
    """Ruling A12: they do not attack by entering; with Assault they can attack next."""
    s = field(TEN, "takahama=a:akechi*1", ALONE, reinforce=1, assault=1)
    s = do(s, "use:assault", "use:reinforce", "call", "enter:takahama", "let")
    assert {"attack", "done"} < legal(s)


def test_a_blocked_card_counts() -> None:
    """Ruling A13: the marker moves, and the box counts for the hand."""
    s = field(TEN, *FULL_ENTRIES, ALONE, reinforce=1)
    s = do(s, "use:reinforce", "call", "pass")
    assert (1, 4) == (s.marker, s.size[H])


def test_a_group_enters_whole() -> None:
    """Ruling A28: where only nine have room, ten do not enter."""
    s = field(TEN, "hirose=h:hashiba*2", "takahama=h:hashiba*2", "sakurai=h:hashiba*2", ALONE)
    assert 1 << 5 == called(s, 5).waiting
    s = field(TEN, "hirose=h:hashiba*1", "takahama=h:hashiba*2", "sakurai=h:hashiba*2", ALONE)
    assert {"enter:hirose"} == legal(called(s, 5))


def test_no_box_is_left() -> None:
    """Ruling A29: with all boxes used the card does nothing."""
    s = field(TEN, "minase=h:hashiba*1", ALONE, reinforce=1)
    s.marker = 5
    s = do(s, "use:reinforce", "call")
    assert (5, A) == (s.marker, s.actor)


# ---- treason


def traitors(**cards: int) -> Summits:
    """Hideyoshi is there; of the Maeda three are face up and two face down."""
    return field(SHIZU, "kuroda=h:hashiba_hideyoshi",
                 "shigeyama=a:maeda_toshiie,maeda*2+2", "yanagase=a:shibata*1",
                 **(cards or {"reinforce": 2, "fire": 1}))  # fmt: skip


def test_treason() -> None:
    """Rule 60: the second card wins a clan over; the marker stays."""
    s = do(traitors(), "use:reinforce", "call", "pass", "use:reinforce")
    assert {"end", "treason:maeda"} == {one for one in legal(s) if one[:3] in ("end", "tre")}
    s = do(s, "treason:maeda")
    assert (1, "maeda_toshiie' maeda*0+2") == (s.marker, units(s, "shigeyama"))


def test_the_maeda_are_won_over() -> None:
    """Example E26: three flip, two leave, no losses are counted, the marker stays."""
    s = do(traitors(), "use:reinforce", "call", "pass", "use:reinforce")
    after = do(s, "treason:maeda")
    assert (3, 2, [0, 0], 1) == (count(after, "shigeyama", A), after.left, after.lost, after.marker)


def test_treason_needs_the_first_card() -> None:
    """Ruling A19: the first card of a turn brings reinforcements; a clan can be affected again."""
    s = do(traitors(reinforce=1), "use:reinforce")
    assert {"call"} == legal(s)
    s = do(traitors(), "use:reinforce", "call", "pass", "use:reinforce", "treason:maeda", "pass",
           )  # fmt: skip
    s = hands(s, reinforce=2)
    s.actor, s.shown[H][5] = H, 1
    s = do(s, "use:reinforce", "treason:maeda")
    assert 0 == count(s, "shigeyama", A)


def test_on_the_last_box() -> None:
    """Rule 60: with the marker on the last box the first card does nothing."""
    s = field(SHIZU, "shigeyama=a:maeda*1", "kuroda=h:hashiba*1", "yanagase=a:shibata*1",
              reinforce=2)  # fmt: skip
    s.marker = last = s.empty + s.boxes
    s = do(s, "use:reinforce", "call", "pass", "use:reinforce", "treason:maeda")
    assert (last, "maeda*0+1") == (s.marker, units(s, "shigeyama"))


def test_a_second_card_needs_traitors() -> None:
    """Rule 60: in Tennozan none is picked, not even with the marker on the last box."""
    s = start(TEN)
    s.marker = s.empty + s.boxes
    assert "take:reinforce" in legal(s, H)
    assert "take:reinforce" not in legal(do(s, "take:reinforce", seat=H), H)


def test_links() -> None:
    """Example E20: two pairs of Shizugatake are not adjacent, the other four of the corner are."""
    s = start(SHIZU)
    near = areas(s, s.near[read_area(s, "kitsunezuka")])
    assert "fumuroyama" not in near
    assert {"tenjinyama", "shinmeisan"} < near
    assert "shinmeisan" not in areas(s, s.near[read_area(s, "tenjinyama")])
