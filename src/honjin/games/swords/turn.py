"""A turn: revenue, expense, draw, honor, travel (rules 11-15); battles are in battle.py.

What is done here only sets the next phase; `rules.advance` goes on from there until somebody has
something to decide.
"""

from typing import Any, Final

from honjin.core.rule import rule
from honjin.games.swords.data import (
    CARDS,
    DRAW_COST,
    FORCED_MARCH,
    HONOR_COST,
    INTRIGUE,
    INTRIGUE_LOSS,
    MUCH_HONOR,
    MUCH_HONOR_HONOR,
    NINJA,
    NINJA_HONOR,
    NOBODY,
    PROSPERITY,
    PROSPERITY_GOLD,
    SPIES,
    SUPPLY,
)
from honjin.games.swords.deeds import (
    gain,
    give_card,
    leave_deck,
    look_at,
    lose,
    move_army,
    play_card,
    put_army,
    take_castle,
    toss,
)
from honjin.games.swords.maps import POINTS, SQUARES, around, is_beside
from honjin.games.swords.state import (
    ATTACKED,
    BATTLE,
    DRAW,
    DRAWING,
    EXPENSE,
    HONOR,
    HOUSING,
    INCOME,
    LIMIT,
    MARCH,
    MARCHED,
    MOVED,
    NOWHERE,
    TRAVEL,
    VICTIM,
    YIELD,
    Swords,
    after,
    can_muster,
    enter_cost,
    from_first,
    gold_income,
    honor_income,
    is_fortress,
    is_free,
    is_in,
    is_near_fortress,
    new_army_cost,
    ninja_houses,
)

# ---- actions, shared by all chapters

STEP: Final = 0  # + 100 * from + to
STRIKE: Final = 10_000  # an attack, + 100 * from + to
LEAP: Final = 20_000  # through a friend (Q32), + 100 * from + to
RAISE: Final = 30_000  # + square
DISMISS: Final = 30_100  # + square
NINJA_AT: Final = 30_200  # + square
MARCH_OF: Final = 30_300  # + square
PUT_AT: Final = 30_400  # + square: second army, castle
SPY_ON: Final = 30_500  # + seat
INTRIGUE_ON: Final = 30_510  # + seat
BUY_SOME: Final = 30_520  # + honor
ASIDE: Final = 30_540  # + card
BACK: Final = 30_560  # + card
YIELD_ONE: Final = 30_580  # + card
ON: Final = 30_600  # the phase is done
DRAW_ONE: Final = 30_601
HOUSE: Final = 30_602
COMPOSE: Final = 30_603  # roll for the honor that may be bought
PROSPER: Final = 30_604
MUCH: Final = 30_605
GIVE_HONOR: Final = 30_606
GIVE_CARDS: Final = 30_607
SEALED: Final = 30_608
GO_IN: Final = 30_609
STAY: Final = 30_610
TILE: Final = 31_000  # + 100 * terrain + square


# ---- revenue (11)


@rule
def begin_turn(s: Swords) -> None:
    """Gold from castles; then supplies are to be paid (rule 11)."""
    s.raised = 0
    s.drawn = 0
    s.verses = 0
    s.bought = 0
    s.gold[s.turn] += gold_income(s, s.turn)
    s.phase = EXPENSE


# ---- expense (12)


@rule
def can_pay(s: Swords) -> bool:
    """Whether there is gold for all armies that were not raised this turn (rule 12)."""
    return s.raised > 0 or s.gold[s.turn] >= SUPPLY * s.armies[s.turn]


@rule
def pay(s: Swords) -> None:
    """All armies are supplied, once a turn."""
    if s.raised == 0:
        s.gold[s.turn] -= SUPPLY * s.armies[s.turn]


@rule
def can_raise(s: Swords) -> bool:
    """Whether there is gold for another army once all are supplied (rule 12, Q14)."""
    if s.raised and s.raises:
        return False
    due = 0 if s.raised else SUPPLY * s.armies[s.turn]
    return s.gold[s.turn] >= due + new_army_cost(s)


