"""What is on the table, what to click, and the prompts."""

import pytest

from games.rokumon.given import GAME, at, do, end, legal, refusal, start
from honjin.core.words import speak
from honjin.games.rokumon.rules.state import Rokumon

ACTS = ("1", "2", "3", "4", "5", "epilogue")


def paths(s: Rokumon) -> dict[str, tuple[str, ...]]:
    """The click path of each legal action, by notation."""
    choices = (GAME.table.choice(s, s.turn, action) for action in GAME.legal(s, s.turn))
    return {choice.do: choice.path for choice in choices}


def test_click_paths() -> None:
    """Place by die and card, Move by two cards, Fight by card and verb, Surprise by three."""
    found = paths(at("4", "2,1,./43,.,.,.", "b"))
    assert ("1:w", "r1c3") == found["w@r1c3"]
    assert ("r1c2", "r2c2") == found["r1c2-r2c2"]
    assert ("r2c1", "fight") == found["r2c1x"]
    assert ("clan:1", "r2c4", "@2,-2") == found["r2c4~2,-2"]


def test_plain_dice_are_placed_by_one_click() -> None:
    """Where dice are alike, the empty card is enough."""
    assert ("r1c1",) == paths(start("2"))["r1c1"]


@pytest.mark.parametrize("act", ACTS)
def test_ids_are_unique_and_known(act: str) -> None:
    """Every id of a click path is in the scene, once."""
    s = start(act)
    ids = GAME.table.scene(s).ids()
    assert len(ids) == len(set(ids))
    assert {part for path in paths(s).values() for part in path} <= set(ids)


def test_bricks_touch_their_neighbours() -> None:
    """Cards of a row are one pitch apart; the row above is shifted by half a card."""
    at_ = {space.id: space.at for space in GAME.table.scene(start("4")).spaces}
    assert (1.5, 0) == (at_["r2c2"][0] - at_["r2c1"][0], at_["r2c2"][1] - at_["r2c1"][1])
    assert (0.75, -1.06) == (at_["r1c1"][0] - at_["r2c1"][0], at_["r1c1"][1] - at_["r2c1"][1])


def test_the_grid_is_square() -> None:
    """In Act 1 cards lie straight above each other."""
    at_ = {space.id: space.at for space in GAME.table.scene(start("1")).spaces}
    assert at_["r1c2"][0] == at_["r2c2"][0]


def test_dice_are_drawn_bottom_to_top() -> None:
    """The dice of a card are pieces in their order, told apart by look and level."""
    scene = GAME.table.scene(at("3", "6w,.,./15,.,.,.", "r"))
    dice = [(piece.id, piece.look) for piece in scene.pieces if piece.on.startswith("r")]
    expected = [
        ("r1c1.0", "red-6"),
        ("r1c1.1", "white-1"),
        ("r2c1.0", "black-1"),
        ("r2c1.1", "black-5"),
    ]
    assert expected == dice


def test_clan_cards_turn_over() -> None:
    """A clan card shows whether its side has used its Surprise; without Surprise there is none."""
    s = do(start("4"), "r2c4~2,-2")
    looks = {piece.id: piece.look for piece in GAME.table.scene(s).pieces}
    assert ("clan-red-used", "clan-black") == (looks["clan:0"], looks["clan:1"])
    looks = {piece.id: piece.look for piece in GAME.table.scene(start("3")).pieces}
    assert "clan:0" not in looks


def test_free_places_are_those_of_surprises() -> None:
    """Ghost places are where some card could go, as long as a side has its Surprise."""
    s = start("4")
    ghosts = {space.id for space in GAME.table.scene(s).spaces if space.ghost}
    assert {text.replace("~", " @").split()[1] for text in legal(s) if "~" in text} == ghosts
    assert not any(space.ghost for space in GAME.table.scene(start("3")).spaces)


def test_a_winning_row_is_lit() -> None:
    """The row that won is marked; a stack by its card."""
    s = do(at("2", "r,r,./.,.,.,.", "r"), "r1c3")
    assert (("r1c1", "r1c2", "r1c3"),) == GAME.table.scene(s).lit
    s = do(at("2", "r,.,./rr,.,.,.", "r"), "r1c1-r2c1")
    assert (("r2c1",),) == GAME.table.scene(s).lit
    assert () == GAME.table.scene(start("2")).lit


