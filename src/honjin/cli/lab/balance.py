"""`honjin balance`: how fair a game is, how long, how it ends and where points come from."""

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from honjin.cli import flags
from honjin.cli.extras import require_extra
from honjin.cli.given import given_cases
from honjin.cli.lab import shared
from honjin.cli.lab.arena_tables import new_table, print_table, row_of
from honjin.cli.lab.progress import Bar
from honjin.cli.lab.tuning import Asked, How, bots_named, search_even
from honjin.cli.show import Language, Screen, find_game, say_line
from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.words import Say
from honjin.lab import Backend, Balance, BalanceReport
from honjin.lab.report.balance import PAGES, STUDY
from honjin.lab.report.balance_plots import draw_balance
from honjin.lab.report.sections import Section, Teller, how_played, sections
from honjin.lab.tuning.plan import USUAL_PROOF, USUAL_WITHIN

PLACE: Final = Path("reports")
USUAL_GAMES: Final = 1000


def balance(
    ctx: typer.Context,
    game: flags.GameName,
    vary: Annotated[
        list[str] | None,
        typer.Option(help="Options to vary as key=a,b, a case each; `key` alone takes all values."),
    ] = None,
    option: flags.GivenOptions = None,
    games: Annotated[
        int | None, typer.Option(help="Games per case [1000], or for a search [2000].")
    ] = None,
    bots: Annotated[
        str, typer.Option(help="One bot for all seats, or one per seat, separated by commas.")
    ] = STUDY,
    seed: flags.Seed = 1,
    out: flags.ResumedFolder = None,
    jobs: Annotated[
        int | None, typer.Option(help="Number of workers (default: one per core).")
    ] = None,
    backend: shared.OnBackend = Backend.PROCESSES,
    lang: Annotated[
        Language, typer.Option(help="Language of the printed tables and of the plots.")
    ] = Language.EN,
    forgive: flags.Forgive = False,
    other_code: flags.OtherCode = False,
    search: Annotated[
        bool,
        typer.Option("--search", help="Search for the values of --vary that balance the game."),
    ] = False,
    proof: Annotated[
        int | None,
        typer.Option(
            help=f"With --search: number of fresh games to verify the result [{USUAL_PROOF}]."
        ),
    ] = None,
    within: Annotated[
        float | None,
        typer.Option(
            help=f"With --search: largest deviation from an even share [{USUAL_WITHIN:g}]."
        ),
    ] = None,
) -> None:
    """Play every case many times with the same bots and report on the game's balance.

    The cases are the values of --vary, or the options given, or else every preset of the game. The
    folder receives report.md, report.ja.md, report.json, plots and the games. If interrupted, run
    the same command again to resume. With --search, the values of --vary are searched for those
    that balance the game, instead of all being played.
    """
    found = find_game(game, lang)
    jobs = shared.all_cores(jobs, backend)
    if search:
        require_extra("lab", "--search")
        if forgive:
            raise BadOption("--forgive means nothing with --search: a bot that fails ends it")
        asked = Asked(
            option or [], ctx.args, vary or [], bots, games,
            USUAL_PROOF if proof is None else proof, USUAL_WITHIN if within is None else within,
            seed,
        )  # fmt: skip
        how = How(jobs, backend, lang, out, other_code)
        for section in search_even(found, asked, how, PLACE):
            show_section(section)
        return
    for name, value in (("proof", proof), ("within", within)):
        if value is not None:
            raise BadOption(f"--{name} means nothing without --search")
    games = USUAL_GAMES if games is None else games
    screen = Screen(found, lang)
    with screen.refusing(found.options, bots):
        cases, words, names = given_cases(found, option or [], ctx.args, vary or [])
        here = Balance(
            found, cases, names=names, bots=bots_named(bots), seed=seed, other_code=other_code
        )
        here.folder = out or PLACE / f"{game}-balance-{shared.short_name([here.questions()])}"
        here.check(games, jobs=jobs, backend=backend)
    screen.say("cli.games_in", "dim", folder=str(here.folder))
    shared.warn_of_jobs(jobs, backend)
    shared.warn_of_plots()
    again = shared.command(
        "balance", game, *words,
        games=games, bots=bots, seed=seed, jobs=jobs, backend=backend, lang=lang,
        forgive=forgive, other_code=other_code, out=here.folder,
    )  # fmt: skip
    teller = Teller(found, lang, names)
    with Bar((), again, lines=20, what="report") as bar:

        def begin(case: str, number: int, of: int) -> None:
            bar.begin(_seats(found, here, case, teller), f"{case} ({number}/{of})")

        report = here.run(
            games, jobs=jobs, backend=backend, forgive=forgive, begin=begin, tell=bar.tell
        )
    _show(report, teller)
    _tell_files(report, here.folder, teller, screen)


def _seats(game: Game[Any], here: Balance, case: str, teller: Teller) -> list[str]:
    return [teller.speak(Say(f"seat.{seat}")) for seat in range(game.seats(here.cases[case]))]


def _show(report: BalanceReport, teller: Teller) -> None:
    for section in sections(report, teller):
        show_section(section)
    for text in how_played(report, teller):
        say_line(text)


def show_section(section: Section) -> None:
    """Print a section of a report."""
    table = new_table(section.title, *section.columns)
    table.columns[1].justify = "left"
    for row in section.rows:
        table.add_row(*row_of(*row))
    print_table(table)
    for text in section.texts:
        say_line(text, "dim")


def _tell_files(report: BalanceReport, folder: Path, teller: Teller, screen: Screen) -> None:
    pages = (*PAGES.values(), "report.json")
    screen.say("cli.report_in", "dim", files=", ".join(str(folder / page) for page in pages))
    shared.tell_plots(lambda: draw_balance(report, folder, teller), lambda files: screen.say(
        "cli.plots_in", "dim", files=files
    ))  # fmt: skip
