"""The Automa of the Epilogue (26, A1-A6).

Its board in these tests: numbers 1 7 / 2 5 3 / 4 6, odd ones green, even ones gold. Lines go
1-5-6, 7-5-4 and 2-5-3.
"""

from collections.abc import Mapping

import pytest

from games.rokumon.given import (
    GAME,
    NOTATION,
    at,
    automa,
    do,
    end,
    field,
    kind,
    options,
    start,
    state_of,
)
from honjin.core.errors import RecordMismatch
from honjin.core.play import Play, replay
from honjin.core.record import Record
from honjin.core.seats import CHANCE
from honjin.core.words import speak
from honjin.games.rokumon.rules.state import Rokumon

NAMES = {"1": "r1c1", "7": "r1c2", "2": "r2c1", "5": "r2c2", "3": "r2c3", "4": "r3c1", "6": "r3c2"}
ORDER = "1725346"


Rulings = Mapping[str, str | bool]


def board(
    side: str = "b", deal: str = ORDER, rulings: Rulings | None = None, /, **piles: str
) -> Rokumon:
    """A position of the Epilogue: piles by card number, as n4="rb"."""
    cards = [piles.get(f"n{number}", ".") for number in deal]
    dice = f"{','.join(cards[:2])}/{','.join(cards[2:5])}/{','.join(cards[5:])}"
    ply = 20 if side == "r" else 21
    text = f"E {deal[:2]}/{deal[2:5]}/{deal[5:]} {dice} {side} r - - {ply} -"
    return NOTATION.read_position(text, options("epilogue", deal, **(rulings or {})))


def place(number: str) -> str:
    return NAMES[number]


def move(source: str, target: str) -> str:
    return f"{NAMES[source]}-{NAMES[target]}"


