"""Set-up: midline, halves, secret placing, rearranging, the first turn."""

import re

import pytest

from games.akebono.given import GAME, RED, WHITE, begun, do, legal, placed, refusal, standing, start
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.games.akebono.content.data import CHANGES, SHIPPED, SHIPPED_TEXT
from honjin.games.akebono.rules.names import ground, hex_name, read_hex
from honjin.games.akebono.rules.state import (
    ARROWS,
    LOT,
    PLACING,
    REPAIR,
    REVISING,
    ROLL,
    Akebono,
    is_home,
)
from honjin.geometry.hexes import neighbours, opposite

LINES = ("north_south", "west_east")
PLANS = ("crane", "scales", "geese", "circle", "arrow")


def homes(s: Akebono, seat: int) -> set[str]:
    """The hexes of a seat's half."""
    return {name for cell, name in ground(s).name.items() if is_home(s, cell, seat)}


def where(s: Akebono, seat: int, letter: str = "samurai") -> set[str]:
    """Where a piece from the tray may be placed."""
    puts = legal(do(s, f"+{letter}", seat=seat), seat)
    return {text[1:] for text in puts if text != "@back"}


@pytest.mark.parametrize(("line", "hexes"), [("north_south", 58), ("west_east", 61)])
def test_each_owns_a_half(line: str, hexes: int) -> None:
    """Rule 6: the midline leaves each side as many hexes as the other."""
    s = start(midline=line)
    assert hexes == len(homes(s, RED)) == len(homes(s, WHITE))
    assert set() == homes(s, RED) & homes(s, WHITE)


def test_closed_hexes() -> None:
    """Ruling Q6: row F, or the five hexes that the other line runs through."""
    closed = []
    for line in LINES:
        s = start(midline=line)
        closed.append(set(ground(s).cell) - homes(s, RED) - homes(s, WHITE))
    assert {f"F{n}" for n in range(1, 12)} == closed[0]
    assert {"B6", "D6", "F6", "H6", "J6"} == closed[1]


def test_whose_half() -> None:
    """Ruling W3: white has north or west, red south or east."""
    assert ("A1" in homes(start(), WHITE), "K1" in homes(start(), RED)) == (True, True)
    s = start(midline="west_east")
    assert ("K1" in homes(s, WHITE), "A12" in homes(s, RED)) == (True, True)


def test_midline_by_agreement_or_lot() -> None:
    """Ruling Q7: given by an option, or drawn by chance before anything is placed."""
    assert (PLACING, 1) == (start(midline="west_east").phase, start(midline="west_east").midline)
    s = start(midline="random")
    assert (ARROWS, [(0, 1), (1, 1)]) == (s.phase, GAME.outcomes(s))
    assert [0, 1] == [do(s, line, seat=CHANCE).midline for line in LINES]
    assert PLACING == do(s, "west_east", seat=CHANCE).phase


def test_ninja_stay_off_the_board() -> None:
    """Rule 7: no ninja can be placed; they lie beside the board."""
    s = start()
    assert {"+tairo", "+daimyo", "+samurai", "+ashigaru", "+teppo_tai"} == {
        text for text in legal(s, RED) if text[0] == "+"
    }
    assert ("Ninja come when you roll a pair, not before", "7") == refusal(s, "0:ninja", seat=RED)
    assert [2, 2] == placed().hand


@pytest.mark.parametrize("line", LINES)
def test_placing_in_the_own_half(line: str) -> None:
    """Rule 8: a piece may go to any empty hex of its own half and to no other."""
    s = start(midline=line)
    assert homes(s, RED) == where(s, RED)
    assert homes(s, WHITE) == where(s, WHITE)
    s = do(s, "+tairo", "@K8", seat=RED)
    assert homes(s, RED) - {"K8"} == where(s, RED)


def test_both_place_at_once() -> None:
    """Rule 8: both may act until each has finished, in any order."""
    s = start()
    assert 3 == GAME.may_act(s) == GAME.must_act(s)
    s = do(s, "=crane", "ready", seat=RED)
    assert 1 << WHITE == GAME.may_act(s)
    one = do(do(start(), "=crane", seat=RED), "=arrow", seat=WHITE)
    assert one == do(do(start(), "=arrow", seat=WHITE), "=crane", seat=RED)


def test_rearranging_until_the_lot() -> None:
    """Rule 9: pieces can be moved and swapped; then chance decides who goes first."""
    s = do(start(setup_revisions="0"), "=crane", seat=RED)
    s = do(s, "+G8", "@G9", seat=RED)
    s = do(s, "+G9", "@K8", seat=RED)
    assert "T" not in standing(s, RED)
    assert read_hex(s, "G9") == s.tairo[RED]
    s = do(do(s, "ready", seat=RED), "=crane", "ready", seat=WHITE)
    assert (LOT, {"red", "white"}) == (s.phase, legal(s))
    assert [1, 1] == [weight for _, weight in GAME.outcomes(s)]
    assert [(ROLL, RED), (ROLL, WHITE)] == [
        (do(s, who).phase, do(s, who).turn) for who in ("red", "white")
    ]


