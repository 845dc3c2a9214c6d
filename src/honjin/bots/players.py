"""Bots by name: the levels of a game, and specifications of a bot and its budget.

ashigaru samurai daimyo shogun     the levels, weakest first; each game defines them
random  greedy  alphabeta  mcts    a bot with its default settings
mcts:2s   mcts:500ms   mcts:800    with a time, or with a number of simulations (or nodes)
alphabeta:d4   greedy:slip=0.2     with a depth; with a share of random turns (0 to 1)
mcts:1s:rollout=20                 with a setting of the bot (`help_on` lists them)
greedy:temperature=0.1             with a manner: mixing up actions of nearly the same value
mcts:50:overlook=0.2                 (0 to 10), overlooking some pieces and places (0 to 0.95)
mcts:1s:proofs=1                   with tables and proofs first, then its search
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any, Final, NamedTuple

from honjin.bots.alphabeta.bot import AlphaBetaBot
from honjin.bots.bot import Bot, Budget
from honjin.bots.certain.sure import SureBot
from honjin.bots.certain.values import Knowledge
from honjin.bots.greedy import GreedyBot
from honjin.bots.manner import ManneredBot
from honjin.bots.mcts.bot import MctsBot
from honjin.bots.patterns.bot import with_patterns
from honjin.bots.random_bot import RandomBot, SlippingBot
from honjin.bots.weighed.bot import with_weights
from honjin.core.errors import UnknownBot
from honjin.core.game import Game
from honjin.core.options import Options

LEVELS: Final = ("ashigaru", "samurai", "daimyo", "shogun")
SECONDS: Final = dict(zip(LEVELS, (0.1, 0.5, 1.0, 2.0), strict=True))
"""The most seconds that a level thinks about an action at a table, as the page says."""
SURE: Final = LEVELS[2:]
"""The levels that use tables and proofs in every game that can have them."""

PROOFS: Final = "proofs="
MANNERS: Final = ("temperature", "overlook")
BOTS: Final[Mapping[str, Bot]] = {
    bot.name: bot for bot in (RandomBot(), GreedyBot(), AlphaBetaBot(), MctsBot())
}

_KINDS: Final[Mapping[str, Callable[[str], Any]]] = {
    "int": int, "float": float, "str": str, "bool": lambda text: bool(("0", "1").index(text)),
}  # fmt: skip
_TIME: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s)")
_MAX_SECONDS: Final = 3600.0
_MAX_WORK: Final = 10**12


class Player(NamedTuple):
    """A bot with its budget and the name by which it was requested."""

    name: str
    bot: Bot
    budget: Budget


def read_player(text: str, knowledge: Knowledge | None = None) -> Player:
    """The player of a specification such as `mcts:1s`; raises UnknownBot if it is not valid.

    Players with `proofs=1` use `knowledge`.
    """
    key, *parts = text.strip().split(":")
    if key not in BOTS:
        raise UnknownBot(f"expected a bot ({', '.join(BOTS)}), got {key!r}")
    player = Player(text.strip(), BOTS[key], Budget())
    for part in sorted(parts, key=_order):
        player = (
            _with_proofs(player, part.removeprefix(PROOFS), knowledge) if part.startswith(PROOFS)
            else _with_part(player, part)
        )  # fmt: skip
    return player


def find_player(
    game: Game[Any], options: Options, name: str, knowledge: Knowledge | None = None
) -> Player:
    """A level of the game, or the player of a specification; raises UnknownBot if it cannot play.

    Without `knowledge`, the levels only search.
    """
    if name in LEVELS:
        text = game.levels(options)[LEVELS.index(name)]
        if knowledge is not None:
            text = level_text(game, options, name)
        return _with_own(read_player(text, knowledge), game, options)._replace(name=name)
    if name.partition(":")[0] not in BOTS:
        levels = ", ".join(LEVELS)
        raise UnknownBot(f"expected a level ({levels}) or {', '.join(BOTS)}; got {name!r}")
    player = read_player(name, knowledge)
    if not player.bot.suits(game, options):
        raise UnknownBot(f"{player.bot.name} does not play {game.key} with these options")
    return _with_own(player, game, options)


def level_text(game: Game[Any], options: Options, name: str) -> str:
    """The game's specification of a level; strong levels use proofs where they can exist."""
    text = game.levels(options)[LEVELS.index(name)]
    return f"{text}:{PROOFS}1" if name in SURE and game.index is not None else text


def tree_search(game: Game[Any], options: Options) -> MctsBot:
    """The tree search of the game's strongest level, or the usual one if that has none."""
    bot = read_player(game.levels(options)[-1]).bot
    return bot if isinstance(bot, MctsBot) else MctsBot()


def players_of(game: Game[Any], options: Options) -> list[str]:
    """The names offered for every game: the levels, then bots that need no time."""
    return [*LEVELS, *(key for key in ("greedy", "random") if BOTS[key].suits(game, options))]


