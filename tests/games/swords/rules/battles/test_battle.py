"""Battles: rules 16 to 24 and their rulings."""

import pytest

from games.swords.given import (
    GAME,
    army,
    at,
    cards,
    castle,
    do,
    facing,
    fight,
    forces,
    hand,
    holder,
    meet,
    plain,
    reveal,
    sight,
    texts,
    traits,
    whole,
)
from honjin.games.swords.content.data import (
    CARD_LETTERS,
    CARDS,
    COPIES,
    FORCE,
    IS_LIMITED,
    MAX_BATTLES,
)
from honjin.games.swords.content.maps import (
    COVERED,
    DIFFICULT,
    FORTRESS,
    IMPASSABLE,
    KEEP,
    SQUARE_OF,
    TREACHEROUS,
)
from honjin.games.swords.rules.state import BATTLE, ENTER, OVER, RALLY, REDUCE, Swords


def test_open_battle_in_a_wood() -> None:
    """Example B1: 24 against 17; the winner gains 3, stays, and has 1 experience."""
    s = facing(COVERED)
    s.honor[1] = 5
    fight(s, "hcycst", "yabnwm")
    assert (24, 17) == forces(s)
    assert [3, 4] == s.honor[:2]
    assert (0, -1) == (at(s, "e5"), at(s, "e6"))
    assert 1 == s.experience[SQUARE_OF["e5"]]


def test_a_tie_goes_to_the_defender() -> None:
    """Example B2: 14 against 14: the attacker's army is removed."""
    s = fight(facing(), "ndys", "stys")
    assert (14, 14) == forces(s)
    assert (-1, 1) == (at(s, "e5"), at(s, "e6"))


def test_a_fortress_holds() -> None:
    """Example B3: in a siege there is no bonus for the open; 24 against 24."""
    s = plain(2, BATTLE)
    army(s, 0, "i10")
    fight(s, "sabmhc", "ysaa", "i10xj10")
    assert (24, 24) == forces(s)
    assert 1 == holder(s, "j10")


@pytest.mark.parametrize(("defence", "expected"), [("wm", (0, 0)), ("ya", (0, -1))])
def test_terrain_can_push_below_nothing(defence: str, expected: tuple[int, int]) -> None:
    """Example B5: a river takes 5; the total may be negative, and then 0 beats it."""
    s = fight(facing(TREACHEROUS), "pr", defence)
    assert expected == forces(s)
    assert (at(s, "e5"), at(s, "e6")) == ((-1, 1) if expected == (0, 0) else (0, -1))


def test_traits_of_the_defender() -> None:
    """Example B6: Barracks, Spear Dojo and Large Populace help Yari Ashigaru to 9."""
    s = facing()
    traits(s, 1, "barracks", "spear_dojo", "large_populace")
    assert 9 == forces(fight(s, "pr", "ya"))[1]


def test_traits_of_the_attacker() -> None:
    """Example B7: one Heavy Cavalry with four traits makes 15."""
    s = facing(DIFFICULT)
    traits(s, 0, "sword_dojo", "stables", "armory")
    traits(s, castle(s, "c1", KEEP, 0), "yang")
    assert 15 == forces(fight(s, "hc", "pr"))[0]


def test_a_trait_without_its_word() -> None:
    """Example B9: a Spear Dojo does not help Yari Cavalry."""
    s = facing()
    traits(s, 1, "spear_dojo")
    assert 7 == forces(fight(s, "pr", "yc"))[1]


@pytest.mark.parametrize(
    ("chosen", "more", "fits"),
    [
        ("hc5wm", "wm", True), ("hc5", "ya", False), ("hc5st", "st", True), ("wm5", "wm", True),
        ("hc5wm2", "wm", False),
    ],
)  # fmt: skip
def test_what_can_be_set_aside(chosen: str, more: str, fits: bool) -> None:
    """Example B11: at most five limited cards, seven in all; monks are not limited."""
    s = meet(facing(), "hc5wm6yast2", "pr")
    before = s.copy()
    reveal_one(before, chosen)
    assert fits == (f"+{more}" in texts(before))


