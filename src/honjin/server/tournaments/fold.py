"""The current state of a tournament: the fold of its journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar, Literal, NamedTuple

from honjin.server.db.journalled import Journalled
from honjin.server.tables.seats.seating import NEW, PastSeats
from honjin.server.tournaments import events as ev
from honjin.server.tournaments.plan import WIN

Status = Literal["waiting", "running", "over", "off"]


class Player(NamedTuple):
    """A participant. `seed` numbers the players in order of entry; `out` is for withdrawn ones.

    `left` is the number of the event with which a player withdrew for the last time, or 0.
    """

    who: str
    name: str
    kind: ev.Kind
    rating: int
    seed: int
    out: bool = False
    left: int = 0


class Game(NamedTuple):
    """A game of a round; no points before it is over, with the event number `scored`."""

    table: str
    seats: tuple[str, ...]
    round: int
    since: int
    points: tuple[int, ...] | None = None
    how: ev.How = "played"
    scored: int = 0

    def of(self, who: str) -> int:
        """The half points of a player in this game."""
        return 0 if self.points is None else self.points[self.seats.index(who)]


class Tournament(Journalled):
    """A tournament with its players and games."""

    def __init__(self, id: str, announced: ev.Announced) -> None:
        super().__init__(id, announced)
        self.plan, self.by, self.host = announced.plan, announced.by, announced.name
        self.status: Status = "waiting"
        self.players: dict[str, Player] = {}
        self.games: dict[str, Game] = {}
        """By table, in the order in which they were drawn."""
        self.byes: list[tuple[str, ...]] = []
        """The players without a game, round by round."""
        self.begun = self.ended = 0

    @property
    def round(self) -> int:
        """The number of rounds that have been drawn."""
        return len(self.byes)

    @property
    def active(self) -> list[Player]:
        """The players still in, the strongest first."""
        return sorted((one for one in self.players.values() if not one.out), key=strength)

    def games_of(self, n: int) -> list[Game]:
        """The games of a round."""
        return [game for game in self.games.values() if game.round == n]

    @property
    def open_games(self) -> list[Game]:
        """The games that are not over."""
        return [game for game in self.games.values() if game.points is None]

    def played(self, who: str) -> Iterator[Game]:
        """A player's games, in their order."""
        return (game for game in self.games.values() if who in game.seats)

    def score(self, who: str) -> int:
        """A player's half points: from games, and from byes, which count as won."""
        points = sum(game.of(who) for game in self.played(who))
        return points + self.bye_points * self.byes_of(who)

    @property
    def bye_points(self) -> int:
        """The points of a round without a game: a win in a Swiss; elsewhere it is a rest."""
        return WIN if self.plan.format == "swiss" else 0

    def byes_of(self, who: str) -> int:
        """The number of rounds in which a player had no game."""
        return sum(who in byes for byes in self.byes)

    def past(self, who: str) -> PastSeats:
        """The seats that a player has had here."""
        found = NEW
        for game in self.played(who):
            found = found.after(game.seats.index(who))
        return found

    def meetings(self) -> Counter[frozenset[str]]:
        """The number of times that each pair has met."""
        count: Counter[frozenset[str]] = Counter()
        for game in self.games.values():
            people = [who for who in game.seats if who]
            count.update(
                frozenset((one, other)) for n, one in enumerate(people) for other in people[:n]
            )
        return count

    def _entered(self, event: ev.Entered) -> None:
        old = self.players.get(event.who)
        seed = old.seed if old else self.count
        self.players[event.who] = Player(event.who, event.name, event.kind, event.rating, seed)

    def _withdrew(self, event: ev.Withdrew) -> None:
        if self.status == "waiting":
            del self.players[event.who]
        else:
            player = self.players[event.who]
            self.players[event.who] = player._replace(out=True, left=self.count)

    def _begun(self, event: ev.Begun) -> None:
        self.status, self.begun = "running", event.at

    def _drawn(self, event: ev.Drawn) -> None:
        for one in event.games:
            self.games[one.table] = Game(one.table, one.seats, event.round, event.at)
        if event.round > len(self.byes):
            skipped = event.round - len(self.byes) - 1  # rounds of a knock-out without a game
            self.byes += [*[()] * skipped, event.byes]

    def _scored(self, event: ev.Scored) -> None:
        game = self.games[event.table]
        self.games[event.table] = game._replace(
            points=event.points, how=event.how, scored=self.count
        )

    def _finished(self, event: ev.Finished) -> None:
        self.status, self.ended = "over", event.at

    def _called_off(self, event: ev.CalledOff) -> None:
        self.status, self.ended = "off", event.at

    HANDLERS: ClassVar = {
        ev.Entered: _entered,
        ev.Withdrew: _withdrew,
        ev.Begun: _begun,
        ev.Drawn: _drawn,
        ev.Scored: _scored,
        ev.Finished: _finished,
        ev.CalledOff: _called_off,
    }


def strength(player: Player) -> tuple[int, int]:
    """Sort key: by rating, the best first, and then by order of entry."""
    return -player.rating, player.seed
