"""Metrics for operators, as Prometheus' own parser reads them."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import threading
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families
from typer.testing import CliRunner

from honjin.cli.main import app
from honjin.server.db.database import READERS
from honjin.server.messages.refusals import KINDS
from honjin.server.routes import ROUTES
from places import ROOT
from postbox import mail_server
from server.site_client import Answer, Browser, House, open_house
from server.tables.test_together import Together, together

HERE = {"host": "localhost"}
MAX_SERIES = 30
"""The most samples of a route: buckets of its histogram and some statuses."""


def read(answer: Answer) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """All samples, by name and labels."""
    assert 200 == answer.status, answer
    assert answer.headers["content-type"].startswith("text/plain")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.body.decode())
        for sample in family.samples
    }


def sample(browser: Browser, name: str, **labels: str) -> float:
    return read(browser.get("/metrics", **HERE)).get((name, tuple(sorted(labels.items()))), 0.0)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """One process: each has its own metrics."""
    with open_house(tmp_path, processes=1) as found:
        yield found


def test_streams_that_are_held_as_one_are_one_request(house: House) -> None:
    """Each part is asked for like a request, but a browser has sent only one."""
    ann = house.browser()
    events = [f"/api/tables/{ann.open(seats='mo')}/events" for _ in range(3)]
    Together(ann, together(*events)).leave()
    routes = ("GET /api/events", "GET /api/tables/{id}/events")
    counts = [sample(ann, "honjin_requests_total", route=one, status="200") for one in routes]
    assert [1, 0] == counts


def test_requests_are_counted_by_route_and_status(house: House) -> None:
    """By the route's pattern, never by the actual address."""
    ann = house.browser()
    table = ann.open(seats="mo")
    for path in (f"/api/tables/{table}", f"/api/tables/{table}", "/api/tables/aaaaaaaaaaaa"):
        ann.get(path)
    ann.get("/somewhere/else")
    route = "GET /api/tables/{id}"
    assert 2 == sample(ann, "honjin_requests_total", route=route, status="200")
    assert 1 == sample(ann, "honjin_requests_total", route=route, status="404")
    assert 3 == sample(ann, "honjin_request_seconds_count", route=route)
    assert 1 == sample(ann, "honjin_tables")
    assert 1 <= sample(ann, "honjin_commits_total")
    text = ann.get("/metrics", **HERE).body.decode()
    assert table not in text
    assert "somewhere" not in text


def test_bots_and_limits_are_counted(tmp_path: Path) -> None:
    """The thinking times of bots, and refusals by kind; each process has its own metrics."""
    with open_house(tmp_path, limits=True, processes=1) as house:
        ann = house.browser()
        table = ann.open(seats="ml")
        ann.play_on(table, 2)
        for n in range(12):
            ann.post(f"/api/tables/{table}/chat", text=f"line {n}")
        house.until(lambda: 1 <= sample(ann, "honjin_bot_seconds_count"))
        assert 4 == sample(ann, "honjin_limited_total", limit="chat")


def test_no_label_grows_without_bound(house: House) -> None:
    """Whatever is requested, the labels are those of routes, kinds and limits."""
    ann = house.browser()
    for n in range(50):
        ann.get(f"/api/games/g{n}")
        ann.call(f"M{n}", "/api/me")
        ann.get(f"/x{n}")
    known = {f"{route.method} {route.path}" for route in ROUTES}
    found = read(ann.get("/metrics", **HERE))
    routes = {dict(labels)["route"] for _, labels in found if "route" in dict(labels)}
    assert routes <= known | {"page", "none", "GET /metrics"}
    assert len(found) < MAX_SERIES * len(routes) + 200


def test_only_this_machine_reads_them(house: House) -> None:
    """Not callers from elsewhere, nor those passed on by a proxy here."""
    ann = house.browser()
    assert 200 == ann.get("/metrics", **HERE).status
    assert "unknown-path" == ann.get("/metrics", **HERE, **{"x-forwarded-for": "10.0.0.7"}).problem
    assert "unknown-path" == ann.call("POST", "/metrics").problem
    ann.address = "10.0.0.7"
    assert "unknown-path" == ann.get("/metrics", **HERE).problem
    assert "unknown-path" in KINDS


