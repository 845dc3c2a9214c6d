"""`honjin picture`: a recorded position as an image, or several as an animation."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from honjin.cli import flags
from honjin.cli.extras import needs
from honjin.cli.records.files import read_game
from honjin.cli.show import Language, own_words
from honjin.core.errors import HonjinError, NoSuchStep
from honjin.core.play import Play
from honjin.core.seats import SPECTATOR
from honjin.core.words import Say, speak
from honjin.pictures.artist import MAX_FRAMES, Artist, Order
from honjin.pictures.card import Card, Theme, Writer

ONE = ("svg", "png")
MANY = ("gif", "webp")


@needs("pictures")
def picture(
    file: flags.RecordFile,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", help="Output file: .svg or .png of one step, .gif or .webp of several."
        ),
    ] = Path("picture.svg"),
    step: Annotated[
        int | None,
        typer.Option(help="Number of steps played before the picture (default: all).", min=0),
    ] = None,
    since: Annotated[
        int | None, typer.Option("--from", help="First step of a .gif or .webp.", min=0)
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="Use dark colours.")] = False,
    line: flags.Line = None,
    lang: flags.InLanguage = Language.EN,
) -> None:
    """Draw a recorded position as the site draws it, or animate several steps."""
    kind = out.suffix.lower().removeprefix(".")
    if kind not in ONE + MANY:
        raise HonjinError(f"--out expects a name that ends in .svg, .png, .gif or .webp, got {out}")
    play = read_game(file, line, lang)
    last = len(play.steps) if step is None else step
    first = last if kind in ONE else max(0, last - MAX_FRAMES // 2) if since is None else since
    _must_be_steps(play, first, last, lang)
    writer = Writer(play.game, "ja" if lang == Language.JA else "en")
    theme: Theme = "dark" if dark else "light"
    with closing(Artist()) as artist:
        cards = tuple(_card(writer, play, n, theme) for n in range(first, last + 1))
        out.write_bytes(Order(kind, cards).by(artist))
    typer.echo(speak(own_words(), Say("cli.drawn", {"file": str(out)}), lang))


def _must_be_steps(play: Play, first: int, last: int, language: str) -> None:
    most = len(play.steps)
    if not first <= last <= most:
        said = Say("cli.bad_steps", {"most": most, "first": first, "last": last})
        raise NoSuchStep(speak(own_words(), said, language))
    if last - first >= MAX_FRAMES:
        raise HonjinError(f"expected at most {MAX_FRAMES} steps, got {last - first + 1}")


def _card(writer: Writer, play: Play, step: int, theme: Theme) -> Card:
    seen = play.game.seen_by(play.state_at(step), SPECTATOR)
    scene = play.game.table.scene(seen)
    events = play.steps[step - 1].told_to(SPECTATOR) if step else ()
    ids = [thing for event in events for thing in event.ids]
    result = play.result() if step == len(play.steps) else None
    note = writer.step(step) if result is None else writer.result(scene, result, result.winners())
    notes = writer.notes(play.options, note)
    return writer.card(scene, ids, notes=notes, holders=None, theme=theme)