def test_sides() -> None:
    """Sanada with six coins, Tokugawa with a crest of leaves; the Automa has no seat."""
    sides = GAME.table.scene(start("4")).sides
    assert [("rokumonsen", 0), ("aoi", 1)] == [(side.crest, side.seat) for side in sides]
    assert [0, None] == [side.seat for side in GAME.table.scene(start("epilogue")).sides]


def test_numbers_show_in_the_epilogue_only() -> None:
    """A card's number is part of its look where it matters."""
    looks = {space.id: space.look for space in GAME.table.scene(start("epilogue")).spaces}
    assert ("coin-green-1", "coin-gold-2") == (looks["r1c1"], looks["r2c1"])
    looks = {space.id: space.look for space in GAME.table.scene(start("4")).spaces}
    assert ("coin-gold", "coin-green") == (looks["r1c1"], looks["r2c1"])


def said(s: Rokumon, seat: int, language: str = "en") -> str:
    return speak(GAME.words, GAME.table.prompt(s, seat).say, language)


def test_prompts() -> None:
    """The prompt says what can be done now, or who is to act."""
    s = start("4")
    assert "Choose one action: place a die (4 left) or move a card by surprise" == said(s, 0)
    assert "行動を一つ選ぶ：賽を置く（残り4個）、奇襲で札を動かす" == said(s, 0, "ja")
    assert "Waiting for Sanada" == said(s, 1)
    assert "3" == GAME.table.prompt(s, 0).rule
    over = do(at("2", "r,r,./.,.,.,.", "r"), "r1c3")
    assert "The game is over" == said(over, 0)
    assert "Waiting for the cards to be dealt" == said(GAME.setup(GAME.read_options()), 0)


def test_a_die_in_hand_is_asked_for_by_name() -> None:
    """The question says where a die can go and whether it can fight; rival dice have none."""
    asks = GAME.table.prompt(at("3", "6w,.,./.,4,.,.", "r"), 0).asks
    told = {name: speak(GAME.words, say) for name, say in asks.items()}
    assert "Choose an empty card for red 2" == told["0:2"]
    assert "Choose where red 4 goes: any card of another colour" == told["r2c2"]
    plain = GAME.table.prompt(at("2", "r,.,./.,.,.,.", "r"), 0).asks["r1c1"]
    assert "Choose where your die goes: any card of another colour" == speak(GAME.words, plain)
    assert "r1c1" not in told
    mine = GAME.table.prompt(at("3", "w6,.,./.,.,.,.", "r"), 0).asks["r1c1"]
    assert speak(GAME.words, mine).endswith("or fight here")


def test_sketch() -> None:
    """The board in plain text: names and colours over the dice, the supplies below."""
    expected = """\
       r1c1 gold     r1c2 gold     r1c3 gold
       [r2]          []            [w]

r2c1 green    r2c2 green    r2c3 green    r2c4 green
[b3 r4]       []            []            []

> red   r2 r6  (Surprise left)
  black b1 b3 b5  (Surprise left)"""
    assert expected == GAME.sketch(at("4", "2,.,w/34,.,.,.", "r"))


def test_sketch_in_japanese() -> None:
    """`honjin play --lang ja` drew it in English; wide letters leave the columns aligned."""
    expected = """\
       r1c1 金       r1c2 金       r1c3 金
       [r2]          []            [w]

r2c1 翠       r2c2 翠       r2c3 翠       r2c4 翠
[b3 r4]       []            []            []

> 赤    r2 r6  （奇襲あり）
  黒    b1 b3 b5  （奇襲あり）"""
    assert expected == GAME.sketch(at("4", "2,.,w/34,.,.,.", "r"), "ja")


# ---- why not


