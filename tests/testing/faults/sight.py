"""Faults in notation, records, and what a viewer sees and is told."""

import itertools
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from honjin.core.actions import Action, Actions, numbered
from honjin.core.events import Event
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.core.words import Say
from madeup import log, observation
from madeup.actions import ACTIONS
from madeup.game import GAME
from madeup.state import BID, CARD, VALUES, Fair
from testing.faults.planting import Faulty, fault, notation, telling

# ---- text


@fault("reveals")
def a_card_that_is_said_to_show_nothing() -> Faulty:
    rows = dict(ACTIONS.rows)
    rows["card"] = Action("card", value=numbered("card", 3, start=1), rule="7", reveals=False)
    return replace(GAME, actions=Actions(*rows.values()))


@fault("reveals", "actions")
def an_offer_that_shows_a_hand() -> Faulty:
    def apply(s: Fair, seat: int, action: int) -> None:
        GAME.apply_action(s, seat, action)
        if seat != CHANCE and ACTIONS.decode(action).key == "offer":
            s.open[0] = s.hand[seat][1]

    return replace(GAME, apply_action=apply, laws=())


@fault("action text")
def two_actions_written_alike() -> Faulty:
    def write(s: Fair, seat: int, action: int) -> str:
        return GAME.notation.write_action(s, seat, action).replace("bid1", "bid0")

    return replace(GAME, notation=notation(write_action=write))


@fault("action text")
def an_action_read_as_another() -> Faulty:
    def read(s: Fair, seat: int, text: str) -> int:
        return GAME.notation.read_action(s, seat, "dim" if text == "bright" else text)

    return replace(GAME, notation=notation(read_action=read))


@fault("action text")
def an_action_written_like_resigning() -> Faulty:
    return replace(GAME, notation=notation(write_action=lambda s, seat, action: "resign"))


@fault("position text")
def a_position_that_forgets() -> Faulty:
    def write(s: Fair) -> str:
        parts = GAME.notation.write_position(s).split()
        return " ".join(part for part in parts if not part.startswith("bidden="))

    return replace(GAME, notation=notation(write_position=write))


@fault("position text")
def a_position_written_otherwise_again() -> Faulty:
    counter = itertools.count()

    def write(s: Fair) -> str:
        return GAME.notation.write_position(s) + " " * next(counter)

    return replace(GAME, notation=notation(write_position=write))


@fault("junk text")
def junk_that_raises_something_else() -> Faulty:
    def read(text: str, options: Any) -> Fair:
        name, values = text.split("=")
        return Fair(**{name: values})

    good = GAME.notation.read_position

    def read_position(text: str, options: Any) -> Any:
        return good(text, options) if text.count("=") > 3 else read(text, options)

    return replace(GAME, notation=notation(read_position=read_position))


@fault("junk text")
def junk_that_is_taken() -> Faulty:
    def read(s: Fair, seat: int, text: str) -> int:
        return 0 if text == "無" else GAME.notation.read_action(s, seat, text)

    return replace(GAME, notation=notation(read_action=read))


@fault("record")
def a_draw_that_a_replay_does_not_repeat() -> Faulty:
    # Read in another state than it was written in, an action is another one.
    def read(s: Fair, seat: int, text: str) -> int:
        action = GAME.notation.read_action(s, seat, text)
        is_replay = sys._getframe(2).f_code.co_name == "_played"  # above Game.read_action
        return 1 if is_replay and seat == CHANCE else action

    return replace(GAME, notation=notation(read_action=read))


# ---- sight


def hiding(change: Callable[[Fair, int], None], game: Faulty = GAME) -> Faulty:
    """The fair with something done after hiding."""

    def observe(s: Fair, seat: int) -> None:
        observation.observe(s, seat)
        change(s, seat)

    return replace(game, observe=observe)


@fault("observe")
def hiding_that_goes_on() -> Faulty:
    def change(s: Fair, seat: int) -> None:
        s.bank += 1

    return hiding(change)


@fault("observe")
def hiding_who_is_to_act() -> Faulty:
    def change(s: Fair, seat: int) -> None:
        s.bidden = 0

    return hiding(change)


@fault("no secrets", "observe")
def an_open_game_that_hides() -> Faulty:
    return replace(GAME, has_secrets=False)


@fault("no secrets", "tell")
def an_open_game_that_tells_differently() -> Faulty:
    return replace(GAME, has_secrets=False, observe=lambda s, seat: None)


@fault("legal when observed")
def a_seat_that_does_not_see_its_hand() -> Faulty:
    def change(s: Fair, seat: int) -> None:
        if s.phase == CARD and seat == s.actor:
            s.hand[seat] = [0, 0, 0, 0]

    return hiding(change)


@fault("resample")
def a_deal_that_changes_what_was_seen() -> Faulty:
    def resample(s: Fair, seat: int, rng: Any) -> None:
        observation.resample(s, seat, rng)
        s.coins[0], s.coins[1] = s.coins[1], s.coins[0]
        s.hand[max(seat, 0)] = [0, 0, 0, 0]

    return replace(GAME, resample=resample)


@fault("resample")
def a_deal_that_cannot_be() -> Faulty:
    return replace(GAME, resample=lambda s, seat, rng: None)


@fault("resample", "resample")
def a_deck_that_cannot_be() -> Faulty:
    """No law is needed to notice that nothing is left to draw."""

    def resample(s: Fair, seat: int, rng: Any) -> None:
        observation.resample(s, seat, rng)
        s.deck = [0, 0, 0, 0]

    return replace(GAME, resample=resample, laws=())


@fault("resample")
def a_deal_that_fails() -> Faulty:
    def resample(s: Fair, seat: int, rng: Any) -> None:
        s.deck[VALUES + 1] = 0

    return replace(GAME, resample=resample)


@fault("told alike")
def hands_that_others_see() -> Faulty:
    return replace(GAME, observe=lambda s, seat: None)


@fault("told alike")
def a_seat_that_is_not_told_what_it_drew() -> Faulty:
    def change(events: Any, before: Fair, seat: int, action: int, viewer: int) -> Any:
        if seat == CHANCE:
            return (Event(Say("draws", {"who": log.name(before.drawer)}), CHANCE),)
        return events

    return telling(change)


@fault("told alike")
def a_play_that_is_not_told() -> Faulty:
    def change(events: Any, before: Fair, seat: int, action: int, viewer: int) -> Any:
        return events[1:] if before.phase == CARD else events

    return telling(change)


@fault("told no secret")
def a_draw_that_all_are_told() -> Faulty:
    def change(events: Any, before: Fair, seat: int, action: int, viewer: int) -> Any:
        if seat == CHANCE:
            who = log.name(before.drawer)
            return (Event(Say("draws.seen", {"who": who, "card": action}), CHANCE),)
        return events

    return telling(change)


@fault("told no secret")
def a_bid_that_watchers_are_told() -> Faulty:
    def change(events: Any, before: Fair, seat: int, action: int, viewer: int) -> Any:
        if before.phase == BID and viewer == SPECTATOR:
            say = Say("bids.seen", {"who": log.name(seat), "n": action})
            return (*events, Event(say, seat))
        return events

    return telling(change)
