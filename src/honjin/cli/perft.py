"""`honjin perft`: how many sequences of actions there are; the number to compare engines by."""

from __future__ import annotations

from typing import Annotated

import typer

from honjin.cli.given import given_options
from honjin.core.jit import compiled
from honjin.core.play import Play
from honjin.core.seats import CHANCE
from honjin.games import load


def perft(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(help="Which game; see `honjin games`.")],
    depth: Annotated[int, typer.Option(help="Actions of seats in each sequence.", min=0)] = 3,
    option: Annotated[
        list[str] | None,
        typer.Option(help="key=value of the game; `--key value` does the same."),
    ] = None,
    interpreted: Annotated[
        bool, typer.Option("--interpreted", help="Run the rules as plain Python.")
    ] = False,
    divide: Annotated[
        bool, typer.Option("--divide", help="Also print the count behind each first action.")
    ] = False,
) -> None:
    """Count the sequences of actions from the start; the last line is the count alone.

    Outcomes of chance are counted too, but take no depth; a game that is over earlier has none.
    """
    found = load(game)
    play = Play(found, given_options(found, option or [], ctx.args))
    if divide and depth > 0:
        total = _divided(play, depth, interpreted)
    else:
        total = compiled.perft(found, play.state, depth, interpreted=interpreted)
    print(total)


def _divided(play: Play, depth: int, interpreted: bool) -> int:
    """The sum over all first actions (or outcomes), each printed in notation."""
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