def reveal_one(s: Swords, chosen: str) -> None:
    """The attacker sets cards aside."""
    for card, n in enumerate(cards(chosen)):
        for _ in range(n):
            do(s, 0, f"+{CARD_LETTERS[card]}")


def test_nothing_can_be_set_aside_only_without_cards() -> None:
    """Ruling Q41: a side with cards sets one aside; a side without has already decided."""
    s = meet(facing(), "-", "pr")
    assert "seal" not in texts(s, 1)
    assert 1 << 0 == s.decided
    assert (0, 0) == forces(do(s, 1, "+pr", "seal"))


def test_fifty_wins_at_once() -> None:
    """Example B18: with 48 honor, winning a battle wins the game, before anything is discarded."""
    s = facing()
    s.honor[0] = 48
    hand(s, 0, "ya6bn6")
    fight(s, "hc", "pr")
    assert (OVER, 51, 12) == (s.phase, s.honor[0], s.held[0])


def test_treachery_costs_first() -> None:
    """Ruling Q44: 48 with Treachery and a battle won make 44."""
    s = facing()
    s.honor[0] = 48
    assert 44 == fight(s, "trhc", "pr").honor[0]


def test_diplomacy() -> None:
    """Example B19: nothing is won or lost; both discard down to five; the attack is used."""
    s = facing()
    s.honor[:2] = [9, 9]
    hand(s, 0, "ya6")
    hand(s, 1, "bn4")
    fight(s, "ditr", "hc5")
    assert ([9, 9], 0, 1) == (s.honor[:2], at(s, "e5"), at(s, "e6"))
    assert (REDUCE, 0b01) == (s.phase, GAME.may_act(s))
    do(s, 0, "+ya", "seal")
    assert [5, 4] == s.held[:2]
    assert 0 == sum(s.experience)
    assert "e5xe6" not in texts(s)


@pytest.mark.parametrize(("more", "discards"), [("bn6", 0b11), ("bn2", 0b01)])
def test_hands_go_down(more: str, discards: int) -> None:
    """Example B20: the winner keeps eight, the loser three; smaller hands stay as they are."""
    s = facing()
    hand(s, 0, "ya6hc5")
    hand(s, 1, more)
    fight(s, "nd", "pr")
    assert discards == GAME.may_act(s)
    do(s, 0, "+ya", "+ya", "+ya", "seal")
    if discards & 0b10:
        do(s, 1, "+bn", "+bn", "+bn", "seal")
    assert [8, min(3, int(more[2]))] == s.held[:2]
    assert whole(s)


def test_forced_march() -> None:
    """Example B25: an army that has attacked moves and attacks again, once."""
    s = facing()
    hand(s, 0, "fm2")
    army(s, 0, "a5")
    army(s, 1, "e8")
    fight(s, "hc", "pr")
    do(s, 0, "march-e5")
    assert {"e5-e6", "e5-d5"} < set(texts(s))
    do(s, 0, "e5-e6", "e6-e7")
    assert ["e7xe8", "on"] == texts(s)
    do(s, 0, "on")
    assert {"march-a1", "march-a5", "on"} == set(texts(s))


def test_each_battle_is_one_against_one() -> None:
    """Rule 16: armies attack enemies beside them, over any ground; not castles without an army."""
    s = facing(IMPASSABLE)
    castle(s, "d5", KEEP, 1)
    assert ["e5xe6", "on"] == texts(s)


def test_adjacency_is_enough() -> None:
    """Rulings Q68, Q69: an empty castle is no target, and terrain does not matter."""
    s = facing(IMPASSABLE)
    castle(s, "d5", KEEP, 1)
    assert "e5xe6" in texts(s)
    assert "e5xd5" not in texts(s)


