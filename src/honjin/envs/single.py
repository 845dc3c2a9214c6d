"""One seat of a game as a Gymnasium environment; bots, or your own policy, play the other seats.

    env = gymnasium.make("honjin/akiwado-three-v1", opponents="greedy")
    seen, info = env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(action)

`seen["observation"]` and `seen["action_mask"]` are those of your seat, which is always the one to
act. `reward` is your return divided by the best possible; it comes with the last step.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from gymnasium import Env, spaces

from honjin.bots import (
    Player,
    SearchHandle,
    SearchRequest,
    ask_seen,
    find_player,
    fresh,
)
from honjin.bots.precompile import load_loops
from honjin.core.errors import GameOver, Illegal
from honjin.core.game import Game
from honjin.envs.one import RENDER_MODES, One, Seen, must_know
from honjin.envs.setting import Setting, Value, setting
from honjin.solver import Knowledge

Policy = Callable[[Seen], int]
"""Maps what a seat sees, including its mask, to the number of an action of the mask."""

_MAX_SEED: Final = 2**31 - 1


class HonjinEnv(Env[Seen, int]):
    """One seat against bots; see the module docstring.

    `opponents` is the name of a bot (`random`, `greedy`, `mcts:300`, or a level such as `samurai`),
    or a function from what a seat sees to the number of an action. `seat` is yours; with `None` it
    is drawn at each reset. An action outside the mask has no effect: it is your turn again, with a
    reward of 0 and `asked_again` in the info, so a policy without a mask needs a limit on steps.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        key: str | Game[Any],
        *,
        preset: str | None = None,
        seat: int | None = 0,
        opponents: str | Policy = "random",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        chosen = setting(key, preset, options)
        if seat is not None and seat not in range(chosen.seats):
            raise ValueError(f"expected a seat from 0 to {chosen.seats - 1} or None, got {seat!r}")
        must_know(render_mode)
        self._one = One(chosen, preset)
        self._player = _player(chosen, opponents) if isinstance(opponents, str) else None
        self._opponents = opponents
        self._given_seat = seat
        self._rng = random.Random(0)
        self.seat = seat or 0
        self.render_mode = render_mode
        seen, actions = self._one.spaces(0)
        self.observation_space: spaces.Dict = seen[self._one.agents[0]]
        self.action_space: Any = actions[self._one.agents[0]]

    @property
    def setting(self) -> Setting:
        """The game with its options, and the sizes that follow from them."""
        return self._one.setting

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a new game, and let the other seats act until it is your turn.

        Without a seed the environment's random stream continues.
        """
        super().reset(seed=seed, options=options)
        self._rng = random.Random(self._drawn())
        if self._given_seat is None:
            self.seat = int(self.np_random.integers(self.setting.seats))
        if self._player:  # what a bot has learned in another game must not affect this one
            self._player = self._player._replace(bot=fresh(self._player.bot))
        self._one.begin(self._drawn())
        self._let_others_act()
        return self._seen(), {"seat": self.seat}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Apply an action, and let the other seats act until it is your turn again."""
        one = self._one
        if one.is_over:
            raise GameOver("the game is over; call reset first")
        info: dict[str, Any] = {"seat": self.seat}
        if one.is_legal(self.seat, action):
            one.act(self.seat, int(action))
            self._let_others_act()
        else:
            info["asked_again"] = True
        reward = one.rewards()[one.agents[self.seat]]
        return self._seen(), reward, one.is_over, False, info

    def action_masks(self) -> Any:
        """The legal actions as booleans, as maskable PPO of sb3-contrib requires."""
        self._one.look(self.seat)
        return self._one.engine.legal[0].astype(bool)

    def render(self) -> Any:
        """The position as spectators see it."""
        return self._one.render(self.render_mode)

    def close(self) -> None:
        """Release the resources for drawing pictures; the game can continue."""
        self._one.close()

    # ---- the other seats

    def _let_others_act(self) -> None:
        one = self._one
        while not one.is_over and one.seat != self.seat:
            one.act(one.seat, self._choice(one.seat))

    def _choice(self, seat: int) -> int:
        """The action of another seat, by number."""
        if self._player is None:
            return self._policy_choice(seat)
        chosen = self._one.setting
        seen = chosen.game.seen_by(self._one.engine.state(0), seat)  # as at any table
        request = SearchRequest(
            chosen.game, seen, seat, chosen.seats, self._rng, self._player.budget, SearchHandle()
        )
        return int(chosen.numbers[ask_seen(self._player.bot, request).action])

    def _policy_choice(self, seat: int) -> int:
        """The action that a policy chooses; Illegal if it is outside the mask."""
        assert not isinstance(self._opponents, str)
        action = self._opponents(self._look(seat))
        if not self._one.is_legal(seat, action):
            raise Illegal(f"expected an action of the mask of seat {seat}, got {action}")
        return int(action)

    # ---- observations

    def _seen(self) -> Seen:
        return self._look(self.seat)

    def _look(self, seat: int) -> Seen:
        self._one.look(seat)
        engine = self._one.engine
        return {"observation": engine.seen[0].copy(), "action_mask": engine.legal[0].copy()}

    def _drawn(self) -> int:
        return int(self.np_random.integers(_MAX_SEED))


def _player(chosen: Setting, name: str) -> Player:
    player = find_player(chosen.game, chosen.options, name, Knowledge())
    load_loops(chosen.game, player.bot, name)
    return player
