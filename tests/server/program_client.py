"""A program that calls with a token, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.site_client import Browser, House

ALL = ("read", "play", "challenge")


class Program(Browser):
    """Calls with `Authorization: Bearer`, and keeps no cookie."""

    def __init__(self, house: House, token: str, scheme: str = "Bearer") -> None:
        super().__init__(house)
        self.token, self.scheme = token, scheme

    def scope(
        self, method: str, path: str, headers: Mapping[str, str], length: int = 0
    ) -> dict[str, Any]:
        named = {"authorization": f"{self.scheme} {self.token}"} | headers
        return super().scope(method, path, named, length)


def program(
    house: House, name: str = "Robo", scopes: Sequence[str] = ALL, *, marked: bool = True
) -> tuple[Browser, Program]:
    """A person marked as a program, in a browser, and the program that acts for the person."""
    person = house.browser()
    assert person.post("/api/me", name=name).status == 200
    if marked:
        assert person.post("/api/me/program", program=True).json["program"]
    made = person.post("/api/tokens", name="laptop", scopes=list(scopes))
    assert made.status == 200, made.body
    return person, Program(house, made.json["secret"])