def test_both_draw_five() -> None:
    """Rules 17, 18: the attacker draws five cards, then the defender; spies, then both choose."""
    s = do(facing(), 0, "e5xe6")
    drawn = []
    while s.phase == RALLY:
        drawn.append(s.drawer)
        GAME.apply_action(s, 15, GAME.outcomes(s)[0][0])
    assert [0] * 5 + [1] * 5 == drawn
    do(do(s, 0, "on"), 1, "on")
    assert 0b11 == GAME.may_act(s)


def test_drawing_is_compulsory() -> None:
    """Ruling Q40: only chance acts until both have drawn five."""
    s = do(facing(), 0, "e5xe6")
    assert 1 << 15 == GAME.may_act(s)


def test_diplomacy_of_either_side() -> None:
    """Rule 19: one Diplomacy of the defender is enough."""
    s = fight(facing(), "hc", "di")
    assert (0, 1) == (at(s, "e5"), at(s, "e6"))


def test_diplomacy_uses_up_the_attack() -> None:
    """Ruling Q45: no experience, no other attack."""
    s = fight(facing(), "hc", "di")
    assert 0 == sum(s.experience)
    assert "e5xe6" not in texts(s)


def test_force_adds_up() -> None:
    """Rules 20, 21: cards, traits, experience, and the defender's terrain."""
    s = facing(COVERED)
    s.experience[SQUARE_OF["e6"]] = 2
    traits(s, 1, "art_of_war", "ying", "fortifications")
    fight(s, "hc", "ya")
    assert [4, 0, 3, 2, 3] == s.force[1]


@pytest.mark.parametrize("square", ["e5", "e6"])
def test_a_siege_is_told_by_the_defenders_square(square: str) -> None:
    """Ruling Q39: a castle under the attacker does not make a siege."""
    s = facing()
    castle(s, square, KEEP, 0 if square == "e5" else 1)
    fight(s, "aa", "pr")
    assert (5 if square == "e5" else 7) == forces(s)[0]


def test_roles_and_terrain() -> None:
    """Rulings Q48, Q49: attacking and defending are roles; terrain counts for the defender."""
    s = facing()
    s.terrain[SQUARE_OF["e5"]] = COVERED
    assert (8, 7) == forces(fight(s, "nd", "ys"))


def test_traits_help_the_cards_of_their_word() -> None:
    """Ruling Q50: several traits help one card, and a name can be the keyword."""
    s = facing()
    traits(s, 0, "bushi_dojo", "gunsmiths", "barracks")
    assert 10 == forces(fight(s, "bm", "pr"))[0]


def test_per_card_and_once() -> None:
    """Ruling Q51: each card is helped, the total once."""
    s = facing()
    traits(s, 0, "monk_dojo", "yang", "art_of_war")
    assert 3 * (5 + 3) + 3 == forces(fight(s, "wm3", "pr"))[0]


def test_winner_and_loser() -> None:
    """Rule 22: 3 honor, 1 honor, 1 experience, and the army is gone."""
    s = facing()
    s.honor[:2] = [4, 4]
    fight(s, "pr", "hc")
    assert ([3, 7], [1, 2]) == (s.honor[:2], s.armies[:2])
    assert 1 == s.experience[SQUARE_OF["e6"]]


def test_experience_of_defenders() -> None:
    """Ruling Q52: a defender gains experience too; it is gone with the army."""
    s = facing()
    s.experience[SQUARE_OF["e5"]] = 3
    fight(s, "pr", "hc")
    assert 1 == sum(s.experience)


def test_no_retreat() -> None:
    """Ruling Q54: the beaten army is removed, wherever it could have gone."""
    assert 1 == fight(facing(), "hc", "pr").armies[1]


def test_revealed_cards_are_discarded() -> None:
    """Rule 23: the revealed cards of both sides are on the discard pile."""
    s = fight(facing(), "hc2", "ya")
    assert 3 == s.waste == sum(s.discard)