def test_nothing_for_the_second_player() -> None:
    """Ruling Q11: whoever goes first, both keep their placement, valor and hand."""
    red, white = begun("red"), begun("white")
    white.turn = RED
    assert red == white


def test_placing_revealing_rearranging_revealing() -> None:
    """Ruling Q8: after a reveal each may rearrange in secret, knowing what was seen."""
    s = placed("crane", "arrow")
    assert (REVISING, 0, 3) == (s.phase, s.done, GAME.may_act(s))
    s = do(s, "+G8", "@G9", seat=RED)
    seen = GAME.seen_by(s, WHITE)
    assert (0, True) == (seen.piece[read_hex(s, "G9")], seen.piece[read_hex(s, "G8")] > 0)
    s = do(do(s, "ready", seat=WHITE), "ready", seat=RED)
    assert (LOT, True) == (s.phase, s.piece[read_hex(s, "G9")] > 0)
    assert s == GAME.seen_by(s, WHITE) == GAME.seen_by(s, SPECTATOR)


@pytest.mark.parametrize("revisions", ["0", "1", "2", "3"])
def test_how_many_rearrangements(revisions: str) -> None:
    """Ruling Q8: none, one, two or three, as chosen; each ends when both have finished."""
    s = placed(setup_revisions=revisions)
    for left in range(int(revisions), 0, -1):
        assert (REVISING, left) == (s.phase, s.revisions)
        s = do(do(s, "ready", seat=RED), "ready", seat=WHITE)
    assert LOT == s.phase


def test_all_must_be_placed() -> None:
    """Ruling Q9: a side cannot finish with a piece in the tray, nor put two on a hex."""
    s = do(start(), "+tairo", "@K8", seat=RED)
    assert "ready" not in legal(s, RED)
    assert ("All pieces must be on the board: 14 are still to be placed", "Q9") == refusal(
        s, "ready", seat=RED
    )
    assert "@K8" not in legal(do(s, "+samurai", seat=RED), RED)
    assert "ready" in legal(do(s, "=crane", seat=RED), RED)


# ---- changes


def test_formation_in_one_change() -> None:
    """Ruling W2: a formation is one change, lifting and setting down is one."""
    s = do(start(), "=scales", seat=RED)
    assert CHANGES[0] - 1 == s.changes[RED]
    s = do(s, "+G8", "@K1", seat=RED)
    assert CHANGES[0] - 2 == s.changes[RED]
    s = do(s, "+K1", "@back", seat=RED)
    assert (CHANGES[0] - 3, True) == (s.changes[RED], s.piece[read_hex(s, "K1")] > 0)


def test_two_pieces_change_places() -> None:
    """Ruling W2: set down on another piece of its side, the two swap, unless of the same type."""
    s = do(start(), "=crane", seat=RED)
    tairo, daimyo = "K8", "K9"
    s = do(s, f"+{tairo}", f"@{daimyo}", seat=RED)
    assert read_hex(s, daimyo) == s.tairo[RED]
    assert s.piece[read_hex(s, tairo)] == 2
    lifted = do(s, f"+{tairo}", seat=RED)
    assert "@K7" not in legal(lifted, RED)
    assert 2 == s.piece[read_hex(s, "K7")]


def test_changes_run_out() -> None:
    """Ruling W2: once the changes are used up, only finishing is left."""
    s = start()
    for n in range(CHANGES[0]):
        s = do(s, f"={PLANS[n % 2]}", seat=RED)
    assert ({"ready"}, 0) == (legal(s, RED), s.changes[RED])
    assert ("You have no changes left", "W2") == refusal(s, "plan:crane", seat=RED)
    s = do(do(s, "ready", seat=RED), "=crane", "ready", seat=WHITE)
    assert [CHANGES[1]] * 2 == s.changes


def test_what_is_left_can_always_be_placed() -> None:
    """Ruling W2: with no more changes than pieces in the tray, only these can be placed."""
    s = do(start(), "+tairo", "@K8", seat=RED)
    while s.changes[RED] > 14:
        s = do(s, "+K8", "@back", seat=RED)
    assert "+K8" not in legal(s, RED)
    assert "remaining changes are needed" in refusal(s, "K8", seat=RED)[0]
    assert "@back" not in legal(do(s, "+daimyo", seat=RED), RED)
    for n, man in enumerate(["daimyo"] * 3 + ["samurai"] * 3 + ["ashigaru"] * 5):
        s = do(s, f"+{man}", f"@G{n + 1}", seat=RED)
    for n in range(3):
        s = do(s, "+teppo_tai", f"@H{n + 1}", seat=RED)
    assert {"ready"} == legal(s, RED)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("counts", ["a", "b"])
