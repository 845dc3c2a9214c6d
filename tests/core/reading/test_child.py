"""Child processes find the modules of their parent, and no others."""

import subprocess
import sys
from pathlib import Path

from honjin.core.reading.child import child_environment


def test_files_in_the_working_folder_are_no_modules(tmp_path: Path) -> None:
    """Unless the parent finds them there, too: one may be called as a module of Python."""
    (tmp_path / "argparse.py").write_text("raise SystemExit('this is not it')")
    done = subprocess.run(
        [sys.executable, "-m", "honjin.bots.compiling", "--help"], cwd=tmp_path,
        env=child_environment(), capture_output=True, check=False,
    )  # fmt: skip
    assert 0 == done.returncode, done.stderr
