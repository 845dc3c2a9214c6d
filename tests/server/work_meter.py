"""Counts the work behind a request: its statements, in order, checks of passkeys, mails."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa
import webauthn

from server.site_client import Answer, House


class Cost(NamedTuple):
    """What a request led to."""

    answer: tuple[int, bytes]
    statements: list[str]
    checked: int
    mails: int


class Meter:
    """Counts the work of one request, and none of what other tasks of the site do meanwhile."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house = house
        self.statements: list[str] = []
        self.checked = self.mails = 0
        self._request: asyncio.Task[Any] | None = None
        for way in ("ask", "change"):
            count = partial(self._counted, way, getattr(house.site.store, way))
            monkeypatch.setattr(house.site.store, way, count)
        verify = webauthn.verify_authentication_response

        def verified(**given: Any) -> Any:
            self.checked += 1
            return verify(**given)

        def posted(*_: Any) -> None:
            self.mails += 1

        monkeypatch.setattr(webauthn, "verify_authentication_response", verified)
        monkeypatch.setattr(house.site.mailer, "post", posted)

    async def _counted(
        self, way: str, run: Callable[..., Any], work: Callable[[sa.Connection], Any]
    ) -> Any:
        if asyncio.current_task() is not self._request:
            return await run(work)
        self.statements.append(way)

        def noted(connection: sa.Connection) -> Any:
            sa.event.listen(connection, "before_cursor_execute", self._note)
            return work(connection)

        return await run(noted)

    def _note(self, _: Any, __: Any, statement: str, *___: Any) -> None:
        self.statements.append(statement)

    def of(self, request: Callable[[], Answer]) -> Cost:
        """Make a request and return what it led to."""
        self.statements, self.checked, self.mails = [], 0, 0
        run = self.house.run
        self.house.run = lambda work: run(self._as_request(work))  # type: ignore[method-assign]
        try:
            answer = request()
        finally:
            self.house.run = run  # type: ignore[method-assign]
        return Cost((answer.status, answer.body), self.statements, self.checked, self.mails)

    async def _as_request(self, work: Awaitable[Any]) -> Any:
        self._request = asyncio.current_task()
        return await work
