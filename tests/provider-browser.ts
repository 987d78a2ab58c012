import type { Database } from "#app/db/client.server.ts";
import { createAuth } from "#app/features/auth/auth.server.ts";
import { findSignInOfBrowser } from "#app/features/provider-accounts/find-sign-in.server.ts";
import {
  handleLinkForm,
  handleSignInForm,
  type SignInReply,
} from "#app/features/provider-accounts/handle-sign-in.server.ts";
import { joinCompany } from "#app/features/provider-accounts/join-company.server.ts";
import { findProviderSession } from "#app/features/provider-accounts/sessions.sql.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { deriveKey, hashToken } from "#app/lib/secret.server.ts";
import { createSecurityLog } from "#app/lib/security-log.server.ts";
import { createVault } from "#app/lib/vault.server.ts";
import { contactKeys } from "./factories.ts";

const SECRET = "a secret of sign-ins in tests, long enough";

/** What the forms of the sign-in get, at one moment. */
export function buildSignInContext(db: Database, now: Date) {
  const env = parseEnv({ DATA_DIR: "/tmp/never-written", PUBLIC_URL: "https://henry.example" });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  return {
    db,
    env,
    now,
    actor: "provider",
    contactKeys,
    vault: createVault(deriveKey(SECRET, "vault")),
    auth: createAuth({ db, baseUrl: "https://henry.example", secret: SECRET }),
    security: createSecurityLog({ log, key: deriveKey(SECRET, "log"), count: () => {} }),
  };
}

/** A browser with its cookies, which sends the forms of the sign-in. */
export function createProviderBrowser(
  getContext: () => ReturnType<typeof buildSignInContext>,
  address = "203.0.113.9",
) {
  const cookies = new Map<string, string>();
  const send = async (
    fields: Record<string, string>,
    handle: (input: {
      form: FormData;
      request: Request;
      address: string;
      userAgent: string | null;
    }) => Promise<SignInReply>,
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request("https://henry.example/pro", { headers: { cookie } });
    const reply = await handle({ form, request, address, userAgent: "Test" });
    for (const line of reply.cookies ?? []) {
      const [name = "", value = ""] = line.split(";")[0]?.split("=") ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return reply;
  };
  return {
    cookies,
    submit: (fields: Record<string, string>) =>
      send(fields, (input) => handleSignInForm(getContext(), input)),
    submitLink: (token: string, fields: Record<string, string>) =>
      send(fields, (input) => handleLinkForm(getContext(), { token, ...input })),
    join: (token: string, fields: Record<string, string>) =>
      send(fields, ({ form, address }) => joinCompany(getContext(), { token, form, address })),
    /** The sign-in that this browser has under way. */
    async getStep() {
      const { db, now } = getContext();
      const [browserToken = ""] = (cookies.get("__Host-pro-start") ?? "").split(".");
      return (await findSignInOfBrowser(db, { browserToken, now }))?.step ?? null;
    },
    /** Who is signed in here, or null. */
    async getPerson() {
      const { db, now } = getContext();
      const token = cookies.get("__Host-pro");
      if (!token) return null;
      return (await findProviderSession.first(db, { tokenHash: hashToken(token), now })) ?? null;
    },
  };
}
