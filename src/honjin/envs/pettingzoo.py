"""The games as PettingZoo environments.

    from honjin.envs import pettingzoo

    env = pettingzoo.env("akiwado", preset="three", render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, is_terminated, is_truncated, _ = env.last()
        is_over = is_terminated or is_truncated
        env.step(None if is_over else env.action_space(agent).sample(seen["action_mask"]))

In `env` one seat acts after the other; seats that choose secretly and at the same time do not see
what others have chosen before them. In `parallel_env` all act at once: the last action, NOOP, is
for seats that need not act.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from honjin.core.errors import GameOver, Illegal
from honjin.core.game import Game
from honjin.envs.one import One, Seen, must_know
from honjin.envs.setting import Value, setting

try:
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import OrderEnforcingWrapper
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "honjin.envs.pettingzoo needs PettingZoo: pip install 'honjin[envs]'", name="pettingzoo"
    ) from None


def env(
    key: str | Game[Any],
    *,
    preset: str | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: Value,
) -> OrderEnforcingWrapper:
    """A game in which one seat acts after the other, wrapped in the usual checks of order.

    It is truncated after `max_cycles` times as many actions as there are seats.
    """
    made = raw_env(key, preset=preset, max_cycles=max_cycles, render_mode=render_mode, **options)
    return _InOrder(made)


class _InOrder(OrderEnforcingWrapper):  # type: ignore[misc]
    """The usual checks of order; `last` passes them once, not once for each of its parts."""

    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]:
        """What the agent to act sees and got; AttributeError before the first `reset`."""
        _ = self.agent_selection  # raises it
        return self.env.last(observe)  # type: ignore[no-any-return]


def raw_env(
    key: str | Game[Any],
    *,
    preset: str | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: Value,
) -> HonjinAECEnv:
    """The same environment without these checks."""
    return HonjinAECEnv(One(setting(key, preset, options), preset), max_cycles, render_mode)


def parallel_env(
    key: str | Game[Any],
    *,
    preset: str | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: Value,
) -> HonjinParallelEnv:
    """A game in which all seats act at once; it is truncated after `max_cycles` steps."""
    return HonjinParallelEnv(One(setting(key, preset, options), preset), max_cycles, render_mode)


def _must_allow(max_cycles: int | None) -> None:
    if max_cycles is not None and max_cycles < 1:
        raise ValueError(f"expected max_cycles of at least 1, got {max_cycles}")


class HonjinAECEnv(AECEnv):  # type: ignore[misc]
    """One seat after the other; see the module docstring."""

    def __init__(self, one: One, max_cycles: int | None, render_mode: str | None) -> None:
        super().__init__()
        _must_allow(max_cycles)
        must_know(render_mode)
        self.metadata = one.metadata(is_parallelizable=False)
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.possible_agents = list(one.agents)
        self.observation_spaces, self.action_spaces = one.spaces(0)
        self._one, self._done = one, 0
        self._most = None if max_cycles is None else max_cycles * len(one.agents)

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a new game; without a seed the environment's random stream continues."""
        self._one.begin(seed)
        self._done = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._one.seat]

    def observe(self, agent: str) -> Seen:
        """What an agent sees now; the mask is all 0 unless it is the agent's turn."""
        self._one.look(self._one.seat_of[agent])
        engine = self._one.engine
        mask = engine.legal[0].copy()
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": engine.seen[0].copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Apply an action of the mask; Illegal for any other, and nothing changes."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        one, seat = self._one, self._one.seat_of[agent]
        if action is None or not one.is_legal(seat, action):
            raise Illegal(f"expected an action of the mask of {agent}, got {action}")
        one.act(seat, int(action))
        self._done += 1
        self._cumulative_rewards[agent] = 0.0
        if one.is_over:
            self._finish()
        else:
            self.agent_selection = self.agents[one.seat]
        if self._done == self._most and not one.is_over:
            self.truncations = dict.fromkeys(self.agents, True)

    def _finish(self) -> None:
        """Reward everybody: before the end all rewards are 0."""
        self.rewards = self._one.rewards()
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The position as spectators see it."""
        return self._one.render(self.render_mode)

    def close(self) -> None:
        """Release the resources for drawing pictures; the game can continue."""
        self._one.close()


class HonjinParallelEnv(ParallelEnv):  # type: ignore[misc]
    """All seats at once; see the module docstring.

    A seat that need not act plays NOOP. If a seat's action is outside its mask, or is no longer
    legal after the actions of others in the same step, it has no effect and the seat acts again.
    """

    def __init__(self, one: One, max_cycles: int | None, render_mode: str | None) -> None:
        _must_allow(max_cycles)
        must_know(render_mode)
        self.metadata = one.metadata()
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.possible_agents = list(one.agents)
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = one.spaces(1)
        self.noop = len(one.setting.actions)
        self._one, self._done = one, 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent can do; the last action is NOOP."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a new game; without a seed the environment's random stream continues."""
        self._one.begin(seed)
        self._done = 0
        self.agents = list(self.possible_agents)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool],
        dict[str, dict[str, Any]],
    ]:  # fmt: skip
        """Apply the choices of the seats that must act; GameOver unless a game is under way."""
        if not self.agents:
            raise GameOver("no game is under way; call reset first")
        one = self._one
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        refused = self._act(actions)
        if not one.is_over:
            for agent in refused:
                infos[agent]["asked_again"] = True
        self._done += 1
        is_late = self.max_cycles is not None and self._done >= self.max_cycles
        ended = dict.fromkeys(self.agents, one.is_over)
        late = dict.fromkeys(self.agents, is_late and not one.is_over)
        seen, rewards = self._seen(), one.rewards()
        if one.is_over or is_late:
            self.agents = []
        return seen, rewards, ended, late, infos

    def _act(self, actions: dict[str, int]) -> list[str]:
        """Apply what can be applied; return the agents whose actions have no effect."""
        one, asked = self._one, self._one.must_act()
        waiting = (agent for seat, agent in enumerate(one.agents) if seat not in asked)
        refused = [agent for agent in waiting if actions.get(agent, self.noop) != self.noop]
        for seat in asked:
            agent = one.agents[seat]
            action = actions.get(agent, self.noop)
            if not one.is_over and one.is_legal(seat, action):
                one.act(seat, int(action))
            else:
                refused.append(agent)
        return refused

    def _seen(self) -> dict[str, Seen]:
        engine = self._one.engine
        seen = {}
        for seat, agent in enumerate(self._one.agents):
            self._one.look(seat)
            mask = np.append(engine.legal[0], np.int8(0))
            mask[-1] = not mask.any()
            seen[agent] = {"observation": engine.seen[0].copy(), "action_mask": mask}
        return seen

    def render(self) -> Any:
        """The position as spectators see it."""
        return self._one.render(self.render_mode)

    def close(self) -> None:
        """Release the resources for drawing pictures; the game can continue."""
        self._one.close()
