"""Valor, capture, end and score."""

import pytest

from games.akebono.given import (
    GAME,
    RED,
    WHITE,
    at,
    begun,
    do,
    end,
    legal,
    playing,
    rolling,
    scores,
    start,
)
from honjin.core.seats import CHANCE
from honjin.games.akebono.content.data import MAX_ROUNDS
from honjin.games.akebono.rules.scoring import end as finish
from honjin.games.akebono.rules.state import ROLL, Akebono, last_turn

# ---- valor


def test_a_pair_of_prisoners_is_a_point_of_valor() -> None:
    """Rule 30: at the second of a type, and again at the fourth."""
    s = at("S:F6 A:E8 D:G6 G:H8", "A:F7,E7,G7,G8", points=18)
    gained = []
    for text in ("F6xF7", "E8xE7", "G6xG7", "H8xG8"):
        s = do(s, text)
        gained.append(s.valor[RED])
    assert [0, 1, 1, 2] == gained


def test_valor_at_once() -> None:
    """Ruling Q43: valor is there before the turn ends, even if the game ends first."""
    s = do(at("S:F6", "A:F7", points=18, taken=("A", "")), "F6xF7")
    assert ([1, 0], RED) == (s.valor, s.turn)
    s = do(at("S:F6", "D:F7", points=18, taken=("DD", "")), "F6xF7")
    assert (("daimyo", RED), (4, 0)) == (end(s), scores(s))


def test_never_above_four() -> None:
    """Ruling Q44: a pair made at 4 is used up: at 3 the next prisoner of the type gives nothing."""
    s = do(at("S:F6", "A:F7", points=18, taken=("A", ""), valor=(4, 0)), "F6xF7")
    assert [4, 0] == s.valor
    s = do(at("S:F6", "A:F7", points=18, taken=("AA", ""), valor=(3, 0)), "F6xF7")
    assert [3, 0] == s.valor


def test_no_prisoner_in_two_pairs() -> None:
    """Ruling Q45: the third of a type gives nothing; teppo-tai of 1 and of 3 are one type."""
    s = do(at("S:F6", "A:F7", points=18, taken=("AA", ""), valor=(1, 0)), "F6xF7")
    assert [1, 0] == s.valor
    s = do(at("S:F6", "G:F7 A:F8", points=18, taken=("G", "")), "F6xF7")
    assert [1, 0] == s.valor
    s = do(at("S:F6", "A:F7", points=18, taken=("SD", "")), "F6xF7")
    assert [0, 0] == s.valor


# ---- capture


def test_two_beside_a_tairo() -> None:
    """Rule 31: the second enemy captures; a tairo and a ninja that has just arrived count."""
    s = at("A:F7 S:I8", "T:G8", points=2)
    assert None is end(s)
    assert ("tairo", RED) == end(do(s, "I8-H7"))
    assert ("tairo", RED) == end(do(at("A:F7 T:I8", "T:G8", points=2), "I8-H7"))
    assert ("tairo", RED) == end(do(at("S:C6", "T:B6", dice=(2, 2), hand=(1, 0)), "nB7"))


def test_one_is_not_enough() -> None:
    """Rule 31: one enemy beside it, with a second one two hexes away, captures nothing."""
    assert None is end(do(at("A:F6 S:I8", "T:G8", points=9), "F6-F7"))
    assert None is end(do(at("A:F7 S:I8", "T:G8", points=9), "I8-I9"))


def test_walking_into_it() -> None:
    """Rule 32: a side may walk its own tairo into capture."""
    s = at("T:F5", "A:F7 S:G7", points=1)
    assert "F5-F6" in legal(s)
    assert ("tairo", WHITE) == end(do(s, "F5-F6"))


def test_a_position_captures() -> None:
    """Ruling Q36: one enemy may have been there for several turns."""
    s = do(at("A:F7 S:I8", "T:G8", points=0), "end", "1-2", "end", "1-2")
    assert ("tairo", RED) == end(do(s, "I8-H7"))


