"""The simulation of a crowd keeps the totals that it was made to check."""

from __future__ import annotations

import runpy

import pytest

from places import ROOT


def test_everybody_is_answered_and_one_commit_follows_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No action is lost, none is stored twice, and the lock is never held twice."""
    monkeypatch.syspath_prepend(ROOT)
    made = runpy.run_module("bench.server.crowd")
    costs = made["Costs"](act=0.5, replay=0.0, hear=0.0, row=0.0, sync=1.0)
    crowd = made["Crowd"](10_000, 2, costs).run(1000)
    waiting = sum(map(len, crowd.decided)) + sum(len(batch.arrived) for batch in crowd.queue)
    begun = round(sum(crowd.busy) / costs.act)
    assert 0 <= begun - len(crowd.took) - waiting < 50
    assert crowd.commits <= 1000
    assert pytest.approx(1.5) == min(crowd.took)
    assert pytest.approx(crowd.commits * costs.sync, abs=1.5) == crowd.lock_busy
