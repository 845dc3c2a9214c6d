"""A viewer is sent nothing beyond what they may know: two games that look alike to the viewer.

Two servers hold the same table. What the viewer can see is the same in both, what is hidden
differs: the others make other secret choices, and change their minds more often in one than in the
other; where the game has deals, others talk in private and make promises, more in one than in the
other. Everything that the viewer is sent is compared byte by byte.
"""

from __future__ import annotations

import contextlib
import itertools
import random
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from honjin.core.game import Game
from honjin.core.seats import SPECTATOR
from honjin.games import load
from honjin.server.notifications import matters
from honjin.server.notifications.fold import WARN, Matter
from honjin.server.notifications.matters import matters_of
from honjin.server.tables.live import streams
from honjin.server.tables.messages.answers import View
from honjin.server.tables.session import dice
from honjin.server.tables.session.room import Room
from honjin.server.tables.session.talk import Said, Talk
from honjin.server.tables.view.perspective import Perspective
from honjin.server.tables.view.views import ViewBuilder
from honjin.server.web import sse
from honjin.server.web.limits import Limits
from server.minds import Weighing
from server.site_client import FAIR, Answer, Browser, House, open_house
from server.tables.test_live import Stream
from server.twins import Deed, Twins

AKIWADO = load("akiwado")
CASES = {
    "fair of three": (FAIR, {"seats": "3", "rounds": "3"}),
    "fair of four": (FAIR, {"seats": "4", "offers": False}),
    "akiwado of three": (AKIWADO, {"seats": "3"}),
    "akiwado of five": (AKIWADO, {"seats": "5", "variant": "purveyor"}),
    "fair by the clock": (FAIR, {"seats": "3", "rounds": "3"}),
    "fair, a day a turn": (FAIR, {"seats": "3", "rounds": "3"}),
    "akiwado by the clock": (AKIWADO, {"seats": "3"}),
}
TIMES: dict[str, dict[str, Any]] = {
    "fair by the clock": {"main": 9000, "increment": 5},
    "fair, a day a turn": {"days": 1},
    "akiwado by the clock": {"main": 600, "period": 600, "periods": 20},
}
BEAT = 100_000
"""Milliseconds between two public events; secret actions happen in between."""

OWN = ("record", "gestures", "ahead", "facts", "review")

LATE = 70_000
MOST = 36


class SentApart(AssertionError):
    """The viewer was sent different things in the two games."""


class Tap(Stream):
    """An event stream, recorded as it arrives."""

    def _read(self, block: str) -> None:
        self.events.append((block, None, None))

    def came(self) -> list[str]:
        """What has arrived since the last call."""
        found, self.events = self.events, []
        return [block for block, _, _ in found]


