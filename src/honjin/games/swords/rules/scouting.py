"""Spies before a battle (rule 17, W1): the attacker, then the defender, until both have passed.

Whoever holds cards is asked, with spies in hand or without: so others do not learn which it is.
"""

from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import COPIES, NOBODY, SPIES
from honjin.games.swords.rules.actions import ON, SPY_ON
from honjin.games.swords.rules.secret import begin_choices
from honjin.games.swords.rules.state import SCOUT, Swords

PASSES: Final = 2
"""When so many have passed in a row, cards are chosen."""


@rule
def begin_scouting(s: Swords) -> None:
    """The attacker is asked first."""
    s.phase = SCOUT
    s.scout = s.attacker
    s.passes = 0


@rule
def watched_by(s: Swords, seat: int) -> int:
    """The other fighter."""
    return s.defender if seat == s.attacker else s.attacker


@rule
def may_scout(s: Swords) -> bool:
    """Whether whoever is asked could send spies, as far as everybody can tell."""
    if s.held[s.scout] == 0 or s.held[watched_by(s, s.scout)] == 0:
        return False
    return s.discard[SPIES] < COPIES[SPIES]


@rule
def list_scouting(s: Swords, out: Any) -> int:
    """Spies to the other fighter, or none."""
    n = 0
    if s.hand[s.scout][SPIES]:
        out[0] = SPY_ON + watched_by(s, s.scout)
        n = 1
    out[n] = ON
    return n + 1


@rule
def pass_on(s: Swords, passes: int) -> None:
    """The other fighter is asked, after so many have passed in a row."""
    s.passes = passes
    s.scout = watched_by(s, s.scout)


@rule
def advance_scouting(s: Swords) -> bool:
    """Whether cards are chosen now, or whoever is asked can do nothing."""
    if s.passes == PASSES:
        end_scouting(s)
        begin_choices(s)
        return True
    if may_scout(s):
        return False
    pass_on(s, s.passes + 1)
    return True


@rule
def end_scouting(s: Swords) -> None:
    """Nobody is asked for spies any more."""
    s.scout = NOBODY
    s.passes = 0
