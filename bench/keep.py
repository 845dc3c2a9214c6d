"""Saving benchmark results by commit: one JSON line per run in bench/results/<name>.jsonl.

And the arguments that most benches have.
"""

from __future__ import annotations

import argparse
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


def arguments(doc: str | None, **defaults: int) -> argparse.Namespace:
    """The arguments of the command: named numbers, and whether to save the result."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawTextHelpFormatter)
    for name, value in defaults.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--keep", action="store_true")
    return parser.parse_args()


def _git(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
