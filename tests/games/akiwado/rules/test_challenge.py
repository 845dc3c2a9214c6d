"""Challenge (rules 19 to 24)."""

import pytest

from games.akiwado.given import (
    GAME,
    MON,
    OIC,
    ROK,
    SAK,
    called,
    do,
    gains,
    in_secret,
    legal,
    touting,
)
from honjin.games.akiwado.rules.play import legal_actions
from honjin.games.akiwado.rules.state import CALL, DRAW_EAST, ROLL, SPLIT


def test_all_others_may_challenge() -> None:
    """Rule 19: every participant except the turn player, all at the same time."""
    s = do(touting(), "15/4")
    assert (CALL, 0b1110, 0b1110) == (s.phase, GAME.may_act(s), GAME.must_act(s))
    assert {"accept", "challenge"} == legal(s, SAK)
    assert set() == legal(s, MON)


@pytest.mark.parametrize(("callers", "falls"), [((), 0), ((OIC,), 0), ((OIC, ROK), 1)])
def test_half_of_them_are_enough(callers: tuple[int, ...], falls: int) -> None:
    """Rule 20: two of four participants, the turn player counted."""
    s = do(touting(), "15/4")
    after = called(s, *callers)
    assert (ROLL if falls else DRAW_EAST) == after.phase
    assert ((0, 0, 0, 0) if falls else (2, 2, 0, 1)) == gains(s, after)


@pytest.mark.parametrize(
    ("seats", "unjust", "need"),
    [(3, (2,), 1), (3, (), 2), (4, (3,), 2), (4, (), 2), (5, (), 3), (5, (1, 2), 2)],
)
def test_how_many_are_needed(seats: int, unjust: tuple[int, ...], need: int) -> None:
    """Rule 21: one of two, two of three or four, three of five; nobody challenges a lone player."""
    s = do(touting(("w",) * seats, unjust=unjust), "1/45")
    may = [seat for seat in range(1, seats) if seat not in unjust]
    assert DRAW_EAST == called(s, *may[: need - 1]).phase
    assert ROLL == called(s, *may[:need]).phase
    assert DRAW_EAST == do(touting(("w",) * 3, unjust=(1, 2)), "1/45").phase


def test_the_turn_player_counts() -> None:
    """Ruling Q6: with three of four to decide, one is not half of the participants."""
    assert DRAW_EAST == called(do(touting(unjust=(ROK,)), "15/4"), OIC).phase


def test_a_new_roll() -> None:
    """Rule 22: three dice again, a new split of one or two, and one more challenge."""
    s = called(do(touting(), "15/4"), OIC, ROK)
    assert (ROLL, 0, 1) == (s.phase, s.kept, s.again)
    s = do(s, "2-2-3")
    assert (SPLIT, {"2/23", "3/22", "22/3", "23/2"}) == (s.phase, legal(s))
    s = do(s, "2/23")
    assert (CALL, 0b1110) == (s.phase, GAME.may_act(s))


def test_a_second_challenge() -> None:
    """Rule 23: nobody earns anything; if the challenge fails, the second split pays."""
    s = do(touting(again=True), "15/4")
    assert (0, 0, 0, 0) == gains(s, called(s, OIC, ROK))
    assert DRAW_EAST == called(s, OIC, ROK).phase
    assert (2, 2, 0, 1) == gains(s, called(s, OIC))


@pytest.mark.parametrize(("caller", "falls"), [(OIC, True), (SAK, False)])
def test_the_black_purveyor(caller: int, falls: bool) -> None:
    """Rule 24: its challenge counts as two, but it is one participant."""
    s = do(touting(variant="purveyor"), "15/4")
    s.marker[4] = OIC
    assert (ROLL if falls else DRAW_EAST) == called(s, caller).phase
    five = do(touting(("w",) * 5, variant="purveyor"), "1/45")
    five.marker[4] = OIC
    assert [DRAW_EAST, ROLL] == [called(five, OIC).phase, called(five, OIC, ROK).phase]


def test_one_is_enough_the_second_time() -> None:
    """Ruling Q5: half again; with the option one."""
    for needs_half, paid in ((True, 2), (False, 0)):
        s = do(touting(again=True, second_call_quorum=needs_half), "15/4")
        assert paid == gains(s, called(s, OIC))[MON]
        first = do(touting(second_call_quorum=needs_half), "15/4")
        assert DRAW_EAST == called(first, OIC).phase


def test_in_secret_or_in_order() -> None:
    """Ruling Q7: at the same time; with the option clockwise from the turn player, in the open."""
    s = do(touting(turn=1, challenge_order="in_order"), "15/4")
    order = []
    for text in ("accept", "challenge", "challenge"):
        assert GAME.may_act(s) == GAME.must_act(s)
        order.append(GAME.may_act(s))
        s = do(s, text)
    assert [1 << OIC, 1 << ROK, 1 << MON] == order
    assert (ROLL, 1 << ROK | 1 << MON) == (s.phase, s.calls)
    s = do(s, "2-2-3", "2/23")
    assert (0, 1 << OIC) == (s.decided, GAME.may_act(s))


def test_open_challenges_are_seen() -> None:
    """Ruling Q7: with the option everyone sees earlier answers before deciding."""
    s = do(touting(challenge_order="in_order"), "15/4", "challenge")
    assert 1 << SAK == GAME.seen_by(s, ROK).calls
    secret = do(do(touting(), "15/4"), "challenge", seat=SAK)
    assert (0, 0) == (GAME.seen_by(secret, ROK).calls, GAME.seen_by(secret, ROK).sealed[SAK])


def test_nobody_challenges_out_of_turn() -> None:
    """Rule 19: before the split and after it there is nothing to challenge."""
    s = touting()
    for phase in (ROLL, SPLIT, DRAW_EAST):
        s.phase = phase
        assert 0 == legal_actions(s, SAK, [0] * 8)
    assert (2, 2, 0, 1) == gains(s, in_secret(do(touting(), "15/4"), *["accept"] * 3))
