"""What a seat is told of an action: the deed, then what came of it for all to see."""

from collections.abc import Iterator, Sequence
from typing import Final

from honjin.core.events import Event
from honjin.core.seats import CHANCE
from honjin.core.words import Say
from honjin.games.swords.content.data import (
    CARDS,
    DIPLOMACY,
    FORCED_MARCH,
    INTRIGUE,
    MOST_ROUNDS,
    MUCH_HONOR,
    NINJA,
    NOBODY,
    PROSPERITY,
    SPIES,
)
from honjin.games.swords.content.laying import FACE_DOWN, ground_of
from honjin.games.swords.info.log_honor import Change, honor_changes, of_next_turn, told_honor
from honjin.games.swords.info.log_trade import told_deal, told_void
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
from honjin.games.swords.rules.actions import (
    ASIDE,
    BACK,
    BUY_SOME,
    COMPOSE,
    DISMISS,
    DRAW_ONE,
    GIVE_CARDS,
    GIVE_HONOR,
    GO_IN,
    HOUSE,
    INTRIGUE_ON,
    LEAP,
    MARCH_OF,
    MUCH,
    NINJA_AT,
    ON,
    PROSPER,
    PUT_AT,
    RAISE,
    SEALED,
    SPY_ON,
    STRIKE,
    TILE,
    YIELD_ONE,
)
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
from honjin.games.swords.rules.trade import ACCEPT, AMOUNT, OFFER


def tell(before: Swords, seat: int, action: int, after: Swords, viewer: int) -> tuple[Event, ...]:
    """What a viewer learns of an action."""
    changes = honor_changes(before, seat, action, after)
    if seat == CHANCE:
        deed = _told_chance(before, action, viewer)
    elif action == SEALED:
        deed = _told_seal(before, seat, after, viewer, changes)
    else:
        deed = _told(before, seat, action, after, viewer)
    told = (*deed, *_told_changes(before, after, changes))
    if not before.trade:
        return told
    return (*told, *told_void(before, after, viewer, _answered(seat, action)))


def _answered(seat: int, action: int) -> int:
    """Whose offer an action ends."""
    if seat == CHANCE or action < OFFER:
        return NOBODY
    if ACCEPT <= action < AMOUNT:
        return action % 10
    return seat


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


def _told(before: Swords, seat: int, action: int, after: Swords, viewer: int) -> Iterator[Event]:
    if action >= OFFER:
        yield from told_deal(before, seat, action, viewer)
    elif action < RAISE:
        yield _told_march(before, seat, action)
    elif action < SPY_ON:
        yield _told_at(before, seat, action)
    elif action < ON:
        yield from _told_on_card(before, seat, action, viewer)
    elif action >= TILE:
        yield _told_lay(seat, action - TILE)
    else:
        yield from _told_plain(before, seat, action, after)


