"""A row of the table of routes: what an address does, needs and refuses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple

from honjin.server.messages import refusals as no
from honjin.server.messages.parts import Body
from honjin.server.people.packed import Keeping
from honjin.server.people.programs.scopes import scope_of
from honjin.server.people.standing.roles import Role
from honjin.server.web.uploads import USUAL


class Route(NamedTuple):
    """One row of the table of routes. `answer` None: the handler streams or sends its own format.

    `keeping`: who may cache the answer (`packed`); a public answer must not have anything about the
    caller.
    """

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    answer: Any
    body: type[Body] | None = None
    refusals: tuple[type[no.Refused], ...] = ()
    query: tuple[str, ...] = ()
    most: int = USUAL
    limit: str = ""
    keeping: Keeping = ""
    open: bool = False
    """Whether anyone may post, also in a closed club and after a logout."""
    account: bool = False
    """Whether it needs an account."""
    role: Role | Literal[""] = ""
    """The role it needs: for everybody else the address does not exist."""
    fresh: bool = False
    """Whether an account needs a recent login. Posts of routes with a `role` always need one."""
    needs: Literal["", "chat", "play"] = ""
    """The activity from which the caller must not be suspended."""

    @property
    def name(self) -> str:
        """The route's name in request counts."""
        return f"{self.method} {self.path}"

    @property
    def is_stream(self) -> bool:
        """True if GET begins a stream of events."""
        return self.method == "GET" and self.path.endswith(("/events", "/stream"))

    @property
    def stores(self) -> bool:
        """True if posts add to what is stored; what guests may add is bounded."""
        makes = bool(self.needs) and self.limit in ("table", "chat")
        return makes or no.StudyFull in self.refusals

    @property
    def is_public(self) -> bool:
        """True if the answer does not depend on the caller: any token may be used."""
        return self.keeping == "public"

    @property
    def about(self) -> str:
        """The documentation of the route: its handler's docstring."""
        return (self.handler.__doc__ or "").strip()

    def all_refusals(self) -> tuple[type[no.Refused], ...]:
        """The route's own refusals and those that all routes of its kind share."""
        common: list[type[no.Refused]] = []
        if self.body:
            common += [no.Unreadable, no.TooLarge, no.WrongOrigin]
            common += [] if self.open else [no.LoggedOut, no.NotMember]
        common += [no.TooSlow, no.Busy] if self.most > USUAL else []
        common += self._refusals_of_people()
        if self.query:
            common.append(no.Unreadable)
        if "{id}" in self.path:
            common += [no.UnknownTable, no.RecordMismatch, no.Damaged]
        if self.limit:
            common.append(no.TooMany)
        if self.stores:
            common.append(no.EnoughStored)
        if self.body or "{id}" in self.path:
            common.append(no.NotStored)
        if scope := scope_of(self):
            common += [no.UnknownToken, no.OutOfScope]
            common += [no.NotAProgram] if scope == "play" else []
        return tuple(dict.fromkeys((*common, *self.refusals)))

    def _refusals_of_people(self) -> list[type[no.Refused]]:
        """The refusals that depend on the caller."""
        causes = {
            no.NoAccount: self.account,
            no.UnknownPath: self.role,
            no.NotFresh: self.fresh or (self.role and self.body),
            no.Suspended: self.needs,
        }
        return [refused for refused, is_there in causes.items() if is_there]