def test_every_enemy_counts() -> None:
    """Ruling Q37: the tairo counts, and so does a piece that has fought this turn."""
    s = do(at("A:E7 S:I8", "T:G8 A:F7", points=9), "E7xF7")
    assert None is end(s)
    assert ("tairo", RED) == end(do(s, "I8-H7"))
    s = do(at("A:F7 S:I8", "T:G8 A:H7", points=9), "I8xH7")
    assert ("tairo", RED) == end(s)


def test_who_scores_when_a_tairo_walks_in() -> None:
    """Ruling Q38: the side of the pieces beside it scores, although it is not its turn."""
    s = do(at("T:F5", "A:F7 S:G7", points=1), "F5-F6")
    assert (WHITE, (0, 1)) == (s.captor, scores(s))


def test_a_tie_after_walking_in() -> None:
    """Ruling Q50: the capturing side wins the tie."""
    s = do(at("T:F5", "A:F7 S:G7", points=1, valor=(1, 0)), "F5-F6")
    assert ((1, 1), ("tairo", WHITE)) == (scores(s), end(s))


def test_both_surrounded_by_one_step() -> None:
    """Ruling Q39: only the capture that the mover completes counts."""
    s = at("T:F6 S:H8", "T:G8 A:E8 S:F8", points=1)
    s = do(s, "F6-F7")
    assert (("tairo", RED), RED, (1, 0)) == (end(s), s.captor, scores(s))


def test_removals_capture_nobody() -> None:
    """Ruling Q40: a shot never adds a piece beside a tairo."""
    s = do(at("G:F3 A:F7", "T:G8 A:F5", points=9), "F3>F5")
    assert None is end(s)


def test_capture_and_third_daimyo_in_one_step() -> None:
    """Ruling Q42: both are scored."""
    s = do(at("A:F7 S:I8", "T:G8 D:H7", points=18, taken=("DD", "")), "I8xH7")
    assert (("both", RED), (4 + 1, 0)) == (end(s), scores(s))


# ---- end


def test_the_third_daimyo() -> None:
    """Rule 33: the loss of the third daimyo ends the game at once, mid-turn."""
    s = do(at("S:F6 A:E5", "D:F7", points=18, taken=("DD", "")), "F6xF7")
    assert (("daimyo", RED), 13, 0) == (end(s), s.points, GAME.may_act(s))


def test_two_daimyo_are_not_the_end() -> None:
    """Rule 33: nor are three samurai."""
    assert None is end(do(at("S:F6", "D:F7", points=18, taken=("D", "")), "F6xF7"))
    assert None is end(do(at("S:F6", "S:F7", points=18, taken=("SS", "")), "F6xF7"))


def captured(
    taken: tuple[str, str], valor: tuple[int, int], hand: tuple[int, int] = (0, 0)
) -> Akebono:
    """Red captures a tairo on a road hex."""
    s = at("A:F7 S:I8", "T:G8", points=2, taken=taken, valor=valor, hand=hand)
    return do(s, "I8-H7")


def test_score() -> None:
    """Rule 34: 2 for a whole type, 4 for the daimyo, the hex of the tairo, valor."""
    assert (1, 0) == scores(captured(("", ""), (0, 0)))
    assert (1 + 2, 0) == scores(captured(("SSS", ""), (0, 0)))
    assert (1 + 2 + 2, 0) == scores(captured(("SSSAAAAA", ""), (0, 0)))
    assert (1 + 2 + 2 + 3, 2) == scores(captured(("GGGNN", ""), (3, 2)))
    assert (1, 2) == scores(captured(("AAAA", "NN"), (0, 0)))


def test_valor_on_the_counter_counts() -> None:
    """Ruling Q46: a point spent in the last turn is gone."""
    s = at("A:F7 S:I8", "T:G8", dice=(3, 5), valor=(2, 0))
    s = do(do(s, "die", "2"), "I8-H7")
    assert (1 + 1, 0) == scores(s)


def test_a_ninja_in_hand_is_not_defeated() -> None:
    """Ruling Q47: one prisoner and one in the enemy's hand are not all."""
    assert (1, 0) == scores(captured(("N", ""), (0, 0), hand=(0, 1)))
    assert (1 + 2, 0) == scores(captured(("NN", ""), (0, 0)))


