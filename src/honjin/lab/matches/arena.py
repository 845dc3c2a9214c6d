"""The arena: bots play each other on the same deals and dice until the question is decided.

    arena = Arena("rokumon", ["alphabeta:d3", "greedy"], options={"act": "2"}, folder=Path("out"))
    outcome = arena.run(games=200, sprt=Sprt(0.5, 0.6))
    outcome.tally.score()            # of the first bot, with its interval

`lab.matches.series` describes how games are played and saved.
"""

from __future__ import annotations

import re
import time
from typing import NamedTuple

from honjin.lab.errors import BadArena
from honjin.lab.matches.series import Ended, Series, Tell
from honjin.lab.stats.sequential import Sprt, Verdict
from honjin.lab.stats.tally import Tally
from honjin.lab.team import Backend


class Until(NamedTuple):
    """When to stop early: after a number of seconds, or at a half width of the score's interval."""

    seconds: float = float("inf")
    half_width: float = 0.0


class Outcome(NamedTuple):
    """The outcome of a run; `notes` are remarks for the reader."""

    tally: Tally
    ended: Ended
    notes: tuple[str, ...]


def read_until(text: str) -> Until:
    """Read a limit such as `90s`, `30m`, `8h` or `2%`; raises BadArena if it is not valid."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(s|m|h|%)", text.strip())
    number = float(found[1]) if found else 0.0
    if not found or number <= 0:
        raise BadArena(
            f"expected a time such as 90s, 30m, 8h or a precision such as 2%, got {text!r}"
        )
    if found[2] == "%":
        return Until(half_width=number / 100)
    return Until(seconds=number * {"s": 1, "m": 60, "h": 3600}[found[2]])


class Arena(Series):
    """A series in which every choice of bots plays every rotation of the seats on the same seed."""

    def check(
        self, games: int, *, jobs: int = 2, backend: Backend = Backend.PROCESSES,
        sprt: Sprt | None = None,
    ) -> None:  # fmt: skip
        """Raise what `run` would before its first game: BadArena, WrongFolder; write nothing."""
        self._must_suit(sprt)
        super().check(games, jobs=jobs, backend=backend)

    def _must_suit(self, sprt: Sprt | None) -> None:
        if sprt and self.lineup.bots != 2:
            raise BadArena(f"a test compares two bots, not {self.lineup.bots}")

    def run(
        self, games: int = 200, *, jobs: int = 2, backend: Backend = Backend.PROCESSES,
        sprt: Sprt | None = None, until: Until | None = None, forgive: bool = False,
        tell: Tell = lambda _: None,
    ) -> Outcome:  # fmt: skip
        """Play until `games` games are saved (`Series.play`), or until it is decided.

        `sprt` needs two bots. With `forgive`, rounds in which a bot failed do not count.
        """
        self._must_suit(sprt)
        tally = Tally(self.game, self.lineup, sprt)
        began, limit = time.monotonic(), until or Until()
        finished = self.play(
            tally, games, jobs=jobs, backend=backend, forgive=forgive, tell=tell,
            ended=lambda: _ended(tally, limit, time.monotonic() - began),
        )  # fmt: skip
        return Outcome(tally, *finished)


def _ended(tally: Tally, until: Until, seconds: float) -> Ended:
    """The reason to stop now; ALL if only the number of games can end the run."""
    if tally.test and tally.test.verdict is not Verdict.OPEN:
        return Ended.DECIDED
    widest = max(tally.score(number).half_width for number in range(tally.lineup.bots))
    if widest <= until.half_width or seconds >= until.seconds:
        return Ended.UNTIL
    return Ended.ALL
