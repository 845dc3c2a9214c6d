"""A turn before armies move: rules 11 to 14 and their rulings."""

import pytest

from games.swords.given import (
    GAME,
    army,
    at,
    castle,
    do,
    falls,
    hand,
    plain,
    sight,
    texts,
    traits,
    whole,
)
from honjin.games.swords.content.data import INTRIGUE, NINJA
from honjin.games.swords.content.maps import IMPASSABLE, SQUARE_OF, SQUARES
from honjin.games.swords.rules import phases as flow
from honjin.games.swords.rules.draw import can_draw
from honjin.games.swords.rules.effects import put_army
from honjin.games.swords.rules.honor import begin_honor
from honjin.games.swords.rules.state import (
    BATTLE,
    DRAW,
    EXPENSE,
    HONOR,
    INCOME,
    OVER,
    TRAVEL,
    VICTIM,
    YIELD,
    Swords,
    gold_income,
    honor_income,
)


def expense(gold: int, cards: str = "-", **given: str | bool) -> Swords:
    """Takeda's expense phase, with two armies and a third beside them."""
    s = plain(2, EXPENSE, **given)
    army(s, 0, "c3")
    s.gold[0] = gold
    hand(s, 0, cards)
    return s


def begun(s: Swords) -> Swords:
    """Begin Takeda's turn."""
    s.phase = INCOME
    flow.advance(s)
    return s


# ---- rule 11: revenue


def test_revenue() -> None:
    """Rule 11: 3 per fortress, 1 per keep, 1 per trait of gold; gold is kept."""
    s = plain()
    traits(s, 0, "ports", "tea_house")
    castle(s, "c1", owner=0)
    s.gold[0] = 4
    assert 4 + 5 == begun(s).gold[0]


def test_revenue_and_honor() -> None:
    """Example B14: 8 gold in the revenue, 1 honor in the honor phase."""
    s = plain()
    traits(s, 0, "ports", "gold_mines", "palace")
    traits(s, castle(s, "c1", owner=0), "farms")
    traits(s, castle(s, "c5", owner=0), "sword_dojo")
    assert (8, 1) == (gold_income(s, 0), honor_income(s, 0))


def test_the_first_turn_can_be_paid() -> None:
    """Ruling Q10: 3 gold, 2 armies."""
    s = plain()
    army(s, 0, "a2")
    assert 1 == do(begun(s), 0, "on").gold[0]


def test_tribute_is_gold() -> None:
    """Ruling Q11: honor comes in the honor phase only."""
    s = plain()
    traits(s, 0, "palace", "farms")
    begun(s)
    assert (4, 0) == (s.gold[0], s.honor[0])
    begin_honor(s)
    assert 1 == s.honor[0]


def test_a_conquered_fortress_pays() -> None:
    """Ruling Q18: 3 gold and its traits."""
    s = plain(3)
    traits(s, 1, "ports")
    s.control[1] = 0
    assert 7 == gold_income(s, 0)


@pytest.mark.parametrize(("stack", "income"), [(True, 5), (False, 4)])
def test_the_same_trait_twice(stack: bool, income: int) -> None:
    """Ruling Q6: it counts twice, except by the option."""
    s = plain(stack_traits=stack)
    traits(s, 0, "ports", "ports")
    assert income == gold_income(s, 0)


def test_traits_follow_control() -> None:
    """Rule 6: from the moment of control until it is lost."""
    s = plain()
    traits(s, castle(s, "a2"), "farms")
    assert 3 == gold_income(s, 0)
    assert 5 == gold_income(do(s, 0, "a1-a2"), 0)


def test_prosperity() -> None:
    """Ruling Q20: 3 gold before supplies are paid, any number."""
    s = do(expense(0, "pr"), 0, "prosperity")
    assert 3 == s.gold[0]


# ---- rule 12: expense


def test_who_cannot_pay_lets_go() -> None:
    """Example B13: of three armies two are supplied, by choice; none can be raised."""
    s = expense(2)
    army(s, 0, "e5")
    assert "on" not in texts(s)
    do(s, 0, "dismiss-c3")
    assert not [text for text in texts(s) if text.startswith("raise")]
    assert (0, 2) == (do(s, 0, "on").gold[0], s.armies[0])


def test_supply_and_a_new_army() -> None:
    """Rule 12: 1 gold each, then one army for 4 in or beside the fortress."""
    s = expense(6)
    assert {"raise-a2", "raise-b1"} < set(texts(s))
    assert (0, 3) == (do(s, 0, "raise-b1").gold[0], s.armies[0])


def test_counters_are_not_limited() -> None:
    """Rule 3: gold and armies beyond any set of counters; even the last square can be raised on."""
    s = expense(30_000, new_armies="0")
    taken = [square for square in range(SQUARES) if not s.army[square]]
    for square in taken[1:]:
        put_army(s, 0, square)
    s.check()
    assert ["raise-b1"] == [text for text in texts(s) if text.startswith("raise")]
    do(s, 0, "raise-b1")
    assert (99, 30_000 - 98 - 4) == (s.armies[0], s.gold[0])


