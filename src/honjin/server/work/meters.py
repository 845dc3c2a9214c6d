"""Metrics for operators: one set of meters per process.

With several workers the library keeps the counts in files that all of them share (its multiprocess
mode, enabled by PROMETHEUS_MULTIPROC_DIR before it is imported), and any worker reports the sum. No
label grows without bound: routes, kinds of refusals and of limits are closed lists.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
CONTENT_TYPE: Final = CONTENT_TYPE_LATEST
_REQUEST_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_BOT_SECONDS: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


def is_shared() -> bool:
    """Whether several processes of this machine count together."""
    return FOLDER in os.environ


def is_first(what: str) -> bool:
    """Whether no other process that counts with this one has asked the same, as far as is known."""
    if not is_shared():
        return True
    try:
        Path(os.environ[FOLDER], what).touch(exist_ok=False)
    except FileExistsError:
        return False
    except OSError:  # the folder was cleaned away, or its disk is full
        return True
    return True


class Meters:
    """The meters of a process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = self._counter(
            "honjin_requests", "Requests answered, by route and status", "route", "status"
        )
        self.seconds = Histogram(
            "honjin_request_seconds", "Seconds until a request was answered; streams are left out",
            ["route"], registry=self._registry, buckets=_REQUEST_SECONDS,
        )  # fmt: skip
        self._answers: dict[tuple[str, int], tuple[Counter, Histogram]] = {}
        self.refused = self._counter("honjin_limited", "Requests over a limit, by limit", "limit")
        self.bot_seconds = Histogram(
            "honjin_bot_seconds", "Seconds that bots thought about a decision",
            registry=self._registry, buckets=_BOT_SECONDS,
        )  # fmt: skip
        self.commits = self._counter("honjin_commits", "Commits of journals")
        self.conflicts = self._counter(
            "honjin_conflicts", "Commits refused since another process was quicker"
        )
        self.replayed = self._counter("honjin_replayed", "Entries of other processes replayed here")
        self.tables = self._gauge("honjin_tables", "Tables in memory")
        self.streams = self._gauge(
            "honjin_streams", "Streams of windows and programs that are open"
        )
        self.bots = self._gauge(
            "honjin_bots_waiting", "Decisions that bots are making or waiting to make"
        )
        self.clocks = self._gauge(
            "honjin_clocks", "Running tables whose clocks this server watches"
        )
        # Every process finds the same values in the database: the latest one is right.
        self.jobs = self._gauge(
            "honjin_jobs", "Jobs that wait, and that were given up", "state", how="mostrecent"
        )
        self.reports = self._gauge("honjin_reports_open", "Reports that wait", how="mostrecent")
        self.mails = self._counter("honjin_mails", "Mails handed to the mail server", "result")
        for result in ("taken", "refused", "failed"):
            self.mails.labels(result)
        self.memory = self._gauge("honjin_memory_bytes", "Resident memory of the processes")
        self.database = self._gauge(
            "honjin_database", "Connections that are open or used; uses that wait", "state"
        )
        self.disk = self._gauge(
            "honjin_disk_free_bytes", "Free space where the data folder is", how="mostrecent"
        )
        self.backup = self._gauge(
            "honjin_backup_age_seconds", "Age of the last backup; infinite if there is none",
            how="mostrecent",
        )  # fmt: skip

    def answered(self, route: str, status: int, seconds: float) -> None:
        """Count one answer; its meters are looked up once, which costs more than counting."""
        found = self._answers.get((route, status))
        if found is None:
            found = self.requests.labels(route, str(status)), self.seconds.labels(route)
            self._answers[route, status] = found
        requests, durations = found
        requests.inc()
        durations.observe(seconds)

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, registry=self._registry)

    def _gauge(self, name: str, about: str, *labels: str, how: str = "livesum") -> Gauge:
        return Gauge(name, about, labels, registry=self._registry, multiprocess_mode=how)  # type: ignore[arg-type]

    def text(self) -> bytes:
        """All meters in Prometheus' format; for all processes that count together."""
        registry = self._registry
        if is_shared():
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
