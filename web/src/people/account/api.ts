/** Requests about accounts: creating one, logging in and out. */
import { api, ask } from "../../api/client";
import type { Account, Codes, Done, Invitations, LinkInfo, Me } from "../../api/protocol";

// The WebAuthn code is loaded on first use.
const authenticators = () => import("@simplewebauthn/browser");

type MakeOptions = Parameters<
  (typeof import("@simplewebauthn/browser"))["startRegistration"]
>[0]["optionsJSON"];
type ShowOptions = Parameters<
  (typeof import("@simplewebauthn/browser"))["startAuthentication"]
>[0]["optionsJSON"];

/** Create a passkey; for a guest this creates an account with this name. */
async function makePasskey(name?: string): Promise<Me> {
  const begin = ask<MakeOptions>("/account/passkeys/begin", { name });
  const [{ startRegistration }, optionsJSON] = await Promise.all([authenticators(), begin]);
  const credential = await startRegistration({ optionsJSON });
  return api.become(ask<Me>("/account/passkeys", { credential, name }));
}

async function showPasskey(): Promise<Me> {
  const begin = ask<ShowOptions>("/login/begin", {});
  const [{ startAuthentication }, optionsJSON] = await Promise.all([authenticators(), begin]);
  const credential = await startAuthentication({ optionsJSON });
  return api.become(ask<Me>("/login", { credential }));
}

export const accountApi = {
  get: () => ask<Account>("/account"),
  makePasskey,
  showPasskey,
  namePasskey: (passkey: string, name: string) =>
    ask<Account>("/account/passkeys/name", { passkey, name }),
  removePasskey: (passkey: string, sure: boolean) =>
    ask<Account>("/account/passkeys/remove", { passkey, sure }),
  removeMail: (sure: boolean) => ask<Account>("/account/mail/remove", { sure }),
  makeCodes: () => ask<Codes>("/account/codes", {}),
  endSessions: (session?: string) => ask<Account>("/account/sessions/end", { session }),
  remove: (name: string) => api.become(ask<Me>("/account/delete", { name })),
  logOut: () => api.become(ask<Me>("/logout", {})),
  useCode: (code: string) => api.become(ask<Me>("/login/code", { code })),
  sendLink: (address: string, language: string) => ask<Done>("/login/mail", { address, language }),
  lookAtLink: (token: string) => ask<LinkInfo>("/login/mail/look", { token }),
  useLink: (token: string, name?: string) =>
    api.become(ask<Me>("/login/mail/use", { token, name })),
  invitations: () => ask<Invitations>("/invitations"),
  invite: (uses: number, note: string) => ask<Invitations>("/invitations", { uses, note }),
  withdraw: (code: string) => ask<Invitations>("/invitations/withdraw", { code }),
  enter: (code: string) => api.become(ask<Me>("/invitations/use", { code })),
  dataUrl: "/api/account/data",
};
