"""`honjin verify`: check that a game follows the rules and its dice."""

from collections.abc import Iterator

import msgspec
import typer

from honjin.cli import flags
from honjin.cli.extras import require_extra
from honjin.cli.records.files import record_text
from honjin.cli.show import say_line
from honjin.core.errors import HonjinError
from honjin.core.play import replay
from honjin.core.record import read_record
from honjin.games import load

Finding = tuple[str, bool, str]  # what was checked, whether it is right, what was found


def verify(
    file: flags.RecordFile,
    line: flags.Line = None,
) -> None:
    """Replay a record under the rules; for a game exported from the site, also check its dice.

    Exits with code 1 if anything does not match.
    """
    text = record_text(file, line)
    record = read_record(text)
    is_export = "dice" in msgspec.json.decode(text)  # a plain record has no dice
    all_ok = True
    for what, ok, found in _export_lines(text) if is_export else _record_lines(text):
        say_line(f"{'ok ' if ok else 'OFF'}  {what}: {found}", "" if ok else "red")
        all_ok = all_ok and ok
    if not all_ok:
        say_line(f"This game of {record.game} is not in order.", "bold red")
        raise typer.Exit(1)
    say_line(f"This game of {record.game} is in order.", "bold green")


def _record_lines(text: str) -> Iterator[Finding]:
    record = read_record(text)
    try:
        play = replay(load(record.game), record)
    except HonjinError as problem:
        yield "record", False, str(problem)
        return
    yield "record", True, f"{len(play.steps)} entries replay under the rules"
    yield "dice", True, "none to check: a plain record has no commitment"


def _export_lines(text: str) -> Iterator[Finding]:
    require_extra("server", "checking the dice")
    from honjin.server.tables.view.export import verify_export

    for check in verify_export(text).checks:
        yield check.what, check.ok, check.found
