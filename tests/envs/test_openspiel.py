"""The games pass OpenSpiel's own test, and its algorithms find known values in them."""

import copy
import pickle
import subprocess
import sys
from dataclasses import replace
from functools import partial

import pytest

from bots.kuhn import KUHN
from envs.cases import Case, cases
from honjin.core.errors import BadOption, Illegal, NoArrays
from honjin.core.options import Options
from honjin.core.state import State
from honjin.envs.setting import setting
from honjin.games import load
from honjin.games.akiwado.rules.state import DRAW_EAST
from madeup.game import GAME

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra `research`)")

from honjin.envs import openspiel  # noqa: E402 - it needs OpenSpiel

TOO_LONG = 2_000
"""Longer games are played only part of the way, since serialising replays them."""


def play_on(state: pyspiel.State, steps: int) -> None:
    """Play random actions and outcomes."""
    for n in range(steps):
        if state.is_terminal():
            return
        if state.is_simultaneous_node():
            listed = (state.legal_actions(seat) or [0] for seat in range(state.num_players()))
            state.apply_actions([actions[n * 7 % len(actions)] for actions in listed])
            continue
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        listed = outcomes if state.is_chance_node() else state.legal_actions()
        state.apply_action(listed[n * 7 % len(listed)])


def name_of(case: Case, *, sealed: bool) -> str:
    """The string by which OpenSpiel loads a case."""
    given = dict(case.given)
    preset = given.pop("preset", "")
    options = ";".join(f"{key}:{value}" for key, value in given.items())
    return f"{openspiel.register(case.key)}(preset={preset},options={options},sealed={sealed})"


