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
from typing import Any, Final

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


def arguments(doc: str | None, **defaults: Any) -> argparse.Namespace:
    """The options of the command, each of the type of its default; False is a switch."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawTextHelpFormatter)
    for name, value in defaults.items():
        if value is False:
            parser.add_argument(f"--{name}", action="store_true")
        else:
            parser.add_argument(f"--{name}", type=type(value), default=value)
    return parser.parse_args()


def _git(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
