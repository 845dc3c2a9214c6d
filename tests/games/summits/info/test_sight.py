"""Observations: hands, cards face down, ambushes; and resampled hands."""

from games.summits.given import (
    GAME,
    SHIZU,
    TEN,
    A,
    H,
    do,
    field,
    legal,
    log_lines,
    opened,
    pick,
    start,
)
from honjin.core.jit.rng import seeded
from honjin.core.seats import SPECTATOR
from honjin.games.summits.content.data import OFF, REINFORCE
from honjin.games.summits.info.invariants import LAWS
from honjin.games.summits.rules.state import Summits


def test_cards_face_down_stay_hidden() -> None:
    """Rule 13: the other side sees that there is a card, not which."""
    s = opened()
    one, two = do(s, "down:fire"), do(s, "down:rally")
    assert one != two
    assert GAME.seen_by(one, A) == GAME.seen_by(two, A)
    assert GAME.seen_by(one, SPECTATOR) == GAME.seen_by(two, SPECTATOR)
    assert log_lines(s, "down:fire", A) == log_lines(s, "down:rally", A)
    assert ["Hideyoshi plays Fire face down"] == log_lines(s, "down:fire", H)


def test_hands_are_imagined() -> None:
    """Rule 8: as many of the remaining cards as are held; cards shown are not held again."""
    s = pick(pick(start(), H, "fire", "rally", "rally"), A, "ambush", "fire", "ambush")
    s = do(s, "use:fire", "gather:minase", "move:takaradera_minami")
    found = set()
    for seed in range(60):
        seen = GAME.seen_by(s, A)
        GAME.resample(seen, A, seeded(seed))
        assert all(law.holds(seen) for law in LAWS)
        found.add(tuple(seen.hand[H]))
    assert {2} == {sum(hand) for hand in found}
    assert len(found) > 8
    assert all(hand[2] <= 3 for hand in found)


def test_an_arrival_is_too_late_for_the_hands_of_its_turn() -> None:
    """Rule 60: a second Reinforcements card is imagined only if it could be picked."""
    s = do(start(SHIZU), "box:A", "box:B", "box:C")
    s.marker = s.empty  # the next box has the group with Hideyoshi
    s = pick(pick(s, H, "reinforce", "fire", "rally"), A, "fire")
    s = do(s, "pass", "use:reinforce", "call", "enter:kuroda")
    assert s.where[s.lord] != OFF
    found = set()
    for seed in range(60):
        seen = GAME.seen_by(s, A)
        GAME.resample(seen, A, seeded(seed))
        assert all(law.holds(seen) for law in LAWS)
        found.add(seen.hand[H][REINFORCE])
    assert {0} == found


def test_the_number_of_cards_is_public() -> None:
    """Ruling W3: once both have picked."""
    s = pick(start(), H, "fire")
    assert 0 == GAME.seen_by(s, A).cards[H]
    assert 1 == GAME.seen_by(pick(s, A, "fire"), A).cards[H]


def test_a_pick_is_told_to_its_side_only() -> None:
    """Rule 7: the others learn nothing of it."""
    s = do(start(), "take:rally", seat=A)
    assert ["Hideyoshi picks Fire"] == log_lines(s, "take:fire", H)
    assert [] == log_lines(s, "take:fire", A)
    assert [] == log_lines(s, "take:fire", SPECTATOR)


def test_hands_can_be_picked_in_any_order() -> None:
    """Rule 7: picks of both sides commute."""
    one = pick(pick(start(), H, "fire"), A, "rally")
    two = pick(pick(start(), A, "rally"), H, "fire")
    assert one == two


def test_sealed_hands_are_taken_back() -> None:
    """Rule 7: for a search, the others have not picked yet."""
    s = pick(start(), A, "fire", "rally")
    seen = GAME.seen_by(s, H)
    GAME.retract_sealed(seen, H)
    assert (0, 3) == (seen.ready, GAME.may_act(seen))


def test_being_asked_tells_nothing() -> None:
    """Ruling W5: whatever the hand, the same side is asked in the same places."""
    asked = []
    for card in ("ambush", "fire", "rally"):
        s = field(TEN, "minase=h:takayama_ukon,takayama*4", "yamazaki=a:tsuda_nobuharu,akechi*4",
                  "shimoueno=a:", **{card: 1})  # fmt: skip
        s.hand[H], s.cards[H] = [0, 0, 1, 0, 0, 0], 1
        s = do(s, "down:fire", "gather:minase", "move:yamazaki")
        asked.append((GAME.must_act(s), GAME.seen_by(s, H)))
        assert {"let", "let-all"} <= legal(s)
    assert asked[0] == asked[1] == asked[2]


def test_no_ambush_is_left() -> None:
    """Ruling W5: once all Ambush cards of the deck are shown, nobody is asked any more."""
    s = field(TEN, "minase=h:takayama_ukon,takayama*4", "yamazaki=a:tsuda_nobuharu,akechi*4",
              "shimoueno=a:")  # fmt: skip
    s.shown[A][4] = 2
    s = do(s, "down:fire", "gather:minase", "move:yamazaki")
    assert 2 == GAME.must_act(s)
    assert "pass" in legal(s)


def test_the_roll_is_told_in_full() -> None:
    """Rule 31: dice, attack, support, modifier, defence, and the result."""
    s = field(TEN, "tennozan=h:kuroda_yoshitaka,hashiba*2",
              "takaradera_kita=a:saito_toshimitsu,akechi*4", "ogura=a:")  # fmt: skip
    s = do(s, "use:fire", "gather:tennozan", "fire:takaradera_kita", "support:2")
    said = "Kuroda Kanbei (Yoshitaka) rolls 3 and 6: attack 1, support 1, modifier 1, defence 7"
    assert f"{said}: 5 points" == told_chance(s, "3-6")[0]
    assert f"{said.replace('3 and 6', '1 and 3')}: no effect (0)" == told_chance(s, "1-3")[0]


def test_the_roll_of_leaderless_units_is_told() -> None:
    """Example E21: "the units without a general rolls" was told of many."""
    s = field(TEN, "yamazaki=h:takayama*4", "yamazaki_higashi=a:tsuda_nobuharu", "ogura=a:")
    s = do(s, "use:fire", "gather:yamazaki", "fire:yamazaki_higashi")
    said = "the units without a general roll 2 and 6: attack 0, support 2, modifier 0, defence 7"
    assert f"{said}: 3 points" == told_chance(s, "2-6")[0]
    assert told_chance(s, "1-2")[0].startswith("the units without a general roll 1 and 2: ")


def told_chance(s: Summits, text: str) -> list[str]:
    """The log of an outcome."""
    return log_lines(s, text, H)


def test_the_end_is_told() -> None:
    """Rule 50: the winner, and how."""
    s = field(SHIZU, "saneyama=h:", "kitsunezuka=a:shibata*1", "yanagase=a:", "kuroda=h:hashiba*1",
              actor=A)  # fmt: skip
    s = do(s, "down:fire", "gather:kitsunezuka")
    assert "Shibata wins. A honjin was taken." == log_lines(s, "move:saneyama", H)[-1]
    assert "柴田方の勝利。本陣陥落。" == log_lines(s, "move:saneyama", H, "ja")[-1]