class World:
    """One of the two servers, with everybody at one table and the viewer's windows."""

    def __init__(self, house: House, viewer: int, tickets: list[int]) -> None:
        self.house, self.viewer, self.now = house, viewer, BEAT
        house.set_clock(lambda: self.now)
        for site in house.sites:
            site.limits = Limits(on=False)  # the time to wait is given to the second
        self.tickets = tickets

    def sit_down(self, pair: Pair, tickets: tuple[int, ...]) -> None:
        game, options = pair.game, pair.options
        seats = game.seats(game.read_options(options))
        self.browsers = [self.house.browser() for _ in range(seats)]
        wishes = [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]
        wished = {"game": game.key, "options": options, "seats": wishes, "time": pair.time}
        self.table = self.browsers[0].post("/api/tables", **wished | pair.wishes).json["id"]
        self.tickets += tickets
        for seat, browser in enumerate(self.browsers[1:], 1):
            assert browser.sit(self.table, seat).status == 200
        own = self.viewer != SPECTATOR
        self.me = self.browsers[self.viewer] if own else self.house.browser()
        self.eyes = f"seat={self.viewer}" if own else ""
        self.path = f"/api/tables/{self.table}"
        looks = (self.eyes, "seat=curtain", f"{self.eyes}&changes=1")
        self.taps = [Tap(self.me, f"{self.path}/events?{look}") for look in looks]
        self.taps.append(self.stream())

    def stream(self, **headers: str) -> Tap:
        """The viewer's stream over all tables, once it has begun."""
        tap = Tap(self.me, "/api/stream", **headers)
        while not tap.events:
            self.house.wait(0.001)
        return tap

    def do(self, deed: Deed) -> Answer:
        """A seat acts, at the version it has been sent."""
        browser, query = self.browsers[deed.seat], f"?seat={deed.seat}"
        self.tickets += deed.tickets
        at = browser.get(self.path + query).view.version
        answer = browser.post(f"{self.path}/actions{query}", seat=deed.seat, do=deed.text, at=at)
        assert answer.status == 200, answer.body
        assert not self.tickets
        return answer

    def whispers(self, rng: random.Random) -> None:
        """Two others talk in private, promise something, and settle the promise."""
        others = [seat for seat in range(len(self.browsers)) if seat != self.viewer]
        giver, seat = rng.sample(others, 2)
        words = {"text": f"psst {rng.random()}", "seat": giver, "to": seat}
        said = self.browsers[giver].post(f"{self.path}/chat", promise=rng.random() < 0.7, **words)
        assert said.status == 200, said.body
        line = self.browsers[seat].get(self.path).json["chat"][-1]
        if "promise" in line:
            settled = {"seat": seat, "giver": giver, "n": line["n"], "standing": "broken"}
            assert self.browsers[seat].post(f"{self.path}/promise", **settled).status == 200
        self.goes_on(7)

    def says(self, seat: int, text: str) -> None:
        """A seat says something to everybody."""
        assert self.browsers[seat].post(f"{self.path}/chat", text=text).status == 200

    def goes_on(self, time: int) -> None:
        """Let time pass, once everything so far has been sent."""
        self.house.run(self.house.settled())
        self.now += time

    def passes(self, time: int) -> None:
        """Let time pass, and run what is due at a certain time."""
        self.goes_on(time)
        for site in self.house.sites:
            site.live.wake(self.table)
        self.house.run(self.house.settled())

    def heard(self) -> list[list[str]]:
        """What has arrived at the viewer's windows."""
        self.house.run(self.house.settled())
        return [tap.came() for tap in self.taps]

    def asks(self, rng: random.Random) -> list[tuple[str, Answer]]:
        """Everything that the viewer can ask for, and every refusal."""
        view = self.me.get(f"{self.path}?{self.eyes}")
        last, version = view.json["step"], view.json["version"]
        steps = {0, last, last + 1, rng.randint(0, last)}
        ids = [one["id"] for one in view.json["scene"]["spaces"]]
        paths = [
            "/api/tables", "/api/health", "/api/challenges", f"{self.path}?seat=curtain",
            *(f"{self.path}?since={n}&{self.eyes}" for n in (1, version - 1, version, version + 1)),
            *(f"{self.path}/steps/{n}?{self.eyes}" for n in sorted(steps)),
            *(f"{self.path}/{what}?{self.eyes}" for what in OWN),
            f"{self.path}/why?{self.eyes}&path={rng.choice(ids)}",
        ]  # fmt: skip
        asked = [(path, self.me.get(path)) for path in paths]
        asked += [(path, self.me.post(path, **body)) for path, body in self._posts(view.json)]
        return [("view", view), *asked]

    def _posts(self, view: Any) -> Iterator[tuple[str, dict[str, Any]]]:
        """Posts that change nothing."""
        seat, version = max(0, self.viewer), view["version"]
        for at in (0, version, version + 1):
            yield f"{self.path}/actions?{self.eyes}", {"seat": seat, "do": "junk", "at": at}
        if not view["can"].get("back"):
            yield f"{self.path}/back?{self.eyes}", {"seat": seat, "at": version}
        yield f"{self.path}/takeback/answer", {"seat": seat, "agree": True}
        yield f"{self.path}/takeback", {"seat": seat, "at": version + 1}
        yield f"{self.path}/rematch", {}
        yield f"{self.path}/fork?{self.eyes}", {"step": view["step"] + 1}

    def comes_back(self, version: int) -> list[str]:
        """What a window is sent that has been away since a version."""
        tap = Tap(self.me, f"{self.path}/events?{self.eyes}", last_event_id=str(version))
        self.house.run(self.house.settled())
        stream = self.stream(last_event_id=str(self.now))
        found = [*tap.came(), *stream.came()]
        tap.leave()
        stream.leave()
        return found

    def called_for(self) -> list[Matter]:
        """What the viewer would be notified of now."""
        room = self.house.run(self.house.site.tables.ready(self.table)).room
        holder = room.holders[self.viewer] if self.viewer != SPECTATOR else None
        return list(matters_of(room, holder.who, self.now, WARN)) if holder else []


