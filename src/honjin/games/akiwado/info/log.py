"""The log lines of each action, per viewer, from what that viewer may know."""

from collections.abc import Callable, Iterator
from typing import Final

from honjin.core.events import Event
from honjin.core.seats import CHANCE
from honjin.core.words import Say
from honjin.games.akiwado.content.data import COLOUR_NAMES, COLOURS, NOBODY, TIED
from honjin.games.akiwado.info.names import (
    BLACK_CALLS,
    Holes,
    card_say,
    cards_say,
    choice_say,
    house,
    houses_say,
    place_say,
)
from honjin.games.akiwado.rules.actions import (
    ACTIONS,
    PLACE_NAMES,
    dice_text,
    given_mask,
)
from honjin.games.akiwado.rules.scoring import (
    basic_points,
    score,
    special_points,
    white_points,
    winners,
)
from honjin.games.akiwado.rules.setup import next_colourless
from honjin.games.akiwado.rules.state import (
    CALL,
    DRAW_EAST,
    EAST,
    LOT,
    LOT_OF_COLOURS,
    OVER,
    POCKET,
    ROLL,
    SALVAGE,
    TAKE_BACK,
    WASTE,
    WEST,
    Akiwado,
    cards_in,
    clockwise,
    everybody,
    is_sealed,
    liars,
    participants,
    quorum,
)
from honjin.games.akiwado.rules.stocking import (
    best_bidder,
    end_turn,
    pay_pockets,
    punish,
    settle_market,
)
from honjin.games.akiwado.rules.touting import weight_of_calls


def tell(before: Akiwado, seat: int, action: int, after: Akiwado, viewer: int) -> tuple[Event, ...]:
    """The events of an action for a viewer: of a secret choice, only that it was made."""
    if seat == CHANCE:
        return (_log_chance(before, action),)
    return tuple(_told(before, seat, action, after, viewer))


def _told(before: Akiwado, seat: int, action: int, after: Akiwado, viewer: int) -> Iterator[Event]:
    if is_sealed(before):
        return _log_seal(before, seat, action, after, viewer)
    key, args = ACTIONS.decode(action)
    return _EVENTS[key](before, seat, after, *args)


# ---- chance


def _log_chance(before: Akiwado, outcome: int) -> Event:
    if before.phase == ROLL:
        return _log_roll(before, outcome)
    if before.phase == LOT:
        return Event(Say("begins", {"who": house(outcome)}), CHANCE, (f"side:{outcome}",), "7")
    if before.phase == LOT_OF_COLOURS:
        return _log_colour(before, CHANCE, outcome)
    if before.phase == WASTE:
        return Event(Say("turned.up", {"card": card_say(outcome)}), CHANCE, ("waste",), "5")
    place = EAST if before.phase == DRAW_EAST else WEST
    say = Say("comes", {"card": card_say(outcome), "place": place_say(place)})
    return Event(say, CHANCE, (PLACE_NAMES[place],), "25")


def _log_colour(before: Akiwado, by: int, colour: int) -> Event:
    seat = next_colourless(before)
    holes: Holes = {"who": house(seat), "colour": Say(f"colour.{COLOUR_NAMES[colour]}")}
    return Event(Say("draws.colour", holes), by, (f"side:{seat}",), "W3")


def _log_chosen(before: Akiwado, seat: int, _after: Akiwado, colour: int) -> Iterator[Event]:
    yield _log_colour(before, seat, colour)


def _log_roll(before: Akiwado, outcome: int) -> Event:
    holes: Holes = {
        "who": house(before.turn), "a": outcome >> 6, "b": outcome >> 3 & 7, "c": outcome & 7
    }  # fmt: skip
    key, number = ("rolls.again", "22") if before.again else ("rolls", "11")
    return Event(Say(key, holes), CHANCE, ("dice",), number)


# ---- touting


def _log_split(before: Akiwado, seat: int, after: Akiwado, kept: int) -> Iterator[Event]:
    holes: Holes = {"who": house(seat), "kept": dice_text(before, kept)}
    holes["given"] = dice_text(before, given_mask(kept))
    yield Event(Say("splits", holes), seat, ("dice",), "11")
    if after.phase != CALL:
        yield Event(Say("alone", {"who": house(seat)}), None, (), "21")
        yield from _log_end_of_touting(before, after, pays=True)


def _log_seal(
    before: Akiwado, seat: int, action: int, after: Akiwado, viewer: int
) -> Iterator[Event]:
    number = "19" if before.phase == CALL else "28"
    is_new = not before.decided >> seat & 1
    who: Holes = {"who": house(seat)}
    if viewer == seat:
        what: Holes = {"what": choice_say(action)}
        yield Event(Say("decided.own" if is_new else "anew.own", who | what), seat, (), number)
    elif is_new:
        yield Event(Say("decided", who), seat, (f"screen:{seat}",), number)
    if after.settled & ~before.settled:
        yield Event(Say("settled", who), seat, (f"screen:{seat}",), "W1")
    if after.phase != before.phase:
        yield from _log_opened(before, after)


