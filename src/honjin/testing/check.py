"""Checks: their arguments, their registration, their failures."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from traceback import walk_tb
from types import CodeType, FunctionType, MethodType
from typing import Any, Literal, NamedTuple, NoReturn

from honjin.core.contract.presentation import Notation, TableView
from honjin.core.game import Game
from honjin.core.options import Options
from honjin.core.record import RESIGN, Record, read_entry, write_entry
from honjin.core.seats import CHANCE_BIT, SPECTATOR, seats_in
from honjin.core.state import State


class ConformanceError(AssertionError):
    """A violation of the contract: the check that found it, where, and a record that shows it.

    `function` is the part of the game to look at, by its name in the contract.
    """

    def __init__(
        self, check: str, function: str, case: Case, step: int, record: Record, said: str
    ) -> None:
        self.check, self.function, self.said = check, function, said
        self.game, self.options, self.step = case.game.key, dict(case.options), step
        self.record = record.to_json()
        super().__init__(
            f"{check}: {said}\n"
            f"  look at {located(case.game, function)}\n"
            f"  game {self.game}, options {self.options}, seed {case.seed}, step {step}\n"
            f"  record {self.record}"
        )


class Broken(Exception):
    """Raised inside a check; the kit turns it into a ConformanceError.

    `check` names the check to report, if it is not the running one, and `function` the part of the
    game to look at, if it is not the one that the check is registered for.
    """

    def __init__(self, said: str, check: str = "", function: str = "") -> None:
        super().__init__(said)
        self.check, self.function = check, function


def fail(said: str, function: str = "") -> NoReturn:
    """Fail the running check with this message."""
    raise Broken(said, function=function)


@dataclass
class Case:
    """One game to be played and checked."""

    game: Game[Any]
    options: Options
    seed: int
    memory: dict[object, Any] = field(default_factory=dict)  # data that checks keep for this game
    shared: dict[object, Any] = field(default_factory=dict)  # ... for all games with its options

    def __post_init__(self) -> None:
        self.seats = self.game.seats(self.options)
        named = f"{self.game.key} {sorted(self.options.items())} {self.seed}"
        # Separate generators, so that a seed gives the same game whatever the checks draw.
        self.playing, self.random = random.Random(named), random.Random(named)

    def viewers(self) -> tuple[int, ...]:
        """The viewers whose observations may differ."""
        return (*range(self.seats), SPECTATOR) if self.game.has_secrets else (SPECTATOR,)

    def some(self, actions: Iterable[int], most: int) -> list[int]:
        """A random sample of at most `most` of the actions."""
        actions = list(actions)
        return actions if len(actions) <= most else self.random.sample(actions, most)


class Move(NamedTuple):
    """The action (or outcome) played next; None means that the seat resigns."""

    seat: int
    action: int | None


@dataclass
class Moment:
    """A position of the game; checks must not change its state."""

    case: Case
    state: State
    entries: tuple[str, ...] = ()
    actions: int = 0  # the number of entries that are not resignations

    def may_act(self) -> tuple[int, ...]:
        """The seats that may act."""
        return seats_in(self.case.game.may_act(self.state))

    def is_chance(self) -> bool:
        """True if chance is next."""
        return bool(self.case.game.may_act(self.state) & CHANCE_BIT)

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat."""
        return self.case.game.legal(self.state, seat)

    def seen_by(self, viewer: int) -> State:
        """The observation of a viewer."""
        seen: State = self.case.game.seen_by(self.state, viewer)
        return seen

    def after(self, move: Move) -> State:
        """The state after a move, made on a copy."""
        state = self.state.copy()
        try:
            if move.action is None:
                self.case.game.resign(state, move.seat)
            else:
                self.case.game.apply_action(state, move.seat, move.action)
        except Exception as problem:
            blamed = ("resign", "resign") if move.action is None else ("apply", "apply_action")
            raise Broken(f"{self.entry(move)} raises {problem!r}", *blamed) from problem
        return state

    def entry(self, move: Move) -> str:
        """The move as an entry of a record."""
        if move.action is None:
            return write_entry(move.seat, RESIGN)
        text = self.case.game.notation.write_action(self.state, move.seat, move.action)
        return write_entry(move.seat, text)

    def made_by(self) -> str:
        """The function of the game that led to this position."""
        if not self.entries:
            return "setup"
        return "resign" if read_entry(self.entries[-1])[1] == RESIGN else "apply_action"

    def record(self) -> Record:
        """The game so far."""
        game = self.case.game
        return Record(game.key, game.version, dict(self.case.options), self.entries)


When = Literal["once", "position", "step", "end"]
Run = Callable[..., None]


class Check(NamedTuple):
    """A named check, with the functions to run at each point of a game.

    `once` gets the case; `position` and `end` get the moment; `step` gets the moment, the move and
    the state after it. `functions` are the parts of the game that most faults found there lie in.
    """

    name: str
    about: str
    runs: dict[When, Run]
    functions: dict[When, str]


_checks: dict[str, Check] = {}


def check(name: str, when: When, function: str, about: str = "") -> Callable[[Run], Run]:
    """Register a check of a function of the game, or a part of such a check."""

    def register(run: Run) -> Run:
        said = about or (run.__doc__ or "").strip()
        known = _checks.setdefault(name, Check(name, said, {}, {}))
        assert when not in known.runs, f"check {name} runs twice at {when}"
        known.runs[when], known.functions[when] = run, function
        return run

    return register


def all_checks(module: str) -> tuple[Check, ...]:
    """The checks of a module, in the order of registration."""
    return tuple(
        check
        for check in _checks.values()
        if module in {run.__module__ for run in check.runs.values()}
    )


# ---- the functions of a game


def part(game: Game[Any], name: str) -> Any:
    """A part of a game by its name in the contract, such as `resample` or `table.scene`."""
    owner, _, own = name.partition(".")
    value = vars(game).get(owner)
    return getattr(value, own, None) if own else value


def located(game: Game[Any], name: str) -> str:
    """The names of one or more parts (`tell or observe`), with the lines of those in files."""
    return " or ".join(_place(game, one) for one in name.split(" or "))


def _place(game: Game[Any], name: str) -> str:
    value = part(game, name)
    if any(one.name == name and one.default is value for one in fields(game)):
        return f"{name}, which {game.key} leaves out"
    code = _code_of(value)
    return f"{name} ({code.co_filename}:{code.co_firstlineno})" if code else name


def raising(game: Game[Any], problem: BaseException) -> str:
    """The innermost function of a game in a traceback; empty if there is none."""
    names = {code: name for name in _names(game) if (code := _code_of(part(game, name)))}
    frames = walk_tb(problem.__traceback__)
    found = [names[frame.f_code] for frame, _ in frames if frame.f_code in names]
    return found[-1] if found else ""


def _names(game: Game[Any]) -> Iterator[str]:
    yield from vars(game)
    for owner, protocol in (("table", TableView), ("notation", Notation)):
        yield from (f"{owner}.{name}" for name in vars(protocol) if not name.startswith("_"))


def _code_of(value: Any) -> CodeType | None:
    function = value.__func__ if isinstance(value, MethodType) else value
    return function.__code__ if isinstance(function, FunctionType) else None
