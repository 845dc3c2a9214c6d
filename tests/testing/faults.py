"""The Lantern Fair with one fault each, by the name of the check that must find it."""

import itertools
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from honjin.core.errors import BadOption
from honjin.core.events import Event
from honjin.core.game import Choice, Game, Prompt
from honjin.core.options import Option, Preset
from honjin.core.rule import rule
from honjin.core.scene import Piece, Reason
from honjin.core.seats import CHANCE, SPECTATOR
from honjin.core.words import Say
from madeup import rules, sight
from madeup.game import GAME
from madeup.state import BID, CARD, LANTERN, Fair

Faulty = Game[Any]

# Each fault is a function that returns the game with it; they stand in the order of the checks.

FAULTS: list[tuple[str, str, Callable[[], Faulty]]] = []


def fault(check: str) -> Callable[[Callable[[], Faulty]], Callable[[], Faulty]]:
    """Note that this fault must be found by that check."""

    def note(make: Callable[[], Faulty]) -> Callable[[], Faulty]:
        name = getattr(make, "__name__", "")
        FAULTS.append((check, name.replace("_", " "), make))
        return make

    return note


def notation(**parts: Any) -> Any:
    """The fair's notation with parts replaced."""
    return SimpleNamespace(**(vars(GAME.notation) | parts))


def table(**parts: Any) -> Any:
    """The fair's table with parts replaced."""
    return SimpleNamespace(**(vars(GAME.table) | parts))


# ---- options and set-up


@fault("options")
def an_option_that_changes_when_read_again() -> Faulty:
    louder = Option(key="cry", default="a", read=lambda text, _: text + "!")
    return replace(GAME, options=(*GAME.options, louder))


@fault("options")
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


@fault("to_act")
def somebody_may_act_and_nobody_is_awaited() -> Faulty:
    return replace(GAME, awaited=lambda s: 0)


@fault("to_act")
def awaited_is_who_may_not_act() -> Faulty:
    return replace(GAME, awaited=lambda s: rules.to_act(s) and 0b11)


@fault("to_act")
def a_seat_acts_that_there_is_not() -> Faulty:
    return replace(GAME, to_act=lambda s: rules.to_act(s) | (s.phase == BID) << 6)


@fault("to_act")
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


@fault("longest")
def a_game_that_takes_too_long() -> Faulty:
    return replace(GAME, longest=9)


def ending(change: Callable[[Fair, Any, int], int]) -> Faulty:
    """The fair with something done to each result."""

    def returns(s: Fair, out: Any) -> int:
        return change(s, out, rules.returns(s, out))

    return replace(GAME, returns=returns, zero_sum=False)


@fault("result")
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


# ---- text


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
        is_replay = sys._getframe(1).f_code.co_name == "_played"
        return 1 if is_replay and seat == CHANCE else action

    return replace(GAME, notation=notation(read_action=read))


# ---- sight


def hiding(change: Callable[[Fair, int], None], game: Faulty = GAME) -> Faulty:
    """The fair with something done after hiding."""

    def observe(s: Fair, seat: int) -> None:
        sight.observe(s, seat)
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


@fault("no secrets")
def an_open_game_that_hides() -> Faulty:
    return replace(GAME, has_secrets=False)


@fault("no secrets")
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
        sight.resample(s, seat, rng)
        s.coins[0], s.coins[1] = s.coins[1], s.coins[0]
        s.hand[max(seat, 0)] = [0, 0, 0, 0]

    return replace(GAME, resample=resample)


@fault("resample")
def a_deal_that_cannot_be() -> Faulty:
    return replace(GAME, resample=lambda s, seat, rng: None)


def telling(change: Callable[..., tuple[Event, ...]]) -> Faulty:
    """The fair telling something else: change(events, before, seat, action, viewer)."""

    def tell(before: Fair, seat: int, action: int, after: Fair, viewer: int) -> Any:
        events = sight.tell(before, seat, action, after, viewer)
        return change(events, before, seat, action, viewer)

    return replace(GAME, tell=tell)


@fault("told alike")
def a_seat_that_is_not_told_what_it_drew() -> Faulty:
    def change(events: Any, before: Fair, seat: int, action: int, viewer: int) -> Any:
        if seat == CHANCE:
            return (Event(Say("draws", {"who": sight.name(before.drawer)}), CHANCE),)
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
            who = sight.name(before.drawer)
            return (Event(Say("draws.seen", {"who": who, "card": action}), CHANCE),)
        return events

    return telling(change)


@fault("told no secret")
def a_bid_that_watchers_are_told() -> Faulty:
    def change(events: Any, before: Fair, seat: int, action: int, viewer: int) -> Any:
        if before.phase == BID and viewer == SPECTATOR:
            say = Say("bids.seen", {"who": sight.name(seat), "n": action})
            return (*events, Event(say, seat))
        return events

    return telling(change)


# ---- table


def showing(change: Callable[[Any, Fair], Any]) -> Faulty:
    """The fair with another scene."""
    return replace(GAME, table=table(scene=lambda seen: change(GAME.table.scene(seen), seen)))


