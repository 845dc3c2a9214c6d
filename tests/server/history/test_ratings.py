"""Ratings: a fold over rated games, only fair ones, and the same however often it is made."""

from __future__ import annotations

import itertools
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from honjin.server.db.engine import make_engine
from honjin.server.db.sql import META
from honjin.server.history import ranking
from honjin.server.history import store as history
from honjin.server.history.ranking import CHANGES
from honjin.server.history.schema import RESULTS
from honjin.server.people import traces
from honjin.server.people.people import PEOPLE
from honjin.server.people.ratings import ratings, skill
from honjin.server.people.ratings.ratings import RATINGS
from honjin.server.people.ratings.skill import NEW, Skill, bot_skill, bot_skills, rate
from honjin.server.people.traces import TRACES
from honjin.server.tables.session.outcome import GameOutcome, SeatOutcome
from server.finished import QUIET, UNFAIR, begin, finish, over, people_apart, rows
from server.site_client import Browser, House, LowBot, open_house, two_at_table
from server.tables.test_live import Stream

# ---------------------------------------------------------------- the pure part

SKILLS = st.builds(Skill, st.floats(-50, 100), st.floats(0.5, 9))


@given(st.lists(st.tuples(SKILLS, st.integers(1, 6)), min_size=2, max_size=6))
def test_who_does_better_than_others_gains_on_them(players: list[tuple[Skill, int]]) -> None:
    """Winners never lose rating, losers never gain; nobody becomes much less certain."""
    skills, places = zip(*players, strict=True)
    after = rate(skills, places, [False] * len(skills))
    for place, old, new in zip(places, skills, after, strict=True):
        if place == min(places) < max(places) and places.count(place) == 1:
            assert new.mu >= old.mu
        if place == max(places) > min(places) and places.count(place) == 1:
            assert new.mu <= old.mu
        assert new.sigma <= old.sigma + 0.01


@given(st.lists(st.tuples(SKILLS, st.integers(1, 6)), min_size=2, max_size=6), st.randoms())
def test_the_order_of_seats_does_not_matter(players: list[tuple[Skill, int]], random: Any) -> None:
    """The same people in the same places change alike, however they are listed."""
    mixed = players.copy()
    random.shuffle(mixed)
    results = []
    for listed in (players, mixed):
        skills, places = zip(*listed, strict=True)
        results.append(
            sorted(zip(listed, rate(skills, places, [False] * len(listed)), strict=True))
        )
    for (_, one), (_, other) in zip(*results, strict=True):
        assert one == pytest.approx(other, abs=1e-6)


@given(st.lists(SKILLS, min_size=2, max_size=6), st.integers(1, 3))
def test_who_is_fixed_stays(skills: list[Skill], count: int) -> None:
    """A bot's rating is what the arena measured, whoever beats it."""
    fixed = [n < count for n in range(len(skills))]
    after = rate(skills, range(1, len(skills) + 1), fixed)
    assert skills[:count] == after[:count]


@given(st.integers(2, 6), st.integers(1, 9))
def test_equals_who_tie_stay_equals(count: int, place: int) -> None:
    """A draw of equals changes only the uncertainty."""
    after = rate([NEW] * count, [place] * count, [False] * count)
    assert 1 == len({round(one.mu, 9) for one in after})
    assert NEW.mu == pytest.approx(after[0].mu)
    assert after[0].sigma < NEW.sigma


def test_a_newcomer_meets_a_bot() -> None:
    """The first game gives a rating; more make it certain, and near the winning rate."""
    level = bot_skill("rokumon", "samurai")
    assert level is not None
    one = NEW
    assert (1500, False) == (one.shown, one.is_sure)
    for n in range(40):
        one = rate([one, level], [1, 2] if n % 2 else [2, 1], [False, True])[0]
    assert one.is_sure
    assert 1500 == pytest.approx(one.shown, abs=120)


