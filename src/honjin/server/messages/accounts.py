"""Messages about accounts: how one is made of a guest, entered, and left again."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from honjin.server.messages.protocol import Answer, Body, Name

Base64 = Annotated[str, Meta(max_length=8_000, pattern=r"^[A-Za-z0-9_-]*={0,2}\Z")]
Token = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+\Z")]
Code = Annotated[str, Meta(min_length=8, max_length=64)]
Key = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Label = Annotated[str, Meta(min_length=1, max_length=40)]
Address = Annotated[str, Meta(min_length=3, max_length=254)]
Language = Literal["en", "ja"]

# ---------------------------------------------------------------- what a browser sends


class CredentialResponse(Struct, omit_defaults=True):
    """What an authenticator answered. Fields that are not needed are not read."""

    client_data: Base64 = field(name="clientDataJSON")
    attestation: Base64 | None = field(name="attestationObject", default=None)
    authenticator: Base64 | None = field(name="authenticatorData", default=None)
    signature: Base64 | None = None
    user_handle: Base64 | None = field(name="userHandle", default=None)


class Credential(Struct, omit_defaults=True):
    """A passkey as `PublicKeyCredential.toJSON()` gives it."""

    id: Base64
    raw_id: Base64 = field(name="rawId")
    type: Annotated[str, Meta(max_length=20)]
    response: CredentialResponse


class BeginPasskey(Body):
    """POST /api/account/passkeys/begin: ask what to tell the browser, to make a passkey.

    A guest who keeps the games names the account that is to be made.
    """

    name: Name | None = None


class MakePasskey(Body):
    """POST /api/account/passkeys: a passkey was made. For a guest it makes the account."""

    credential: Credential
    name: Name | None = None


class NamePasskey(Body):
    """POST /api/account/passkeys/name: call a passkey something else."""

    passkey: Key
    name: Label


class RemovePasskey(Body):
    """POST /api/account/passkeys/remove: the passkey shall be good no more.

    If nothing else is left to log in by it is refused, unless the caller is `sure`.
    """

    passkey: Key
    sure: bool = False


class BeginLogin(Body):
    """POST /api/login/begin: ask what to tell the browser, to log in by a passkey."""


class LogIn(Body):
    """POST /api/login: log in by a passkey."""

    credential: Credential


class LogInByCode(Body):
    """POST /api/login/code: log in by a recovery code, which is used up."""

    code: Code


class LogOut(Body):
    """POST /api/logout: end this session; the browser is its guest's again."""


class SendLink(Body):
    """POST /api/login/mail: send a link to this address.

    Whoever has the mailbox can log in by it to the account of this address. Where there is none
    yet, the browser that asked can make one of its guest; the account that asked gets this address.
    The answer is the same whether the address is known.
    """

    address: Address
    language: Language = "en"


class LookAtLink(Body):
    """POST /api/login/mail/look: what a link in a mail is for. Changes nothing."""

    token: Token


class UseLink(Body):
    """POST /api/login/mail/use: do what the link is for; it is used up."""

    token: Token
    name: Name | None = None


class RemoveMail(Body):
    """POST /api/account/mail/remove: the account shall have no mail address."""

    sure: bool = False


class MakeCodes(Body):
    """POST /api/account/codes: make new recovery codes; the old ones are good no more."""


class EndSessions(Body):
    """POST /api/account/sessions/end: end one session, or without `session` all other ones."""

    session: Key | None = None


class DeleteAccount(Body):
    """POST /api/account/delete: delete the account. `name` is its name, to be sure."""

    name: Name


class Invite(Body):
    """POST /api/invitations: make an invitation for some people to the club."""

    uses: Annotated[int, Meta(ge=1, le=20)] = 1
    note: Annotated[str, Meta(max_length=80)] = ""


class Withdraw(Body):
    """POST /api/invitations/withdraw: let nobody in by an invitation any more."""

    code: Token


class Enter(Body):
    """POST /api/invitations/use: come into the club by an invitation."""

    code: Token


# ---------------------------------------------------------------- what the server answers


class PasskeyInfo(Answer):
    """A passkey of the account."""

    id: str
    name: str
    made: int
    used: int | None = None


class SessionInfo(Answer):
    """A browser that is logged in. `here`: this one; `open`: a window of it is at a table now."""

    id: str
    device: str
    made: int
    seen: int
    here: bool = False
    open: bool = False


class NameInfo(Answer):
    """A name that the account has, or had until then."""

    name: str
    since: int
    until: int | None = None


class AsideInfo(Answer):
    """The guest whose games wait in this browser until the account logs out."""

    name: str
    running: int = 0


class Account(Answer):
    """GET /api/account: all about the caller's account; of a guest only what can be had here.

    `passkeys_here`, `mail_here`: whether an account can have these. `invitations`: how many more
    the caller can make. Who looks after the house has a `role`.
    """

    id: str
    name: str
    account: bool = False
    since: int = 0
    passkeys_here: bool = False
    mail_here: bool = False
    mail: str = ""
    codes: int = 0
    passkeys: tuple[PasskeyInfo, ...] = ()
    sessions: tuple[SessionInfo, ...] = ()
    names: tuple[NameInfo, ...] = ()
    aside: AsideInfo | None = None
    invitations: int = 0
    role: Literal["", "admin", "moderator"] = ""


class LinkInfo(Answer):
    """What a link in a mail is for.

    `login`: to the account `name`; `keep`: to make an account of this browser's guest; `add`: to
    give the account `name` this address; `elsewhere`: to be opened in the browser that asked.
    """

    kind: Literal["login", "keep", "add", "elsewhere"]
    address: str
    name: str = ""


class Codes(Answer):
    """Recovery codes, told this once."""

    codes: tuple[str, ...]


class Done(Answer):
    """It was done."""


class InvitationInfo(Answer):
    """An invitation that the caller made: who has its code can come in, `left` more people."""

    code: str
    left: int
    used: int
    made: int
    note: str = ""
    until: int | None = None


class Invitations(Answer):
    """GET /api/invitations: those the caller made, and how many more may be made."""

    invitations: tuple[InvitationInfo, ...]
    more: int = 0


__all__ = [
    "Account", "AsideInfo", "BeginLogin", "BeginPasskey", "Codes", "Credential",
    "CredentialResponse", "DeleteAccount", "Done", "EndSessions", "Enter", "InvitationInfo",
    "Invitations", "Invite", "LinkInfo", "LogIn", "LogInByCode", "LogOut", "LookAtLink",
    "MakeCodes", "MakePasskey", "NameInfo", "NamePasskey", "PasskeyInfo", "RemoveMail",
    "RemovePasskey", "SendLink", "SessionInfo", "UseLink", "Withdraw",
]  # fmt: skip
