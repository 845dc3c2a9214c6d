"""Verifying a search: the game as given and as found, on the same new deals and dice.

The proof is an experiment (`lab.experiments`): `honjin experiment show` opens its file, and anyone
can replay its games. The result next to it says what was found and how to play it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final, Literal

import msgspec

from honjin.core.errors import HonjinError
from honjin.core.options import Options, Value
from honjin.lab.experiments.file import read_report
from honjin.lab.experiments.plan import Plan, Variant
from honjin.lab.experiments.running import Experiment
from honjin.lab.lines import write_json, write_whole
from honjin.lab.matches.series import Tell
from honjin.lab.report.findings import SeatShares
from honjin.lab.stats.intervals import Estimate
from honjin.lab.team import Backend
from honjin.lab.tuning.found import Found
from honjin.lab.tuning.running import Tuning

GIVEN: Final = "given"
FOUND: Final = "found"
RESULT: Final = "found.json"

Verdict = Literal["even", "open", "uneven"]


class Proved(msgspec.Struct, frozen=True):
    """The share of each seat in the games of the proof, and whether it is within the limits.

    `even`: every interval lies within them. `uneven`: one lies outside. `open`: neither.
    """

    games: int
    shares: tuple[Estimate, ...]
    verdict: Verdict


class Tuned(msgspec.Struct, frozen=True, omit_defaults=True):
    """The saved result of a search: the values found, all options, and the proof.

    `given` is the game as it was before, if it can be played. `files` name the drawn files.
    """

    game: str
    values: dict[str, Value]
    options: dict[str, Value]
    found: Found
    proof: str = ""
    proved: Proved | None = None
    given: Proved | None = None
    files: dict[str, str] = {}
    honjin_tuned: int = 1


def prove(
    tuning: Tuning, found: Found, *, jobs: int = 2, backend: Backend = Backend.PROCESSES,
    tell: Tell = lambda _: None, begin: Callable[[Sequence[str]], None] = lambda _: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Tuned:  # fmt: skip
    """Play the games of the proof that are not saved yet, and save the result.

    If it is stopped, the games that were played are the proof; there may be none.
    """
    options = tuning.options_at(found.point)
    tuned = Tuned(
        tuning.game.key, tuning.space.told(found.point), dict(options), found,
        files=_write_files(tuning, found),
    )  # fmt: skip
    file, plan = tuning.folder / _name(options), proof_plan(tuning, options)
    if tuning.search.proof and not is_stopped():
        begin([variant.key for variant in plan.variants])
        experiment = Experiment(plan, file, resume=True, other_code=True, game=tuning.game)
        experiment.run(jobs=jobs, backend=backend, tell=tell, is_stopped=is_stopped)
    if tuning.search.proof and file.exists():
        tuned = _with_proof(tuning, tuned, file)
    write_json(tuning.folder / RESULT, tuned)
    return tuned


def proof_plan(tuning: Tuning, options: Options) -> Plan:
    """The experiment that verifies these options, next to the game as it was given."""
    search = tuning.search
    variants = [Variant(FOUND, dict(options), search.bots)]
    given = _given(tuning)
    if given and given != options:
        variants.insert(0, Variant(GIVEN, dict(given), search.bots))
    return Plan(search.game, tuple(variants), search.proof, seed=search.seed + 1)


def _given(tuning: Tuning) -> Options | None:
    """The game as it was given, if it can be played with the same number of seats."""
    try:
        options = tuning.game.read_options(tuning.search.options)
    except HonjinError:
        return None
    return options if tuning.game.seats(options) == tuning.seats else None


def _name(options: Options) -> str:
    """A unique file name for the proof of each choice."""
    text = msgspec.json.encode(dict(sorted(options.items())))
    return f"proof-{blake2b(text, digest_size=4).hexdigest()}.jsonl.gz"


def _with_proof(tuning: Tuning, tuned: Tuned, file: Path) -> Tuned:
    shares = {key: SeatShares(tuning.seats) for key in (GIVEN, FOUND)}
    for row in read_report(file).rows.values():
        shares[row.variant].add(row.arena.returns)
    given, found = (_proved(tuning, shares[key]) for key in (GIVEN, FOUND))
    return msgspec.structs.replace(tuned, proof=file.name, proved=found, given=given)


def _proved(tuning: Tuning, shares: SeatShares) -> Proved | None:
    if not shares.games:
        return None
    found = shares.estimates()
    even, within = 1 / max(2, tuning.seats), tuning.search.within
    low, high = even - within, even + within
    verdict: Verdict = "open"
    if all(low <= share.low and share.high <= high for share in found):
        verdict = "even"
    elif any(share.high < low or share.low > high for share in found):
        verdict = "uneven"
    return Proved(shares.games, found, verdict)


def _write_files(tuning: Tuning, found: Found) -> dict[str, str]:
    """Write what was drawn, each as a file that its option takes."""
    suffixes = {option.key: option.file for option in tuning.game.options}
    files = tuning.space.files_at(found.point)
    names = {key: f"{key}{suffixes[key]}" for key in files}
    for key, text in files.items():
        write_whole(tuning.folder / names[key], text.encode())
    return names
