"""`honjin perft`: the number of action sequences, by which engines are compared."""

from typing import Annotated, Final

import typer

from honjin.cli import flags
from honjin.cli.given import given_options
from honjin.core.jit import compiled
from honjin.core.play import Play
from honjin.core.seats import CHANCE
from honjin.games import load

MOST: Final = 10_000


def perft(
    ctx: typer.Context,
    game: flags.GameName,
    depth: Annotated[
        int, typer.Option(help="Number of actions in each sequence.", min=0, max=MOST)
    ] = 3,
    option: flags.GivenOptions = None,
    interpreted: Annotated[
        bool, typer.Option("--interpreted", help="Run the rules as plain Python, not compiled.")
    ] = False,
    divide: Annotated[
        bool, typer.Option("--divide", help="Also print the count for each first action.")
    ] = False,
) -> None:
    """Count the action sequences of a given depth; the last line is the total alone.

    Chance outcomes multiply the count but add no depth. Games that end earlier are not counted.
    """
    found = load(game)
    play = Play(found, given_options(found, option or [], ctx.args))
    if divide and depth > 0:
        total = _divided(play, depth, interpreted)
    else:
        total = compiled.perft(found, play.state, depth, interpreted=interpreted)
    print(total)


def _divided(play: Play, depth: int, interpreted: bool) -> int:
    """The sum over all first actions (or chance outcomes), each printed in notation."""
    total = 0
    for seat, action in _moves(play):
        after = play.state.copy()
        text = play.game.notation.write_action(play.state, seat, action)
        play.game.apply_action(after, seat, action)
        left = depth if seat == CHANCE else depth - 1
        count = compiled.perft(play.game, after, left, interpreted=interpreted)
        print(f"{text}: {count}")
        total += count
    return total


def _moves(play: Play) -> list[tuple[int, int]]:
    if play.is_chance():
        return [(CHANCE, outcome) for outcome, _ in play.game.outcomes(play.state)]
    return [(seat, action) for seat in play.may_act() for action in play.legal(seat)]
