"""Many games at once as a Gymnasium vector environment; each action is that of the seat to act.

    envs = make_vec("rokumon", 1024, preset="act3")
    seen, _ = envs.reset(seed=1)
    seen, reward, terminated, truncated, infos = envs.step(actions)

One policy plays all seats. `seen["observation"]` and `seen["action_mask"]` are those of the seat
`seen["to_play"]`; `reward` is that of the seat that has just acted, `infos["rewards"]` those of all
seats. A game that ends is reset in the same step; its last observation is in `infos["final_obs"]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from honjin.core.errors import Illegal
from honjin.core.game import Game
from honjin.envs.engine.engine import ENDLESS, SEAT, VIEWER, Engine, Ints
from honjin.envs.engine.engine_loops import LAST_VIEWER, LUCK, MOST, NO_GAME, STEPS
from honjin.envs.engine.past import Games, Past, play_again
from honjin.envs.setting import Setting, Value, setting

Seen = dict[str, Any]

_MAX_SEED: Final = 2**31 - 1


def make_vec(  # noqa: PLR0913 - all but two are keywords
    key: str | Game[Any],
    num_envs: int = 1,
    *,
    preset: str | None = None,
    threads: int = 1,
    device: str = "cpu",
    max_episode_steps: int | None = None,
    copy: bool = True,
    keep_games: bool = False,
    **options: Value,
) -> HonjinVectorEnv:
    """`num_envs` games of one kind; `threads` share the work of a step.

    With `device="cuda"` rules and states are on a graphics card; NoDevice if there is none. With
    `copy=False` each step overwrites the observations of the one before, also those of games that
    have ended, whose `to_play` is then an array without axes. With `keep_games` the games can
    be resumed later (`games`, `resume`). Rules are compiled for the first environment of a game and
    cached on disk; those for a card are compiled in every process.
    """
    engine = _engine(setting(key, preset, options), num_envs, threads, device)
    return HonjinVectorEnv(engine, max_episode_steps, copy=copy, keep_games=keep_games)


def _engine(chosen: Setting, count: int, threads: int, device: str) -> Engine:
    if device == "cpu":
        return Engine(chosen, count, threads)
    if device != "cuda":
        raise ValueError(f"expected a device, cpu or cuda, got {device!r}")
    if threads != 1:
        raise ValueError(f"expected 1 thread with cuda, got {threads}")
    from honjin.envs.device import DeviceEngine

    return DeviceEngine(chosen, count)


class HonjinVectorEnv(VectorEnv[Seen, Ints, Any]):
    """See the module docstring."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self, engine: Engine, max_episode_steps: int | None = None, *, copy: bool = True,
        keep_games: bool = False,
    ) -> None:  # fmt: skip
        if max_episode_steps is not None and max_episode_steps < 1:
            raise ValueError(f"expected max_episode_steps of at least 1, got {max_episode_steps}")
        chosen = engine.setting
        self.num_envs, self.setting = engine.count, chosen
        self.single_observation_space = _space(chosen)
        self.single_action_space = spaces.Discrete(len(chosen.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.render_mode = None
        self._engine, self._copy = engine, copy
        self._set_last()
        engine.desk[:, MOST] = ENDLESS if max_episode_steps is None else max_episode_steps
        self._everybody_is_told = np.ones(engine.count, bool)
        self._past = Past(engine.count) if keep_games else None
        self._is_seeded = False

    def _set_last(self) -> None:
        self._last = None if self._copy else _rows_of(self._engine)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_last"}

    def __setstate__(self, held: dict[str, Any]) -> None:
        vars(self).update(held)
        self._set_last()  # parts of the engine's own tables

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, Any]]:  # fmt: skip
        """Begin all games again, or those of `options["reset_mask"]`; the first time all of them.

        `seed` is the seed of the first game, and the others get the numbers after it; or it is a
        list with a seed for each. Without a seed, or with None in the list, a game's random stream
        continues. Nothing changes in games that do not begin. ValueError for another number of
        seeds or marks than games.
        """
        which = self._asked((options or {}).get("reset_mask"))
        if seed is not None or not self._is_seeded:
            for i, one in zip(which, self._seeds(seed)[which], strict=True):
                if one is not None:
                    self._engine.seed_one(i, one)
        self._is_seeded = True
        self._begin(which)
        return self._look(), {}

    def step(self, actions: Ints) -> tuple[Seen, Any, Any, Any, dict[str, Any]]:
        """Apply an action in each game; Illegal if one is not legal, and nothing changes."""
        engine = self._engine
        chosen = self._chosen(np.asarray(actions))
        if self._past:
            self._past.add(engine.everybody, chosen)
        engine.step()
        terminated, truncated = engine.terminated.copy(), engine.truncated.copy()
        infos = {"rewards": engine.rewards.copy(), "_rewards": self._everybody_is_told.copy()}
        infos |= self._renewed(terminated | truncated)
        return self._seen(), engine.reward.copy(), terminated, truncated, infos

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002
        """End the threads."""
        self._engine.close()

    # ---- saving and resuming games

    def games(self) -> Games:
        """The games in progress, as a record to resume from; requires `keep_games`."""
        return self._kept().games()

    def resume(self, games: Mapping[str, Any]) -> tuple[Seen, dict[str, Any]]:
        """Resume games saved by `games`; RecordMismatch if they cannot be replayed."""
        past = self._kept()
        play_again(self._engine, games, past)
        self._engine.desk[:, STEPS] = past.lengths
        self._is_seeded = True
        return self._look(), {}

    def _kept(self) -> Past:
        if self._past is None:
            raise ValueError("expected an environment made with keep_games=True")
        return self._past

    # ---- parts of a step

    def _begin(self, which: Ints) -> None:
        self._engine.begin(which)
        self._record(which)

    def _record(self, which: Ints) -> None:
        """Record that these games have begun."""
        if self._past:
            self._past.begin(which, self._engine.desk[which, LUCK])

    def _chosen(self, given: Any) -> Ints:
        """Let the engine choose; the actions as whole numbers, or Illegal."""
        if given.shape != (self.num_envs,):
            raise ValueError(f"expected {self.num_envs} actions, got an array {given.shape}")
        chosen: Ints = given.astype(np.int64, copy=False)
        if given.dtype.kind not in "biu" and len(parts := _where(chosen != given)):
            i = int(parts[0])
        else:
            i = self._engine.choose(chosen)
        if i != NO_GAME:
            raise Illegal(f"expected an action of the mask of game {i}, got {given[i]}")
        return chosen

    def _renewed(self, over: Any) -> dict[str, Any]:
        """The last observations of the games that have ended and begun again."""
        which = _where(over)
        if not len(which):
            return {}
        self._record(which)
        last = np.empty(self.num_envs, object)
        last[which] = _copies(self._engine, which) if self._last is None else self._last[which]
        return {"final_obs": last, "_final_obs": over, "final_info": {}, "_final_info": over}

    def _look(self) -> Seen:
        engine = self._engine
        engine.desk[:, VIEWER] = engine.desk[:, SEAT]
        engine.look(engine.everybody)
        return self._seen()

    def _seen(self) -> Seen:
        engine = self._engine
        seats = engine.desk[:, SEAT].copy()
        seen: Seen = {"observation": engine.seen, "action_mask": engine.legal, "to_play": seats}
        return {name: array.copy() for name, array in seen.items()} if self._copy else seen

    def _asked(self, mask: Any) -> Ints:
        """The games to begin."""
        marks = np.ones(self.num_envs, bool) if mask is None else np.asarray(mask, bool)
        if marks.shape != (self.num_envs,):
            raise ValueError(f"expected a reset_mask of {self.num_envs}, got {marks.shape}")
        return _where(marks) if self._is_seeded else self._engine.everybody

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Any:
        """The seed of each game, or None where the random stream continues."""
        if seed is None or isinstance(seed, int | np.integer):
            first = int(self.np_random.integers(_MAX_SEED)) if seed is None else int(seed)
            return np.array([first + i for i in range(self.num_envs)], object)
        if len(seed) != self.num_envs:
            raise ValueError(f"expected {self.num_envs} seeds, got {len(seed)}")
        if self._is_seeded:
            return np.array(seed, object)
        drawn = self.np_random.integers(_MAX_SEED, size=len(seed))
        whole = [n if one is None else one for one, n in zip(seed, drawn, strict=True)]
        return np.array(whole, object)