@pytest.mark.parametrize("sealed", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("case", cases(quick=("rokumon",)))
def test_openspiel_finds_no_fault(case: Case, sealed: bool) -> None:
    """Random games pass `random_sim_test`, and are serialised along the way if not too long.

    The same holds with simultaneous nodes.
    """
    game = pyspiel.load_game(name_of(case, sealed=sealed))
    if load(case.key).longest <= TOO_LONG:
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
        return
    state = game.new_initial_state()
    play_on(state, 60)
    again = game.deserialize_state(state.serialize())
    assert str(state) == str(again)
    for seat in range(state.num_players()):
        assert state.legal_actions(seat) == again.legal_actions(seat)


def test_the_numbers_of_openspiel_are_those_of_masks() -> None:
    """OpenSpiel's legal actions are those of the rules, by their numbers in a policy."""
    state = pyspiel.load_game(f"{openspiel.register('akiwado')}(preset=three)").new_initial_state()
    chosen = setting("akiwado", "three", {})
    for _ in range(60):
        if state.current_player() >= 0:
            legal = chosen.game.legal(state.held.state, state.current_player())
            assert sorted(legal) == chosen.actions[state.legal_actions()].tolist()
        play_on(state, 1)


def test_copies_go_their_own_way() -> None:
    """An action in a copy does not affect the original state."""
    state = pyspiel.load_game(openspiel.register(GAME)).new_initial_state()
    told = str(state)
    for copied in (state.clone(), copy.deepcopy(state)):
        play_on(copied, 3)
        assert (3, 0) == (len(copied.held.done), len(state.held.done))
    assert told == str(state)


@pytest.mark.parametrize("number", [1, 10**6])
def test_only_legal_actions_are_taken(number: int) -> None:
    """Red placed a coin of blue, and the game went on."""
    name = f"{openspiel.register('rokumon')}(preset=act1,options=deal:gggjjj)"
    state = pyspiel.load_game(name).new_initial_state()
    told = str(state)
    assert number not in state.legal_actions()
    with pytest.raises(Illegal, match=f"expected a legal action of player 0, got {number}$"):
        state.apply_action(number)
    assert (told, 0) == (str(state), len(state.held.done))


def first_bid(bid: int) -> pyspiel.State:
    """The Lantern Fair after seat 0 has sealed a bid."""
    state = pyspiel.load_game(f"{openspiel.register(GAME)}(preset=quiet)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    assert 0 == state.current_player()
    state.apply_action(state.legal_actions()[bid])
    return state


def test_a_sealed_choice_is_in_no_information_state_of_others() -> None:
    """Whatever seat 0 has bid, seat 1 recalls, sees and can do the same; seat 0 knows its bid."""
    one, two = first_bid(0), first_bid(1)
    assert 1 == one.current_player()
    assert one.information_state_string(1) == two.information_state_string(1)
    assert one.observation_string(1) == two.observation_string(1)
    assert one.observation_tensor(1) == two.observation_tensor(1)
    assert one.information_state_string(0) != two.information_state_string(0)


def test_sealed_choices_are_made_in_one_node() -> None:
    """With `sealed=True` all bidders act at once; the entries of other seats are ignored."""
    state = pyspiel.load_game(f"{openspiel.register(GAME)}(preset=quiet,sealed=True)")
    state = state.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    assert state.is_simultaneous_node()
    bids = [state.legal_actions(seat) for seat in range(2)]
    assert 3 == len(bids[0]) == len(bids[1])
    with pytest.raises(ValueError, match="expected a player in a node where several act, got"):
        state.legal_actions()
    state.apply_actions([bids[0][2], bids[1][1]])
    assert 0 == state.current_player()
    assert [] == state.legal_actions(1)


def test_what_is_not_legal_is_refused_in_a_node_of_all() -> None:
    """Each seat's choice must be among its own legal actions."""
    game = pyspiel.load_game(f"{openspiel.register(GAME)}(preset=quiet,sealed=True)")
    state, last = game.new_initial_state(), game.num_distinct_actions() - 1
    while state.is_chance_node():
        state.apply_action(0)
    with pytest.raises(Illegal, match=f"a legal action of player 1, got {last}"):
        state.apply_actions([state.legal_actions(0)[0], last])


def with_options(options: str) -> pyspiel.Game:
    """Akiwado for three with some options."""
    return pyspiel.load_game(f"{openspiel.register('akiwado')}(preset=three,options={options})")


def test_options_are_given_in_the_name() -> None:
    """As well as a preset, each option can be given; flags are `true` or `false`."""
    state = with_options("show_coins:true;waste:total_2").new_initial_state().held.state
    assert (1, 2) == (state.show_coins, state.first_waste)
    assert 0 == with_options("show_coins:false").new_initial_state().held.state.show_coins
    for options, said in WRONG_OPTIONS:
        with pytest.raises(BadOption, match=said):
            with_options(options)


WRONG_OPTIONS = [
    ("waste", "expected options such as `key:value;key:value`, got 'waste'"),
    ("waste:none", "option waste is one of"),
    ("colour:red", "unknown option 'colour'"),
    ("show_coins:yes", "option show_coins"),
]


def solved(game: pyspiel.Game, rounds: int) -> tuple[float, float]:
    """CFR+'s distance from equilibrium after some iterations, and seat 0's value."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    solver = cfr.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    seats = [found] * game.num_players()
    value = expected_game_score.policy_value(game.new_initial_state(), seats)[0]
    return exploitability.nash_conv(game, found), value


def uniform_distance(game: pyspiel.Game) -> float:
    """The sum of what each seat could gain by deviating from uniform play alone."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    return float(exploitability.nash_conv(game, policy.UniformRandomPolicy(game)))


def test_uniform_play_of_kuhn_s_poker_is_known() -> None:
    """Its distance is 11/12, as for OpenSpiel's own Kuhn poker."""
    game = pyspiel.load_game(openspiel.register(KUHN))
    assert uniform_distance(pyspiel.load_game("kuhn_poker")) == pytest.approx(11 / 12)
    assert uniform_distance(game) == pytest.approx(11 / 12)


@pytest.mark.slow
def test_the_value_of_kuhn_s_poker_is_found() -> None:
    """OpenSpiel's CFR+ finds -1/18 for seat 0."""
    distance, value = solved(pyspiel.load_game(openspiel.register(KUHN)), 300)
    assert distance < 0.001
    assert -1 / 18 == pytest.approx(value, abs=1e-4)


def fair(*, sealed: bool) -> pyspiel.Game:
    """The shortest fair in sequential form: our own, or OpenSpiel's conversion of sealed nodes."""
    name = f"{openspiel.register(GAME)}(preset=quiet,sealed={sealed})"
    game = pyspiel.load_game(name)
    return pyspiel.convert_to_turn_based(game) if sealed else game


@pytest.mark.slow
@pytest.mark.parametrize("sealed", [False, True])
def test_the_lantern_fair_is_solved(sealed: bool) -> None:
    """Thirty iterations of CFR+ come close to an equilibrium of the shortest fair."""
    distance, _ = solved(fair(sealed=sealed), 30)
    assert distance < 0.01


@pytest.mark.slow
def test_sealed_nodes_are_the_same_game() -> None:
    """Uniform play is as far from equilibrium in OpenSpiel's conversion as in our own form."""
    assert [4 / 3] * 2 == pytest.approx([uniform_distance(fair(sealed=s)) for s in (False, True)])


def last_turn(options: Options) -> State:
    """Akiwado with one card left, no challenge to come and a coin for each seat (a cut-down game).

    The card goes to the east, all declare and all bid; then the game is over by its own rules.
    """
    s = load("akiwado").setup(options)
    s.phase, s.left, s.deck = DRAW_EAST, 1, [0, 0, 1, 0, 0, 0]
    s.coins = [1, 1, 1, 0, 0]
    return s


@pytest.mark.slow
@pytest.mark.parametrize("sealed", [False, True])
def test_bluffing_in_the_last_turn_of_akiwado_is_exploited(sealed: bool) -> None:
    """Uniform play of declarations and bids loses 8/3 to best responses; CFR+ loses little."""
    name = openspiel.register(replace(load("akiwado"), key="last_turn", setup=last_turn))
    game = pyspiel.load_game(f"{name}(preset=three,sealed={sealed})")
    game = pyspiel.convert_to_turn_based(game) if sealed else game
    assert 8 / 3 == pytest.approx(uniform_distance(game))
    distance, _ = solved(game, 20)
    assert distance < 0.3


def test_a_preset_that_there_is_not_is_refused() -> None:
    """The message is the same as for other environments."""
    with pytest.raises(BadOption, match=r"expected a preset of rokumon: .*; got 'act9'"):
        pyspiel.load_game(f"{openspiel.register('rokumon')}(preset=act9)")


@pytest.mark.slow
def test_a_process_with_registered_games_ends_quietly() -> None:
    """OpenSpiel releases registered games after Python has ended (this once crashed)."""
    code = "from honjin.envs import openspiel; openspiel.register('rokumon')"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (0, "") == (ended.returncode, ended.stderr)


def test_games_and_positions_are_pickled() -> None:
    """By the game's string and the history, also into a process that has registered nothing."""
    game = pyspiel.load_game(f"{openspiel.register('rokumon')}(preset=act1)")
    state = game.new_initial_state()
    play_on(state, 5)
    pickled = pickle.dumps((game, state))
    again, position = pickle.loads(pickled)
    assert (str(game), type(game)) == (str(again), type(again))
    assert (str(state), state.held.done) == (str(position), position.held.done)

    code = "import pickle, sys; print(*pickle.load(sys.stdin.buffer), sep='\\n')"
    elsewhere = subprocess.run([sys.executable, "-c", code], input=pickled, capture_output=True)
    assert (b"", f"{game}\n{state}\n") == (elsewhere.stderr, elsewhere.stdout.decode())


def test_a_game_that_is_in_no_module_is_pickled() -> None:
    """It is found where it was registered, in the same process."""
    game = pyspiel.load_game(openspiel.register(KUHN))
    assert str(game) == str(pickle.loads(pickle.dumps(game)))


def test_there_is_no_information_state_as_an_array() -> None:
    """OpenSpiel's answer was [], on which DeepCFR trained without a word."""
    game = pyspiel.load_game(openspiel.register("rokumon"))
    state = game.new_initial_state()
    for ask in (
        state.information_state_tensor, partial(state.information_state_tensor, 1),
        game.information_state_tensor_shape, game.information_state_tensor_size,
    ):  # fmt: skip
        with pytest.raises(NoArrays, match="expected an algorithm that reads observation_tensor"):
            ask()
    assert game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True)).tensor is None