@rule
def list_raises(s: Swords, out: Any, n: int) -> int:
    """Squares for a new army (rule 12, Q15, Q17)."""
    if can_raise(s):
        for square in range(SQUARES):
            if can_muster(s, s.turn, square) and is_near_fortress(s, s.turn, square):
                out[n] = RAISE + square
                n += 1
    return n


@rule
def has_room(s: Swords) -> bool:
    """Whether a new army could stand somewhere (Q15)."""
    for castle in range(s.castles):
        if s.control[castle] == s.turn and is_fortress(s, castle):
            square = s.square[castle]
            if is_free(s, square):
                return True
            near = around(s.adjacency, square)
            while near:
                if can_muster(s, s.turn, (near & 127) - 1):
                    return True
                near >>= 7
    return False


@rule
def is_expense_open(s: Swords) -> bool:
    """Whether there is something to decide: whom to let go, to raise, a card to play."""
    if s.held[s.turn] > 0:
        return True
    if s.raised == 0 and s.armies[s.turn] > 0:
        return True
    return can_raise(s) and has_room(s)


@rule
def list_expense(s: Swords, out: Any) -> int:
    """Prosperity and armies to let go before supplies are paid, a new army, on (rule 12)."""
    n = 0
    if s.raised == 0:
        if s.hand[s.turn][PROSPERITY]:
            out[n] = PROSPER
            n += 1
        for square in range(SQUARES):
            if s.army[square] == s.turn + 1:
                out[n] = DISMISS + square
                n += 1
    n = list_raises(s, out, n)
    return list_on(s, out, n) if can_pay(s) else list_spies(s, s.turn, out, n)


@rule
def list_on(s: Swords, out: Any, n: int) -> int:
    """Spies, and the end of the phase."""
    n = list_spies(s, s.turn, out, n)
    out[n] = ON
    return n + 1


@rule
def raise_army(s: Swords, square: int) -> None:
    """Supplies are paid first; then the new army, which needs none yet (rule 12, Q13)."""
    pay(s)
    s.raised = 1
    s.gold[s.turn] -= new_army_cost(s)
    put_army(s, s.turn, square)


@rule
def end_expense(s: Swords) -> None:
    """Supplies are paid; cards can be drawn."""
    pay(s)
    s.houses = ninja_houses(s, s.turn)
    s.phase = DRAW


# ---- draw (13)


@rule
def can_draw(s: Swords) -> bool:
    """One card is free, any other costs gold (rule 13); without cards there is nothing to draw."""
    if s.left + s.waste == 0:
        return False
    return s.drawn == 0 or s.gold[s.turn] >= DRAW_COST


@rule
def can_house(s: Swords) -> bool:
    """A card for each Ninja House, after the free one (Q22)."""
    return s.houses > 0 and s.drawn > 0 and s.left + s.waste > 0


@rule
def list_draw(s: Swords, out: Any) -> int:
    """A card, a card for a Ninja House, on (rule 13)."""
    n = 0
    if can_draw(s):
        out[n] = DRAW_ONE
        n += 1
    if can_house(s):
        out[n] = HOUSE
        n += 1
    return list_on(s, out, n)


@rule
def begin_draw(s: Swords, seat: int, cards: int, phase: int) -> None:
    """A seat is to draw so many cards."""
    s.drawer = seat
    s.to_draw = cards
    s.phase = phase


@rule
def draw_one(s: Swords) -> None:
    """The free card, or one for gold (rule 13)."""
    if s.drawn:
        s.gold[s.turn] -= DRAW_COST
    s.drawn = 1
    begin_draw(s, s.turn, 1, DRAWING)


@rule
def draw_for_house(s: Swords) -> None:
    """A Ninja House sends for a card (rule 13)."""
    s.houses -= 1
    begin_draw(s, s.turn, 1, HOUSING)


