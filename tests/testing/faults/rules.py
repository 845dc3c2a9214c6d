"""Faults in options, set-up, rules and results, and between the two worlds."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from honjin.core.errors import BadOption
from honjin.core.game import Game
from honjin.core.jit.rule import rule
from honjin.core.options import Option, Preset
from honjin.core.parts.weights import WeightTable
from madeup import rules
from madeup.game import GAME
from madeup.state import BID, CARD, LANTERN, Fair
from testing.faults.planting import Faulty, fault

# ---- options and set-up


@fault("options")
def an_option_that_changes_when_read_again() -> Faulty:
    louder = Option(key="cry", default="a", read=lambda text, _: text + "!")
    return replace(GAME, options=(*GAME.options, louder))


@fault("options", "options")
def an_option_that_takes_anything() -> Faulty:
    class Lax(Game[Any]):
        def read_options(self, given: Mapping[str, object] | None = None) -> Any:
            try:
                return super().read_options(given)
            except BadOption:
                return super().read_options({})

    return Lax(**{name: getattr(GAME, name) for name in GAME.__dataclass_fields__})


@fault("options")
def a_preset_that_cannot_be_read() -> Faulty:
    return replace(GAME, presets=(Preset("two", {"seats": "nine"}),))


@fault("setup")
def a_set_up_that_differs_each_time() -> Faulty:
    counter = itertools.count()

    def setup(options: Any) -> Fair:
        s = GAME.setup(options)
        s.lantern = next(counter) % 2
        return s

    return replace(GAME, setup=setup)


@fault("setup")
def a_set_up_that_shares_a_list() -> Faulty:
    bids = [0, 0, 0, 0]

    def setup(options: Any) -> Fair:
        s = GAME.setup(options)
        s.bid = bids
        return s

    return replace(GAME, setup=setup)


@fault("setup")
def too_many_seats() -> Faulty:
    return replace(GAME, seats=lambda _: 9)


# ---- rules


def doing(change: Callable[[Fair, int, int], None]) -> Faulty:
    """The fair with something done after each action."""

    def apply_action(s: Fair, seat: int, action: int) -> None:
        rules.apply_action(s, seat, action)
        change(s, seat, action)

    return replace(GAME, apply_action=apply_action)


@fault("fields")
def a_value_too_large_for_its_field() -> Faulty:
    def change(s: Fair, seat: int, action: int) -> None:
        s.lantern = 200

    return doing(change)


@fault("fields")
def a_list_that_grows() -> Faulty:
    def change(s: Fair, seat: int, action: int) -> None:
        s.bid.append(0)

    return doing(change)


@fault("fields")
def a_fraction() -> Faulty:
    def change(s: Fair, seat: int, action: int) -> None:
        s.score[0] = 0.5  # type: ignore[call-overload]

    return doing(change)


@fault("parameters")
def an_action_that_adds_a_round() -> Faulty:
    def change(s: Fair, seat: int, action: int) -> None:
        s.rounds += 1

    return doing(change)


@fault("parameters")
def an_observation_that_hides_an_option() -> Faulty:
    def observe(s: Fair, viewer: int) -> None:
        GAME.observe(s, viewer)
        s.offers = 0

    return replace(GAME, observe=observe)


@fault("may_act")
def somebody_may_act_and_nobody_is_awaited() -> Faulty:
    return replace(GAME, must_act=lambda s: 0)


@fault("may_act")
def awaited_is_who_may_not_act() -> Faulty:
    return replace(GAME, must_act=lambda s: rules.may_act(s) and 0b11)


@fault("may_act")
def a_seat_acts_that_there_is_not() -> Faulty:
    return replace(GAME, may_act=lambda s: rules.may_act(s) | (s.phase == BID) << 6)


@fault("may_act")
def chance_in_a_game_without_chance() -> Faulty:
    return replace(GAME, has_chance=False)


def listing(change: Callable[[Fair, int, Any, int], int]) -> Faulty:
    """The fair with something done to each list of legal actions."""

    def legal_actions(s: Fair, seat: int, out: Any) -> int:
        return change(s, seat, out, rules.legal_actions(s, seat, out))

    return replace(GAME, legal_actions=legal_actions)


@fault("legal")
def a_seat_to_act_without_a_choice() -> Faulty:
    return listing(lambda s, seat, out, n: 0 if s.phase == LANTERN else n)


@fault("legal")
def a_choice_for_a_seat_not_to_act() -> Faulty:
    return listing(lambda s, seat, out, n: 1 if s.phase == CARD else n)


@fault("legal")
def the_same_choice_twice() -> Faulty:
    def change(s: Fair, seat: int, out: Any, n: int) -> int:
        out[n] = out[0]
        return n + 1 if n else 0

    return listing(change)


@fault("legal")
def a_negative_action() -> Faulty:
    def change(s: Fair, seat: int, out: Any, n: int) -> int:
        out[0] = -1
        return n

    return listing(change)


@fault("legal")
def more_choices_than_declared() -> Faulty:
    def change(s: Fair, seat: int, out: Any, n: int) -> int:
        for k in range(GAME.max_actions + 1 if n else 0):
            out[k] = k
        return n and GAME.max_actions + 1

    return listing(change)


def throwing(change: Callable[[Fair, Any, Any, int], int]) -> Faulty:
    """The fair with something done to each list of outcomes."""

    def chance_outcomes(s: Fair, out: Any, weights: Any) -> int:
        return change(s, out, weights, rules.chance_outcomes(s, out, weights))

    return replace(GAME, chance_outcomes=chance_outcomes)


@fault("odds")
def an_outcome_that_cannot_be() -> Faulty:
    def change(s: Fair, out: Any, weights: Any, n: int) -> int:
        weights[0] = 0
        return n

    return throwing(change)


@fault("odds")
def the_same_outcome_twice() -> Faulty:
    def change(s: Fair, out: Any, weights: Any, n: int) -> int:
        out[n], weights[n] = out[0], 1
        return n + 1 if n else 0

    return throwing(change)


@fault("odds")
def outcomes_when_chance_is_not_to_act() -> Faulty:
    def change(s: Fair, out: Any, weights: Any, n: int) -> int:
        out[0], weights[0] = 1, 1
        return n or 1

    return throwing(change)


@fault("odds")
def chance_without_outcomes() -> Faulty:
    return throwing(lambda s, out, weights, n: 0)


@fault("questions")
def an_estimate_that_changes_the_state() -> Faulty:
    def evaluate(s: Fair, seat: int) -> int:
        s.lantern = 1
        return 0

    return replace(GAME, evaluate=evaluate)


@fault("questions")
def a_list_that_changes_the_state() -> Faulty:
    def change(s: Fair, seat: int, out: Any, n: int) -> int:
        s.changed |= 0
        s.bid[seat] += 1
        return n

    return listing(change)


@fault("apply")
def an_action_that_remembers_other_games() -> Faulty:
    counter = itertools.count()

    def change(s: Fair, seat: int, action: int) -> None:
        s.lantern = next(counter) % 2 if s.phase == BID else s.lantern

    return doing(change)


@fault("apply")
def an_action_that_leaves_a_shared_list() -> Faulty:
    empty = [0, 0, 0, 0]

    def change(s: Fair, seat: int, action: int) -> None:
        if s.phase == LANTERN:
            s.bid = empty

    return doing(change)


@fault("apply")
def an_action_that_fails() -> Faulty:
    def change(s: Fair, seat: int, action: int) -> None:
        assert s.phase != LANTERN

    return doing(change)


@fault("laws")
def a_coin_that_gets_lost() -> Faulty:
    def change(s: Fair, seat: int, action: int) -> None:
        s.bank = 0

    return doing(change)


@fault("sealed")
def a_bid_that_depends_on_who_came_first() -> Faulty:
    def change(s: Fair, seat: int, action: int) -> None:
        if s.phase == LANTERN:
            s.actor = seat

    return doing(change)


@fault("sealed")
def a_bid_that_takes_a_choice_from_others() -> Faulty:
    def change(s: Fair, seat: int, out: Any, n: int) -> int:
        # Nobody may bid what another has bid.
        taken = [s.bid[other] for other in range(s.seats) if s.bidden >> other & 1]
        if s.phase == BID and taken and not s.bidden >> seat & 1:
            kept = [action for action in out[:n] if action not in taken]
            out[: len(kept)] = kept
            return len(kept)
        return n

    return listing(change)


@fault("resign")
def resigning_that_leaves_the_table_hanging() -> Faulty:
    def resign(s: Fair, seat: int) -> None:
        rules.leave(s, seat)

    return replace(GAME, resign=resign)


@fault("estimate")
def an_estimate_out_of_bounds() -> Faulty:
    return replace(GAME, evaluate=lambda s, seat: 10**12)


@fault("estimate")
def an_estimate_that_needs_the_secret() -> Faulty:
    return replace(GAME, evaluate=lambda s, seat: 6 // sum(s.deck or [0]))


@fault("estimate")
def an_estimate_that_divides_by_a_weight() -> Faulty:
    table = WeightTable()
    table.add("card", 2)
    return replace(GAME, weigh=lambda s, w, seat: 6 // w[0], weights=table.weights())


@fault("longest")
def a_game_that_takes_too_long() -> Faulty:
    return replace(GAME, longest=9)


def ending(change: Callable[[Fair, Any, int], int]) -> Faulty:
    """The fair with something done to each result."""

    def returns(s: Fair, out: Any) -> int:
        return change(s, out, rules.returns(s, out))

    return replace(GAME, returns=returns, zero_sum=False)


@fault("result", "returns")
def a_return_above_the_best() -> Faulty:
    return replace(GAME, best=1)


@fault("result")
def a_reason_that_is_not_listed() -> Faulty:
    return ending(lambda s, out, reason: 4)


@fault("result")
def a_seat_without_a_return() -> Faulty:
    return replace(GAME, returns=lambda s, out: 0)


@fault("zero_sum")
def returns_that_do_not_add_up() -> Faulty:
    def change(s: Fair, out: Any, reason: int) -> int:
        out[0] = 1
        return reason

    return replace(ending(change), zero_sum=True)


# ---- compiled


@rule
def evaluate_beyond_64_bits(s: Fair, seat: int) -> int:
    """Python's ints have no end; compiled ones do."""
    return ((s.coins[seat] + 1) << 70) >> 70


@fault("twin")
def an_estimate_that_differs_when_compiled() -> Faulty:
    return replace(GAME, evaluate=evaluate_beyond_64_bits)
