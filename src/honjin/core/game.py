"""The contract: what a game supplies, and what everybody who uses a game may rely on.

The functions marked † are rule functions (`core.rule`): they run interpreted and compiled, take
the state `s` first and change it in place where they change anything.

    may_act(s) -> mask †           seats that may act now; CHANCE_BIT alone; 0 when the game is over
    must_act(s) -> mask †          those of may_act without whom the game cannot go on
    legal_actions(s, seat, out) † fills the list `out`, returns the count; 0 for who may not act
    chance_outcomes(s, out, weights) †  the same for chance, with integer weights > 0
    apply_action(s, seat, action) †     next state; deterministic; seat is CHANCE for an outcome
    returns(s, out) -> reason †   when over: fills the result per seat, gives an index of `reasons`
    may_resign(s, seat), resign(s, seat) †   giving up, where the rules know it
    observe(s, seat) †            hides what the seat (or SPECTATOR) may not know
    resample(s, seat, rng) †      fills an observation with hidden things it could have
    retract_sealed(s, seat) †     takes back sealed choices of others that the seat (or SPECTATOR)
                                  cannot see, so that a search can let them choose anew
    evaluate(s, seat) -> int †    a guess of how well the seat stands, for search (`ai/`);
                                  at most MOST_ESTIMATE either way
    encode(s, seat, seats, out) -> int †  an observation as an array of small numbers, for networks
                                  (`core.arrays`); None where the game does not say how
    state_key(s) -> int †         0 to 2**63 - 1: states (or observations) of one game with the
                                  same one are the same to a search; None: a hash of all fields

The rest is plain Python: `setup`, `tell`, notation, what lies on the table (`scene` ...), and

    facts(s, log) -> Facts        of a game that is over, with what spectators were told: score
                                  line by line, figures, who moved first, turns (`core.facts`);
                                  an observation gives the same
    gestures(seen, seat)          what a seat could do in several actions at once
    ahead(seen, seat)             what a seat that waits sees, as if its turn had come already, to
                                  plan an action; None where that cannot be said
    terms(s, seat)                the parts of the estimate by name (`core.terms`), and
    blend(terms) -> int           what they come to: their sum, or what it does else with them
    off_turn(seen, seat) -> action  what a bot does on a seat that may act and need not, from what
                                  it sees: a legal action, or NOTHING; the same each time
    prune_optional(s)             leaves out of a state or an observation what seats may do and need
                                  not (trade, say), which a search would get lost in: the same seats
                                  must act, and what is legal then was legal before
    index                         a perfect index, where the game can be solved (`core.index`)
    maps                          what maps the game makes, for `honjin map` (`core.maps`)
    desks                         what people can draw for it in the browser (`core.desks`)
    reference                     what is in the box, table by table (`core.reference`)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from honjin.core.actions.table import Actions, Numbering
from honjin.core.arrays.encoder import Feature, features
from honjin.core.bounds import MOST_ACTION, MOST_POSITION, MOST_TOLD, must_be_short, shown
from honjin.core.defaults import (
    FieldNotation,
    do_nothing,
    guess_nothing,
    never,
    no_chance,
    no_guess,
    see_all,
    tell_text,
)
from honjin.core.desks import Desk
from honjin.core.errors import NoArrays, UnknownDesk, Unreadable
from honjin.core.events import Event
from honjin.core.facts import NO_FACTS, Facts
from honjin.core.index import Index
from honjin.core.maps import MapMaker
from honjin.core.options import Option, Options, Preset, read_options
from honjin.core.reference import NO_REFERENCE, Reference
from honjin.core.scene import Breakdown, Reason, Scene
from honjin.core.state import State
from honjin.core.terms import Term, Terms, added_up, no_terms
from honjin.core.words import Say, Words

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)

MOST_ESTIMATE: Final = 100_000_000
"""The largest estimate; a search counts won games above it."""

NOTHING: Final = -1
"""The answer of who does nothing out of turn."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One legal action as a seat sees it.

    `do` is its notation; `path` the ids to click, in order; `kind` groups choices of one sort
    (words `kind.<kind>`, and `ask.<kind>.<n>` for what to click after n clicks); `note` says what
    it costs or brings. `lifts`: it takes the thing that its path ends with in hand, and the
    choices that follow say where it is set down, so that it can be the beginning of a drag.
    `price` is what it costs as a number, to be drawn beside the last id. `breakdown` is the
    arithmetic of what it begins. `gives_up` says what the seat would lose for good by it although
    it could still use it; the page shows this text and asks before it makes the choice.
    """

    do: str
    path: tuple[str, ...]
    kind: str
    note: Say | None = None
    lifts: bool = False
    price: int | None = None
    breakdown: Breakdown | None = None
    gives_up: Say | None = None


class Gesture(msgspec.Struct, frozen=True, omit_defaults=True):
    """Several actions of a seat in a row that a player can make at once, such as a long walk.

    `do` are their texts, two or more; each is legal when the ones before it have been done, and no
    chance lies between. `path`, `kind`, `note` and `price` are as in a Choice; its path begins no
    choice's and no other gesture's, and none of theirs begins it. `via` are the ids that it passes.
    """

    do: tuple[str, ...]
    path: tuple[str, ...]
    kind: str
    note: Say | None = None
    price: int | None = None
    via: tuple[str, ...] = ()


class Arrange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat sets up pieces of its own, one by one: so set-ups can be kept and used again.

    `sorts` names each of these pieces by its id, with what sort it is: pieces of a sort are alike.
    `left` is how many more can be lifted and set down. `ready` are set-ups by the verb that takes
    one up, which counts as one more: the sort that stands on each space. What was kept under one
    `key` fits wherever the key is the same again.
    """

    key: str
    sorts: dict[str, str]
    left: int = 0
    ready: dict[str, dict[str, str]] = {}


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence: what a seat can do now, and the rule it rests on.

    `asks` are the sentences that follow clicks, by the ids clicked so far, joined by spaces: where
    choices of several kinds go on from there, or the sentence tells a name or a number. Elsewhere
    words `ask.<kind>.<n>` do.
    """

    say: Say
    rule: str = ""
    arrange: Arrange | None = None
    asks: Mapping[str, Say] = {}


@dataclass(frozen=True)
class Law(Generic[S]):
    """Something that holds in every state that can be reached, such as a count of pieces."""

    name: str
    holds: Callable[[S], bool]


class Notation(Protocol[S]):
    """Text forms. Each pair round-trips; a bad text raises Unreadable with what was expected."""

    def write_action(self, s: S, seat: int, action: int) -> str:
        """The text of an action (of an outcome, for CHANCE), unique among the legal ones."""
        ...

    def read_action(self, s: S, seat: int, text: str) -> int:
        """The action of a text; whether it is legal is not asked."""
        ...

    def write_position(self, s: S) -> str:
        """The text of a state."""
        ...

    def read_position(self, text: str, options: Options) -> S:
        """The state of a text, for a game with these options."""
        ...


class Presentation(Protocol[S_contra]):
    """What a seat is shown. Everything here is given an observation, never the full state."""

    def scene(self, seen: S_contra) -> Scene:
        """What lies on the table, with every id that a choice may name."""
        ...

    def choice(self, seen: S_contra, seat: int, action: int) -> Choice:
        """A legal action as the seat sees it."""
        ...

    def prompt(self, seen: S_contra, seat: int) -> Prompt:
        """What a seat that is to act can do now."""
        ...

    def why(self, seen: S_contra, seat: int, path: Sequence[str]) -> Reason:
        """Why the seat cannot click this path of ids (which begins no legal choice)."""
        ...

    def sketch(self, seen: S_contra) -> str:
        """The board in plain text, for terminals and tests."""
        ...


def no_facts(s: State, log: Sequence[Event]) -> Facts:  # noqa: ARG001
    """Nothing to tell but the result."""
    return NO_FACTS


def nothing_off_turn(seen: State, seat: int) -> int:  # noqa: ARG001
    """Bots act when they must, and only then."""
    return NOTHING


def keep_all(s: State) -> None:
    """A search looks at all there is."""


def no_gestures(seen: State, seat: int) -> tuple[Gesture, ...]:  # noqa: ARG001
    """Every action is made on its own."""
    return ()


def no_ahead(seen: State, seat: int) -> None:
    """Nobody can plan: dice, cards or others come in between."""


def two_seats(options: Options) -> int:  # noqa: ARG001
    """Two players."""
    return 2


def search_levels(options: Options) -> tuple[str, ...]:  # noqa: ARG001
    """Tree search with ever more simulations; the weakest plays at random."""
    return ("random", "mcts:30", "mcts:300", "mcts:3000")


TITLE: Final = Say("title")

DERIVED: Final[Any] = None
"""Stands for a part that follows from others where a game does not supply it."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """A game, put together from its parts in its game.py; see the module's page.

    Only ten parts are mandatory; without the others a game has two seats, no options, no chance,
    nothing hidden, and a search that knows nothing but its end.
    `home` is the folder of its words and rules: that of the module in which `state` stands.

    `version` counts changes of behaviour; `replays` are the earlier versions whose records are
    still played as they were then, by what `Option.since` says of options that came later.
    `reasons` are word keys of why a game ended. `designer`, `publisher` and `year` are empty where
    nothing says who made the game.
    `actions` is the table of what can be done (`core.actions`). `max_actions` bounds the legal list
    and the list of outcomes (all actions, where it is not given), `longest` the number of actions
    (chance included) of a whole game.
    `best` is the largest return of a seat, `-best` the smallest. `has_secrets` tells whether seats
    can know different things. `static_choices`: a choice depends on the options, the seat and
    the action alone, so it can be kept and reused by all games with the same options.
    `features` names the places that `encode` fills, for so many seats: those of the state's table
    of fields, unless the game gives it with an `encode` written by hand.
    `eval_scale` is the estimate with which a seat is halfway to winning. `levels` gives a text such
    as `mcts:1s` for each level of strength (`bots.players`), the weakest first. `deals`: coming to
    terms is part of the game, so that two players can talk in private, and make promises.
    """

    # what it is
    key: str
    words: Words
    version: int = 1
    title: Say = TITLE
    designer: str = ""
    publisher: str = ""
    year: int = 0
    home: Path = DERIVED
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = (Preset("standard", {}),)
    replays: tuple[int, ...] = ()
    maps: MapMaker | None = None
    desks: tuple[Desk, ...] = ()
    deals: bool = False

    # rules
    state: type[S]
    actions: Actions
    longest: int
    may_act: Callable[[S], int]
    legal_actions: Callable[[S, int, Any], int]
    apply_action: Callable[[S, int, int], None]
    returns: Callable[[S, Any], int]
    seats: Callable[[Options], int] = two_seats
    max_actions: int = DERIVED
    setup: Callable[[Options], S] = DERIVED
    must_act: Callable[[S], int] = DERIVED
    chance_outcomes: Callable[[S, Any, Any], int] = no_chance
    may_resign: Callable[[S, int], bool] = never
    resign: Callable[[S, int], None] = do_nothing
    reasons: tuple[str, ...] = ("end.won", "end.drawn")
    best: int = 1
    zero_sum: bool = True
    has_chance: bool = DERIVED
    laws: tuple[Law[S], ...] = ()

    # information
    has_secrets: bool = DERIVED
    observe: Callable[[S, int], None] = see_all
    resample: Callable[[S, int, Any], None] = guess_nothing
    retract_sealed: Callable[[S, int], None] = do_nothing
    tell: Callable[[S, int, int, S, int], tuple[Event, ...]] = DERIVED
    facts: Callable[[S, Sequence[Event]], Facts] = no_facts
    encode: Callable[[S, int, int, Any], int] | None = None
    features: Callable[[int], tuple[Feature, ...]] = DERIVED

    # text
    notation: Notation[S] = DERIVED

    # presentation
    table: Presentation[S]
    static_choices: bool = False
    reference: Reference = NO_REFERENCE
    gestures: Callable[[S, int], tuple[Gesture, ...]] = no_gestures
    ahead: Callable[[S, int], S | None] = no_ahead

    # search
    levels: Callable[[Options], tuple[str, ...]] = search_levels
    evaluate: Callable[[S, int], int] = no_guess
    eval_scale: int = 100
    terms: Callable[[S, int], Terms] = no_terms
    blend: Callable[[Sequence[Term]], int] = added_up
    state_key: Callable[[S], int] | None = None
    off_turn: Callable[[S, int], int] = nothing_off_turn
    prune_optional: Callable[[S], None] = keep_all
    index: Index[S] | None = None

    def __post_init__(self) -> None:
        """Fill in what follows from other parts; TypeError where a game with secrets may not."""
        self._derive("home", lambda: Path(str(sys.modules[self.state.__module__].__file__)).parent)
        self._derive("setup", lambda: lambda _options: self.state())
        self._derive("max_actions", lambda: self.actions.count)
        self._derive("must_act", lambda: self.may_act)
        self._derive("has_chance", lambda: self.chance_outcomes is not no_chance)
        self._derive("has_secrets", lambda: self.observe is not see_all)
        self._derive("features", lambda: lambda seats: features(self.state, seats))
        if self.has_secrets and (self.tell is DERIVED or self.resample is guess_nothing):
            raise TypeError(
                f"{self.key} hides something: it needs `tell` and `resample` of its own"
            )
        self._derive("notation", lambda: FieldNotation(self.actions, self.state, self.laws))
        self._derive("tell", lambda: tell_text(self.notation))

    def _derive(self, name: str, value: Callable[[], Any]) -> None:
        if getattr(self, name) is DERIVED:
            object.__setattr__(self, name, value())

    def read_options(self, given: Mapping[str, object] | None = None) -> Options:
        """Complete and check options; BadOption says what was expected and what came."""
        return read_options(self.options, given or {}, self.words)

    def desk(self, key: str) -> Desk:
        """The desk of a key; UnknownDesk where there is none."""
        for desk in self.desks:
            if desk.key == key:
                return desk
        known = ", ".join(desk.key for desk in self.desks) or "none"
        raise UnknownDesk(f"expected a desk of {self.key}: {known}; got {shown(key)}")

    def options_under(self, rules: int, given: Mapping[str, object]) -> Mapping[str, object]:
        """The options of a record, with the values that later options had under its rules."""
        later = (option for option in self.options if option.since and rules < option.since[0])
        return {option.key: option.since[1] for option in later if option.since} | dict(given)

    def read_action(self, s: S, seat: int, text: str) -> int:
        """The action of a text that somebody sent: its length is looked at first."""
        must_be_short(text, "an action", MOST_ACTION)
        return self.notation.read_action(s, seat, text)

    def read_position(self, text: str, options: Options) -> S:
        """The state of a text that somebody sent: its length is looked at first."""
        must_be_short(text, "a position", MOST_POSITION)
        try:
            return self.notation.read_position(text, options)
        except Unreadable as problem:
            raise Unreadable(f"{problem}"[:MOST_TOLD]) from None

    @property
    def kinds(self) -> dict[str, str]:
        """Each kind of choice, and the rule that it rests on."""
        return self.actions.kinds

    def action_count(self, options: Options) -> int:
        """How many actions there can be with these options: the size of a policy and a mask."""
        return self.numbering(options).count

    def numbering(self, options: Options) -> Numbering:
        """The actions that there can be with these options, numbered from 0 without gaps."""
        return self.actions.numbering(options)

    def legal(self, s: S, seat: int) -> list[int]:
        """The legal actions of a seat as a new list."""
        out = [0] * self.max_actions
        return out[: self.legal_actions(s, seat, out)]

    def outcomes(self, s: S) -> list[tuple[int, int]]:
        """The chance outcomes as (outcome, weight)."""
        out, weights = [0] * self.max_actions, [0] * self.max_actions
        n = self.chance_outcomes(s, out, weights)
        return list(zip(out[:n], weights[:n], strict=True))

    def seen_by(self, s: S, seat: int) -> S:
        """What a seat (or SPECTATOR) sees: an observation, made from a copy."""
        seen = s.copy()
        self.observe(seen, seat)
        return seen

    def observation_features(self, options: Options) -> tuple[Feature, ...]:
        """What stands in each place of an observation as an array; NoArrays where none is made."""
        if self.encode is None:
            raise NoArrays(
                f"expected a game that gives `encode`, got {self.key}; "
                "docs/environments.md says how a table of fields makes it"
            )
        return self.features(self.seats(options))

    def observation_size(self, options: Options) -> int:
        """How many places an observation as an array has with these options."""
        return len(self.observation_features(options))

    def observation(self, s: S, seat: int, options: Options) -> list[int]:
        """What a seat (or SPECTATOR) sees, as an array; made from its observation only."""
        out = [0] * self.observation_size(options)
        assert self.encode is not None
        self.encode(self.seen_by(s, seat), seat, self.seats(options), out)
        return out

    def result(self, s: S, seats: int) -> Result | None:
        """How the game ended, or None while it goes on."""
        if self.may_act(s):
            return None
        out = [0] * seats
        reason = self.returns(s, out)
        return Result(self.reasons[reason], tuple(out))


class Result(msgspec.Struct, frozen=True):
    """Why a game ended (a word key), and what each seat got."""

    reason: str
    returns: tuple[int, ...]

    def winners(self) -> tuple[int, ...]:
        """The seats with the best return, none when all got the same."""
        best = max(self.returns)
        if len(self.returns) > 1 and min(self.returns) == best:
            return ()
        return tuple(seat for seat, got in enumerate(self.returns) if got == best and best > 0)