@pytest.mark.parametrize(
    ("path", "says", "rule"),
    [
        ((), "There is nothing to do", "3"),
        (("tray:0",), "Choose a die or a card", "6"),
        (("1:3",), "not yours", "6"),
        (("0:4",), "no such die", "7"),
        (("0:2", "r1c1"), "only be placed on an empty card", "6"),
        (("r1c3",), "Choose the die to place first", "7"),
        (("r1c3", "r2c1"), "There is no die on that card", "8"),
        (("r2c1.0",), "covered die", "10"),
        (("r1c2",), "not yours", "8"),
        (("r1c1", "r1c1"), "another card", "10"),
        (("r1c1", "r1c3"), "This card has the same colour", "10"),
        (("r1c1", "r1c2"), "This card has the same colour", "10"),
        (("r1c1", "r2c2"), "both are yours", "9"),
        (("r1c1", "fight"), "exactly two dice", "12"),
        (("r2c3", "fight"), "must be yours", "12"),
        (("fight",), "card to fight on first", "12"),
        (("@2,-2",), "clan card first", "16"),
        (("clan:1",), "rival's clan card", "16"),
        (("clan:0", "tray:0"), "card to move", "16"),
        (("clan:0", "r1c1", "r2c4"), "Another card lies there", "16"),
        (("clan:0", "r1c1", "r1c1"), "a different place", "17"),
        (("clan:0", "r1c1", "@1,-1"), "at least two others", "17"),
        (("clan:0", "r1c1", "@4,1"), "at least two others", "17"),
        (("nowhere",), "There is nothing to do", "3"),
    ],
)
def test_reasons(path: tuple[str, ...], says: str, rule: str) -> None:
    """Every refusal has its reason and its rule."""
    s = at("4", "2,1,./34,w6,35,.", "r")
    text, number = refusal(s, *path)
    assert says in text
    assert rule == number


def test_reasons_by_turn() -> None:
    """Out of turn, during the deal and after the end every click is refused with a reason."""
    s = start("4")
    assert ("It is Sanada's turn", "3") == refusal(s, "r1c1", seat=1)
    over = do(at("2", "r,r,./.,.,.,.", "r"), "r1c3")
    assert ("The game is over", "21") == refusal(over, "r1c1", seat=0)
    dealing = GAME.setup(GAME.read_options())
    assert ("The cards are still being dealt", "2") == refusal(dealing, "r1c1", seat=0)


def test_reasons_by_act() -> None:
    """Acts without Fight, Surprise or values say so; so do empty supplies and used Surprises."""
    plain = at("2", "r,b,./.,.,.,.", "r")
    assert "Dice are alike" in refusal(plain, "0:r")[0]
    assert ("This act has no Fight", "3") == refusal(plain, "r1c1", "fight")
    assert ("This act has no Surprise", "3") == refusal(plain, "clan:0")
    assert ("You have no die left to place", "6") == refusal(at("2", "r,r,./rr,.,.,.", "r"), "r1c3")
    used = do(start("4"), "r2c4~2,-2", "1@r1c1")
    assert ("You have already used your Surprise", "16") == refusal(used, "clan:0")
    barred = do(start("4"), "r2c4~2,-2")
    text, rule = refusal(barred, "clan:1", "r2c4")
    assert ("18", True) == (rule, "was moved by surprise" in text)


def test_reasons_by_ruling() -> None:
    """If an optional ruling forbids something, the reason cites it."""
    s = at("3", ".,.,./26,.,.,.", "r")
    assert "F1" == refusal(s, "r2c1", "fight")[1]
    s = at("3", ".,.,./33,.,.,.", "b", fight_own_pair=True, fight_tie="forbidden")
    assert "F2" == refusal(s, "r2c1", "fight")[1]
    s = do(start("4", surprise_ban="permanent"), "r2c4~2,-2", "1@r1c1", "2@r2c1")
    assert "S2" == refusal(s, "clan:1", "r2c4")[1]
    s = do(start("4", surprise_connected=True), "r2c1~4,-1")
    apart = refusal(s, "clan:1", "r2c2", "@4,0")
    assert ("The cards must stay in one piece", "S1") == apart


def test_a_die_without_a_target() -> None:
    """A top die of the seat's that cannot move: no card of another colour can take it."""
    s = at("1", "r,.,./rb,br,bb")
    assert ("This die has no card to move to", "9") == refusal(s, "r1c1")
    assert "-" == end(s)
