"""Experiments over HTTP: played in the background, examined, uploaded as files, bounded."""

import gzip
import time
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from authenticator import ORIGIN, Authenticator
from honjin.core.play import replay
from honjin.core.record import read_record
from honjin.games import load
from honjin.lab.experiments.file import report_of
from honjin.server.experiments import messages as m
from honjin.server.settings import BadSetting, Settings
from server.site_client import Browser, House, open_house

ROKUMON = load("rokumon")
ALL = "/api/experiments"
PATIENCE = 240.0  # seconds; a worker that begins imports and loads compiled rules
PLAN = {"game": "rokumon", "vary": {"act": ["2", "3"]}, "bots": ["greedy"], "games": 6}


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("lab")
    with open_house(
        folder, games={"rokumon": ROKUMON}, limits=True, experiment_games=40_000
    ) as house:
        yield house


@pytest.fixture(scope="module")
def ann(lab: House) -> Browser:
    return lab.browser()


@pytest.fixture(scope="module")
def done(lab: House, ann: Browser) -> str:
    """An experiment of Ann's that is over."""
    return over(lab, ann, begun(ann))


@pytest.fixture(scope="module")
def file(ann: Browser, done: str) -> bytes:
    """Its file."""
    return ann.get(f"{ALL}/{done}/file").body


def begun(ann: Browser, **changes: Any) -> str:
    answer = ann.post(ALL, **{**PLAN, **changes})
    assert 200 == answer.status, answer.body
    return str(answer.json["key"])


def page(ann: Browser, key: str) -> m.ExperimentPage:
    answer = ann.get(f"{ALL}/{key}")
    assert 200 == answer.status, answer.body
    return msgspec.json.decode(answer.body, type=m.ExperimentPage)


def over(lab: House, ann: Browser, key: str) -> str:
    """Wait for its end, as its page tells it."""
    end = time.monotonic() + PATIENCE
    while page(ann, key).course not in ("over", "failed"):
        assert time.monotonic() < end, page(ann, key)
        lab.wait(0.1)
    return key


def played(lab: House, ann: Browser, key: str) -> None:
    """Wait for its first game."""
    end = time.monotonic() + PATIENCE
    while not page(ann, key).kept:
        assert time.monotonic() < end
        lab.wait(0.2)


def test_is_played_and_told_of(lab: House, ann: Browser, done: str) -> None:
    """Both variants, with everything that a report has; anyone with the address can see it."""
    found = page(ann, done)
    assert ("over", 12, 12, True) == (found.course, found.kept, found.total, found.own)
    assert found.summary
    assert [6, 6] == [part.findings.games for part in found.summary.parts]
    assert ["act=3"] == [one.variant for one in found.summary.differences]
    bob = lab.browser()
    assert page(bob, done).own is False
    (row,) = msgspec.json.decode(ann.get(ALL).body, type=m.Experiments).experiments
    assert (done, "rokumon", ("act=2", "act=3")) == (row.key, row.game, row.variants)
    assert () == msgspec.json.decode(bob.get(ALL).body, type=m.Experiments).experiments


def test_how_long_games_took_is_told(lab: House, ann: Browser, done: str) -> None:
    """To anybody, since it is the server's; a game and its bots are named once."""
    paces = msgspec.json.decode(lab.browser().get(ALL).body, type=m.Experiments).paces
    (pace,) = [one for one in paces if one.bots == ("greedy",)]
    assert ("rokumon", page(ann, done).each) == (pace.game, pace.each)
    assert 0 < pace.each < 60
    searches = msgspec.json.decode(lab.browser().get("/api/searches").body, type=m.Searches)
    assert paces == searches.paces