@rule
def take_card(s: Swords, card: int) -> None:
    """A card comes from the deck; that of a Ninja House is shown and kept if a Ninja (Q22)."""
    leave_deck(s, card)
    s.to_draw -= 1
    if s.phase != HOUSING:
        give_card(s, s.drawer, card)
    elif card == NINJA:
        give_card(s, s.drawer, card)
        for viewer in range(s.seats):
            if viewer != s.drawer:
                s.seen[viewer][s.drawer][card] += 1
    else:
        toss(s, card)


# ---- honor (14)


@rule
def begin_honor(s: Swords) -> None:
    """Honor from traits (rule 14)."""
    s.phase = HONOR
    gain(s, s.turn, honor_income(s, s.turn))


@rule
def can_compose(s: Swords) -> bool:
    """Whether honor can be bought: once a turn, as far as the dice allow (rule 14, Q25)."""
    return s.verses == 0 and s.gold[s.turn] >= HONOR_COST


@rule
def list_honor(s: Swords, out: Any) -> int:
    """Honor to buy, Much Honor, Intrigue, Ninja, on (rule 14)."""
    n = 0
    hand = s.hand[s.turn]
    if can_compose(s):
        out[n] = COMPOSE
        n += 1
    if hand[MUCH_HONOR]:
        out[n] = MUCH
        n += 1
    if hand[INTRIGUE]:
        for seat in range(s.seats):
            if seat != s.turn and is_in(s, seat):
                out[n] = INTRIGUE_ON + seat
                n += 1
    if hand[NINJA]:
        for square in range(SQUARES):
            if s.army[square]:
                out[n] = NINJA_AT + square
                n += 1
    return list_on(s, out, n)