def test_any_army_may_be_let_go() -> None:
    """Ruling Q12: it is disbanded with its experience, and no honor is lost."""
    s = expense(9)
    s.honor[0], s.experience[SQUARE_OF["c3"]] = 5, 2
    do(s, 0, "dismiss-c3")
    assert (5, 0, -1) == (s.honor[0], s.experience[SQUARE_OF["c3"]], at(s, "c3"))


@pytest.mark.parametrize(("switch", "gold"), [(False, 4), (True, 3)])
def test_supply_of_a_new_army(switch: bool, gold: int) -> None:
    """Ruling Q13: none in the turn in which it is raised, except by the option."""
    assert gold == do(expense(10, supply_new=switch), 0, "raise-a2", "on").gold[0]


@pytest.mark.parametrize(("most", "more"), [("1", False), ("0", True)])
def test_new_armies_a_turn(most: str, more: bool) -> None:
    """Ruling Q14: one, unless the option lifts the limit."""
    s = do(expense(30, new_armies=most), 0, "raise-a2")
    assert more == ("raise-b1" in texts(s))


def test_one_free_square() -> None:
    """Example B26: one army there; a second not; it may travel and attack at once."""
    s = expense(12, "sp")
    s.terrain[SQUARE_OF["a2"]] = IMPASSABLE
    assert ["raise-b1"] == [text for text in texts(s) if text.startswith("raise")]
    do(s, 0, "raise-b1")
    assert not [text for text in texts(s) if text.startswith("raise")]
    army(s, 1, "d1")
    do(s, 0, "on", "on", "on")
    assert 12 - 2 - 4 == s.gold[0]
    do(s, 0, "b1-c1", "on")
    assert "c1xd1" in texts(s)


def test_no_room() -> None:
    """Ruling Q15: without a free square no army."""
    s = expense(30)
    army(s, 0, "a2")
    army(s, 0, "b1")
    assert not [text for text in texts(s) if text.startswith("raise")]


def test_any_own_fortress() -> None:
    """Ruling Q16: beside a conquered fortress too."""
    s = plain(3, EXPENSE)
    s.control[2], s.gold[0] = 0, 9
    assert "raise-i1" in texts(s)


@pytest.mark.parametrize("owner", [0, 7])
def test_castles_beside_the_fortress(owner: int) -> None:
    """Ruling Q17: only one that the clan already controls."""
    s = expense(30)
    castle(s, "a2", owner=owner)
    assert (owner == 0) == ("raise-a2" in texts(s))


def test_no_debts() -> None:
    """Ruling Q19: without gold for all, nothing is paid until some are disbanded."""
    s = expense(1)
    assert {"dismiss-a1", "dismiss-c3"} == set(texts(s))


# ---- rule 13: draw


def test_cards_for_gold() -> None:
    """Rule 13: one for free, any more for 2 gold each."""
    s = plain(2, DRAW)
    s.gold[0] = 5
    for gold in (5, 3, 1):
        falls(do(s, 0, "draw"), "ya")
        assert gold == s.gold[0]
    assert s.phase > DRAW


def test_hands_have_no_limit() -> None:
    """Ruling Q21: in a turn any number of cards may be held."""
    s = plain(2, DRAW)
    hand(s, 0, "ya6bn6wm6")
    assert 19 == falls(do(s, 0, "draw"), "hc").held[0]


def test_ninja_houses() -> None:
    """Example B23: the free card, then a Ninja that is kept, then one that is discarded."""
    s = plain(2, EXPENSE)
    traits(s, 0, "ninja_house", "ninja_house")
    hand(s, 0, "sp")
    s.gold[0] = 1
    do(s, 0, "on")
    assert "house" not in texts(s)
    falls(do(s, 0, "draw"), "ys")
    falls(do(s, 0, "house"), "ni")
    falls(do(s, 0, "house"), "di")
    assert (1, 1) == (s.hand[0][NINJA], s.waste)
    assert 3 == s.held[0]


def test_ninja_houses_are_seen() -> None:
    """Ruling Q22: all see what a Ninja House brings."""
    s = plain(2, DRAW)
    s.houses, s.drawn = 1, 1
    falls(do(s, 0, "house"), "ni")
    assert 1 == sight(s, 1).seen[1][0][NINJA]


def test_the_deck_runs_out() -> None:
    """Ruling Q23: discards are shuffled when a card is needed; without any nothing is drawn."""
    s = plain(2, DRAW)
    s.discard, s.waste = s.deck, s.left
    s.deck, s.left = [0] * len(s.discard), 0
    do(s, 0, "draw")
    assert (0, 100) == (s.waste, s.left)
    falls(s, "ya")
    assert whole(s)
    s = plain(2, DRAW)
    s.deck, s.left = [0] * len(s.deck), 0
    assert not can_draw(s)


