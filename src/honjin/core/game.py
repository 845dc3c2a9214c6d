"""The contract: what a game supplies, and what every user of a game may rely on.

The functions marked † are rule functions (`core.rule`): they run interpreted and compiled, take
the state `s` as their first argument, and make any change in place.

    may_act(s) -> mask †          seats that may act now; CHANCE_BIT alone; 0 when the game is over
    must_act(s) -> mask †         the seats among them that the game cannot continue without
    legal_actions(s, seat, out) † fills the list `out`, returns the count; 0 if the seat may not act
    chance_outcomes(s, out, weights) †  the same for chance, with integer weights > 0
    apply_action(s, seat, action) †     next state; deterministic; seat is CHANCE for an outcome
    returns(s, out) -> reason †   when over: fills in each seat's result, returns an index into
                                  `reasons`
    may_resign(s, seat), resign(s, seat) †   resignation, where the rules allow it
    observe(s, seat) †            hides what the seat (or SPECTATOR) may not know
    resample(s, seat, rng) †      fills an observation with possible hidden information
    retract_sealed(s, seat) †     takes back other seats' sealed choices that the seat (or
                                  SPECTATOR) cannot see, so that a search can choose them again
    evaluate(s, seat) -> int †    estimates how well the seat is doing, for search (`ai/`);
                                  at most MAX_ESTIMATE either way
    weigh(s, w, seat) -> int †    the same by a list of `weights` (`core.parts.weights`), in place
                                  of `evaluate`, which is then this by their usual values
    encode(s, seat, seats, out) -> int †  an observation as an array of small numbers, for networks
                                  (`core.arrays`); None if the game does not define one
    patterns(s, out) -> int †     a running position as a list of small patterns, numbers from 0 to
                                  `pattern_count` - 1, for learned estimates; None if it has none
    state_key(s) -> int †         0 to 2**63 - 1: a search treats states (or observations) of a game
                                  as the same if their keys are equal; None: a hash of all fields

The rest is plain Python: `setup`, `tell`, notation, what is on the table (`scene` ...), and

    facts(s, log) -> Facts        facts about a finished game, from the spectators' log: the score
                                  line by line, figures, who moved first, turns
                                  (`core.parts.facts`); an observation gives the same
    gestures(seen, seat)          series of actions that a seat can make as one
    ahead(seen, seat)             what a waiting seat sees, as if it were already its turn, so that
                                  it can plan an action; None if that cannot be known
    terms(s, seat)                the parts of the estimate by name (`core.parts.terms`), and
    blend(terms) -> int           their total: the sum, or any other function of them
    off_turn(seen, seat) -> action  what a bot does on a seat that may act but need not, given what
                                  the seat sees: a legal action, or NOTHING; deterministic
    prune_optional(s)             removes optional actions (trade, say) from a state or observation,
                                  since a search would get lost in them: the same seats must act,
                                  and what is legal afterwards was legal before
    index                         a perfect index, if the game can be solved (`core.parts.index`)
    maps                          maps that it can draw, for `honjin map` (`core.parts.maps`)
    desks                         what players can draw for it in the browser (`core.parts.desks`)
    reference                     what is in the box, table by table (`core.parts.reference`)
    themes                        questions that its puzzles ask (`core.parts.themes`)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from pickle import PicklingError
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from honjin.core.actions.table import Actions, Numbering
from honjin.core.arrays.encoder import Feature, features
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
from honjin.core.errors import NoArrays, UnknownDesk, Unreadable
from honjin.core.events import Event
from honjin.core.options import Option, Options, Preset, read_options
from honjin.core.parts.desks import Desk
from honjin.core.parts.facts import NO_FACTS, Facts
from honjin.core.parts.index import Index
from honjin.core.parts.maps import MapMaker
from honjin.core.parts.reference import NO_REFERENCE, Reference
from honjin.core.parts.terms import Term, Terms, added_up, no_terms
from honjin.core.parts.themes import Theme
from honjin.core.parts.weights import Weights, usual
from honjin.core.reading.bounds import MAX_ACTION, MAX_POSITION, MAX_TOLD, must_be_short, shown
from honjin.core.scene import Breakdown, Reason, Scene
from honjin.core.state import State
from honjin.core.words import Numbers, Say, Speak, Words, speak

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)

MAX_ESTIMATE: Final = 100_000_000
"""The largest estimate; a search counts won games above it."""

NOTHING: Final = -1
"""The answer of a seat that does nothing out of turn."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One legal action as a seat sees it.

    `do` is its notation; `path` lists the ids to click, in order; `kind` groups similar choices
    (words `kind.<kind>`, and `ask.<kind>.<n>` for what to click after n clicks); `note` states its
    cost or gain. `lifts`: it picks up the thing that its path ends with, and the choices that
    follow say where to put it down, so it can start a drag. `price` is its cost as a number, drawn
    next to the last id. `breakdown` is the arithmetic of the fight it begins. `gives_up` says what
    the seat would lose for good although it could still use it; the page shows this text and asks
    for confirmation.
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
    """Several actions in a row that a player can make as one, such as a long walk.

    `do` lists two or more actions in notation; each is legal once those before it have been made,
    and no chance turn comes between them. `path`, `kind`, `note` and `price` are as in a Choice; no
    path of a choice or of another gesture is a prefix of its path, nor the other way round. `via`
    lists the ids that it passes.
    """

    do: tuple[str, ...]
    path: tuple[str, ...]
    kind: str
    note: Say | None = None
    price: int | None = None
    via: tuple[str, ...] = ()


