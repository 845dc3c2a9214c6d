"""Balance reports: the same bots on all seats play many games of every case.

    balance = Balance("rokumon", {"act=2": {"act": "2"}, "act=3": {"act": "3"}}, folder=Path("out"))
    report = balance.run(games=1000)

A case is one set of options (`cases`). Its games are a series (`lab.matches.series`) in its own
folder; `findings` computes the figures, `sections` puts them into words. The report next to the
cases is rewritten after each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from honjin.core.game import Game
from honjin.core.locales import LANGUAGES
from honjin.games import load
from honjin.lab.errors import BadArena
from honjin.lab.lines import alone_in, write_json, write_whole
from honjin.lab.matches.compiling import Compiling
from honjin.lab.matches.folder import check_resumable, claim
from honjin.lab.matches.lineup import Fixed
from honjin.lab.matches.question import Questions
from honjin.lab.matches.series import Progress, Series, Tell
from honjin.lab.report.cases import Names
from honjin.lab.report.findings import BalanceReport, Case, Kept
from honjin.lab.report.sections import Teller, as_markdown
from honjin.lab.team import Backend

STUDY: Final = "samurai"
"""The default bot: a level that plays sensibly and fast enough for many games an hour."""

PAGES: Final = {"en": "report.md", "ja": "report.ja.md"}

Begin = Callable[[str, int, int], None]


class Balance:
    """The cases of a game (default: all presets); `bots` is one for all seats or one per seat.

    `names` are those of the files among the values of options.
    """

    def __init__(
        self, game: str | Game[Any], cases: Mapping[str, Mapping[str, object]] | None = None, *,
        bots: Sequence[str] = (STUDY,), seed: int = 1, folder: Path | None = None,
        other_code: bool = False, names: Names = MappingProxyType({}),
    ) -> None:  # fmt: skip
        self.game = load(game) if isinstance(game, str) else game
        self.bots, self.seed, self.folder = tuple(bots), seed, folder
        self.other_code, self.names = other_code, names
        if cases is None:
            cases = self.game.preset_options
        if not cases:
            raise BadArena("expected at least one case, got none")
        self.cases = {key: self.game.read_options(given) for key, given in cases.items()}

    def series(self, key: str) -> Series:
        """The games of a case."""
        return Series(
            self.game, self.bots, lineup=Fixed, options=self.cases[key], seed=self.seed,
            folder=self.folder / key if self.folder else None, other_code=self.other_code,
        )  # fmt: skip

    def questions(self) -> Questions:
        """The questions of all cases."""
        return Questions({key: self.series(key).question for key in self.cases})

    def check(self, games: int, *, jobs: int = 2, backend: Backend = Backend.PROCESSES) -> None:
        """Raise what `run` would before its first game: BadArena, WrongFolder; write nothing."""
        if self.folder:
            check_resumable(self.folder, self.questions(), other_code=self.other_code)
        for key in self.cases:
            self.series(key).check(games, jobs=jobs, backend=backend)

    def run(
        self, games: int = 1000, *, jobs: int = 2, backend: Backend = Backend.PROCESSES,
        forgive: bool = False, begin: Begin = lambda *_: None, tell: Tell = lambda _: None,
    ) -> BalanceReport:  # fmt: skip
        """Play every case until `games` games are saved (`Series.play`).

        `begin` is called with each case (number, total), `tell` with the progress over all cases.
        """
        self.check(games, jobs=jobs, backend=backend)
        every = {key: self.series(key) for key in self.cases}
        if self.folder:
            with alone_in(self.folder):
                claim(self.folder, self.questions(), other_code=self.other_code)
        report = BalanceReport(self.game.key, self.game.version, self.seed, self.bots, ())
        for number, (key, series) in enumerate(every.items(), 1):
            begin(key, number, len(every))
            kept = Kept(series.lineup.seats, self.game.best)
            shown = _of_all(tell, (number - 1) * games, (len(every) - number) * games)
            series.play(kept, games, jobs=jobs, backend=backend, forgive=forgive, tell=shown)
            report = msgspec.structs.replace(
                report, cases=(*report.cases, _case(key, series, kept))
            )
            self._keep(report)
        return report

    def _keep(self, report: BalanceReport) -> None:
        if self.folder:
            write_json(self.folder / "report.json", report)
            for language in LANGUAGES:
                page = as_markdown(report, Teller(self.game, language, self.names))
                write_whole(self.folder / PAGES[language], page.encode())


def _case(key: str, series: Series, kept: Kept) -> Case:
    return Case(
        key, dict(series.options), series.lineup.seats, series.question.means, kept.findings()
    )


def _of_all(tell: Tell, before: int, after: int) -> Tell:
    """Turn the progress of one case into that of all cases."""

    def tell_all(news: Compiling | Progress) -> None:
        if isinstance(news, Progress):
            total = before + news.total + after
            news = news._replace(kept=before + news.kept, total=total)
        tell(news)

    return tell_all
