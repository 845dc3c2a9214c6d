"""The conformance kit: plays random games and checks every position against the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.record import RESIGN, Record, read_entry, read_record
from honjin.core.seats import CHANCE
from honjin.core.state import State
from honjin.testing.check import (
    Broken,
    Case,
    Check,
    ConformanceError,
    Moment,
    Move,
    When,
    all_checks,
    raising,
)
from honjin.testing.checks import (
    check_arrays,
    check_desks,
    check_facts,
    check_lessons,
    check_observation,
    check_presentation,
    check_rulebook,
    check_rules,
    check_search,
    check_text,
    check_themes,
    check_twin,
    check_words,
)
from honjin.testing.random_play import drawn

# In this order, so that a check comes after those whose results it relies on.
_PARTS: Final = (
    check_rules, check_text, check_observation, check_arrays, check_presentation, check_facts,
    check_desks, check_words, check_rulebook, check_lessons, check_themes, check_search,
    check_twin,
)  # fmt: skip

CHECKS: Final = tuple(check for part in _PARTS for check in all_checks(part.__name__))
"""Every check; `[check.name for check in CHECKS]` names them."""

COMPILED: Final = ("twin", "array twin")  # the checks that need a compiler
_RESIGNS: Final = 4  # in one of this many games seats resign now and then
_RARELY: Final = 0.08

Choose = Callable[[Moment], Move]


class Report(NamedTuple):
    """The numbers of games and actions played without a fault."""

    games: int
    actions: int


def conformance(
    game: Game[Any],
    *,
    games: int = 10,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    compiled: bool = True,
    checks: Iterable[str] | None = None,
    steps: int | None = None,
) -> Report:
    """Play `games` random games and check each step; ConformanceError at the first fault.

    Without `options` the game's defaults and all its presets are played, `games` of each. `steps`
    limits the number of entries of each game, if a whole one would take too long. `checks` names
    the checks to run (default: all); `compiled=False` leaves out those that need the compiler.
    """
    chosen = _chosen(checks, compiled)
    given = [options] if options is not None else _all_options(game)
    actions = 0
    for chosen_options in given:
        shared: dict[object, Any] = {}
        for number in range(seed, seed + games):
            case = Case(game, game.read_options(chosen_options), number, shared=shared)
            actions += _play(case, chosen, _random_move, steps).actions
    return Report(len(given) * games, actions)


def check_record(
    game: Game[Any],
    record: Record | str,
    *,
    compiled: bool = True,
    checks: Iterable[str] | None = None,
) -> Report:
    """Check each step of a recorded game, to its last entry."""
    record = read_record(record) if isinstance(record, str) else record
    case = Case(game, game.read_options(game.options_under(record.rules, record.options)), 0)
    played = _play(case, _chosen(checks, compiled), _recorded(record), len(record.actions))
    return Report(1, played.actions)


def _all_options(game: Game[Any]) -> list[Mapping[str, object]]:
    every: list[Mapping[str, object]] = [{}]
    every += [preset.options for preset in game.presets]
    read: list[Mapping[str, object]] = []
    for options in every:
        # The check of options reports a preset that cannot be read.
        with suppress(BadOption):
            read.append(game.read_options(options))
    return [options for k, options in enumerate(read) if options not in read[:k]]


def _chosen(names: Iterable[str] | None, compiled: bool) -> tuple[Check, ...]:
    known = {check.name: check for check in CHECKS}
    wanted = list(known) if names is None else list(names)
    for name in wanted:
        if name not in known:
            raise ValueError(f"expected checks among {', '.join(known)}; got {name!r}")
    return tuple(known[name] for name in wanted if compiled or name not in COMPILED)


# ---- playing; pytest hides these frames, since the error says everything


def _play(case: Case, checks: tuple[Check, ...], choose: Choose, last: int | None = None) -> Moment:
    __tracebackhide__ = True
    moment = Moment(
        case, _tried(("setup", "setup"), case, None, lambda: case.game.setup(case.options))
    )
    _run(checks, "once", moment, case)
    while True:
        _run(checks, "position", moment, moment)
        if not case.game.may_act(moment.state):
            _run(checks, "end", moment, moment)
            return moment
        if len(moment.entries) == last:
            return moment
        moment = _step(moment, choose(moment), checks)


def _step(moment: Moment, move: Move, checks: tuple[Check, ...]) -> Moment:
    __tracebackhide__ = True
    of = ("resign", "resign") if move.action is None else ("apply", "apply_action")
    after = _tried(of, moment.case, moment, lambda: moment.after(move))
    of = "action text", "notation.write_action"
    entry = _tried(of, moment.case, moment, lambda: moment.entry(move))
    # The record of a fault in this step ends with the step.
    shown = Moment(moment.case, moment.state, (*moment.entries, entry), moment.actions)
    _run(checks, "step", shown, moment, move, after)
    done = moment.actions + (move.action is not None)
    return Moment(moment.case, after, shown.entries, done)


def _run(checks: tuple[Check, ...], when: When, shown: Moment, *given: object) -> None:
    __tracebackhide__ = True
    for check in checks:
        if when in check.runs:
            of = check.name, check.functions[when]
            _tried(of, shown.case, shown, partial(check.runs[when], *given))


def _tried(of: tuple[str, str], case: Case, moment: Moment | None, do: Callable[[], Any]) -> Any:
    """Do what a check does; `of` names the check and the function that it checks."""
    __tracebackhide__ = True
    name, function = of
    try:
        return do()
    except Exception as problem:
        if isinstance(problem, Broken):
            name, function = problem.check or name, problem.function or function
            said = str(problem)
        else:
            function = raising(case.game, problem) or function
            said = f"{function} raises {problem!r}"
        moment = moment or Moment(case, State())
        step = len(moment.entries)
        raise ConformanceError(name, function, case, step, moment.record(), said) from problem


def _random_move(moment: Moment) -> Move:
    case, game, random = moment.case, moment.case.game, moment.case.playing
    if moment.is_chance():
        return Move(CHANCE, random.choice(game.outcomes(moment.state))[0])
    if case.seed % _RESIGNS == _RESIGNS - 1 and random.random() < _RARELY:
        seats = [seat for seat in range(case.seats) if game.may_resign(moment.state, seat)]
        if seats:
            return Move(random.choice(seats), None)
    seat = random.choice(moment.may_act())
    return Move(seat, drawn(game, moment.state, seat, moment.legal(seat), random))


def _recorded(record: Record) -> Choose:
    entries: Iterator[str] = iter(record.actions)

    def choose(moment: Moment) -> Move:
        seat, text = read_entry(next(entries))
        if text == RESIGN:
            return Move(seat, None)
        return Move(seat, moment.case.game.notation.read_action(moment.state, seat, text))

    return choose
