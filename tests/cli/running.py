"""The form of the `honjin` fixture."""

from collections.abc import Callable

from typer.testing import Result

Run = Callable[..., Result]
