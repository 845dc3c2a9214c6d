"""Games with cards and numbers of one's own: dealt, paid, scored and shown as the file says."""

from random import Random

import pytest

from games.akiwado.given import (
    GAME,
    LARGE,
    MON,
    NOTATION,
    SMALL,
    over,
    scores,
    start,
    table,
    touting,
)
from honjin.core.seats import CHANCE, seats_in
from honjin.core.words import speak
from honjin.games.akiwado.rules.state import OVER, Akiwado
from honjin.games.akiwado.rules.touting import income


def test_cards_and_coins_are_those_of_the_file() -> None:
    """Seven of each colour less those dealt and taken out; nine coins each (rules 1 to 6)."""
    s = start(4, cards=LARGE)
    assert [4, 4, 4, 4, 5, 1] == s.deck
    assert [9, 9, 9, 9, 0] == s.coins
    assert 120 - 36 == s.stock


def test_dice_pay_the_colour_of_the_file() -> None:
    """A 6 pays white cards, if white has the 6 (rule 13)."""
    s = touting(("ww", "r", "k", "b"), (2, 3, 6), cards=LARGE)
    s.kept = 0b100
    assert [2, 0, 1, 1] == [income(s, seat) for seat in range(4)]


def test_sets_score_what_the_file_says() -> None:
    """Points of four and five colours, and those of the white purveyor (rules 48, 52)."""
    s = over(("wwyyrrbbkk", "wwyyrrbb", "wwy", ""), cards=LARGE, variant="purveyor")
    s.marker[0] = 3
    assert (10 + 99, 8 + 40, 3, 7) == scores(s)


def test_nine_of_a_colour_are_four_pairs() -> None:
    """Seven cards and both custom orders do not overflow the count (rules 50, 53)."""
    s = over(("wwwwwwwyyyyyyyoo", "", "", ""), cards=LARGE)
    assert 16 + 4 * 1 == scores(s)[MON]
    s = over(("wwwwwwwoo", "", "", ""), cards=LARGE)
    assert 9 + 1 == scores(s)[MON]


def test_the_scene_tells_the_numbers() -> None:
    """The number on a card, the points of a set and of a marker, and how the game is won."""
    s = over(("wwyyrrbb", "", "", ""), cards=LARGE, variant="purveyor")
    scene = GAME.table.scene(GAME.seen_by(s, 0))
    looks = {piece.look: piece for piece in scene.pieces}
    assert "6" == looks["goods-white"].text
    assert "white purveyor: 7 points at the end" == speak(
        GAME.words, looks["privilege-white"].label
    )
    assert any("40 points" in speak(GAME.words, tray.label) for tray in scene.trays)
    assert scene.goal is not None
    told = "Sets of 2, 3, 4 and 5 colours score 1, 2, 40 and 99 here."
    assert speak(GAME.words, scene.goal.say).endswith(told)
    usual = GAME.table.scene(GAME.seen_by(table(("w", "", "", "")), 0)).goal
    assert usual is not None
    assert "goal" == usual.say.k


def test_positions_of_such_games_come_back() -> None:
    """The options say which cards are in the box."""
    for seats in ("3", "4", "5"):
        options = GAME.read_options({"seats": seats, "cards": LARGE})
        text = NOTATION.write_position(GAME.setup(options))
        assert GAME.setup(options) == NOTATION.read_position(text, options)


def test_the_reference_tables_are_those_of_the_list() -> None:
    """Copies and pips of each card, points of sets, and of the white purveyor."""
    text = "copies.red = 7\npips = { red = 6, black = 4 }\nsets.5 = 30\npurveyors.white = 9"
    goods, sets, purveyors = GAME.reference.of(GAME.read_options({"cards": text}))
    assert [(6, 7), (5, 6), (4, 6)] == [row.cells for row in goods.rows[3:6]]
    assert [(3,), (6,), (12,), (30,)] == [row.cells for row in sets.rows]
    note = purveyors.rows[0].note
    assert note is not None
    assert 9 == note.p["n"]


GIVEN = [
    {"seats": "5", "variant": "purveyor", "waste": "total_2", "coin_limit": False},
    {"seats": "3", "variant": "purveyor", "waste": "total_2", "colours": "lot"},
]


@pytest.mark.parametrize("cards", [LARGE, SMALL])
@pytest.mark.parametrize("given", GIVEN)
def test_the_laws_hold_over_random_games(given: dict[str, str | bool], cards: str) -> None:
    """At each position of some games, to the end."""
    options = GAME.read_options({**given, "cards": cards})
    for seed in range(3):
        assert OVER == played(GAME.setup(options), Random(seed)).phase


def played(s: Akiwado, random: Random) -> Akiwado:
    """The end of a random game; every position on the way obeys the laws."""
    while turn := GAME.may_act(s):
        seat = random.choice(seats_in(GAME.must_act(s))) if turn < 1 << CHANCE else CHANCE
        if seat == CHANCE:
            outcomes, weights = zip(*GAME.outcomes(s), strict=True)
            (action,) = random.choices(outcomes, weights)
        else:
            action = random.choice(GAME.legal(s, seat))
        GAME.apply_action(s, seat, action)
        assert [] == [law.name for law in GAME.laws if not law.holds(s)]
    return s
