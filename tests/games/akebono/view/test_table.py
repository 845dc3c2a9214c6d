"""What is on the table, what to click, and the prompts."""

import pytest

from games.akebono.given import (
    GAME,
    NOTATION,
    RED,
    WHITE,
    at,
    begun,
    do,
    note,
    placed,
    refusal,
    rolling,
    start,
)
from honjin.core.contract.presentation import Arrange, Choice
from honjin.core.words import speak
from honjin.games.akebono.game import HOME
from honjin.games.akebono.rules.state import Akebono

# ---- clicks


def path(s: Akebono, text: str, seat: int | None = None) -> tuple[str, ...]:
    """The ids to click for an action."""
    seat = s.turn if seat is None else seat
    action = NOTATION.read_action(s, seat, text)
    assert action in GAME.legal(s, seat)
    return GAME.table.choice(s, seat, action).path


def test_click_paths_of_a_turn() -> None:
    """Piece and hex for steps, defeats and shots; one click for ninja, die and end."""
    s = at("G:F3 S:E5", "A:F5 D:C3", dice=(5, 6), valor=(1, 0))
    assert ("E5", "E6") == path(s, "E5-E6")
    assert ("E5", "F5") == path(s, "E5xF5")
    assert ("F3", "F5") == path(s, "F3>F5")
    assert (("die",), ("end",)) == (path(s, "die"), path(s, "end"))
    s = at(white="A:J4", dice=(3, 3, 4), hand=(1, 0))
    assert (("A1",), ("J4",)) == (path(s, "nA1"), path(s, "nxJ4"))


def test_a_neighbour_is_shot_by_the_button() -> None:
    """If a neighbour can be shot, the button distinguishes the shot from the step."""
    s = at("G:F5", "A:F6", points=9, shot_min_empty_hexes="0")
    assert ("F5", "F6") == path(s, "F5xF6")
    assert ("F5", "shoot", "F6") == path(s, "F5>F6")


def test_click_paths_of_the_set_up() -> None:
    """A button for a formation; a piece or tray, then a hex; or back to where it was lifted."""
    assert ("plan:crane",) == path(start(), "=crane", RED)
    assert ("1:samurai",) == path(start(), "+samurai", WHITE)
    s = do(start(), "+samurai", seat=RED)
    assert (("G1",), ("0:samurai",)) == (path(s, "@G1", RED), path(s, "@back", RED))
    s = do(start(), "=crane", seat=RED)
    assert (("K8",), ("ready",)) == (path(s, "+K8", RED), path(s, "ready", RED))
    lifted = do(s, "+K8", seat=RED)
    assert (("K1",), ("K8",)) == (path(lifted, "@K1", RED), path(lifted, "@back", RED))
    assert (("K8",),) == GAME.table.scene(lifted).lit


# ---- setting up


def test_lifts_are_told_from_puts() -> None:
    """Only an action that lifts a piece can begin a drag that another action ends."""
    s = do(start(), "=crane", seat=RED)
    for action in GAME.legal(s, RED):
        choice = GAME.table.choice(s, RED, action)
        assert (choice.do[0] == "+") == choice.lifts
    lifted = do(s, "+K8", seat=RED)
    puts = [GAME.table.choice(lifted, RED, action) for action in GAME.legal(lifted, RED)]
    assert {False} == {choice.lifts for choice in puts}


def arrange(s: Akebono, seat: int) -> Arrange:
    """The arrangement data that a seat gets for its own set-up."""
    found = GAME.table.prompt(GAME.seen_by(s, seat), seat).arrange
    assert found is not None
    return found


def standing(s: Akebono, seat: int) -> dict[str, str]:
    """A seat's own pieces by hex, as its scene shows them."""
    pieces = {piece.id: piece for piece in GAME.table.scene(GAME.seen_by(s, seat)).pieces}
    sorts = arrange(s, seat).sorts
    return {pieces[id].on: sort for id, sort in sorts.items() if ":" not in id}


