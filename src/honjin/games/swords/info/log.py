"""The log of an action for a viewer: the action itself, then its public results."""

from collections.abc import Iterator, Sequence
from typing import Final

from honjin.core.events import Event, prepared
from honjin.core.seats import CHANCE
from honjin.core.words import Say
from honjin.games.swords.content.data import (
    CARDS,
    DIPLOMACY,
    MAX_ROUNDS,
    NINJA,
    NOBODY,
)
from honjin.games.swords.content.laying import FACE_DOWN, ground_of
from honjin.games.swords.info.log_honor import Change, honor_changes, of_next_turn, tell_honor
from honjin.games.swords.info.log_trade import DEAL_TELLERS, answered, tell_void
from honjin.games.swords.info.logged import LoggedAction, Teller
from honjin.games.swords.info.names import (
    SQUARE_NAMES,
    Holes,
    card_say,
    cards_say,
    castle_say,
    clan,
    terrain_say,
    trait_say,
)
from honjin.games.swords.rules.actions import ACTIONS, goal_of, walk_names
from honjin.games.swords.rules.battles.strength import total
from honjin.games.swords.rules.options import TRADE_OFF
from honjin.games.swords.rules.setup import next_homeless, next_untraited
from honjin.games.swords.rules.state import (
    ATT,
    COMMIT,
    DEF,
    DRAW,
    EXPENSE,
    FORTS,
    GLORY,
    HONOR,
    HOUSING,
    INCOME,
    LOT,
    MARCH,
    OVER,
    ROLL_TRAITS,
    SCOUT,
    SECOND,
    TILES,
    TRAVEL,
    VERSE,
    Swords,
    is_in,
)
from honjin.games.swords.rules.tiling import next_short


def tell(before: Swords, seat: int, action: int, after: Swords, viewer: int) -> tuple[Event, ...]:
    """The log lines of an action for a viewer."""
    changes = honor_changes(before, seat, action, after)
    if seat == CHANCE:
        lines = (*_tell_chance(before, action, viewer), *_tell_changes(before, after, changes))
        if before.trade == TRADE_OFF:
            return lines
        return (*lines, *tell_void(before, after, viewer, NOBODY))
    key, args = ACTIONS.decode(action)
    logged = LoggedAction(before, seat, after, viewer, changes)
    done = _TELLERS[key](logged, *args)
    events = prepared(done) if before.phase <= SECOND else tuple(done)
    lines = (*events, *_tell_changes(before, after, changes))
    if before.trade == TRADE_OFF:
        return lines
    return (*lines, *tell_void(before, after, viewer, answered(key, seat, args)))


# ---- chance


def _tell_chance(before: Swords, outcome: int, viewer: int) -> Iterator[Event]:
    if before.phase == LOT:
        yield Event(Say("first", {"who": clan(outcome)}), CHANCE, (f"side:{outcome}",), "8")
    elif before.phase == FORTS:
        yield _tell_home(next_homeless(before), before.square[outcome])
    elif before.phase == ROLL_TRAITS:
        square = before.square[next_untraited(before)]
        holes: Holes = {"castle": castle_say(before, square), "trait": trait_say(outcome)}
        yield Event(Say("gets.trait", holes), CHANCE, (SQUARE_NAMES[square],), "5")
    elif before.phase == VERSE:
        holes = {"who": clan(before.turn), "n": outcome}
        yield Event(Say("composes", holes), CHANCE, (f"side:{before.turn}",), "14")
    elif before.phase == TILES:
        yield _tell_tile(before, outcome, viewer)
    else:
        yield _tell_card(before, outcome, viewer)


def _tell_home(seat: int, square: int) -> Event:
    holes: Holes = {"who": clan(seat), "at": SQUARE_NAMES[square]}
    return Event(Say("gets.home", holes), CHANCE, (SQUARE_NAMES[square],), "8")


def _tell_tile(before: Swords, tile: int, viewer: int) -> Event:
    seat = next_short(before)
    holes: Holes = {"who": clan(seat)}
    if viewer == seat:
        return Event(Say("draws.tile.own", holes | {"tile": terrain_say(tile)}), CHANCE, (), "26")
    return Event(Say("draws.tile", holes), CHANCE, (), "26")


