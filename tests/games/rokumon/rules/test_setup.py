"""Set-up and turn (rules 1-5)."""

import pytest

from games.rokumon.given import (
    GAME,
    NOTATION,
    at,
    dice,
    do,
    end,
    field,
    kind,
    legal,
    options,
    playing,
    start,
    state_of,
)
from honjin.core.errors import BadOption, Illegal, NotToAct
from honjin.core.play import Play
from honjin.core.seats import CHANCE
from honjin.games.rokumon.rules.state import Rokumon

ACTS = ("1", "2", "3", "4", "5", "epilogue")


def test_red_begins_with_four_dice_black_has_five() -> None:
    """Rule 1: red moves first with 2 2 4 6; black has 1 3 3 5 and the white 1; all in supply."""
    s = start("3")
    assert 0b01 == GAME.may_act(s)
    assert [0, 2, 1, 1, 1, 2, 1, 1] == s.supply
    assert 0 == s.dice


def test_supplies_are_drawn_beside_the_board() -> None:
    """Rule 1: before the first action every die lies in the supply of its side."""
    pieces = {piece.id: piece.n for piece in GAME.table.scene(start("3")).pieces}
    red, black = {"0:2": 2, "0:4": 1, "0:6": 1}, {"1:1": 1, "1:3": 2, "1:5": 1, "1:w": 1}
    assert red | black == pieces


@pytest.mark.parametrize("act", ["2", "3", "4"])
def test_cards_are_dealt_by_chance(act: str) -> None:
    """Rule 2: one card at a time in reading order, each remaining card equally likely."""
    s = GAME.setup(options(act, ""))
    weights = []
    for letter in "gjgjgjj":
        outcomes = {NOTATION.write_action(s, CHANCE, a): (a, w) for a, w in GAME.outcomes(s)}
        weights.append({text: weight for text, (_, weight) in outcomes.items()})
        GAME.apply_action(s, CHANCE, outcomes[letter][0])
    assert [{"g": 3, "j": 4}, {"g": 2, "j": 4}, {"g": 2, "j": 3}] == weights[:3]
    assert {"j": 1} == weights[-1]
    assert "gjg/jgjj" == field(s, 1)
    assert 0b01 == GAME.may_act(s)


def test_act_1_leaves_one_card_out() -> None:
    """Rule 2: Act 1 deals six of the seven cards, so three or four green ones."""
    for deal in ("gggjjj", "ggjjjj"):
        assert 6 == len(field(start("1", deal), 1).replace("/", ""))
    s = GAME.setup(options("1", ""))
    for text in "jjjjgg":
        outcomes = {NOTATION.write_action(s, CHANCE, a): a for a, _ in GAME.outcomes(s)}
        GAME.apply_action(s, CHANCE, outcomes[text])
    assert "jjj/jgg" == field(s, 1)


def test_act_5_keeps_one_card_face_down() -> None:
    """Rule 2: in Act 5 chance first chooses the card that stays face down, then deals the rest."""
    s = GAME.setup(options("5", ""))
    outcomes = {NOTATION.write_action(s, CHANCE, a): (a, w) for a, w in GAME.outcomes(s)}
    assert {(name, 1) for name in ("r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3", "r2c4")} == {
        (name, weight) for name, (_, weight) in outcomes.items()
    }
    GAME.apply_action(s, CHANCE, outcomes["r2c2"][0])
    assert "???/?f??" == field(s, 1)
    assert [3, 4] == [weight for _, weight in GAME.outcomes(s)]


def test_the_fort_may_hide_either_colour() -> None:
    """Rule 2: the card under the fort may be gold or green; six others are dealt beside it."""
    for deal in ("fggjjjj", "fgggjjj"):
        assert deal == field(start("5", deal), 1).replace("/", "")


def test_epilogue_deals_numbers() -> None:
    """Rule 2: in the Epilogue the seven numbered cards come one by one, all equally likely."""
    s = GAME.setup(options("epilogue", ""))
    assert [1] * 7 == [weight for _, weight in GAME.outcomes(s)]
    GAME.apply_action(s, CHANCE, NOTATION.read_action(s, CHANCE, "4"))
    left = [NOTATION.write_action(s, CHANCE, outcome) for outcome, _ in GAME.outcomes(s)]
    assert ["1", "2", "3", "5", "6", "7"] == left