def test_who_sets_up_is_told_which_pieces_are_his() -> None:
    """The pieces to be placed and those placed, by type; ninja come later."""
    kinds = ["tairo", "daimyo", "samurai", "ashigaru", "teppo_tai"]
    assert {f"0:{kind}": kind for kind in kinds} == arrange(start(), RED).sorts
    s = do(do(start(), "+samurai", seat=WHITE), "@A1", seat=WHITE)
    assert {"A1.samurai": "samurai"} | {f"1:{k}": k for k in kinds} == arrange(s, WHITE).sorts
    assert (30, 29) == (arrange(s, RED).left, arrange(s, WHITE).left)


@pytest.mark.parametrize("options", [{}, {"counts": "b"}, {"midline": "west_east"}])
@pytest.mark.parametrize("seat", [RED, WHITE])
def test_ready_made_set_ups_are_told(seat: int, options: dict[str, str]) -> None:
    """Each formation says which piece will be where, whatever pieces a side has (W4)."""
    s = start(**options)
    ready = arrange(s, seat).ready
    assert 5 == len(ready)
    for verb, expected in ready.items():
        assert expected == standing(do(s, f"={verb.removeprefix('plan:')}", seat=seat), seat)


def test_an_army_fits_its_own_half_again() -> None:
    """The key distinguishes boards, midlines and sides, and nothing else."""
    alike = (start(), start(counts="b"), do(start(), "=crane", seat=RED))
    same = [arrange(s, RED).key for s in alike]
    assert 1 == len(set(same))
    others = [arrange(start(), WHITE).key, arrange(start(midline="west_east"), RED).key]
    assert 3 == len({same[0], *others})


def test_nothing_is_set_up_after_the_set_up() -> None:
    """A side that has finished, or that is moving, gets no set-up data."""
    s = do(do(start(), "=crane", seat=RED), "ready", seat=RED)
    assert GAME.table.prompt(GAME.seen_by(s, RED), RED).arrange is None
    s = at("S:E5", points=9)
    assert GAME.table.prompt(GAME.seen_by(s, s.turn), s.turn).arrange is None


# ---- prices


@pytest.mark.parametrize(
    ("s", "text", "says"),
    [
        (at("S:E5", points=9), "E5-E6", "2 points, 7 left"),
        (at("S:E5", "A:F5", points=9), "E5xF5", "defeats the ashigaru: 3 points, 6 left"),
        (at("G:F3", "D:F8", points=9), "F3>F8", "shoots the daimyo: 6 points, 3 left"),
        (at(dice=(4, 4), hand=(1, 0)), "nA1", "the pair brings a ninja; 0 points this turn"),
        (at(dice=(4, 4, 3), hand=(1, 0)), "nA1", "the pair brings a ninja; 3 points"),
        (
            at(white="A:A1", dice=(4, 4, 3), hand=(1, 0)),
            "nxA1",
            "assassinates the ashigaru; the whole roll",
        ),
        (at("S:E5", dice=(3, 5), valor=(2, 0)), "die", "one valor point, 1 left"),
        (at("S:E5", points=3), "end", "3 points are lost"),
        (
            at("A:F7 S:I8", "T:G8", points=2),
            "I8-H7",
            "2 points, and the game is over: red 1, white 0, Red wins",
        ),
        (
            at("S:C6", "T:B6", dice=(2, 2), hand=(1, 0)),
            "nB7",
            "0 points, and the game is over: red 4, white 0, Red wins",
        ),
    ],
)
def test_notes_tell_the_price(s: Akebono, text: str, says: str) -> None:
    """Each choice of a turn says what it costs and what is left, or that it ends the game."""
    assert note(s, text).startswith(says)


