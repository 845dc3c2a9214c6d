"""The games for OpenSpiel: its algorithms on Honjin's rules.

    import pyspiel
    from honjin.envs import openspiel

    openspiel.register("rokumon")
    game = pyspiel.load_game("honjin_akiwado(preset=three,options=show_coins:true;waste:total_2)")

Chance is explicit: an outcome is its index in the rules' list. Seats that must act at the same time
act one after the other, without seeing what the others have chosen; with `sealed=True` they act in
one simultaneous node instead. Returns are those of the rules. An information state contains all
that a seat has done, read in its log and seen; it is computed on demand by replaying the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from honjin.core.errors import BadOption, Illegal, NoArrays
from honjin.core.game import Game, address_of, load_game
from honjin.core.seats import CHANCE, CHANCE_BIT, seats_in
from honjin.core.state import State
from honjin.envs.setting import Setting, Value, setting

try:
    import pyspiel
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "honjin.envs.openspiel needs OpenSpiel: pip install 'honjin[envs]'", name="pyspiel"
    ) from None

MAX_PLAYERS: Final = 8


class Place(NamedTuple):
    """The contents of a game string, from which a copied state finds its rules again."""

    name: str
    preset: str = ""
    options: str = ""  # `key:value` pairs separated by `;`
    sealed: bool = False


_games: dict[str, Game[Any]] = {}
_settings: dict[Place, Setting] = {}
"""Not an attribute of states, since OpenSpiel copies their attributes."""


def register(key: str | Game[Any]) -> str:
    """Register a game with OpenSpiel, unless it is already; return the name to load it by."""
    game = setting(key, None, {}).game
    name = f"honjin_{game.key}"
    if name not in _games:
        _games[name] = game
        # OpenSpiel releases it after the interpreter has ended; a function would not survive that.
        pyspiel.register_game(_type_of(name, game), type(name, (HonjinGame,), {"known_as": name}))
    return name


def _is_zero_sum(game: Game[Any], seats: int) -> bool:
    """True if one seat's gain is the others' loss; never for a single player."""
    return game.zero_sum and seats > 1


def _type_of(
    name: str, game: Game[Any], seats: int = MAX_PLAYERS, *, sealed: bool = False
) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    has_array = game.encode is not None
    return kinds(
        short_name=name,
        long_name=f"{game.words['title']['en']} (Honjin)" if "title" in game.words else name,
        dynamics=kinds.Dynamics.SIMULTANEOUS if sealed else kinds.Dynamics.SEQUENTIAL,
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.has_chance
            else kinds.ChanceMode.DETERMINISTIC
        ),
        information=(
            kinds.Information.IMPERFECT_INFORMATION if game.has_secrets
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=(
            kinds.Utility.ZERO_SUM if _is_zero_sum(game, seats) else kinds.Utility.GENERAL_SUM
        ),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=MAX_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=has_array,
        parameter_specification={"preset": "", "options": "", "sealed": False},
    )  # fmt: skip


def _setting(place: Place) -> Setting:
    if place not in _settings:
        game = _games[place.name]
        chosen = read_options(game, place.options)
        _settings[place] = setting(game, place.preset or None, chosen)
    return _settings[place]


_FLAGS: Final = {"true": True, "false": False}


def read_options(game: Game[Any], text: str) -> dict[str, Value]:
    """The options in a game string, such as `waste:total_2;show_coins:true`."""
    flags = {option.key for option in game.options if isinstance(option.default, bool)}
    found: dict[str, Value] = {}
    for part in filter(None, text.split(";")):
        key, colon, value = (word.strip() for word in part.partition(":"))
        if not colon:
            raise BadOption(f"expected options such as `key:value;key:value`, got {part!r}")
        found[key] = _FLAGS.get(value.lower(), value) if key in flags else value
    return found


class HonjinGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a preset; see the module docstring."""

    known_as: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.place = Place(
            self.known_as, str(given.get("preset", "")), str(given.get("options", "")),
            bool(given.get("sealed", False)),
        )  # fmt: skip
        chosen = _setting(self.place)
        game = chosen.game
        info = pyspiel.GameInfo(
            num_distinct_actions=len(chosen.actions),
            max_chance_outcomes=game.max_actions if game.has_chance else 0,
            num_players=chosen.seats,
            min_utility=float(-game.best),
            max_utility=float(game.best),
            utility_sum=0.0 if _is_zero_sum(game, chosen.seats) else None,
            max_game_length=game.longest,
        )
        kind = _type_of(self.known_as, game, chosen.seats, sealed=self.place.sealed)
        super().__init__(kind, info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its string, and where its rules are: it is registered there if need be."""
        return _loaded, (address_of(_games[self.known_as]), str(self))

    def new_initial_state(self) -> HonjinState:
        """The first position."""
        return HonjinState(self)

    def information_state_tensor_shape(self) -> list[int]:
        """NoArrays: an information state is text only."""
        raise _no_tensor()

    information_state_tensor_size = information_state_tensor_layout = information_state_tensor_shape

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:  # noqa: ARG002
        """An observer, which shows positions as a player sees them."""
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return HonjinObserver(self.place, recalls=recalls)


def _loaded(address: str | None, text: str) -> HonjinGame:
    """The game of a string, in a process that may not have registered it."""
    if address is not None:
        register(load_game(address))
    game: HonjinGame = pyspiel.load_game(text)
    return game


def _no_tensor() -> NoArrays:
    return NoArrays(
        "expected an algorithm that reads observation_tensor or information_state_string; "
        "there is no information_state_tensor"
    )


class _Held:
    """A state that OpenSpiel can copy, with the actions that led to it."""

    def __init__(self, state: State, done: tuple[tuple[int, int], ...] = ()) -> None:
        self.state, self.done = state, done

    def __deepcopy__(self, memo: dict[int, Any]) -> _Held:
        return _Held(self.state.copy(), self.done)


class HonjinState(pyspiel.State):  # type: ignore[misc]
    """A position and its history."""

    def __init__(self, game: HonjinGame) -> None:
        super().__init__(game)
        self.place = game.place
        self.held = _Held(_setting(self.place).start.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its game and its history."""
        return _deserialized, (self.get_game(), self.serialize())

    @property
    def _game(self) -> Game[Any]:
        return _setting(self.place).game

    def current_player(self) -> int:
        """The lowest seat that must act, chance, or TERMINAL; SIMULTANEOUS in a sealed node."""
        mask = self._game.may_act(self.held.state)
        if not mask:
            return int(pyspiel.PlayerId.TERMINAL)
        if mask & CHANCE_BIT:
            return int(pyspiel.PlayerId.CHANCE)
        seats = seats_in(self._game.must_act(self.held.state))
        if self.place.sealed and len(seats) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return seats[0]

    def information_state_tensor(self, player: int | None = None) -> list[float]:  # noqa: ARG002
        """NoArrays: OpenSpiel itself would answer [], on which algorithms train without a word."""
        raise _no_tensor()

    def _legal_actions(self, player: int) -> list[int]:
        if player < 0:
            raise ValueError(f"expected a player in a node where several act, got {player}")
        if not self._game.must_act(self.held.state) >> player & 1:
            return []
        numbers = _setting(self.place).numbers
        return sorted(int(numbers[n]) for n in self._game.legal(self.held.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each outcome by its index, with its probability."""
        weights = [weight for _, weight in self._game.outcomes(self.held.state)]
        return [(n, weight / sum(weights)) for n, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        seat = self.current_player()
        if seat < 0:
            self._do(CHANCE, self._outcome(action))
        else:
            self._do(seat, self._legal(seat, action))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """Apply the sealed choices of the seats that must act; entries of other seats are ignored.

        The order does not matter, since sealed choices commute.
        """
        for seat in seats_in(self._game.must_act(self.held.state)):
            self._do(seat, self._legal(seat, actions[seat]))

    def _do(self, seat: int, action: int) -> None:
        self._game.apply_action(self.held.state, seat, action)
        self.held.done = (*self.held.done, (seat, action))

    def _outcome(self, n: int) -> int:
        return self._game.outcomes(self.held.state)[n][0]

    def _legal(self, seat: int, number: int) -> int:
        """The action with a number; Illegal if the seat cannot do it now."""
        is_known = 0 <= number < len(_setting(self.place).actions)
        if not is_known or self._action(number) not in self._game.legal(self.held.state, seat):
            raise Illegal(f"expected a legal action of player {seat}, got {number}")
        return self._action(number)

    def _action(self, number: int) -> int:
        return int(_setting(self.place).actions[number])

    def _action_to_string(self, player: int, action: int) -> str:
        notation, state = self._game.notation, self.held.state
        if player < 0:
            return notation.write_action(state, CHANCE, self._outcome(action))
        return notation.write_action(state, player, self._action(action))

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return not self._game.may_act(self.held.state)

    def returns(self) -> list[float]:
        """The return of each player; 0 until the game is over."""
        result = self._game.result(self.held.state, self.num_players())
        return [0.0] * self.num_players() if result is None else list(map(float, result.returns))

    def __str__(self) -> str:
        """The position, with every secret."""
        return self._game.notation.write_position(self.held.state)


def _deserialized(game: HonjinGame, text: str) -> HonjinState:
    state: HonjinState = game.deserialize_state(text)
    return state


class HonjinObserver:
    """Shows a position as a player sees it: as an array, and as text.

    With perfect recall there is text only, and `tensor` is None.
    """

    def __init__(self, place: Place, *, recalls: bool) -> None:
        chosen = _setting(place)
        self._chosen, self._recalls = chosen, recalls
        has_array = chosen.game.encode is not None and not recalls
        self.tensor = np.zeros(chosen.size, np.float32) if has_array else None
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: HonjinState, player: int) -> None:
        """Fill the array with the position as a player sees it."""
        if self.tensor is not None:
            game = self._chosen.game
            assert game.encode is not None
            out = [0] * len(self.tensor)
            seen = looked_at(game, state.held.state, player)
            game.encode(seen, player, self._chosen.seats, out)
            self.tensor[:] = out

    def string_from(self, state: HonjinState, player: int) -> str:
        """The position as the player sees it, with its history if the observer recalls it."""
        if self._recalls:
            return " | ".join(recalled(self._chosen, state.held.done, player))
        return repr(looked_at(self._chosen.game, state.held.state, player))


def looked_at(game: Game[Any], state: State, seat: int) -> State:
    """What a seat would see if no other seat had chosen yet."""
    seen = state.copy()
    game.retract_sealed(seen, seat)
    game.observe(seen, seat)
    return seen


def recalled(chosen: Setting, done: tuple[tuple[int, int], ...], seat: int) -> list[str]:
    """What a seat did, read in its log and saw, in order, without what it missed."""
    game, state = chosen.game, chosen.start.copy()
    seen = looked_at(game, state, seat)
    found = [repr(seen)]
    for actor, action in done:
        before = state.copy()
        game.apply_action(state, actor, action)
        events, sees = game.tell(before, actor, action, state, seat), looked_at(game, state, seat)
        if actor == seat:
            found.append(f"{action}")
        found += [repr(event) for event in events]
        if sees != seen:
            found.append(repr(sees))
        seen = sees
    return found