def _tell_card(before: Swords, card: int, viewer: int) -> Event:
    seat = before.drawer
    holes: Holes = {"who": clan(seat)}
    if before.phase == HOUSING:
        key = "house.keeps" if card == NINJA else "house.shows"
        say = Say(key, holes | {"card": card_say(card)})
        return Event(say, CHANCE, (f"hand:{seat}",), "13")
    if viewer == seat:
        say = Say("draws.own", holes | {"card": card_say(card)})
        return Event(say, CHANCE, (f"hand:{seat}",), "4")
    return Event(Say("draws", holes), CHANCE, (f"hand:{seat}",), "4")


# ---- actions


def _tell_move(logged: LoggedAction, *way: int) -> Iterator[Event]:
    base, to = walk_names(*way)
    yield Event(Say("moves", logged.who | {"from": base, "to": to}), logged.seat, (base, to), "15")


def _tell_attack(logged: LoggedAction, *way: int) -> Iterator[Event]:
    base, to = walk_names(*way)
    holes: Holes = {"from": base, "to": to, "whom": clan(logged.before.army[goal_of(*way)] - 1)}
    yield Event(Say("attacks", logged.who | holes), logged.seat, (base, to), "16")


def _at_square(key: str, number: str) -> Teller:
    """A line about a square."""

    def lines(logged: LoggedAction, square: int) -> Iterator[Event]:
        at = SQUARE_NAMES[square]
        yield Event(Say(key, logged.who | {"at": at}), logged.seat, (at,), number)

    return lines


def _tell_put(logged: LoggedAction, square: int) -> Iterator[Event]:
    key, number = "places.army", "7"
    if logged.before.phase != SECOND:
        is_fortress = logged.before.placed < logged.before.seats
        key, number = "places.fortress" if is_fortress else "places.keep", "26"
    return _at_square(key, number)(logged, square)


def _tell_lay(logged: LoggedAction, tile: int, square: int) -> Iterator[Event]:
    at = SQUARE_NAMES[square]
    holes: Holes = {"tile": terrain_say(ground_of(tile)), "at": at}
    key = "lays.down" if tile == FACE_DOWN else "lays"
    yield Event(Say(key, logged.who | holes), logged.seat, (at,), "26")


def _tell_intrigue(logged: LoggedAction, other: int) -> Iterator[Event]:
    say = Say("plays.intrigue", logged.who | {"whom": clan(other)})
    yield Event(say, logged.seat, (f"side:{other}",), "Q26")


def _tell_purchase(logged: LoggedAction, honor: int) -> Iterator[Event]:
    say = Say("buys", logged.who | {"n": honor}) if honor else Say("buys.none", logged.who)
    yield Event(say, logged.seat, (f"side:{logged.seat}",), "14")


def _private(key: str) -> Teller:
    """A line about a card that only its owner sees."""

    def lines(logged: LoggedAction, card: int) -> Iterator[Event]:
        if logged.viewer == logged.seat:
            say = Say(key, logged.who | {"card": card_say(card)})
            yield Event(say, logged.seat, (f"hand:{logged.seat}",), "18")

    return lines


def _tell_loss(logged: LoggedAction, card: int) -> Iterator[Event]:
    say = Say("discards", logged.who | {"cards": card_say(card)})
    yield Event(say, logged.seat, ("discard",), "Q26")


def _tell_spies(logged: LoggedAction, other: int) -> Iterator[Event]:
    holes = logged.who | {"whom": clan(other)}
    if logged.viewer == logged.seat:
        # Only the spying seat sees the hand; it must not reach any other viewer.
        say = Say("spies.own", holes | {"cards": cards_say(logged.before.hand[other])})
    else:
        say = Say("spies", holes)
    yield Event(say, logged.seat, (f"hand:{other}",), "Q46")


def _tell_on(logged: LoggedAction) -> Iterator[Event]:
    before, own = logged.before, (f"side:{logged.seat}",)
    if before.phase == EXPENSE:
        n = before.gold[logged.seat] - logged.after.gold[logged.seat]
        yield Event(Say("supplies", logged.who | {"n": n}), logged.seat, own, "12")
    else:
        number = "W1" if before.phase == SCOUT else "11"
        yield Event(Say(_DONE.get(before.phase, "goes.on"), logged.who), logged.seat, own, number)


_DONE: Final = {
    DRAW: "draws.no.more", HONOR: "honor.done", TRAVEL: "moves.no.more", MARCH: "moves.no.more",
    SCOUT: "no.spies",
}  # fmt: skip