def test_notes_of_the_set_up() -> None:
    """The notes give the changes left, the pieces swapped, and what a formation is like."""

    def said(s: Akebono, text: str) -> str:
        found = GAME.table.choice(s, RED, NOTATION.read_action(s, RED, text)).note
        return speak(GAME.words, found) if found else ""

    s = do(start(), "=crane", seat=RED)
    assert "28 more changes after this one" == said(s, "+K8")
    assert "changes places with the daimyo" == said(do(s, "+K8", seat=RED), "@K9")
    assert "" == said(do(s, "+K8", seat=RED), "@K1")
    assert said(s, "=arrow").startswith("Samurai first")


# ---- the scene


def test_hexes_lie_in_rows() -> None:
    """Neighbours are one hex apart, rows are shifted by half a hex; the middle hex is at 0, 0."""
    at_ = {space.id: space.at for space in GAME.table.scene(start()).spaces}
    assert (0.0, 0.0) == at_["F6"]
    assert 1.732 == pytest.approx(at_["F7"][0] - at_["F6"][0], abs=0.002)
    assert (0.866, 1.5) == pytest.approx((at_["G7"][0], at_["G7"][1]), abs=0.002)
    space = GAME.table.scene(start()).spaces[0]
    assert ("A1", "hex", "terrain-6", "A1") == (space.id, space.shape, space.look, space.text)
    assert "A1, mountain 6" == speak(GAME.words, space.label)


def test_pieces_show_their_present_defence() -> None:
    """A teppo-tai shows 1 or 3; a piece that has fought looks used."""
    s = at("S:E5 G:F3", "G:G8 A:F5 G:H1", points=12)
    pieces = {piece.id: piece for piece in GAME.table.scene(s).pieces}
    assert ("1", "1") == (pieces["F3.teppo_tai"].text, pieces["H1.teppo_tai"].text)
    s = do(s, "E5xF5")
    pieces = {piece.id: piece for piece in GAME.table.scene(s).pieces}
    assert "red-samurai-used" == pieces["F5.samurai"].look
    said = speak(GAME.words, pieces["F5.samurai"].label)
    assert "red samurai, defence 5, has fought this turn" == said
    s = at(white="G:G8 A:H8")
    assert "3" == {p.id: p.text for p in GAME.table.scene(s).pieces}["G8.teppo_tai"]


def test_what_lies_beside_the_board() -> None:
    """Pieces to place, ninja in hand, prisoners by type, valor, dice."""
    s = at("S:E5", dice=(3, 5, 4), hand=(2, 1), valor=(3, 0), taken=("AAG", "D"))
    found = {p.id: (p.on, p.look, p.n) for p in GAME.table.scene(s).pieces}
    assert ("side:0", "red-ninja", 2) == found["0:ninja"]
    assert ("prisoners:0", "white-ashigaru", 2) == found["x0:ashigaru"]
    assert ("prisoners:1", "red-daimyo", 1) == found["x1:daimyo"]
    assert ("side:0", "red-valor-3", 1) == found["valor:0"]
    dice = [found[f"die:{k}"] for k in range(3)]
    assert [("dice:0", f"red-die-{n}", 1) for n in (3, 5, 4)] == dice
    tray = {p.id: p.n for p in GAME.table.scene(start()).pieces if p.on == "side:1"}
    assert 5 == tray["1:ashigaru"]


def test_others_see_nothing_of_the_tray() -> None:
    """Only the valor and ninja of a side that is placing are shown to others."""
    seen = GAME.seen_by(do(start(), "=crane", seat=RED), WHITE)
    assert {"0:ninja", "valor:0"} == {
        piece.id for piece in GAME.table.scene(seen).pieces if piece.on == "side:0"
    }


def test_sides_tell_valor_and_points() -> None:
    """Each side's facts: valor, and its score so far."""
    s = at(valor=(2, 0), taken=("SSS", ""))
    facts = [speak(GAME.words, fact) for fact in GAME.table.scene(s).sides[RED].facts]
    assert ["Valor 2", "4 points so far"] == facts
    assert [(0, "red"), (1, "white")] == [
        (side.seat, side.colour) for side in GAME.table.scene(s).sides
    ]