def uncompiled(bot: Bot) -> Bot:
    """The bot as it plays without compiled code."""
    if isinstance(bot, SureBot | SlippingBot | ManneredBot):
        return replace(bot, bot=uncompiled(bot.bot))
    return replace(bot, compiles=False) if isinstance(bot, MctsBot | AlphaBetaBot) else bot


def _with_own(player: Player, game: Game[Any], options: Options) -> Player:
    """The player with the learned weights that come with a game, if it asks for them."""
    return player._replace(bot=_own(player.bot, game, options))


def _own(bot: Bot, game: Game[Any], options: Options) -> Bot:
    if isinstance(bot, SureBot | SlippingBot | ManneredBot):
        return replace(bot, bot=_own(bot.bot, game, options))
    if isinstance(bot, AlphaBetaBot) and bot.learned and game.patterns.count:
        return with_patterns(bot, options=options)
    if isinstance(bot, MctsBot) and bot.learned and game.weights:
        return with_weights(bot, options)
    return bot


# ---- the parts of a specification


def _order(part: str) -> int:
    """The order of applying parts: counts, then times, which add a limit; wrappers last."""
    if part.isdigit():
        return 0
    wrappers = (*(f"{key}=" for key in MANNERS), "slip=", PROOFS)
    return next((n for n, key in enumerate(wrappers, 2) if part.startswith(key)), 1)


def _with_part(player: Player, part: str) -> Player:
    timed = _TIME.fullmatch(part)
    if timed:
        return _with_seconds(player, part, float(timed[1]) / (1000 if timed[2] == "ms" else 1))
    if part.isascii() and part.isdigit():
        return _with_work(player, part)
    if re.fullmatch(r"d\d{1,2}", part):
        return _with_setting(player, "depth", part[1:])
    key, sign, value = part.partition("=")
    if not sign:
        raise UnknownBot(
            f"{player.name}: expected a time (1s, 500ms), a count, a depth (d4) or "
            f"setting=value, got {part!r}"
        )
    if key in MANNERS:
        return _with_manner(player, key, value)
    return _with_slip(player, value) if key == "slip" else _with_setting(player, key, value)


def _with_seconds(player: Player, part: str, seconds: float) -> Player:
    if not 0 < seconds <= _MAX_SECONDS:
        raise UnknownBot(
            f"{player.name}: expected a positive time of up to {_MAX_SECONDS:g}s, got {part}"
        )
    return player._replace(budget=player.budget._replace(seconds=seconds))


def _with_work(player: Player, part: str) -> Player:
    work = int(part)
    if not 0 < work <= _MAX_WORK:
        raise UnknownBot(f"{player.name}: expected a count from 1 to {_MAX_WORK}, got {part}")
    # Without an explicit time, the clock must not end the search, so that it is reproducible.
    return player._replace(budget=Budget(_MAX_SECONDS, work))


def _with_slip(player: Player, value: str) -> Player:
    share = _number(player, "slip", value, float)
    if not 0 <= share <= 1:
        raise UnknownBot(f"{player.name}: expected a slip from 0 to 1, got {value}")
    return player._replace(bot=SlippingBot(player.bot, share))


def _with_manner(player: Player, key: str, value: str) -> Player:
    if isinstance(player.bot, RandomBot):
        article = "an" if key == "overlook" else "a"
        raise UnknownBot(
            f"{player.name}: expected a bot that values actions to have {article} {key}, "
            f"got {player.bot.name}"
        )
    bot = player.bot if isinstance(player.bot, ManneredBot) else ManneredBot(player.bot)
    try:
        return player._replace(bot=replace(bot, **{key: _number(player, key, value, float)}))
    except ValueError as problem:
        raise UnknownBot(f"{player.name}: {problem}") from None


def _with_proofs(player: Player, value: str, knowledge: Knowledge | None) -> Player:
    if value not in ("0", "1"):
        raise UnknownBot(f"{player.name}: expected proofs=0 or proofs=1, got {value!r}")
    if value == "0":
        return player
    if knowledge is None:
        raise UnknownBot(f"{player.name}: no tables or proofs are available here")
    return player._replace(bot=SureBot(player.bot, knowledge))


def _with_setting(player: Player, key: str, value: str) -> Player:
    bot: Any = player.bot
    kind = {field.name: str(field.type) for field in fields(bot)}.get(key)
    if kind is None or key == "name":
        raise UnknownBot(f"{player.name}: {bot.name} has no setting {key!r}; {help_on(bot)}")
    try:
        changed = replace(bot, **{key: _number(player, key, value, _KINDS[kind])})
    except ValueError as problem:
        raise UnknownBot(f"{player.name}: {problem}") from None
    return player._replace(bot=changed)


def _number(player: Player, key: str, value: str, kind: Callable[[str], Any]) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise UnknownBot(f"{player.name}: {key} cannot be {value!r}") from None


def help_on(bot: Bot) -> str:
    """The settings of a bot with their defaults, in one line."""
    own = [f for f in fields(bot) if f.name != "name"]  # type: ignore[arg-type]
    return (
        ", ".join(f"{field.name}={getattr(bot, field.name)}" for field in own)
        or "it has no settings"
    )
