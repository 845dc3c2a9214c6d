"""Metrics for operators, as Prometheus' own parser reads them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from honjin.server.http.routes import ROUTES
from honjin.server.messages.refusals import KINDS
from server.site_client import Answer, Browser, House, open_house

MOST_SERIES = 30
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
    return read(browser.get("/metrics")).get((name, tuple(sorted(labels.items()))), 0.0)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """One process: each has its own metrics."""
    with open_house(tmp_path, processes=1) as found:
        yield found


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
    text = ann.get("/metrics").body.decode()
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
    found = read(ann.get("/metrics"))
    routes = {dict(labels)["route"] for _, labels in found if "route" in dict(labels)}
    assert routes <= known | {"page", "none", "GET /metrics"}
    assert len(found) < MOST_SERIES * len(routes) + 200


def test_only_this_machine_reads_them(house: House) -> None:
    """Not callers from elsewhere, nor those passed on by a proxy here."""
    ann = house.browser()
    assert 200 == ann.get("/metrics").status
    assert "unknown-path" == ann.get("/metrics", **{"x-forwarded-for": "10.0.0.7"}).problem
    assert "unknown-path" == ann.call("POST", "/metrics").problem
    ann.address = "10.0.0.7"
    assert "unknown-path" == ann.get("/metrics").problem
    assert "unknown-path" in KINDS


def test_a_token_opens_them_from_anywhere(tmp_path: Path) -> None:
    """And nothing else is accepted then."""
    with open_house(tmp_path, metrics_token="s3cret") as house:
        ann = house.browser()
        for header in ("", "Bearer", "Bearer s3cre", "Bearer s3cret ", "s3cret"):
            assert "unknown-path" == ann.get("/metrics", authorization=header).problem
        ann.address = "10.0.0.7"
        assert 200 == ann.get("/metrics", authorization="Bearer s3cret").status
