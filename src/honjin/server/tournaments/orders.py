"""Orders of people to a tournament: to enter, withdraw, begin or end it. Changes nothing."""

from __future__ import annotations

from honjin.server.messages import refusals as no
from honjin.server.tournaments import events as ev
from honjin.server.tournaments.fold import Tournament
from honjin.server.tournaments.plan import MAX_IN
from honjin.server.tournaments.steps import Events, begin


def enter(t: Tournament, entered: ev.Entered, *, is_account: bool, secret: str) -> Events:
    """Enter a player; one who is in it already stays in."""
    known = t.players.get(entered.who)
    if known is not None and not known.out:
        return ()
    _require_open(t)
    if t.plan.is_private and secret != t.plan.secret and entered.who != t.by and known is None:
        raise no.NotEntered("this tournament is by invitation: enter it by its link")
    if t.plan.members and not is_account:
        raise no.NoAccount("this tournament is for players with an account")
    if entered.kind == "program" and not t.plan.programs:
        raise no.PeopleOnly("this tournament is for people, not for programs")
    if len(t.active) >= min(t.plan.most, MAX_IN[t.plan.format]):
        raise no.TournamentFull(
            f"{t.plan.most} players are in this tournament, which is the maximum"
        )
    return (entered,)


def _require_open(t: Tournament) -> None:
    if t.status in ("over", "off"):
        raise no.TournamentOver("the tournament is over")
    is_late = t.status == "running" and (t.plan.format != "swiss" or t.round > t.plan.late)
    if is_late:
        raise no.TournamentOver("the tournament has begun, and nobody can enter it any more")


def withdraw(t: Tournament, who: str, now: int) -> Events:
    """Withdraw a player from further rounds; a game that has begun continues by the clock."""
    player = t.players.get(who)
    if player is None:
        raise no.NotEntered("you are not in this tournament")
    if t.status in ("over", "off"):
        raise no.TournamentOver("the tournament is over")
    return () if player.out else (ev.Withdrew(now, who),)


def leave(t: Tournament, who: str, now: int) -> Events:
    """Leave for good: a tournament that waits for its organiser to begin it is called off."""
    if t.status == "waiting" and t.by == who and not t.plan.starts:
        return (ev.CalledOff(now),)
    is_in = t.status in ("waiting", "running") and who in t.players
    return withdraw(t, who, now) if is_in else ()


def start(t: Tournament, who: str, now: int, bot_rating: int) -> Events:
    """Begin the tournament, as its organiser."""
    _require_host(t, who)
    if t.status == "running":
        return ()
    if t.status != "waiting":
        raise no.TournamentOver("the tournament is over")
    found = begin(t, now, bot_rating)
    if isinstance(found[0], ev.CalledOff):
        raise no.TooFewPlayers(f"expected two players or more, got {len(t.players)}")
    return found


def call_off(t: Tournament, who: str, now: int) -> Events:
    """End the tournament, as its organiser: running games continue on their own."""
    _require_host(t, who)
    if t.status in ("over", "off"):
        return ()
    return (ev.CalledOff(now),)


def _require_host(t: Tournament, who: str) -> None:
    if who != t.by:
        raise no.NotOrganiser("only the organiser of the tournament can do this")