def test_discards_are_secret_until_done() -> None:
    """Ruling Q55: the loser's choice is seen when it is discarded."""
    s = facing()
    hand(s, 1, "bn4")
    fight(s, "hc", "pr")
    do(s, 1, "+bn")
    assert not any(sight(s, 0).aside[1])
    assert 1 == do(s, 1, "seal").discard[1]


def test_moving_in() -> None:
    """Rule 24: an army that beats one in a castle moves in; in the open it stays."""
    s = facing()
    castle(s, "e6", KEEP, 1)
    fight(s, "hc5", "pr")
    assert (-1, 0, 0) == (at(s, "e5"), at(s, "e6"), holder(s, "e6"))
    assert 1 == s.experience[SQUARE_OF["e6"]]


@pytest.mark.parametrize("reading", ["optional", "forced", "never"])
def test_a_beaten_attackers_castle(reading: str) -> None:
    """Ruling Q53: the defender may, must or cannot take it."""
    s = facing(beaten_attacker=reading)
    castle(s, "e5", KEEP, 0)
    fight(s, "pr", "hc")
    if reading == "optional":
        assert (ENTER, 0b10) == (s.phase, GAME.may_act(s))
        stayed = do(s.copy(), 1, "stay")
        assert (1, 0) == (at(stayed, "e6"), holder(stayed, "e5"))
        do(s, 1, "enter")
    taken = reading != "never"
    assert (1 if taken else 0) == holder(s, "e5")
    assert (1 if taken else -1) == at(s, "e5")


def test_the_victor_moves_in_unless_an_option_says_otherwise() -> None:
    """Ruling Q53: a victorious defender leaves its own square, be it its fortress, at once."""
    s = facing()
    castle(s, "e5", KEEP, 0)
    castle(s, "e6", FORTRESS, 1)
    fight(s, "pr", "hc")
    assert (1, 1, -1) == (holder(s, "e5"), at(s, "e5"), at(s, "e6"))


def test_honor_of_the_beaten() -> None:
    """Ruling Q56: the loser has 1 honor less, never below 0."""
    assert [3, 0] == fight(facing(), "hc", "pr").honor[:2]


@pytest.mark.parametrize(("attacks", "again"), [("1", False), ("0", True)])
def test_one_attack_an_army(attacks: str, again: bool) -> None:
    """Ruling Q38: an army attacks once; an option lifts the limit."""
    s = facing(attacks=attacks)
    army(s, 1, "d5")
    fight(s, "hc", "pr")
    assert again == ("e5xd5" in texts(s))


def test_a_defender_may_be_attacked_by_several() -> None:
    """Ruling Q57: the active player chooses the order of battles."""
    s = facing()
    army(s, 0, "d6")
    assert {"e5xe6", "d6xe6"} < set(texts(s))


def test_battles_against_the_beaten_do_not_take_place() -> None:
    """Ruling Q57: a clan that has lost its fortress has no armies left to attack."""
    s = plain(3, BATTLE)
    for seat, square in ((0, "i10"), (0, "e5"), (1, "e6"), (2, "d5")):
        army(s, seat, square)
    assert {"e5xe6", "e5xd5"} < set(texts(s))
    fight(s, "hc5st2", "pr", "i10xj10")
    assert ["e5xd5", "on"] == texts(s)


def test_experience_has_no_limit() -> None:
    """Ruling Q65: experience counts in full, and can always grow."""
    s = facing()
    s.experience[SQUARE_OF["e5"]] = 500
    fight(s, "hc", "pr")
    assert (500, 501) == (s.force[0][3], s.experience[SQUARE_OF["e5"]])


@pytest.mark.parametrize(("switch", "fits"), [(False, True), (True, False)])
def test_monks_and_the_five(switch: bool, fits: bool) -> None:
    """Ruling Q42: monks do not count, except by the option."""
    s = meet(facing(monks_limited=switch), "hc5wm", "pr")
    for _ in range(5):
        do(s, 0, "+hc")
    assert fits == ("+wm" in texts(s))


