"""Which of two positions that differ in one thing the evaluation prefers; the levels."""

import pytest

from games.swords.given import GAME, army, castle, do, facing, hand, meet, plain, traits
from honjin.bots import LEVELS, find_player
from honjin.games.swords.ai.evaluation import treasure
from honjin.games.swords.ai.valuation import castle_value, horizon, reserve, strength, swayed
from honjin.games.swords.ai.weights import USUAL
from honjin.games.swords.content.data import NOBODY
from honjin.games.swords.content.maps import FORTRESS
from honjin.games.swords.rules.expense import begin_turn
from honjin.games.swords.rules.honor import begin_honor
from honjin.games.swords.rules.state import ATT, DEF, DRAW, DRAWING, EXPENSE, HONOR, REDUCE, Swords
from honjin.games.swords.rules.turn import end_turn


def gain(better: Swords, worse: Swords, seat: int = 0) -> int:
    """How much higher a seat's evaluation is in the better position."""
    return GAME.evaluate(better, seat) - GAME.evaluate(worse, seat)


def standing(*armies: str, seats: int = 2) -> Swords:
    """The plain with armies of Takeda on these squares."""
    s = plain(seats)
    for at in armies:
        army(s, 0, at)
    return s


def test_honor_counts_for_more_near_the_end() -> None:
    """A lead counts more the sooner somebody may have enough honor."""
    leads = []
    for honor in (30, 44, 48):
        s = plain()
        s.honor[:2] = [honor, honor - 5]
        leads.append(GAME.evaluate(s, 0))
    assert leads == sorted(set(leads))


def test_the_horizon() -> None:
    """By the income of the fastest clan; at most 12 or the rounds left, at least one."""
    s = plain()
    assert 12 == horizon(s, USUAL)
    traits(s, 0, "shinto_temple")
    s.honor[0] = 46
    soon = horizon(s, USUAL)
    s.gold[0] = 4
    assert 1 == horizon(s, USUAL) < soon < 12
    s.honor[0], s.gold[0], s.round = 0, 0, s.max_rounds - 3
    assert 3 == horizon(s, USUAL)


def test_a_castle_counts_for_less_near_the_end() -> None:
    """The income of a keep ends with the game."""
    s = plain()
    keep = castle(s, "e5")
    traits(s, keep, "shinto_temple")
    values = [castle_value(s, USUAL, keep, rounds) for rounds in range(12, 0, -1)]
    assert values == sorted(set(values), reverse=True)


def test_gold_to_spare_had_better_be_honor() -> None:
    """Honor is worth more than the gold it costs; gold for an army is worth about as much."""
    s = plain()
    worth = {gold: treasure(s, USUAL, gold) for gold in (4, 6, 8, 10)}
    assert worth[10] - worth[8] < 100 > worth[6] - worth[4] > 80


@pytest.mark.parametrize("seats", [2, 3])
def test_a_turn_that_ends_changes_little(seats: int) -> None:
    """Incomes come to all in turn, so being first to collect is no advantage."""
    s = plain(seats, phase=HONOR)
    for home in range(seats):
        traits(s, home, "trading_posts", "shinto_temple")
    before = [GAME.evaluate(s, seat) for seat in range(seats)]
    end_turn(s)
    begin_turn(s)
    assert EXPENSE == s.phase
    for seat in range(seats):
        assert abs(GAME.evaluate(s, seat) - before[seat]) < 60


def test_honor_to_come_is_not_gained_by_going_on() -> None:
    """Whether the honor phase has begun does not matter, nor whether supplies are paid."""
    s = plain(phase=DRAW)
    traits(s, 0, "shinto_temple", "palace")
    s.drawn = 1
    before = GAME.evaluate(s, 0)
    begin_honor(s)
    assert HONOR == s.phase
    assert before == GAME.evaluate(s, 0)


def test_the_free_card_is_drawn() -> None:
    """A card on its way is better than the chance of one, and that is better than none."""
    may, none = plain(phase=DRAW), plain(phase=DRAW)
    none.drawn = 1
    drawing = none.copy()
    drawing.phase, drawing.drawer, drawing.to_draw = DRAWING, 0, 1
    values = [GAME.evaluate(s, 0) for s in (none, may, drawing)]
    assert values == sorted(set(values))


def test_armies_go_for_castles() -> None:
    """Every step towards a neutral castle counts, but not towards one of the clan's own."""
    values: dict[bool, list[int]] = {True: [], False: []}
    for is_own, rows in values.items():
        for at in ("c8", "c7", "c6", "c5"):
            s = standing(at)
            castle(s, "c4", owner=0 if is_own else NOBODY)
            rows.append(GAME.evaluate(s, 0))
    assert values[False] == sorted(set(values[False]))
    assert values[True] != sorted(set(values[True]))


