"""The server's networks: files of a folder that the operator names, each a bot by its name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from honjin.bots import Budget, Player
from honjin.core.errors import HonjinError
from honjin.server.work.search.names import NET

MAX_NETS: Final = 64
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")


class BadNets(HonjinError):
    """The folder of networks cannot be used."""


def players_in(folder: Path) -> tuple[Player, ...]:
    """The networks `*.npz` of a folder, in the order of their names; BadNets says what is wrong.

    All are read at once, so that a table never waits for one, and no bad one takes a seat.
    """
    if not folder.is_dir():
        raise BadNets(f"expected a folder of networks, got {folder}")
    files = sorted(folder.glob("*.npz"))
    if len(files) > MAX_NETS:
        raise BadNets(f"{folder}: expected at most {MAX_NETS} networks, got {len(files)}")
    return tuple(map(_player, files))


def _player(file: Path) -> Player:
    if not _NAME.fullmatch(file.stem):
        expected = "a name of 1 to 40 letters, digits and _ . -"
        raise BadNets(f"{file}: expected {expected}, got {file.stem[:60]!r}")
    from honjin.bots.net import BadNet, NetBot, read_net  # with NumPy

    try:
        return Player(NET + file.stem, NetBot(read_net(file), str(file)), Budget())
    except (BadNet, OSError) as problem:
        raise BadNets(str(problem)) from None
