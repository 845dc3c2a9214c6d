"""Japanese Swords: who acts, what may be done, what follows. Chapters are in files of their own.

    setup.py    set-up                    travel.py   moves
    tiling.py   the board of tiles        battle.py   battles
    expense.py  revenue, armies           scouting.py spies before a battle
    draw.py     cards                     trade.py    trade
    honor.py    honor, Intrigue           effects.py  what several chapters need
    phases.py   what needs no decision    turn.py     spies, the end of a turn

Actions are numbers; actions.py names them. After each of them `phases.advance` goes through all
that needs no decision.
"""

from typing import Any, Final

from honjin.core.jit.bits import count_bits, lowest_bit
from honjin.core.jit.rule import rule
from honjin.core.seats import CHANCE, CHANCE_BIT
from honjin.games.swords.content.data import CARDS
from honjin.games.swords.rules.actions import (
    ASIDE,
    BACK,
    BUY_SOME,
    COMPOSE,
    DISMISS,
    DRAW_ONE,
    GIVE_CARDS,
    GIVE_HONOR,
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
from honjin.games.swords.rules.battle import enter, list_battles, list_entry, strike
from honjin.games.swords.rules.draw import draw_for_house, draw_one, list_draw, take_card
from honjin.games.swords.rules.effects import remove_army
from honjin.games.swords.rules.expense import list_expense, play_prosperity, raise_army
from honjin.games.swords.rules.honor import (
    buy,
    give_cards,
    give_honor,
    list_honor,
    list_purchases,
    play_much_honor,
    play_ninja,
    plot,
    yield_card,
)
from honjin.games.swords.rules.phases import advance, finish, go_on, is_drawing
from honjin.games.swords.rules.scouting import list_scouting, pass_on
from honjin.games.swords.rules.secret import list_secret, set_aside, take_back, undecided
from honjin.games.swords.rules.setup import (
    draw_lots,
    list_fortresses,
    list_seats,
    list_second,
    list_traits,
    place_second,
    roll_trait,
    settle_in,
)
from honjin.games.swords.rules.state import (
    BATTLE,
    BUY,
    COMMIT,
    DRAW,
    ENTER,
    EXPENSE,
    FORTS,
    HONOR,
    LATE,
    LAY,
    LOT,
    MARCH,
    OVER,
    PLACE,
    REDUCE,
    RESIGNED,
    ROLL_TRAITS,
    SCOUT,
    SECOND,
    TILES,
    TRAVEL,
    VERSE,
    VICTIM,
    YIELD,
    Swords,
    enter_cost,
    is_in,
)
from honjin.games.swords.rules.tiling import (
    draw_tile,
    lay,
    list_lay,
    list_places,
    list_tiles,
    place_castle,
    put_away,
)
from honjin.games.swords.rules.trade import OFFER, deal, list_deals, tidy, traders
from honjin.games.swords.rules.travel import leap_cost, list_steps, play_forced_march, step
from honjin.games.swords.rules.turn import list_on, spy

WAYS: Final = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""WAYS[n]: in how many of 36 ways two dice show n."""


# ---- who acts


@rule
def to_act(s: Swords) -> int:
    """Who is awaited, and who may trade; or chance."""
    if is_chance(s):
        return CHANCE_BIT
    return awaited(s) | traders(s) if s.trade else awaited(s)


@rule
def awaited(s: Swords) -> int:
    """Both fighters in secret, one for spies, the victim, the defender; else who has the turn."""
    if s.phase == COMMIT or s.phase == REDUCE:
        return undecided(s)
    if is_chance(s) or s.phase == OVER:
        return 0
    if s.phase == VICTIM:
        return 1 << (s.turn if s.chooser else s.victim)
    if s.phase == YIELD:
        return 1 << s.victim
    if s.phase == ENTER:
        return 1 << s.defender
    if s.phase == SCOUT:
        return 1 << s.scout
    return 1 << s.turn


@rule
def is_chance(s: Swords) -> bool:
    """Whether dice are thrown, lots or cards drawn."""
    if s.phase < SECOND:
        return s.phase != LAY and s.phase != PLACE
    return s.phase == VERSE or is_drawing(s)


# ---- what can be done


@rule
def legal_actions(s: Swords, seat: int, out: Any) -> int:
    """What a seat can do now; trade comes last."""
    n = 0
    if awaited(s) >> seat & 1:
        n = list_duties(s, seat, out)
    if s.trade and traders(s) >> seat & 1:
        n = list_deals(s, seat, out, n)
    return n


@rule
def list_duties(s: Swords, seat: int, out: Any) -> int:
    """What a seat that is awaited can do to go on."""
    if s.phase == COMMIT or s.phase == REDUCE:
        return list_secret(s, seat, out)
    if s.phase == SCOUT:
        return list_scouting(s, out)
    if s.phase == TRAVEL or s.phase == MARCH:
        return list_on(s, out, list_steps(s, out, 0))
    if s.phase >= BATTLE and s.phase <= LATE:
        return list_battles(s, out)
    if s.phase == EXPENSE:
        return list_expense(s, out)
    if s.phase == DRAW:
        return list_draw(s, out)
    if s.phase == HONOR:
        return list_honor(s, out)
    return list_rest(s, seat, out)


@rule
def list_rest(s: Swords, seat: int, out: Any) -> int:
    """What is rarely asked."""
    if s.phase == BUY:
        return list_purchases(s, out)
    if s.phase == SECOND:
        return list_second(s, out)
    if s.phase == ENTER:
        return list_entry(out)
    if s.phase == LAY:
        return list_lay(s, seat, out)
    if s.phase == PLACE:
        return list_places(s, out)
    if s.phase == YIELD:
        return list_yields(s, seat, out)
    out[0] = GIVE_HONOR
    out[1] = GIVE_CARDS
    return 2


@rule
def list_yields(s: Swords, seat: int, out: Any) -> int:
    """Any card of the hand (Q26)."""
    n = 0
    for card in range(CARDS):
        if s.hand[seat][card]:
            out[n] = YIELD_ONE + card
            n += 1
    return n


# ---- what follows


@rule
def apply_action(s: Swords, seat: int, action: int) -> None:
    """The next state."""
    if seat == CHANCE:
        fall(s, action)
    elif action < RAISE:
        march(s, action)
    elif action < SPY_ON:
        act_on_square(s, seat, action)
    elif action < ON:
        act_on_card(s, seat, action)
    else:
        act_plainly(s, seat, action)
    advance(s)
    if s.trade:
        tidy(s)


@rule
def march(s: Swords, action: int) -> None:
    """A step, an attack, a step through a friend."""
    base = action % 10_000 // 100
    to = action % 100
    if action < STRIKE:
        step(s, base, to, enter_cost(s, to))
    elif action < LEAP:
        strike(s, base, to)
    else:
        step(s, base, to, leap_cost(s, base, to))


@rule
def act_on_square(s: Swords, seat: int, action: int) -> None:
    """An army raised or let go, a card played on one, the second army placed."""
    square = action % 100
    if action < DISMISS:
        raise_army(s, square)
    elif action < NINJA_AT:
        remove_army(s, square)
    elif action < MARCH_OF:
        play_ninja(s, square)
    elif action < PUT_AT:
        play_forced_march(s, square)
    elif s.phase == PLACE:
        place_castle(s, seat, square)
    else:
        place_second(s, square)


@rule
def act_on_card(s: Swords, seat: int, action: int) -> None:
    """Spies, Intrigue, honor bought, a card set aside, taken back or lost."""
    if action < INTRIGUE_ON:
        spy(s, seat, action - SPY_ON)
        if s.phase == SCOUT:
            pass_on(s, 0)
    elif action < BUY_SOME:
        plot(s, action - INTRIGUE_ON)
    elif action < ASIDE:
        buy(s, action - BUY_SOME)
    elif action < BACK:
        set_aside(s, seat, action - ASIDE)
    elif action < YIELD_ONE:
        take_back(s, seat, action - BACK)
    else:
        yield_card(s, action - YIELD_ONE)


@rule
def act_plainly(s: Swords, seat: int, action: int) -> None:
    """The end of a phase, a choice sealed, a castle entered, a tile laid."""
    if action == ON:
        go_on(s)
    elif action == SEALED:
        s.decided |= 1 << seat
    elif action < SEALED:
        act_in_phase(s, action)
    elif action < TILE:
        enter(s, action)
    elif action >= OFFER:
        deal(s, seat, action)
    else:
        lay(s, seat, action - TILE)


@rule
def act_in_phase(s: Swords, action: int) -> None:
    """A card drawn or played, honor to be rolled for, what Intrigue takes."""
    if action == DRAW_ONE:
        draw_one(s)
    elif action == HOUSE:
        draw_for_house(s)
    elif action == COMPOSE:
        s.phase = VERSE
    elif action == PROSPER:
        play_prosperity(s)
    elif action == MUCH:
        play_much_honor(s)
    elif action == GIVE_HONOR:
        give_honor(s)
    else:
        give_cards(s)


# ---- chance


@rule
def chance_outcomes(s: Swords, out: Any, weights: Any) -> int:
    """Lots and traits evenly, cards by how many are left, two dice by their ways."""
    if not is_chance(s):
        return 0
    if s.phase == LOT:
        return list_seats(s, out, weights)
    if s.phase == FORTS:
        return list_fortresses(s, out, weights)
    if s.phase == ROLL_TRAITS:
        return list_traits(out, weights)
    if s.phase == TILES:
        return list_tiles(s, out, weights)
    if s.phase == VERSE:
        for n in range(2, 13):
            out[n - 2] = n
            weights[n - 2] = WAYS[n]
        return 11
    return list_deck(s, out, weights)


@rule
def list_deck(s: Swords, out: Any, weights: Any) -> int:
    """Each card of the deck is as likely as any other (rule 4)."""
    n = 0
    for card in range(CARDS):
        if s.deck[card]:
            out[n] = card
            weights[n] = s.deck[card]
            n += 1
    return n


@rule
def fall(s: Swords, outcome: int) -> None:
    """What chance brought."""
    if s.phase == LOT:
        draw_lots(s, outcome)
    elif s.phase == FORTS:
        settle_in(s, outcome)
    elif s.phase == ROLL_TRAITS:
        roll_trait(s, outcome)
    elif s.phase == TILES:
        draw_tile(s, outcome)
    elif s.phase == VERSE:
        s.verses = outcome
        s.phase = BUY
    else:
        take_card(s, outcome)


# ---- the end


REASONS: Final = ("end.last", "end.glory", "end.limit", "end.even", "end.resigned")


@rule
def returns(s: Swords, out: Any) -> int:
    """The winner takes one from every other."""
    for seat in range(s.seats):
        if s.winner >= s.seats:
            out[seat] = 0
        else:
            out[seat] = s.seats - 1 if seat == s.winner else -1
    return s.ended - 1


# ---- giving up (W4)


@rule
def may_resign(s: Swords, seat: int) -> bool:
    """One of the last two clans may give up; before, the others would be hurt or helped by it."""
    return s.ended == 0 and is_in(s, seat) and count_bits(s.alive) == 2


@rule
def resign(s: Swords, seat: int) -> None:
    """The other clan has won; the board is left as it stands."""
    s.ended = RESIGNED
    s.winner = lowest_bit(s.alive & ~(1 << seat))
    put_away(s)
    finish(s)
