"""Tournaments as a fold: their draws, their scores, and that each of them ends."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honjin.server.db.journalled import Event, write_event
from honjin.server.messages import refusals as no
from honjin.server.tables.clocks.control import Control
from honjin.server.tournaments import events as ev
from honjin.server.tournaments import orders, steps
from honjin.server.tournaments.fold import Tournament
from honjin.server.tournaments.pairing import knockout, robin, swiss
from honjin.server.tournaments.plan import WIN, TournamentPlan
from honjin.server.tournaments.standings import placed, standings, tie_breaks
from honjin.server.tournaments.store import JOURNAL

HOST = "host"


def announced(kind: Any = "swiss", rounds: int = 3, seats: int = 2, **more: Any) -> Tournament:
    """A tournament that nobody has entered yet."""
    plan = TournamentPlan("Cup", "madeup", "two", {}, seats, kind, rounds, Control(main=60), **more)
    return Tournament("t", ev.Announced(0, HOST, "Host", plan))


def entered(who: str, rating: int = 1500, kind: ev.Kind = "person") -> ev.Entered:
    return ev.Entered(1, who, who.title(), kind, rating)


def begun(count: int, *given: Any, seed: int = 0, **more: Any) -> Tournament:
    """One with `n` players that has begun; their ratings are random."""
    t, rng = announced(*given, **more), Random(seed)
    for n in range(count):
        t.take(entered(f"p{n}", 1000 + rng.randrange(900)))
    for event in orders.start(t, HOST, 2, 1500):
        t.take(event)
    return t


def scores(rng: Random, seats: int) -> tuple[int, ...]:
    """The possible points of a game."""
    return placed([rng.randrange(3) for _ in range(seats)])


class Played:
    """Plays a tournament on; keeps its journal, and the players who leave."""

    def __init__(self, t: Tournament, seed: int = 0) -> None:
        self.t, self.rng, self.ids = t, Random(seed), itertools.count()
        self.journal: list[Event] = []

    def take(self, event: Event) -> None:
        self.journal.append(event)
        self.t.take(event)

    def draw(self) -> bool:
        """Carry out what is due; True if there was anything."""
        found = steps.due(self.t, 9, lambda: f"g{next(self.ids)}", self.rng)
        for event in found:
            self.take(event)
        return bool(found)

    def score(self) -> None:
        for game in self.t.open_games:
            points = scores(self.rng, len(game.seats))
            self.take(ev.Scored(9, game.table, points))

    def to_end(self, leaving: Any = lambda _n: ()) -> Tournament:
        """Play all rounds; `leaving` names who withdraws while round n is played."""
        for n in range(300):
            if not self.draw():
                break
            for who in leaving(n):
                for event in orders.withdraw(self.t, who, 9) if self.t.status == "running" else ():
                    self.take(event)
            self.score()
        return self.t


FORMATS = st.sampled_from(["swiss", "robin", "knockout"])


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(2, 14), st.integers(1, 7), st.integers(0, 10**6))
def test_nobody_meets_twice_in_a_swiss_while_another_way_is_open(
    count: int, rounds: int, seed: int
) -> None:
    """Up to half as many rounds as players there is no second meeting, nor a second bye."""
    t = Played(begun(count, "swiss", rounds, seed=seed), seed).to_end()
    assert ("over", rounds) == (t.status, t.round)
    byes = Counter(who for one in t.byes for who in one)
    if rounds <= count:
        assert all(times <= 1 for times in byes.values())
    if rounds <= count // 2:
        assert 1 == max(t.meetings().values())
    assert all(len(one) == count % 2 for one in t.byes)


@pytest.mark.slow
@settings(max_examples=60)
@given(FORMATS, st.integers(2, 12), st.integers(0, 10**6))
def test_all_points_are_accounted_for(kind: str, count: int, seed: int) -> None:
    """Each game shares out two points of two halves, each bye of a Swiss is a win; no more."""
    t = Played(begun(count, kind, 3, seed=seed), seed).to_end()
    byes = sum(map(len, t.byes)) if kind == "swiss" else 0
    assert WIN * (len(t.games) + byes) == sum(one.points for one in standings(t))
    assert set(t.players) == {one.who for one in standings(t)}


@settings(max_examples=80)
@given(
    st.sampled_from([("swiss", 2), ("robin", 2), ("knockout", 2), ("swiss", 3), ("robin", 4)]),
    st.integers(2, 12), st.data(), st.integers(0, 10**6),
)  # fmt: skip
def test_whoever_withdraws_it_ends(kind: tuple[str, int], count: int, data: Any, seed: int) -> None:
    """Any number of players may leave in any round; the rest is played, and there is a winner."""
    way, seats = kind
    rounds = data.draw(st.sampled_from([1, 3]))
    t = begun(count, way, rounds, seats, seed=seed)
    goers = data.draw(st.lists(st.tuples(st.integers(0, 6), st.integers(0, count - 1))))
    leaving = lambda n: [f"p{who}" for at, who in goers if at == n]  # noqa: E731
    played = Played(t, seed)
    assert "over" == played.to_end(leaving).status
    assert 1 == standings(t)[0].place
    assert not t.open_games


@settings(max_examples=40)
@given(st.integers(2, 12), st.integers(0, 10**6))
def test_a_tournament_is_the_fold_of_its_journal(count: int, seed: int) -> None:
    """Written, read and folded again it is the same."""
    t = begun(count, seed=seed)
    first = [ev.Announced(0, HOST, "Host", t.plan)]
    first += [ev.Entered(1, one.who, one.name, one.kind, one.rating) for one in t.players.values()]  # type: ignore[arg-type]
    played = Played(t, seed)
    played.to_end()
    journal = [*first, ev.Begun(2), *played.journal]
    again = Tournament.fold("t", [JOURNAL.read_event(write_event(one)) for one in journal])
    assert vars(t) == vars(again)


def test_a_swiss_prefers_equal_scores_and_splits_the_group() -> None:
    """First the upper half meets the lower; then players with equal points meet."""
    order = [f"p{n}" for n in range(8)]
    first = swiss.paired(order, dict.fromkeys(order, 0), {}, {}, {})
    assert [("p0", "p4"), ("p1", "p5"), ("p2", "p6"), ("p3", "p7")] == first
    points = {"p0": 2, "p1": 2, "p2": 2, "p3": 2, "p4": 0, "p5": 0, "p6": 0, "p7": 0}
    met = {frozenset(pair): 1 for pair in first}
    again = swiss.paired(order, points, met, {}, {})
    assert [("p0", "p2"), ("p1", "p3"), ("p4", "p6"), ("p5", "p7")] == again


def test_the_bye_goes_to_the_last_who_had_none() -> None:
    """The one with the fewest points; players who have had it are passed over."""
    order = ["a", "b", "c"]
    points = {"a": 4, "b": 2, "c": 0}
    assert ("c", "") in swiss.paired(order, points, {}, {}, {})
    assert ("b", "") in swiss.paired(order, points, {}, {}, {"c": 1})


@pytest.mark.parametrize("count", [3, 4, 7, 8])
def test_in_a_round_robin_everybody_meets_everybody(count: int) -> None:
    """Once each, with seats as even as possible; twice if that was declared."""
    t = Played(begun(count, "robin", 1)).to_end()
    assert {1} == set(t.meetings().values())
    assert count * (count - 1) // 2 == len(t.games)
    t = Played(begun(count, "robin", 2)).to_end()
    assert {2} == set(t.meetings().values())
    assert t.round == steps.rounds_of(t) == robin.rounds(t)


def test_the_bracket_keeps_the_best_apart() -> None:
    """The first two seeds can meet only in the last match; missing ones are byes of the best."""
    t = announced("knockout", 1)
    for n in range(6):
        t.take(entered(f"p{n}", 2000 - n))
    t.take(ev.Begun(2))
    pairs = [(one.one, one.other) for one in knockout.bracket(t)[0]]
    assert [("p0", None), ("p3", "p4"), ("p1", None), ("p2", "p5")] == pairs


def test_a_match_is_decided() -> None:
    """By more than half; if it is even, by two more games, and then the higher seed advances."""
    t = announced("knockout", 1)
    for n in range(2):
        t.take(entered(f"p{n}", 2000 - n))
    t.take(ev.Begun(2))
    played = Played(t)
    for n in range(3):
        assert played.draw()
        [game] = t.open_games
        if n:
            last = t.games[f"g{n - 1}"].seats
            assert last[::-1] == game.seats
        played.take(ev.Scored(9, game.table, (1, 1)))
    assert "p0" == knockout.champion(t)
    assert played.draw()
    assert "over" == t.status


def bracketed(count: int) -> Played:
    """A knock-out of one game a match; p0 is the highest seed."""
    t = announced("knockout", 1)
    for n in range(count):
        t.take(entered(f"p{n}", 2000 - n))
    t.take(ev.Begun(2))
    return Played(t)


def won_by(played: Played, *winners: str) -> None:
    """Draw the next games; these players win theirs, and the others draw."""
    assert played.draw()
    for game in played.t.open_games:
        [points] = {2 if game.seats[0] in winners else 0 if game.seats[1] in winners else 1}
        played.take(ev.Scored(9, game.table, (points, WIN - points)))


def test_a_round_that_withdrawals_decide_is_still_counted() -> None:
    """Both half-finals go to those who are left: the final is round 3, after one without games."""
    played = bracketed(8)
    won_by(played, "p0", "p1", "p2", "p3")
    for who in ("p3", "p2"):
        played.take(ev.Withdrew(9, who))
    won_by(played, "p0")
    assert not played.draw() or "over" == played.t.status
    assert (3, [4, 0, 1]) == (played.t.round, [len(played.t.games_of(n)) for n in (1, 2, 3)])
    assert ["p0", "p1"] == [one.who for one in standings(played.t)][:2]


def test_a_match_stays_decided_when_its_winner_withdraws() -> None:
    """The one who went on by seed after even games, and the one whose opponent withdrew first."""
    played = bracketed(4)
    for _ in range(3):
        won_by(played, "p1")  # p0 and p3 draw each time
    assert "p0" == knockout.bracket(played.t)[0][0].winner
    played.take(ev.Withdrew(9, "p0"))
    assert "p0" == knockout.bracket(played.t)[0][0].winner
    assert "p1" == knockout.champion(played.t)
    assert ["p1", "p0"] == [one.who for one in standings(played.t)][:2]

    played = bracketed(8)
    played.take(ev.Withdrew(9, "p0"))  # its opponent of the first round is p7
    won_by(played, "p1", "p2", "p3")
    won_by(played, "p7", "p1")
    played.take(ev.Withdrew(9, "p7"))
    matches = knockout.bracket(played.t)
    assert ("p7", "p7") == (matches[0][0].winner, matches[1][0].winner)
    assert "p1" == knockout.champion(played.t)


def test_who_withdraws_before_a_match_is_even_does_not_go_on() -> None:
    """The higher seed left during the last game, which was drawn: the other one goes on."""
    played = bracketed(4)
    for _ in range(2):
        won_by(played, "p1")
    assert played.draw()
    played.take(ev.Withdrew(9, "p0"))
    [game] = played.t.open_games
    played.take(ev.Scored(9, game.table, (1, 1)))
    assert "p3" == knockout.bracket(played.t)[0][0].winner
    played.take(ev.Withdrew(9, "p3"))
    assert "p3" == knockout.bracket(played.t)[0][0].winner


def test_three_and_more_meet_evenly_and_bots_fill_the_last_seats() -> None:
    """Seven at tables of three: two bots of the server a round, never two of them together."""
    t = Played(begun(7, "robin", 4, 3)).to_end()
    for n in range(1, 5):
        games = t.games_of(n)
        assert 3 == len(games)
        assert {f"p{n}" for n in range(7)} == {who for one in games for who in one.seats if who}
        assert all(one.seats.count("") <= 1 for one in games)
    assert max(t.meetings().values()) <= 2


def test_ties_are_broken_as_declared() -> None:
    """Buchholz first: of two with equal points the one with stronger opponents leads."""
    t = announced("swiss", 3)
    for who in "abcd":
        t.take(entered(who))
    t.take(ev.Begun(2))
    rounds = [[("a", "b", 2), ("c", "d", 2)], [("a", "c", 2), ("b", "d", 2)]]
    for n, games in enumerate(rounds, 1):
        pairings = tuple(ev.Pairing(f"{n}{one}{two}", (one, two)) for one, two, _ in games)
        t.take(ev.Drawn(3, n, pairings))
        for one, two, points in games:
            t.take(ev.Scored(4, f"{n}{one}{two}", (points, WIN - points)))
    found = standings(t)
    assert ("buchholz", "sonneborn", "direct", "wins") == tie_breaks(t)
    assert ["a", "b", "c", "d"] == [one.who for one in found]
    assert [1, 2, 2, 4] == [one.place for one in found]


def test_a_direct_encounter_decides_between_those_who_are_still_even() -> None:
    """Whoever has as many points but another Buchholz does not matter, met or not.

    Two who were even in everything before it shared a place, although one had beaten the other.
    """
    t = announced("swiss", 3)
    for who in "abcdef":
        t.take(entered(who))
    t.take(ev.Begun(2))
    rounds = [
        [("e", "f", 0), ("c", "d", 1), ("b", "a", 0)],
        [("f", "c", 0), ("a", "d", 0), ("e", "b", 1)],
        [("b", "c", 2), ("d", "f", 0), ("a", "e", 1)],
    ]
    for n, games in enumerate(rounds, 1):
        pairings = tuple(ev.Pairing(f"{n}{one}{two}", (one, two)) for one, two, _ in games)
        t.take(ev.Drawn(3, n, pairings))
        for one, two, points in games:
            t.take(ev.Scored(4, f"{n}{one}{two}", (points, WIN - points)))
    found = {one.who: one for one in standings(t)}
    assert (3, 3, 3) == tuple(found[who].points for who in "abc")
    assert frozenset("ac") not in t.meetings()
    assert [(4, (8, 8, 2, 1)), (5, (8, 8, 0, 1))] == [
        (found[who].place, found[who].breaks) for who in "ab"
    ]


def test_points_of_a_table_of_four() -> None:
    """Two halves for each seat that got less, one for each that got as much."""
    assert (6, 3, 3, 0) == placed([9, 5, 5, 1])
    assert (2, 0) == placed([1, -1])
    assert (1, 1) == placed([0, 0])


def test_who_may_enter() -> None:
    """Not twice, not too many, not after the start, not without the secret or an account."""
    t = announced(most=2, secret="xyz", members=True, programs=False)

    def enter(who: str, secret: str = "xyz", kind: ev.Kind = "person", *, account: bool = True):  # type: ignore[no-untyped-def]
        for event in orders.enter(t, entered(who, kind=kind), is_account=account, secret=secret):
            t.take(event)

    with pytest.raises(no.NotEntered):
        enter("a", secret="guess")
    with pytest.raises(no.NoAccount):
        enter("a", account=False)
    with pytest.raises(no.PeopleOnly):
        enter("a", kind="program")
    enter("a")
    enter("a")
    enter("b")
    with pytest.raises(no.TournamentFull):
        enter("c")
    t.take(ev.Begun(2))
    t.take(ev.Drawn(3, 1, (ev.Pairing("g", ("a", "b")),)))
    with pytest.raises(no.TournamentOver):
        enter("c")
    for event in orders.withdraw(t, "a", 3):
        t.take(event)
    with pytest.raises(no.TournamentOver):
        enter("a")


def test_only_its_organiser_lets_it_begin_or_end() -> None:
    """And not with fewer than two."""
    t = announced()
    for order in (lambda: orders.start(t, "a", 2, 0), lambda: orders.call_off(t, "a", 2)):
        with pytest.raises(no.NotOrganiser):
            order()
    with pytest.raises(no.TooFewPlayers):
        orders.start(t, HOST, 2, 0)
    t.take(*orders.call_off(t, HOST, 2))
    assert "off" == t.status


def test_it_begins_by_itself_filled_with_bots() -> None:
    """At its time; without players it is called off."""
    t = announced(starts=100, fill=4, bot="low")
    assert () == steps.due(t, 99, str, Random())
    assert [ev.CalledOff(100)] == [*steps.due(announced(starts=100), 100, str, Random())]
    t.take(entered("a"))
    for event in steps.due(t, 100, str, Random(), 1400):
        t.take(event)
    assert ("running", 4) == (t.status, len(t.players))
    assert [1400] * 3 == [one.rating for one in t.players.values() if one.kind == "bot"]


def test_a_tournament_does_not_wait_for_its_organiser_for_ever() -> None:
    """Without a time to begin, it is called off 60 days after somebody last entered or left.

    An organiser without an account who lost the browser left its players waiting.
    """
    t = announced()
    t.take(entered("p1"))
    last, new_id, rng = t.changed + steps.FORGOTTEN, str, Random(1)
    assert () == steps.due(t, last, new_id, rng)
    (event,) = steps.due(t, last + 1, new_id, rng)
    assert isinstance(event, ev.CalledOff)