def test_all_deals_are_equally_likely() -> None:
    """Rule 2: the chances of all 35 deals of seven cards are the same."""
    chances: dict[str, float] = {}

    def walk(s: Rokumon, chance: float) -> None:
        outcomes = GAME.outcomes(s)
        if not outcomes:
            chances[field(s, 1)] = chance
        for outcome, weight in outcomes:
            after = s.copy()
            GAME.apply_action(after, CHANCE, outcome)
            walk(after, chance * weight / sum(w for _, w in outcomes))

    walk(GAME.setup(options("2", "")), 1.0)
    assert 35 == len(chances)
    assert pytest.approx([1 / 35] * 35) == list(chances.values())


@pytest.mark.parametrize(
    ("act", "deal"),
    [
        ("1", "ggggjj"),
        ("1", "gjjjjj"),
        ("1", "gggjjjj"),
        ("2", "gggjjj"),
        ("3", "ggggjjj"),
        ("4", "fggjjjj"),
        ("5", "gggjjjj"),
        ("5", "ffgjjjj"),
        ("epilogue", "gggjjjj"),
        ("epilogue", "1123456"),
        ("2", "xxxxxxx"),
    ],
)
def test_impossible_deals_are_refused(act: str, deal: str) -> None:
    """Rule 2: a given deal must be one that the cards allow; the message says which are."""
    with pytest.raises(BadOption, match=r"option deal: the deal of this act is empty or .*, not "):
        GAME.read_options({"act": act, "deal": deal})


def test_deals_are_read_in_any_case() -> None:
    """A deal is normalized to lower case without blanks."""
    assert "gggjjjj" == GAME.read_options({"deal": "GGG jjjj"})["deal"]


@pytest.mark.parametrize(
    ("act", "kinds"),
    [
        ("1", {"place", "move"}),
        ("2", {"place", "move"}),
        ("3", {"place", "move", "fight"}),
        ("4", {"place", "move", "fight", "surprise"}),
        ("5", {"place", "move", "fight", "surprise"}),
        ("epilogue", {"place", "move", "surprise"}),
    ],
)
def test_each_act_has_its_actions(act: str, kinds: set[str]) -> None:
    """Rule 3: one action a turn, of the kinds that the act has, and never a pass."""
    piles = {
        "1": "r,rb,./b,.,.",
        "2": "r,rb,./b,.,.,.",
        "epilogue": "r,rb/b,.,./.,.",
    }
    s = at(act, piles.get(act, "2,43,./3,.,.,."))
    assert kinds == {what for what in ("place", "move", "fight", "surprise") if kind(s, what)}
    assert not {"", "pass", "-"} & legal(s)


def test_turns_alternate() -> None:
    """Rule 3: after one action it is the other side's turn alone."""
    play = playing("2")
    play.act_text(0, "r1c1")
    with pytest.raises(NotToAct):
        play.act_text(0, "r1c2")
    play.act_text(1, "r1c2")
    assert (0,) == play.may_act()


@pytest.mark.parametrize("act", ["1", "2", "epilogue"])
def test_plain_dice_are_alike(act: str) -> None:
    """Rule 4: without fights dice have no value, and there is one placement per empty card."""
    s = start(act)
    assert s.cards == len(kind(s, "place"))
    looks = {piece.look for piece in GAME.table.scene(s).pieces if "clan" not in piece.look}
    assert {"red-plain", "black-plain"} == looks


def test_values_never_change() -> None:
    """Rule 4: what is placed as a 4 moves as a 4, covers as a 4 and fights as a 4."""
    s = do(start("3"), "4@r1c1", "3@r2c1", "r1c1-r2c1", "5@r2c2")
    assert ".,.,./34,5,.,." == dice(s)
    assert ".,.,./4,5,.,." == dice(do(s, "r2c1x"))


def test_titles_are_no_part_of_the_game() -> None:
    """Rule 5: earlier wins leave no trace: every game begins with the same state."""
    assert start("4") == start("4")
    play = Play(GAME, options("4"))
    with pytest.raises(Illegal):
        play.act_text(0, "r1c1x")
    assert not play.steps
    assert "-" == end(state_of(play))


@pytest.mark.parametrize("act", ACTS)
def test_seats(act: str) -> None:
    """Two seats in the acts, one in the Epilogue."""
    assert (1 if act == "epilogue" else 2) == GAME.seats(options(act))
