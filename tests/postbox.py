"""A real mail server on loopback, for tests: it takes mails and shows them."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import ssl
import time
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

PATIENCE = 20.0


class Mailbox:
    """All that was sent, by address.

    It `refuses` so many mails before it takes one, and never takes any to those who are `unknown`.
    After it has read a recipient it hears nothing for `rest` seconds.
    """

    def __init__(self) -> None:
        self.mails: list[tuple[str, EmailMessage]] = []
        self.refuses = 0
        self.unknown: set[str] = set()
        self.rest = 0.0

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        asyncio.get_running_loop().call_soon(time.sleep, self.rest)
        if address in self.unknown:
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 taken"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.refuses:
            self.refuses -= 1
            return "451 try again later"
        mail = message_from_bytes(envelope.content, policy=policy.default)
        self.mails += [(to, mail) for to in envelope.rcpt_tos]
        return "250 taken"

    def of(self, address: str, n: int = 1) -> EmailMessage:
        """The n-th mail to an address, as soon as it is there."""
        end = time.monotonic() + PATIENCE
        while len(mine := [mail for to, mail in self.mails if to == address]) < n:
            assert time.monotonic() < end, self.mails
            time.sleep(0.02)
        return mine[n - 1]

    def token(self, address: str, n: int = 1) -> str:
        """The secret of the link in it."""
        found = re.search(r"/login#([\w-]+)", self.of(address, n).get_content())
        assert found is not None
        return found[1]


@contextlib.contextmanager
def mail_server(
    tls: str = "none", cert: Path | None = None, user: tuple[str, str] | None = None
) -> Iterator[tuple[Mailbox, dict[str, Any]]]:
    """A mailbox, and the settings that lead there; with TLS, and with who has to log in."""
    box = Mailbox()
    more: dict[str, Any] = {}
    if cert is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert)
        more["ssl_context" if tls == "tls" else "tls_context"] = context
        more["require_starttls"] = tls == "starttls"
    if user is not None:
        name, password = (one.encode() for one in user)
        more |= {
            "auth_required": True,
            "authenticator": lambda _s, _n, _e, _m, given: AuthResult(
                success=(given.login, given.password) == (name, password), handled=False
            ),
        }  # fmt: skip
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = Controller(box, hostname="127.0.0.1", port=port, ready_timeout=PATIENCE, **more)
    server.start()
    try:
        yield box, {
            "smtp_host": "127.0.0.1", "smtp_port": port, "smtp_tls": tls,
            "smtp_from": "honjin@example.org",
        }  # fmt: skip
    finally:
        server.stop(no_assert=True)