def test_a_captured_tairo_is_no_type() -> None:
    """Ruling Q48: it is worth its hex and nothing more."""
    assert (1, 0) == scores(captured(("", ""), (0, 0)))


def test_three_daimyo() -> None:
    """Ruling Q49: 4 and not 6."""
    s = do(at("S:F6", "D:F7", points=18, taken=("DD", "")), "F6xF7")
    assert (4, 0) == scores(s)


def test_both_score_everything() -> None:
    """Ruling Q51: the side that did not end the game also scores types and valor."""
    assert (1, 2 + 3) == scores(captured(("", "SSS"), (0, 3)))


@pytest.mark.parametrize(("white", "red", "step", "value"), [
    ("T:A1", "A:A2 S:C1", "C1-B1", 6),
    ("T:F6", "A:F5 S:E8", "E8-E7", 1),
    ("T:A12", "A:A11 S:C12", "C12-B11", 3),
])  # fmt: skip
def test_the_printed_value_counts(white: str, red: str, step: str, value: int) -> None:
    """Ruling Q52: of the hex on which the tairo stands."""
    assert (value, 0) == scores(do(at(red, white, points=18), step))


def test_more_points_win() -> None:
    """Rule 35: the side that ended the game may lose it."""
    s = captured(("", "SSS"), (0, 3))
    assert ("tairo", WHITE) == end(s)
    out = [0, 0]
    assert (0, [-1, 1]) == (GAME.returns(s, out), out)


def test_a_tie_goes_to_who_ended_it() -> None:
    """Rule 35: by capture, or by the third daimyo."""
    assert ("tairo", RED) == end(captured(("", ""), (0, 1)))
    s = do(at("S:F6", "D:F7", points=18, taken=("DD", "SSSNN")), "F6xF7")
    assert ((4, 4), ("daimyo", RED)) == (scores(s), end(s))


# ---- length


def test_a_chosen_limit() -> None:
    """Ruling Q54: after the chosen number of rounds the game is over and scored."""
    s = begun(max_rounds="20")
    for n in range(40):
        assert (None, n) == (end(s), s.turns)
        s = do(s, "1-2", "end")
    assert (("rounds", 2), (0, 0), 40) == (end(s), scores(s), s.turns)


def test_our_own_limit() -> None:
    """Ruling W1: 60 rounds if there is no shorter limit; endless passing ends."""
    assert 60 == MAX_ROUNDS
    assert (120, 40, 80) == tuple(last_turn(start(max_rounds=n)) for n in ("0", "20", "40"))
    s = begun()
    s.turns = 119
    assert ("rounds", 2) == end(do(s, "1-2", "end"))


def test_nobody_wins_a_tie_at_the_limit() -> None:
    """Ruling W7: more points win, equal points are a draw."""
    for valor, winner in (((1, 1), 2), ((2, 1), RED), ((0, 1), WHITE)):
        s = at(valor=valor)
        finish(s, GAME.reasons.index("end.rounds"), 2)
        assert ("rounds", winner) == end(s)
        out = [0, 0]
        GAME.returns(s, out)
        assert 0 == sum(out)
        assert (winner == 2) == (out == [0, 0])


def test_giving_up() -> None:
    """Ruling W6: a side may give up whenever it may act, even in the set-up; the other wins."""
    play = playing()
    assert play.may_resign(RED)
    play.resign(RED)
    result = play.result()
    assert result is not None
    assert ("end.resigned", (-1, 1)) == (result.reason, result.returns)
    s = at("S:E5", points=3)
    assert (True, False) == (GAME.may_resign(s, RED), GAME.may_resign(s, WHITE))
    assert not GAME.may_resign(rolling(s), RED)
    GAME.resign(s, RED)
    assert ("resigned", WHITE) == end(s)


def test_no_game_without_a_limit_is_drawn() -> None:
    """Rule 35: a capture always has a winner, whatever the points."""
    for red in range(5):
        for white in range(5):
            assert 2 != captured(("", ""), (red, white)).winner


def test_a_turn_that_is_over_passes() -> None:
    """After the end of a turn the other side rolls."""
    s = do(at("S:E5", points=3), "end")
    assert (ROLL, WHITE, 1 << CHANCE) == (s.phase, s.turn, GAME.may_act(s))