def test_buttons() -> None:
    """Formations and the end of the set-up; afterwards shot, third die, end of the turn."""
    verbs = [verb.id for verb in GAME.table.scene(start()).verbs]
    assert [
        "plan:crane",
        "plan:scales",
        "plan:geese",
        "plan:circle",
        "plan:arrow",
        "ready",
    ] == verbs
    assert ["shoot", "die", "end"] == [verb.id for verb in GAME.table.scene(begun()).verbs]


def test_the_midline_is_drawn_while_pieces_are_placed() -> None:
    """Rule 8: no piece may be on the midline during the set-up; later it has no meaning."""
    assert ["midline"] == [decor.look for decor in GAME.table.scene(start()).decor]
    assert [] == [one for one in GAME.table.scene(begun()).decor if one.look == "midline"]


def test_the_road_runs_from_edge_to_edge() -> None:
    """A hex of value 1 shows the directions in which the road continues; its ends have one."""
    looks = {space.id: space.look for space in GAME.table.scene(start()).spaces}
    roads = {name: look for name, look in looks.items() if look.startswith("terrain-1")}
    assert 15 == len(roads)
    assert ["D1", "H11"] == [name for name, look in roads.items() if len(look.split("-")[2]) == 1]
    assert "terrain-1-03" == roads["F6"]


def test_lines_of_fire_belong_to_their_gun() -> None:
    """Rule 23: as far as the first piece, or the board; "aim" where it could be shot."""
    s = at("G:F3", "A:F8", dice=(5, 6))
    lines = [decor for decor in GAME.table.scene(s).decor if decor.of]
    assert {"F3.teppo_tai"} == {decor.of for decor in lines}
    assert (6, 1) == (len(lines), sum(decor.look == "aim" for decor in lines))


def test_a_tairo_with_an_enemy_beside_it_is_marked() -> None:
    """Rule 31: the second enemy captures it."""
    looks = {piece.id: piece.look for piece in GAME.table.scene(at("T:F6", "A:F7")).pieces}
    assert "red-tairo-threatened" == looks["F6.tairo"]
    looks = {piece.id: piece.look for piece in GAME.table.scene(at("T:F6", "A:F8")).pieces}
    assert "red-tairo" == looks["F6.tairo"]


def test_a_capture_is_lit() -> None:
    """The captured tairo and those beside it."""
    s = do(at("A:F7 S:I8", "T:G8", points=2), "I8-H7")
    assert {"G8", "F7", "H7"} == set(GAME.table.scene(s).lit[0])
    assert () == GAME.table.scene(at()).lit


def test_sketch() -> None:
    """Rows of values with letters of pieces, then both sides."""
    s = at("S:F5", "A:F6", dice=(3, 5), hand=(1, 0), valor=(2, 0), taken=("AG", ""))
    lines = GAME.sketch(s).splitlines()
    assert "F   5.  4.  3.  2.  1S  1a  1.  2.  3.  4.  5." == lines[5]
    assert "A 6.  5.  4.  3.  3.  4.  5.  6.  5.  4.  3.  3t" == lines[0]
    assert "> red    valor 2  beside N  prisoners ag  dice 3-5  points 8" == lines[11]
    assert "  white  valor 0  beside -  prisoners -" == lines[12]
    told = GAME.sketch(s, "ja").splitlines()
    assert lines[:11] == told[:11]
    assert "> 赤軍   勇気 2  盤外 N  捕虜 ag  賽 3-5  残り 8点" == told[11]
    assert "  白軍   勇気 0  盤外 -  捕虜 -" == told[12]


# ---- prompts


def said(s: Akebono, seat: int, language: str = "en") -> str:
    """The prompt of a seat in words."""
    return speak(GAME.words, GAME.table.prompt(s, seat).say, language)