def _log_opened(before: Akiwado, after: Akiwado) -> Iterator[Event]:
    if before.phase == CALL:
        yield from _log_calls(before, after)
    else:
        yield from _log_bids(before, after)


def _log_accept(before: Akiwado, seat: int, after: Akiwado) -> Iterator[Event]:
    yield Event(Say("accepts", {"who": house(seat)}), seat, (f"side:{seat}",), "Q7")
    yield from _log_end_of_calls(before, after)


def _log_challenge(before: Akiwado, seat: int, after: Akiwado) -> Iterator[Event]:
    yield Event(Say("challenges", {"who": house(seat)}), seat, (f"side:{seat}",), "Q7")
    yield from _log_end_of_calls(before, after)


def _log_end_of_calls(before: Akiwado, after: Akiwado) -> Iterator[Event]:
    if after.phase != CALL:
        yield from _log_judgement(before, after)


def _log_calls(before: Akiwado, after: Akiwado) -> Iterator[Event]:
    for seat in _clockwise(before, after.calls):
        yield Event(Say("challenges", {"who": house(seat)}), seat, (f"side:{seat}",), "19")
    yield from _log_judgement(before, after)


def _clockwise(s: Akiwado, mask: int) -> list[int]:
    return [clockwise(s, k) for k in range(s.seats) if mask >> clockwise(s, k) & 1]


def _log_judgement(before: Akiwado, after: Akiwado) -> Iterator[Event]:
    s = before.copy()
    s.calls = after.calls
    n, weight, need = s.calls.bit_count(), weight_of_calls(s), quorum(s)
    holes: Holes = {"n": n, "of": participants(s).bit_count(), "need": need}
    black = BLACK_CALLS if weight > n else ""
    if weight < need:
        yield Event(Say(f"stands{black}" if n else "stands.alone", holes), None, (), "20")
        yield from _log_end_of_touting(before, after, pays=True)
    elif after.phase == ROLL:
        yield Event(Say(f"falls{black}", holes), None, ("dice",), "22")
    else:
        yield Event(Say(f"falls.again{black}", holes), None, ("dice",), "23")
        yield from _log_end_of_touting(before, after, pays=False)


def _log_end_of_touting(before: Akiwado, after: Akiwado, *, pays: bool) -> Iterator[Event]:
    """Incomes, tiles turned back, the coin for the coin area (rules 13, 17, 25)."""
    gains = [after.coins[seat] - before.coins[seat] for seat in range(before.seats)]
    earners = [seat for seat in _clockwise(before, everybody(before)) if gains[seat]]
    for seat in earners:
        say = Say("earns", {"who": house(seat), "n": gains[seat]})
        yield Event(say, seat, (f"screen:{seat}",), "13")
    if pays and not earners:
        yield Event(Say("earns.nobody"), None, (), "13")
    if before.unjust:
        who = houses_say(before.unjust, before.seats)
        yield Event(Say("tiles.back", {"who": who}), None, (), "17")
    if after.pool > before.pool:
        yield Event(Say("pool", {"n": after.pool}), None, ("pocket",), "25")


# ---- stocking


def _log_declaration(_before: Akiwado, seat: int, _after: Akiwado, place: int) -> Iterator[Event]:
    holes: Holes = {"who": house(seat), "place": place_say(place)}
    yield Event(Say("says", holes), seat, (PLACE_NAMES[place],), "27")


def _log_bids(before: Akiwado, after: Akiwado) -> Iterator[Event]:
    for seat in _clockwise(before, everybody(before) & ~before.absent):
        yield _log_screen(before, after, seat)
    s = before.copy()
    s.place[:], s.bid[:] = after.place, after.bid
    if after.phase != TAKE_BACK:
        yield from _log_settlement(s)


def _log_screen(before: Akiwado, after: Akiwado, seat: int) -> Event:
    place, said = after.place[seat], before.said[seat]
    holes: Holes = {"who": house(seat), "n": after.bid[seat], "place": place_say(place)}
    key = "shows.pocket" if place == POCKET else "shows.bid"
    if place != said:
        key, holes = f"{key}.lie", holes | {"said": place_say(said)}
    return Event(Say(key, holes), seat, (f"screen:{seat}", PLACE_NAMES[place]), "29")


def _log_leave(before: Akiwado, seat: int, _after: Akiwado) -> Iterator[Event]:
    holes: Holes = {"who": house(seat), "n": before.bid[seat]}
    yield Event(Say("leaves.bid", holes), seat, (f"screen:{seat}",), "46")
    yield from _log_settlement(before.copy())


