"""A perfect index of the positions of all acts but the fifth (`core.parts.index`).

Ignoring values, the dice on a card are one of seven piles: none, r, b, rr, rb, br, bb (the lower
die first). So a board is a number in base seven, with card 0 as the highest digit, and a family is

    (layout * 7 ** cards + board) * 2 + turn

where the layout gives the card of the Epilogue that has been moved: 0 for none, otherwise
1 + 64 * card + cell. The values of the dice are the members (`members`). In Act 4 each board that
Surprises make is a stage of its own.
"""

from dataclasses import replace
from functools import partial
from itertools import combinations, permutations
from typing import Any, Final

from honjin.core.jit.bits import count_bits
from honjin.core.jit.rule import rule
from honjin.core.options import Options
from honjin.core.parts.index import Case, Index, Plan, TooLarge, Unsolvable
from honjin.games.rokumon.ai.classes import canonical, first_state, options_of, turned
from honjin.games.rokumon.ai.members import (
    BLACK_SEQUENCES,
    RED_SEQUENCES,
    dice_of,
    dice_of_member,
    mapping,
    member,
    way_of_action,
)
from honjin.games.rokumon.content.data import (
    ACT_KEYS,
    ACTS,
    BLACK,
    COLOUR_COUNTS,
    EPILOGUE,
    NEXT_TURN,
    PLAIN_KINDS,
    RED,
    SIDE_DICE,
)
from honjin.games.rokumon.rules.actions import card_of_fight, is_fight, is_surprise
from honjin.games.rokumon.rules.play import top_stays
from honjin.games.rokumon.rules.state import (
    NOBODY,
    Rokumon,
    board,
    die_on,
    give_back,
    has_row,
    put,
    settle_board,
    take,
)
from honjin.games.rokumon.rules.winning import (
    SUBMISSION,
    can_do_other,
    can_place,
    end,
    forget,
    remember,
)

PILES: Final = 7
FIRST_SEATS: Final = (-1, RED, BLACK, RED, RED, BLACK, BLACK)
SECOND_SEATS: Final = (-1, -1, -1, RED, BLACK, RED, BLACK)
REDS: Final = (0, 1, 0, 2, 1, 1, 0)
BLACKS: Final = (0, 0, 1, 0, 1, 1, 2)
PILE_OF: Final = (0, 1, 2, 0, 0, 3, 5, 0, 0, 4, 6)  # of 1 + seat of the lower, 4 * of the upper
HOME: Final = ACTS[ACT_KEYS.index(EPILOGUE)].layout.cells

RED_WINS: Final = 0  # variants: the side that wins fights between rivals
BLACK_WINS: Final = 1

# With these kinds one side beats all dice of the other, and no pair is tied.
STRONG_RED: Final = (3, 2)  # by level: 6, 4
WEAK_RED: Final = (1, 1)  # 2
STRONG_BLACK: Final = (6, 5)  # 5, 3
WEAK_BLACK: Final = (4, 5)  # 1, 3


# ---- the number of a family


@rule
def family(s: Rokumon) -> int:
    """The number of a position's family."""
    number = layout(s)
    for card in range(s.cards):
        low = s.dice >> 9 * card & 7
        top = s.dice >> (9 * card + 3) & 7
        number = PILES * number + PILE_OF[side_code(low) + 4 * side_code(top)]
    return 2 * number + s.turn


@rule
def side_code(kind: int) -> int:
    """0 for no die, otherwise 1 + its side."""
    return 0 if kind == 0 else 1 + (kind >> 2)


@rule
def layout(s: Rokumon) -> int:
    """The card that has been moved, and its cell, as one number (Epilogue)."""
    if s.solo == 0 or s.surprised & 1 == 0:
        return 0
    for card in range(s.cards):
        if s.cell[card] != HOME[card]:
            return 1 + 64 * card + s.cell[card]
    return 0


