"""Lists for compiled or for interpreted loops."""

from __future__ import annotations

from typing import Any, NamedTuple


class Maker(NamedTuple):
    """Makes lists for compiled or for interpreted loops."""

    is_compiled: bool

    def ints(self, n: int) -> Any:
        """A list of n zeros."""
        if not self.is_compiled:
            return [0] * n
        import numpy as np

        return np.zeros(n, np.int64)

    def floats(self, n: int) -> Any:
        """A list of n floats, all zero."""
        if not self.is_compiled:
            return [0.0] * n
        import numpy as np

        return np.zeros(n, np.float64)

    def table(self, n: int, m: int) -> Any:
        """A table of n lists of m zeros."""
        if not self.is_compiled:
            return [[0] * m for _ in range(n)]
        import numpy as np

        return np.zeros((n, m), np.int64)