def with_parts(scene: Any, **parts: Any) -> Any:
    """A scene with parts replaced."""
    return type(scene)(**({name: getattr(scene, name) for name in scene.__struct_fields__} | parts))


@fault("scene")
def two_things_of_one_id() -> Faulty:
    return showing(lambda scene, seen: with_parts(scene, spaces=scene.spaces + scene.spaces[:1]))


@fault("scene")
def a_piece_on_no_place() -> Faulty:
    lost = Piece("lost", "nowhere", "card", Say("title"))
    return showing(lambda scene, seen: with_parts(scene, pieces=(lost,)))


@fault("scene")
def a_lit_thing_that_is_not_there() -> Faulty:
    return showing(lambda scene, seen: with_parts(scene, lit=(("nothing",),)))


@fault("scene")
def an_empty_sketch() -> Faulty:
    return replace(GAME, table=table(sketch=lambda seen: " "))


def choosing(change: Callable[[Choice, Fair, int], Choice], **parts: Any) -> Faulty:
    """The fair with other choices."""

    def choice(seen: Fair, seat: int, action: int) -> Choice:
        return change(GAME.table.choice(seen, seat, action), seen, action)

    return replace(GAME, table=table(choice=choice), **parts)


@fault("choices")
def a_choice_that_says_it_does_another() -> Faulty:
    return choosing(lambda choice, seen, action: Choice("bid0", choice.path, choice.kind))


@fault("choices")
def a_choice_of_no_kind() -> Faulty:
    return choosing(lambda choice, seen, action: Choice(choice.do, choice.path, "odd"))


@fault("paths")
def a_path_of_ids_not_on_the_table() -> Faulty:
    return choosing(lambda choice, seen, action: Choice(choice.do, ("nothing",), choice.kind))


@fault("paths")
def two_choices_of_one_path() -> Faulty:
    return choosing(lambda choice, seen, action: Choice(choice.do, ("offer",), choice.kind))


@fault("paths")
def a_path_that_begins_another() -> Faulty:
    def change(choice: Choice, seen: Fair, action: int) -> Choice:
        path = ("bid0",) if action == 0 else ("bid0", *choice.path)
        return Choice(choice.do, path, choice.kind)

    return choosing(change)


@fault("paths")
def a_choice_without_a_click() -> Faulty:
    return choosing(lambda choice, seen, action: Choice(choice.do, (), choice.kind))


@fault("static choices")
def a_choice_that_depends_on_the_state() -> Faulty:
    def change(choice: Choice, seen: Fair, action: int) -> Choice:
        return Choice(choice.do, choice.path, choice.kind, Say("coins", {"n": seen.bank}))

    return choosing(change)


@fault("why")
def a_wrong_click_without_an_answer() -> Faulty:
    return replace(GAME, table=table(why=lambda seen, seat, path: None))


@fault("why")
def a_wrong_click_that_fails() -> Faulty:
    def why(seen: Fair, seat: int, path: Any) -> Reason:
        return {"lantern1": Reason(Say("not.lantern"), "6")}[path[-1]]

    return replace(GAME, table=table(why=why))


# ---- words and rules


@fault("words")
def an_event_without_words() -> Faulty:
    return telling(lambda events, *_: (*events, Event(Say("unheard.of"))))


@fault("words")
def a_reason_without_words() -> Faulty:
    return replace(GAME, reasons=(*GAME.reasons, "end.of.the.world"))


@fault("words")
def a_word_missing_in_one_language() -> Faulty:
    return replace(GAME, words={**GAME.words, "draws": {"en": "{who} draws a card"}})


@fault("words")
def a_hole_that_nothing_fills() -> Faulty:
    holed = {"en": "{who} draws {what}", "ja": "{who}が{what}を引く"}
    return replace(GAME, words={**GAME.words, "draws": holed})


@fault("words")
def a_second_click_without_words() -> Faulty:
    words = {key: forms for key, forms in GAME.words.items() if key != "ask.offer.1"}
    return replace(GAME, words=words)


@fault("rules cited")
def a_kind_that_rests_on_no_rule() -> Faulty:
    return replace(GAME, kinds={**GAME.kinds, "bid": "99"})


@fault("rules cited")
def a_prompt_that_names_no_rule() -> Faulty:
    return replace(GAME, table=table(prompt=lambda seen, seat: Prompt(Say("ask.bid"))))


@fault("rules cited")
def an_event_that_cites_no_rule() -> Faulty:
    return telling(lambda events, *_: (*events, Event(Say("tied"), rule="V9")))


# ---- compiled


@rule
def evaluate_beyond_64_bits(s: Fair, seat: int) -> int:
    """Python's ints have no end; compiled ones do."""
    return ((s.coins[seat] + 1) << 70) >> 70


@fault("twin")
def an_estimate_that_differs_when_compiled() -> Faulty:
    return replace(GAME, evaluate=evaluate_beyond_64_bits)
