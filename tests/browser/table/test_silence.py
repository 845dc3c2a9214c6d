"""A network that goes without a word: connections stay open, and nothing comes through them."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.conftest import Invite
from browser.site import Site


class Network(Site):
    """Between a browser and a site. Once it has gone, the streams there are stay silent."""

    def __init__(self, site: Site) -> None:
        self._to = site.port
        self._gone: list[threading.Event] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._admit, daemon=True).start()

    def goes(self) -> None:
        """Lose what is sent through the open streams; a server closes other connections soon."""
        for gone in self._gone:
            gone.set()

    def close(self) -> None:
        self._door.close()

    def _admit(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                here, _ = self._door.accept()
                there = socket.create_connection(("127.0.0.1", self._to))
                gone = threading.Event()
                for way in ((here, there), (there, here)):
                    threading.Thread(target=self._carry, args=(*way, gone), daemon=True).start()

    def _carry(self, source: socket.socket, goal: socket.socket, gone: threading.Event) -> None:
        with contextlib.suppress(OSError), source:
            while data := source.recv(65536):
                if b"/events" in data.partition(b"\r\n")[0]:
                    self._gone.append(gone)
                if not gone.is_set():
                    goal.sendall(data)
            goal.shutdown(socket.SHUT_WR)


@pytest.fixture
def network(house: Site) -> Iterator[Network]:
    network = Network(house)
    yield network
    network.close()


@pytest.mark.slow
def test_a_network_that_is_gone_without_a_word_is_noticed(
    network: Network, house: Site, invite: Invite
) -> None:
    """The page looked connected, and heard of no move until the browser gave up, after minutes."""
    ann, bob = invite(house), invite(network)
    bob.page.clock.install()
    bob.may_lose_the_server = True
    ann.opens_table({"act": "4"}, ["me", "me"])
    bob.go(ann.path)
    bob.tab("chat")
    ann.tab("chat")

    def says(text: str) -> None:
        ann.page.get_by_test_id("chat-text").fill(text)
        ann.page.get_by_test_id("chat-text").press("Enter")
        ann.has_text(text).wait_for()

    says("Before.")
    bob.has_text("Before.").wait_for()
    network.goes()
    says("After.")
    bob.page.clock.fast_forward(39_000)
    expect(bob.has_text("After.")).to_have_count(0)
    bob.page.clock.fast_forward(3_000)
    bob.has_text("After.").wait_for()
