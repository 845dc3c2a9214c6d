"""Mails, sent one after the other in the background; nobody waits for one."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from honjin.core.words import Say, Words, load_words, speak
from honjin.server.messages.refusals import NoMail, Unreadable
from honjin.server.people.accounts.messages import Language
from honjin.server.settings import Settings

log = logging.getLogger(__name__)

MAX_WAITING: Final = 200
TRIES: Final = 3
PAUSE: Final = 5.0
"""Seconds until a mail that was not accepted is tried again; twice as many each time."""
PATIENCE: Final = 20.0
BESIDE: Final = 2
"""The number of mails sent outside the queue at a time."""
_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.)+[A-Za-z0-9-]{2,63}"
)


def read_address(text: str) -> str:
    """A mail address in lower case; Unreadable if it is not one."""
    found = text.strip()
    if len(found) > 254 or _ADDRESS.fullmatch(found) is None:
        raise Unreadable("expected a mail address such as name@example.org")
    return found.lower()


def hidden(address: str) -> str:
    """An address as it is logged: only the domain."""
    return f"…@{address.rpartition('@')[2]}"


def letter(settings: Settings, address: str, subject: str, text: str) -> EmailMessage:
    """A mail of this site as it is sent."""
    mail = EmailMessage()
    mail["From"], mail["To"] = settings.smtp_from, address
    mail["Subject"], mail["Date"] = subject, formatdate()
    mail["Message-ID"] = make_msgid(domain=urlsplit(settings.origin).hostname)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    return mail


Sent = Literal["taken", "refused", "failed"]
"""The result of a mail: accepted by the server; refused for good; to be tried again."""


class Mailer:
    """Sends mails by the server in the settings. `pause` is the time between tries."""

    def __init__(self, settings: Settings, pause: float = PAUSE) -> None:
        self._settings, self._pause = settings, pause
        self._queue: asyncio.Queue[EmailMessage] = asyncio.Queue(MAX_WAITING)
        self._beside = asyncio.Semaphore(BESIDE)
        self.counted: list[Callable[[Sent], None]] = []
        """Called with the result of each mail, at each try."""

    @property
    def is_there(self) -> bool:
        """Whether this server sends mails."""
        return bool(self._settings.smtp_host)

    def post(self, address: str, subject: str, text: str) -> None:
        """Queue a mail; NoMail if this server sends none, or has too many to send."""
        if not self.is_there:
            raise NoMail("no mail server is set")
        try:
            self._queue.put_nowait(letter(self._settings, address, subject, text))
        except asyncio.QueueFull:
            raise NoMail("too many mails are waiting; try again later") from None

    async def run(self) -> None:
        """Send the mails in the queue, until cancelled."""
        while True:
            mail = await self._queue.get()
            for n in range(TRIES):
                if await self._sent(mail) != "failed":
                    break
                if n + 1 < TRIES:
                    await asyncio.sleep(self._pause * 2**n)

    async def send(
        self, address: str, subject: str, text: str, html: str, headers: Mapping[str, str]
    ) -> Sent:
        """Send a mail outside the queue, once, and return the result."""
        mail = letter(self._settings, address, subject, text)
        mail.add_alternative(html, subtype="html")
        for name, value in headers.items():
            del mail[name]
            mail[name] = value
        async with self._beside:
            return await self._sent(mail)

    async def _sent(self, mail: EmailMessage) -> Sent:
        result = await self._handed(mail)
        for tell in self.counted:
            tell(result)
        return result

    async def _handed(self, mail: EmailMessage) -> Sent:
        import aiosmtplib

        about = self._settings
        try:
            await aiosmtplib.send(
                mail, hostname=about.smtp_host, port=about.smtp_port,
                username=about.smtp_user or None, password=about.smtp_password or None,
                use_tls=about.smtp_tls == "tls", start_tls=about.smtp_tls == "starttls",
                timeout=PATIENCE,
            )  # fmt: skip
        except (aiosmtplib.SMTPException, OSError) as problem:
            # Its text may contain the address: only the kind of the problem is logged.
            log.warning("mail to %s not sent: %s", hidden(mail["To"]), type(problem).__name__)
            return "refused" if _is_for_good(problem) else "failed"
        return "taken"


def _is_for_good(problem: Exception) -> bool:
    """Whether a server has refused this mail for good."""
    import aiosmtplib

    if isinstance(problem, aiosmtplib.SMTPRecipientsRefused):
        return all(one.code >= 500 for one in problem.recipients)
    is_data = isinstance(problem, aiosmtplib.SMTPDataError)
    return is_data and problem.code >= 500  # type: ignore[attr-defined]


@lru_cache(1)
def _words() -> Words:
    with resources.as_file(resources.files("honjin.server.people.mail")) as folder:
        return load_words(Path(folder) / "words")


def trial_letter(origin: str) -> tuple[str, str]:
    """Subject and text of a mail by which a host tries the settings, in both languages."""
    words = _words()
    texts = [speak(words, Say("trial.text", {"site": origin}), one).strip() for one in ("en", "ja")]
    return speak(words, Say("trial.subject"), "en"), "\n\n".join(texts) + "\n"


def link_letter(origin: str, token: str, minutes: int, language: Language) -> tuple[str, str]:
    """Subject and text of a mail with a link. The part after `#` is sent to no server."""
    holes: dict[str, int | str] = {
        "site": origin,
        "link": f"{origin}/login#{token}",
        "minutes": minutes,
    }
    words = _words()
    subject = speak(words, Say("mail.subject"), language)
    return subject, speak(words, Say("mail.text", holes), language).strip() + "\n"