# ---- the family of a number


@rule
def representative(s: Rokumon, number: int, variant: int) -> int:
    """Turn a state into the representative of a family; return the number of members."""
    if has_too_many(s, number >> 1):
        return 0
    clear(s)
    s.turn = number & 1
    s.ply = s.turn
    if bar(s) != s.barred:  # a bar holds for one turn of one side
        return 0
    rest = number >> 1
    for card in range(s.cards - 1, -1, -1):
        lay(s, card, rest % PILES, variant)
        rest //= PILES
    lay_out(s, rest)
    return close_family(s)


@rule
def has_too_many(s: Rokumon, number: int) -> bool:
    """True if a board shows more dice than a side owns."""
    red = 0
    black = 0
    for _ in range(s.cards):
        red += REDS[number % PILES]
        black += BLACKS[number % PILES]
        if red > SIDE_DICE[RED] or black > SIDE_DICE[BLACK]:
            return True
        number //= PILES
    return False


@rule
def clear(s: Rokumon) -> None:
    """Take all dice off the board and out of the supplies."""
    s.dice = 0
    s.high[0] = board(s)
    for level in range(1, 4):
        s.high[level] = 0
    for card in range(7):
        s.height[card] = 0
    for kind in range(8):
        s.supply[kind] = 0
    for seat in range(2):
        s.tops[seat] = 0
        s.pairs[seat] = 0
        s.kinds[seat] = 0
    s.outcome = 0
    s.winner = NOBODY
    forget(s)


@rule
def lay(s: Rokumon, card: int, pile: int, variant: int) -> None:
    """Put one of the seven piles on a card."""
    if pile > 0:
        put(s, card, kind_for(s, FIRST_SEATS[pile], 0, variant))
    if pile > 2:
        put(s, card, kind_for(s, SECOND_SEATS[pile], 1, variant))


@rule
def kind_for(s: Rokumon, seat: int, level: int, variant: int) -> int:
    """A die of a side, chosen so that the variant's side wins the fights between rivals."""
    if s.plain:
        return PLAIN_KINDS[seat]
    if seat == RED:
        return STRONG_RED[level] if variant == RED_WINS else WEAK_RED[level]
    return WEAK_BLACK[level] if variant == RED_WINS else STRONG_BLACK[level]


@rule
def lay_out(s: Rokumon, number: int) -> None:
    """Move the cards of the Epilogue to where a layout has them."""
    if s.solo == 0:
        return
    for card in range(s.cards):
        s.cell[card] = HOME[card]
    s.surprised &= ~1
    if number > 0:
        s.surprised |= 1
        s.cell[(number - 1) >> 6] = (number - 1) & 63
    settle_board(s)


@rule
def close_family(s: Rokumon) -> int:
    """Fill the supplies; return the number of members, 0 if the position is not running."""
    red = count_bits(dice_of(s.dice, RED))
    black = count_bits(dice_of(s.dice, BLACK))
    if has_row(s, s.tops[RED]) or has_row(s, s.tops[BLACK]):
        return 0
    supply(s, RED, SIDE_DICE[RED] - red)
    supply(s, BLACK, SIDE_DICE[BLACK] - black)
    if not (can_place(s, s.turn) or can_do_other(s, s.turn)):
        end(s, SUBMISSION, 1 - s.turn)
    return 1 if s.plain else RED_SEQUENCES[red] * BLACK_SEQUENCES[black]


@rule
def supply(s: Rokumon, seat: int, left: int) -> None:
    """Give a side its remaining dice; where dice have values, one of each kind."""
    if s.plain:
        for _ in range(left):
            give_back(s, PLAIN_KINDS[seat])
    elif left > 0:
        for kind in range(1 + 3 * seat, 4 + 4 * seat):
            give_back(s, kind)


# ---- ways


