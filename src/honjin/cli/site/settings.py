"""`honjin settings`: what a server started here would be set to."""

import os
import sys
from typing import Any

from honjin.cli.extras import needs
from honjin.cli.show import say_line
from honjin.cli.site.admin import Data


@needs("server")
def settings(data: Data = None) -> None:
    """Print the settings in force, and where each comes from.

    Secrets are masked. In a pipe the columns are separated by tabs.
    """
    from honjin.server.environment import in_force, unknown

    given: dict[str, Any] = {} if data is None else {"data": str(data)}
    rows = in_force(**given)
    is_shown = sys.stdout.isatty()
    name, value = (max(len(row[n]) for row in rows) if is_shown else 0 for n in (0, 1))
    between = "  " if is_shown else "\t"
    for row in rows:
        cells = (row.variable.ljust(name), row.value.ljust(value), row.source)
        sys.stdout.write(between.join(cells) + "\n")
    for wrong, near in unknown(os.environ):
        hint = f"; did you mean {near}?" if near else ""
        say_line(f"honjin: {wrong} is not a setting{hint}", "red", error=True)