def test_an_enemy_near_the_fortress_is_feared() -> None:
    """The nearer the worse, above all if the fortress is empty."""
    fears = []
    for at in ("a6", "a4", "a3", "a2"):
        s = standing("j1")
        army(s, 1, at)
        bare = s.copy()
        bare.army[0] = 0
        fears.append((GAME.evaluate(s, 0), GAME.evaluate(bare, 0)))
    guarded, bare_told = zip(*fears, strict=True)
    assert list(guarded) == sorted(guarded, reverse=True)
    assert list(bare_told) == sorted(bare_told, reverse=True)
    assert bare_told[0] - bare_told[-1] > 2 * (guarded[0] - guarded[-1]) > 0


def test_cards_are_kept_for_battles() -> None:
    """A card in hand is better than none, a strong one better than a weak one."""
    bare, weak, strong = (plain(), plain(), plain())
    hand(weak, 0, "ya")
    hand(strong, 0, "hc")
    assert gain(strong, weak) > 0
    assert gain(weak, bare) > 0


def test_a_stronger_army_has_better_prospects() -> None:
    """Before cards are sealed the hands count, and the ground, and traits."""
    weak, strong = meet(facing(), "ya", "hc"), meet(facing(), "hc3", "hc")
    assert gain(strong, weak) > gain(strong, weak, seat=1)
    open_ground, wood = meet(facing(), "hc", "hc"), meet(facing(terrain=2), "hc", "hc")
    assert gain(open_ground, wood) > 0
    trained = meet(facing(), "hc", "hc")
    before = strength(trained, USUAL, ATT, 0)
    traits(trained, trained.home[0], "sword_dojo")
    assert strength(trained, USUAL, ATT, 0) > before


def test_what_is_set_aside_counts_in_full() -> None:
    """Available cards count for less, and for nothing once the choice is sealed."""
    s = meet(facing(), "hc2", "hc2")
    values = [strength(s, USUAL, ATT, 0)]
    values += [strength(do(s, 0, "+hc"), USUAL, ATT, 0)]
    assert values[0] < values[1]
    sealed = strength(do(s.copy(), 0, "seal"), USUAL, ATT, 0)
    assert sealed == 10 < values[1]


def test_the_reserve() -> None:
    """Seven cards, five of them limited, the strongest; Treachery is not counted on."""
    s = meet(facing(), "hc6st4tr2", "-")
    force, cards = divmod(reserve(s, ATT, 0), 16)
    assert (5 * 10 + 2 * 7, 7) == (force, cards)
    assert (0, 0) == divmod(reserve(s, DEF, 1), 16)


def test_a_lead_sways_a_stake() -> None:
    """None of it at no lead, all of it at a sure one, and the same the other way round."""
    values = [swayed(USUAL, lead, 1000) for lead in range(-25, 26)]
    assert values == sorted(values)
    assert [-one for one in reversed(values)] == values
    assert (1000, 0) == (values[-1], swayed(USUAL, 0, 1000))


def test_setting_a_card_aside_is_a_step_forward() -> None:
    """In an open battle a strong card set aside is worth its loss; a bluff is not."""
    s = meet(facing(), "hc2mh", "hc2")
    before = s.copy()
    assert gain(do(s.copy(), 0, "+hc"), before) > 0 > gain(do(s.copy(), 0, "+mh"), before)


def test_diplomacy_ends_what_is_lost() -> None:
    """A side far behind is better off with Diplomacy among its cards set aside."""
    s = meet(facing(), "di", "hc3st3")
    before = s.copy()
    assert gain(do(s, 0, "+di"), before) > 0


def test_what_must_go_is_gone() -> None:
    """Cards above the limit do not count, so choosing them for the discard costs nothing."""
    s = plain(phase=REDUCE)
    hand(s, 0, "hc4")
    s.limit[0] = 3
    before = s.copy()
    assert gain(do(s, 0, "+hc"), before) >= 0


def test_the_fortress_is_the_dearest_stake() -> None:
    """A defender who is behind has more to lose in the home fortress than in any other castle."""
    values = []
    for home in (True, False):
        s = meet(facing(), "hc3", "-")
        held = castle(s, "e6", FORTRESS, owner=1)
        s.home[1] = held if home else s.home[1]
        values.append(GAME.evaluate(s, 1))
    assert values[0] < values[1]


@pytest.mark.parametrize("seats", ["2", "6"])
def test_levels_are_players(seats: str) -> None:
    """Each level describes a bot that plays this game; shogun thinks two seconds at most."""
    options = GAME.read_options({"seats": seats})
    players = [find_player(GAME, options, level) for level in LEVELS]
    assert 4 == len({(player.bot, player.budget) for player in players})
    assert players[-1].budget.seconds <= 2.0