def _rows_of(engine: Engine) -> Any:
    """The last observation of each game, as parts of the engine's tables."""
    seats = engine.desk[:, LAST_VIEWER : LAST_VIEWER + 1]
    one_by_one = (seats[i].reshape(()) for i in range(engine.count))
    return _last_seen(engine.last_seen, engine.last_legal, one_by_one, engine.count)


def _copies(engine: Engine, which: Ints) -> Any:
    """The same of some games, in tables of their own."""
    # One copy of all rows: each game for itself takes four times as long.
    seen, legal = (table.take(which, axis=0) for table in (engine.last_seen, engine.last_legal))
    return _last_seen(seen, legal, engine.desk[which, LAST_VIEWER], len(which))


def _last_seen(seen: Any, legal: Any, seats: Iterable[Any], count: int) -> Any:
    found = (
        {"observation": row, "action_mask": mask, "to_play": seat}
        for row, mask, seat in zip(seen, legal, seats, strict=True)
    )
    return np.fromiter(found, object, count)  # twice as fast as from a list


def _space(chosen: Setting) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": chosen.observation_space(), "action_mask": chosen.mask_space(),
            "to_play": spaces.Discrete(chosen.seats),
        }
    )  # fmt: skip


def _where(mask: Any) -> Ints:
    places: Ints = mask.nonzero()[0]
    return places
