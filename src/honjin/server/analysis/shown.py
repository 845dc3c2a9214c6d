"""Scenes and events of puzzles and lessons: games that are not played at a table."""

from __future__ import annotations

from honjin.core.play import Play
from honjin.server.analysis import messages as an
from honjin.server.tables.messages import answers
from honjin.server.tables.view.parts import log_line
from honjin.server.tables.view.perspective import Perspective


def lines(play: Play, n: int, viewer: int) -> tuple[answers.LogLine, ...]:
    """A viewer's log lines for entry `n` of the record, counted from 0."""
    return tuple(log_line(n + 1, event) for event in play.steps[n].told_to(viewer))


def copied(play: Play) -> Play:
    """A copy of a game to continue, independent of one that is cached."""
    return play.at(len(play.steps))


def shown_action(play: Play, n: int, viewer: int, do: str = "") -> an.ShownAction:
    """Entry `n` of the record as a viewer sees it, and the scene after it."""
    scene = play.game.table.scene(Perspective.past(play, viewer, n + 1).observation)
    return an.ShownAction(play.steps[n].seat, do, scene, lines(play, n, viewer))
