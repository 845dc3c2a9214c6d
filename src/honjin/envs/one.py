"""One game with its engine: what the environments of a single game have in common."""

from __future__ import annotations

import random
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium import spaces

from honjin.core.seats import seats_in
from honjin.envs import VERSION, drawing
from honjin.envs.engine import AWAITED, NO_SEAT, SEAT, VIEWER, Engine
from honjin.envs.registration import name_of
from honjin.envs.setting import Setting

if TYPE_CHECKING:
    from honjin.pictures.artist import Artist

Seen = dict[str, Any]

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
_ONE: Final = np.zeros(1, np.int64)
_NOBODY_LOOKED: Final = -1


class One:
    """One running game; agents are named by seat."""

    def __init__(self, chosen: Setting, preset: str | None) -> None:
        self.setting, self.engine = chosen, Engine(chosen, 1)
        self.agents = [f"player_{seat}" for seat in range(chosen.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        self.name = f"honjin_{name_of(chosen.key, preset).replace('-', '_')}_v{VERSION}"
        self._is_seeded = False
        self._viewer = _NOBODY_LOOKED

    @cached_property
    def _artist(self) -> Artist:
        from honjin.pictures.artist import Artist

        return Artist()

    def close(self) -> None:
        """Let go of what pictures were drawn with."""
        if "_artist" in vars(self):
            vars(self).pop("_artist").close()

    def metadata(self, **more: Any) -> dict[str, Any]:
        """What PettingZoo asks of every environment."""
        return {"name": self.name, "render_modes": list(RENDER_MODES), "render_fps": 1, **more}

    def spaces(self, more: int) -> tuple[dict[str, spaces.Dict], dict[str, spaces.Discrete]]:
        """What each agent sees and can do."""
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
        """Begin anew; without a seed the luck goes on."""
        if seed is not None or not self._is_seeded:
            self.engine.seed([random.getrandbits(31) if seed is None else seed])
            self._is_seeded = True
        self.engine.begin(_ONE)
        self._viewer = _NOBODY_LOOKED

    @property
    def seat(self) -> int:
        """Who acts."""
        return int(self.engine.desk[0, SEAT])

    @property
    def is_over(self) -> bool:
        """Whether nobody does."""
        return self.seat == NO_SEAT

    def awaited(self) -> tuple[int, ...]:
        """The seats that the game waits for."""
        return seats_in(int(self.engine.desk[0, AWAITED]))

    def look(self, seat: int) -> None:
        """Fill `engine.seen[0]` and `engine.legal[0]` with what a seat sees, unless they do."""
        if seat != self._viewer:
            self.engine.desk[0, VIEWER] = seat
            self.engine.look(_ONE)
            self._viewer = seat

    def is_legal(self, seat: int, action: int) -> bool:
        """Whether a seat can do the action of a number now."""
        self.look(seat)
        return 0 <= action < len(self.setting.actions) and self.engine.legal[0, action] > 0

    def act(self, seat: int, action: int) -> None:
        """Do a legal action."""
        self.engine.desk[0, SEAT] = seat
        self.engine.actions[0] = self.setting.actions[action]
        self.engine.advance(_ONE)
        self._viewer = _NOBODY_LOOKED

    def rewards(self) -> dict[str, float]:
        """What each agent got, of a game that is over, else 0; 1 is the best there is."""
        if not self.is_over:
            return dict.fromkeys(self.agents, 0.0)
        got = self.engine.got[0] / self.setting.game.best
        return dict(zip(self.agents, map(float, got), strict=True))

    def render(self, mode: str | None) -> str | np.ndarray[Any, Any] | None:
        """The position in the given mode."""
        if mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")
        state = self.engine.state(0)
        if mode == "rgb_array":
            return drawing.picture(self.setting, state, self._artist)
        told = drawing.text(self.setting, state)
        if mode == "ansi":
            return told
        print(told)  # what "human" asks for
        return None
