"""The bots that can be seated next to people: their public names, and the players behind them.

The levels of a game, and bots that need no time. A budget comes with the name; only the server's
operator can set another.
"""

from __future__ import annotations

from typing import Any

from honjin.bots import Knowledge, Player, find_player, players_of
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.server.work.search.names import NET, PERFECT


class BotRoster:
    """The bots of a server by name. `own` are players that this server adds or replaces.

    `knowledge` are the tablebases and proofs that its stronger levels play by.
    """

    def __init__(self, *own: Player, knowledge: Knowledge | None = None) -> None:
        self._own = {player.name: player for player in own}
        self._knowledge = knowledge

    def joined_by(self, player: Player) -> BotRoster:
        """The roster with one player more, unless it has one of that name."""
        if player.name in self._own:
            return self
        return BotRoster(*self._own.values(), player, knowledge=self._knowledge)

    def knowing(self, knowledge: Knowledge) -> BotRoster:
        """The roster with levels that play by these tablebases and proofs."""
        return BotRoster(*self._own.values(), knowledge=knowledge)

    def names(self, game: Game[Any], options: Options) -> tuple[str, ...]:
        """The public names, the weakest level first."""
        known = [name for name in players_of(game, options) if name not in self._own]
        own = [name for name, one in self._own.items() if one.bot.suits(game, options)]
        return (*known, *own)

    def is_given(self, game: Game[Any], options: Options, name: str) -> bool:
        """True if a name stands for a bot of this process alone, which no other can make."""
        own = self._own.get(name)
        if own is None or name == PERFECT or name.startswith(NET):
            return False
        return own.bot.suits(game, options)

    def find(self, game: Game[Any], options: Options, name: str) -> Player:
        """The player behind a name, listed or not; UnknownBot if there is none that suits."""
        own = self._own.get(name)
        if own is not None and own.bot.suits(game, options):
            return own
        return find_player(game, options, name, self._knowledge)
