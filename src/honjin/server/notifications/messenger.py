"""The channels for calls: pushes to browsers, and mail."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa
from itsdangerous import BadData, URLSafeSerializer

from honjin.server.notifications import store as kept
from honjin.server.notifications import wording
from honjin.server.notifications.fold import Matter
from honjin.server.notifications.messages import CallWishes
from honjin.server.notifications.store import Device
from honjin.server.notifications.webpush import Pusher
from honjin.server.notifications.wording import Letter, Sitting, Told
from honjin.server.people.mail.mailer import Mailer
from honjin.server.settings import Settings
from honjin.server.tables.store.live_tables import LiveTables

log = logging.getLogger(__name__)

FEW: Final = 3
"""Up to this many pushes are sent one by one; more are merged into one."""
USUAL_TTL: Final = 3 * 24 * 3600
LONGEST_TTL: Final = 28 * 24 * 3600
MAX_TOLD: Final = 50
"""The most matters in a mail."""
Pair = tuple[Matter, Sitting]


class Reach(NamedTuple):
    """The channels of a person now; `wishes` holds none that leads nowhere."""

    person: str
    wishes: CallWishes
    devices: Sequence[Device]
    mail: str


class Messenger:
    """Sends calls to people on all channels."""

    def __init__(
        self, settings: Settings, tables: LiveTables, mailer: Mailer, pusher: Pusher, key: str
    ) -> None:  # fmt: skip
        self._origin, self._games, self._store = settings.origin, tables.games, tables.store
        self.mailer, self.pusher, self._tables = mailer, pusher, tables
        self._signer = URLSafeSerializer(key, salt="honjin.calls.stop")

    # ---- channels

    async def reach(self, person: str, wishes: CallWishes) -> Reach:
        """The channels on which a person can be reached."""

        def read(connection: sa.Connection) -> tuple[list[Device], str]:
            mail = kept.mail_of(connection, person)
            return kept.devices_of(connection, person), mail

        devices, mail = await self._store.ask(read)
        devices = devices if self.pusher.is_there else []
        wishes = msgspec.structs.replace(
            wishes, push=wishes.push if devices else (),
            mails=wishes.mails and bool(mail) and self.mailer.is_there,
        )  # fmt: skip
        return Reach(person, wishes, devices, mail)

    # ---- pushing

    async def push(self, reach: Reach, what: Sequence[Pair], n: int) -> bool:
        """Push to all browsers; True if nothing is left to be pushed."""
        if len(what) > FEW:
            sent = [(device, self._many(device, len(what), n)) for device in reach.devices]
            return (await self._pushed(reach.person, sent))[1]
        sent = [
            (device, self._one(reach, device, one, at, n))
            for one, at in what
            for device in reach.devices
        ]
        return (await self._pushed(reach.person, sent))[1]

    def _one(self, reach: Reach, device: Device, one: Matter, at: Sitting, n: int) -> _Push:
        told = wording.tell(one, at, self._games, reach.wishes, _language(device))
        left = (one.end - self._tables.clock()) // 1000 if one.end else USUAL_TTL
        ttl = max(60, min(LONGEST_TTL, left))
        return _Push(wording.pushed(told, n), f"table-{one.table}", ttl, one.kind == "deadline")

    def _many(self, device: Device, count: int, n: int) -> _Push:
        body = wording.pushed_several(count, n, _language(device))
        return _Push(body, "several", USUAL_TTL)

    async def _pushed(self, person: str, sent: Sequence[tuple[Device, _Push]]) -> tuple[int, bool]:
        """The number of browsers that accepted it, and whether nothing has to be tried again."""
        outcomes = await asyncio.gather(
            *(
                self.pusher.push(
                    device, one.body, topic=one.topic, ttl=one.ttl, urgent=one.is_urgent
                )
                for device, one in sent
            )
        )
        found = list(zip((device.id for device, _ in sent), outcomes, strict=True))
        taken = {device for device, outcome in found if outcome == "taken"}
        gone = {device for device, outcome in found if outcome == "gone"}
        now = self._tables.clock()

        def write(connection: sa.Connection) -> None:
            kept.note_use(connection, taken, now)
            kept.remove_devices(connection, person, gone, now)

        if taken or gone:
            await self._store.change(write)
        return len(taken), bool(taken) or len(gone) == len({device for device, _ in found})

    # ---- mailing

    async def mail(self, reach: Reach, what: Sequence[Pair]) -> bool:
        """Send one mail; True if nothing is left to be mailed."""
        language = reach.wishes.lang
        told = [self._named(one, at, reach) for one, at in what[:MAX_TOLD]]
        letter = wording.letter(told, self._origin, self._stop(reach.person), language)
        marks = "|".join(f"{one.table}.{one.kind}.{one.mark}" for one, _ in what)
        return await self._mailed(reach, letter, marks) != "failed"

    def _named(self, one: Matter, at: Sitting, reach: Reach) -> Told:
        told = wording.tell(one, at, self._games, reach.wishes)
        return wording.named(told, at, reach.person, reach.wishes.lang)

    async def _mailed(self, reach: Reach, letter: Letter, marks: str) -> str:
        """Send a mail. Repeated after a crash it has the same id, and is shown once."""
        host = self._origin.partition("://")[2].partition(":")[0]
        number = hashlib.sha256(f"{reach.person}|{marks}".encode()).hexdigest()[:32]
        headers = {
            "Message-ID": f"<{number}@{host}>",
            "List-Unsubscribe": f"<{self._stop(reach.person)}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
        return await self.mailer.send(reach.mail, letter.subject, letter.text, letter.html, headers)

    def _stop(self, person: str) -> str:
        """The address that unsubscribes a person from mails."""
        token = self._signer.dumps(person)
        text = token if isinstance(token, str) else token.decode("ascii")
        return f"{self._origin}/api/calls/stop/{text}"

    def who_stops(self, token: str) -> str | None:
        """The person of such an address; None if it is not one of ours."""
        try:
            found = self._signer.loads(token)
        except BadData:
            return None
        return found if isinstance(found, str) else None

    # ---- testing

    async def test(self, person: str, wishes: CallWishes) -> tuple[int, bool]:
        """Send a test on all channels; how many browsers accepted it, and whether the mail was."""
        reach = await self.reach(person, wishes)
        pushed, mailed = 0, False
        if reach.devices:
            sent = [
                (device, _Push(wording.pushed_test(0, _language(device)), "test", 600))
                for device in reach.devices
            ]
            pushed, _ = await self._pushed(person, sent)
        if reach.wishes.mails:
            stop = self._stop(person)
            letter = wording.letter_of_test(self._origin, stop, wishes.lang)
            mailed = await self._mailed(reach, letter, str(self._tables.clock())) == "taken"
        return pushed, mailed


class _Push(NamedTuple):
    """One push with its body; of one topic the last is kept, for no longer than `ttl`."""

    body: bytes
    topic: str
    ttl: int
    is_urgent: bool = False


def _language(device: Device) -> Any:
    return device.lang if device.lang in ("en", "ja") else "en"
