"""Entrants: bots by level, by specification, or from your own module.

samurai              a level of the game
mcts:2s              a bot with a budget (`bots.players`)
perfect              perfect play by solved tables, if `honjin solve` has made them
net:FILE             a trained network (`bots.net`), with a search: net:FILE:search=200
value:FILE:1s        a search by what was learned (`bots.learned`)
my_bots.CLEVER:2s    a bot in your own module, with a time (2s, 500ms) or a count
"""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from honjin.bots import (
    LEVELS,
    Bot,
    Budget,
    ManneredBot,
    Player,
    RandomBot,
    SlippingBot,
    SureBot,
    TablebaseBot,
    find_player,
    level_text,
    read_player,
)
from honjin.bots.net.bot import NET, NetBot
from honjin.bots.patterns.bot import PatternBot
from honjin.bots.weighed.bot import WeighedBot
from honjin.core.errors import UnknownBot
from honjin.core.game import Game
from honjin.core.options import Options

if TYPE_CHECKING:
    from honjin.solver import Knowledge

PERFECT: Final = "perfect"
VALUE: Final = "value"


class Entrant(NamedTuple):
    """An entrant. `label` is its unique name, `means` the specification of a level."""

    label: str
    means: str
    player: Player


def find_entrants(game: Game[Any], options: Options, texts: Iterable[str]) -> tuple[Entrant, ...]:
    """The bots of these specifications; raises UnknownBot if one is unknown or does not suit."""
    found: list[Entrant] = []
    times: Counter[str] = Counter()
    for text in (text.strip() for text in texts):
        times[text] += 1
        label = text if times[text] == 1 else f"{text} #{times[text]}"
        means = level_text(game, options, text) if text in LEVELS else text
        found.append(Entrant(label, means, find_entrant(game, options, text)))
    return tuple(found)


def find_entrant(game: Game[Any], options: Options, text: str) -> Player:
    """The bot of one specification; raises UnknownBot."""
    if text == PERFECT:
        return _perfect(game, options)
    address, _, budget = text.partition(":")
    if address == NET:
        from honjin.bots.net import find_net  # with NumPy

        return find_net(game, options, text)
    if address == VALUE:
        from honjin.bots.learned import find_value  # with NumPy

        return find_value(game, options, text)
    if "." not in address:
        return find_player(game, options, text, _knowledge())
    bot = _held_by_a_module(address)
    if not bot.suits(game, options):
        raise UnknownBot(f"{address} does not play {game.key} with these options")
    timed = read_player(f"random:{budget}" if budget else "random")
    if not isinstance(timed.bot, RandomBot):
        raise UnknownBot(f"{text}: a bot of your own takes only a time or a count")
    return Player(text, bot, timed.budget)


@cache
def _knowledge() -> Knowledge:
    """The tables of the user's folder, and proofs; shared by all entrants of a process."""
    from honjin.solver import Knowledge

    return Knowledge()


def _perfect(game: Game[Any], options: Options) -> Player:
    from honjin.solver import Oracle

    bot = TablebaseBot(Oracle())
    if not bot.suits(game, options):
        raise UnknownBot(
            f"{PERFECT} needs solved tables; `honjin solve {game.key}` makes them, "
            "with --all for every deal"
        )
    return Player(PERFECT, bot, Budget())


def _held_by_a_module(address: str) -> Bot:
    module, _, name = address.rpartition(".")
    if not all(part.isidentifier() for part in address.split(".")):
        raise UnknownBot(
            f"expected a bot of your own by module and name, as in my_bots.CLEVER, got {address}"
        )
    try:
        bot: object = getattr(_imported(module, address), name)
    except AttributeError as problem:
        raise UnknownBot(f"expected a bot at {address}: {problem}") from None
    if isinstance(bot, type):
        raise UnknownBot(f"expected a bot at {address}, got a class; name an instance of it")
    if not isinstance(bot, Bot):
        raise UnknownBot(f"expected a bot at {address}, got {type(bot).__name__}")
    return bot


def _imported(module: str, address: str) -> ModuleType:
    """A module; UnknownBot names the file and line that failed, if there is one."""
    try:
        return import_module(module)
    except (Exception, SystemExit) as problem:  # a module of one's own may raise anything
        told = f"{type(problem).__name__}: {problem}"
        if isinstance(problem, SyntaxError):
            told = f"{problem.filename}, line {problem.lineno}: {problem.msg}"
        elif own := [
            at for at in extract_tb(problem.__traceback__) if _is_of_a_module(at.filename)
        ]:
            told = f"{own[-1].filename}, line {own[-1].lineno}: {told}"
        elif isinstance(problem, ImportError):
            told = str(problem)
        raise UnknownBot(f"expected a bot at {address}: {told}") from None


def _is_of_a_module(filename: str) -> bool:
    """True for a file that was imported, not one of those that import."""
    return filename not in (__file__, importlib.__file__) and not filename.startswith("<frozen")


def sources_of(bot: Bot) -> set[Path]:
    """The source files of a bot outside this package."""
    from honjin.bots.net import GuidedBot

    if isinstance(bot, SlippingBot | ManneredBot):
        return sources_of(bot.bot)
    if isinstance(bot, SureBot):
        return sources_of(bot.bot) | _sources_of_proofs()
    if isinstance(bot, NetBot | GuidedBot):
        return {Path(bot.path)}
    if isinstance(bot, PatternBot | WeighedBot) and bot.path:
        return {Path(bot.path)}
    file = getattr(sys.modules[type(bot).__module__], "__file__", None)
    return {Path(file)} if file else set()


def _sources_of_proofs() -> set[Path]:
    """The sources of the provers and the shipped proofs; tables are the same wherever made."""
    import honjin.solver

    home = Path(honjin.solver.__file__).parent
    return {*home.rglob("*.py"), *home.rglob("*.proof")}
