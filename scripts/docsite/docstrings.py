"""An extension of Griffe, which reads the docstrings for mkdocstrings.

It makes the site show small drawings, columns of words and brackets in docstrings verbatim.
"""

from __future__ import annotations

import re
import textwrap
from typing import Any

import griffe

_BRACKET = re.compile(r"`[^`]*`|\[")
_COLUMNS = re.compile(r"\S {2,}\S")


class Drawings(griffe.Extension):
    """Marks each paragraph of aligned words as code."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for each object that has been read."""
        if obj.docstring:
            obj.docstring.value = with_drawings(obj.docstring.value)


def with_drawings(docstring: str) -> str:
    """A docstring as Markdown: its drawings become code, and its brackets do not become links."""
    return "\n\n".join(map(_marked, docstring.split("\n\n")))


def _marked(paragraph: str) -> str:
    if paragraph.startswith("    "):
        return paragraph
    if paragraph.startswith(">>>"):
        return f"```pycon\n{paragraph}\n```"
    if sum(bool(_COLUMNS.search(line)) for line in paragraph.splitlines()) > 1:
        return textwrap.indent(paragraph, "    ")
    return _BRACKET.sub(lambda at: at[0] if at[0].startswith("`") else "\\[", paragraph)
