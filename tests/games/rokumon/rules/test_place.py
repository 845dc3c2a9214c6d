"""Place (rules 6, 7, P1)."""

from games.rokumon.given import GAME, at, dice, do, kind, start


def test_a_die_goes_on_any_empty_card() -> None:
    """Rule 6: every card without a die, and no other."""
    s = at("2", "r,.,b/.,rb,.,.")
    assert {"r1c2", "r2c1", "r2c3", "r2c4"} == kind(s, "place")
    assert "r,r,b/.,rb,.,." == dice(do(s, "r1c2"))


def test_placing_takes_the_die_out_of_the_supply() -> None:
    """Rule 6: a die placed is gone from the supply; without dice there is nothing to place."""
    s = do(start("3"), "2@r1c1", "1@r2c1")
    assert [0, 1, 1, 1, 0, 2, 1, 1] == s.supply
    assert set() == kind(at("2", "r,r,b/rr,.,.,.", "r"), "place")


def test_the_player_chooses_the_value() -> None:
    """Rule 7: from Act 3 on each value in supply can be placed, the white 1 apart from black 1."""
    s = do(start("3"), "6@r1c1")
    assert {f"{die}@r1c2" for die in "135w"} == {t for t in kind(s, "place") if t[2:] == "r1c2"}
    s = do(s, "w@r1c2")
    assert {"2@r1c3", "4@r1c3"} == {text for text in kind(s, "place") if text[2:] == "r1c3"}


def test_equal_dice_are_one_choice() -> None:
    """Rule 7: two dice of one value give one placement per card."""
    assert 21 == len(GAME.legal(start("3"), 0))


def test_a_die_back_from_a_fight_is_placed_again() -> None:
    """Rule 7: a die returned by a fight can be placed in a later turn."""
    s = do(at("3", "2,.,./5,.,.,.", "r"), "r1c1-r2c1", "r2c1x")
    assert [0, 2, 1, 1, 1, 2, 0, 1] == s.supply
    assert "2@r1c1" in kind(s, "place")


def test_values_are_not_drawn() -> None:
    """Ruling P1: the seat chooses the value to place; chance never does."""
    s = start("3")
    assert {"2@r1c1", "4@r1c1", "6@r1c1"} <= kind(s, "place")
    assert [] == GAME.outcomes(s)
