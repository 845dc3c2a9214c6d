"""The names by which Gymnasium knows the games."""

from __future__ import annotations

import gymnasium

from honjin.games import keys, load


def register(version: int) -> None:
    """Make `honjin/<game>-v1` and `honjin/<game>-<preset>-v1` known, once."""
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
    """What a game with a preset is called: `rokumon-act3`."""
    return f"{key}-{preset.replace('_', '-')}" if preset else key
