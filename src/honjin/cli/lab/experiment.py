"""`honjin experiment`: variants of a game, compared on the same deals and dice."""

from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from honjin.cli import flags
from honjin.cli.given import file_names, given_options, only_given, read_varied, refusal
from honjin.cli.lab import shared
from honjin.cli.lab.balance import show_section
from honjin.cli.lab.progress import Bar
from honjin.cli.show import Language, Screen, find_game, say_line
from honjin.core.errors import Flaw
from honjin.core.reading.files import told
from honjin.core.reading.text import read_bytes
from honjin.games import load
from honjin.lab import Backend
from honjin.lab.errors import BadPlan
from honjin.lab.experiments.file import is_report, kept_head, read_report, record_line
from honjin.lab.experiments.findings import summary_of
from honjin.lab.experiments.plan import MAX_PLAN, Draft, Plan, read_plan
from honjin.lab.experiments.running import Experiment, is_there
from honjin.lab.experiments.telling import VariantTeller, how_it_was, told_sections
from honjin.lab.report.balance import STUDY

SHOW: Final = "show"
USUAL_FILE: Final = Path("experiment.jsonl")


def experiment(
    ctx: typer.Context,
    plan: Annotated[
        list[str] | None,
        typer.Argument(help="A plan (TOML) or an experiment file; `show FILE` prints its results."),
    ] = None,
    game: Annotated[str | None, typer.Option(help="The game, instead of a plan.")] = None,
    scenario: Annotated[list[str] | None, typer.Option(help="A preset of the game.")] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(help="Options to vary as key=a,b; `key` alone takes all values."),
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="Game option as key=value.")] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(help="One bot for all seats, or a,b,… one per seat; repeat to vary."),
    ] = None,
    games: Annotated[int | None, typer.Option(help="Maximum number of games per variant.")] = None,
    precision: Annotated[
        float | None, typer.Option(help="Stop when shares are this precise, for example 0.03.")
    ] = None,
    sure: Annotated[
        bool | None, typer.Option("--sure", help="Stop when the differences are significant.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Random seed: the same deals and dice each time.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="File to write; .gz compresses it.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume the experiment in this file.")
    ] = False,
    jobs: Annotated[int | None, typer.Option(help="Number of workers.")] = None,
    backend: shared.OnBackend = Backend.PROCESSES,
    record: Annotated[
        str | None, typer.Option(help="With show: print the record of game VARIANT/NUMBER.")
    ] = None,
    lang: Annotated[Language, typer.Option(help="Language of the printed tables.")] = Language.EN,
    forgive: flags.Forgive = False,
    other_code: flags.OtherCode = False,
) -> None:  # fmt: skip
    """Play variants of a game on the same deals and dice, and compare them.

    Every combination of scenarios, varied options and bots is a variant. Everything is saved in one
    file, from which anyone can replay the same games. If interrupted, use --resume to continue.
    """
    words, rest = _sorted([*(plan or []), *ctx.args])
    if words[:1] == [SHOW]:
        _show(_only([*words[1:], *rest]), lang, record)
        return
    made, of = _plan(words, game, rest, scenario, vary, option, bots, lang)
    file = out or (of if resume and of else USUAL_FILE)
    numbers = {"games": games, "precision": precision, "sure": sure, "seed": seed}
    # A plan written by hand has numbers of its own; options of the command have those of the file.
    before = _numbers_of(kept_head(file).plan) if resume and game and is_there(file) else {}
    given = before | {key: value for key, value in numbers.items() if value is not None}
    made = msgspec.structs.replace(made, **given)
    here = Experiment(made, file, resume=resume, other_code=other_code)
    jobs = shared.all_cores(jobs, backend)
    shared.warn_of_jobs(jobs, backend)
    again = shared.command(
        "experiment", str(file), resume=True, jobs=jobs, backend=backend, lang=lang,
        games=games, precision=precision, sure=sure, forgive=forgive, other_code=other_code,
    )  # fmt: skip
    with Bar([variant.key for variant in here.plan.variants], again, what="experiment") as bar:
        bar.begin([variant.key for variant in here.plan.variants], here.game.key)
        here.run(jobs=jobs, backend=backend, forgive=forgive, tell=bar.tell)
    _show(file, lang)


def _sorted(words: list[str]) -> tuple[list[str], list[str]]:
    """The plan's words, and from the first option on those for the game, as in `--act 3`."""
    at = next((n for n, word in enumerate(words) if word.startswith("--")), len(words))
    return words[:at], words[at:]


def _only(words: list[str]) -> Path:
    if len(words) != 1:
        raise BadPlan(f"expected one file, got {' '.join(words) or 'none'}")
    if Path(words[0]).is_dir():
        raise BadPlan(f"expected a file, got the folder {words[0]}")
    return Path(words[0])


def _plan(
    words: list[str], game: str | None, rest: list[str], scenario: list[str] | None,
    vary: list[str] | None, option: list[str] | None, bots: list[str] | None, lang: str,
) -> tuple[Plan, Path | None]:  # fmt: skip
    """The plan to play, and the experiment file if the plan comes from one."""
    if bool(words) == bool(game):
        raise BadPlan("expected a plan, or --game and what to vary")
    if words:
        file = _only(words)
        if given := [*(scenario or ()), *(vary or ()), *(option or ()), *(bots or ()), *rest]:
            raise BadPlan(f"{file} already has a plan; {given[0]} cannot be given with it")
        if is_report(file):
            return kept_head(file).plan, file
        return read_plan(_plan_of(file)), None
    found = find_game(str(game), lang)
    with Screen(found, lang).refusing(found.options):
        options = given_options(found, option or [], rest)
        fixed, varied = only_given(found, option or [], rest), read_varied(found, vary or ())
        for key in varied.values.keys() & fixed.keys():
            raise refusal("cli.given_and_varied", key=key)
    names = {**file_names(found, options, option or [], rest), **varied.names}
    draft = Draft(
        game=found.key, scenarios=tuple(scenario or ()),
        options=dict(fixed),
        vary={key: tuple(values) for key, values in varied.values.items()},
        bots=tuple(bots or (STUDY,)),
    )  # fmt: skip
    return draft.plan(found, names), None


def _plan_of(file: Path) -> bytes:
    try:
        return read_bytes(file, MAX_PLAN)
    except Flaw as flaw:
        raise BadPlan(f"expected a plan in {file}: {told(flaw.say)}") from None


def _numbers_of(plan: Plan) -> dict[str, Any]:
    return {"games": plan.games, "precision": plan.precision, "sure": plan.sure, "seed": plan.seed}


# ---- output


def _show(file: Path, lang: Language, record: str | None = None) -> None:
    if record is not None:
        variant, _, number = record.rpartition("/")
        if not (number.isascii() and number.isdecimal()):
            raise BadPlan(f"expected VARIANT/NUMBER, got {record!r}")
        print(record_line(file, (int(number), variant)).decode(), end="")
        return
    report = read_report(file)
    game = load(report.head.plan.game)
    summary = summary_of(report, game)
    teller = VariantTeller(summary, game, lang)
    for section in told_sections(summary, teller):
        show_section(section)
    for text in how_it_was(summary, teller):
        say_line(text)
    Screen(game, lang).say("cli.file", "dim", file=str(file))
