"""Compiling ahead: in a process of its own, once, while the caller goes on interpreted."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from honjin.core.compiled import is_ready, warm_command
from honjin.core.game import Game

_lock = threading.Lock()
_ready: set[tuple[str, Path]] = set()
_begun: dict[tuple[str, Path], subprocess.Popen[bytes]] = {}


def compile_ahead(game: Game[Any], loops: Path) -> bool:
    """Whether loops are compiled for a game; if not, see to it that they will be."""
    address = address_of(game)
    if address is None:
        return False
    key = address, loops
    with _lock:
        if key in _ready:
            return True
        if key in _begun and _begun[key].poll() is None:
            return False
        if is_ready(game, loops):
            _ready.add(key)
            return True
        if key not in _begun:
            _begun[key] = _begin(address, loops)
        return False


def _begin(address: str, loops: Path) -> subprocess.Popen[bytes]:
    nothing = subprocess.DEVNULL
    return subprocess.Popen(  # noqa: S603 - our own command
        warm_command(address, loops), stdin=nothing, stdout=nothing, stderr=nothing
    )


def address_of(game: Game[Any]) -> str | None:
    """Where another process finds the game: the module that holds it as GAME."""
    for name, module in list(sys.modules.items()):
        # Not getattr, which makes lazy modules import things.
        if getattr(module, "__dict__", {}).get("GAME") is game and name != "__main__":
            return name
    return None