@rule
def list_purchases(s: Swords, out: Any) -> int:
    """Any honor from nothing to the roll, as far as the gold goes (Q25)."""
    most = min(s.verses, s.gold[s.turn] // HONOR_COST)
    for honor in range(most + 1):
        out[honor] = BUY_SOME + honor
    return most + 1


@rule
def buy(s: Swords, honor: int) -> None:
    """Honor for gold (rule 14)."""
    s.bought = 1
    s.gold[s.turn] -= HONOR_COST * honor
    s.phase = HONOR
    gain(s, s.turn, honor)


@rule
def play_ninja(s: Swords, square: int) -> None:
    """An army loses all experience; who played it loses honor (Q28)."""
    play_card(s, s.turn, NINJA)
    s.experience[square] = 0
    lose(s, s.turn, NINJA_HONOR)


# ---- Intrigue (14, Q26)


@rule
def plot(s: Swords, seat: int) -> None:
    """An opponent must lose honor or cards, as the opponent likes."""
    play_card(s, s.turn, INTRIGUE)
    s.victim = seat
    s.phase = VICTIM


@rule
def can_give_honor(s: Swords) -> bool:
    """Whether the victim can lose honor; less than asked only if cards are too few as well."""
    if s.honor[s.victim] >= INTRIGUE_LOSS:
        return True
    return s.held[s.victim] < INTRIGUE_LOSS


@rule
def can_give_cards(s: Swords) -> bool:
    """Whether the victim can lose cards; fewer than asked only if honor is too little as well."""
    if s.held[s.victim] >= INTRIGUE_LOSS:
        return True
    return s.honor[s.victim] < INTRIGUE_LOSS


@rule
def is_victim_free(s: Swords) -> bool:
    """Whether there is a choice between honor and cards."""
    if s.honor[s.victim] <= 0 and s.held[s.victim] == 0:
        return False
    return can_give_honor(s) and can_give_cards(s)


@rule
def submit(s: Swords) -> None:
    """There is only one thing to lose, or nothing."""
    if s.honor[s.victim] <= 0 and s.held[s.victim] == 0:
        end_plot(s)
    elif can_give_cards(s):
        give_cards(s)
    else:
        give_honor(s)


@rule
def give_honor(s: Swords) -> None:
    """The victim loses honor, without floor all that is asked."""
    lost = INTRIGUE_LOSS
    if s.honor[s.victim] < INTRIGUE_LOSS:
        lost = max(0, s.honor[s.victim])
    lose(s, s.victim, lost)
    end_plot(s)


@rule
def give_cards(s: Swords) -> None:
    """The victim picks cards to lose; all go where there are no more."""
    s.to_lose = INTRIGUE_LOSS
    s.phase = YIELD
    if s.held[s.victim] <= INTRIGUE_LOSS:
        for card in range(CARDS):
            while s.hand[s.victim][card]:
                play_card(s, s.victim, card)
        end_plot(s)


@rule
def yield_card(s: Swords, card: int) -> None:
    """One card is lost."""
    play_card(s, s.victim, card)
    s.to_lose -= 1
    if s.to_lose == 0:
        end_plot(s)


@rule
def end_plot(s: Swords) -> None:
    """The honor phase goes on."""
    s.to_lose = 0
    s.victim = NOBODY
    s.phase = HONOR


# ---- travel (15)


@rule
def begin_travel(s: Swords) -> None:
    """Nobody has moved yet."""
    s.phase = TRAVEL
    s.mover = NOWHERE


@rule
def points_of(s: Swords, square: int) -> int:
    """Points that an army of the active player still has (rule 15, Q31, Q37)."""
    if s.army[square] != s.turn + 1:
        return 0
    if square == s.mover:
        return s.points
    if s.phase == MARCH:
        return POINTS if square == s.marcher and s.mover == NOWHERE else 0
    return 0 if s.marks[square] & MOVED else POINTS


@rule
def list_steps(s: Swords, out: Any, n: int) -> int:
    """Every step of every army that has points for it (rule 15)."""
    for square in range(SQUARES):
        if s.army[square] == s.turn + 1:
            n = list_steps_of(s, square, out, n)
    return n


@rule
def list_steps_of(s: Swords, square: int, out: Any, n: int) -> int:
    """Steps of one army: to a free square it has the points for (Q31, Q32)."""
    points = points_of(s, square)
    if points == 0:
        return n
    near = around(s.adjacency, square)
    while near:
        to = (near & 127) - 1
        near >>= 7
        if is_free(s, to) and enter_cost(s, to) <= points:
            out[n] = STEP + 100 * square + to
            n += 1
    return list_leaps(s, square, points, out, n) if s.through else n


@rule
def list_leaps(s: Swords, square: int, points: int, out: Any, n: int) -> int:
    """Through a friend onto a free square behind (Q32), where no step leads."""
    begun = n
    near = around(s.adjacency, square)
    while near:
        friend = (near & 127) - 1
        near >>= 7
        if s.army[friend] == s.turn + 1:
            left = points - enter_cost(s, friend)
            beyond = around(s.adjacency, friend)
            while beyond:
                to = (beyond & 127) - 1
                beyond >>= 7
                is_new = is_free(s, to) and not is_beside(s.adjacency, square, to)
                if is_new and enter_cost(s, to) <= left:
                    n = add_new(out, begun, n, LEAP + 100 * square + to)
    return n


@rule
def add_new(out: Any, begun: int, n: int, action: int) -> int:
    """Append an action that is not in the list from `begun` on."""
    for k in range(begun, n):
        if out[k] == action:
            return n
    out[n] = action
    return n + 1


@rule
def can_step(s: Swords) -> bool:
    """Whether any army can move."""
    for square in range(SQUARES):
        if s.army[square] == s.turn + 1 and can_step_from(s, square):
            return True
    return False


@rule
def can_step_from(s: Swords, square: int) -> bool:
    """Whether an army can move on."""
    points = points_of(s, square)
    if points == 0:
        return False
    near = around(s.adjacency, square)
    while near:
        to = (near & 127) - 1
        near >>= 7
        if is_free(s, to) and enter_cost(s, to) <= points:
            return True
        if s.through and s.army[to] == s.turn + 1 and can_pass(s, to, points - enter_cost(s, to)):
            return True
    return False


@rule
def can_pass(s: Swords, friend: int, points: int) -> bool:
    """Whether there is a free square behind a friend (Q32)."""
    near = around(s.adjacency, friend)
    while near:
        to = (near & 127) - 1
        near >>= 7
        if is_free(s, to) and enter_cost(s, to) <= points:
            return True
    return False


@rule
def step(s: Swords, base: int, to: int, cost: int) -> None:
    """An army moves; castles change hands when they are entered (rule 15, Q33, Q34)."""
    left = points_of(s, base) - cost
    if s.mover != base:
        stop(s)
    s.marks[base] |= MOVED
    move_army(s, base, to)
    s.mover = to
    s.points = left
    if s.crossing:
        take_castle(s, s.turn, to)


@rule
def leap_cost(s: Swords, base: int, to: int) -> int:
    """The cheapest way through a friend (Q32)."""
    best = POINTS
    near = around(s.adjacency, base)
    while near:
        friend = (near & 127) - 1
        near >>= 7
        if s.army[friend] == s.turn + 1:
            beyond = around(s.adjacency, friend)
            while beyond:
                if (beyond & 127) - 1 == to:
                    best = min(best, enter_cost(s, friend) + enter_cost(s, to))
                beyond >>= 7
    return best


@rule
def stop(s: Swords) -> None:
    """The army on its way has arrived (Q33, Q37)."""
    if s.mover != NOWHERE:
        square = s.mover
        s.mover = NOWHERE
        s.points = 0
        if s.crossing == 0:
            take_castle(s, s.turn, square)


@rule
def end_travel(s: Swords) -> None:
    """Battles follow (rule 16)."""
    stop(s)
    s.phase = BATTLE


# ---- spies, and the end of the turn


@rule
def list_spies(s: Swords, seat: int, out: Any, n: int) -> int:
    """Opponents whose hands can be looked at (Q46)."""
    if s.hand[seat][SPIES]:
        for other in range(s.seats):
            if other != seat and s.held[other] > 0:
                out[n] = SPY_ON + other
                n += 1
    return n


@rule
def spy(s: Swords, seat: int, other: int) -> None:
    """Shinobi Spies are discarded, a hand is seen (Q46)."""
    play_card(s, seat, SPIES)
    look_at(s, seat, other)
    s.spied[seat] = other + 1


@rule
def end_turn(s: Swords) -> None:
    """Marks are gone; the next player clockwise who is in; rounds may be up (Q60)."""
    for square in range(SQUARES):
        s.marks[square] = 0
    s.mover = NOWHERE
    s.points = 0
    s.marcher = NOWHERE
    place = from_first(s, s.turn)
    s.turn = after(s, s.turn)
    while not is_in(s, s.turn):
        s.turn = after(s, s.turn)
    s.phase = INCOME
    if from_first(s, s.turn) <= place:
        s.round += 1
        if s.round == s.max_rounds:
            s.ended = LIMIT


@rule
def play_much_honor(s: Swords) -> None:
    """Much Honor (rule 14)."""
    play_card(s, s.turn, MUCH_HONOR)
    gain(s, s.turn, MUCH_HONOR_HONOR)


@rule
def play_prosperity(s: Swords) -> None:
    """Prosperity (rule 11, Q20)."""
    play_card(s, s.turn, PROSPERITY)
    s.gold[s.turn] += PROSPERITY_GOLD


@rule
def play_forced_march(s: Swords, square: int) -> None:
    """An army travels and fights a second time (Q47)."""
    play_card(s, s.turn, FORCED_MARCH)
    s.marks[square] = (s.marks[square] | MARCHED) & ~(MOVED | ATTACKED)
    s.marcher = square
    s.mover = NOWHERE
    s.points = 0
    s.phase = MARCH
