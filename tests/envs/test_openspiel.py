"""The games pass OpenSpiel's own test, and its algorithms find known values in them."""

import copy
import subprocess
import sys

import pytest

from bots.kuhn import KUHN
from honjin.core.errors import BadOption
from honjin.envs.setting import setting
from honjin.games import keys, load
from madeup.game import GAME

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra `research`)")

from honjin.envs import openspiel  # noqa: E402 - there is none without OpenSpiel

QUICK = ("rokumon", "akiwado")
FIRST = [
    pytest.param(key, preset.key, marks=() if key in QUICK and not n else pytest.mark.slow)
    for key in keys()
    for n, preset in enumerate(load(key).presets)
]
TOO_LONG = 2_000
"""Games that may have more actions are played a part of the way, for serialising replays them."""


def play_on(state: pyspiel.State, steps: int) -> None:
    """Play the first or last thing there is, in turn."""
    for n in range(steps):
        if state.is_terminal():
            return
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        listed = outcomes if state.is_chance_node() else state.legal_actions()
        state.apply_action(listed[n * 7 % len(listed)])


@pytest.mark.parametrize(("key", "preset"), FIRST)
def test_openspiel_finds_no_fault(key: str, preset: str) -> None:
    """Random games pass `random_sim_test`, serialised on the way where they are not too long."""
    game = pyspiel.load_game(f"{openspiel.register(key)}(preset={preset})")
    if load(key).longest <= TOO_LONG:
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
        return
    state = game.new_initial_state()
    play_on(state, 60)
    again = game.deserialize_state(state.serialize())
    assert str(state) == str(again)
    assert state.legal_actions() == again.legal_actions()


def test_the_numbers_of_openspiel_are_those_of_masks() -> None:
    """What OpenSpiel lists as legal is what the rules allow, by the number of a policy."""
    state = pyspiel.load_game(f"{openspiel.register('akiwado')}(preset=three)").new_initial_state()
    chosen = setting("akiwado", "three", {})
    for _ in range(60):
        if state.current_player() >= 0:
            legal = chosen.game.legal(state.held.state, state.current_player())
            assert sorted(legal) == chosen.actions[state.legal_actions()].tolist()
        play_on(state, 1)


def test_copies_go_their_own_way() -> None:
    """What is done in a copy is not done in the state that it was made from."""
    state = pyspiel.load_game(openspiel.register(GAME)).new_initial_state()
    told = str(state)
    for copied in (state.clone(), copy.deepcopy(state)):
        play_on(copied, 3)
        assert (3, 0) == (len(copied.held.done), len(state.held.done))
    assert told == str(state)


def first_bid(bid: int) -> pyspiel.State:
    """The Lantern Fair after seat 0 has sealed a bid."""
    state = pyspiel.load_game(f"{openspiel.register(GAME)}(preset=quiet)").new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    assert 0 == state.current_player()
    state.apply_action(state.legal_actions()[bid])
    return state


def test_a_sealed_choice_is_in_no_information_state_of_others() -> None:
    """Whatever seat 0 has bid, seat 1 knows, sees and can do the same; seat 0 knows its bid."""
    one, two = first_bid(0), first_bid(1)
    assert 1 == one.current_player()
    assert one.information_state_string(1) == two.information_state_string(1)
    assert one.observation_string(1) == two.observation_string(1)
    assert one.observation_tensor(1) == two.observation_tensor(1)
    assert one.information_state_string(0) != two.information_state_string(0)


def solved(name: str, rounds: int) -> tuple[float, float]:
    """How far CFR+ is from equilibrium after so many rounds, and what seat 0 gets then."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    game = pyspiel.load_game(name)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [found, found])[0]
    return exploitability.nash_conv(game, found), value


def test_the_value_of_kuhn_s_poker_is_found() -> None:
    """OpenSpiel's CFR+ finds -1/18 for seat 0."""
    distance, value = solved(openspiel.register(KUHN), 300)
    assert distance < 0.001
    assert -1 / 18 == pytest.approx(value, abs=1e-4)


@pytest.mark.slow
def test_the_lantern_fair_is_solved() -> None:
    """Thirty rounds of CFR+ come near an equilibrium of the shortest fair."""
    distance, _ = solved(f"{openspiel.register(GAME)}(preset=quiet)", 30)
    assert distance < 0.01


def test_a_preset_that_there_is_not_is_refused() -> None:
    """What is wrong is said as everywhere else."""
    with pytest.raises(BadOption, match="no preset 'act9'"):
        pyspiel.load_game(f"{openspiel.register('rokumon')}(preset=act9)")


def test_a_process_with_registered_games_ends_quietly() -> None:
    """OpenSpiel lets go of what was registered after Python has ended (a crash once)."""
    code = "from honjin.envs import openspiel; openspiel.register('rokumon')"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (0, "") == (ended.returncode, ended.stderr)