@rule
def transition(s: Rokumon, action: int, variant: int) -> int:
    """The effect of an action on the members; a variant covers one outcome of each fight."""
    if variant == BLACK_WINS and not is_won_by_black(s, action):
        return -1
    if s.plain:
        return 0
    return int(way_of_action(s, s.turn, action))


@rule
def is_won_by_black(s: Rokumon, action: int) -> bool:
    """True if an action is a fight that red loses."""
    if not is_fight(action):
        return False
    card = card_of_fight(action)
    low = die_on(s, card, 0)
    top = die_on(s, card, 1)
    if low >> 2 == top >> 2:
        return False
    winner = top if top_stays(s, card) else low
    return winner >> 2 == BLACK


# ---- positions


def position(start: Rokumon, number: int, which: int) -> Rokumon:
    """The position identified by a family and a member."""
    shape = start.copy()
    representative(shape, number, RED_WINS)
    s = start.copy()
    s.cell[:], s.surprised = shape.cell, shape.surprised
    settle_board(s)
    left = [list(dice) for dice in _dice_of(shape, which)]
    for card in range(shape.cards):
        for level in range(shape.height[card]):
            kind = left[die_on(shape, card, level) >> 2].pop(0)
            take(s, kind)
            put(s, card, kind)
    s.turn, s.ply = shape.turn, shape.ply
    forget(s)
    if can_place(s, s.turn) or can_do_other(s, s.turn):
        remember(s)
    else:
        end(s, SUBMISSION, 1 - s.turn)
    return s


def _dice_of(shape: Rokumon, which: int) -> tuple[tuple[int, ...], ...]:
    counts = [count_bits(dice_of(shape.dice, seat)) for seat in (RED, BLACK)]
    if shape.plain:
        return tuple((PLAIN_KINDS[seat],) * counts[seat] for seat in (RED, BLACK))
    return dice_of_member(counts[RED], counts[BLACK], which)


# ---- the position without its history


@rule
def canonical_key(s: Rokumon, out: Any) -> None:
    """Discard the history of a position, and write the position as two numbers.

    The barred card matters only to a side that still has its Surprise, and the cells of the cards
    only while either side has one: after that only the lines count.
    """
    forget(s)
    s.ply = s.turn
    s.barred = bar(s)
    out[0] = s.dice
    out[1] = stage(s) << 1 | s.turn


@rule
def stage(s: Rokumon) -> int:
    """Encode the effects of Surprises: the cells of the cards, the seats that used one, a bar."""
    return place_code(s) << 9 | s.surprised << 7 | bar(s)


@rule
def bar(s: Rokumon) -> int:
    """The barred card, as long as it matters."""
    if s.surprised == 3 or (s.surprised >> s.turn & 1 and s.surprise_ban == NEXT_TURN):
        return 0
    return int(s.barred)


@rule
def place_code(s: Rokumon) -> int:
    """The cells of the cards, or their lines once no card can move any more."""
    code = 0
    if s.surprised == 3:
        below = 0
        for _ in range(s.rows):
            line = 127
            for i in range(s.rows):
                if below < s.row[i] < line:
                    line = s.row[i]
            code = code << 7 | line
            below = line
        return code
    for card in range(s.cards):
        code = code << 6 | s.cell[card]
    return code


@rule
def is_deferred(s: Rokumon, action: int) -> bool:
    """True for a Surprise: it can be used only once, so it is no lasting threat."""
    return is_surprise(action)


# ---- solvable games


def plan(s: Rokumon) -> Plan[Rokumon]:
    """The table for the positions of a game whose cards have been dealt."""
    act = ACTS[s.act]
    if act.surprises and not act.has_automa:
        raise TooLarge(_too_large(act.key))
    return _plan(s)


def first_stage(s: Rokumon) -> Plan[Rokumon]:
    """The table for the positions of Act 4 before any Surprise."""
    act = ACTS[s.act]
    if act.has_automa or not act.surprises or act.has_fort:
        raise Unsolvable(f"only act 4 is solved stage by stage, got act {act.key}")
    table = _plan(s)
    return replace(table, stage=stage(table.start))


