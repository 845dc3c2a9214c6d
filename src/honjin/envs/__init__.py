"""The games on the interfaces that researchers use: PettingZoo, Gymnasium, OpenSpiel.

    pip install 'honjin[envs]'

Importing this package makes the games known to Gymnasium: `gymnasium.make_vec` takes names such as
`honjin/rokumon-act3-v1`, a game's key, and after it a preset. See docs/environments.md.
"""

from typing import Final

from honjin.envs.registration import register

__all__ = ["VERSION", "register"]

VERSION: Final = 1
"""Goes up when an environment shows or does something else than before."""

register(VERSION)
