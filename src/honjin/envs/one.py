"""One game with its engine: the common part of the environments of a single game."""

from __future__ import annotations

import random
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces

from honjin.core.seats import seats_in
from honjin.envs import VERSION, drawing
from honjin.envs.engine.engine import MUST_ACT, NO_SEAT, SEAT, VIEWER, Engine
from honjin.envs.engine.engine_loops import BEGIN
from honjin.envs.registration import name_of
from honjin.envs.setting import Setting

if TYPE_CHECKING:
    from honjin.pictures.artist import Artist

Seen = dict[str, Any]

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
_ONE: Final = np.zeros(1, np.int64)


def must_know(render_mode: str | None) -> None:
    """ValueError for a render_mode that there is not."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(_unknown(render_mode))


def _unknown(render_mode: str | None) -> str:
    return f"expected a render_mode: {', '.join(RENDER_MODES)}; got {render_mode!r}"


class One:
    """One running game; agents are named by seat."""

    def __init__(self, chosen: Setting, preset: str | None) -> None:
        self.setting, self.engine = chosen, Engine(chosen, 1)
        self.agents = [f"player_{seat}" for seat in range(chosen.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        self.name = f"honjin_{name_of(chosen.key, preset).replace('-', '_')}_v{VERSION}"
        self._is_seeded = False
        self._viewer = NO_SEAT
        self.seat = NO_SEAT
        """The seat to act; NO_SEAT when the game is over."""

    @cached_property
    def _artist(self) -> Artist:
        from honjin.pictures.artist import Artist

        return Artist()

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the means of drawing, which a copy gets when it draws."""
        return {name: value for name, value in vars(self).items() if name != "_artist"}

    def close(self) -> None:
        """Release the resources for drawing pictures."""
        if "_artist" in vars(self):
            vars(self).pop("_artist").close()

    def metadata(self, **more: Any) -> dict[str, Any]:
        """The metadata that PettingZoo requires of every environment."""
        return {"name": self.name, "render_modes": list(RENDER_MODES), "render_fps": 1, **more}

    def spaces(self, more: int) -> tuple[dict[str, spaces.Dict], dict[str, spaces.Discrete]]:
        """The observation and action spaces of each agent, with `more` extra actions."""
        count = len(self.setting.actions) + more
        seen = {
            agent: spaces.Dict(
                {
                    "observation": self.setting.observation_space(),
                    "action_mask": self.setting.mask_space(more),
                }
            )
            for agent in self.agents
        }
        return seen, {agent: spaces.Discrete(count) for agent in self.agents}

    def begin(self, seed: int | None) -> None:
        """Begin a new game; without a seed the random stream continues."""
        if seed is not None or not self._is_seeded:
            self.engine.seed([random.getrandbits(31) if seed is None else seed])
            self._is_seeded = True
        self.engine.actions[0] = BEGIN
        self._turn()

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.seat == NO_SEAT

    def must_act(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return seats_in(int(self.engine.desk[0, MUST_ACT]))

    def look(self, seat: int) -> None:
        """Fill `engine.seen[0]` and `engine.legal[0]` for a seat, unless they are up to date."""
        if seat != self._viewer:
            self.engine.desk[0, VIEWER] = seat
            self.engine.look(_ONE)
            self._viewer = seat

    def is_legal(self, seat: int, action: float) -> bool:
        """True if the action with this number is legal for a seat now; none has a fraction."""
        self.look(seat)
        number = int(action)
        is_known = number == action and 0 <= number < len(self.setting.actions)
        return is_known and self.engine.legal[0, number] > 0

    def act(self, seat: int, action: int) -> None:
        """Apply a legal action."""
        self.engine.desk[0, SEAT] = seat
        self.engine.actions[0] = self.setting.actions[action]
        self._turn()

    def _turn(self) -> None:
        self.engine.turn(_ONE)  # the seat to act will be asked first
        desk = self.engine.desk
        self.seat, self._viewer = int(desk[0, SEAT]), int(desk[0, VIEWER])

    def rewards(self) -> dict[str, float]:
        """Each agent's return as a fraction of the best possible; 0 until the game is over."""
        if not self.is_over:
            return dict.fromkeys(self.agents, 0.0)
        got = self.engine.got[0] / self.setting.game.best
        return dict(zip(self.agents, map(float, got), strict=True))

    def render(self, mode: str | None) -> str | np.ndarray[Any, Any] | None:
        """The position in the given mode."""
        if mode not in RENDER_MODES:
            raise ValueError(_unknown(mode))
        state = self.engine.state(0)
        if mode == "rgb_array":
            return drawing.picture(self.setting, state, self._artist)
        text = drawing.text(self.setting, state)
        if mode == "ansi":
            return text
        print(text)  # "human": to the terminal
        return None
