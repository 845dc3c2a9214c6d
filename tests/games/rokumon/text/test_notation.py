"""Actions and positions as text."""

import pytest

from games.rokumon.given import GAME, NOTATION, at, do, end, field, legal, options, start
from honjin.core.errors import Unreadable
from honjin.core.seats import CHANCE


@pytest.mark.parametrize("act", ["1", "2", "3", "4", "5", "epilogue"])
def test_actions_round_trip(act: str) -> None:
    """Every legal action is read back from its notation, and all notations differ."""
    s = do(start(act), "r1c1" if act in ("1", "2", "epilogue") else "4@r1c1")
    seat = CHANCE if act == "epilogue" else 1
    actions = [a for a, _ in GAME.outcomes(s)] if act == "epilogue" else GAME.legal(s, seat)
    texts = [NOTATION.write_action(s, seat, action) for action in actions]
    assert actions == [NOTATION.read_action(s, seat, text) for text in texts]
    assert len(texts) == len(set(texts))


def test_each_kind_is_written_its_own_way() -> None:
    """Place, Move, Fight and Surprise; white 1 and black 1 apart."""
    s = at("4", "2,1,./43,.,.,.", "b")
    texts = legal(s)
    assert {"w@r1c3", "3@r1c3", "r1c2-r2c2", "r2c1x", "r2c4~2,-2"} <= texts
    assert "1@r1c3" not in texts


@pytest.mark.parametrize(
    ("act", "text"),
    [
        ("4", ""),
        ("4", "r1c1"),
        ("4", "7@r1c1"),
        ("4", "w@r3c1"),
        ("4", "r1c1-r1c4"),
        ("4", "r1c1-"),
        ("4", "r1c1x "),
        ("4", "r1c1~9,9"),
        ("4", "r1c1~2,2,2"),
        ("4", "r1c1~-0,-3"),
        ("2", "4@r1c1"),
        ("2", "r1c1\n"),
        ("1", "r2c4"),
        ("epilogue", "r3c3"),
    ],
)
def test_unreadable_actions(act: str, text: str) -> None:
    """Anything else is refused, with what was expected and what came."""
    with pytest.raises(Unreadable, match=r"(?s)expected .*got"):
        NOTATION.read_action(start(act), 0, text)


def test_unreadable_deals() -> None:
    """During the deal an outcome must be one of the cards left."""
    s = GAME.setup(options("2", ""))
    with pytest.raises(Unreadable, match="one of g, j; got 'f'"):
        NOTATION.read_action(s, CHANCE, "f")


POSITIONS = [
    ("1", "1 gjg/gjj r,b,./.,rb,. r - - - 4 -"),
    ("2", "2 jgj/gjgj r,b,./.,rb,.,. r - - - 4 -"),
    ("3", "3 ggg/jjjj 2,w,./46,33,.,. b - - - 7 -"),
    ("4", "4 ggg/jjjj 2,w,./.,.,.,1 r r r2c4@2,-2 r2c4 4 -"),
    ("4", "4 ggg/jjjj .,.,./.,.,.,. r - r1c1@1,1;r2c4@2,-2 r2c4 2 -"),
    ("4", "4 ggg/jjjj .,.,./.,.,.,. b b r1c1@1,1 - 3 -"),
    ("5", "5 fgj/gjgj 2,w,./.,.,.,1 b rb - - 3 -"),
    ("epilogue", "E 17/253/46 r,./.,br,./.,. r r - - 4 -"),
    ("epilogue", "E 17/253/46 r,./.,br,./.,. b - r1c1@2,1 - 5 -"),
    ("4", "4 ggg/jjjj 2,4,6/1,3,.,. b rb - - 5 row:r"),
    ("4", "4 ggg/jjjj 2,4,./1,3,.,. r rb - - 6 resigned:b"),
    ("4", "4 ggg/jjjj 2,4,./1,3,.,. r rb - - 60 repetition"),
    ("4", "4 ggg/jjjj 2,4,./1,3,.,. r rb - - 200 length"),
    ("4", "4 ???/???? .,.,./.,.,.,. r rb - - 0 -"),
    ("2", "2 gjj/g??? .,.,./.,.,.,. r - - - 0 -"),
    ("5", "5 ???/?f?? .,.,./.,.,.,. r rb - - 0 -"),
    ("5", "5 g??/?f?? .,.,./.,.,.,. r rb - - 0 -"),
    ("epilogue", "E 17/2??/?? .,./.,.,./.,. r r - - 0 -"),
]


