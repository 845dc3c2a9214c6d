"""The handlers of the account routes."""

from __future__ import annotations

from typing import Any, Final

from honjin.server.messages import refusals as no
from honjin.server.people.accounts import messages as m
from honjin.server.people.accounts import passkeys as pk
from honjin.server.people.accounts.accounts import AccountCaller, Login
from honjin.server.people.accounts.invitations import (
    Invitation,
    invitations,
    invite,
    take_invitation,
    withdraw,
)
from honjin.server.people.accounts.sessions import device_of
from honjin.server.people.accounts.store import DAY, admit, is_admitted
from honjin.server.people.introduction import me, read_name, require_good_name
from honjin.server.people.messages import Me
from honjin.server.people.names import is_guest_name
from honjin.server.people.people import hold
from honjin.server.people.requests import RequestContext
from honjin.server.people.standing.roles import role_of
from honjin.server.tables.gone import unname
from honjin.server.tables.handlers import rename_at_tables
from honjin.server.tables.site import TableSite
from honjin.server.tables.store.lobby import LOBBY

INVITED_DAYS: Final = 30
"""Days for which a member's invitation is valid."""


def _asker(context: RequestContext) -> AccountCaller:
    return AccountCaller(context.caller, context.login, device_of(context.header(b"user-agent")))


def _party(site: TableSite, context: RequestContext) -> pk.RelyingParty:
    return pk.party(site.origin_of(context.scope))


def _own_name(site: TableSite, context: RequestContext, wanted: str | None) -> str:
    """Return the name of the account to be made from a guest: as requested, else the guest's."""
    name = read_name(wanted or context.caller.name)
    require_good_name(site, context.caller.id, name)
    if is_guest_name(name):
        raise no.BadName("expected a name of your own, got a guest's name")
    if site.people.owner(name) is not None or site.is_present(name, context.caller.id):
        raise no.NameTaken(f"somebody is called {name!r}, or something that looks like it")
    return name


async def _require_unsuspended(site: TableSite, context: RequestContext) -> None:
    """Raise Suspended if a suspended person would get a new identity by making an account."""
    if not context.login:
        await site.returning.require_unsuspended(
            context.caller.id, context.address, context.device, "play"
        )


def _entered(site: TableSite, context: RequestContext, entered: Login | None) -> Me:
    if entered is not None:
        context.log_in(site, entered.caller, entered.token)
        site.live.rename(entered.caller)
    return me(site, context)


# ---------------------------------------------------------------- the account


async def get_account(site: TableSite, context: RequestContext) -> m.Account:
    """The caller's account; for a guest, what can be set up here."""
    found = m.Account(context.caller.id, context.caller.name, bool(context.login))
    found.mail_here = site.mailer.is_there
    found.passkeys_at = _passkeys_at(site, context)
    found.passkeys_here = bool(found.passkeys_at)
    if context.login:
        await site.accounts.info(_asker(context), found)
        found.aside = await _aside(site, context)
        found.invitations = await _more(site, context)
        who = context.caller.id
        found.role = await site.store.ask(lambda one: role_of(one, who) or "")
    return found


def _passkeys_at(site: TableSite, context: RequestContext) -> str:
    try:
        return _party(site, context).origin
    except no.NoPasskeys:
        return ""


async def _aside(site: TableSite, context: RequestContext) -> m.KeptGuest | None:
    guest = context.aside(site)
    if guest is None:
        return None
    rows = await site.store.tables_of(guest.id, LOBBY)
    return m.KeptGuest(guest.name, sum(row.status == "running" for row in rows))


async def post_begin_passkey(
    site: TableSite, context: RequestContext, order: m.BeginPasskey
) -> dict[str, Any]:
    """Options for `navigator.credentials.create`."""
    await _require_unsuspended(site, context)
    name = context.caller.name if context.login else _own_name(site, context, order.name)
    return await site.accounts.begin_passkey(_party(site, context), _asker(context), name)


async def post_passkey(site: TableSite, context: RequestContext, order: m.MakePasskey) -> Me:
    """Add a passkey. For a guest it makes an account with the same id, so all seats are kept."""
    name = context.caller.name if context.login else _own_name(site, context, order.name)
    made = await site.accounts.make_passkey(
        _party(site, context), _asker(context), order.credential, name
    )
    return await _kept(site, context, made)


async def _kept(site: TableSite, context: RequestContext, made: Login | None) -> Me:
    """Return the caller; a guest who has made an account may have a new name."""
    if made is not None and made.caller.name != context.caller.name:
        await rename_at_tables(site, made.caller)
    return _entered(site, context, made)


async def post_name_passkey(
    site: TableSite, context: RequestContext, order: m.NamePasskey
) -> m.Account:
    """Rename a passkey."""
    order.name = read_name(order.name)
    await site.accounts.name_passkey(_asker(context), order)
    return await get_account(site, context)


async def post_remove_passkey(
    site: TableSite, context: RequestContext, order: m.RemovePasskey
) -> m.Account:
    """Remove a passkey."""
    await site.accounts.remove_passkey(_asker(context), order)
    return await get_account(site, context)


async def post_remove_mail(
    site: TableSite, context: RequestContext, order: m.RemoveMail
) -> m.Account:
    """Remove the mail address."""
    await site.accounts.remove_mail(_asker(context), order)
    return await get_account(site, context)


async def post_codes(site: TableSite, context: RequestContext, _order: m.MakeCodes) -> m.Codes:
    """Make recovery codes; only their hashes are stored."""
    return m.Codes(await site.accounts.make_codes(_asker(context)))


