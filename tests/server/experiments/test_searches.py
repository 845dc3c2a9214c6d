"""Searches for balance over HTTP: run in the background, proved, bounded, kept over a restart."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from authenticator import ORIGIN, Authenticator
from honjin.games import load
from honjin.lab.tuning.varied import Varied, read_varied
from honjin.server.experiments import messages as m
from server.site_client import Browser, House, open_house

ROKUMON, AKEBONO = load("rokumon"), load("akebono")
(DESK,) = AKEBONO.desks
BOARD = DESK.check(DESK.starts[0].draft).file
GAMES = {"rokumon": ROKUMON, "akebono": AKEBONO}
ALL = "/api/searches"
PATIENCE = 240.0  # seconds; a worker that begins imports and loads compiled rules
ACTS = {"option": "act", "values": ["2", "3"]}
ASKED = {
    "game": "rokumon", "varied": [ACTS], "bots": "greedy", "games": 60, "proof": 6, "within": 0.2,
}  # fmt: skip
BARE = {"option": "board", "values": ["1", "6"]}
CELL = BARE | {"layer": "terrain", "cells": ["0,0"]}
DRAWN = {
    "game": "akebono", "options": {"board": BOARD}, "bots": "random", "varied": [CELL],
}  # fmt: skip


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("lab")
    with open_house(folder, games=GAMES, limits=True, experiment_games=40_000) as house:
        yield house


@pytest.fixture(scope="module")
def ann(lab: House) -> Browser:
    return lab.browser()


@pytest.fixture(scope="module")
def done(lab: House, ann: Browser) -> str:
    """A search of Ann's that is over."""
    return over(lab, ann, begun(ann))


def begun(ann: Browser, **changes: Any) -> str:
    answer = ann.post(ALL, **{**ASKED, **changes})
    assert 200 == answer.status, answer.body
    return str(answer.json["key"])


def page(ann: Browser, key: str) -> m.SearchPage:
    answer = ann.get(f"{ALL}/{key}")
    assert 200 == answer.status, answer.body
    return msgspec.json.decode(answer.body, type=m.SearchPage)


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


@pytest.mark.slow
def test_it_is_searched_proved_and_told_of(lab: House, ann: Browser, done: str) -> None:
    """A choice, its proof, all batches; anyone with the address can see it."""
    found = page(ann, done)
    assert ("over", True, "proof") == (found.course, found.own, found.stage)
    assert found.kept == found.total
    assert found.chart is not None
    assert found.solution is not None
    assert {0, 1} >= {choice.point[0] for choice in found.chart.choices}
    assert sum(batch.games for batch in found.chart.batches) == found.solution.found.games
    assert found.solution.proved is not None
    assert 6 == found.solution.proved.games
    assert (Varied("act", ("2", "3")),) == found.sought.varied
    bob = lab.browser()
    assert page(bob, done).own is False
    (row,) = msgspec.json.decode(ann.get(ALL).body, type=m.Searches).searches
    assert (done, "rokumon", 1) == (row.key, row.game, row.varied)
    assert () == msgspec.json.decode(bob.get(ALL).body, type=m.Searches).searches


@pytest.mark.slow
def test_its_proof_is_an_experiment(ann: Browser, done: str) -> None:
    """With the same key: a report, the games behind each figure, and a file; not in the list."""
    answer = ann.get(f"/api/experiments/{done}")
    found = msgspec.json.decode(answer.body, type=m.ExperimentPage)
    assert found.is_proof
    assert found.summary is not None
    assert {6} == {part.findings.games for part in found.summary.parts}
    listed = ann.get(f"/api/experiments/{done}/games?variant=0").json
    assert 6 == listed["count"]
    number = listed["games"][0].get("game", 0)
    assert 200 == ann.get(f"/api/experiments/{done}/record?variant=0&game={number}").status
    assert 200 == ann.get(f"/api/experiments/{done}/file").status
    assert "not-yours" == ann.post(f"/api/experiments/{done}/more", games=9).problem
    assert done not in ann.get("/api/experiments").body.decode()


