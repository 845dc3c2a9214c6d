"""Options of the benches, and their results by commit: a JSON line a run in bench/results/."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
RESULTS: Final = ROOT / "bench" / "results"

sys.path.append(str(ROOT / "tests"))  # benches share servers and positions with them


def arguments(
    doc: str | None, choices: Mapping[str, Iterable[Any]] | None = None, **defaults: Any
) -> argparse.Namespace:
    """The options of a bench, each of the type of its default, `--note TEXT` and `--keep`.

    False is a switch, a tuple takes several values, and a type has no default. A name in `choices`
    takes only those; if it has no default, it is the first word.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawTextHelpFormatter)
    known = dict(choices or {})
    for name in known.keys() - defaults.keys():
        parser.add_argument(name, choices=[*known.pop(name)])
    for name, value in {**defaults, "note": "", "keep": False}.items():
        if value is False:
            parser.add_argument(f"--{name}", action="store_true")
        else:
            parser.add_argument(f"--{name}", **{"choices": known.get(name), **_kind_of(value)})
    return parser.parse_args()


def _kind_of(value: Any) -> dict[str, Any]:
    if isinstance(value, tuple):
        return {"type": type(value[0]), "default": list(value), "nargs": "+"}
    if isinstance(value, Enum):
        return {"type": type(value), "default": value, "choices": list(type(value))}
    return {"type": value} if isinstance(value, type) else {"type": type(value), "default": value}


def tell(given: argparse.Namespace, name: str, line: Mapping[str, object]) -> None:
    """Print a result, and with `--keep` append it to bench/results/<name>.jsonl."""
    print(json.dumps(line), flush=True)
    keep(given, name, line)


def keep(given: argparse.Namespace, name: str, line: Mapping[str, object]) -> None:
    """With `--keep`, append a result with the date and the commit measured ("+": changed since)."""
    if not given.keep:
        return
    head = _git("rev-parse", "--short", "HEAD").stdout.strip()
    changed = _git("diff", "--quiet", "HEAD", "--", "src").returncode
    about = {"commit": head + "+" * bool(changed), "day": time.strftime("%Y-%m-%d")}
    note = {"note": given.note} if given.note else {}
    RESULTS.mkdir(exist_ok=True)
    with (RESULTS / f"{name}.jsonl").open("a") as file:
        file.write(json.dumps(about | dict(line) | note) + "\n")


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds of processor time that a call takes, and its result."""
    began = time.process_time()
    found = work()
    return 1000 * (time.process_time() - began), found


def _git(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
