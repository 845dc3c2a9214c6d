"""The phases, one row each: who acts and what is legal, or what is drawn, and how it ends.

After each action, `advance` passes everything that needs no decision: incomes, phases with nothing
to do, cards that are not there, the end.
"""

from typing import Any, Final

from honjin.core.actions import Phase, Phases
from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import CARDS
from honjin.games.swords.rules.battles.battle import (
    can_fight,
    can_strike,
    defender,
    end_battles,
    end_charge,
    list_battles,
    list_entry,
    rally,
    reduce_hands,
    reveal,
)
from honjin.games.swords.rules.battles.scouting import (
    asked,
    end_scouting,
    go_on_scouting,
    list_scouting,
    may_scout,
)
from honjin.games.swords.rules.battles.secret import list_commit, list_reduction, undecided
from honjin.games.swords.rules.domains import CARD, CASTLE, TILE, TRAIT
from honjin.games.swords.rules.draw import (
    end_draw,
    has_card,
    has_draw,
    list_deck,
    list_draw,
    take_card,
)
from honjin.games.swords.rules.effects import LEAST_HONOR
from honjin.games.swords.rules.expense import begin_turn, end_expense, is_expense_open, list_expense
from honjin.games.swords.rules.honor import (
    begin_honor,
    chooser,
    is_honor_open,
    is_victim_free,
    list_honor,
    list_losses,
    list_purchases,
    list_verses,
    list_yields,
    roll_verses,
    submit,
    victim,
)
from honjin.games.swords.rules.setup import (
    can_second,
    deal_next,
    draw_lots,
    end_second,
    list_fortresses,
    list_seats,
    list_second,
    list_traits,
    roll_trait,
    settle_in,
)
from honjin.games.swords.rules.state import EVEN, LIMIT, OVER, Swords, is_in
from honjin.games.swords.rules.tiling import (
    begin_lay,
    draw_tile,
    is_short,
    list_lay,
    list_places,
    list_tiles,
)
from honjin.games.swords.rules.travel import (
    begin_travel,
    can_march_on,
    can_step,
    end_march,
    end_travel,
    list_travel,
)
from honjin.games.swords.rules.turn import end_turn, turn_player

# ---- the table

_CARDS: Final[dict[str, Any]] = {
    "draws": list_deck, "falls": take_card, "writes": CARD.write, "waits": has_card
}  # fmt: skip

PHASES: Final = Phases(
    # set-up
    Phase("lot", draws=list_seats, falls=draw_lots, writes=lambda _s, seat: f"seat{seat}"),
    Phase(
        "tiles", draws=list_tiles, falls=draw_tile, writes=TILE.write, waits=is_short,
        ends=begin_lay,
    ),
    Phase("lay", acts=turn_player, lists=list_lay),
    Phase("place", acts=turn_player, lists=list_places),
    Phase("forts", draws=list_fortresses, falls=settle_in, writes=CASTLE.write),
    Phase("roll_traits", draws=list_traits, falls=roll_trait, writes=TRAIT.write),
    Phase("deal", **_CARDS, ends=deal_next),
    Phase("second", acts=turn_player, lists=list_second, waits=can_second, ends=end_second),
    # a turn
    Phase("income", ends=begin_turn),
    Phase("expense", acts=turn_player, lists=list_expense, waits=is_expense_open, ends=end_expense),
    Phase("draw", acts=turn_player, lists=list_draw, waits=has_draw, ends=begin_honor),
    Phase("drawing", **_CARDS, ends=end_draw),
    Phase("housing", **_CARDS, ends=end_draw),
    Phase("honor", acts=turn_player, lists=list_honor, waits=is_honor_open, ends=begin_travel),
    Phase("verse", draws=list_verses, falls=roll_verses, writes=lambda _s, dice: str(dice)),
    Phase("buy", acts=turn_player, lists=list_purchases),
    Phase("victim", acts=chooser, lists=list_losses, waits=is_victim_free, ends=submit),
    Phase("yield", acts=victim, lists=list_yields),
    Phase("travel", acts=turn_player, lists=list_travel, waits=can_step, ends=end_travel),
    Phase("battle", acts=turn_player, lists=list_battles, waits=can_fight, ends=end_battles),
    Phase("march", acts=turn_player, lists=list_travel, waits=can_march_on, ends=end_march),
    Phase("charge", acts=turn_player, lists=list_battles, waits=can_strike, ends=end_charge),
    Phase("late", acts=turn_player, lists=list_battles, waits=can_fight, ends=end_battles),
    # a battle
    Phase("rally", **_CARDS, ends=rally),
    Phase("scout", acts=asked, lists=list_scouting, waits=may_scout, ends=go_on_scouting),
    Phase("commit", acts=undecided, lists=list_commit, waits=undecided, ends=reveal),
    Phase("enter", acts=defender, lists=list_entry),
    Phase("reduce", acts=undecided, lists=list_reduction, waits=undecided, ends=reduce_hands),
    Phase("end_turn", ends=end_turn),
    Phase("over"),
)  # fmt: skip

who_acts: Final = PHASES.may_act(__name__, "who_acts")
list_duties: Final = PHASES.lists(__name__, "list_duties")
chance_outcomes: Final = PHASES.chance_outcomes(__name__)
fall: Final = PHASES.fall(__name__)
end_phase: Final = PHASES.end(__name__, "end_phase")
settle: Final = PHASES.settle(__name__)


@rule
def advance(s: Swords) -> None:
    """Advance to the next decision, to chance, or to the end of the game."""
    goes_on = True
    while goes_on:
        if s.ended:
            finish(s)
            return
        goes_on = settle(s)


@rule
def go_on(s: Swords, seat: int) -> None:
    """End the phase."""
    end_phase(s)


# ---- the end


@rule
def finish(s: Swords) -> None:
    """End the game; at the round limit, most honor wins, then castles, then gold (Q60)."""
    s.phase = OVER
    s.to_draw = 0
    end_scouting(s)
    if s.ended == LIMIT:
        s.winner = leader(s)
        if s.winner >= s.seats:
            s.ended = EVEN
    for seat in range(s.seats):
        s.changes[seat] = 0
        s.limit[seat] = 120
        for card in range(CARDS):
            s.aside[seat][card] = 0
    s.decided = 0


@rule
def leader(s: Swords) -> int:
    """The seat that ranks above all others; NOBODY if several tie (Q60)."""
    best = 7
    most = -1
    for seat in range(s.seats):
        if is_in(s, seat):
            mark = standing(s, seat)
            if mark > most:
                best = seat
                most = mark
            elif mark == most:
                best = 7
    return best


@rule
def standing(s: Swords, seat: int) -> int:
    """Honor, then castles, then gold, as one number that ranks a seat."""
    castles = 0
    for castle in range(s.castles):
        castles += s.control[castle] == seat
    return ((s.honor[seat] - LEAST_HONOR) * 32 + castles) * 1_000_000 + s.gold[seat]