@pytest.mark.slow
def test_what_was_found_can_be_taken_away(ann: Browser, done: str) -> None:
    """Its options are those of a game; what was not drawn has no file."""
    found = msgspec.json.decode(ann.get(f"{ALL}/{done}/found").body, type=m.FoundFiles)
    assert ("rokumon", {}) == (found.game, found.files)
    assert ROKUMON.read_options(found.options)["act"] in ("2", "3")


@pytest.mark.slow
def test_a_drawn_board_is_mended(lab: House) -> None:
    """A cell varies: the file of what was found is the given one but for that cell."""
    bob = lab.browser()
    key = over(lab, bob, begun(bob, **DRAWN, games=40, proof=2))
    found = page(bob, key)
    assert "over" == found.course, found.problem
    assert found.solution is not None
    assert ("board",) == found.solution.files
    mended = msgspec.json.decode(bob.get(f"{ALL}/{key}/found").body, type=m.FoundFiles)
    draft = DESK.read(mended.files["board"])
    before = dict(DESK.read(BOARD).cells("terrain"))
    value = CELL["values"][found.solution.found.point[0]]
    assert {**before, "0,0": value} == dict(draft.cells("terrain"))
    # The page leaves the text of files out.
    assert BOARD not in bob.get(f"{ALL}/{key}").json["sought"]["options"].values()


def test_cells_are_called_as_on_the_board(ann: Browser) -> None:
    """The page said 0,-1 where the board and the game say E6."""
    key = begun(ann, **DRAWN)
    assert "E6" == page(ann, key).sought.cells["board"]["0,-1"]
    ann.post(f"{ALL}/{key}/stop")


def test_the_numbers_of_a_file(ann: Browser) -> None:
    """With their paths, which a search can vary; a file that is none is a flaw."""
    answer = ann.post("/api/games/akebono/numbers", option="board", file=BOARD)
    numbers = msgspec.json.decode(answer.body, type=m.FileNumbers).numbers
    assert numbers
    one = numbers[0]
    varied = read_varied(AKEBONO, f"board:{one.path}={int(one.value)},{int(one.value) + 1}")
    assert one.path == varied.path
    told = ann.post("/api/games/akebono/numbers", option="board", file="[[[")
    assert (422, "bad-file") == (told.status, told.problem)
    assert "bad-option" == ann.post("/api/games/akebono/numbers", option="act", file="").problem


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"bots": "mcts:1000000"}, "unknown-bot"),
        ({"bots": "shogun"}, "unknown-bot"),
        ({"bots": "greedy,greedy,greedy"}, "bad-option"),
        ({"varied": []}, "unreadable"),
        ({"varied": [{"option": "act", "values": ["2"]}]}, "bad-option"),
        ({"varied": [{"option": "hat", "values": ["2", "3"]}]}, "bad-option"),
        ({"varied": [{"option": "act", "path": "a.b", "values": ["2", "3"]}]}, "bad-option"),
        ({"varied": [{**ACTS, "hat": 1}]}, "unreadable"),
        (DRAWN | {"varied": [{**CELL, "cells": ["0,0"] * 2_000}]}, "bad-option"),
        (DRAWN | {"varied": [{**CELL, "cells": ["0" * 9_000]}]}, "bad-option"),
        (DRAWN | {"varied": [{**CELL, "values": ["1", "9"]}]}, "bad-option"),
        (DRAWN | {"varied": [BARE | {"path": "board.hexes." + "9" * 9_000}]}, "bad-option"),
        (
            DRAWN
            | {"varied": [BARE | {"path": "board.hexes.0.value", "values": ["9" * 9_000, "1"]}]},
            "bad-option",
        ),
        ({"options": {"act": "99"}}, "bad-option"),
        ({"games": 10}, "bad-option"),
        ({"games": 39_900, "proof": 100}, "too-many"),
        ({"within": 0.6}, "unreadable"),
        (DRAWN | {"options": {"board": "junk"}}, "bad-option"),
        (DRAWN | {"options": {"board": "x = 1\n" * 20_000}}, "bad-option"),
        (DRAWN | {"options": {"board": "x" * 400_000}}, "too-large"),
    ],
)
def test_what_cannot_be_searched_is_refused(lab: House, changes: dict[str, Any], kind: str) -> None:
    """Before anything starts."""
    bob = lab.browser()
    assert kind == bob.post(ALL, **{**ASKED, **changes}).problem
    assert () == msgspec.json.decode(bob.get(ALL).body, type=m.Searches).searches


