"""Surprise (rules 16-20, S1-S4)."""

import pytest

from games.rokumon.given import GAME, at, dice, do, end, field, kind, moves_from, start
from honjin.core.jit.bits import count_bits
from honjin.games.rokumon.content.data import DIRECTIONS, coordinates
from honjin.games.rokumon.rules.state import Rokumon, is_joined, settle_board


def places(s: Rokumon, card: str) -> set[str]:
    """The places where a Surprise may put a card."""
    texts = kind(s, "surprise")
    return {text.partition("~")[2] for text in texts if text.startswith(f"{card}~")}


def after_each(s: Rokumon) -> list[Rokumon]:
    """The board after each Surprise of any card, as `free` lists them."""
    boards = []
    for card in range(s.cards):
        for cell in range(63):
            if s.free[card] >> cell & 1:
                moved = s.copy()
                moved.cell[card] = cell
                settle_board(moved)
                boards.append(moved)
    return boards


def test_a_card_goes_where_it_touches_two_others() -> None:
    """Rule 16: by the coordinates, each listed place touches two or more other cards, no other."""
    s = start("4")
    for card in range(7):
        others = {coordinates(cell) for n, cell in enumerate(s.cell) if n != card}
        wanted = set()
        for x in range(-3, 8):
            for y in range(-5, 5):
                around = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
                touched = sum((x + dx, y + dy) in others for dx, dy in around)
                here = coordinates(s.cell[card])
                if touched >= 2 and (x, y) not in others and (x, y) != here:
                    wanted.add((x, y))
        cells = [cell for cell in range(63) if s.free[card] >> cell & 1]
        assert wanted == {coordinates(cell) for cell in cells}


def test_any_card_may_be_lifted() -> None:
    """Rule 16: an empty card, one with rival dice, and the fort can be moved."""
    s = at("5", ".,w,./35,2,.,.", "r")
    names = {text.partition("~")[0] for text in kind(s, "surprise")}
    assert {"r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3", "r2c4"} == names


def test_once_a_game_for_each_side() -> None:
    """Rule 16: a side that has used its Surprise has none; the other still has its own."""
    s = do(start("4"), "r2c1~1,1")
    assert "b" == field(s, 4)
    assert kind(s, "surprise")
    assert set() == kind(do(s, "1@r1c1"), "surprise")
    both = do(s, "r1c3~2,1")
    assert "-" == field(both, 4)
    assert set() == kind(both, "surprise")
    assert set() == kind(do(both, "2@r1c2"), "surprise")


def test_no_surprise_in_the_first_acts() -> None:
    """Rule 16: Acts 1 to 3 have no Surprise; in the Epilogue only the player has one."""
    for act in ("1", "2", "3"):
        assert set() == kind(start(act), "surprise")
    assert 30 == len(kind(start("epilogue"), "surprise"))
    assert "r" == field(start("epilogue"), 4)


def test_the_old_place_is_no_target() -> None:
    """Rule 17: a card cannot be put back, and its own place does not count as a card touched."""
    s = start("4")
    assert "0,0" not in places(s, "r2c1")
    # At 0,1 the card would touch r2c2 and its own old place only.
    assert "0,1" not in places(s, "r2c1")
    assert "0,1" in places(s, "r2c3")


def test_the_moved_card_is_barred_for_one_turn() -> None:
    """Rule 18: the rival may not move it in the turn that follows, but other cards; later again."""
    s = do(start("4"), "r2c4~2,-2")
    assert set() == places(s, "r2c4")
    assert places(s, "r2c1")
    assert "r2c4" == field(s, 6)
    s = do(s, "1@r1c1", "2@r2c1")
    assert "-" == field(s, 6)
    assert places(s, "r2c4")


def test_the_bar_does_not_hold_dice() -> None:
    """Rule 18: dice may be placed on and moved from a barred card."""
    s = do(at("4", ".,.,./.,.,.,1", "r"), "r2c4~2,-2")
    assert {"r1c1", "r1c2", "r1c3"} == moves_from(s, "r2c4")


@pytest.mark.slow
def test_cards_may_be_left_alone() -> None:
    """Rule 19: after two Surprises the board may fall apart, and a card may touch no other."""
    first = after_each(start("4"))
    second = {tuple(s.cell): s for board in first for s in after_each(board)}
    apart = [s for s in second.values() if not is_joined(s.occupied)]
    alone = [s for s in apart if any(touching(s, card) == 0 for card in range(7))]
    assert (35, 869) == (len({tuple(s.cell) for s in first}), len(second))
    assert not [s for s in first if not is_joined(s.occupied)]
    assert (124, 44) == (len(apart), len(alone))


def touching(s: Rokumon, card: int) -> int:
    """The number of cards that touch a card."""
    here = 1 << s.cell[card]
    around = 0
    for step in DIRECTIONS:
        around |= here << step | here >> step
    return count_bits(around & s.occupied)


def test_dice_stay_on_the_card() -> None:
    """Rule 20: a card takes its dice along, in their order."""
    s = do(at("4", "2,.,./35,w4,.,.", "r"), "r2c1~1,1")
    assert "2,.,./35,w4,.,." == dice(s)
    assert "r2c1@1,1" == field(s, 5)


def test_a_row_that_appears_wins_for_its_owner() -> None:
    """Rule 20: a Surprise can win by a row, or lose by giving the rival one."""
    piles = ".,.,2/4,.,6,."
    assert "row:r" == end(do(at("4", piles, "r"), "r2c1~1,1"))
    assert "row:r" == end(do(at("4", piles, "b"), "r2c1~1,1"))
    assert "-" == end(do(at("4", piles, "r"), "r2c1~4,-1"))


def test_the_board_may_have_to_stay_joined() -> None:
    """Ruling S1: by default the board may fall apart; with the option no target splits it."""
    free = after_each(start("4"))
    tied = after_each(start("4", surprise_connected=True))
    assert 35 == len(free) == len(tied)
    every = sum(count_bits(mask) for board in free for mask in board.free)
    joined = sum(count_bits(mask) for board in tied for mask in board.free)
    assert every > joined
    for board in tied:
        assert all(is_joined(after.occupied) for after in after_each(board))


def test_the_bar_may_last() -> None:
    """Ruling S2: by default the bar lasts one turn; with the option to the end of the game."""
    s = do(start("4", surprise_ban="permanent"), "r2c4~2,-2", "1@r1c1", "2@r2c1")
    assert set() == places(s, "r2c4")
    assert "r2c4" == field(s, 6)
    assert places(do(start("4"), "r2c4~2,-2", "1@r1c1", "2@r2c1"), "r2c4")


def test_cards_stay_on_the_lattice() -> None:
    """Ruling S3: every target is a whole place of the lattice, drawn half a card aside by row."""
    scene = GAME.table.scene(start("4"))
    spaces = {space.id: space for space in scene.spaces}
    for space in scene.spaces:
        if space.ghost:
            x, y = map(int, space.id[1:].split(","))
            dx = space.at[0] - spaces["r2c1"].at[0]
            dy = space.at[1] - spaces["r2c1"].at[1]
            assert (round(1.5 * (x + y / 2), 3), round(1.06 * y, 3)) == (dx, dy)


def test_the_fort_stays_face_down() -> None:
    """Ruling S4: once moved, the fort is still the third colour."""
    s = do(start("5"), "r1c1~0,1")
    assert "fgg/jjjj" == field(s, 1)
    looks = {space.id: space.look for space in GAME.table.scene(s).spaces}
    assert "coin-fort" == looks["r1c1"]
