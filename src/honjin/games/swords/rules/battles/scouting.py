"""Spies before a battle (rule 17, W1): the attacker, then the defender, until both have passed.

Every side that holds cards is asked, with or without spies in hand, so that nobody learns which.
"""

from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import NOBODY, SPIES
from honjin.games.swords.rules.actions import ON, encode_spy
from honjin.games.swords.rules.battles.secret import begin_choices
from honjin.games.swords.rules.state import SCOUT, Swords
from honjin.games.swords.rules.turn import spy

PASSES: Final = 2
"""Cards are chosen after this many passes in a row."""


@rule
def begin_scouting(s: Swords) -> None:
    """Ask the attacker first."""
    s.phase = SCOUT
    s.scout = s.attacker
    s.passes = 0


@rule
def watched_by(s: Swords, seat: int) -> int:
    """The other side of the battle."""
    return s.defender if seat == s.attacker else s.attacker


@rule
def may_scout(s: Swords) -> bool:
    """True if the seat that is asked could send spies, as far as everybody can tell."""
    if s.passes == PASSES or s.held[s.scout] == 0 or s.held[watched_by(s, s.scout)] == 0:
        return False
    return s.discard[SPIES] < s.copies[SPIES]


@rule
def asked(s: Swords) -> int:
    """The seat that is asked, as a mask."""
    return 1 << s.scout


@rule
def list_scouting(s: Swords, seat: int, out: Any) -> int:
    """List sending spies to the other side, and sending none."""
    n = 0
    if s.hand[s.scout][SPIES]:
        out[0] = encode_spy(watched_by(s, s.scout))
        n = 1
    out[n] = ON
    return n + 1


@rule
def pass_on(s: Swords, passes: int) -> None:
    """Ask the other side, after `passes` passes in a row."""
    s.passes = passes
    s.scout = watched_by(s, s.scout)


@rule
def go_on_scouting(s: Swords) -> None:
    """Pass; secret choices follow once both have passed."""
    if s.passes == PASSES:
        end_scouting(s)
        begin_choices(s)
    else:
        pass_on(s, s.passes + 1)


@rule
def send_spies(s: Swords, seat: int, other: int) -> None:
    """Show a hand (Q46); before a battle, the other side is asked next."""
    spy(s, seat, other)
    if s.phase == SCOUT:
        pass_on(s, 0)


@rule
def end_scouting(s: Swords) -> None:
    """Stop asking for spies."""
    s.scout = NOBODY
    s.passes = 0
