"""Networks that have learned nothing, for tests."""

from pathlib import Path
from typing import Any

import numpy as np

from honjin.bots.net.files import as_json, write_arrays
from honjin.bots.net.network import ABOUT, About, Network, layout_of, scale_of, shapes_of
from honjin.core.game import Game

HIDDEN = (8, 4)


def untrained(game: Game[Any], given: Any = None, *, seed: int = 1, **about: Any) -> Network:
    """A network of random weights; `about` says what else than the truth its file tells."""
    options = game.read_options(given)
    scale = scale_of(game, options)
    rng = np.random.default_rng(seed)
    weights = {
        name: rng.normal(scale=0.2, size=shape).astype(np.float32)
        for name, shape in shapes_of(len(scale), HIDDEN, game.action_count(options)).items()
    } | {"scale": scale}
    told: dict[str, Any] = {
        "game": game.key, "rules": game.version, "options": dict(options),
        "seats": game.seats(options), "layout": layout_of(game, options), "hidden": HIDDEN,
    }  # fmt: skip
    return Network(About(**(told | about)), weights)


def arrays_of(net: Network) -> dict[str, Any]:
    """What stands in its file."""
    return {ABOUT: as_json(net.about)} | {f"net/{k}": v for k, v in net.weights.items()}


def write_net(net: Network, path: Path) -> Path:
    """Its file."""
    path.write_bytes(write_arrays(arrays_of(net)))
    return path