def test_levels_rise_and_samurai_stands_where_people_begin() -> None:
    """In each game that has levels; a bot that was not measured has no rating."""
    for game, levels in bot_skills().items():
        shown = [levels[key].shown for key in ("ashigaru", "samurai", "daimyo", "shogun")]
        assert shown == sorted(shown), game
        assert 1500 == shown[1], game
    assert bot_skill("rokumon", "random") is None
    assert bot_skill("madeup", "samurai") is None


# ---------------------------------------------------------------- the fold


def played(
    n: int, places: list[int], people: list[str], ended: int, roles: str = ""
) -> GameOutcome:
    """A rated game in which people finished in these places."""
    seats = tuple(
        SeatOutcome(
            seat, "person", who, who.title(), "left" if roles[seat : seat + 1] == "l" else "",
            -place, place, "won" if place == 1 else "lost", main=True,
        )
        for seat, (who, place) in enumerate(zip(people, places, strict=True))
    )  # fmt: skip
    table = f"table{n:07}"
    return GameOutcome(
        table, "madeup", "quiet", 1, ended, 9, "end.score", "none", "persons", "", False, "", seats
    )  # fmt: skip


GAMES = st.lists(
    st.integers(2, 5).flatmap(
        lambda count: st.tuples(
            st.permutations("abcdef").map(lambda mixed: list(mixed[:count])),
            st.lists(st.integers(1, count), min_size=count, max_size=count),
            st.integers(1, 1000),
        )
    ),
    max_size=12,
)


def kept(connection: sa.Connection) -> list[Any]:
    """Everything that the fold has made."""
    order = (*RATINGS.primary_key, RATINGS.c.mu)
    return [
        connection.execute(sa.select(RATINGS).order_by(*order)).all(),
        connection.execute(sa.select(CHANGES).order_by(CHANGES.c.n, CHANGES.c.who)).all(),
    ]


@pytest.mark.slow
@settings(max_examples=40)
@given(GAMES, st.integers(1, 4))
def test_a_rating_is_a_fold_that_can_be_made_anew(games: list[Any], most: int) -> None:
    """Rated one by one, or in parts, or all again: the same numbers to the last digit.

    Each change begins where the last one of that person ended, and the last one is the rating.
    """
    engine = make_engine("sqlite://")
    with engine.begin() as connection:
        META.create_all(connection)
        for n, (people, places, ended) in enumerate(games):
            assert history.take(connection, played(n, places, people, ended))
            assert not history.take(connection, played(n, places, people, ended))
        rated = 0
        while done := ranking.rate_due(connection, most):
            rated += done
        assert len(games) == rated
        assert 0 == ranking.rate_due(connection)
        before = kept(connection)
        assert len(games) == ranking.rebuild(connection)
        assert before == kept(connection)
        _must_join(*before)
    engine.dispose()


def _must_join(standings: list[Any], changes: list[Any]) -> None:
    last: dict[str, Skill] = {}
    for change in changes:
        assert last.get(change.who, NEW) == Skill(change.mu_before, change.sigma_before)
        last[change.who] = Skill(change.mu_after, change.sigma_after)
    assert last == {one.who: Skill(one.mu, one.sigma) for one in standings}
    assert len(changes) == sum(one.games for one in standings)
    in_time = [change.at for change in changes]
    assert in_time == sorted(in_time)


def test_a_deleted_account_stays_out_of_the_ranks_when_all_is_rated_anew() -> None:
    """Nobody without a name is ranked, and what others won and lost by that person stays.

    A rebuild ranked everybody who had ever deleted an account, without a name.
    """
    engine = make_engine("sqlite://")
    with engine.begin() as connection:
        META.create_all(connection)
        for n in range(3):
            history.take(connection, played(n, [1, 2], ["a", "b"], n))
        ranking.rate_due(connection)
        ratings.forget(connection, "a")
        gone = {"id": "a", "name": "", "kind": "gone", "member": False}
        connection.execute(
            PEOPLE.insert().values(gone | dict.fromkeys(("since", "seen", "changed"), 3))
        )
        history.take(connection, played(3, [1, 2], ["a", "b"], 3))  # it was running meanwhile
        ranking.rate_due(connection)
        before = kept(connection)
        ranking.rebuild(connection)
        assert before == kept(connection)
        assert {"b"} == {row.who for row in before[0]}
    engine.dispose()