def test_a_token_opens_them_from_anywhere(tmp_path: Path) -> None:
    """And nothing else is accepted then."""
    with open_house(tmp_path, metrics_token="s3cret") as house:
        ann = house.browser()
        for header in ("", "Bearer", "Bearer s3cre", "Bearer s3cret ", "s3cret"):
            assert "unknown-path" == ann.get("/metrics", **HERE, authorization=header).problem
        ann.address = "10.0.0.7"
        assert 200 == ann.get("/metrics", authorization="Bearer s3cret").status


def test_the_state_of_the_machine_is_told(house: House) -> None:
    """Memory of the process, free space in the data folder, use of the database."""
    ann = house.browser()
    assert 20_000_000 < sample(ann, "honjin_memory_bytes") < 4_000_000_000
    free = shutil.disk_usage(house.site.settings.folder).free
    assert free == pytest.approx(sample(ann, "honjin_disk_free_bytes"), rel=0.2)
    assert 1 <= sample(ann, "honjin_database", state="open") <= 15
    assert 0 == sample(ann, "honjin_database", state="waiting")


def test_uses_of_the_database_that_wait_are_counted(house: House) -> None:
    """Of ten reads at once six are under way."""
    ann, held = house.browser(), threading.Event()

    async def crowd() -> dict[str, int]:
        asked = [
            asyncio.ensure_future(house.site.store.ask(lambda _: held.wait(20))) for _ in range(10)
        ]
        while house.site.store.connections()["used"] < READERS:
            await asyncio.sleep(0.01)
        found = house.site.store.connections()
        held.set()
        await asyncio.gather(*asked)
        return found

    found = house.run(crowd())
    assert READERS == found["used"]
    assert 10 - READERS <= found["waiting"]  # the server itself may wait too
    assert 0 == sample(ann, "honjin_database", state="waiting")


def test_the_age_of_the_last_backup_is_told(tmp_path: Path) -> None:
    """As the command notes it in the data folder; infinite before the first."""
    with open_house(tmp_path, processes=1, database="") as house:
        ann = house.browser()
        assert inf == sample(ann, "honjin_backup_age_seconds")
        command = ["backup", str(tmp_path / "copy.tar"), "--data", str(house.site.settings.folder)]
        done = CliRunner().invoke(app, command)
        assert 0 == done.exit_code, done.output
        assert 0 <= sample(ann, "honjin_backup_age_seconds") < 60
        (house.site.settings.folder / "backup.json").write_bytes(b"{")
        assert inf == sample(ann, "honjin_backup_age_seconds")


def test_mails_are_counted_by_result(tmp_path: Path) -> None:
    """Each try of the queue, and those that are refused for good."""
    with mail_server() as (box, settings):
        more = settings | {"origin": "https://honjin.example"}
        with open_house(tmp_path, processes=1, **more) as house:
            ann = house.browser()
            assert 0 == sample(ann, "honjin_mails_total", result="failed")
            box.unknown.add("b@example.org")
            for address in ("a@example.org", "b@example.org"):
                house.run(house.site.mailer.send(address, "subject", "text", "<p>text</p>", {}))
            box.refuses = 1
            house.run(house.site.mailer.send("a@example.org", "subject", "text", "<p>text</p>", {}))
            for result in ("taken", "refused", "failed"):
                assert 1 == sample(ann, "honjin_mails_total", result=result)


def told_by(house: House) -> list[Metric]:
    """The metrics of a server, without the times at which the library began to count."""
    text = house.browser().get("/metrics", **HERE).body.decode()
    families = text_string_to_metric_families(text)
    return [one for one in families if not one.name.endswith("_created")]


def test_the_dashboard_names_metrics_that_exist(house: House) -> None:
    """Each metric of deploy/grafana.json is at /metrics; and each of ours is on the dashboard."""
    families = told_by(house)
    board = json.loads((ROOT / "deploy/grafana.json").read_text("utf-8"))
    asked = " ".join(one["expr"] for panel in board["panels"] for one in panel["targets"])
    named = set(re.findall(r"\bhonjin_\w+", asked))
    suffixes = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}
    there = {one.name + end for one in families for end in suffixes.get(one.type, ("",))}
    assert named <= there, named - there
    assert [] == [one.name for one in families if not re.search(rf"\b{one.name}", asked)]


def test_the_docs_list_every_metric(house: House) -> None:
    """By its name."""
    page = (ROOT / "docs/hosting.md").read_text("utf-8")
    assert [] == [one.name for one in told_by(house) if f"`{one.name}" not in page]
