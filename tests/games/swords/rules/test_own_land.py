"""Games with traits and terrain of one's own, from the option `cards`."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.swords.given import (
    BARE,
    GAME,
    LAND,
    army,
    castle,
    do,
    facing,
    fight,
    forces,
    plain,
    sight,
    start,
    texts,
    traits,
)
from honjin.core.parts.condition import holds
from honjin.core.parts.rulebook import load_rulebook
from honjin.core.play import Play, pick
from honjin.core.words import speak
from honjin.games.swords.ai.evaluation import state_key
from honjin.games.swords.ai.valuation import castle_value
from honjin.games.swords.ai.weights import USUAL
from honjin.games.swords.content.cardfile import read_cards
from honjin.games.swords.content.data import CASTLES, TRAIT_NAMES, TRAIT_ROLLS
from honjin.games.swords.content.fairness import fairness
from honjin.games.swords.content.generator import MAX_UNFAIRNESS, draw_map
from honjin.games.swords.content.mapfile import choose_map
from honjin.games.swords.content.maps import COVERED, DIFFICULT, FORTRESS, KEEP, SQUARE_OF
from honjin.games.swords.info.facts import facts
from honjin.games.swords.rules.expense import end_expense
from honjin.games.swords.rules.setup import incomes_of, list_traits
from honjin.games.swords.rules.state import (
    DRAW,
    EXPENSE,
    ROLL_TRAITS,
    SECOND,
    Swords,
    gold_income,
    honor_income,
    ninja_houses,
)


def trait(name: str, **given: int) -> str:
    """A file with another trait."""
    return f"[traits]\n{name} = {{ {', '.join(f'{key} = {n}' for key, n in given.items())} }}\n"


def terrain(name: str, **given: int) -> str:
    """A file with other terrain."""
    return trait(name, **given).replace("[traits]", "[terrain]")


def counts(fortress: int, keep: int) -> str:
    """A file with other numbers of traits."""
    return f"[numbers]\nfortress_traits = {fortress}\nkeep_traits = {keep}\n"


def settled(seed: int, **given: str | bool) -> Swords:
    """The state once traits are rolled and hands are dealt."""
    play, rng = Play(GAME, {"seats": "3", "trade": "off", **given}), Random(seed)
    while play.state.phase < SECOND:
        if play.is_chance():
            play.chance(pick(GAME.outcomes(play.state), rng.randrange))
        else:
            seat = play.may_act()[0]
            play.act(seat, rng.choice(play.legal(seat)))
    assert isinstance(play.state, Swords)
    return play.state


def rolled(s: Swords) -> dict[int, int]:
    """The traits that can be rolled, with their weights."""
    out, weights = [0] * 40, [0] * 40
    n = list_traits(s, out, weights)
    return dict(zip(out[:n], weights[:n], strict=True))


# ---- what traits bring


def test_traits_bring_what_the_list_says() -> None:
    """Rules 11, 13, 14: gold, honor, and cards for the Ninja House."""
    own = trait("gold_mines", amount=7) + "palace = { amount = 5 }\nninja_house = { amount = 3 }\n"
    s = plain(cards=own)
    traits(s, 0, "gold_mines", "palace", "ninja_house")
    traits(s, 1, "farms")
    assert (3 + 7, 5, 3) == (gold_income(s, 0), honor_income(s, 0), ninja_houses(s, 0))
    assert (3 + 1, 0, 0) == (gold_income(s, 1), honor_income(s, 1), ninja_houses(s, 1))
    s.phase, s.gold[0] = EXPENSE, 9
    end_expense(s)
    assert (DRAW, 3) == (s.phase, s.houses)


def test_more_ninja_houses_than_printed_fit() -> None:
    """Nine cards each, with three in each of the most castles; bots tell their numbers apart."""
    s = plain(phase=DRAW, cards=trait("ninja_house", amount=9))
    s.houses = 9 * len(s.trait[0]) * CASTLES
    s.check()
    keys = set()
    for n in range(40):
        s.houses = n
        keys.add(state_key(s))
    assert 40 == len(keys)


def test_traits_help_in_battle_as_the_list_says() -> None:
    """Rulings Q50, Q51: for each card that is helped, or once."""
    own = trait("sword_dojo", amount=4) + "yang = { amount = 6 }\nart_of_war = { amount = 0 }\n"
    s = facing(cards=own)
    traits(s, 0, "sword_dojo", "yang", "art_of_war")
    fight(s, "nd2", "pr")
    assert 2 * (7 + 1) + 2 * 4 + 6 == forces(s)[0]


@pytest.mark.parametrize(
    ("name", "siege", "side"),
    [("fortifications", True, 1), ("siegecraft", True, 0), ("ying", False, 1), ("yang", True, 0)],
)
def test_each_trait_of_war_has_its_amount(name: str, siege: bool, side: int) -> None:
    """Defending in a castle, attacking one, defending, attacking."""
    with_trait, without = (_fought(trait(name, amount=n), name, siege) for n in (8, 0))
    assert 8 == with_trait[side] - without[side]
    assert with_trait[1 - side] == without[1 - side]


def _fought(cards: str, name: str, siege: bool) -> tuple[int, int]:
    s = facing(cards=cards)
    if siege:
        castle(s, "e6", KEEP, 1)
    for seat in range(2):
        traits(s, seat, name)
    fight(s, "hc", "hc")
    return forces(s)


def test_a_trait_that_brings_nothing_is_worth_nothing() -> None:
    """Bots value a castle by what its traits bring in this game."""
    values = []
    for n in (0, 1, 5):
        s = plain(cards=trait("gold_mines", amount=n))
        traits(s, 0, "gold_mines")
        values.append(castle_value(s, USUAL, 0, 4))
    bare = castle_value(plain(), USUAL, 0, 4)
    assert bare == values[0] < values[1] < values[2]


def test_a_trait_that_brings_nothing_makes_no_fortress_richer() -> None:
    """Ruling W3: fortresses are about even by the traits that bring gold or honor."""
    s = plain(cards=trait("gold_mines", amount=0))
    traits(s, 0, "gold_mines", "farms", "palace")
    assert 2 == incomes_of(s, 0)


def test_the_tooltip_says_what_a_trait_brings() -> None:
    """In both languages; more than one card for a Ninja House is said."""
    s = plain(cards=trait("gold_mines", amount=7) + "ninja_house = { amount = 2 }\n")
    traits(s, 0, "gold_mines", "ninja_house")
    label = next(one.label for one in GAME.table.scene(s).spaces if one.id == "a1")
    said = speak(GAME.words, label)
    assert "Gold Mines (+7 gold)" in said
    assert "Ninja House (draws 2 cards for a Ninja)" in said
    assert "金＋7" in speak(GAME.words, label, "ja")


# ---- how many traits, and which


def test_throws_are_as_likely_as_the_list_says() -> None:
    """Ruling Q9: a trait that no throw brings is not rolled."""
    s = start(cards=trait("palace", throws=4) + "farms = { throws = 0 }\n")
    s.phase = ROLL_TRAITS
    found = rolled(s)
    assert 35 == len(found)
    assert TRAIT_NAMES.index("farms") not in found
    assert {4: 1, 1: 34} == Counter(found.values())
    assert 4 == found[TRAIT_NAMES.index("palace")]
    assert dict.fromkeys(range(36), 1) == rolled(start())


@pytest.mark.parametrize(("fortress", "keep"), [(3, 1), (1, 3), (0, 2), (2, 0), (0, 0), (3, 3)])
@pytest.mark.parametrize("board", ["map", "laid"])
def test_castles_have_as_many_traits_as_the_list_says(board: str, fortress: int, keep: int) -> None:
    """Rule 5: fortresses and keeps; without any, hands are dealt at once."""
    s = settled(4, cards=counts(fortress, keep), board=board, balanced_traits=True)
    for number in range(s.castles):
        wanted = fortress if s.terrain[s.square[number]] == FORTRESS else keep
        assert wanted == sum(map(bool, s.trait[number]))
    for law in GAME.laws:
        assert law.holds(s), law.name


def test_only_thrown_traits_are_a_position() -> None:
    """A castle with one that no throw brings, or with too many, cannot occur."""
    law = next(one for one in GAME.laws if one.name == "traits are those of the list")
    s = settled(4, cards=counts(2, 0))
    assert law.holds(s)
    s.trait[0][2] = 1
    assert not law.holds(s)
    s = settled(4, cards=trait("palace", throws=0))
    s.trait[0][0] = TRAIT_NAMES.index("palace") + 1
    assert not law.holds(s)


def test_facts_count_traits_of_any_number() -> None:
    """Of a kind at home, whatever they bring; none in a game without traits."""
    for cards, most in ((LAND, 2), (BARE, 0)):
        found = facts(settled(4, cards=cards), ())
        assert all(int(n) <= most for key in ("tribute", "fame", "war") for n in found.marks[key])


# ---- terrain


def test_terrain_costs_what_the_list_says() -> None:
    """Rule 1, ruling Q31: a forest for one point can be crossed, clear ground for two cannot."""
    s = plain(cards=terrain("covered", points=1) + "clear = { points = 2 }\n")
    army(s, 0, "e5")
    s.terrain[SQUARE_OF["e6"]] = s.terrain[SQUARE_OF["e7"]] = COVERED
    do(s, 0, "e5-e6")
    assert 1 == s.points
    assert {"e6-e7"} == {text for text in texts(s) if text.startswith("e6-")}
    why = GAME.table.why(sight(s, 0), 0, ("e6", "f6"))
    assert "2" in speak(GAME.words, why.say)


def test_a_way_through_a_friend_costs_what_the_list_says() -> None:
    """Ruling Q32: both squares are paid for."""
    for points, can in ((1, True), (2, False)):
        s = plain(cards=terrain("difficult", points=points), pass_friends=True)
        army(s, 0, "e5")
        army(s, 0, "e6")
        s.terrain[SQUARE_OF["e6"]] = DIFFICULT
        assert can == ("e5^e7" in texts(s))
        if can:
            do(s, 0, "e5^e7")
            assert 0 == s.points


def test_what_could_come_is_guessed_with_the_points_of_the_list() -> None:
    """An army beyond two forests threatens a castle only where they cost one point."""
    for points, comes in ((1, True), (2, False)):
        s = plain(cards=terrain("covered", points=points))
        castle(s, "e7", KEEP, 0)
        army(s, 1, "e4")
        for at in ("d4", "f4", "e5", "e3", "d5", "f5", "e6"):
            s.terrain[SQUARE_OF[at]] = COVERED
        army(s, 0, "e7")
        lines = [one for one in GAME.table.scene(sight(s, 0)).decor if one.of == "e7"]
        assert comes == bool(lines)


def test_terrain_defends_as_the_list_says() -> None:
    """Ruling Q49: in the open, in a keep, and on ground that printed adds nothing."""
    s = facing(cards=terrain("clear", defence=-6))
    fight(s, "hc", "hc")
    assert -6 == s.force[1][4]
    s = facing(cards=terrain("keep", defence=11))
    castle(s, "e6", KEEP, 1)
    fight(s, "hc", "hc")
    assert 11 == s.force[1][4]


def test_the_board_shows_its_own_numbers() -> None:
    """Tooltips in both languages, and the number on the land unless it is the printed one."""
    own = terrain("covered", points=1, defence=-4) + "clear = { defence = 2 }\n"
    s = facing(cards=own)
    s.terrain[SQUARE_OF["c3"]] = COVERED
    s.terrain[SQUARE_OF["c4"]] = DIFFICULT
    places = {one.id: one for one in GAME.table.scene(s).spaces}
    assert "c3: forest, 1 to enter, defender −4" == speak(GAME.words, places["c3"].label)
    assert "守り手−4" in speak(GAME.words, places["c3"].label, "ja")
    looks = [places[at].look for at in ("c3", "d3", "c4")]
    assert ["terrain-covered-n4", "terrain-clear-2", "terrain-difficult"] == looks
    usual = {one.id: one.look for one in GAME.table.scene(facing()).spaces}
    assert "terrain-clear" == usual["d3"]
    assert "defender +10" in speak(GAME.words, places["a1"].label)


def test_a_tile_in_hand_shows_its_own_number() -> None:
    """Rule 26: as the land does once it is laid."""
    s = start(board="laid", cards=terrain("treacherous", defence=0))
    s.tiles[0][3] = s.tiled[0] = 1
    pieces = [one for one in GAME.table.scene(sight(s, 0)).pieces if one.on == "tiles:0"]
    assert ["tile-treacherous-0"] == [piece.look for piece in pieces]
    assert "river, 2 to enter" == speak(GAME.words, pieces[0].label)


# ---- maps


def test_a_drawn_map_is_even_by_the_points_of_the_list() -> None:
    """Rule 2: the generator and the figures count with them, and so does the option."""
    cost = read_cards(LAND).points
    for seed in range(1, 6):
        drawn = draw_map(5, 2, seed, cost=cost)
        assert fairness(drawn.map, cost=cost) == drawn.fairness
        assert drawn.fairness.unfairness <= MAX_UNFAIRNESS or drawn.is_designed
    given = {"seats": "5", "map": "drawn:2", "cards": LAND}
    kept = GAME.read_options(given)
    assert draw_map(5, seed=2, cost=cost).map == choose_map(str(kept["map"]), 5)
    assert kept == GAME.read_options(kept)
    assert draw_map(5, seed=2).map == choose_map("drawn:2", 5)
    designed = [fairness(choose_map("designed", 5), cost=of) for of in (cost, (1,) * 8)]
    assert designed[0] != designed[1]


# ---- the rules beside the table


def test_printed_traits_are_no_part_of_a_game_with_others() -> None:
    """Rules T11 to T66, and the printed rows of all tables."""
    options = GAME.read_options({"cards": LAND})
    book = load_rulebook(GAME.home / "rules.md", GAME.numbers).conditions()
    hidden = [number for number, when in book.items() if not holds(when, options)]
    assert [f"T{roll}" for roll in TRAIT_ROLLS] == [n for n in hidden if n[0] == "T"]
    rows = [row for table in GAME.reference.tables for row in table.rows]
    assert not any(holds(row.when, options) for row in rows)
    assert all(holds(row.when, GAME.read_options({})) for row in rows)


def test_reference_tables_have_the_numbers_of_the_list() -> None:
    """Amounts, throws where they differ, points and defence, the number on the land."""
    words = {**GAME.words, **GAME.reference.words}
    _, traits_of, land = GAME.reference.of(GAME.read_options({"cards": LAND}))
    by_name = {speak(words, row.name): row for row in traits_of.rows}
    assert ("Throws",) == tuple(speak(words, head) for head in traits_of.heads)
    assert ((5,), (0,)) == (by_name["Gold Mines"].cells, by_name["Shinto Temple"].cells)
    notes = [speak(words, note) for name in ("Gold Mines", "Ninja House")
             if (note := by_name[name].note)]  # fmt: skip
    assert ["9 gold a turn.", "9 extra cards a turn; only a Ninja is kept (§Q22)."] == notes
    assert [(2, "−20"), (1, "+7"), (1, "+20"), (1, 0), ("—", "—"), (2, "−3"), (2, "+20")] == [
        row.cells for row in land.rows
    ]
    assert "terrain-treacherous-0" == land.rows[3].look
    usual = GAME.reference.of(GAME.read_options({}))[1]
    assert ((), ()) == (usual.heads, usual.rows[0].cells)