class Pair:
    """Both worlds, played in step; `differing` counts comparisons of states that differ."""

    most = MOST
    wishes: Mapping[str, Any] = {}
    """Other properties of the table when it is opened."""

    def __init__(self, game: Game[Any], options: Any, viewer: int, rng: random.Random) -> None:
        self.game, self.options, self.viewer, self.rng = game, options, viewer, rng
        self.games = game, game
        self.twins = Twins(game, game.read_options(options), viewer, rng)
        self.time: dict[str, Any] | None = None
        self.differing = self.uneven = self.compared = 0

    def play(self, worlds: tuple[World, World]) -> None:
        """Play until the game is over, or the worlds can no longer be kept alike."""
        self.worlds, self.version = worlds, 1
        for _ in range(self.most):
            self._secrets()
            deeds = self.twins.step(waited=self.rng.random() < 0.9) or self._step_alike()
            if deeds is None or self.twins.is_over:
                return
            self._step(deeds)

    def _step_alike(self) -> tuple[Deed, Deed] | None:
        """Before something is revealed, make the secret choices the same in both worlds."""
        for deed in self.twins.alike():
            self.worlds[1].do(deed)
        self._compare()
        return self.twins.step(waited=True) or self.twins.step(waited=False)

    def _step(self, deeds: tuple[Deed, Deed]) -> None:
        self._ask_the_same()
        answers = [world.do(deed) for world, deed in zip(self.worlds, deeds, strict=True)]
        if deeds[0].seat == self.viewer:
            same("answer", *answers)
        self._compare()

    def _ask_the_same(self) -> None:
        """Let the next requests go to the same processes in both worlds.

        Secret actions were not equally many.
        """
        for world in self.worlds:
            world.house.draw_anew(self.compared)

    def _secrets(self) -> None:
        """Make secret actions, unknown to the viewer, and not equally many in both worlds."""
        # Seldom enough that the choices can still be made alike before they are shown.
        counts = self.rng.choice([(0, 0), (0, 0), (0, 0), (0, 1), (1, 0), (2, 1)])
        done = []
        for n, (world, count) in enumerate(zip(self.worlds, counts, strict=True)):
            world.passes(LATE)
            deeds = [deed for _ in range(count) if (deed := self.twins.secretly(n))]
            for deed in deeds:
                world.do(deed)
                world.goes_on(7)
            whispers = count * 2 if self.game.deals else 0
            for _ in range(whispers):
                world.whispers(self.rng)
            done.append(len(deeds) + whispers)
        self.uneven += done[0] != done[1]
        if any(done):
            self._compare()

    def _compare(self) -> None:
        self.differing += self.twins.differ
        self._ask_the_same()
        # No line twice: the site refuses those.
        self.compared += 1
        aloud = self.rng.random() < 0.3, self.rng.randrange(self.twins.seats), f"{self.compared}"
        for world in self.worlds:
            world.passes(BEAT - world.now % BEAT)
            if aloud[0]:
                world.says(*aloud[1:])
        same("events", *(world.heard() for world in self.worlds))
        same("calls", *(world.called_for() for world in self.worlds))
        seed = self.rng.random()
        asked = [world.asks(random.Random(seed)) for world in self.worlds]
        for (path, one), (_, other) in zip(*asked, strict=True):
            same(path, one, other)
        back = self.rng.randint(0, asked[0][0][1].json["version"])
        same("resumed", *(world.comes_back(back) for world in self.worlds))


def same(what: str, one: object, other: object) -> None:
    if one != other:
        raise SentApart(f"{what}:\n{one}\n{other}")


@pytest.fixture
def worlds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Pair], None]:
    """Play a pair on two servers with the same random stream."""
    tickets, number = list[int](), itertools.count()

    def ticket(_secret: str, _nonces: Any, _n: int, total: int) -> int:
        assert tickets[0] < total
        return tickets.pop(0)

    def house_of(game: Game[Any], name: str) -> contextlib.AbstractContextManager[House]:
        lucks = dict[str, random.Random]()

        def luck() -> random.Random:
            # One stream per module: background tasks draw numbers at no fixed time.
            asker = sys._getframe(2).f_globals["__name__"]
            return lucks.setdefault(asker, random.Random(asker))

        monkeypatch.setattr(secrets, "token_hex", lambda n: luck().randbytes(n).hex())
        monkeypatch.setattr(secrets, "randbits", lambda n: luck().getrandbits(n))
        given = {"games": {game.key: game}, "analyst": Weighing()}
        return open_house(tmp_path / name, secret="k", limits=True, **given)

    def play(pair: Pair) -> None:
        with contextlib.ExitStack() as stack:
            made = []
            for game, drawn in zip(pair.games, pair.twins.begin(), strict=True):
                house = stack.enter_context(house_of(game, f"{next(number)}"))
                world = World(house, pair.viewer, tickets)
                world.sit_down(pair, drawn)
                made.append(world)
            pair.play((made[0], made[1]))

    monkeypatch.setattr(dice, "ticket", ticket)
    # Heartbeats follow real time, which may differ between the two servers.
    monkeypatch.setattr(sse, "HEARTBEAT", 1e6)
    return play


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("case", CASES)
def test_two_games_that_look_alike_are_told_alike(
    case: str, worlds: Callable[[Pair], None]
) -> None:
    """Views, events, log, refusals, exports, the lobby: none depends on what is hidden."""
    game, options = CASES[case]
    rng, seats = random.Random(case), game.seats(game.read_options(options))
    differing = uneven = 0
    for viewer in (SPECTATOR, rng.randrange(seats)):
        pair = Pair(game, options, viewer, rng)
        pair.time = TIMES.get(case)
        worlds(pair)
        differing += pair.differing
        uneven += pair.uneven
    assert differing > 10
    assert uneven > 3