def _tell_cards(logged: LoggedAction) -> Iterator[Event]:
    """The cards Intrigue takes if it takes all, otherwise that it takes some."""
    before, victim = logged.before, logged.before.victim
    if before.held[victim] > before.intrigue_loss:
        return _plain("gives.cards", "Q26")(logged)
    holes: Holes = {"who": clan(victim), "cards": cards_say(before.hand[victim])}
    return iter((Event(Say("discards", holes), victim, ("discard",), "Q26"),))


def _plain(key: str, number: str) -> Teller:
    """A line about the acting seat."""

    def lines(logged: LoggedAction) -> Iterator[Event]:
        yield Event(Say(key, logged.who), logged.seat, (f"side:{logged.seat}",), number)

    return lines


# ---- secret choices


def _tell_seal(logged: LoggedAction) -> Iterator[Event]:
    before, seat = logged.before, logged.seat
    key, holes = "seals", logged.who
    if logged.viewer == seat:
        key, holes = "seals.own", holes | {"cards": cards_say(before.aside[seat])}
    yield Event(Say(key, holes), seat, (f"hand:{seat}",), "18")
    if logged.after.decided & (1 << seat):
        return
    if before.phase == COMMIT:
        yield from _tell_battle(before, logged.after, logged.changes)
    else:
        yield from _tell_discards(before)


def _tell_discards(before: Swords) -> Iterator[Event]:
    for seat in range(before.seats):
        if any(before.aside[seat]):
            holes: Holes = {"who": clan(seat), "cards": cards_say(before.aside[seat])}
            yield Event(Say("discards", holes), seat, ("discard",), "23")


def _tell_battle(before: Swords, after: Swords, changes: Sequence[Change]) -> Iterator[Event]:
    fighters = (before.attacker, before.defender)
    for side, seat in enumerate(fighters):
        cards = before.aside[seat]
        holes: Holes = {"who": clan(seat), "cards": cards_say(cards)}
        yield Event(Say("reveals", holes), seat, (f"camp:{side}",), "18")
    if any(before.aside[seat][DIPLOMACY] for seat in fighters):
        yield Event(Say("battle.talks"), None, ("camp:0", "camp:1"), "19")
        return
    yield from tell_honor(change for change in changes if change.on_reveal)
    for side, seat in enumerate(fighters):
        yield Event(_force_say(after, side, seat), seat, (f"camp:{side}",), "20")
    yield from _tell_outcome(after, fighters)
    yield from tell_honor(change for change in changes if change.in_battle)


def _force_say(s: Swords, side: int, seat: int) -> Say:
    cards, on_cards, at_large, experience, terrain = s.force[side]
    holes: Holes = {
        "who": clan(seat), "cards": cards, "traits": on_cards + at_large,
        "experience": experience, "terrain": terrain, "n": total(s, side),
    }  # fmt: skip
    return Say("force.attacker" if side == ATT else "force.defender", holes)


def _tell_outcome(after: Swords, fighters: Sequence[int]) -> Iterator[Event]:
    winner, loser = fighters[after.victor], fighters[1 - after.victor]
    ids = (SQUARE_NAMES[after.base], SQUARE_NAMES[after.target])
    if total(after, ATT) == total(after, DEF):
        yield Event(Say("battle.tied"), None, ids, "20")
    yield Event(Say("battle.won", {"who": clan(winner)}), winner, ids, "22")
    yield Event(Say("battle.lost", {"who": clan(loser)}), loser, ids, "22")


# ---- results


def _tell_changes(before: Swords, after: Swords, changes: Sequence[Change]) -> Iterator[Event]:
    """The results of the action, then the turn that begins, with its incomes."""
    rest = [change for change in changes if not (change.on_reveal or change.in_battle)]
    yield from _tell_castles(before, after)
    yield from _tell_fallen(before, after)
    yield from tell_honor(change for change in rest if not of_next_turn(change, before))
    yield from _tell_forced(before, after)
    if after.left > before.left:
        yield Event(Say("shuffled"), None, ("deck",), "Q23")
    if after.phase != before.phase and _begins(before, after):
        holes: Holes = {"who": clan(after.turn), "n": after.round + 1}
        yield Event(Say("turn.begins", holes), after.turn, (f"side:{after.turn}",), "11")
    yield from _tell_gold(before, after)
    yield from tell_honor(change for change in rest if of_next_turn(change, before))
    if after.ended and not before.ended:
        yield _tell_end(after)


