"""The registration of the games with Gymnasium."""

from __future__ import annotations

import gymnasium

from honjin.games import keys, load


def register(version: int) -> None:
    """Register `honjin/<game>-v1` and `honjin/<game>-<preset>-v1`, unless they are already."""
    for key in keys():
        if load(key).encode is None:
            continue
        for preset in (None, *(preset.key for preset in load(key).presets)):
            name = f"honjin/{name_of(key, preset)}-v{version}"
            if name not in gymnasium.registry:
                given = {"key": key} | ({"preset": preset} if preset else {})
                gymnasium.register(
                    name,
                    entry_point="honjin.envs.single:HonjinEnv",
                    vector_entry_point="honjin.envs.vector:make_vec",
                    kwargs=given,
                )


def name_of(key: str, preset: str | None) -> str:
    """The name of a game with a preset: `rokumon-act3`."""
    return f"{key}-{preset.replace('_', '-')}" if preset else key