@pytest.mark.slow
def test_a_stop_keeps_what_was_found(lab: House) -> None:
    """One thing at a time for each person; stopped, it is checked, or searched on."""
    cat, dan = lab.browser(), lab.browser()
    key = begun(cat, games=30_000, within=0.01)
    assert "too-many" == cat.post(ALL, **ASKED).problem
    assert "too-many" == cat.post("/api/experiments", game="rokumon", bots=["greedy"]).problem
    assert "not-yours" == dan.post(f"{ALL}/{key}/stop").problem
    assert "still-played" == cat.post(f"{ALL}/{key}/remove").problem
    played(lab, cat, key)
    assert 200 == cat.post(f"{ALL}/{key}/stop").status
    found = page(cat, over(lab, cat, key))
    assert found.solution is not None
    assert found.solution.proved is None
    games = found.solution.found.games
    assert 0 < games < 30_000
    assert 200 == cat.post(f"{ALL}/{key}/more", games=max(20, games)).status
    checked = page(cat, over(lab, cat, key))
    assert checked.solution is not None
    assert checked.solution.proved is not None
    assert 200 == cat.post(f"{ALL}/{key}/remove").status
    assert "unknown-experiment" == cat.get(f"{ALL}/{key}").problem


@pytest.mark.slow
def test_an_experiment_is_no_search(lab: House) -> None:
    """Neither opens as one, nor is it continued or removed as one."""
    bob = lab.browser()
    plan = {"game": "rokumon", "bots": ["greedy"], "games": 1}
    key = over_experiment(lab, bob, bob.post("/api/experiments", **plan).json["key"])
    assert "unknown-experiment" == bob.get(f"{ALL}/{key}").problem
    for what in ("stop", "remove"):
        assert "unknown-experiment" == bob.post(f"{ALL}/{key}/{what}").problem
    assert "unknown-experiment" == bob.post(f"{ALL}/{key}/more", games=40).problem
    assert "unknown-experiment" == bob.get(f"{ALL}/{key}/found").problem


def over_experiment(lab: House, ann: Browser, key: str) -> str:
    lab.until(lambda: not lab.site.experiments.is_under_way(key), PATIENCE)
    return key


@pytest.mark.slow
def test_those_of_a_deleted_account_are_gone(tmp_path: Path) -> None:
    """They are in its data while it exists."""
    with open_house(tmp_path, games={"rokumon": ROKUMON}, origin=ORIGIN) as house:
        ann, bob = house.browser(), house.browser()
        options = ann.post("/api/account/passkeys/begin", name="Hana").json
        made = Authenticator().make(options)
        assert 200 == ann.post("/api/account/passkeys", credential=made, name="Hana").status
        key = begun(ann, games=400)
        (told,) = ann.get("/api/account/data").json["searches"]
        assert (key, "rokumon") == (told["key"], told["game"])
        assert 200 == ann.post("/api/account/delete", name="Hana").status
        house.until(lambda: 404 == bob.get(f"{ALL}/{key}").status, PATIENCE)
    assert not [found for found in (tmp_path / "experiments").iterdir() if found.is_dir()]


@pytest.mark.slow
def test_goes_on_after_a_restart(tmp_path: Path) -> None:
    """One that was running when the server closed is resumed, and comes to the same result."""
    asked = {"bots": "samurai", "games": 80, "within": 0.01}
    with open_house(tmp_path / "whole", games={"rokumon": ROKUMON}) as house:
        ann = house.browser()
        whole = page(ann, over(house, ann, begun(ann, **asked)))
    with open_house(tmp_path / "twice", games={"rokumon": ROKUMON}) as house:
        ann = house.browser()
        key = begun(ann, **asked)
        played(house, ann, key)
    with open_house(tmp_path / "twice", games={"rokumon": ROKUMON}) as house:
        bob = house.browser()
        found = page(bob, over(house, bob, key))
    assert (whole.chart, whole.solution) == (found.chart, found.solution)