def _log_take_back(before: Akiwado, seat: int, _after: Akiwado) -> Iterator[Event]:
    s = before.copy()
    s.bid[seat] -= 1
    holes: Holes = {"who": house(seat), "n": s.bid[seat]}
    say = Say("takes.back" if s.bid[seat] else "withdraws", holes)
    yield Event(say, seat, (f"screen:{seat}",), "46")
    yield from _log_settlement(s)


def _log_settlement(s: Akiwado) -> Iterator[Event]:
    """The settlement step by step, played on a copy by the rules (rules 30-39)."""
    for place in (EAST, WEST):
        yield from _log_market(s, place)
    yield from _log_pockets(s)
    yield from _log_injustice(s)
    yield from _log_next(s)


def _log_market(s: Akiwado, place: int) -> Iterator[Event]:
    before, best = s.copy(), best_bidder(s, place)
    settle_market(s, place)
    cards = before.market[place]
    holes: Holes = {"place": place_say(place), "cards": cards_say(cards)}
    ids = (PLACE_NAMES[place],)
    if best == TIED:
        most = max(b for b, at in zip(s.bid, s.place, strict=True) if at == place)
        yield Event(Say("tied", holes | {"n": most}), None, ids, "31")
    elif best != NOBODY:
        key = "buys" if cards_in(before, place) else "buys.nothing"
        say = Say(key, holes | {"who": house(best), "n": s.bid[best]})
        yield Event(say, best, (*ids, f"goods:{best}"), "30")
        yield from _log_markers(before, s)
    elif cards_in(before, place):
        yield Event(Say("lost", holes), None, (*ids, "waste"), "32")


def _log_markers(before: Akiwado, s: Akiwado) -> Iterator[Event]:
    for colour in range(COLOURS):
        holder, former = s.marker[colour], before.marker[colour]
        if holder != former:
            name = Say(f"colour.{COLOUR_NAMES[colour]}")
            who = former if holder == NOBODY else holder
            key, number = ("marker.back", "Q18") if holder == NOBODY else ("marker", "42")
            say = Say(key, {"who": house(who), "colour": name})
            yield Event(say, who, (f"marker.{COLOUR_NAMES[colour]}",), number)


def _log_pockets(s: Akiwado) -> Iterator[Event]:
    before = s.coins[:]
    pay_pockets(s)
    for seat in _clockwise(s, everybody(s)):
        if s.place[seat] == POCKET:
            say = Say("pockets", {"who": house(seat), "n": s.coins[seat] - before[seat]})
            yield Event(say, seat, ("pocket", f"screen:{seat}"), "35")


def _log_injustice(s: Akiwado) -> Iterator[Event]:
    found = liars(s)
    punish(s)
    if found and not s.unjust:
        yield Event(Say("all.unjust"), None, (), "39")
        return
    for seat in _clockwise(s, s.unjust):
        yield Event(Say("unjust", {"who": house(seat)}), seat, (f"tile:{seat}",), "38")


# ---- the next turn, the end


def _log_next(s: Akiwado) -> Iterator[Event]:
    last = s.copy()
    end_turn(s)
    if s.phase in (OVER, SALVAGE):
        yield Event(Say("deck.empty"), None, ("deck",), "49")
        if s.phase == OVER:
            yield from _log_result(s)
        return
    k = 1
    while clockwise(last, k % s.seats) != s.turn:
        seat = clockwise(last, k % s.seats)
        yield Event(Say("skipped", {"who": house(seat)}), seat, (f"tile:{seat}",), "10")
        k += 1


def _log_salvage(_before: Akiwado, seat: int, after: Akiwado, card: int) -> Iterator[Event]:
    say = Say("salvages", {"who": house(seat), "card": card_say(card)})
    yield Event(say, seat, (f"goods:{seat}",), "47")
    yield from _log_result(after)


def _log_result(s: Akiwado) -> Iterator[Event]:
    for seat in range(s.seats):
        holes: Holes = {
            "who": house(seat), "n": score(s, seat), "cards": basic_points(s, seat),
            "sets": special_points(s, seat), "white": white_points(s, seat),
        }  # fmt: skip
        key = "scores.white" if white_points(s, seat) else "scores"
        yield Event(Say(key, holes), seat, (f"goods:{seat}",), "51")
    best = winners(s)
    key = "wins" if best.bit_count() == 1 else "share"
    yield Event(Say(key, {"who": houses_say(best, s.seats)}), None, (), "54")


_EVENTS: Final[dict[str, Callable[..., Iterator[Event]]]] = {
    "split": _log_split, "accept": _log_accept, "challenge": _log_challenge,
    "declare": _log_declaration, "leave": _log_leave, "back": _log_take_back,
    "take": _log_salvage, "screen": _log_chosen,
}  # fmt: skip
"""The lines for each kind of open action."""
