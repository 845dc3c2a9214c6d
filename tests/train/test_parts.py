"""Parts: games split so that each part can be played anywhere, and joined again."""

import numpy as np
import pytest

from honjin.envs.vector import make_vec
from honjin.lab import Backend
from honjin.train import BadTraining, Config, Workers
from honjin.train.parts import Part, begun, parts_of, split, whole
from honjin.train.rollout import PLAYED, Rollout


@pytest.mark.parametrize(("games", "parts"), [(1, 1), (8, 1), (8, 3), (8, 8), (512, 7)])
def test_every_game_is_in_one_part(games: int, parts: int) -> None:
    """Parts are contiguous, and differ in size by at most one game."""
    found = parts_of(games, parts)
    assert list(range(games)) == [row for part in found for row in range(games)[part.rows]]
    assert parts == len(found)
    assert max(part.games for part in found) - min(part.games for part in found) <= 1


def games_under_way() -> dict[str, np.ndarray]:
    """Four games of different lengths."""
    lengths = np.array([2, 0, 3, 1])
    actions = np.full((4, 3), -1, np.int32)
    for row, length in enumerate(lengths):
        actions[row, :length] = 10 * row + np.arange(length)
    return {"luck": np.array([5, 6, 7, 8]), "lengths": lengths, "actions": actions}


@pytest.mark.parametrize("parts", [1, 2, 3, 4])
def test_games_come_together_as_they_were(parts: int) -> None:
    """For any number of parts; each part's array is as long as its longest game."""
    games = games_under_way()
    found = split(games, parts_of(4, parts))
    assert all(part["actions"].shape[1] == part["lengths"].max() for part in found)
    again = whole(found)
    assert games.keys() == again.keys()
    assert all((games[name] == again[name]).all() for name in games)
    assert all(games[name].dtype == again[name].dtype for name in games)


@pytest.mark.parametrize(
    ("name", "held", "told"),
    [
        ("luck", np.ones(3, np.int64), "expected 4 games"),
        ("lengths", np.int64(3), "expected 4 games"),
        ("actions", np.zeros(4, np.int32), "expected actions of 3 steps"),
        ("actions", np.zeros((4, 2), np.int32), "expected actions of 3 steps"),
        ("more", np.ones(4), "expected arrays luck, lengths and actions"),
    ],
)
def test_what_are_no_games_is_refused(name: str, held: np.ndarray, told: str) -> None:
    """ValueError, before any part is split off."""
    with pytest.raises(ValueError, match=told):
        split(games_under_way() | {name: held}, parts_of(4, 2))


def test_games_begin_as_those_of_the_environment() -> None:
    """Each has the generator of `reset` with the run's seed, for any number of parts."""
    env = make_vec("rokumon", 5, preset="act3", keep_games=True)
    seen, _ = env.reset(seed=7)
    games = begun(5, 7)
    assert (env.games()["luck"] == games["luck"]).all()
    rows = []
    for part, own in zip(parts_of(5, 2), split(games, parts_of(5, 2)), strict=True):
        some = make_vec("rokumon", part.games, preset="act3", keep_games=True)
        rows.append(some.resume(own)[0])
    for name in seen:
        assert (seen[name] == np.concatenate([row[name] for row in rows])).all()


def filled(games: int) -> Rollout:
    """A rollout full of numbers."""
    rollout = Rollout(4, games, 2, 3, 5)
    rng = np.random.default_rng(games)
    for name in PLAYED:
        held = getattr(rollout, name)
        held[:] = rng.integers(0, 2, held.shape)
    return rollout


def test_parts_of_a_rollout_are_its_columns() -> None:
    """Rows played elsewhere are stored where they would have been played."""
    expected, found = filled(7), Rollout(4, 7, 2, 3, 5)
    waiting = found.waiting()
    for part in parts_of(7, 3):
        found.part(part).take(expected.part(part).played())
    assert all((expected.played()[name] == held).all() for name, held in found.played().items())
    assert all((held == waiting[name]).all() for name, held in found.waiting().items())


def test_rows_that_do_not_fit_are_refused() -> None:
    """ValueError names the array."""
    played = filled(4).played()
    with pytest.raises(ValueError, match="expected seen of int8"):
        Rollout(4, 7, 2, 3, 5).part(Part(0, 3)).take(played)


def test_there_are_no_more_workers_than_parts() -> None:
    """There are no more parts than games, either."""
    Workers(2, Backend.PROCESSES).must_suit(Config(parts=2))
    with pytest.raises(BadTraining, match="expected at least 3 parts for 3 jobs"):
        Workers(3).must_suit(Config(parts=2))
    with pytest.raises(BadTraining, match="expected 1 to 64 jobs, got 0"):
        Workers(0).must_suit(Config())
    with pytest.raises(BadTraining, match="expected 1 to 8 parts, got 9"):
        Config(parallel=8, parts=9)
