"""What a seat is told of an action: the deed, then what came of it for all to see."""

from collections.abc import Iterator, Sequence
from typing import Final

from honjin.core.events import Event, prepared
from honjin.core.seats import CHANCE
from honjin.core.words import Say
from honjin.games.swords.content.data import (
    CARDS,
    DIPLOMACY,
    INTRIGUE_LOSS,
    MOST_ROUNDS,
    NINJA,
    NOBODY,
)
from honjin.games.swords.content.laying import FACE_DOWN, ground_of
from honjin.games.swords.info.deed import Deed, Teller
from honjin.games.swords.info.log_honor import Change, honor_changes, of_next_turn, told_honor
from honjin.games.swords.info.log_trade import TOLD_DEALS, answered, told_void
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
from honjin.games.swords.rules.setup import next_homeless, next_untraited
from honjin.games.swords.rules.state import (
    ATT,
    COMMIT,
    DEF,
    DRAW,
    EXPENSE,
    FORTS,
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
from honjin.games.swords.rules.strength import total
from honjin.games.swords.rules.tiling import next_short


def tell(before: Swords, seat: int, action: int, after: Swords, viewer: int) -> tuple[Event, ...]:
    """What a viewer learns of an action."""
    changes = honor_changes(before, seat, action, after)
    if seat == CHANCE:
        told = (*_told_chance(before, action, viewer), *_told_changes(before, after, changes))
        return (*told, *told_void(before, after, viewer, NOBODY)) if before.trade else told
    key, args = ACTIONS.decode(action)
    deed = Deed(before, seat, after, viewer, changes)
    done = _TOLD[key](deed, *args)
    events = prepared(done) if before.phase <= SECOND else tuple(done)
    told = (*events, *_told_changes(before, after, changes))
    if not before.trade:
        return told
    return (*told, *told_void(before, after, viewer, answered(key, seat, args)))


# ---- chance


def _told_chance(before: Swords, outcome: int, viewer: int) -> Iterator[Event]:
    if before.phase == LOT:
        yield Event(Say("first", {"who": clan(outcome)}), CHANCE, (f"side:{outcome}",), "8")
    elif before.phase == FORTS:
        yield _told_home(next_homeless(before), before.square[outcome])
    elif before.phase == ROLL_TRAITS:
        square = before.square[next_untraited(before)]
        holes: Holes = {"castle": castle_say(before, square), "trait": trait_say(outcome)}
        yield Event(Say("gets.trait", holes), CHANCE, (SQUARE_NAMES[square],), "5")
    elif before.phase == VERSE:
        holes = {"who": clan(before.turn), "n": outcome}
        yield Event(Say("composes", holes), CHANCE, (f"side:{before.turn}",), "14")
    elif before.phase == TILES:
        yield _told_tile(before, outcome, viewer)
    else:
        yield _told_card(before, outcome, viewer)


def _told_home(seat: int, square: int) -> Event:
    holes: Holes = {"who": clan(seat), "at": SQUARE_NAMES[square]}
    return Event(Say("gets.home", holes), CHANCE, (SQUARE_NAMES[square],), "8")


def _told_tile(before: Swords, tile: int, viewer: int) -> Event:
    seat = next_short(before)
    holes: Holes = {"who": clan(seat)}
    if viewer == seat:
        return Event(Say("draws.tile.own", holes | {"tile": terrain_say(tile)}), CHANCE, (), "26")
    return Event(Say("draws.tile", holes), CHANCE, (), "26")


def _told_card(before: Swords, card: int, viewer: int) -> Event:
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


# ---- deeds


def _told_move(deed: Deed, *way: int) -> Iterator[Event]:
    base, to = walk_names(*way)
    yield Event(Say("moves", deed.who | {"from": base, "to": to}), deed.seat, (base, to), "15")


def _told_attack(deed: Deed, *way: int) -> Iterator[Event]:
    base, to = walk_names(*way)
    holes: Holes = {"from": base, "to": to, "whom": clan(deed.before.army[goal_of(*way)] - 1)}
    yield Event(Say("attacks", deed.who | holes), deed.seat, (base, to), "16")


def _at_square(key: str, number: str) -> Teller:
    """A line about a square."""

    def told(deed: Deed, square: int) -> Iterator[Event]:
        at = SQUARE_NAMES[square]
        yield Event(Say(key, deed.who | {"at": at}), deed.seat, (at,), number)

    return told


def _told_put(deed: Deed, square: int) -> Iterator[Event]:
    key, number = "places.army", "7"
    if deed.before.phase != SECOND:
        is_fortress = deed.before.placed < deed.before.seats
        key, number = "places.fortress" if is_fortress else "places.keep", "26"
    return _at_square(key, number)(deed, square)


def _told_lay(deed: Deed, tile: int, square: int) -> Iterator[Event]:
    at = SQUARE_NAMES[square]
    holes: Holes = {"tile": terrain_say(ground_of(tile)), "at": at}
    key = "lays.down" if tile == FACE_DOWN else "lays"
    yield Event(Say(key, deed.who | holes), deed.seat, (at,), "26")


def _told_intrigue(deed: Deed, other: int) -> Iterator[Event]:
    say = Say("plays.intrigue", deed.who | {"whom": clan(other)})
    yield Event(say, deed.seat, (f"side:{other}",), "Q26")


def _told_purchase(deed: Deed, honor: int) -> Iterator[Event]:
    yield Event(Say("buys", deed.who | {"n": honor}), deed.seat, (f"side:{deed.seat}",), "14")


def _to_oneself(key: str) -> Teller:
    """A line about a card that others do not hear of."""

    def told(deed: Deed, card: int) -> Iterator[Event]:
        if deed.viewer == deed.seat:
            say = Say(key, deed.who | {"card": card_say(card)})
            yield Event(say, deed.seat, (f"hand:{deed.seat}",), "18")

    return told


def _told_loss(deed: Deed, card: int) -> Iterator[Event]:
    say = Say("discards", deed.who | {"cards": card_say(card)})
    yield Event(say, deed.seat, ("discard",), "Q26")


def _told_spies(deed: Deed, other: int) -> Iterator[Event]:
    holes = deed.who | {"whom": clan(other)}
    if deed.viewer == deed.seat:
        # What is known of the hand is seen: the full state tells it to nobody else.
        say = Say("spies.own", holes | {"cards": cards_say(deed.before.hand[other])})
    else:
        say = Say("spies", holes)
    yield Event(say, deed.seat, (f"hand:{other}",), "Q46")


def _told_on(deed: Deed) -> Iterator[Event]:
    before, own = deed.before, (f"side:{deed.seat}",)
    if before.phase == EXPENSE:
        n = before.gold[deed.seat] - deed.after.gold[deed.seat]
        yield Event(Say("supplies", deed.who | {"n": n}), deed.seat, own, "12")
    else:
        number = "W1" if before.phase == SCOUT else "11"
        yield Event(Say(_DONE.get(before.phase, "goes.on"), deed.who), deed.seat, own, number)


_DONE: Final = {
    DRAW: "draws.no.more", HONOR: "honor.done", TRAVEL: "moves.no.more", MARCH: "moves.no.more",
    SCOUT: "no.spies",
}  # fmt: skip


def _told_cards(deed: Deed) -> Iterator[Event]:
    """Which cards Intrigue takes, where it takes all; else that it takes some."""
    before, victim = deed.before, deed.before.victim
    if before.held[victim] > INTRIGUE_LOSS:
        return _plain("gives.cards", "Q26")(deed)
    holes: Holes = {"who": clan(victim), "cards": cards_say(before.hand[victim])}
    return iter((Event(Say("discards", holes), victim, ("discard",), "Q26"),))


def _plain(key: str, number: str) -> Teller:
    """A line about whoever acts."""

    def told(deed: Deed) -> Iterator[Event]:
        yield Event(Say(key, deed.who), deed.seat, (f"side:{deed.seat}",), number)

    return told


# ---- choices in secret


def _told_seal(deed: Deed) -> Iterator[Event]:
    before, seat = deed.before, deed.seat
    key, holes = "seals", deed.who
    if deed.viewer == seat:
        key, holes = "seals.own", holes | {"cards": cards_say(before.aside[seat])}
    yield Event(Say(key, holes), seat, (f"hand:{seat}",), "18")
    if deed.after.decided & (1 << seat):
        return
    if before.phase == COMMIT:
        yield from _told_battle(before, deed.after, deed.changes)
    else:
        yield from _told_discards(before)


def _told_discards(before: Swords) -> Iterator[Event]:
    for seat in range(before.seats):
        if any(before.aside[seat]):
            holes: Holes = {"who": clan(seat), "cards": cards_say(before.aside[seat])}
            yield Event(Say("discards", holes), seat, ("discard",), "23")


def _told_battle(before: Swords, after: Swords, changes: Sequence[Change]) -> Iterator[Event]:
    fighters = (before.attacker, before.defender)
    for side, seat in enumerate(fighters):
        cards = before.aside[seat]
        holes: Holes = {"who": clan(seat), "cards": cards_say(cards)}
        yield Event(Say("reveals", holes), seat, (f"camp:{side}",), "18")
    if any(before.aside[seat][DIPLOMACY] for seat in fighters):
        yield Event(Say("battle.talks"), None, ("camp:0", "camp:1"), "19")
        return
    yield from told_honor(change for change in changes if change.on_reveal)
    for side, seat in enumerate(fighters):
        yield Event(_force_say(after, side, seat), seat, (f"camp:{side}",), "20")
    yield from _told_outcome(after, fighters)
    yield from told_honor(change for change in changes if change.in_battle)


def _force_say(s: Swords, side: int, seat: int) -> Say:
    cards, on_cards, at_large, experience, terrain = s.force[side]
    holes: Holes = {
        "who": clan(seat), "cards": cards, "traits": on_cards + at_large,
        "experience": experience, "terrain": terrain, "n": total(s, side),
    }  # fmt: skip
    return Say("force.attacker" if side == ATT else "force.defender", holes)


def _told_outcome(after: Swords, fighters: Sequence[int]) -> Iterator[Event]:
    winner, loser = fighters[after.victor], fighters[1 - after.victor]
    ids = (SQUARE_NAMES[after.base], SQUARE_NAMES[after.target])
    key = "battle.tied" if total(after, ATT) == total(after, DEF) else "battle.won"
    if key == "battle.tied":
        yield Event(Say(key), None, ids, "20")
    yield Event(Say("battle.won", {"who": clan(winner)}), winner, ids, "22")
    yield Event(Say("battle.lost", {"who": clan(loser)}), loser, ids, "22")


# ---- what came of it


def _told_changes(before: Swords, after: Swords, changes: Sequence[Change]) -> Iterator[Event]:
    """What follows from what was done, then the turn that begins with its incomes."""
    rest = [change for change in changes if not (change.on_reveal or change.in_battle)]
    yield from _told_castles(before, after)
    yield from _told_fallen(before, after)
    yield from told_honor(change for change in rest if not of_next_turn(change, before))
    yield from _told_forced(before, after)
    if after.left > before.left:
        yield Event(Say("shuffled"), None, ("deck",), "Q23")
    if after.phase != before.phase and _begins(before, after):
        holes: Holes = {"who": clan(after.turn), "n": after.round + 1}
        yield Event(Say("turn.begins", holes), after.turn, (f"side:{after.turn}",), "11")
    yield from _told_gold(before, after)
    yield from told_honor(change for change in rest if of_next_turn(change, before))
    if after.ended and not before.ended:
        yield _told_end(after)


def _begins(before: Swords, after: Swords) -> bool:
    """Whether a turn of the six phases begins; a tile or a castle placed is none."""
    if not INCOME < after.phase < OVER:
        return False
    return after.turn != before.turn or before.phase <= SECOND


def _told_castles(before: Swords, after: Swords) -> Iterator[Event]:
    for castle in range(before.castles):
        former, owner = before.control[castle], after.control[castle]
        square = after.square[castle]
        if former != owner and before.phase > SECOND:
            key, by = ("neutral.again", None) if owner == NOBODY else ("takes", owner)
            holes: Holes = {"who": clan(owner), "castle": castle_say(after, square)}
            yield Event(Say(key, holes), by, (SQUARE_NAMES[square],), "6")


def _told_fallen(before: Swords, after: Swords) -> Iterator[Event]:
    for seat in range(before.seats):
        if is_in(before, seat) and not is_in(after, seat):
            left = [before.hand[seat][k] - before.aside[seat][k] for k in range(CARDS)]
            if before.phase != COMMIT:
                left = before.hand[seat]
            holes: Holes = {"who": clan(seat), "cards": cards_say(left)}
            yield Event(Say("falls", holes), seat, (f"side:{seat}",), "9")


def _told_gold(before: Swords, after: Swords) -> Iterator[Event]:
    """Gold after all; what a fallen clan had is gone with it."""
    for seat in range(before.seats):
        n = after.gold[seat] - before.gold[seat]
        if n and is_in(after, seat):
            key = "gains.gold" if n > 0 else "loses.gold"
            holes: Holes = {"who": clan(seat), "n": abs(n)}
            yield Event(Say(key, holes), seat, (f"gold:{seat}",), "11")


def _told_forced(before: Swords, after: Swords) -> Iterator[Event]:
    """Cards that Intrigue took without leaving a choice."""
    if after.waste - before.waste > 1 and before.victim == NOBODY and not _is_battle(before):
        for seat in range(before.seats):
            lost = [max(0, before.hand[seat][k] - after.hand[seat][k]) for k in range(CARDS)]
            if seat != before.turn and is_in(after, seat) and any(lost):
                holes: Holes = {"who": clan(seat), "cards": cards_say(lost)}
                yield Event(Say("discards", holes), seat, ("discard",), "Q26")


def _is_battle(s: Swords) -> bool:
    return s.phase >= COMMIT


def _told_end(after: Swords) -> Event:
    of_rounds = "W9" if after.max_rounds == MOST_ROUNDS else "Q60"
    if after.winner == NOBODY:
        return Event(Say("ends.even"), None, (), of_rounds)
    key = ("", "wins.last", "wins.glory", "wins.limit")[after.ended]
    number = ("", "9", "10", of_rounds)[after.ended]
    return Event(Say(key, {"who": clan(after.winner)}), after.winner, (), number)


# ---- each sort of action

_TOLD: Final[dict[str, Teller]] = {
    "step": _told_move, "leap": _told_move, "strike": _told_attack,
    "enter": _plain("goes.in", "Q53"), "stay": _plain("stays.out", "Q53"),
    "tile": _told_lay, "put": _told_put, "raise": _at_square("raises", "12"),
    "dismiss": _at_square("dismisses", "12"), "prosperity": _plain("plays.prosperity", "11"),
    "much_honor": _plain("plays.much_honor", "14"), "ninja": _at_square("plays.ninja", "Q28"),
    "march": _at_square("plays.march", "Q47"), "intrigue": _told_intrigue, "spy": _told_spies,
    "aside": _to_oneself("aside.own"), "back": _to_oneself("back.own"), "seal": _told_seal,
    "honor": _plain("gives.honor", "Q26"), "cards": _told_cards, "lose": _told_loss,
    "draw": _plain("draws.for", "13"), "house": _plain("house.draws", "13"),
    "compose": _plain("will.compose", "14"), "buy": _told_purchase, "on": _told_on, **TOLD_DEALS,
}  # fmt: skip
