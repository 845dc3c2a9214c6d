"""The routes of accounts; `routes` joins them to the others."""

from __future__ import annotations

from typing import Any, Final

from honjin.server.accounts import handlers as h
from honjin.server.accounts import programs
from honjin.server.messages import refusals as no
from honjin.server.people import messages as me
from honjin.server.people.accounts import messages as m
from honjin.server.people.programs import messages as pm
from honjin.server.people.route import Route

_ACCOUNT: Final = "/api/account"
_NAMES: Final = (no.BadName, no.NameTaken, no.NoAccount, no.NoLogin)

ACCOUNT_ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", _ACCOUNT, h.get_account, m.Account, None, (no.NotStored,), limit="read"),
    Route("POST", f"{_ACCOUNT}/passkeys/begin", h.post_begin_passkey, dict[str, Any],
          m.BeginPasskey, (no.NoPasskeys, no.Suspended, *_NAMES), limit="account", fresh=True),
    Route("POST", f"{_ACCOUNT}/passkeys", h.post_passkey, me.Me, m.MakePasskey,
          (no.NoPasskeys, *_NAMES), limit="account", fresh=True),
    Route("POST", f"{_ACCOUNT}/passkeys/name", h.post_name_passkey, m.Account, m.NamePasskey,
          (no.BadName,), limit="account", account=True),
    Route("POST", f"{_ACCOUNT}/passkeys/remove", h.post_remove_passkey, m.Account,
          m.RemovePasskey, (no.LastWayIn,), limit="account", account=True),
    Route("POST", f"{_ACCOUNT}/mail/remove", h.post_remove_mail, m.Account, m.RemoveMail,
          (no.LastWayIn,), limit="account", account=True),
    Route("POST", f"{_ACCOUNT}/codes", h.post_codes, m.Codes, m.MakeCodes, (),
          limit="account", account=True, fresh=True),
    Route("POST", f"{_ACCOUNT}/sessions/end", h.post_end_sessions, m.Account, m.EndSessions, (),
          limit="account", account=True),
    Route("POST", f"{_ACCOUNT}/delete", h.post_delete, me.Me, m.DeleteAccount, (no.BadName,),
          limit="account", account=True, fresh=True),
    Route("POST", "/api/login/begin", h.post_begin_login, dict[str, Any], m.BeginLogin,
          (no.NoPasskeys,), limit="login", open=True),
    Route("POST", "/api/login", h.post_login, me.Me, m.LogIn, (no.NoPasskeys, no.NoLogin),
          limit="login", open=True),
    Route("POST", "/api/login/code", h.post_login_code, me.Me, m.LogInByCode, (no.NoLogin,),
          limit="login", open=True),
    Route("POST", "/api/login/mail", h.post_send_link, m.Done, m.SendLink, (no.NoMail,),
          limit="mail", open=True),
    Route("POST", "/api/login/mail/look", h.post_look_at_link, m.LinkInfo, m.LookAtLink,
          (no.NoLogin,), limit="login", open=True),
    Route("POST", "/api/login/mail/use", h.post_use_link, me.Me, m.UseLink,
          (*_NAMES, no.NotMember, no.NotFresh), limit="login", open=True),
    Route("POST", "/api/logout", h.post_logout, me.Me, m.LogOut, (), limit="login", open=True),
    Route("GET", "/api/invitations", h.get_invitations, m.Invitations, None, (no.NotStored,),
          limit="read", account=True),
    Route("POST", "/api/invitations", h.post_invite, m.Invitations, m.Invite, (),
          limit="account", account=True),
    Route("POST", "/api/invitations/withdraw", h.post_withdraw, m.Invitations, m.Withdraw, (),
          limit="account", account=True),
    Route("POST", "/api/invitations/use", h.post_enter, me.Me, m.Enter, (no.NoLogin,),
          limit="login", open=True),
    Route("GET", "/api/tokens", programs.get_tokens, pm.TokenList, None, (no.NotStored,)),
    Route("POST", "/api/tokens", programs.post_tokens, pm.NewToken, pm.MakeToken,
          (no.NoAccount,), limit="name"),
    Route("POST", "/api/tokens/revoke", programs.post_revoke, pm.TokenList, pm.RevokeToken,
          (no.UnknownToken,)),
    Route("POST", "/api/me/program", programs.post_program, me.Me, pm.BeProgram,
          (no.StillPlaying, no.ProgramForGood, no.NameTaken), limit="name"),
)  # fmt: skip
