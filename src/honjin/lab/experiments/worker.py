"""The workers of an experiment: the line of a game says also how it went."""

from __future__ import annotations

from honjin.core.play import Play
from honjin.lab.experiments.looking import Looker
from honjin.lab.experiments.rows import line_of
from honjin.lab.matches.lineup import Seating
from honjin.lab.matches.playing import play_seating
from honjin.lab.matches.worker import ReadyWork, Worker


class RowWorker(Worker):
    """Plays games of all variants."""

    def line(self, ready: ReadyWork, seating: Seating) -> bytes:
        """The row of a game, played to its end."""
        play, looker = Play(ready.game, ready.options), Looker()
        played = play_seating(play, ready.players, seating, ready.work.seed, looker)
        course = None if played.match.fault else looker.course(played.play)
        return line_of(ready.work.variant, played, course)