def test_formations(line: str, counts: str) -> None:
    """Ruling W4: each formation places all pieces; with two teppo-tai the third place is empty."""
    for plan in PLANS:
        s = do(start(midline=line, counts=counts), f"={plan}", seat=RED)
        s = do(s, f"={plan}", seat=WHITE)
        for seat in (RED, WHITE):
            assert 0 == sum(s.tray[seat])
            men = [man & 7 for cell, man in enumerate(s.piece) if man and is_home(s, cell, seat)]
            assert s.counts[1:6] == [men.count(kind) for kind in range(1, 6)]
        assert all(law.holds(s) for law in GAME.laws)


@pytest.mark.parametrize("line", LINES)
def test_formations_are_sound(line: str) -> None:
    """No formation lets a tairo begin beside an enemy, and every teppo-tai has a friend."""
    for mine in PLANS:
        for theirs in PLANS:
            s = placed(mine, theirs, midline=line, setup_revisions="0")
            assert LOT == s.phase
        texts = {
            piece.id: piece.text for piece in GAME.table.scene(s).pieces if "teppo" in piece.id
        }
        assert {"3"} == set(texts.values())


def test_formations_are_each_others_image() -> None:
    """The second side's formation is the first one's after a half turn."""
    by = {place.name: place.at for place in SHIPPED.places}
    for plans in SHIPPED.plans:
        assert PLANS == tuple(plan.key for plan in plans)
        for plan in plans:
            first = [by[name] for name in plan.names[0]]
            assert [by[name] for name in plan.names[1]] == [opposite(at) for at in first]


# ---- a tairo beside two enemies; on the shipped board no hex touches two of the other half

TOUCHING = SHIPPED_TEXT.replace("58a11-58b", "69a58b")


def shifted(s: Akebono, seat: int, man: str, goal: str) -> Akebono:
    """Some piece of that letter moves to an empty hex of its half."""
    name = re.findall(rf"\b{man}:(\w+)", standing(s, seat))[0] if man != "T" else tairo(s, seat)
    return do(s, f"+{name}", f"@{goal}", seat=seat)


def tairo(s: Akebono, seat: int) -> str:
    """The hex of a tairo."""
    return hex_name(s, s.tairo[seat])


def in_danger(red: str, white: str) -> Akebono:
    """Both sides in a circle except for some pieces, as in "T:F6 S:G7", and finished."""
    s = start(board=TOUCHING, setup_revisions="0")
    for seat, men in enumerate((red, white)):
        s = do(s, "=circle", seat=seat)
        for part in men.split():
            s = shifted(s, seat, *part.split(":"))
    return do(do(s, "ready", seat=RED), "ready", seat=WHITE)


def test_no_hex_of_the_shipped_board_touches_two_of_the_other_half() -> None:
    """Ruling Q10: on the shipped board no tairo can begin beside two enemies."""
    half = {place.at: place.halves for place in SHIPPED.places}
    for at, halves in half.items():
        for line, mine in enumerate(halves):
            others = [half[near][line] for near in neighbours(at) if near in half]
            assert mine < 0 or others.count(1 - mine) < 2


def test_a_tairo_may_not_begin_beside_two_enemies() -> None:
    """Ruling Q10: its owner must move it before the first turn is drawn; nothing else moves."""
    s = in_danger("S:G7 A:G6", "T:F6")
    assert (REPAIR, WHITE, 1 << WHITE) == (s.phase, s.turn, GAME.may_act(s))
    moved = do(s, "@F1")
    assert (LOT, "F1") == (moved.phase, tairo(moved, WHITE))
    assert standing(s, WHITE) == standing(moved, WHITE)
    assert standing(s, RED) == standing(moved, RED)


def test_where_it_goes() -> None:
    """Ruling W5: an empty hex of its half with at most one enemy beside it."""
    s = in_danger("S:G7 A:G6 D:G8", "T:F6")
    goals = {text[1:] for text in legal(s)}
    assert {"E6", "F5", "F1"} < goals
    assert not {"F6", "F7", "G5"} & goals
    assert goals <= {name for name in homes(s, WHITE) if not s.piece[read_hex(s, name)]}
    assert ("Choose an empty hex in your half for the tairo", "Q10") == refusal(s, "G1")
    assert ("W5", True) == (refusal(s, "F7")[1], "would not be safe" in refusal(s, "F7")[0])


def test_not_beside_the_other_tairo() -> None:
    """Ruling W5: with no other pieces there, a tairo still may not go beside the other one."""
    s = in_danger("T:G9", "T:F6 A:F8 S:F9")
    assert (REPAIR, RED) == (s.phase, s.turn)
    assert not {"@G6", "@G7"} & legal(s)
    assert {"@G5", "@H6"} < legal(s)


def test_both_have_to_move() -> None:
    """Ruling W5: red moves first, then white, both seen by all."""
    s = in_danger("T:G9 S:G7 A:G6", "T:F6 A:F8 S:F9")
    assert (REPAIR, RED) == (s.phase, s.turn)
    s = do(s, "@K1")
    assert (REPAIR, WHITE) == (s.phase, s.turn)
    assert s == GAME.seen_by(s, RED)
    s = do(s, "@A2")
    assert (LOT, "K1", "A2") == (s.phase, tairo(s, RED), tairo(s, WHITE))