def test_prompts_of_the_set_up() -> None:
    """The prompts of the set-up: placing, setting down, finishing, waiting."""
    assert "Choose a formation, or place your 15 pieces one by one" == said(start(), RED)
    s = do(start(), "+samurai", seat=RED)
    assert "Choose the hex for the samurai" == said(s, RED)
    assert "Place your pieces: 14 left" == said(do(s, "@G1", seat=RED), RED)
    s = do(start(), "=crane", seat=RED)
    assert "Rearrange your pieces (29 changes left), or finish the set-up" == said(s, RED)
    assert "Waiting for White" == said(do(s, "ready", seat=RED), RED)
    assert said(placed(), RED).startswith("Both armies are revealed: rearrange yours in secret")


def test_prompts_of_a_turn() -> None:
    """Points left, the third die, ninja to place, the end."""
    s = at("S:E5", dice=(3, 5))
    assert ("Choose a piece to act: 8 points left", "13") == (
        said(s, RED),
        GAME.table.prompt(s, RED).rule,
    )
    assert "動かす駒を選ぶ：残り8点" == said(s, RED, "ja")
    assert "Waiting for Red" == said(s, WHITE)
    rich = said(at(dice=(3, 5), valor=(1, 0)), RED)
    assert (
        "Choose a piece to act, or pay a valor point for a third die first: 8 points left" == rich
    )
    assert "You have no points left: end the turn" == said(do(at("S:E5", points=1), "E5-F5"), RED)
    s = at(dice=(4, 4), hand=(1, 0))
    assert "Your pair brings a ninja: choose a mountain for it" == said(s, RED)
    s = at(dice=(4, 4), hand=(1, 0), valor=(1, 0))
    assert said(s, RED).endswith("or pay a valor point for a third die first")
    s = at(white="A:J4", dice=(4, 4, 2), hand=(1, 0))
    assert "29" == GAME.table.prompt(s, RED).rule
    assert said(s, RED).endswith("or an enemy to assassinate with the 2")
    over = do(at("A:F7 S:I8", "T:G8", points=2), "I8-H7")
    assert "The game is over" == said(over, RED)


def test_a_piece_in_hand_is_asked_for_by_name() -> None:
    """The question names moves, targets and points left; pieces that cannot act have none."""
    s = at("S:E5 A:C5 G:F3", "A:E6,F7", points=8)
    asks = {name: speak(GAME.words, say) for name, say in GAME.table.prompt(s, RED).asks.items()}
    assert "Choose where the samurai goes, or an enemy to defeat: 8 points left" == asks["E5"]
    assert "Choose where the ashigaru goes: 8 points left" == asks["C5"]
    assert "Choose where the teppo-tai goes, or an enemy to shoot: 8 points left" == asks["F3"]
    assert {"E5", "C5", "F3", "K1"} == set(asks)


# ---- why not


@pytest.mark.parametrize(
    ("path", "says", "rule"),
    [
        ((), "There is nothing to do", "13"),
        (("die",), "you have none", "11"),
        (("side:0",), "There is nothing to do", "13"),
        (("0:ninja",), "comes only when you roll a pair", "27"),
        (("shoot",), "Choose a teppo-tai first", "22"),
        (("A5",), "There is no piece there", "15"),
        (("F5",), "This is not yours", "13"),
        (("F5.ashigaru",), "This is not yours", "13"),
        (("A1",), "With 8 points this samurai cannot go anywhere", "15"),
        (("E5", "E5"), "Choose an adjacent hex", "15"),
        (("E5", "end"), "Choose an adjacent hex", "15"),
        (("E5", "D4"), "Your own piece stands on D4", "16"),
        (("E5", "F7"), "That is too far: a samurai moves one hex at a time", "15"),
        (("E5", "shoot"), "Only teppo-tai shoot, not a samurai", "22"),
        (("K1", "J1"), "A tairo cannot defeat an enemy", "18"),
        (("G3", "H2"), "H2 costs 9, and 8 points are left", "19"),
        (("G3", "A3"), "It is not on one of the six straight lines", "Q32"),
        (("G3", "K5"), "The piece on J4 is in the way", "23"),
        (("G3", "G6"), "A tairo cannot be defeated", "21"),
        (("G3", "B3"), "That is too far: a teppo-tai moves one hex at a time", "15"),
        (("G3", "shoot", "H2"), "An adjacent enemy cannot be shot", "Q33"),
        (("G3", "shoot", "K1"), "Your own piece stands on K1", "16"),
        (("nowhere",), "There is nothing to do", "13"),
    ],
)
def test_reasons_of_a_turn(path: tuple[str, ...], says: str, rule: str) -> None:
    """Every refusal in a turn has its reason and its rule."""
    s = at(
        "S:E5,A1 A:D4,A2,B1 G:G3",
        "A:F5,A3,J1 S:H2 D:K5,J4 T:G6",
        dice=(3, 5),
        hand=(1, 0),
    )
    if path == ("A1",):
        s = at("S:A1 A:A2,B1", dice=(3, 5))
    text, number = refusal(s, *path)
    assert says in text
    assert rule == number