LEAKS: dict[str, tuple[object, str, object]] = {
    "numbers": (Talk, "_count", lambda self, _reader: self.heard),
    "ears": (Said, "number", lambda self, _guest, _ears: self.numbers[0]),
    "counts": (Room, "_count", lambda *_: None),
    "sight": (
        Perspective,
        "of",
        lambda room, v, **_: Perspective(v, room.play.state, room.legal(v)),
    ),
    "streams": (
        streams,
        "_turns",
        lambda room, who: [(s, room.version, True) for s in room.seats_of(who)],
    ),
    "calls": (matters, "turn_of", lambda room, _seat: room.version),
    "pushes": (ViewBuilder, "view_key", lambda self, viewer, _: (viewer, self.room.version, -1)),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(
    leak: str, worlds: Callable[[Pair], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above can fail."""
    monkeypatch.setattr(*LEAKS[leak])
    talks = LEAKS[leak][0] in (Talk, Said)
    game, options = CASES["fair of three" if talks else "akiwado of three"]
    pair = Pair(game, options, 1, random.Random(1))
    with pytest.raises(SentApart):
        worlds(pair)


# ---------------------------------------------------------------- sealed choices, in any order


def bidding(house: House, luck: random.Random) -> tuple[str, list[Browser]]:
    """A table of Akiwado at which all five are to bid; identical for the same random stream."""
    guests = [house.browser() for _ in range(5)]
    wishes = [{"kind": "me"}, *[{"kind": "open"}] * 4]
    opened = guests[0].post("/api/tables", game="akiwado", options={"seats": "5"}, seats=wishes)
    table = str(opened.json["id"])
    for seat, guest in enumerate(guests[1:], 1):
        guest.sit(table, seat)
    while len(must_act := guests[0].view(table).must_act) < 5:
        for seat in must_act:
            guests[seat].do(table, seat, luck.choice(choices(guests[seat].view(table))))
    return table, guests


def choices(view: View) -> list[str]:
    assert view.turn is not None
    return [choice.do for choice in view.turn.choices]


def lines_of(view: View) -> list[tuple[str, ...]]:
    """The log without its order: everybody knows who decided before whom."""
    return sorted((line.say.k, str(line.say.p), str(line.by), *line.ids) for line in view.log.lines)


@pytest.mark.slow_after(1)
@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_arrival_changes_nothing(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five bids in any order, some of them changed: in the end all viewers see the same."""
    monkeypatch.setattr(dice, "ticket", lambda _secret, _nonces, n, total: n * 7 % total)
    rng, shown = random.Random(seed), []
    with open_house(tmp_path, games={"akiwado": AKIWADO}) as house:
        for _ in range(3):
            table, guests = bidding(house, random.Random(seed))
            begun = [guest.view(table) for guest in guests]
            bids = [
                random.Random(seed + seat).choice(choices(one)) for seat, one in enumerate(begun)
            ]
            *early, last = rng.sample(range(5), 5)
            for seat in early:
                for text in [*choices(begun[seat])[: rng.randrange(3)], bids[seat]]:
                    guests[seat].do(table, seat, text)
            # It refers to the view from before the round, which nothing has outdated since.
            assert 200 == guests[last].act(table, last, bids[last], begun[last].version).status
            *own, watched = [guest.view(table) for guest in (*guests, house.browser())]
            shown.append((
                [(one.scene, one.turn, one.must_act, one.outcome) for one in (*own, watched)],
                (watched.version, watched.step, lines_of(watched)),
            ))  # fmt: skip
    assert shown[0] == shown[1] == shown[2]