class Arrange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat sets up its own pieces one by one, so set-ups can be saved and used again.

    `sorts` maps the id of each of these pieces to its sort: pieces of one sort are alike. `left` is
    the number of pieces that can still be moved. `ready` maps a verb to the set-up that it loads,
    itself a map from spaces to sorts of piece; loading counts as one such move. A set-up saved
    under a `key` fits wherever the key is the same.
    """

    key: str
    sorts: dict[str, str]
    left: int = 0
    ready: dict[str, dict[str, str]] = {}


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One sentence: what a seat can do now, and the rule it rests on.

    `asks` maps the ids clicked so far, joined by spaces, to the next sentence. It is needed where
    choices of several kinds continue from there, or the sentence contains a name or a number; the
    words `ask.<kind>.<n>` serve everywhere else.
    """

    say: Say
    rule: str = ""
    arrange: Arrange | None = None
    asks: Mapping[str, Say] = {}


@dataclass(frozen=True)
class Law(Generic[S]):
    """An invariant of every reachable state, such as the number of pieces."""

    name: str
    holds: Callable[[S], bool]


class Notation(Protocol[S]):
    """Text forms. Each pair round-trips; malformed text raises Unreadable."""

    def write_action(self, s: S, seat: int, action: int) -> str:
        """The text of an action (of an outcome, for CHANCE), unique among the legal ones."""
        ...

    def read_action(self, s: S, seat: int, text: str) -> int:
        """The action that a text denotes; it need not be legal."""
        ...

    def write_position(self, s: S) -> str:
        """The text of a state."""
        ...

    def read_position(self, text: str, options: Options) -> S:
        """The state that a text denotes, in a game with these options."""
        ...


class Presentation(Protocol[S_contra]):
    """What a seat is shown. Every method takes an observation, never the full state."""

    def scene(self, seen: S_contra) -> Scene:
        """What is on the table, with every id that a choice may name."""
        ...

    def choice(self, seen: S_contra, seat: int, action: int) -> Choice:
        """A legal action as the seat sees it."""
        ...

    def prompt(self, seen: S_contra, seat: int) -> Prompt:
        """What a seat that may act can do now."""
        ...

    def why(self, seen: S_contra, seat: int, path: Sequence[str]) -> Reason:
        """Why the seat cannot click this path of ids (which begins no legal choice)."""
        ...

    def sketch(self, seen: S_contra, say: Speak) -> str:
        """The board in plain text, for terminals and tests; `say` puts its labels into words."""
        ...


def no_facts(s: State, log: Sequence[Event]) -> Facts:  # noqa: ARG001
    """No facts but the result."""
    return NO_FACTS


def nothing_off_turn(seen: State, seat: int) -> int:  # noqa: ARG001
    """Bots act only when they must."""
    return NOTHING


