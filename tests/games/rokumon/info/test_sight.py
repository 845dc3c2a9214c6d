"""Observations and the log: everything is open to every viewer."""

import pytest

from games.rokumon.given import GAME, NOTATION, at, do, options, start
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.core.words import speak
from honjin.games.rokumon.rules.state import Rokumon


def told(s: Rokumon, text: str, language: str = "en") -> list[tuple[str, str]]:
    """The log lines of an action: words and rule."""
    seat = CHANCE if GAME.may_act(s) >> CHANCE & 1 else s.turn
    action = NOTATION.read_action(s, seat, text)
    after = do(s, text)
    events = GAME.tell(s, seat, action, after, SPECTATOR)
    return [(speak(GAME.words, event.say, language), event.rule) for event in events]


def test_nothing_is_hidden() -> None:
    """Every seat and every spectator sees the whole state."""
    s = do(start("4"), "2@r1c1", "1@r2c1")
    for viewer in (0, 1, SPECTATOR):
        assert s == GAME.seen_by(s, viewer)
        filled = GAME.seen_by(s, viewer)
        GAME.resample(filled, viewer, [1])
        assert s == filled


def test_each_action_is_told() -> None:
    """Place, Move to an empty card, Move onto a die, Fight, Surprise: each with its rule."""
    s = at("4", "2,1,./43,.,.,6", "r")
    assert [("Sanada places red 2 on the third card of the top row", "6")] == told(s, "2@r1c3")
    top, bottom = "the first card of the top row", "the second card of the bottom row"
    assert [(f"Sanada moves red 2 from {top} to {bottom}", "8")] == told(s, "r1c1-r2c2")
    top, bottom = "the second card of the top row", "the fourth card of the bottom row"
    covering = f"Sanada moves red 6 from {bottom} to {top}, covering black 1"
    assert [(covering, "9")] == told(s, "r2c4-r1c2")
    fight = "Sanada fights on the first card of the bottom row: red 4 stays, black 3 returns"
    assert [(fight, "13")] == told(s, "r2c1x")


def test_a_card_is_called_by_the_place_where_it_lies() -> None:
    """A Surprise names the new neighbours; later lines use the row the card is in then.

    The new place can have the name of the old one: "the first card of the bottom row, which is now
    the first card of the bottom row".
    """
    s = at("4", "2,1,./43,.,.,6", "r")
    beside = "the second card of the bottom row and the third card of the bottom row"
    away = f"Surprise: Sanada moves the first card of the bottom row next to {beside}"
    assert [(away, "16")] == told(s, "r2c1~1,1")
    after = do(s, "r2c1~1,1")
    assert [("Tokugawa places black 5 on the first card of the middle row", "6")] == told(
        after, "5@r2c2"
    )


def test_the_log_speaks_japanese() -> None:
    """The same events by the other templates."""
    s = at("4", "2,1,./43,.,.,6", "r")
    assert "真田が下段の1枚目で合戦：赤4が残り黒3が戻る" == told(s, "r2c1x", "ja")[0][0]


@pytest.mark.parametrize(
    ("s", "action", "says", "rule"),
    [
        (at("2", "r,r,./.,.,.,."), "r1c3", "Sanada wins with three in a row", "21"),
        (at("2", "r,.,./rr,.,.,."), "r1c1-r2c1", "Sanada wins with three in a stack", "22"),
        (
            at("2", "b,.,./r,rb,r,.", "b"),
            "r2c2-r1c2",
            "Tokugawa uncovers a row of Sanada and loses",
            "11",
        ),
        (
            at("3", ".,.,./2,43,2,.", "b"),
            "r2c2x",
            "Tokugawa gives Sanada three in a row and loses",
            "15",
        ),
        (
            at("4", ".,.,2/4,.,6,.", "b"),
            "r2c1~1,1",
            "Tokugawa gives Sanada three in a row and loses",
            "20",
        ),
        (
            at("2", "br,br,b/br,r,.,b", deal="jjgjggj"),
            "r2c2-r2c4",
            "Tokugawa has no action: Sanada wins",
            "23",
        ),
    ],
    ids=["row", "stack", "revealed", "fight", "surprise", "submission"],
)
def test_each_win_is_told(s: Rokumon, action: str, says: str, rule: str) -> None:
    """The last line says how the game ended, and by which rule."""
    assert (says, rule) == told(s, action)[-1]


def test_draws_are_told() -> None:
    """A repetition and the two hundredth action."""
    s = at("2", "r,b,./.,.,.,.", "r")
    to_and_fro = ("r1c1-r2c1", "r1c2-r2c2", "r2c1-r1c1", "r2c2-r1c2")
    nearly = do(s, *to_and_fro, *to_and_fro[:3])
    places = "from the second card of the bottom row to the second card of the top row"
    assert [
        (f"Tokugawa moves a black die {places}", "8"),
        ("The same position for the third time: a draw", "25"),
    ] == told(nearly, to_and_fro[3])
    line = NOTATION.write_position(s).replace(" 20 ", " 198 ")
    last = do(NOTATION.read_position(line, options("2")), to_and_fro[0])
    assert ("Two hundred actions: a draw", "W3") == told(last, to_and_fro[1])[-1]


def test_the_deal_is_told() -> None:
    """Each card as it is turned up; the fort stays face down; numbers with their colour."""
    first, fort = "the first card of the top row", "the second card of the bottom row"
    (gold,) = told(GAME.setup(options("4", "")), "g")
    assert (f"The deal: {first} is gold", "2") == gold
    (down,) = told(GAME.setup(options("5", "")), "r2c2")
    assert (f"The deal: {fort} stays face down, the fort", "2") == down
    (number,) = told(GAME.setup(options("epilogue", "")), "3")
    assert (f"The deal: {first} is number 3, green", "2") == number


def test_free_places_are_told_by_the_cards_that_they_touch() -> None:
    """Each has a number, so that no two have the same name."""
    spaces = GAME.table.scene(start("4")).spaces
    free = [speak(GAME.words, space.label) for space in spaces if space.ghost]
    assert len(free) == len(set(free))
    first = "free place 1, beside the first card of the top row and the second card of the top row"
    assert first == free[0]
