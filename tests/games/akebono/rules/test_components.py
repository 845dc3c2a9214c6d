"""Components: pieces, defences, dice, valor, the board."""

from collections import Counter

import pytest

from games.akebono.given import GAME, RED, WHITE, at, cost, defence_of, do, legal, rolling, start
from honjin.core.seats import CHANCE
from honjin.games.akebono.content.data import BACKED, COUNTS, DEFENCES, SHIPPED, TERRAINS
from honjin.games.akebono.rules.names import ground
from honjin.games.akebono.rules.state import THIRD
from honjin.geometry.hexes import neighbours, opposite

VALUE = {place.name: place.value for place in SHIPPED.places}


def test_seventeen_pieces_a_side() -> None:
    """Rule 1: a tairo, three daimyo, three samurai, five ashigaru, three teppo-tai, two ninja."""
    s = start()
    for seat in (RED, WHITE):
        assert [0, 1, 3, 3, 5, 3, 0] == s.tray[seat]
        assert 2 == s.hand[seat]
    assert 17 == sum(s.counts)


def test_split_of_five() -> None:
    """Ruling Q1: three teppo-tai and two ninja, or two and three; 15 or 14 pieces to place."""
    assert (0, 1, 3, 3, 5, 3, 2) == COUNTS["a"]
    assert (0, 1, 3, 3, 5, 2, 3) == COUNTS["b"]
    assert (15, 2) == (sum(start().tray[RED]), start().hand[RED])
    s = start(counts="b")
    assert (14, 3) == (sum(s.tray[RED]), s.hand[RED])


@pytest.mark.parametrize(
    ("letter", "defence"), [("D", 4), ("S", 5), ("A", 2), ("G", 1), ("N", 3), ("T", 0)]
)
def test_defences(letter: str, defence: int) -> None:
    """Rule 2: samurai 5, daimyo 4, ninja 3, ashigaru 2, a teppo-tai alone 1, a tairo none."""
    assert defence == defence_of(at(white=f"{letter}:F6"), "F6")
    assert 3 == BACKED


def test_other_defences() -> None:
    """Ruling Q2: samurai 6, or ashigaru 3 and ninja 2."""
    assert (0, 0, 4, 5, 2, 1, 3) == DEFENCES["a"]
    assert (0, 0, 4, 6, 2, 1, 3) == DEFENCES["b"]
    assert (0, 0, 4, 5, 3, 1, 2) == DEFENCES["c"]
    assert 7 == cost(at("A:F5", "S:F6", points=9, defence="b"), "F5xF6")
    assert 4 == cost(at("A:F5", "A:F6", points=9, defence="c"), "F5xF6")


def test_a_tairo_has_no_number() -> None:
    """Ruling Q3: no defence is shown on a tairo."""
    pieces = {piece.id: piece.text for piece in GAME.table.scene(at("S:E5")).pieces}
    assert ("", "5") == (pieces["K1.tairo"], pieces["E5.samurai"])


def test_two_dice_of_six() -> None:
    """Rule 3: a roll is two numbers from 1 to 6, in 36 equally likely ways."""
    s = rolling(at())
    ways = Counter(dict(GAME.outcomes(s)))
    assert (21, 36) == (len(ways), ways.total())
    assert {"1-1", "3-5", "6-6"} < legal(s)
    assert (1, 2) == (ways[8 * 4 + 4], ways[8 * 3 + 5])


def test_the_third_die_is_a_die() -> None:
    """Ruling Q55: it shows 1 to 6, each as likely as the others."""
    s = do(at(dice=(3, 5), valor=(1, 0)), "die")
    assert THIRD == s.phase
    assert [(n, 1) for n in range(1, 7)] == GAME.outcomes(s)
    assert [4, 12] == [do(s, "4").dice[2], do(s, "4").points]


def test_valor_begins_at_nothing() -> None:
    """Rule 4: both counters begin at 0."""
    assert [0, 0] == start().valor


def test_values_and_what_they_are() -> None:
    """Rule 5: 1 is road, 2 and 3 field, 4 and 5 forest, 6 mountain."""
    assert ("", "road", "field", "field", "forest", "forest", "mountain") == TERRAINS
    looks = {space.id: space.look for space in GAME.table.scene(start()).spaces}
    assert ("terrain-1-03", "terrain-6") == (looks["F6"], looks["A1"])


def test_shape_of_the_board() -> None:
    """Ruling Q4: 127 hexes, rows of 12 and 11 in turn, A to K."""
    rows = Counter(place.name[0] for place in SHIPPED.places)
    assert [12, 11] * 5 + [12] == [rows[letter] for letter in "ABCDEFGHIJK"]
    assert 127 == len(ground(start()).name) == len(GAME.table.scene(start()).spaces)


def test_terrain_of_the_board() -> None:
    """Ruling Q5: the number of hexes of each value; a mountain's neighbours are 4 or more."""
    assert {1: 15, 2: 22, 3: 32, 4: 24, 5: 20, 6: 14} == Counter(VALUE.values())
    at_ = {place.at: place.value for place in SHIPPED.places}
    for here, value in at_.items():
        around = [at_[near] for near in neighbours(here) if near in at_]
        assert value != 6 or min(around) >= 4
        assert value != 5 or 6 in around
        assert value != 4 or max(around) >= 5


def test_the_road_is_one_path() -> None:
    """Ruling Q5: fifteen hexes of value 1 in a line from edge to edge, without branches."""
    road = {place.at for place in SHIPPED.places if place.value == 1}
    ends = [here for here in road if len(road & set(neighbours(here))) == 1]
    assert set(SHIPPED.road) == {p.name for p in SHIPPED.places if p.value == 1}
    assert 2 == len(ends)
    assert all(len(road & set(neighbours(here))) == 2 for here in road if here not in ends)


def test_both_halves_are_alike() -> None:
    """A half turn maps each hex to one of the same value, and each half to the other."""
    by = {place.at: place for place in SHIPPED.places}
    for place in SHIPPED.places:
        turned = by[opposite(place.at)]
        assert place.value == turned.value
        assert tuple(half if half < 0 else 1 - half for half in place.halves) == turned.halves


def test_chance_has_its_turns() -> None:
    """The midline, the first turn and dice are turns of chance alone."""
    assert 1 << CHANCE == GAME.may_act(rolling(at()))
    assert 0 == GAME.must_act(rolling(at()))