def keep_all(s: State) -> None:
    """A search considers every action."""


def no_gestures(seen: State, seat: int) -> tuple[Gesture, ...]:  # noqa: ARG001
    """No actions can be made as one."""
    return ()


def no_ahead(seen: State, seat: int) -> None:
    """Planning ahead is not possible: dice, cards or other players come first."""


def two_seats(options: Options) -> int:  # noqa: ARG001
    """Two players."""
    return 2


def search_levels(options: Options) -> tuple[str, ...]:  # noqa: ARG001
    """Tree search with more simulations at each level; the weakest level plays at random."""
    return ("random", "mcts:30", "mcts:300", "mcts:3000")


TITLE: Final = Say("title")

DERIVED: Final[Any] = None
"""The placeholder of a part that is derived from others unless a game supplies it."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """A game, assembled from its parts in its game.py; see the module docstring.

    Only ten parts are mandatory; without the others a game has two seats, no options, no chance,
    no hidden information, and a search that evaluates only finished games.
    `home` is the folder of its words and rules: by default that of the module that defines `state`.
    `numbers` are those of its data that rules, lessons and words state by name (`core.words`).

    `version` counts changes of behaviour; `replays` are the earlier versions whose records still
    replay as they were played; `Option.since` gives the values of options added later. `reasons`
    are word keys that say why a game ended. `designer`, `publisher` and `year` are empty if the
    game's origin is not recorded.
    `actions` is the table of actions (`core.actions`). `max_actions` bounds the list of legal
    actions and that of outcomes (by default, the number of all actions), `longest` the number of
    actions (chance included) of a whole game.
    `best` is the largest return of a seat, `-best` the smallest. `has_secrets`: seats can know
    different things. `static_choices`: a choice depends only on the options, the seat and the
    action, so all games with the same options can share it.
    `features` names the places that `encode` fills for a number of seats: by default those of the
    state's table of fields; a game with a hand-written `encode` supplies its own.
    `patterns` lists at most `most_patterns` patterns; its list has twice that room.
    `eval_scale` is the estimate at which a seat is halfway to winning. `levels` returns a string
    such as `mcts:1s` for each level of strength (`bots.players`), weakest first. `deals`:
    negotiation is part of the game, so two players can talk in private and make promises.
    `loser_chooses`: in the next game of the same two, the loser of this one chooses a seat.
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
    numbers: Numbers = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = (Preset("standard", {}),)
    replays: tuple[int, ...] = ()
    maps: MapMaker | None = None
    desks: tuple[Desk, ...] = ()
    deals: bool = False
    loser_chooses: bool = False

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
    evaluate: Callable[[S, int], int] = DERIVED
    weigh: Callable[[S, Any, int], int] | None = None
    weights: Weights = ()
    eval_scale: int = 100
    patterns: Callable[[S, Any], int] | None = None
    pattern_count: int = 0
    most_patterns: int = 0
    terms: Callable[[S, int], Terms] = no_terms
    blend: Callable[[Sequence[Term]], int] = added_up
    state_key: Callable[[S], int] | None = None
    off_turn: Callable[[S, int], int] = nothing_off_turn
    prune_optional: Callable[[S], None] = keep_all
    index: Index[S] | None = None
    themes: tuple[Theme[S], ...] = ()

    def __post_init__(self) -> None:
        """Derive the parts left out; TypeError if a game with secrets leaves out too many."""
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
        self._derive("evaluate", lambda: _weighing(self.weigh, usual(self.weights)))
        self._derive("notation", lambda: FieldNotation(self.actions, self.state, self.laws))
        self._derive("tell", lambda: tell_text(self.notation))

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled by its address: it is made by a module and never changes.

        PicklingError for a game that no imported module holds as GAME.
        """
        from honjin.core.address import address_of, load_game  # which needs this class

        address = address_of(self)
        if address is None:
            raise PicklingError(
                f"expected {self.key} to be the GAME of a module, got a game of none"
            )
        return load_game, (address,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game[S]:
        """What is copied keeps its game."""
        return self

    def _derive(self, name: str, value: Callable[[], Any]) -> None:
        if getattr(self, name) is DERIVED:
            object.__setattr__(self, name, value())

    def read_options(self, given: Mapping[str, object] | None = None) -> Options:
        """Complete and check options; BadOption says what was expected and what was given."""
        return read_options(self.options, given or {}, self.words)

    def desk(self, key: str) -> Desk:
        """The desk with this key; UnknownDesk if there is none."""
        for desk in self.desks:
            if desk.key == key:
                return desk
        known = ", ".join(desk.key for desk in self.desks) or "none"
        raise UnknownDesk(f"expected a desk of {self.key}: {known}; got {shown(key)}")

    def sketch(self, seen: S, language: str = "en") -> str:
        """The board in plain text, in a language."""
        return self.table.sketch(seen, lambda say: speak(self.words, say, language))

    def theme(self, key: str) -> Theme[S] | None:
        """The theme with this key; None if there is none."""
        return next((theme for theme in self.themes if theme.key == key), None)

    def options_under(self, rules: int, given: Mapping[str, object]) -> Mapping[str, object]:
        """The options of a record, with the values that stand for options added since its rules."""
        later = (option for option in self.options if option.since and rules < option.since[0])
        return {option.key: option.since[1] for option in later if option.since} | dict(given)

    def read_action(self, s: S, seat: int, text: str) -> int:
        """The action that untrusted text denotes; its length is checked first."""
        must_be_short(text, "an action", MAX_ACTION)
        return self.notation.read_action(s, seat, text)

    def read_position(self, text: str, options: Options) -> S:
        """The state that untrusted text denotes; its length is checked first."""
        must_be_short(text, "a position", MAX_POSITION)
        try:
            return self.notation.read_position(text, options)
        except Unreadable as problem:
            raise Unreadable(f"{problem}"[:MAX_TOLD]) from None

    @property
    def kinds(self) -> dict[str, str]:
        """Each kind of choice with the rule that it rests on."""
        return self.actions.kinds

    def action_count(self, options: Options) -> int:
        """The number of actions possible with these options: the size of a policy and a mask."""
        return self.numbering(options).count

    def numbering(self, options: Options) -> Numbering:
        """The actions possible with these options, numbered from 0 without gaps."""
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
        """What a seat (or SPECTATOR) sees: an observation, made on a copy."""
        seen = s.copy()
        self.observe(seen, seat)
        return seen

    def observation_features(self, options: Options) -> tuple[Feature, ...]:
        """The meaning of each place of an observation array; NoArrays if the game has none."""
        if self.encode is None:
            raise NoArrays(
                f"expected a game that gives `encode`, got {self.key}; "
                "docs/environments.md says how a table of fields makes it"
            )
        return self.features(self.seats(options))

    def observation_size(self, options: Options) -> int:
        """The number of places of an observation array with these options."""
        return len(self.observation_features(options))

    def observation(self, s: S, seat: int, options: Options) -> list[int]:
        """What a seat (or SPECTATOR) sees, as an array made from its observation alone."""
        out = [0] * self.observation_size(options)
        assert self.encode is not None
        self.encode(self.seen_by(s, seat), seat, self.seats(options), out)
        return out

    def result(self, s: S, seats: int) -> Result | None:
        """How the game ended, or None while it is running."""
        if self.may_act(s):
            return None
        out = [0] * seats
        reason = self.returns(s, out)
        return Result(self.reasons[reason], tuple(out))


def _weighing(
    weigh: Callable[[S, Any, int], int] | None, weights: Sequence[int]
) -> Callable[[S, int], int]:
    """The estimate by these weights, if there are any."""
    return no_guess if weigh is None else lambda s, seat: weigh(s, weights, seat)


class Result(msgspec.Struct, frozen=True):
    """Why a game ended (a word key), and what each seat got."""

    reason: str
    returns: tuple[int, ...]

    def winners(self) -> tuple[int, ...]:
        """The seats with the best return; none if all returns are equal."""
        best = max(self.returns)
        if len(self.returns) > 1 and min(self.returns) == best:
            return ()
        return tuple(seat for seat, got in enumerate(self.returns) if got == best and best > 0)
