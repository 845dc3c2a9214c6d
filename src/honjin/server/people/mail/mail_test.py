"""A test of the mail settings, step by step: what happened, or what failed and where to look."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from honjin.core.errors import HonjinError
from honjin.server.messages.refusals import Unreadable
from honjin.server.people.mail.mailer import PATIENCE, letter, read_address, trial_letter
from honjin.server.settings import Settings

if TYPE_CHECKING:
    from aiosmtplib import SMTP

_WHERE: Final = "HONJIN_SMTP_HOST and HONJIN_SMTP_PORT"
_TLS: Final = "HONJIN_SMTP_TLS, and whether HONJIN_SMTP_HOST is the name in the certificate"
_LOGIN: Final = "HONJIN_SMTP_USER and HONJIN_SMTP_PASSWORD"


class MailFailed(HonjinError):
    """A mail could not be sent; the message names the setting to look at."""


async def try_mail(settings: Settings, address: str, say: Callable[[str], None]) -> None:
    """Send a mail to an address, saying what happens; MailFailed if a step fails."""
    import aiosmtplib

    if not settings.smtp_host:
        raise MailFailed("no mail is sent, as HONJIN_SMTP_HOST is not set")
    with _step("cannot send there", "the address"):
        to = read_address(address)
    place = f"{settings.smtp_host}:{settings.smtp_port}"
    is_tls = settings.smtp_tls == "tls"
    server = aiosmtplib.SMTP(
        hostname=settings.smtp_host, port=settings.smtp_port, use_tls=is_tls, start_tls=False,
        timeout=PATIENCE,
    )  # fmt: skip
    with _ended(server):
        with _step(f"cannot connect to {place}", f"{_WHERE}, {_TLS}" if is_tls else _WHERE):
            greeting = await server.connect()
        say(f"Connected to {place}: {greeting.message}")
        if settings.smtp_tls == "starttls":
            with _step("cannot start TLS", _TLS):
                await server.starttls()
        say(_encryption(server))
        if settings.smtp_user:
            with _step("cannot log in", _LOGIN):
                await server.login(settings.smtp_user, settings.smtp_password)
            say(f"Logged in as {settings.smtp_user}")
        else:
            say("Not logged in, as HONJIN_SMTP_USER is not set")
        await _deliver(server, settings, to, say)


@contextlib.contextmanager
def _ended(server: SMTP) -> Iterator[None]:
    """End the connection at once: a TLS server's goodbye could come after the event loop's end."""
    try:
        yield
    finally:
        if isinstance(server.transport, asyncio.WriteTransport):
            server.transport.abort()
        server.close()


async def _deliver(server: SMTP, settings: Settings, to: str, say: Callable[[str], None]) -> None:
    sender = settings.smtp_from
    with _step(f"the server does not let {sender} send", f"HONJIN_SMTP_FROM, {_LOGIN}"):
        await server.mail(sender)
    with _step(f"the server does not deliver to {to}", f"the address, {_LOGIN}"):
        await server.rcpt(to)
    mail = letter(settings, to, *trial_letter(settings.origin))
    with _step("the server does not take the mail", "what it says"):
        answer = await server.data(mail.as_bytes())
    say(f"Accepted from {sender} to {to}: {answer.code} {answer.message}")


def _encryption(server: SMTP) -> str:
    line = server.get_transport_info("ssl_object")
    return f"Encrypted with {line.version()}" if line else "Not encrypted: HONJIN_SMTP_TLS is none"


@contextlib.contextmanager
def _step(failed: str, look_at: str) -> Iterator[None]:
    """Name a step that fails, in one line, with the reason and the settings to look at."""
    import aiosmtplib

    try:
        yield
    except Unreadable as problem:
        raise MailFailed(f"{failed}: {problem}") from None
    except (aiosmtplib.SMTPException, OSError, ValueError) as problem:
        raise MailFailed(f"{failed} ({_reason(problem)}): look at {look_at}") from None


def _reason(problem: Exception) -> str:
    import aiosmtplib

    cause = problem.__cause__ or problem
    if isinstance(problem, aiosmtplib.SMTPResponseException):
        return f"{problem.code} {problem.message}"
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {cause.verify_message}"
    return str(problem) or type(problem).__name__
