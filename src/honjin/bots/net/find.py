"""Networks by name: specifications such as `net:FILE:search=200`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from honjin.bots.bot import Bot, Budget
from honjin.bots.net.bot import NetBot
from honjin.bots.net.files import read_net
from honjin.bots.net.guided import GuidedBot, can_guide
from honjin.bots.net.network import Network
from honjin.bots.players import Player, read_player
from honjin.bots.random_bot import SlippingBot
from honjin.core.errors import BadNet, UnknownBot
from honjin.core.game import Game
from honjin.core.options import Options

_TEXT: Final = re.compile(r"net:(?P<path>.+?)(?P<parts>(?::[a-z]+=[^:=]*)*)")
_PARTS: Final = "temperature=0.5, search=200 (or search=1s), slip=0.1"


class Named(NamedTuple):
    """A network, its file, and the specification that names it."""

    net: Network
    path: str
    text: str


def find_net(game: Game[Any], options: Options, text: str) -> Player:
    """The player of a specification such as `net:a.npz`, with settings such as `:search=200`.

    Raises UnknownBot if the file holds no network, or one that does not play this game.
    """
    found = _TEXT.fullmatch(text)
    if not found:
        raise UnknownBot(f"expected net:FILE or net:FILE:temperature=0.5, got {text!r}")
    net, path = _open(found["path"])
    if not NetBot(net, path).suits(game, options):
        raise UnknownBot(f"{text}: {_why_not(net, game)}")
    return _player(game, options, Named(net, path, text), found["parts"].split(":")[1:])


def _player(game: Game[Any], options: Options, named: Named, parts: Sequence[str]) -> Player:
    given = dict(part.split("=") for part in parts)
    try:
        slip = _share(given.pop("slip", "0"))
        bot, budget = _bot(game, options, named, given)
    except ValueError as problem:
        raise UnknownBot(f"{named.text}: {problem}") from None
    return Player(named.text, SlippingBot(bot, slip) if slip else bot, budget)


def _bot(
    game: Game[Any], options: Options, named: Named, given: dict[str, str]
) -> tuple[Bot, Budget]:
    net, path, _ = named
    if not given:
        return NetBot(net, path), Budget()
    if given.keys() == {"temperature"}:
        return NetBot(net, path, float(given["temperature"])), Budget()
    if "search" not in given or not given.keys() <= {"search", "temperature"}:
        told = ":".join(f"{key}={value}" for key, value in given.items())
        raise ValueError(f"expected {_PARTS}, got {told}")
    if not can_guide(net, game, options):
        raise ValueError(
            f"search expected a network with a value for each of {game.seats(options)} seats "
            f"(honjin train --method search), got one with {net.about.values}"
        )
    temperature = float(given.get("temperature", "1"))
    bot = GuidedBot(net=net, path=path, options=options, temperature=temperature)
    return bot, _budget(given["search"])


def _budget(text: str) -> Budget:
    """The budget of a time or a number of simulations; ValueError for anything else."""
    try:
        player = read_player(f"mcts:{text}")
    except UnknownBot as problem:
        raise ValueError(f"search={text}: {problem}") from None
    if player.bot != read_player("mcts").bot:
        raise ValueError(f"expected search=200 or search=1s, got search={text}")
    return player.budget


def _share(text: str) -> float:
    share = float(text)
    if not 0 <= share <= 1:
        raise ValueError(f"expected slip=0.1 (0 to 1), got slip={text}")
    return share


def _open(path: str) -> tuple[Network, str]:
    try:
        file = Path(path).resolve(strict=True)
        return _kept(file, file.stat().st_mtime_ns), str(file)
    except OSError as problem:
        raise UnknownBot(f"net:{path}: {problem.strerror}") from None
    except BadNet as problem:
        raise UnknownBot(f"net:{problem}") from None


@lru_cache(16)
def _kept(path: Path, written: int) -> Network:  # noqa: ARG001 - a changed file is read again
    return read_net(path)


def _why_not(net: Network, game: Game[Any]) -> str:
    about = net.about
    told = ", ".join(f"{key}={value}" for key, value in about.options.items())
    made = f"{about.game} (rules {about.rules}; {told})"
    return f"it was trained for {made}, which is not {game.key} with these options"