def _told_march(before: Swords, seat: int, action: int) -> Event:
    base, to = SQUARE_NAMES[action % 10_000 // 100], SQUARE_NAMES[action % 100]
    holes: Holes = {"who": clan(seat), "from": base, "to": to}
    if STRIKE <= action < LEAP:
        whom = clan(before.army[action % 100] - 1)
        return Event(Say("attacks", holes | {"whom": whom}), seat, (base, to), "16")
    return Event(Say("moves", holes), seat, (base, to), "15")


_AT_SQUARE: Final = {
    RAISE: ("raises", "12"), DISMISS: ("dismisses", "12"), NINJA_AT: ("plays.ninja", "Q28"),
    MARCH_OF: ("plays.march", "Q47"), PUT_AT: ("places.army", "7"),
}  # fmt: skip


def _told_at(before: Swords, seat: int, action: int) -> Event:
    base, square = action // 100 * 100, action % 100
    key, number = _AT_SQUARE[base]
    if base == PUT_AT and before.phase != SECOND:
        key, number = "places.fortress" if before.placed < before.seats else "places.keep", "26"
    holes: Holes = {"who": clan(seat), "at": SQUARE_NAMES[square]}
    return Event(Say(key, holes), seat, (SQUARE_NAMES[square],), number)


def _told_lay(seat: int, laying: int) -> Event:
    key = "lays.down" if laying // 100 == FACE_DOWN else "lays"
    at = SQUARE_NAMES[laying % 100]
    holes: Holes = {"who": clan(seat), "tile": terrain_say(ground_of(laying)), "at": at}
    return Event(Say(key, holes), seat, (at,), "26")


def _told_on_card(before: Swords, seat: int, action: int, viewer: int) -> Iterator[Event]:
    who: Holes = {"who": clan(seat)}
    if action < INTRIGUE_ON:
        yield from _told_spies(before, seat, action - SPY_ON, viewer)
    elif action < BUY_SOME:
        other = action - INTRIGUE_ON
        say = Say("plays.intrigue", who | {"whom": clan(other)})
        yield Event(say, seat, (f"side:{other}",), "Q26")
    elif action < ASIDE:
        yield Event(Say("buys", who | {"n": action - BUY_SOME}), seat, (f"side:{seat}",), "14")
    elif action < YIELD_ONE:
        if viewer == seat:
            key = "aside.own" if action < BACK else "back.own"
            card = action - (ASIDE if action < BACK else BACK)
            yield Event(Say(key, who | {"card": card_say(card)}), seat, (f"hand:{seat}",), "18")
    else:
        holes = who | {"cards": card_say(action - YIELD_ONE)}
        yield Event(Say("discards", holes), seat, ("discard",), "Q26")


def _told_spies(before: Swords, seat: int, other: int, viewer: int) -> Iterator[Event]:
    holes: Holes = {"who": clan(seat), "whom": clan(other)}
    if viewer == seat:
        # What is known of the hand is seen: the full state tells it to nobody else.
        yield Event(
            Say("spies.own", holes | {"cards": cards_say(before.hand[other])}),
            seat, (f"hand:{other}",), "Q46",
        )  # fmt: skip
    else:
        yield Event(Say("spies", holes), seat, (f"hand:{other}",), "Q46")


def _told_plain(before: Swords, seat: int, action: int, after: Swords) -> Iterator[Event]:
    who: Holes = {"who": clan(seat)}
    own = (f"side:{seat}",)
    if action == ON and before.phase == EXPENSE:
        n = before.gold[seat] - after.gold[seat]
        yield Event(Say("supplies", who | {"n": n}), seat, own, "12")
    elif action == ON:
        number = "W1" if before.phase == SCOUT else "11"
        yield Event(Say(_DONE.get(before.phase, "goes.on"), who), seat, own, number)
    elif action == GIVE_CARDS and before.held[before.victim] <= 3:
        lost = cards_say(before.hand[before.victim])
        holes: Holes = {"who": clan(before.victim), "cards": lost}
        yield Event(Say("discards", holes), before.victim, ("discard",), "Q26")
    else:
        key, number = _PLAIN[action]
        yield Event(Say(key, who), seat, own, number)


_DONE: Final = {
    DRAW: "draws.no.more", HONOR: "honor.done", TRAVEL: "moves.no.more", MARCH: "moves.no.more",
    SCOUT: "no.spies",
}  # fmt: skip
_PLAIN: Final = {
    DRAW_ONE: ("draws.for", "13"), HOUSE: ("house.draws", "13"), COMPOSE: ("will.compose", "14"),
    PROSPER: ("plays.prosperity", "11"), MUCH: ("plays.much_honor", "14"),
    GIVE_HONOR: ("gives.honor", "Q26"), GIVE_CARDS: ("gives.cards", "Q26"),
    GO_IN: ("goes.in", "Q53"), GO_IN + 1: ("stays.out", "Q53"),
}  # fmt: skip

CARD_PLAYED: Final = {
    "plays.prosperity": PROSPERITY, "plays.much_honor": MUCH_HONOR, "plays.ninja": NINJA,
    "plays.march": FORCED_MARCH, "plays.intrigue": INTRIGUE, "spies": SPIES, "spies.own": SPIES,
}  # fmt: skip
"""Lines that tell of a card played, and the card."""


# ---- choices in secret


def _told_seal(
    before: Swords, seat: int, after: Swords, viewer: int, changes: Sequence[Change]
) -> Iterator[Event]:
    who: Holes = {"who": clan(seat)}
    if viewer == seat:
        chosen = cards_say(before.aside[seat])
        yield Event(Say("seals.own", who | {"cards": chosen}), seat, (f"hand:{seat}",), "18")
    else:
        yield Event(Say("seals", who), seat, (f"hand:{seat}",), "18")
    if after.decided & (1 << seat):
        return
    if before.phase == COMMIT:
        yield from _told_battle(before, after, changes)
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