def _begins(before: Swords, after: Swords) -> bool:
    """True if a turn of six phases begins, not one that places a tile or a castle."""
    if not INCOME < after.phase < OVER:
        return False
    return after.turn != before.turn or before.phase <= SECOND


def _tell_castles(before: Swords, after: Swords) -> Iterator[Event]:
    for castle in range(before.castles):
        former, owner = before.control[castle], after.control[castle]
        square = after.square[castle]
        if former != owner and before.phase > SECOND:
            key, by = ("neutral.again", None) if owner == NOBODY else ("takes", owner)
            holes: Holes = {"who": clan(owner), "castle": castle_say(after, square)}
            yield Event(Say(key, holes), by, (SQUARE_NAMES[square],), "6")


def _tell_fallen(before: Swords, after: Swords) -> Iterator[Event]:
    for seat in range(before.seats):
        if is_in(before, seat) and not is_in(after, seat):
            left = [before.hand[seat][k] - before.aside[seat][k] for k in range(CARDS)]
            if before.phase != COMMIT:
                left = before.hand[seat]
            holes: Holes = {"who": clan(seat), "cards": cards_say(left)}
            yield Event(Say("falls", holes), seat, (f"side:{seat}",), "9")


def _tell_gold(before: Swords, after: Swords) -> Iterator[Event]:
    """Gold comes last; the gold of a fallen clan is not mentioned."""
    for seat in range(before.seats):
        n = after.gold[seat] - before.gold[seat]
        if n and is_in(after, seat):
            key = "gains.gold" if n > 0 else "loses.gold"
            holes: Holes = {"who": clan(seat), "n": abs(n)}
            yield Event(Say(key, holes), seat, (f"gold:{seat}",), "11")


def _tell_forced(before: Swords, after: Swords) -> Iterator[Event]:
    """Cards that Intrigue took without a choice."""
    if after.waste - before.waste > 1 and before.victim == NOBODY and not _is_battle(before):
        for seat in range(before.seats):
            lost = [max(0, before.hand[seat][k] - after.hand[seat][k]) for k in range(CARDS)]
            if seat != before.turn and is_in(after, seat) and any(lost):
                holes: Holes = {"who": clan(seat), "cards": cards_say(lost)}
                yield Event(Say("discards", holes), seat, ("discard",), "Q26")


def _is_battle(s: Swords) -> bool:
    return s.phase >= COMMIT


def _tell_end(after: Swords) -> Event:
    of_rounds = "W9" if after.max_rounds == MAX_ROUNDS else "Q60"
    if after.winner == NOBODY:
        return Event(Say("ends.even"), None, (), of_rounds)
    key = ("", "wins.last", "wins.glory", "wins.limit")[after.ended]
    number = ("", "9", "10", of_rounds)[after.ended]
    holes: Holes = {"who": clan(after.winner)}
    if after.ended == GLORY:
        holes["n"] = after.honor_to_win
    return Event(Say(key, holes), after.winner, (), number)


# ---- the lines of each kind of action

_TELLERS: Final[dict[str, Teller]] = {
    "step": _tell_move, "leap": _tell_move, "strike": _tell_attack,
    "enter": _plain("goes.in", "Q53"), "stay": _plain("stays.out", "Q53"),
    "tile": _tell_lay, "put": _tell_put, "raise": _at_square("raises", "12"),
    "dismiss": _at_square("dismisses", "12"), "prosperity": _plain("plays.prosperity", "11"),
    "much_honor": _plain("plays.much_honor", "14"), "ninja": _at_square("plays.ninja", "Q28"),
    "march": _at_square("plays.march", "Q47"), "intrigue": _tell_intrigue, "spy": _tell_spies,
    "aside": _private("aside.own"), "back": _private("back.own"), "seal": _tell_seal,
    "honor": _plain("gives.honor", "Q26"), "cards": _tell_cards, "lose": _tell_loss,
    "draw": _plain("draws.for", "13"), "house": _plain("house.draws", "13"),
    "compose": _plain("will.compose", "14"), "buy": _tell_purchase, "on": _tell_on, **DEAL_TELLERS,
}  # fmt: skip
