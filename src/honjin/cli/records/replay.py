"""`honjin replay`: a record as text, with the board."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from honjin.cli import flags
from honjin.cli.records.files import read_game
from honjin.cli.show import Language, Screen
from honjin.core.errors import NoSuchStep
from honjin.core.play import Play
from honjin.core.record import RESIGN
from honjin.core.seats import SPECTATOR
from honjin.core.words import Say


def replay(
    file: flags.RecordFile,
    at: Annotated[
        int | None, typer.Option(help="Only show the board after this number of steps.", min=0)
    ] = None,
    line: flags.Line = None,
    lang: flags.InLanguage = Language.EN,
) -> None:
    """Print a recorded game as text, with a sketch of the board after each step."""
    play = read_game(file, line, lang)
    screen = Screen(play.game, lang)
    last = len(play.steps)
    if at is not None and at > last:
        raise NoSuchStep(screen.speak(Say("cli.bad_step", {"last": last, "at": at})))
    for step, state in enumerate(_states(play)):
        if at is None or step == at:
            _show(screen, play, step, state)
    result = play.result()
    if result is None:
        screen.say("cli.open", "bold green")
    elif at is None or at == last:
        screen.result(result)


def _states(play: Play) -> Iterator[Any]:
    """The state before the first step, and after each; the same object every time."""
    game, state = play.game, play.at(0).state.copy()
    yield state
    for step in play.steps:
        if step.text == RESIGN:
            game.resign(state, step.seat)
        else:
            action = game.read_action(state, step.seat, step.text)
            game.apply_action(state, step.seat, action)
        yield state


def _show(screen: Screen, play: Play, step: int, state: Any) -> None:
    screen.say("cli.step", "cyan", step=step, last=len(play.steps))
    if step:
        screen.log((step, event) for event in play.steps[step - 1].told_to(SPECTATOR))
    screen.board(play.game, state)