@pytest.mark.parametrize(("act", "text"), POSITIONS)
def test_positions_round_trip(act: str, text: str) -> None:
    """A position is written as it was read, whatever deal the options give."""
    s = NOTATION.read_position(text, options(act))
    assert text == NOTATION.write_position(s)
    assert all(law.holds(s) for law in GAME.laws)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "nine fields"),
        ("4 ggg/jjjj", "nine fields"),
        ("3 ggg/jjjj .,.,./.,.,.,. r - - - 0 -", "position of act 4"),
        ("4 gggg/jjj .,.,./.,.,.,. r rb - - 0 -", "one of j; got 'g'"),
        ("4 ggg/jjj .,.,./.,.,.,. r rb - - 0 -", "7 cards, got 6"),
        ("4 g?g/jjjj .,.,./.,.,.,. r rb - - 0 -", "next card"),
        ("4 ggg/jjjj .,.,./.,.,. r rb - - 0 -", "dice of 7 cards"),
        ("4 ggg/jjjj 6,6,./.,.,.,. r rb - - 2 -", "'6' too often"),
        ("4 ggg/jjjj r,.,./.,.,.,. b rb - - 1 -", "'r' too often"),
        ("4 ggg/jjjj 2461,.,./.,.,.,. b rb - - 1 -", "at most three"),
        ("4 ggg/jjjj 243,.,./.,.,.,. b rb - - 1 row:r", "three dice on a card to be of one side"),
        ("4 ggg/jjjj 24.,.,./.,.,.,. b rb - - 1 -", "expected a position like"),
        ("4 ggg/jjjj 2,.,./.,.,.,. w rb - - 1 -", "r or b, got 'w'"),
        ("4 ggg/jjjj 2,.,./.,.,.,. r rb - - 1 -", "b to move after 1 actions"),
        ("4 ggg/jjjj 2,.,./.,.,.,. b rb - - x -", "number of actions"),
        ("4 ggg/jjjj 2,.,./.,.,.,. b rb - - 201 -", "number of actions"),
        ("4 ggg/jjjj 2,.,./.,.,.,. b br - - 1 -", "expected a position like"),
        ("4 ggg/jjjj 2,.,./.,.,.,. b rb r2c4@2,-2 - 1 -", "0 Surprises lead to"),
        ("4 ggg/jjjj 2,.,./.,.,.,. b b r2c4@4,-2 - 1 -", "1 Surprises lead to"),
        ("4 ggg/jjjj 2,.,./.,.,.,. b b - - 1 -", "1 Surprises lead to"),
        ("4 ggg/jjjj 2,.,./.,.,.,. b b r2c4 - 1 -", "moved card like"),
        ("4 ggg/jjjj 2,.,./.,.,.,. b b r2c9@1,1 - 1 -", "moved card like"),
        ("4 ggg/jjjj 2,.,./.,.,.,. b rb - r1c1 1 -", "at most 0 barred"),
        ("4 ggg/jjjj 2,.,./.,.,.,. b b r2c4@2,-2 r1c9 1 -", "expected a card"),
        ("4 ggg/jjjj 2,4,6/1,3,.,. b rb - - 5 -", "finished row or stack"),
        ("4 ggg/jjjj 2,4,6/1,3,.,. b rb - - 5 won:r", "outcome such as"),
        ("4 ggg/jjjj 2,4,6/1,3,.,. b rb - - 5 row", "winner with row"),
        ("4 ggg/jjjj 2,4,./1,3,.,. r rb - - 200 -", "without a next action"),
        ("4 ???/???? 2,.,./.,.,.,. b rb - - 1 -", "complete deal"),
    ],
)
def test_unreadable_positions(text: str, says: str) -> None:
    """An impossible position is refused, with what was expected and what came."""
    with pytest.raises(Unreadable, match=says):
        NOTATION.read_position(text, options("4"))


def test_history_is_left_out() -> None:
    """A position that is read is its own first occurrence."""
    s = NOTATION.read_position(POSITIONS[2][1], options("3"))
    assert (1, s.dice) == (s.past, s.history[0])


def test_a_position_can_be_played_on() -> None:
    """A game continues from a position as it would have from its record."""
    s = do(start("4"), "2@r1c1", "1@r1c3", "4@r2c1", "r2c4~2,-2")
    read = NOTATION.read_position(NOTATION.write_position(s), options("4"))
    assert legal(s) == legal(read)
    assert "row:r" == end(do(read, "6@r2c4"))
    assert "r2c4" == field(read, 6)
