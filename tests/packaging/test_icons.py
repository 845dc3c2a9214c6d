"""The installed app: its icons are the mark of the house, its manifest names files there are."""

import importlib.util
import io
import json
from typing import Any

from PIL import Image, ImageChops

from places import ROOT

PUBLIC = ROOT / "web" / "public"


def script() -> Any:
    """`scripts/icons.py` as a module."""
    spec = importlib.util.spec_from_file_location("icons", ROOT / "scripts" / "icons.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_icons_are_drawn_from_the_mark() -> None:
    """Each as the script draws it, to a shade; all that the manifest names are there."""
    icons = script()
    for name, size, svg in icons.icons():
        with Image.open(PUBLIC / "icons" / name) as kept:
            drawn = Image.open(io.BytesIO(icons.drawn(size, svg)))
            assert (size, size) == kept.size == drawn.size
            apart = ImageChops.difference(kept.convert("RGBA"), drawn.convert("RGBA"))
            assert max(most for _, most in apart.getextrema()) <= 8, name
    manifest = json.loads((PUBLIC / "manifest.webmanifest").read_text("utf-8"))
    assert {"any", "maskable"} == {one["purpose"] for one in manifest["icons"]}
    for one in manifest["icons"]:
        with Image.open(PUBLIC / one["src"].lstrip("/")) as icon:
            assert one["sizes"] == f"{icon.width}x{icon.height}"