def test_every_figure_opens_its_games(ann: Browser, done: str) -> None:
    """Games by winner, by the reason for their end, by a measure; a record replays and opens."""

    def listed(query: str) -> m.ListedGames:
        return msgspec.json.decode(ann.get(f"{ALL}/{done}/games?{query}").body, type=m.ListedGames)

    summary = page(ann, done).summary
    assert summary
    part = summary.parts[1]
    assert 6 == listed("variant=1").count
    for end in part.findings.ends:
        assert end.games == listed(f"variant=1&reason={end.reason}").count
    won = sum(listed(f"variant=1&winner={seat}").count for seat in (0, 1))
    assert 6 == won + listed("variant=1&winner=-1").count
    middle = part.findings.lengths[-1].marks[2]
    same = listed(f"variant=1&measure=actions&least={middle}&most={middle}")
    assert part.findings.lengths[-1].games[middle] == same.count
    use = part.uses["kind"][-1]
    assert use.games == listed(f"variant=1&name=kind/{use.name}").count
    game = same.games[0]
    record = ann.get(f"{ALL}/{done}/record?variant={game.variant}&game={game.game}")
    assert replay(ROKUMON, read_record(record.body)).result()
    assert 200 == ann.post("/api/records", record=record.body.decode()).status


def test_a_report_is_taken_away_and_brought(
    lab: House, ann: Browser, done: str, file: bytes
) -> None:
    """One server's file opens on another, with the same figures; compressed or not."""
    assert 12 == len(report_of(gzip.decompress(file).splitlines(keepends=True)).rows)
    bob = lab.browser()
    for data in (file, gzip.decompress(file)):
        answer = bob.post(f"{ALL}/file", file=b64encode(data).decode())
        assert 200 == answer.status, answer.body
        found = page(bob, answer.json["key"])
        assert (found.is_file, found.summary) == (True, page(ann, done).summary)
    rows = msgspec.json.decode(bob.get(ALL).body, type=m.Experiments).experiments
    assert {"rokumon"} == {row.game for row in rows}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"returns":[', b'"returns":[7,'),
        (b'"honjin_experiment":1', b'"honjin_experiment":8'),
        (b'"act":"2"', b'"act":"nine"'),
        (b'"game":"rokumon"', b'"game":"chess"'),
        (b'"curve":', b'"curve":[],"x":'),
        (b'"facts":', b'"facts":{"score":{"x":[1]}},"x":'),
    ],
)
def test_a_file_that_lies_is_a_flaw(lab: House, file: bytes, old: bytes, new: bytes) -> None:
    """A file changed by hand is refused, with the reason, and leaves nothing behind."""
    data = gzip.decompress(file)
    assert old in data
    answer = lab.browser().post(
        f"{ALL}/file", file=b64encode(gzip.compress(data.replace(old, new))).decode()
    )
    assert (422, "bad-file") == (answer.status, answer.problem)
    assert b"/tmp" not in answer.body


def test_junk_is_a_flaw(lab: House) -> None:
    """Not base64, not a file of ours, and one that unpacks to much more than allowed."""
    bob = lab.browser()
    assert "unreadable" == bob.post(f"{ALL}/file", file="§§").problem
    bomb = gzip.compress(b"0" * 50_000_000)
    for data in (b"junk", bomb):
        answer = bob.post(f"{ALL}/file", file=b64encode(data).decode())
        assert "bad-file" == answer.problem


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"bots": ["mcts:1000000"]}, "unknown-bot"),
        ({"bots": ["shogun"]}, "unknown-bot"),
        ({"bots": ["greedy,greedy,greedy"]}, "bad-option"),
        ({"vary": {"act": ["9"]}}, "bad-option"),
        ({"vary": {"hat": ["9"]}}, "bad-option"),
        ({"scenarios": ["x"]}, "bad-option"),
        ({"games": 0}, "unreadable"),
        ({"games": 20_001}, "too-many"),
        ({"vary": {}, "sure": True}, "bad-option"),
    ],
)
def test_what_cannot_be_played_is_refused(lab: House, changes: dict[str, Any], kind: str) -> None:
    """Before anything starts."""
    bob = lab.browser()
    assert kind == bob.post(ALL, **{**PLAN, **changes}).problem
    assert () == msgspec.json.decode(bob.get(ALL).body, type=m.Experiments).experiments


