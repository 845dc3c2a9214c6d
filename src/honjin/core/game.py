"""A game: the four parts of the contract (`core.contract`) in one value.

Its users read every part by its bare name (`game.may_act`), as loop files do. What a name promises
stands at its field, in the file of its part.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from pickle import PicklingError
from types import ModuleType
from typing import Any, TypeVar

from honjin.core.arrays.encoder import Feature, features
from honjin.core.contract.defaults import FieldNotation, guess_nothing, tell_text
from honjin.core.contract.derived import DERIVED, derive
from honjin.core.contract.information import GameInformation
from honjin.core.contract.presentation import GamePresentation
from honjin.core.contract.rules import GameRules
from honjin.core.contract.search import GameSearch
from honjin.core.errors import NoArrays, UnknownDesk
from honjin.core.options import Options, read_options
from honjin.core.parts.desks import Desk
from honjin.core.reading.bounds import shown
from honjin.core.state import State

S = TypeVar("S", bound=State)

_addresses: dict[int, str] = {}
"""Where games were found, by their id: a search of all modules takes a third of a millisecond."""


@dataclass(frozen=True, kw_only=True)
class Game(GameRules[S], GameInformation[S], GamePresentation[S], GameSearch[S]):
    """A game, assembled in its game.py from the four parts of the contract."""

    key: str
    """Its name in code, addresses and records."""

    home: Path = DERIVED
    """The folder of its words and rules: by default that of the module that defines `state`."""

    def __post_init__(self) -> None:
        """Derive the parts left out; TypeError if a game with secrets leaves out too many."""
        for part in (GameRules, GameInformation, GameSearch):
            part.__post_init__(self)
        if self.has_secrets and (self.tell is DERIVED or self.resample is guess_nothing):
            raise TypeError(
                f"{self.key} hides something: it needs `tell` and `resample` of its own"
            )
        derive(
            self,
            home=lambda: Path(str(sys.modules[self.state.__module__].__file__)).parent,
            notation=lambda: FieldNotation(self.actions, self.state, self.laws),
            features=lambda: partial(features, self.state),
        )
        derive(self, tell=lambda: tell_text(self.notation))

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled by its address: it is made by a module and never changes.

        PicklingError for a game that no imported module holds as GAME.
        """
        address = address_of(self)
        if address is None:
            raise PicklingError(
                f"expected {self.key} to be the GAME of a module, got a game of none"
            )
        return load_game, (address,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game[S]:
        """What is copied keeps its game."""
        return self

    def read_options(self, given: Mapping[str, object] | None = None) -> Options:
        """Complete and check options; BadOption says what was expected and what was given."""
        return read_options(self.options, given or {}, self.words)

    @cached_property
    def preset_options(self) -> dict[str, Options]:
        """The complete options of each preset, by its key."""
        return {preset.key: self.read_options(preset.options) for preset in self.presets}

    def desk(self, key: str) -> Desk:
        """The desk with this key; UnknownDesk if there is none."""
        for desk in self.desks:
            if desk.key == key:
                return desk
        known = ", ".join(desk.key for desk in self.desks) or "none"
        raise UnknownDesk(f"expected a desk of {self.key}: {known}; got {shown(key)}")

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


def address_of(game: Game[Any]) -> str | None:
    """The module that holds the game as GAME, so that another process can load it."""
    known = _addresses.get(id(game))
    if known is not None and _holds(sys.modules.get(known), game):
        return known
    for name, module in list(sys.modules.items()):
        if name != "__main__" and _holds(module, game):
            _addresses[id(game)] = name
            return name
    return None


def _holds(module: ModuleType | None, game: Game[Any]) -> bool:
    # Not isinstance: libraries of cffi pass for modules. Reading one's __dict__ builds all its
    # functions, and two threads that do so at once crash the process. Nor getattr of GAME,
    # which would make lazy modules import.
    return issubclass(type(module), ModuleType) and vars(module).get("GAME") is game


def load_game(address: str) -> Game[Any]:
    """The game at `<module>[:NAME]`; NAME defaults to GAME."""
    module, _, name = address.partition(":")
    game = getattr(import_module(module), name or "GAME")
    if not isinstance(game, Game):
        raise TypeError(f"expected a Game at {address}, got {type(game).__name__}")
    return game