def test_one_seat_against_the_game() -> None:
    """Rule 26: red has the only seat; black acts as a chance turn with a single outcome."""
    play = Play(GAME, options("epilogue"))
    assert 1 == play.seats
    play.act_text(0, "r1c1")
    assert play.is_chance()
    assert 1 == len(GAME.outcomes(state_of(play)))
    play.run_chance(lambda total: 1 // 0)
    assert (0,) == play.may_act()
    event = play.log(0)[-1][1]
    assert 1 == event.by
    assert speak(GAME.words, event.say).startswith("Tokugawa (Automa) places a black die on ")


def test_only_the_player_has_a_surprise() -> None:
    """Rule 26: nobody fights and the Automa has no Surprise."""
    s = do(start("epilogue"), "r1c1~2,1")
    assert "-" == field(s, 4)
    assert set() == kind(at("epilogue", "rb,./.,.,./.,.", "r"), "fight")


def test_it_places_for_a_row() -> None:
    """Rule 26.1: black on 1 and 5: the third goes on 6."""
    assert (place("6"), "26.1") == automa(board(n1="b", n5="b"))


def test_a_row_goes_before_a_block() -> None:
    """Rule 26.1: its own row comes first, though red threatens one too."""
    s = board(n1="b", n6="b", n7="r", n4="r")
    assert (place("5"), "26.1") == automa(s)


def test_it_moves_for_a_row() -> None:
    """Rule 26.2: with no die to place, it moves one to complete a row."""
    s = board(n1="b", n5="b", n7="bb", n4="br")
    assert (move("7", "6"), "26.2") == automa(s)


def test_it_covers_for_a_row() -> None:
    """Rule 26.2: the target may hold a red die."""
    s = board(n1="b", n5="b", n7="bb", n4="br", n6="r")
    assert (move("7", "6"), "26.2") == automa(s)


def test_it_does_not_uncover_a_red_row() -> None:
    """Rule 26.2: the lift that shows a red row does not count as a way to a row."""
    piles = {
        "n2": "rb",
        "n5": "r",
        "n3": "r",
        "n1": "b",
        "n6": "b",
        "n7": "bb",
    }
    # From 2 to 5 would complete 1-5-6, but shows red 2-5-3.
    assert (move("6", "3"), "26.3") == automa(board(**piles))
    assert (move("2", "5"), "26.2") == automa(
        board("b", ORDER, {"reveal_beats_win": False}, **piles)
    )


def test_it_covers_lone_red_dice() -> None:
    """Rule 26.3: black 3, red 4 and 2: 3 covers 2."""
    assert (move("3", "2"), "26.3") == automa(board(n3="b", n4="r", n2="r"))


def test_it_covers_with_the_highest_that_can() -> None:
    """Rule 26.3: of several black dice the one on the highest card goes, to the lowest red one."""
    s = board(n3="b", n7="b", n6="r", n2="r")
    assert (move("7", "2"), "26.3") == automa(s)


def test_it_does_not_leave_a_rival_it_covers() -> None:
    """Rule 26.3: a die on a red one stays; and a red die that covers something is no target."""
    s = board(n3="rb", n4="r")
    assert "26.3" != automa(s)[1]
    s = board(n3="b", n4="br")
    assert "26.3" != automa(s)[1]


def test_colours_must_differ_to_cover() -> None:
    """Rule 26.3: a red die on a card of the same colour cannot be covered."""
    assert "26.3" != automa(board(n3="b", n7="r"))[1]


def test_it_places_while_it_can() -> None:
    """Rule 26.4: with a die in supply and an empty card it places rather than moves."""
    text, rule = automa(board(n4="r"))
    assert text in NAMES.values()
    assert rule.startswith("26.4")


def test_it_blocks() -> None:
    """Rule 26.4.1: red on 1 and 5 with dice in supply: 6 is taken."""
    assert (place("6"), "26.4.1") == automa(board(n1="r", n5="r"))


def test_it_blocks_the_lowest() -> None:
    """Rule 26.4.1: of two threats the lowest card is taken."""
    assert (place("3"), "26.4.1") == automa(board(n2="r", n5="r", n1="r"))


def test_it_blocks_what_red_can_move_into() -> None:
    """Rule 26.4.1: with red's supply empty, a die outside the line that can get there counts."""
    s = board(n1="r", n5="r", n3="r", n7="r")
    assert (place("2"), "26.4.1") == automa(s)


@pytest.mark.parametrize(("red", "goes"), [("n4", "2"), ("n1", "3"), ("n3", "1"), ("n2", "4")])
def test_it_matches_the_colour_of_lone_dice(red: str, goes: str) -> None:
    """Rule 26.4.2: red alone on gold: the lowest empty gold card; on green: the lowest green."""
    assert (place(goes), "26.4.2") == automa(board(**{red: "r"}))


def test_lone_dice_go_before_covering_ones() -> None:
    """Rule 26.4.2: red alone on gold and covering on green: gold counts."""
    s = board(n4="r", n3="br", n1="rb")
    assert (place("2"), "26.4.2") == automa(s)


def test_it_matches_the_colour_of_covering_dice() -> None:
    """Rule 26.4.3: no red die is alone; the covering one is on green."""
    assert (place("1"), "26.4.3") == automa(board(n3="br"))
    assert (place("2"), "26.4.3") == automa(board(n4="br"))


def test_without_red_dice_it_takes_the_lowest() -> None:
    """Rule 26.4.4: red has no top die (it repositioned a card): the lowest empty card."""
    s = do(start("epilogue"), "r1c1~2,1")
    assert (place("1"), "26.4.4") == automa(s)


def test_it_moves_when_it_cannot_place() -> None:
    """Rule 26.5: no die left: a move to any card that can take the die."""
    assert (move("7", "2"), "26.5.1") == automa(board(n7="b", n3="bb", n1="bb"))


def test_it_moves_a_lone_die_first() -> None:
    """Rule 26.5.1: the lone die on 3 goes before the covering one on 7, to the lowest card."""
    assert (move("3", "2"), "26.5.1") == automa(board(n7="bb", n3="b", n1="bb"))


def test_it_moves_a_covering_die_last() -> None:
    """Rule 26.5.2: no lone black die: the highest covering one that has a target."""
    s = board(n5="br", n6="br", n4="rb", n2="bb")
    assert (move("4", "1"), "26.5.2") == automa(s)


def test_without_an_action_red_wins() -> None:
    """Rule 26.6: the Automa has no die to place and none that can move: red wins."""
    stuck = board("r", n2="br", n4="br", n6="b", n7="b", n5="b", n1="r", n3="r")
    assert "submission:r" == end(do(stuck, move("1", "6")))


def test_lowest_to_place_highest_to_move() -> None:
    """Rule 26.7: ties are settled by the numbers of the cards, whatever their places."""
    deal = "7654321"
    text, rule = automa(board("b", deal, n7="r"))
    assert ("r3c2", "26.4.2") == (text, rule)


@pytest.mark.parametrize(
    ("numbers", "looks"),
    [
        ("odd_green_even_gold", ["green", "gold", "green", "gold", "green", "gold", "green"]),
        ("gold_1_to_3", ["gold", "gold", "gold", "green", "green", "green", "green"]),
    ],
)
def test_numbers_and_colours(numbers: str, looks: list[str]) -> None:
    """Rule 26.8: odd cards are green and even ones gold; or with the option 1 to 3 are gold."""
    scene = GAME.table.scene(start("epilogue", "1234567", numbers=numbers))
    cards = [space.look for space in scene.spaces if not space.ghost]
    assert [f"coin-{look}-{n}" for n, look in enumerate(looks, 1)] == cards


def returns(s: Rokumon) -> tuple[int, ...]:
    result = GAME.result(s, 1)
    assert result is not None
    return result.returns


def test_the_end_of_a_solo_game() -> None:
    """Rule 26.9: one return, the player's; resigning loses; the Automa never resigns."""
    s = start("epilogue")
    lost = s.copy()
    GAME.resign(lost, 0)
    assert (-1,) == returns(lost)
    assert not GAME.may_resign(do(s, "r1c1"), 1)
    won = do(board("r", n1="r", n5="r"), place("6"))
    assert (1,) == returns(won)
    beaten = do(board(n1="b", n5="b"), place("6"))
    assert (-1,) == returns(beaten)


def test_only_threats_that_can_be_carried_out_are_blocked() -> None:
    """Ruling A1: red has no die left and none can reach 1: no block; with the option there is."""
    piles = {"n5": "br", "n6": "br", "n4": "rb", "n2": "rb"}
    assert (place("1"), "26.4.3") == automa(board(**piles))
    assert (place("1"), "26.4.1") == automa(
        board("b", ORDER, {"automa_block": "geometric"}, **piles)
    )


def test_a_lone_die_of_the_line_does_not_carry_the_threat_out() -> None:
    """Ruling A1: a die that leaves no red one behind completes nothing in its own line."""
    s = board(n1="r", n5="br", n4="rb", n2="rb", n3="b")
    assert "26.4.1" != automa(s)[1]


FROM_WITHIN = "E 27/631/54 .,br/rr,.,br/b,b b r - - 11 -"


@pytest.mark.parametrize(
    ("ruling", "goes"),
    [
        ({}, ("r2c2", "26.4.1")),
        ({"automa_block": "geometric"}, ("r2c2", "26.4.1")),
        ({"automa_sees_piles": False}, ("r1c1", "26.4.3")),
    ],
)
def test_a_pile_of_the_line_carries_the_threat_out(ruling: Rulings, goes: tuple[str, str]) -> None:
    """Rules 26.4.1, A1: the upper die of a red pair moves on, and the lower one stays.

    An independent engine found this position, in which the Automa let red win.
    """
    s = NOTATION.read_position(FROM_WITHIN, options("epilogue", "2763154", **ruling))
    assert goes == automa(s)


def test_an_overlooked_threat_loses() -> None:
    """Ruling A1: with the option, as under rules 1, the Automa lets red complete the row."""
    deal = options("epilogue", "2763154", automa_sees_piles=False)
    s = NOTATION.read_position(FROM_WITHIN, deal)
    assert "row:r" == end(do(s, automa(s)[0], "r2c1-r2c2"))


def test_records_of_rules_1_keep_the_oversight() -> None:
    """What the Automa did under rules 1 replays; under today's rules it is no outcome."""
    entries = ("*:r1c1", "0:r2c1-r2c2")
    given = {"act": "epilogue", "deal": "2763154", "automa_block": "executable"}
    old = replay(GAME, Record("rokumon", 1, given, entries, start=FROM_WITHIN))
    assert not old.options["automa_sees_piles"]
    assert "row:r" == end(state_of(old))
    with pytest.raises(RecordMismatch, match=r"entry 1 \('\*:r1c1'\)"):
        replay(GAME, Record("rokumon", 2, given, entries, start=FROM_WITHIN))


def test_a_move_that_would_lose_counts_as_a_threat() -> None:
    """Ruling A1: whether the lift would lose by rule 11 is not asked; the row is blocked."""
    fields = "E 17/253/46 b,rb/br,.,r/.,br {} - r3c2@3,-1 - {} -"
    s, lost = (
        NOTATION.read_position(fields.format(*turn), options("epilogue"))
        for turn in (("b", 21), ("r", 20))
    )
    assert "row:b" == end(do(lost, "r3c2-r2c2"))
    assert ("r2c2", "26.4.1") == automa(s)


def test_both_colours_mean_the_lowest_card() -> None:
    """Ruling A2: red on both colours, or no card of its colour empty: the lowest empty card."""
    assert (place("1"), "26.4.2") == automa(board(n4="r", n3="r"))
    full_gold = board(n2="rb", n4="rb", n6="r")
    assert (place("1"), "26.4.2") == automa(full_gold)


def test_a_pair_of_black_dice_may_cover() -> None:
    """Ruling A3: a black die on a black one covers no rival, and takes part in 26.3."""
    assert (move("3", "2"), "26.3") == automa(board(n3="bb", n2="r"))


def test_the_lowest_target_may_hold_dice() -> None:
    """Ruling A4: 26.5 takes the lowest legal card, with dice on it or not; or empty ones first."""
    piles = {"n7": "b", "n2": "b", "n3": "bb", "n1": "b"}
    assert (move("7", "2"), "26.5.1") == automa(board(**piles))
    assert (move("7", "4"), "26.5.1") == automa(
        board("b", ORDER, {"automa_prefers_empty": True}, **piles)
    )


def test_it_does_not_seek_stacks() -> None:
    """Ruling A5: an own pair in reach is not sought; with the option it is, after 26.2."""
    piles = {"n3": "b", "n4": "bb"}
    assert (place("1"), "26.4.4") == automa(board(**piles))
    s = board("b", ORDER, {"automa_stacks_safely": True}, **piles)
    assert (move("3", "4"), "A5") == automa(s)
    assert "stack:b" == end(do(s, move("3", "4")))


UNCOVERS = "E 47/231/56 r,r/bb,r,./.,rb b r - - 11 -"


def uncovering(**rulings: str | bool) -> Rokumon:
    """From r3c2 to r2c1 is a black stack, and the lift shows a red row over r1c1 and r2c2."""
    chosen = options("epilogue", "4723156", numbers="gold_1_to_3", **rulings)
    return NOTATION.read_position(UNCOVERS, chosen)


def test_no_stack_uncovers_a_red_row() -> None:
    """Ruling A5: with the option, a stack whose lift shows a red row is left, as a row in 26.2."""
    assert "A5" != automa(uncovering(automa_stacks_safely=True))[1]


def test_a_stack_that_wins_nonetheless_is_completed() -> None:
    """Rulings A5, M2: where the mover wins, what the lift shows does not matter."""
    s = uncovering(automa_stacks_safely=True, reveal_beats_win=False)
    assert ("r3c2-r2c1", "A5") == automa(s)
    assert "stack:b" == end(do(s, "r3c2-r2c1"))


def test_earlier_records_keep_the_stack_that_loses() -> None:
    """Ruling A5: the option of earlier tables does not look at what the lift shows."""
    s = uncovering(automa_stacks=True)
    assert ("r3c2-r2c1", "A5") == automa(s)
    assert "row:r" == end(do(s, "r3c2-r2c1"))


def test_the_choice_of_die_makes_no_difference() -> None:
    """Ruling A6: all black dice are one kind, so there is nothing to choose."""
    s = do(start("epilogue"), "r1c1")
    assert {0, 5} == set(s.supply[4:])
    assert [1] == [weight for _, weight in GAME.outcomes(s)]


def test_chance_has_no_outcome_in_the_players_turn() -> None:
    """The Automa acts in its turn only."""
    assert [] == GAME.outcomes(start("epilogue"))
    assert [] == GAME.legal(do(start("epilogue"), "r1c1"), CHANCE)
