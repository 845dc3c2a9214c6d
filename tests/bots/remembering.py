"""A bot with a memory, for tests that nothing of it reaches the next game or position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from honjin.bots import SearchRequest, SearchResult


@dataclass
class Remembering:
    """A bot that chooses otherwise once it has chosen."""

    name: str = "remembering"
    asked: list[int] = field(default_factory=list)

    def suits(self, *_: Any) -> bool:
        """For every game."""
        return True

    def fresh(self) -> Remembering:
        """The same without memories."""
        return Remembering()

    def think(self, task: SearchRequest) -> SearchResult:
        """One legal action after the other."""
        self.asked.append(task.seat)
        return SearchResult(task.legal()[len(self.asked) % len(task.legal())])
