"""Secret choices: in any order, changeable, and others learn only that one was made."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.akiwado.given import (
    FOUR,
    GAME,
    KIC,
    MON,
    OIC,
    ROK,
    SAK,
    called,
    do,
    in_secret,
    legal,
    state_of,
    stocking,
    told,
    touting,
)
from honjin.core.jit.rng import seeded
from honjin.core.seats import SPECTATOR, seats_in
from honjin.games.akiwado.rules.actions import ACCEPT, CHALLENGE, place_of
from honjin.games.akiwado.rules.state import BID, CALL, EAST, MAX_CHANGES, POCKET, WEST, Akiwado
from honjin.testing import random_play

VIEWERS = (MON, SAK, OIC, ROK, SPECTATOR)


def voting() -> Akiwado:
    """Four have a split to judge."""
    return do(touting(), "15/4")


def bidding() -> Akiwado:
    """Four bid in secret."""
    return stocking(said="ewpe", deck="ww")


# ---- any order


@pytest.mark.slow
@settings(max_examples=25)
@given(st.integers(0, 200), st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(seed: int, chance: random.Random) -> None:
    """Rules 19, 28: whoever decides first, the same choices lead to the same state."""
    s = sealed_moment(seed, chance)
    seats = list(seats_in(GAME.must_act(s)))
    chosen = {seat: chance.choice(GAME.legal(s, seat)) for seat in seats}
    ends = []
    for _ in range(3):
        chance.shuffle(seats)
        after = s.copy()
        for seat in seats:
            GAME.apply_action(after, seat, chosen[seat])
        ends.append(after)
    assert ends[0] == ends[1] == ends[2]


def sealed_moment(seed: int, chance: random.Random) -> Akiwado:
    """A moment of a random game at which several seats begin to choose in secret."""
    options = {"seats": str(3 + seed % 3), "variant": chance.choice(["base", "purveyor"])}
    play = random_play(GAME, options, seed=seed)
    moments = [
        n
        for n in range(len(play.steps))
        if len(play.at(n).must_act()) > 1 and state_of(play.at(n)).decided == 0
    ]
    return state_of(play.at(chance.choice(moments))).copy()


def test_five_decide_in_any_order() -> None:
    """Rule 28: the last choice, whoever makes it, reveals all."""
    s = stocking((*FOUR, ""), said="eeeee", deck="ww")
    ends = set()
    for last in range(5):
        after = s
        for seat in (*range(last), *range(last + 1, 5), last):
            after = do(after, f"east{seat + 1}", seat=seat)
        ends.add(repr(after))
    assert 1 == len(ends)


# ---- changed until the last one is in


@pytest.mark.parametrize("s", [voting(), bidding()])
def test_a_choice_can_be_made_anew(s: Akiwado) -> None:
    """Ruling W1: a seat that has decided may act but need not; its last choice counts."""
    first, second = ("accept", "challenge") if s.phase == CALL else ("east1", "west2")
    once = do(s, first, seat=SAK)
    assert GAME.may_act(s) == GAME.may_act(once)
    assert GAME.must_act(s) & ~(1 << SAK) == GAME.must_act(once)
    assert legal(s, SAK) == legal(once, SAK)
    twice = do(once, second, seat=SAK)
    at_once = do(s, second, seat=SAK)
    assert 1 == twice.changes[SAK]
    twice.changes[SAK] = 0
    assert at_once == twice


def test_nine_times_at_most() -> None:
    """Ruling W1: the choice is then final, and others know it."""
    s = do(bidding(), "east1", seat=SAK)
    for n in range(MAX_CHANGES):
        assert 0 == s.settled
        s = do(s, f"west{1 + n % 2}", seat=SAK)
    assert (1 << SAK, 0b1101) == (s.settled, GAME.may_act(s))
    assert set() == legal(s, SAK)
    after = in_secret(s, "pocket", "pocket", "pocket")
    assert (0, [0] * 5, 2) == (after.settled, after.changes, after.place[SAK])


def test_the_last_one_cannot_change() -> None:
    """Ruling W1: with the last choice, all are revealed."""
    s = in_secret(bidding(), "pocket", "pocket", "pocket", "pocket")
    assert BID != s.phase
    s = called(voting(), OIC)
    assert CALL != s.phase


# ---- nobody learns more


def other_choices(s: Akiwado, seat: int) -> list[Akiwado]:
    """The same with anything else in secret by a seat that has decided."""
    found = []
    for action in (ACCEPT, CHALLENGE) if s.phase == CALL else GAME.legal(s, seat):
        for changes in (0, 3):
            other = s.copy()
            other.sealed[seat], other.changes[seat] = action, changes
            found.append(other)
    return found


@pytest.mark.parametrize(
    "s", [do(voting(), "challenge", seat=SAK), do(bidding(), "west2", seat=SAK)]
)
def test_the_same_is_seen_whatever_was_chosen(s: Akiwado) -> None:
    """Rules 19, 28: others see the same, with the same prompts and choices."""
    for other in other_choices(s, SAK):
        for viewer in VIEWERS:
            if viewer == SAK:
                continue
            one, two = GAME.seen_by(s, viewer), GAME.seen_by(other, viewer)
            assert one == two
            assert GAME.table.scene(one) == GAME.table.scene(two)
            assert GAME.sketch(one) == GAME.sketch(two)
            assert GAME.notation.write_position(one) == GAME.notation.write_position(two)
    assert s.sealed[SAK] == GAME.seen_by(s, SAK).sealed[SAK]


def test_only_that_one_has_decided_is_told() -> None:
    """Rules 19, 28: a seat's log says what it chose, others' only that; changes stay its own."""
    assert ["Sakichi has decided"] == told(voting(), SAK, "challenge", OIC)
    assert ["Sakichi: challenge"] == told(voting(), SAK, "challenge", SAK)
    assert ["Sakichi has decided"] == told(bidding(), SAK, "west2", SPECTATOR)
    once = do(bidding(), "west2", seat=SAK)
    for viewer in VIEWERS:
        said = ["Sakichi chooses again: pocket money"] if viewer == SAK else []
        assert said == told(once, SAK, "pocket", viewer)


def test_a_change_leaves_no_trace() -> None:
    """Ruling W1: others see the same before and after it."""
    once = do(bidding(), "west2", seat=SAK)
    twice = do(once, "east1", seat=SAK)
    for viewer in (MON, OIC, ROK, SPECTATOR):
        assert GAME.seen_by(once, viewer) == GAME.seen_by(twice, viewer)
    assert GAME.seen_by(once, SAK) != GAME.seen_by(twice, SAK)


def test_a_final_choice_is_told() -> None:
    """Ruling W1: everyone learns that it is final, and no more."""
    s = do(bidding(), "east1", seat=SAK)
    s.changes[SAK] = MAX_CHANGES - 1
    assert ["The choice of Sakichi is final"] == told(s, SAK, "west1", OIC)


# ---- imagined and taken back


def test_imagined_choices() -> None:
    """A seat that has decided may have chosen anything; one that has not, nothing."""
    seen = GAME.seen_by(do(do(bidding(), "west2", seat=SAK), "east1", seat=ROK), OIC)
    found = set()
    for seed in range(4000):
        guess = seen.copy()
        GAME.resample(guess, OIC, seeded(seed))
        found.add(guess.sealed[SAK])
        assert (0, 0) == (guess.sealed[MON], guess.sealed[OIC])
    assert {*GAME.legal(bidding(), SAK)} == found
    votes = set()
    seen = GAME.seen_by(do(voting(), "challenge", seat=SAK), OIC)
    for seed in range(20):
        guess = seen.copy()
        GAME.resample(guess, OIC, seeded(seed))
        votes.add(guess.sealed[SAK])
    assert {ACCEPT, CHALLENGE} == votes


@pytest.mark.parametrize(("said", "place"), [("eeee", EAST), ("wwww", WEST), ("pppp", POCKET)])
def test_a_word_is_mostly_taken_to_be_kept(said: str, place: int) -> None:
    """Three in four keep their word for certain, and a third of the others by chance."""
    s = stocking(said=said, coins=(5, 5, 5, 5))
    kept = sum(place_of(imagined(do(s, "west2", seat=SAK), seed)) == place for seed in range(2000))
    assert kept == pytest.approx(2000 * (3 / 4 + 1 / 12), abs=80)


def test_who_earns_less_is_taken_to_challenge() -> None:
    """Sakichi would earn a coin against two of the turn player, or two against one."""
    for split, share in (("45/1", 3 / 4), ("1/45", 1 / 4)):
        s = do(touting(("bb", "rr", "ww", "ww")), split)
        calls = sum(imagined(do(s, "accept", seat=SAK), n) == CHALLENGE for n in range(2000))
        assert calls == pytest.approx(2000 * share, abs=80)


def imagined(s: Akiwado, seed: int) -> int:
    """The choice that Oichi's resampled state gives Sakichi."""
    guess = GAME.seen_by(s, OIC)
    GAME.resample(guess, OIC, seeded(seed))
    return int(guess.sealed[SAK])


def test_choices_of_others_are_taken_back() -> None:
    """A search lets others choose again; open choices stay."""
    for s, text in ((voting(), "challenge"), (bidding(), "west2")):
        once = do(do(s, text, seat=SAK), text, seat=ROK)
        GAME.retract_sealed(once, ROK)
        assert (1 << ROK, 0) == (once.decided, once.sealed[SAK])
        assert 0 != once.sealed[ROK]
    s = do(do(touting(challenge_order="in_order"), "15/4"), "challenge")
    kept = s.copy()
    GAME.retract_sealed(s, ROK)
    assert kept == s


def test_nobody_is_seen_to_have_no_coins() -> None:
    """Ruling W6: a seat that can only take pocket money must choose like the others."""
    s = stocking((*FOUR, ""), said="eeeee", coins=(5, 5, 5, 5, 0), deck="ww")
    assert 0b11111 == GAME.must_act(s)
    assert {"pocket"} == legal(s, KIC)
