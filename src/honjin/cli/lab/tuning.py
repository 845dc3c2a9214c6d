"""`honjin balance --search`: find option values that balance a game, and verify them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from honjin.cli.given import given_texts
from honjin.cli.lab import shared
from honjin.cli.lab.progress import Bar
from honjin.cli.show import Language, say_line
from honjin.core.game import Game
from honjin.core.words import Say
from honjin.lab import Backend
from honjin.lab.errors import BadPlan
from honjin.lab.report.sections import Section, Teller
from honjin.lab.tuning.plan import USUAL_GAMES, Search
from honjin.lab.tuning.proof import RESULT, Tuned, prove
from honjin.lab.tuning.running import Tuning
from honjin.lab.tuning.telling import how_found, tuned_sections
from honjin.lab.tuning.varied import read_varied


class Asked(NamedTuple):
    """A search as given on the command line."""

    option: Sequence[str]
    rest: Sequence[str]
    vary: Sequence[str]
    bots: str
    games: int | None
    proof: int
    within: float
    seed: int

    def search(self, game: Game[Any]) -> Search:
        """The search described; raises BadPlan or BadOption if it is not valid."""
        if not self.vary:
            raise BadPlan("--search needs at least one option to vary: --vary key=a..b")
        given = given_texts(game.options, self.option, self.rest)
        varied = tuple(read_varied(game, text) for text in self.vary)
        for one in varied:
            if one.option in given and one.is_plain:
                raise BadPlan(f"option {one.option} is both given and varied")
        games = USUAL_GAMES if self.games is None else self.games
        return Search(
            game.key, given, varied, bots_named(self.bots), games, self.proof, self.within,
            seed=self.seed,
        )  # fmt: skip

    def words(self) -> list[str]:
        """The arguments that ask for the same variation and options again."""
        words = [word for text in self.vary for word in ("--vary", text)]
        return words + [word for text in self.option for word in ("--option", text)] + [*self.rest]


class How(NamedTuple):
    """The workers, the language of the output, and the folder."""

    jobs: int
    backend: Backend
    lang: Language
    out: Path | None
    other_code: bool


def bots_named(text: str) -> tuple[str, ...]:
    """The bots in a comma-separated string."""
    return tuple(name for name in text.split(",") if name.strip())


def search_even(game: Game[Any], asked: Asked, how: How, place: Path) -> list[Section]:
    """Search and verify; return the sections to show. The games go to a folder in `place`."""
    search, teller = asked.search(game), Teller(game, how.lang)
    folder = how.out or usual_folder(place, search)
    tuning = Tuning(search, folder, other_code=how.other_code, game=game)
    tuning.check(jobs=how.jobs, backend=how.backend)
    say_line(f"Games are saved in {folder}", "dim")
    shared.warn_of_jobs(how.jobs, how.backend)
    with Bar((), _again(game.key, asked, how, folder), lines=20, what="search") as bar:
        tuned = _tuned(tuning, how, bar, teller)
    for text in how_found(search, tuned, teller):
        say_line(text)
    for name in filter(None, (RESULT, *tuned.files.values(), tuned.proof)):
        say_line(str(folder / name), "dim")
    return tuned_sections(tuned, teller)


def _tuned(tuning: Tuning, how: How, bar: Bar, teller: Teller) -> Tuned:
    bar.begin([teller.speak(Say("seat.0"))], f"{tuning.game.key}: search")
    found = tuning.run(jobs=how.jobs, backend=how.backend, tell=bar.tell)

    def begin(variants: Sequence[str]) -> None:
        bar.begin(variants, f"{tuning.game.key}: proof")

    return prove(tuning, found, jobs=how.jobs, backend=how.backend, tell=bar.tell, begin=begin)


def _again(game: str, asked: Asked, how: How, folder: Path) -> str:
    return shared.command(
        "balance", game, *asked.words(), search=True, games=asked.games, bots=asked.bots,
        seed=asked.seed, proof=asked.proof, within=asked.within, jobs=how.jobs,
        backend=how.backend, lang=how.lang, other_code=how.other_code, out=folder,
    )  # fmt: skip


def usual_folder(place: Path, search: Search) -> Path:
    """The default folder of a search, so that the same search with more games resumes it."""
    same = Search(
        search.game, search.options, search.varied, search.bots, batch=search.batch,
        seed=search.seed,
    )  # fmt: skip
    return place / f"{search.game}-search-{shared.short_name([same])}"