@pytest.mark.parametrize(("switch", "fits"), [(False, True), (True, False)])
def test_treachery_twice(switch: bool, fits: bool) -> None:
    """Ruling Q43: any number, unless limited to one; each costs 7."""
    s = meet(facing(one_treachery=switch), "tr2", "pr")
    s.honor[0] = 20
    do(s, 0, "+tr")
    assert fits == ("+tr" in texts(s))
    if fits:
        do(s, 0, "+tr", "seal")
        assert 20 - 14 + 3 == do(s, 1, "+pr", "seal").honor[0]


def test_spies_while_both_choose() -> None:
    """Rulings Q46, W1: by the option, spies are sent while cards are chosen, and are discarded."""
    s = meet(facing(spies="meanwhile"), "sphc", "ya2")
    do(s, 1, "+ya", "seal")
    do(s, 0, "spy-1")
    assert s.hand[1] == sight(s, 0).seen[0][1]
    assert (1, 0) == (s.held[0], s.hand[0][15 + 1])
    assert not any(map(any, sight(s, 1).seen[0]))


def test_cards_can_be_taken_back() -> None:
    """Ruling W2: three times; then the cards set aside stay."""
    s = meet(facing(), "hcya", "pr")
    for _ in range(3):
        do(s, 0, "+hc", "-hc")
    do(s, 0, "+hc")
    assert "-hc" not in texts(s)
    do(s, 0, "seal")
    assert 0b10 == GAME.may_act(s)


def test_forces_of_the_list() -> None:
    """Ruling Q64: from 0 to 10."""
    assert (0, 10) == (min(FORCE), max(FORCE))


def test_the_hundred() -> None:
    """Rulings Q1, Q24: one deck of a hundred; 54 of them limited troops."""
    assert 100 == sum(COPIES)
    assert 54 == sum(COPIES[card] for card in range(CARDS) if IS_LIMITED[card])


def test_fortress_defence_of_a_home() -> None:
    """Rule 9: the beaten army was in its home, so that clan is out."""
    s = plain(3, BATTLE)
    army(s, 0, "i10")
    fight(s, "hc5st2", "pr", "i10xj10")
    assert 0b101 == s.alive
    assert (0, FORTRESS) == (holder(s, "j10"), s.terrain[SQUARE_OF["j10"]])


def test_an_attacker_can_lose_the_home() -> None:
    """Ruling Q58: an attacker that loses its own fortress is out, and the turn ends."""
    s = plain(3, BATTLE)
    army(s, 1, "a2")
    castle(s, "c3", KEEP, 0)
    hand(s, 0, "ya6")
    s.gold[0] = 7
    reveal(meet(s, "pr", "hc", "a1xa2"), "pr", "hc")
    assert (0b110, 1, 7) == (s.alive, s.turn, holder(s, "c3"))
    assert (0, 0, 0) == (s.held[0], s.gold[0], s.armies[0])
    assert whole(s)


def test_a_turn_has_an_end() -> None:
    """Ruling W10: with any number of attacks and Diplomacy in each, 60 battles are the limit."""
    s = facing(attacks="0")
    for _ in range(MAX_BATTLES):
        assert "e5xe6" in texts(s)
        hand(s, 0, "ya")
        fight(s, "di", "pr")
        s.hand, s.deck = [[0] * CARDS for _ in s.hand], list(COPIES)
        s.held, s.discard, s.left, s.waste = [0] * len(s.held), [0] * CARDS, 100, 0
    assert (60, 0) == (s.fought, s.turn)
    assert "e5xe6" not in texts(s)
    assert "W10" == GAME.table.why(sight(s, 0), 0, ("e5", "e6")).rule


def test_each_turn_counts_its_own_battles() -> None:
    """Ruling W10: the next turn begins with none."""
    s = facing()
    hand(s, 0, "ya")
    assert 1 == fight(s, "di", "pr").fought
    do(s, 0, "on")
    assert (0, 1) == (s.fought, s.turn)
