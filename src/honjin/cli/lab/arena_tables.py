"""The results of an arena as tables on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from honjin.cli.show import Language, Screen, say_line
from honjin.core.words import Say
from honjin.lab import Arena, Ended, Estimate, Outcome, Standing, Tally, Verdict, elo

WIDE = 160  # columns assumed where there is no terminal


def show_outcome(arena: Arena, outcome: Outcome) -> None:
    """Print the tables and the remarks on them."""
    tally = outcome.tally
    if tally.rounds:
        for table in _tables(arena, tally):
            print_table(table)
    for line in _remarks(arena, outcome):
        say_line(line)
    for note in outcome.notes:
        say_line(note, "yellow")


def print_table(table: Table) -> None:
    """Print a table; without a terminal it is not wrapped."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=WIDE)
    console.print(table)


def new_table(title: str, *columns: str) -> Table:
    """A new table; all columns but the first are right-aligned."""
    table = Table(title=title, box=SIMPLE_HEAD, title_justify="left", pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    return table


def row_of(*cells: str) -> Sequence[Text]:
    """Cells as plain text: a bot's name may hold brackets."""
    return [Text(cell) for cell in cells]


def percent(score: Estimate) -> tuple[str, str]:
    """A share and its interval."""
    return f"{100 * score.value:.1f} %", f"{100 * score.low:.1f} to {100 * score.high:.1f}"


def number(value: Estimate) -> tuple[str, str]:
    """A mean and its interval."""
    return f"{value.value:.2f}", f"{value.low:.2f} to {value.high:.2f}"


# ---- the tables


def _tables(arena: Arena, tally: Tally) -> Iterator[Table]:
    yield _bots_table(arena, tally)
    if tally.lineup.seats > 2:
        yield _places_table(arena, tally)
    if tally.lineup.seats > 1:
        yield _seats_table(arena, tally)
    yield _reasons_table(arena, tally)
    yield _times_table(arena, tally)


def _bots_table(arena: Arena, tally: Tally) -> Table:
    table = new_table("Bots", "bot", "score", "95 %", "games", "won", "drawn", "lost")
    for n, (label, bot) in enumerate(_bots(arena, tally)):
        cells = (*percent(tally.score(n)), str(bot.games), *_won_drawn_lost(bot))
        table.add_row(*row_of(label, *cells))
    return table


def _places_table(arena: Arena, tally: Tally) -> Table:
    table = new_table("Places and returns", "bot", "place", "95 %", "return", "95 %")
    for label, bot in _bots(arena, tally):
        cells = (*number(tally.mean_placing(bot)), *number(tally.mean_return(bot)))
        table.add_row(*row_of(label, *cells))
    return table


def _times_table(arena: Arena, tally: Tally) -> Table:
    table = new_table("Times", "bot", "per move", "slowest", "moves", "games failed")
    for n, (label, bot) in enumerate(_bots(arena, tally)):
        cells = (_time(bot.a_move), _time(bot.slowest), str(bot.moves), str(tally.faults[n]))
        table.add_row(*row_of(label, *cells))
    return table


def _bots(arena: Arena, tally: Tally) -> Iterator[tuple[str, Standing]]:
    return zip(arena.labels(), tally.bots, strict=True)


def _seats_table(arena: Arena, tally: Tally) -> Table:
    screen = Screen(arena.game, Language.EN)
    table = new_table("Seats, over all bots", "seat", "score", "95 %", "won", "drawn", "lost")
    for seat, standing in enumerate(tally.seats):
        name = f"{seat} {screen.speak(screen.seat(seat))}"
        table.add_row(*row_of(name, *percent(tally.seat_score(seat)), *_won_drawn_lost(standing)))
    return table


def _reasons_table(arena: Arena, tally: Tally) -> Table:
    screen = Screen(arena.game, Language.EN)
    table = new_table("Ends", "reason", "games", "share")
    for reason, count in tally.reasons.most_common():
        share = f"{100 * count / tally.games:.1f} %"
        table.add_row(*row_of(screen.speak(Say(reason)), str(count), share))
    return table


def _won_drawn_lost(standing: Standing) -> tuple[str, str, str]:
    return str(standing.wins), str(standing.draws), str(standing.losses)


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


# ---- the remarks


def _remarks(arena: Arena, outcome: Outcome) -> Iterator[str]:
    tally, labels = outcome.tally, arena.labels()
    if tally.rounds:
        if tally.lineup.bots == 2:
            yield _difference(labels, tally)
        yield _length(tally.lengths)
    if tally.test:
        yield _verdict(labels, tally)
    if outcome.ended is Ended.UNTIL:
        yield "Stopped at the limit given by --until."
    if tally.left_out:
        yield f"Rounds left out because a game in them failed: {tally.left_out}."
    yield _counted(tally)


def _difference(labels: Sequence[str], tally: Tally) -> str:
    value, low, high = tally.score().through(elo)
    return f"Elo of {labels[0]} minus {labels[1]}: {value:+.0f} ({low:+.0f} to {high:+.0f})."


def _length(lengths: Counter[int]) -> str:
    games = lengths.total()
    mean = sum(steps * count for steps, count in lengths.items()) / games
    return (
        f"Length: {mean:.1f} actions on average, from {min(lengths)} to {max(lengths)}, "
        "chance outcomes included."
    )


def _verdict(labels: Sequence[str], tally: Tally) -> str:
    running = tally.test
    assert running is not None
    test = running.test
    asked = f"Test whether {labels[0]} scores {test.low:.1%} (H0) or {test.high:.1%} (H1)"
    if running.verdict is Verdict.OPEN:
        return f"{asked}: undecided after {tally.games} games."
    games = running.decided_at * tally.lineup.size
    taken = "H1" if running.verdict is Verdict.HIGH else "H0"
    return f"{asked}: {taken} after {games} games."


def _counted(tally: Tally) -> str:
    size = tally.lineup.size
    rounds = "pairs of games" if size == 2 else f"rounds of {size} games"
    return (
        f"Counted: {tally.rounds} {rounds} on the same deals and dice, each as one value; "
        "intervals are Wilson's, with the variance of these values."
    )