def test_reasons_by_turn() -> None:
    """Refusals out of turn, during chance, and after the end."""
    s = at("S:E5", points=3)
    assert ("It is Red's turn", "10") == refusal(s, "E5", seat=WHITE)
    assert ("The dice are being rolled", "10") == refusal(rolling(s), "E5", seat=RED)
    assert ("The first turn is being decided", "9") == refusal(
        placed(setup_revisions="0"), "G8", seat=RED
    )
    over = do(at("A:F7 S:I8", "T:G8", points=2), "I8-H7")
    assert ("The game is over", "33") == refusal(over, "F7", seat=RED)
    waiting = do(start(), "=crane", "ready", seat=RED)
    assert ("Your army is ready; the other side is not ready yet", "Q8") == refusal(
        waiting, "G8", seat=RED
    )
    assert ("You have no points left", "13") == refusal(do(at("S:E5", points=1), "E5-F5"), "F5")


@pytest.mark.parametrize(
    ("texts", "path", "says", "rule"),
    [
        ((), ("A1",), "Choose one of your pieces first", "9"),
        ((), ("1:samurai",), "This is not yours", "8"),
        ((), ("side:0",), "Choose one of your pieces first", "9"),
        (("=crane",), ("0:samurai",), "All of these are already placed", "8"),
        (("+samurai",), ("A1",), "A1 lies in the enemy's half", "8"),
        (("+samurai",), ("F6",), "F6 is closed: the line between north and south", "8"),
        (("+samurai",), ("ready",), "First set down the piece you lifted", "9"),
        (("+tairo", "@K1", "+samurai"), ("K1",), "K1 is occupied", "Q9"),
    ],
)
def test_reasons_of_the_set_up(
    texts: tuple[str, ...], path: tuple[str, ...], says: str, rule: str
) -> None:
    """Halves, closed hexes, order of clicks."""
    text, number = refusal(do(start(), *texts, seat=RED), *path, seat=RED)
    assert says in text
    assert rule == number


def test_points_that_could_be_used_are_asked_about() -> None:
    """Rule 13: points left are lost with the turn; points that buy nothing are no loss."""
    s = rolled()
    said = choice_of(s, "end").gives_up
    assert said is not None
    assert f"You have {s.points} unused points" in speak(GAME.words, said)
    s.points = 0
    assert choice_of(s, "end").gives_up is None


def choice_of(s: Akebono, text: str) -> Choice:
    """A choice of the side to move."""
    return GAME.table.choice(s, s.turn, NOTATION.read_action(s, s.turn, text))


def rolled() -> Akebono:
    """A turn with points to use."""
    return do(begun(), "3-4")


def test_no_reason_is_idle() -> None:
    """Every reason that has words is given somewhere."""
    given = (HOME / "view" / "reasons.py").read_text("utf-8")
    known = [key.removeprefix("why.") for key in GAME.words if key.startswith("why.")]
    assert [] == [key for key in known if f'"{key}"' not in given and key != "nothing"]