def _plan(s: Rokumon) -> Plan[Rokumon]:
    options = options_of(s)
    _must_be_dealt(s)
    chosen = canonical(options)
    start = first_state(chosen)
    return Plan(
        key=_key(chosen),
        start=start,
        families=0 if s.solo else 2 * PILES**s.cards,
        variants=2 if s.fights else 1,
        late=LATE,
        mapping=lambda code: mapping(code, s.fight_tie),
        turned=partial(_turned_to, chosen),
    )


def _turned_to(chosen: Options, position: Rokumon) -> Rokumon:
    """The equivalent position of the game with these options; unlike a lambda it is pickled."""
    return turned(position, options_of(position), chosen)


LATE: Final = ("end.submission",)


def _must_be_dealt(s: Rokumon) -> None:
    if s.undealt:
        raise Unsolvable("expected a deal, such as --deal gggjjjj: every deal is a separate game")


def case(s: Rokumon) -> Case:
    """The game whose starting position a proof is about."""
    _must_be_dealt(s)
    chosen = canonical(options_of(s))
    return Case(
        key=_key(chosen),
        options=chosen,
        late=LATE,
        turned=partial(_turned_to, chosen),
    )


def cases(options: Options) -> list[Options]:
    """The options of every game of an act: one deal per class."""
    deals = {str(canonical({**options, "deal": deal})["deal"]) for deal in _deals(options)}
    return [{**options, "deal": deal} for deal in sorted(deals)]


BOARDS: Final = 1 + 2 * 35 + 869  # before a Surprise, after one of either side, after both
ACT_3_POSITIONS: Final = 139_365_014


def _too_large(act: str) -> str:
    positions = BOARDS * ACT_3_POSITIONS
    return (
        f"act {act} is not solved: with Surprises a deal has up to {BOARDS} boards of "
        f"{ACT_3_POSITIONS:,} positions each, {positions:,} in all, so a table would take "
        f"{positions / 1e9:.0f} GB; acts 1, 2, 3 and {EPILOGUE} can be solved"
    )


def _key(options: Options) -> str:
    rulings = [
        f"{key}={str(value).lower()}"
        for key, value in sorted(options.items())
        if key not in ("act", "deal", "repetition") and value != _usual[key]
    ]
    return "-".join([str(options["act"]), str(options["deal"]), *rulings])


_usual: Final[Options] = options_of(Rokumon())


def plans(options: Options) -> list[Options]:
    """The options of every table of an act: one deal per class."""
    act = ACTS[ACT_KEYS.index(str(options["act"]))]
    if act.surprises and not act.has_automa:
        raise TooLarge(_too_large(act.key))
    return cases(options)


def _deals(options: Options) -> set[str]:
    act = ACTS[ACT_KEYS.index(str(options["act"]))]
    if act.has_automa:
        return {"".join(order) for order in permutations("1234567")}
    forts = int(act.has_fort)
    cards = len(act.layout.cells) - forts
    golds, greens = COLOUR_COUNTS[1:]
    plain = {
        "".join("g" if card in chosen else "j" for card in range(cards))
        for count in range(cards - greens, golds + 1)
        for chosen in combinations(range(cards), count)
    }
    if not forts:
        return plain
    return {deal[:card] + "f" + deal[card:] for deal in plain for card in range(cards + 1)}


INDEX: Final[Index[Rokumon]] = Index(
    sides=("red", "black"),
    family=family,
    representative=representative,
    transition=transition,
    stage=stage,
    canonical_key=canonical_key,
    options_of=options_of,
    is_deferred=is_deferred,
    member=member,
    position=position,
    plan=plan,
    plans=plans,
    case=case,
    cases=cases,
    first_stage=first_stage,
    short={"history": 2},
)
