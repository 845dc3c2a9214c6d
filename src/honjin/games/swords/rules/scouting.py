"""Spies before a battle (rule 17, W1): the attacker, then the defender, until both have passed.

Whoever holds cards is asked, with spies in hand or without: so others do not learn which it is.
"""

from typing import Any, Final

from honjin.core.jit.rule import rule
from honjin.games.swords.content.data import COPIES, NOBODY, SPIES
from honjin.games.swords.rules.actions import ON, encode_spy
from honjin.games.swords.rules.secret import begin_choices
from honjin.games.swords.rules.state import SCOUT, Swords
from honjin.games.swords.rules.turn import spy

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
    if s.passes == PASSES or s.held[s.scout] == 0 or s.held[watched_by(s, s.scout)] == 0:
        return False
    return s.discard[SPIES] < COPIES[SPIES]


@rule
def asked(s: Swords) -> int:
    """Who is asked, as a mask."""
    return 1 << s.scout


@rule
def list_scouting(s: Swords, seat: int, out: Any) -> int:
    """Spies to the other fighter, or none."""
    n = 0
    if s.hand[s.scout][SPIES]:
        out[0] = encode_spy(watched_by(s, s.scout))
        n = 1
    out[n] = ON
    return n + 1


@rule
def pass_on(s: Swords, passes: int) -> None:
    """The other fighter is asked, after so many have passed in a row."""
    s.passes = passes
    s.scout = watched_by(s, s.scout)


@rule
def go_on_scouting(s: Swords) -> None:
    """Whoever is asked passes; cards are chosen when both have."""
    if s.passes == PASSES:
        end_scouting(s)
        begin_choices(s)
    else:
        pass_on(s, s.passes + 1)


@rule
def send_spies(s: Swords, seat: int, other: int) -> None:
    """A hand is seen (Q46); before a battle the other fighter is asked next."""
    spy(s, seat, other)
    if s.phase == SCOUT:
        pass_on(s, 0)


@rule
def end_scouting(s: Swords) -> None:
    """Nobody is asked for spies any more."""
    s.scout = NOBODY
    s.passes = 0