def test_it_is_the_same_on_both_databases(database: str, tmp_path: Path) -> None:
    """Numbers are stored to the last digit, and a rebuild changes none."""
    people = itertools.cycle("abcd")
    with open_house(tmp_path, database=database) as house:

        def write(connection: sa.Connection) -> list[Any]:
            for n in range(30):
                pair = [next(people), next(people)]
                history.take(connection, played(n, [1 + n % 2, 2 - n % 2], pair, n))
                ranking.rate_due(connection)
                next(people)
            first = kept(connection)
            ranking.rebuild(connection)
            assert first == kept(connection)
            return first

        found = house.run(house.site.store.change(write))
    engine = make_engine("sqlite://")
    people = itertools.cycle("abcd")
    with engine.begin() as connection:
        META.create_all(connection)
        for n in range(30):
            pair = [next(people), next(people)]
            history.take(connection, played(n, [1 + n % 2, 2 - n % 2], pair, n))
            next(people)
        ranking.rate_due(connection)
        assert [tuple(row) for row in found[0]] == [tuple(row) for row in kept(connection)[0]]
    engine.dispose()


def test_who_left_is_last(house: House) -> None:
    """Whatever became of the seat: leaving does not save a rating."""

    def write(connection: sa.Connection) -> list[Any]:
        history.take(connection, played(1, [1, 2], ["ann", "bob"], 1, roles="l"))
        ranking.rate_due(connection)
        return kept(connection)[0]

    ann, bob = house.run(house.site.store.change(write))
    assert ann.mu < NEW.mu < bob.mu
    assert 0 == ann.won


# ---------------------------------------------------------------- rated and unrated games


def reasons(house: House) -> list[str]:
    """Why each finished game is not rated, in the order in which they ended."""
    return [row.unrated for row in sorted(rows(house, RESULTS), key=lambda row: row.ended)]


def test_a_fair_game_of_strangers_is_rated(house: House) -> None:
    """Both get a rating at once, and see the change."""
    ann, bob, table = over(house)
    assert [""] == reasons(house)
    [game] = ann.get("/api/history").json["games"]
    changes = [seat["change"] for seat in game["seats"]]
    assert 0 == sum(changes)
    assert abs(changes[0]) > 50
    people = bob.get(f"/api/tables/{table}/people").json
    assert changes == [seat["change"] for seat in people["seats"]]
    assert [1500 + change for change in changes] == [seat["rating"] for seat in people["seats"]]
    assert people["kept"]
    assert "unrated" not in people


def test_unfair_games_are_not_rated(house: House) -> None:
    """Casual, coached, with custom options, on several seats, against unknown bots."""
    ann, bob = people_apart(house, 2)
    over(house, ann, bob, **UNFAIR)
    alone = ann.open(seats="mm", **QUIET)
    finish(house, alone, ann)
    with_bot = ann.open(seats="ml", **QUIET)
    finish(house, with_bot, ann)
    casual = ann.open(seats="mo", casual=True, **QUIET)
    bob.sit(casual, 1)
    finish(house, casual, ann, bob)
    assert ["options", "seats", "bots", "casual"] == reasons(house)
    assert [] == rows(house, CHANGES)


def test_a_take_back_makes_a_game_unrated(house: House) -> None:
    """A step back within a player's own turn does not."""
    ann, bob = people_apart(house, 2)
    table = begin(ann, bob)
    mover, other = (ann, bob) if ann.view(table).must_act[0] == 0 else (bob, ann)
    seat = 0 if mover is ann else 1
    mover.play_on(table, 1)
    asked = mover.post(f"/api/tables/{table}/takeback", seat=seat, at=mover.view(table).version)
    assert asked.status == 200
    told = ann.get(f"/api/tables/{table}/people").json
    assert "unrated" not in told
    assert other.post(
        f"/api/tables/{table}/takeback/answer", seat=1 - seat, agree=True
    ).status == 200  # fmt: skip
    assert "takeback" == ann.get(f"/api/tables/{table}/people").json["unrated"]
    finish(house, table, ann, bob)
    assert ["takeback"] == reasons(house)