async def post_end_sessions(
    site: TableSite, context: RequestContext, order: m.EndSessions
) -> m.Account:
    """Log other browsers out."""
    if order.session is None:
        await site.accounts.end_others(_asker(context))
    else:
        await site.accounts.end_session(_asker(context), order.session)
    return await get_account(site, context)


async def post_delete(site: TableSite, context: RequestContext, order: m.DeleteAccount) -> Me:
    """Delete the account. Its games stay, without its name; the browser returns to its guest."""
    if order.name != context.caller.name:
        raise no.BadName(f"expected the account's name, {context.caller.name!r}")
    person = context.caller.id
    for leave in site.on_leave:
        await leave(person)
    await unname(site, person, running=True)
    await site.clocks.vacation(person, on=False)  # nobody waits until it would have ended
    await site.accounts.delete(_asker(context))
    for forget in site.on_left:
        await forget(person)
    site.later(unname(site, person))
    context.log_out(site)
    return me(site, context)


# ---------------------------------------------------------------- logging in and out


async def post_begin_login(
    site: TableSite, context: RequestContext, _order: m.BeginLogin
) -> dict[str, Any]:
    """Options for `navigator.credentials.get`."""
    return await site.accounts.begin_login(_party(site, context), _asker(context))


async def post_login(site: TableSite, context: RequestContext, order: m.LogIn) -> Me:
    """Log in with a passkey. The guest of this browser is kept until logout."""
    entered = await site.accounts.log_in(_party(site, context), _asker(context), order.credential)
    return _entered(site, context, entered)


async def post_login_code(site: TableSite, context: RequestContext, order: m.LogInByCode) -> Me:
    """Log in with a recovery code."""
    return _entered(site, context, await site.accounts.log_in_by_code(_asker(context), order.code))


async def post_send_link(site: TableSite, context: RequestContext, order: m.SendLink) -> m.Done:
    """Send a mail with a link. The answer does not reveal whether the address is known."""
    await site.accounts.send_link(site.settings.origin, _asker(context), order)
    return m.Done()


async def post_look_at_link(
    site: TableSite, context: RequestContext, order: m.LookAtLink
) -> m.LinkInfo:
    """Tell the purpose of a link."""
    return await site.accounts.look_at_link(_asker(context), order.token)


async def post_use_link(site: TableSite, context: RequestContext, order: m.UseLink) -> Me:
    """Do what a link is for."""
    info = await site.accounts.look_at_link(_asker(context), order.token)
    name = ""
    if info.kind == "keep":
        if site.is_closed_to(context.caller.id):
            raise no.NotMember("the club is closed; expected a caller with an invitation")
        await _require_unsuspended(site, context)
        name = _own_name(site, context, order.name)
    if info.kind == "add":
        context.require_fresh(site)
    used = site.accounts.use_link(_asker(context), order.token, name, info.kind)
    return await _kept(site, context, await used)


async def post_logout(site: TableSite, context: RequestContext, _order: m.LogOut) -> Me:
    """End this session."""
    if context.login:
        await site.accounts.end_session(_asker(context), context.login)
        context.log_out(site)
    return me(site, context)


# ---------------------------------------------------------------- invitations


async def get_invitations(site: TableSite, context: RequestContext) -> m.Invitations:
    """The caller's invitations."""
    mine = await _invitations(site, context)
    return m.Invitations(tuple(map(_invitation_info, mine)), _left(site, mine))


async def _invitations(site: TableSite, context: RequestContext) -> list[Invitation]:
    return await site.store.ask(lambda connection: invitations(connection, context.caller.id))


def _invitation_info(one: Invitation) -> m.InvitationInfo:
    return m.InvitationInfo(one.code, one.left, one.used, one.made, one.note, one.until)


def _left(site: TableSite, mine: list[Invitation]) -> int:
    now = site.now()
    good = sum(one.left > 0 and (one.until is None or one.until >= now) for one in mine)
    return max(0, site.settings.invitations - good) if site.settings.club == "invited" else 0


async def _more(site: TableSite, context: RequestContext) -> int:
    return _left(site, await _invitations(site, context))


async def post_invite(site: TableSite, context: RequestContext, order: m.Invite) -> m.Invitations:
    """Make an invitation."""
    who, now = context.caller.id, site.now()

    def write(connection: Any) -> None:
        hold(connection, who)  # requests at the same time count each other's invitations
        if not _left(site, invitations(connection, who)):
            raise no.TooMany("you cannot make any more invitations now")
        until = now + INVITED_DAYS * DAY
        invite(connection, who, order.uses, now, note=order.note, until=until)

    await site.store.change(write)
    return await get_invitations(site, context)


async def post_withdraw(
    site: TableSite, context: RequestContext, order: m.Withdraw
) -> m.Invitations:
    """Withdraw one of the caller's invitations."""
    await site.store.change(lambda connection: withdraw(connection, order.code, context.caller.id))
    return await get_invitations(site, context)


async def post_enter(site: TableSite, context: RequestContext, order: m.Enter) -> Me:
    """Join a closed club: from now on this guest may play, and make an account."""
    now, caller = site.now(), context.caller
    if site.is_closed_to(caller.id):

        def write(connection: Any) -> None:
            good = take_invitation(connection, order.code, now)
            if is_admitted(connection, caller.id):  # by a request at the same time
                connection.rollback()
                return
            if not good:
                raise no.NoLogin("the invitation is unknown, used up or expired")
            admit(connection, caller.id, caller.name, now)

        await site.store.change(write)
        await site.people.changed()
    return me(site, context)
