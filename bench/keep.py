"""Saving benchmark results by commit: one JSON line per run in bench/results/<name>.jsonl."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
RESULTS: Final = ROOT / "bench" / "results"


def keep(name: str, line: Mapping[str, object]) -> None:
    """Append a result with the date and the commit measured ("+": with local changes)."""
    head = _git("rev-parse", "--short", "HEAD").stdout.strip()
    changed = _git("diff", "--quiet", "HEAD", "--", "src").returncode
    about = {"commit": head + "+" * bool(changed), "day": time.strftime("%Y-%m-%d")}
    RESULTS.mkdir(exist_ok=True)
    with (RESULTS / f"{name}.jsonl").open("a") as file:
        file.write(json.dumps(about | dict(line)) + "\n")


def _git(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