def test_giving_up_before_everybody_has_moved_is_not_rated(house: House) -> None:
    """Nobody can give points away in a game that was never played."""
    ann, bob = people_apart(house, 2)
    table = begin(ann, bob)
    view = ann.view(table)
    if ann.post(f"/api/tables/{table}/resign", seat=0, at=view.version).status != 200:
        pytest.skip("the rules do not know giving up here")
    finish(house, table, ann, bob)
    assert ["short"] == reasons(house)


def test_a_bot_that_somebody_put_on_a_rivals_seat_rates_nobody(tmp_path: Path) -> None:
    """Otherwise an absent rival could be made to lose; a player's own bot counts as a defeat."""
    with open_house(tmp_path, away=0.01) as house:
        ann, bob = people_apart(house, 2)
        table = begin(ann, bob)
        waits = ann.view(table).must_act[0]
        away, here = ((ann, 0), bob) if waits == 0 else ((bob, 1), ann)
        Stream(here, f"/api/tables/{table}/events")
        house.wait(0.05)
        put = here.post(f"/api/tables/{table}/substitute", seat=away[1], bot="low")
        assert put.status == 200, put
        finish(house, table, here)
        own = begin(ann, bob)
        assert ann.post(f"/api/tables/{own}/substitute", seat=0, bot="low").status == 200
        finish(house, own, bob)
        assert ["substitute", ""] == reasons(house)
        told = {seat["seat"]: seat for seat in ann.get("/api/history").json["games"][0]["seats"]}
        assert "left" == told[0]["role"]
        assert told[0]["change"] < 0 < told[1]["change"]


def test_bots_give_a_rating_from_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One game against a level that was measured; its own rating stays."""
    level = Skill(25.0, 1.0)
    monkeypatch.setattr(skill, "bot_skills", lambda: {"madeup": {"samurai": level}})
    with open_house(tmp_path, bots={"samurai": LowBot()}) as house:
        ann = house.browser()
        wishes = [{"kind": "me"}, {"kind": "bot", "bot": "samurai"}]
        wish = {"game": "madeup", "options": QUIET, "seats": wishes, "casual": False}
        made = ann.post("/api/tables", **wish)
        table = made.json["id"]
        [row] = ann.get("/api/turns").json["turns"]
        assert row["rated"]
        assert [None, 1500] == [seat.get("rating") for seat in row["seats"]]
        finish(house, table, ann)
        [change] = rows(house, CHANGES)
        assert ann.get("/api/me").json["id"] == change.who
        people = ann.get(f"/api/tables/{table}/people").json["seats"]
        assert 1500 == people[1]["rating"]
        assert people[0]["unsure"]


# ---------------------------------------------------------------- one person with two guests


def twice(house: House, *, address: bool, device: bool) -> tuple[Browser, Browser]:
    """Two guests that share an address, a browser, or both."""
    ann, bob = people_apart(house, 2)
    if address:
        bob.address = ann.address
    if device:
        bob.device = ann.device
    return ann, bob


@pytest.mark.parametrize(
    ("address", "device", "reason"),
    [(True, False, "address"), (False, True, "device"), (True, True, "device")],
)
def test_two_cookies_of_one_person_are_not_rated(
    house: House, address: bool, device: bool, reason: str
) -> None:
    """Same address or same browser; nobody is told which."""
    ann, bob = twice(house, address=address, device=device)
    table = over(house, ann, bob)[2]
    assert [reason] == reasons(house)
    assert "alike" == bob.get(f"/api/tables/{table}/people").json["unrated"]
    assert [] == rows(house, RATINGS)


def test_an_address_once_shared_in_the_game_is_enough(house: House) -> None:
    """One move from the other's address cannot be undone."""
    ann, bob = people_apart(house, 2)
    table = begin(ann, bob)
    home, bob.address = bob.address, ann.address
    bob.play_on(table, 1)
    ann.play_on(table, 1)
    bob.play_on(table, 1)
    bob.address = home
    finish(house, table, ann, bob)
    assert ["address"] == reasons(house)


