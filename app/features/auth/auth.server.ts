import { randomUUID } from "node:crypto";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { Database } from "#app/db/client.server.ts";
import {
  staffAccounts,
  staffSessions,
  staffTwoFactors,
  staffUsers,
  staffVerifications,
} from "#app/db/tables/auth.server.ts";
import {
  CHALLENGE_SECONDS,
  PASSWORD_MAX,
  PASSWORD_MIN,
  SESSION_IDLE_SECONDS,
  SESSION_REFRESH_SECONDS,
} from "./constants.ts";
import { hashPassword, verifyPassword } from "./password.server.ts";
import { createRecoveryCodes } from "./recovery-codes.server.ts";

/** Set from the client's address, by `authHeaders` only. */
export const ADDRESS_HEADER = "x-staff-address";

/**
 * Endpoints for the challenge between password and code: whose it is, and how to drop it. Not
 * reachable over HTTP.
 */
const challengeEndpoints = () => ({
  id: "challenge" as const,
  endpoints: {
    readChallenge: createAuthEndpoint(
      "/challenge",
      { method: "GET", requireHeaders: true, metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const cookie = ctx.context.createAuthCookie("two_factor");
        const identifier = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
        const row = identifier
          ? await ctx.context.internalAdapter.findVerificationValue(identifier)
          : null;
        const isOpen = row !== null && row.expiresAt > new Date();
        return { userId: isOpen ? row.value : null, passwordAt: isOpen ? row.createdAt : null };
      },
    ),
    dropChallenge: createAuthEndpoint(
      "/challenge/drop",
      { method: "POST", requireHeaders: true, metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const cookie = ctx.context.createAuthCookie("two_factor");
        const identifier = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
        if (identifier)
          await ctx.context.internalAdapter.deleteVerificationByIdentifier(identifier);
        ctx.setCookie(cookie.name, "", { ...cookie.attributes, maxAge: 0 });
        return { ok: true };
      },
    ),
  },
});

/**
 * Browsers accept `__Host-` names only with Secure, and Safari accepts Secure only over TLS, even
 * on localhost.
 */
export function describeCookie(name: string, secure: boolean) {
  return {
    name: secure ? `__Host-${name}` : name,
    attributes: { secure, httpOnly: true, sameSite: "lax" as const, path: "/" },
  };
}

const SESSION_COOKIE = "session";
const SESSION_COOKIES = [true, false].map((secure) => describeCookie(SESSION_COOKIE, secure).name);

/**
 * Sessions, passwords and authenticator codes of staff. The library's HTTP handler is not mounted:
 * every flow is one of our own actions, so there is no sign-up and no way to bypass the attempt
 * limits in sign-in.server.ts.
 */
export function createAuth(options: { db: Database; baseUrl: string; secret: string }) {
  const secure = options.baseUrl.startsWith("https://");
  const cookie = (name: string) => describeCookie(name, secure);
  const recoveryCodes = createRecoveryCodes(options.secret);
  const auth = betterAuth({
    appName: "Backyard",
    baseURL: options.baseUrl,
    secret: options.secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    database: drizzleAdapter(options.db, {
      provider: "pg",
      transaction: true,
      schema: {
        user: staffUsers,
        session: staffSessions,
        account: staffAccounts,
        verification: staffVerifications,
        twoFactor: staffTwoFactors,
      },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: {
      expiresIn: SESSION_IDLE_SECONDS,
      updateAge: SESSION_REFRESH_SECONDS,
      cookieCache: { enabled: false },
    },
    plugins: [
      twoFactor({
        issuer: "Backyard",
        twoFactorCookieMaxAge: CHALLENGE_SECONDS,
        accountLockout: { maxFailedAttempts: 10, durationSeconds: 15 * 60 },
        backupCodeOptions: { storeBackupCodes: recoveryCodes.storage },
      }),
      challengeEndpoints(),
    ],
    advanced: {
      useSecureCookies: false,
      cookies: {
        session_token: cookie(SESSION_COOKIE),
        two_factor: cookie("challenge"),
        dont_remember: cookie("dont_remember"),
        trust_device: cookie("trust_device"),
      },
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
  });
  return Object.assign(auth, { recoveryCodes });
}
export type Auth = ReturnType<typeof createAuth>;

/**
 * The headers that better-auth may see: the browser's own, and the address as our server determined
 * it.
 */
export function authHeaders(request: Request, address: string): Headers {
  const headers = new Headers(request.headers);
  headers.set(ADDRESS_HEADER, address);
  return headers;
}

/**
 * Like `authHeaders`, but without the session: the person is not signed in yet. The library trusts
 * a session before a challenge, and would check one person's code against another's account.
 */
export function anonymousHeaders(request: Request, address: string): Headers {
  const headers = authHeaders(request, address);
  const cookies = (headers.get("Cookie") ?? "")
    .split("; ")
    .filter((cookie) => !SESSION_COOKIES.some((name) => cookie.startsWith(`${name}=`)));
  headers.set("Cookie", cookies.join("; "));
  return headers;
}

/**
 * Null where better-auth refuses. Its reasons are not shown: they would reveal which part was
 * wrong.
 */
export async function callAuth<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof APIError) return null;
    throw error;
  }
}
