"""The games on the interfaces that researchers use: PettingZoo, Gymnasium, OpenSpiel.

    pip install 'honjin[envs]'

Importing this package registers the games with Gymnasium: `gymnasium.make_vec` takes names such as
`honjin/rokumon-act3-v1`, made of a game's key and a preset. See docs/environments.md.
"""

from typing import Final

try:
    from honjin.envs.registration import register
except ModuleNotFoundError as missing:
    if missing.name != "gymnasium":
        raise
    raise ModuleNotFoundError(
        "honjin.envs needs Gymnasium: pip install 'honjin[envs]'", name=missing.name
    ) from None

__all__ = ["VERSION", "register"]

VERSION: Final = 1
"""Incremented when an environment's observations or behaviour change."""

register(VERSION)
