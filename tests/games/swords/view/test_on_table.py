"""The breakdown of battles, threats and tooltips in the scene."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.swords.given import (
    GAME,
    army,
    castle,
    facing,
    forces,
    meet,
    plain,
    reveal,
    sight,
    start,
    traits,
)
from honjin.core.contract.presentation import Choice
from honjin.core.seats import SPECTATOR
from honjin.core.words import LANGUAGES, speak
from honjin.games.swords.content.data import CARDS, FORCE, TRAIT_AMOUNT, TRAIT_NAMES, TRAITS
from honjin.games.swords.content.maps import IMPASSABLE, SQUARE_NAMES, SQUARE_OF, SQUARES
from honjin.games.swords.rules.actions import ON
from honjin.games.swords.rules.state import DRAW, Swords, holds_castle
from honjin.games.swords.view.scene import scene
from honjin.games.swords.view.tooltips import face_of, face_say, gift_of, gift_say
from honjin.testing.outlines import overlaps

TROOPS = st.lists(
    st.sampled_from(["ya", "bn", "wm", "bm", "ys", "nd", "yc", "sa", "hc"]),
    min_size=1, max_size=5, unique=True,
)  # fmt: skip
PLACES = st.lists(st.integers(0, SQUARES - 1), max_size=12, unique=True)


@settings(max_examples=40)
@given(TROOPS, TROOPS, st.integers(0, IMPASSABLE - 1), st.sampled_from(TRAIT_NAMES))
def test_a_breakdown_adds_up(attack: list[str], defence: list[str], terrain: int, at: str) -> None:
    """Its lines add up to the totals of the battle; while cards are chosen there is none (20)."""
    s = facing(terrain)
    traits(s, 1, at)
    meet(s, "".join(attack) + "ca4", "".join(defence) + "aa4")
    assert scene(sight(s, 0)).breakdown is None
    reveal(s, "".join(attack), "".join(defence))
    shown = scene(sight(s, SPECTATOR)).breakdown
    assert shown is not None
    assert forces(s) == tuple(line.sum for line in shown.lines)
    assert forces(s) == tuple(sum(line.numbers) for line in shown.lines)
    assert {len(shown.heads)} == {len(line.numbers) for line in shown.lines}


@pytest.mark.parametrize("given", [{}, {"board": "laid", "tiles": "hexes"}, {"adjacency": "eight"}])
def test_a_battle_lies_beside_the_map(given: dict[str, str]) -> None:
    """Rule 20: camps and forces cover no square of any map, and not each other."""
    spaces = scene(sight(meet(facing(**given), "ya", "ya"), 0)).spaces
    assert {"e5", "camp:0", "camp:1", "force:0", "force:1"} < {space.id for space in spaces}
    assert [] == [(one.id, two.id) for one, two in overlaps(spaces)]


@settings(max_examples=40)
@given(PLACES, PLACES)
def test_arrows_point_at_what_is_ones_own(own: list[int], others: list[int]) -> None:
    """Threats are shown to each seat for its own armies and castles, and for nothing else."""
    s = plain()
    for seat, squares in enumerate((own, others)):
        for square in squares:
            if not s.army[square]:
                army(s, seat, SQUARE_NAMES[square])
    for seat in range(2):
        for square in dangers(sight(s, seat)):
            assert s.army[square] == seat + 1 or holds_castle(s, seat, square)
    assert [] == dangers(sight(s, SPECTATOR))


def test_the_free_card_is_asked_about_before_it_is_left() -> None:
    """Rule 13: one card a turn is free, and it cannot be drawn later."""
    s = plain(phase=DRAW)
    said = on(s).gives_up
    assert said is not None
    assert "not drawn your free card" in speak(GAME.words, said)
    s.drawn = 1
    assert on(s).gives_up is None


def on(s: Swords) -> Choice:
    """The choice to end the phase."""
    return GAME.table.choice(sight(s, 0), 0, ON)


def test_an_arrow_tells_that_an_enemy_could_come() -> None:
    """A keep two steps from an enemy is in danger; the enemy, out of reach, is not."""
    s = plain()
    castle(s, "e5", owner=0)
    army(s, 1, "e7")
    assert [SQUARE_OF["e5"]] == dangers(sight(s, 0))
    assert [] == dangers(sight(s, 1))


def dangers(seen: Swords) -> list[int]:
    """The squares that arrows point at."""
    labels = [line.label for line in scene(seen).decor if line.look == "danger"]
    return [SQUARE_OF[str(label.p["at"])] for label in labels if label]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_and_traits_say_what_they_do(lang: str) -> None:
    """A card states its force, a trait its effect, in both languages."""
    for card in range(CARDS):
        said = speak(GAME.words, face_say(face_of(start(), card)), lang)
        assert not FORCE[card] or str(FORCE[card]) in said
    for trait in range(TRAITS):
        said = speak(GAME.words, gift_say(gift_of(start(), trait)), lang)
        draws = TRAIT_NAMES[trait] == "ninja_house"
        assert draws or str(TRAIT_AMOUNT[trait]) in said


def test_a_castle_without_traits_says_so() -> None:
    """While a board is laid, castles have none yet; their label ended with "nothing"."""
    s = plain(2)
    castle(s, "e5")
    label = next(one.label for one in scene(sight(s, SPECTATOR)).spaces if one.id == "e5")
    assert "e5: keep of nobody, defender +5; no traits" == speak(GAME.words, label)


def test_a_sketch_in_each_language() -> None:
    """The squares are the same; what a clan has is told in words (`honjin play --lang ja`)."""
    seen = sight(facing(0), 0)
    english, japanese = (GAME.sketch(seen, language).splitlines() for language in ("en", "ja"))
    assert english[:10] == japanese[:10]
    assert "0 honor " in english[10]
    assert "0 名誉 " in japanese[10]
