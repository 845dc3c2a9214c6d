"""Games resumed by another environment continue exactly where they were interrupted."""

from typing import Any

import numpy as np
import pytest

from honjin.core.errors import RecordMismatch
from honjin.envs.vector import HonjinVectorEnv, make_vec

GAMES = 4


def legal(mask: Any, n: int) -> Any:
    """A legal action for each game."""
    ranks = (5 * n + 1) % mask.sum(axis=1)
    return np.argmax(np.cumsum(mask, axis=1) > ranks[:, None], axis=1)


def play(env: HonjinVectorEnv, seen: Any, steps: range) -> list[Any]:
    """The observations of some steps."""
    found = []
    for n in steps:
        seen, *_, infos = env.step(legal(seen["action_mask"], n))
        found.append((seen, infos["rewards"]))
    return found


def begun() -> tuple[HonjinVectorEnv, Any]:
    """Games after some actions; some have ended and begun again."""
    env = make_vec("akiwado", GAMES, preset="three", keep_games=True)
    seen, _ = env.reset(seed=3)
    return env, play(env, seen, range(150))[-1][0]


def test_games_continue_where_they_were() -> None:
    """With dice, draws and sealed choices, everything that follows is the same, new games too."""
    env, seen = begun()
    kept = env.games()
    other = make_vec("akiwado", GAMES, preset="three", keep_games=True)
    again, _ = other.resume(kept)
    assert all((again[name] == seen[name]).all() for name in seen)
    following = range(150, 400)
    for one, two in zip(play(env, seen, following), play(other, again, following), strict=True):
        assert all((one[0][name] == two[0][name]).all() for name in one[0])
        assert (one[1] == two[1]).all()
    assert all((env.games()[name] == held).all() for name, held in other.games().items())


@pytest.mark.parametrize("name", ["illegal", "over", "luck", "count", "lengths"])
def test_games_that_cannot_be_are_refused(name: str) -> None:
    """RecordMismatch, whatever is changed: no file leads to a position that the rules forbid."""
    env, _ = begun()
    kept = env.games()
    if name == "illegal":
        kept["actions"][2, 0] = -1
    elif name == "over":
        kept["lengths"] += 2000
        kept["actions"] = np.resize(kept["actions"], (GAMES, int(kept["lengths"].max())))
    elif name == "luck":
        kept["luck"][1] = 0
    elif name == "count":
        kept = {key: held[:2] for key, held in kept.items()}
    else:
        kept["lengths"][0] = 10**6
    with pytest.raises(RecordMismatch):
        make_vec("akiwado", GAMES, preset="three", keep_games=True).resume(kept)


@pytest.mark.parametrize(
    "wrong",
    [
        {}, {"luck": 1, "lengths": 0, "actions": -1},
        {"luck": np.array([1.5]), "lengths": np.array([0]), "actions": np.zeros((1, 0), int)},
        {"luck": np.array([1]), "lengths": np.array([-1]), "actions": np.zeros((1, 0), int)},
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused(wrong: Any) -> None:
    """Missing arrays, arrays without axes, and numbers that are not whole: RecordMismatch."""
    with pytest.raises(RecordMismatch, match="expected"):
        make_vec("rokumon", 1, preset="act1", keep_games=True).resume(wrong)


@pytest.mark.parametrize("luck", [0, -7, 2**32])
def test_a_generator_that_cannot_be_is_named(luck: int) -> None:
    """Of one that was too large, the smallest of all was shown."""
    games = {
        "luck": np.array([5, luck]),
        "lengths": np.zeros(2, int),
        "actions": np.zeros((2, 0), int),
    }
    with pytest.raises(RecordMismatch, match=f"expected generators from 1 to .*, got {luck}$"):
        make_vec("rokumon", 2, preset="act1", keep_games=True).resume(games)


def test_games_are_kept_only_on_request() -> None:
    """Without `keep_games` there is nothing to save."""
    with pytest.raises(ValueError, match="keep_games=True"):
        make_vec("rokumon", 1).games()
