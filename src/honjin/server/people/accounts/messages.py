"""Messages about accounts: making one from a guest, logging in, and logging out."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from honjin.server.messages.parts import Answer, Body, Name

Base64 = Annotated[str, Meta(max_length=8_000, pattern=r"^[A-Za-z0-9_-]*={0,2}\Z")]
Token = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+\Z")]
Code = Annotated[str, Meta(min_length=8, max_length=64)]
Key = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Label = Annotated[str, Meta(min_length=1, max_length=40)]
Address = Annotated[str, Meta(min_length=3, max_length=254)]
Language = Literal["en", "ja"]

# ---------------------------------------------------------------- what a browser sends


class CredentialResponse(Struct, omit_defaults=True):
    """The answer of an authenticator. Fields that are not needed are not read."""

    client_data: Base64 = field(name="clientDataJSON")
    attestation: Base64 | None = field(name="attestationObject", default=None)
    authenticator: Base64 | None = field(name="authenticatorData", default=None)
    signature: Base64 | None = None
    user_handle: Base64 | None = field(name="userHandle", default=None)


class Credential(Struct, omit_defaults=True):
    """A passkey as returned by `PublicKeyCredential.toJSON()`."""

    id: Base64
    raw_id: Base64 = field(name="rawId")
    type: Annotated[str, Meta(max_length=20)]
    response: CredentialResponse


class BeginPasskey(Body):
    """POST /api/account/passkeys/begin: get the options with which the browser makes a passkey.

    A guest who wants to keep their games gives the name of the account to be made.
    """

    name: Name | None = None


class MakePasskey(Body):
    """POST /api/account/passkeys: add the passkey just made. For a guest this makes the account."""

    credential: Credential
    name: Name | None = None


class NamePasskey(Body):
    """POST /api/account/passkeys/name: rename a passkey."""

    passkey: Key
    name: Label


class RemovePasskey(Body):
    """POST /api/account/passkeys/remove: remove a passkey.

    If it is the last way to log in, this is refused unless the caller is `sure`.
    """

    passkey: Key
    sure: bool = False


class BeginLogin(Body):
    """POST /api/login/begin: get the options with which the browser logs in with a passkey."""


class LogIn(Body):
    """POST /api/login: log in with a passkey."""

    credential: Credential


class LogInByCode(Body):
    """POST /api/login/code: log in with a recovery code, which is used up."""

    code: Code


class LogOut(Body):
    """POST /api/logout: end this session; the browser belongs to its guest again."""


class SendLink(Body):
    """POST /api/login/mail: send a link to this address.

    Anyone who can read the mailbox can use it to log in to the account with this address. If there
    is none yet, the browser that asked can make one from its guest; an account that asked gets this
    address. The answer does not reveal whether the address is known.
    """

    address: Address
    language: Language = "en"


class LookAtLink(Body):
    """POST /api/login/mail/look: what a link in a mail is for. Changes nothing."""

    token: Token


class UseLink(Body):
    """POST /api/login/mail/use: do what the link is for; the link is used up."""

    token: Token
    name: Name | None = None


class RemoveMail(Body):
    """POST /api/account/mail/remove: remove the account's mail address."""

    sure: bool = False


class MakeCodes(Body):
    """POST /api/account/codes: make new recovery codes; the old ones stop working."""


class EndSessions(Body):
    """POST /api/account/sessions/end: end one session, or without `session` all others."""

    session: Key | None = None


class DeleteAccount(Body):
    """POST /api/account/delete: delete the account. `name` is its name, as a confirmation."""

    name: Name


class Invite(Body):
    """POST /api/invitations: make an invitation to the club, for up to `uses` people."""

    uses: Annotated[int, Meta(ge=1, le=20)] = 1
    note: Annotated[str, Meta(max_length=80)] = ""


class Withdraw(Body):
    """POST /api/invitations/withdraw: make an invitation invalid."""

    code: Token


class Enter(Body):
    """POST /api/invitations/use: join the club with an invitation."""

    code: Token


# ---------------------------------------------------------------- what the server answers


class PasskeyInfo(Answer):
    """A passkey of the account."""

    id: str
    name: str
    made: int
    used: int | None = None


class SessionInfo(Answer):
    """A logged-in browser. `here`: this one; `open`: one of its windows is at a table now."""

    id: str
    device: str
    made: int
    seen: int
    here: bool = False
    open: bool = False


class NameInfo(Answer):
    """A name that the account has, or had until the given time."""

    name: str
    since: int
    until: int | None = None


class KeptGuest(Answer):
    """The guest whose games wait in this browser until the account logs out."""

    name: str
    running: int = 0


class Account(Answer):
    """GET /api/account: everything about the caller's account; a guest sees what can be set up.

    `passkeys_here`, `mail_here`: this server supports passkeys, or sends mail. Passkeys work at the
    address `passkeys_at` alone. `invitations`: how many more the caller can make. `role`:
    administrator or moderator, if the caller is one.
    """

    id: str
    name: str
    account: bool = False
    since: int = 0
    passkeys_here: bool = False
    passkeys_at: str = ""
    mail_here: bool = False
    mail: str = ""
    codes: int = 0
    passkeys: tuple[PasskeyInfo, ...] = ()
    sessions: tuple[SessionInfo, ...] = ()
    names: tuple[NameInfo, ...] = ()
    aside: KeptGuest | None = None
    invitations: int = 0
    role: Literal["", "admin", "moderator"] = ""


class LinkInfo(Answer):
    """What a link in a mail is for.

    `login`: log in to the account `name`; `keep`: make an account from this browser's guest; `add`:
    give the account `name` this address; `elsewhere`: open it in the browser that asked for it.
    """

    kind: Literal["login", "keep", "add", "elsewhere"]
    address: str
    name: str = ""


class Codes(Answer):
    """Recovery codes, shown only this once."""

    codes: tuple[str, ...]


class Done(Answer):
    """The request was carried out."""


class InvitationInfo(Answer):
    """An invitation that the caller made: `left` more people can join with its code."""

    code: str
    left: int
    used: int
    made: int
    note: str = ""
    until: int | None = None


class Invitations(Answer):
    """GET /api/invitations: the invitations the caller made, and how many more are allowed."""

    invitations: tuple[InvitationInfo, ...]
    more: int = 0