def test_a_club_with_one_line_can_rate_its_games(tmp_path: Path) -> None:
    """Then only the browser tells people apart."""
    with open_house(tmp_path, neighbours=True) as house:
        over(house, *twice(house, address=True, device=False))
        over(house, *twice(house, address=True, device=True))
        assert ["", "device"] == reasons(house)


def test_no_address_is_kept(house: House) -> None:
    """Only keyed hashes, and those for thirty days."""
    ann, _, _ = over(house)
    found = rows(house, TRACES)
    assert {"address", "device"} == {trace.kind for trace in found}
    for trace in found:
        assert ann.address not in trace.mark
        assert ann.device != trace.mark
    first, last = min(trace.seen for trace in found), max(trace.seen for trace in found)
    forget = partial(traces.forget_old, now=first + traces.KEPT - 1000)
    house.run(house.site.store.change(forget))
    assert found == rows(house, TRACES)
    house.run(house.site.store.change(partial(traces.forget_old, now=last + traces.KEPT + 1)))
    assert [] == rows(house, TRACES)


# ---------------------------------------------------------------- rankings


def test_ranks_hold_who_is_sure_and_plays(house: House) -> None:
    """Not those who are provisional, away for two months, or hide their profiles."""
    now = house.site.now()
    months = 61 * traces.DAY
    standings = [
        ("ann", 40.0, 2.0, now), ("bob", 35.0, 4.5, now), ("new", 50.0, 8.0, now),
        ("old", 45.0, 2.0, now - months), ("shy", 44.0, 2.0, now),
    ]  # fmt: skip

    def write(connection: sa.Connection) -> None:
        for who, mu, sigma, last in standings:
            one = Skill(mu, sigma)
            values = {
                "who": who, "game": "madeup", "pace": "none", "name": who, "mu": mu,
                "sigma": sigma, "games": 20, "won": 10, "last": last, "sure": one.is_sure,
                "shown": one.shown,
            }  # fmt: skip
            connection.execute(RATINGS.insert().values(values))
        history.hide(connection, "shy", hidden=True)

    house.run(house.site.store.change(write))
    found = house.browser().get("/api/ranks/madeup").json
    assert [("ann", 1950), ("bob", 1800)] == [(one["who"], one["rating"]) for one in found["ranks"]]
    assert 60 == found["active"]
    assert [] == house.browser().get("/api/ranks/madeup?pace=live").json["ranks"]
    assert "unreadable" == house.browser().get("/api/ranks/madeup?pace=fast").problem
    assert "unknown-game" == house.browser().get("/api/ranks/chess").problem


def test_it_is_told_before_one_sits_down_whether_a_game_is_rated(house: House) -> None:
    """In the lobby and at the table, with the ratings of those who are there."""
    ann, bob = people_apart(house, 2)
    over(house, ann, bob)
    fair = ann.open(seats="mo", **QUIET)
    casual = ann.open(seats="mo", casual=True, **QUIET)
    rows_told = {row["id"]: row for row in bob.get("/api/tables").json["tables"]}
    assert rows_told[fair]["rated"]
    assert "rated" not in rows_told[casual]
    seat = rows_told[fair]["seats"][0]
    assert seat["unsure"]
    assert ann.get("/api/me").json["id"] == seat["who"]
    people = bob.get(f"/api/tables/{fair}/people").json
    assert seat["rating"] == people["seats"][0]["rating"]
    assert "unrated" not in people
    assert "casual" == bob.get(f"/api/tables/{casual}/people").json["unrated"]


def test_a_running_game_tells_why_it_will_not_count(house: House) -> None:
    """As far as that is known already."""
    first, second, table = two_at_table(house, **UNFAIR)
    assert "options" == second.get(f"/api/tables/{table}/people").json["unrated"]
    assert "kept" not in first.get(f"/api/tables/{table}/people").json
