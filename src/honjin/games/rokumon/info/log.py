"""The log line of each action, the same for every viewer, and the names of sides and dice."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

from honjin.core.events import Event
from honjin.core.seats import CHANCE
from honjin.core.words import Say
from honjin.games.rokumon.content.data import (
    ACTS,
    COLOUR_NAMES,
    COLOURS_BY_NUMBER,
    FORT,
    KIND_NAMES,
    PLAIN_NAMES,
    coordinates,
)
from honjin.games.rokumon.info.names import Cells, beside_says, card_says
from honjin.games.rokumon.rules.actions import ACTIONS
from honjin.games.rokumon.rules.automa import STEP, STEPS, decision
from honjin.games.rokumon.rules.play import top_stays
from honjin.games.rokumon.rules.setup import DEAL_COLOUR, DEAL_FORT, DEAL_NUMBER, next_card
from honjin.games.rokumon.rules.state import Rokumon, die_on
from honjin.games.rokumon.rules.winning import LENGTH, REPETITION, ROW, STACK, SUBMISSION

# ---- names


def side_name(s: Rokumon, seat: int) -> Say:
    """Sanada, Tokugawa, or the Automa that plays Tokugawa."""
    return side_say(s.solo, seat)


@cache
def side_say(solo: int, seat: int) -> Say:
    """A side by name; in a solo game the second is the Automa."""
    return Say("automa") if solo and seat else Say(f"seat.{seat}")


@cache
def die_say(plain: int, kind: int) -> Say:
    """A die by colour and value, or by colour alone."""
    return Say(f"die.{PLAIN_NAMES[kind >> 2] if plain else KIND_NAMES[kind]}")


def top_die(s: Rokumon, card: int) -> int:
    """The kind of the top die on a card that has dice."""
    return die_on(s, card, s.height[card] - 1)


def tell(
    before: Rokumon,
    seat: int,  # noqa: ARG001 - the state says whose turn it was
    action: int,
    after: Rokumon,
    viewer: int,  # noqa: ARG001 - the same for every viewer
) -> tuple[Event, ...]:
    """The events of an action, and of the end of the game if it brought it."""
    if before.undealt:
        return _log_deal(before, action)
    events = _log_action(before, action)
    return (*events, _log_end(before, action, after)) if after.outcome else events


def _log_deal(before: Rokumon, outcome: int) -> tuple[Event, ...]:
    act = before.act
    if outcome >= DEAL_NUMBER:
        number = outcome - DEAL_NUMBER
        colour = COLOURS_BY_NUMBER[before.numbers][number]
        return _log_number(act, next_card(before), number, colour)
    if outcome >= DEAL_FORT:
        return _log_colour(act, outcome - DEAL_FORT, FORT)
    return _log_colour(act, next_card(before), outcome - DEAL_COLOUR)


def _log_action(before: Rokumon, action: int) -> tuple[Event, ...]:
    key, args = ACTIONS.decode(action)
    events = _EVENTS[key](before, *args)
    if before.solo and before.turn:
        (event,) = events
        return (Event(event.say, event.by, event.ids, STEPS[decision(before) // STEP]),)
    return events


def cells_of(s: Rokumon) -> Cells:
    """The cells of the cards."""
    return tuple(s.cell[: s.cards])


def _told_place(before: Rokumon, card: int, kind: int) -> tuple[Event, ...]:
    return _log_place(before.act, cells_of(before), before.turn, card, kind)


def _told_move(before: Rokumon, card: int, target: int) -> tuple[Event, ...]:
    under = top_die(before, target) if before.height[target] else 0
    die = top_die(before, card)
    return _log_move(before.act, cells_of(before), before.turn, card, target, die, under)


def _told_fight(before: Rokumon, card: int) -> tuple[Event, ...]:
    upper = int(top_stays(before, card))
    dice = die_on(before, card, upper), die_on(before, card, 1 - upper)
    return _log_fight(before.act, cells_of(before), before.turn, card, *dice)


def _told_surprise(before: Rokumon, card: int, cell: int) -> tuple[Event, ...]:
    return _log_surprise(before.act, cells_of(before), before.turn, card, cell)


_EVENTS: Final[dict[str, Callable[..., tuple[Event, ...]]]] = {
    "place": _told_place, "move": _told_move, "fight": _told_fight, "surprise": _told_surprise
}  # fmt: skip


# The same few thousand events occur in all games: the lines of each are made once and cached.

_kept = lru_cache(8192)


def _side_in(act: int, seat: int) -> Say:
    return side_say(int(ACTS[act].has_automa), seat)


def _die_in(act: int, kind: int) -> Say:
    """A die in a sentence: one of many that are alike, if dice have no values."""
    return die_say(0, kind) if ACTS[act].fights else Say(f"one.{PLAIN_NAMES[kind >> 2]}")


def _dealt(act: int, card: int) -> tuple[str, Say]:
    layout = ACTS[act].layout
    return layout.names[card], card_says(layout.cells)[card]


@cache
def _log_number(act: int, card: int, number: int, colour: int) -> tuple[Event, ...]:
    name, place = _dealt(act, card)
    text = Say(f"colour.{COLOUR_NAMES[colour]}")
    say = Say("dealt.number", {"n": number, "colour": text, "card": place})
    return (Event(say, CHANCE, (name,), "2"),)


@cache
def _log_colour(act: int, card: int, colour: int) -> tuple[Event, ...]:
    name, place = _dealt(act, card)
    return (Event(Say(f"dealt.{COLOUR_NAMES[colour]}", {"card": place}), CHANCE, (name,), "2"),)


@_kept
def _log_place(act: int, cells: Cells, seat: int, card: int, kind: int) -> tuple[Event, ...]:
    holes = {"who": _side_in(act, seat), "die": _die_in(act, kind), "card": card_says(cells)[card]}
    return (Event(Say("places", holes), seat, (ACTS[act].layout.names[card],), "6"),)


@_kept
def _log_move(
    act: int, cells: Cells, seat: int, card: int, target: int, die: int, under: int
) -> tuple[Event, ...]:
    """A move, onto another die if `under` is not 0."""
    names, places = ACTS[act].layout.names, card_says(cells)
    holes = {
        "who": _side_in(act, seat),
        "die": _die_in(act, die),
        "from": places[card],
        "to": places[target],
    }
    ids = names[card], names[target]
    if under:
        return (Event(Say("covers", {**holes, "under": _die_in(act, under)}), seat, ids, "9"),)
    return (Event(Say("moves", holes), seat, ids, "8"),)


@_kept
def _log_fight(
    act: int, cells: Cells, seat: int, card: int, stays: int, returns: int
) -> tuple[Event, ...]:
    holes = {
        "who": _side_in(act, seat),
        "card": card_says(cells)[card],
        "stays": _die_in(act, stays),
        "returns": _die_in(act, returns),
    }
    return (Event(Say("fights", holes), seat, (ACTS[act].layout.names[card],), "13"),)


@_kept
def _log_surprise(act: int, cells: Cells, seat: int, card: int, cell: int) -> tuple[Event, ...]:
    own = card_says(cells)[card]
    holes: dict[str, Say | str | tuple[Say, ...]] = {
        "who": _side_in(act, seat),
        "card": own,
        # By its neighbours: its own place in a row can have the same name as before.
        "cards": tuple(say for say in beside_says(cells, cell) if say != own),
        # Rows count the cards that are there: places of one name can differ on the lattice.
        "cell": "{},{}".format(*coordinates(cell)),
    }
    return (Event(Say("surprises", holes), seat, (ACTS[act].layout.names[card],), "16"),)


def _log_end(before: Rokumon, action: int, after: Rokumon) -> Event:
    ids = tuple(name for group in winning_cards(after) for name in group)
    reason = after.outcome - 1
    if reason == REPETITION:
        return Event(Say("ends.repetition"), None, ids, "25")
    if reason == LENGTH:
        return Event(Say("ends.length"), None, ids, "W3")
    names = {"who": side_name(after, after.winner), "loser": side_name(after, 1 - after.winner)}
    if reason == STACK:
        return Event(Say("ends.stack", {"who": names["who"]}), None, ids, "22")
    if reason == SUBMISSION:
        return Event(Say("ends.submission", {**names}), None, ids, "23")
    if after.winner == before.turn:
        return Event(Say("ends.row", {"who": names["who"]}), None, ids, "21")
    key = ACTIONS.decode(action).key
    if key in ("place", "move"):
        return Event(Say("ends.revealed", {**names}), None, ids, "11")
    number = "15" if key == "fight" else "20"
    return Event(Say("ends.given", {**names}), None, ids, number)


def winning_cards(s: Rokumon) -> tuple[tuple[str, ...], ...]:
    """The winner's rows or stack; a row seen in the air may no longer be there."""
    names = ACTS[s.act].layout.names
    if s.outcome == 1 + STACK:
        return tuple((names[card],) for card in range(s.cards) if s.high[3] >> card & 1)
    if s.outcome != 1 + ROW:
        return ()
    rows = (row for row in s.row[: s.rows] if row & ~s.tops[s.winner] == 0)
    return tuple(tuple(names[card] for card in range(s.cards) if row >> card & 1) for row in rows)
