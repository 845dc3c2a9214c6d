"""What is counted and then stored: requests at the same time pass no limit. On both databases.

On PostgreSQL each of them counted what was there before any, so a person could have any number.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

import pytest
import sqlalchemy as sa

from honjin.server.messages.refusals import Refused
from honjin.server.notifications import store as calls
from honjin.server.people.caller import Caller
from honjin.server.people.programs import tokens
from honjin.server.people.standing import hides, reports, sanctions
from honjin.server.settings import Settings
from honjin.server.studies import events as study
from honjin.server.studies import store as studies
from honjin.server.studies.fold import Study
from honjin.server.tables.clocks.control import Control
from honjin.server.tables.store.seated import has_finished, require_no_seat
from honjin.server.tables.store.store import Store
from honjin.server.tournaments import events as cup
from honjin.server.tournaments import store as tournaments
from honjin.server.tournaments.fold import Tournament
from honjin.server.tournaments.plan import TournamentPlan

ANN = Caller("ann", "Ann")
Make = Callable[[Store, int], Awaitable[object]]


@pytest.fixture
def store(each_database: str) -> Iterator[Store]:
    """A store whose commits take a moment, so that transactions overlap."""
    found = Store(Settings(database=each_database).url)
    found.open()
    sa.event.listen(found.engine, "commit", lambda _: time.sleep(0.05))
    yield found
    found.close()


def make_token(store: Store, n: int) -> Awaitable[object]:
    return tokens.Tokens(store, lambda: 1, require_no_seat, has_finished).make(
        ANN, f"token {n}", {"play"}
    )


def make_study(store: Store, n: int) -> Awaitable[object]:
    event = study.Created(1, ANN.id, ANN.name, f"study {n}", "private")
    new = Study(f"s{n}", event)
    return store.change(partial(studies.create, study=new, event=event, most=2))


def make_report(store: Store, n: int) -> Awaitable[object]:
    new = reports.Report(0, 1, ANN.id, ANN.name, "player", f"p{n}", "Bob", "", "other", "", "[]")
    return store.change(partial(reports.put_report, new=new))


def make_hide(store: Store, n: int) -> Awaitable[object]:
    new = hides.Hide(f"p{n}", "", "mute", "Bob", 1)
    return store.change(partial(hides.hide, by=ANN.id, new=new))


def make_device(store: Store, n: int) -> Awaitable[object]:
    new = calls.Device(f"d{n}", ANN.id, f"https://push.example/{n}", "", "", "en", "", "", 1, 0)
    return store.change(partial(calls.add_device, one=new))


def make_tournament(store: Store, n: int) -> Awaitable[object]:
    plan = TournamentPlan(f"cup {n}", "madeup", "two", {}, 2, "swiss", 1, Control(main=60))
    event = cup.Announced(1, ANN.id, ANN.name, plan)
    new = Tournament(f"t{n}", event)
    return store.change(partial(tournaments.announce, t=new, event=event, most=2))


@pytest.mark.parametrize(
    ("make", "module", "most"),
    [
        (make_token, tokens, "MAX_TOKENS"),
        (make_study, studies, ""),
        (make_report, reports, "MAX_OPEN"),
        (make_hide, hides, "MAX_HIDES"),
        (make_device, calls, "MAX_DEVICES"),
        (make_tournament, tournaments, ""),
    ],
)
def test_requests_at_once_pass_no_limit(
    store: Store, make: Make, module: object, most: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann has never been here: the database has no row of hers to lock."""
    if most:
        monkeypatch.setattr(module, most, 2)

    async def at_once() -> list[object]:
        jobs = (make(store, n) for n in range(5))
        return await asyncio.gather(*jobs, return_exceptions=True)

    done = asyncio.run(at_once())
    assert 3 == sum(isinstance(one, Refused) for one in done), done
    assert 3 == sum(isinstance(one, Exception) for one in done), done


def test_two_moderators_at_once_do_not_undo_each_other(store: Store) -> None:
    """The later one stored the rest of the status as it was before: a suspension was lost."""
    later = [
        partial(sanctions.suspend, new=sanctions.Suspension(what, 9, "spam", "note"))
        for what in ("chat", "play")
    ]
    later.append(partial(sanctions.call_guest, old="Rude", name="Polite"))

    async def at_once() -> sanctions.Sanctions:
        await asyncio.gather(
            *(store.change(partial(change, person=ANN.id, now=1)) for change in later)
        )
        return await store.ask(partial(sanctions.sanctions_of, person=ANN.id))

    found = asyncio.run(at_once())
    assert (9, 9, "Polite") == (found.chat_until, found.play_until, found.called)
