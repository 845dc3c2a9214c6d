"""The credit of each decision, compared with a slow version that follows each seat by hand."""

from typing import Any

import numpy as np
import pytest

from honjin.train.credit import credit
from honjin.train.rollout import Rollout

SEATS, GAMES = 3, 5


def drawn(seed: int, steps: int) -> dict[str, Any]:
    """Games with seats in random order that end now and then."""
    rng = np.random.default_rng(seed)
    over = rng.random((steps, GAMES)) < 0.15
    rewards = np.where(over[..., None], rng.normal(size=(steps, GAMES, SEATS)), 0)
    return {
        "seat": rng.integers(0, SEATS, (steps, GAMES)),
        "value": rng.normal(size=(steps, GAMES)).astype(np.float32),
        "rewards": rewards.astype(np.float32),
        "over": over,
    }


def slow_credit(of: dict[str, Any], discount: float, trace: float) -> dict[tuple[int, int], float]:
    """The advantage of each settled decision (step, game), as a sum of its errors."""
    found = {}
    steps = len(of["seat"])
    for game in range(GAMES):
        for begin in range(steps):
            seat, weight, total, at = of["seat"][begin, game], 1.0, 0.0, begin
            is_settled = False
            while True:
                after, got = at, 0.0
                while True:
                    got += of["rewards"][after, game, seat]
                    is_over = bool(of["over"][after, game])
                    after += 1
                    if is_over or after == steps or of["seat"][after, game] == seat:
                        break
                if after == steps and not is_over:
                    break
                ahead = 0.0 if is_over else of["value"][after, game]
                total += weight * (got + discount * ahead - of["value"][at, game])
                weight *= discount * trace
                is_settled = True
                if is_over:
                    break
                at = after
            if is_settled:
                found[begin, game] = total
    return found


def with_room(of: dict[str, Any]) -> dict[str, Any]:
    """The same with rows for pending decisions in front, all empty."""
    empty = np.zeros((SEATS, GAMES))
    steps = len(of["seat"])
    return of | {
        "seat": np.concatenate([empty.astype(np.int64), of["seat"]]),
        "value": np.concatenate([empty.astype(np.float32), of["value"]]),
        "is_held": np.concatenate([empty.astype(bool), np.ones((steps, GAMES), bool)]),
    }


@pytest.mark.parametrize("seed", range(5))
def test_credit_is_that_of_each_seats_own_trajectory(seed: int) -> None:
    """Seats alternate, act twice in a row or wait long: the slow version agrees."""
    of = drawn(seed, 40)
    expected = slow_credit(of, 0.97, 0.9)
    found = credit(**with_room(of), discount=0.97, trace=0.9)
    settled = {(row - SEATS, game) for row, game in np.argwhere(found.is_settled).tolist()}
    assert expected.keys() == settled
    for (step, game), advantage in expected.items():
        assert advantage == pytest.approx(found.advantage[SEATS + step, game], abs=1e-4)


def test_a_win_is_credited_to_a_seat_that_no_longer_decides() -> None:
    """A seat that is out early has its final reward credited to its last decision."""
    of = {
        "seat": np.array([[0], [1], [1], [2], [1]]),
        "value": np.zeros((5, 1), np.float32),
        "rewards": np.zeros((5, 1, 3), np.float32),
        "over": np.array([[False], [False], [False], [False], [True]]),
    }
    of["rewards"][4, 0] = [-1, 0.5, 0.25]
    room = np.zeros((3, 1))
    found = credit(
        np.concatenate([room.astype(int), of["seat"]]),
        np.concatenate([room.astype(np.float32), of["value"]]),
        np.concatenate([room.astype(bool), np.ones((5, 1), bool)]),
        of["rewards"], of["over"], 1.0, 1.0,
    )  # fmt: skip
    assert [-1, 0.5, 0.5, 0.25, 0.5] == found.advantage[3:, 0].tolist()


@pytest.mark.parametrize("seed", range(3))
def test_short_rollouts_settle_every_decision_once(seed: int) -> None:
    """In short rollouts that carry pending decisions over, none is lost or counted twice."""
    of = drawn(seed, 60)
    expected = slow_credit(of, 0.9, 0.0)
    rollout, steps, found = Rollout(5, GAMES, SEATS, 2, 2), 5, {}
    every = np.arange(GAMES)
    for first in range(0, 60, steps):
        for step in range(steps):
            at = first + step
            row = SEATS + step
            rollout.seat[row], rollout.value[row] = of["seat"][at], of["value"][at]
            rollout.action[row] = at * GAMES + every  # a unique number for each decision
            rollout.follow(step, of["rewards"][at], of["over"][at])
        advantage, is_settled = rollout.credit(0.9, 0.0)
        for row, game in np.argwhere(is_settled).tolist():
            key = divmod(int(rollout.action[row, game]), GAMES)
            assert key not in found
            found[key] = float(advantage[row, game])
        rollout.carry(is_settled)
    assert expected.keys() == found.keys()
    assert all(found[key] == pytest.approx(expected[key], abs=1e-4) for key in expected)


def test_pending_decisions_can_be_restored() -> None:
    """Only into a rollout of the same shape."""
    rollout = Rollout(4, GAMES, SEATS, 2, 2)
    rollout.is_held[1, 2] = True
    rollout.seen[1, 2] = 7
    other = Rollout(4, GAMES, SEATS, 2, 2)
    other.take_up(rollout.waiting())
    assert other.is_held[1, 2]
    assert [7, 7] == other.seen[1, 2].tolist()
    with pytest.raises(ValueError, match="expected seen of int8"):
        Rollout(4, GAMES, SEATS, 3, 2).take_up(rollout.waiting())