@pytest.mark.slow
def test_a_stop_keeps_and_more_goes_on(lab: House) -> None:
    """One running experiment per person; others may look but change nothing."""
    cat, dan = lab.browser(), lab.browser()
    key = begun(cat, games=15_000)
    assert "too-many" == cat.post(ALL, **PLAN).problem
    assert "not-yours" == dan.post(f"{ALL}/{key}/stop").problem
    assert "still-played" == cat.post(f"{ALL}/{key}/remove").problem
    played(lab, cat, key)
    assert 200 == cat.post(f"{ALL}/{key}/stop").status
    found = page(cat, over(lab, cat, key))
    assert 0 < found.kept < 30_000
    assert found.summary
    assert "stopped" == found.summary.ended
    each = found.kept // 2 + 2
    assert 200 == cat.post(f"{ALL}/{key}/more", games=each).status
    more = page(cat, over(lab, cat, key))
    assert 2 * each == more.kept
    assert 200 == cat.post(f"{ALL}/{key}/remove").status
    assert "unknown-experiment" == cat.get(f"{ALL}/{key}").problem


@pytest.mark.parametrize("number", ["-1", "20"])
def test_niceness_is_that_of_a_process(number: str) -> None:
    """Experiments yield to players; a number that no process can have is refused."""
    assert 15 == Settings.read({}).experiment_niceness
    with pytest.raises(BadSetting, match="HONJIN_EXPERIMENT_NICENESS expects a number from 0"):
        Settings.read({"HONJIN_EXPERIMENT_NICENESS": number})


@pytest.mark.parametrize("key", ["nothing-there", "..", "%2e%2e%2fx", "a" * 60])
def test_no_experiment_is_there(lab: House, key: str) -> None:
    """Whatever is requested."""
    bob = lab.browser()
    assert 404 == bob.get(f"{ALL}/{key}").status
    assert 404 == bob.get(f"{ALL}/{key}/games").status


def test_before_the_first_game_there_is_none(tmp_path: Path) -> None:
    """A waiting one has no list and no record; that is not an error."""
    with open_house(tmp_path, games={"rokumon": ROKUMON}) as house:
        ann = house.browser()
        begun(ann, games=400)
        key = begun(ann)  # waits for the other
        listed = ann.get(f"{ALL}/{key}/games?measure=actions&least=1")
        assert (200, {"count": 0, "games": []}) == (listed.status, listed.json)
        record = ann.get(f"{ALL}/{key}/record?variant=0&game=0")
        assert (404, "unknown-experiment") == (record.status, record.problem)


@pytest.mark.slow
@pytest.mark.parametrize("games", [2, 400], ids=["over", "under way"])
def test_those_of_a_deleted_account_are_gone(tmp_path: Path, games: int) -> None:
    """They are in its data while it exists; a running one is stopped first."""
    with open_house(tmp_path, games={"rokumon": ROKUMON}, origin=ORIGIN) as house:
        ann, bob = house.browser(), house.browser()
        options = ann.post("/api/account/passkeys/begin", name="Hana").json
        made = Authenticator().make(options)
        assert 200 == ann.post("/api/account/passkeys", credential=made, name="Hana").status
        key, other = begun(ann, games=games), begun(bob, games=1)
        if games == 2:
            over(house, ann, key)
        (told,) = ann.get("/api/account/data").json["experiments"]
        assert (key, "rokumon") == (told["key"], told["game"])
        assert 200 == ann.post("/api/account/delete", name="Hana").status
        house.until(lambda: 404 == bob.get(f"{ALL}/{key}").status)
        assert "over" == page(bob, over(house, bob, other)).course
    kept = [found.name for found in (tmp_path / "experiments").iterdir() if found.is_dir()]
    assert [other] == kept


@pytest.mark.slow
def test_goes_on_after_a_restart(tmp_path: Path) -> None:
    """One that was running when the server closed is resumed at the next start."""
    with open_house(tmp_path, games={"rokumon": ROKUMON}) as house:
        ann = house.browser()
        key = begun(ann, bots=["samurai"], games=30)
        played(house, ann, key)
    with open_house(tmp_path, games={"rokumon": ROKUMON}) as house:
        found = page(house.browser(), over(house, house.browser(), key))
        assert (60, "all") == (found.kept, found.summary and found.summary.ended)