@pytest.mark.parametrize("phase", [EXPENSE, DRAW, HONOR, TRAVEL, BATTLE])
def test_spies_at_any_time(phase: int) -> None:
    """Ruling Q46: in each phase of the player's turn, against any opponent with cards."""
    s = plain(3, phase)
    hand(s, 0, "sp")
    hand(s, 1, "hcsp")
    assert "spy-1" in texts(s)
    assert "spy-2" not in texts(s)
    assert [] == texts(s, 1)


# ---- rule 14: honor


@pytest.mark.parametrize(("gold", "most"), [(9, 4), (20, 7)])
def test_honor_for_gold(gold: int, most: int) -> None:
    """Example B15: up to the dice, and as far as the gold lasts."""
    s = plain(2, HONOR)
    s.gold[0] = gold
    falls(do(s, 0, "compose"), "7")
    assert [f"buy-{n}" for n in range(most + 1)] == texts(s)
    do(s, 0, f"buy-{most}")
    assert (most, gold - 2 * most) == (s.honor[0], s.gold[0])


def test_honor_is_bought_once() -> None:
    """Ruling Q25: one roll a turn, then any number up to it."""
    s = plain(2, HONOR)
    s.gold[0] = 20
    hand(s, 0, "sp")
    do(falls(do(s, 0, "compose"), "2"), 0, "buy-0")
    assert "compose" not in texts(s)


def test_much_honor() -> None:
    """Rules 10, 14: 4 honor; with 46 it wins at once."""
    s = plain(2, HONOR)
    hand(s, 0, "mh")
    s.honor[0] = 46
    do(s, 0, "much-honor")
    assert (OVER, 0, 50) == (s.phase, s.winner, s.honor[0])


def test_cards_of_the_own_turn() -> None:
    """Ruling Q29: they cannot be played in the turn of another."""
    s = plain(2, HONOR)
    hand(s, 1, "mhinni")
    hand(s, 0, "ya")
    assert [] == texts(s, 1)


def plot(honor: int, cards: str, **given: str | bool) -> Swords:
    """Takeda plays Intrigue against Uesugi."""
    s = plain(2, HONOR, **given)
    hand(s, 0, "insp")
    hand(s, 1, cards)
    s.honor[1] = honor
    return do(s, 0, "intrigue-1")


@pytest.mark.parametrize(
    ("honor", "cards", "left"),
    [(5, "ya2", (2, 2)), (2, "ya4", (2, 4)), (0, "-", (0, 0))],
)  # fmt: skip
def test_intrigue_without_a_choice(honor: int, cards: str, left: tuple[int, int]) -> None:
    """Ruling Q26: only a loss that can be paid in full may be chosen."""
    s = plot(honor, cards)
    if s.phase == YIELD:
        left = (honor, 1)
        do(s, 1, "lose-ya", "lose-ya", "lose-ya")
    assert (HONOR, left) == (s.phase, (s.honor[1], s.held[1]))


def test_intrigue_lets_the_victim_choose() -> None:
    """Rule 14: the opponent chooses honor or cards, and which cards."""
    s = plot(5, "ya2bn2")
    assert (VICTIM, 0b10, ["honor", "cards"]) == (s.phase, GAME.may_act(s), texts(s, 1))
    assert 2 == do(s.copy(), 1, "honor").honor[1]
    do(s, 1, "cards", "lose-ya", "lose-bn", "lose-bn")
    assert (1, 1) == (s.held[1], s.hand[1][0])
    assert whole(s)


def test_intrigue_of_the_poor() -> None:
    """Ruling Q26: too little of both loses all of one; an option lets the player decide."""
    s = plot(2, "ya", intrigue="player")
    assert 0b01 == GAME.may_act(s)
    assert (2, 0) == (do(s.copy(), 0, "cards").honor[1], do(s.copy(), 0, "cards").held[1])
    assert (0, 1) == (do(s, 0, "honor").honor[1], s.held[1])
    assert 0 == s.hand[0][INTRIGUE]


@pytest.mark.parametrize(("floor", "left"), [(True, 0), (False, -1)])
def test_the_floor_of_honor(floor: bool, left: int) -> None:
    """Rulings Q27, Q28: Ninja costs 3 honor that need not be there; losses stop at 0."""
    s = plain(2, HONOR, honor_floor=floor)
    hand(s, 0, "ni")
    s.honor[0], s.experience[SQUARE_OF["j10"]] = 2, 4
    do(s, 0, "ninja-j10")
    assert (left, 0) == (s.honor[0], s.experience[SQUARE_OF["j10"]])


def test_fifty_is_asked_at_once() -> None:
    """Ruling Q30: also when honor comes from traits."""
    s = plain()
    traits(s, 0, "palace")
    s.honor[0] = 49
    begin_honor(s)
    assert s.ended
