"""A position as text and as a picture, both as spectators see it."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from honjin.core.seats import SPECTATOR, seats_in
from honjin.core.state import State
from honjin.envs.setting import Setting

if TYPE_CHECKING:
    from honjin.pictures.artist import Artist


def text(setting: Setting, state: State) -> str:
    """The position in notation, and the seats that must act or how the game ended."""
    game = setting.game
    seen = game.seen_by(state, SPECTATOR)
    result = game.result(state, setting.seats)
    if result is not None:
        last = f"over ({result.reason}): {' '.join(map(str, result.returns))}"
    else:
        last = f"waiting for {' '.join(map(str, seats_in(game.must_act(seen))))}"
    return f"{game.key}: {game.notation.write_position(seen)}\n{last}\n"


def picture(setting: Setting, state: State, artist: Artist) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The position as the site draws it, height x width x 3; CannotDraw if a library is missing."""
    from PIL import Image

    from honjin.pictures.card import Writer

    game = setting.game
    scene = game.table.scene(game.seen_by(state, SPECTATOR))
    writer = Writer(game, "en")
    result = game.result(state, setting.seats)
    ending = "" if result is None else writer.result(scene, result, result.winners())
    notes = writer.notes(setting.options, ending)
    card = writer.card(scene, (), notes=notes, holders=None, theme="light")
    return np.array(Image.open(BytesIO(artist.png(card))).convert("RGB"))
