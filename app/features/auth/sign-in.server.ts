import { createHash } from "node:crypto";
import { APIError } from "better-auth/api";
import type { AppContext } from "#app/app-context.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { rateKey, truncateAddress } from "#app/lib/rate-key.ts";
import { consumeRateLimit, refundRateLimit } from "#app/lib/rate-limit.server.ts";
import { type Auth, anonymousHeaders, authHeaders } from "./auth.server.ts";
import {
  ACCESS_DENIED,
  CODE_FAILED,
  CODE_FAILURES_LIMIT,
  LOGIN_FAILED,
  SIGN_IN_BUSY,
  TRIES_PER_ADDRESS,
} from "./constants.ts";
import { isKnownDevice, readDeviceToken, recordDevice } from "./devices.server.ts";
import { hasFactorGrace } from "./factor-rule.server.ts";
import { withBusyFallback } from "./hash-queue.server.ts";
import { notifySecurity } from "./notify-security.server.ts";
import { asKnownCaller } from "./password.server.ts";
import {
  consumePasswordAttempt,
  formatAttemptsKey,
  refundPasswordAttempt,
  resetPasswordAttempts,
} from "./password-attempts.server.ts";

type SignInServices = Pick<
  AppContext,
  "auth" | "db" | "env" | "log" | "now" | "security" | "settings"
>;
type Caller = { address: string; userAgent: string | null };
type SignInCall = { request: Request; caller: Caller };

/** `headers` carry the cookies to set, whatever the outcome. */
export type SignInResult =
  | { ok: true; step: "dashboard" | "code"; headers: Headers }
  | { ok: false; message: string; retryAt?: Date | null; headers: Headers };

export const isSecure = (env: Pick<AppContext["env"], "PUBLIC_URL">) =>
  env.PUBLIC_URL?.startsWith("https://") ?? false;
export const normalizeEmail = (email: string) => email.trim().toLowerCase();

/**
 * Checks e-mail and password. A wrong password, an unknown e-mail and a delayed account look the
 * same and last equally long.
 */
export async function signIn(
  app: SignInServices,
  { request, caller, email: typed, password }: SignInCall & { email: string; password: string },
): Promise<SignInResult> {
  const { auth, db, env, now, security } = app;
  const pool = db.$client;
  const wait = (retryAt: Date): SignInResult => ({
    ok: false,
    message: LOGIN_FAILED,
    retryAt,
    headers: new Headers(),
  });
  const inAMinute = new Date(now().getTime() + MINUTE_MS);
  // An unknown e-mail costs a hash as well: otherwise one address could keep the process busy with
  // invented ones.
  const addressKey = `sign-in:${rateKey(caller.address)}`;
  if (
    !(await consumeRateLimit(
      { $client: pool },
      {
        key: addressKey,
        limit: TRIES_PER_ADDRESS,
        windowSeconds: 60,
        now: now(),
      },
    ))
  )
    return wait(inAMinute);
  const email = normalizeEmail(typed);
  const device = readDeviceToken(request, isSecure(env));
  // A browser that this person has used before has its own counter, so that others cannot lock them
  // out.
  const isKnown = await isKnownDevice(pool, { email, token: device });
  const key = isKnown
    ? formatAttemptsKey("device", `${email} ${device}`)
    : formatAttemptsKey("account", email);
  const waitUntil = await consumePasswordAttempt(pool, { key, now: now() });
  if (waitUntil) {
    security.record("lock", { email, address: caller.address, detail: "password" });
    return wait(waitUntil);
  }

  const headers = anonymousHeaders(request, caller.address);
  const evaluate = () =>
    callAuth(() =>
      auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    );
  const result = await withBusyFallback(
    () => (isKnown ? asKnownCaller(evaluate) : evaluate()),
    "busy" as const,
  );
  if (result === "busy") {
    await Promise.all([
      refundPasswordAttempt(pool, { key, now: now() }),
      refundRateLimit({ $client: pool }, addressKey),
    ]);
    return { ok: false, message: SIGN_IN_BUSY, headers: new Headers() };
  }
  if (!result) {
    security.record("failed-password", { email, address: caller.address });
    return { ok: false, message: LOGIN_FAILED, headers: new Headers() };
  }
  const { rows } = await pool.query<{ id: string; is_active: boolean | null }>(
    "select u.id, a.is_active from staff_users u left join admin_users a on a.user_id = u.id where u.email = $1",
    [email],
  );
  const [person] = rows;
  if (!person?.is_active) {
    await discardSignIn(auth, result.headers);
    app.log.warn({ staffId: person?.id }, "a sign-in without an active admin record was refused");
    return { ok: false, message: ACCESS_DENIED, headers: new Headers() };
  }
  await resetPasswordAttempts(pool, [key]);
  if ("twoFactorRedirect" in result.response)
    return { ok: true, step: "code", headers: result.headers };
  return completeSignIn(app, {
    request,
    caller,
    userId: person.id,
    headers: result.headers,
    token: result.response.token,
    passwordAt: now(),
    by: "password",
  });
}

/** Checks the authenticator's code, or a recovery code, after the password. */
export async function verifyCode(
  app: SignInServices,
  { request, caller, code, recovery }: SignInCall & { code: string; recovery: boolean },
): Promise<SignInResult> {
  const { auth, db, now } = app;
  const headers = anonymousHeaders(request, caller.address);
  const { userId, passwordAt } = await auth.api.readChallenge({ headers });
  const failed = { ok: false as const, message: CODE_FAILED, headers: new Headers() };
  if (!userId) return failed;
  const refuse = async () => {
    await recordFailedCode(app, { userId, address: caller.address });
    return failed;
  };
  if (!(await consumeCode(app, { userId, code, now: now() }))) return refuse();
  const result = recovery
    ? await callAuth(() =>
        auth.api.verifyBackupCode({
          body: { code: auth.recoveryCodes.hash(code) },
          headers,
          returnHeaders: true,
        }),
      )
    : await callAuth(() => auth.api.verifyTOTP({ body: { code }, headers, returnHeaders: true }));
  if (!result) return refuse();
  await db.$client.query("update admin_users set code_failures = 0 where user_id = $1", [userId]);
  return completeSignIn(app, {
    request,
    caller,
    userId,
    headers: result.headers,
    token: result.response.token ?? "",
    passwordAt,
    by: recovery ? "recovery-code" : "code",
  });
}

const hashCode = (userId: string, code: string) =>
  createHash("sha256").update(`${userId} ${code}`).digest("base64url");

/**
 * Counts a code as a failure until it proves right, and refuses one that was accepted before (an
 * authenticator shows a code for half a minute, and the library would accept it twice). Every flow
 * that checks a code uses this.
 */
export async function consumeCode(
  { db }: Pick<AppContext, "db">,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.$client.query(
    `with counted as (
       update admin_users set code_failures = code_failures + 1 where user_id = $1 and is_active and code_failures < $4 returning 1
     )
     insert into staff_used_codes (user_id, code_hash, used_at) select $1, $2, $3 from counted on conflict do nothing`,
    [userId, hashCode(userId, code), now, CODE_FAILURES_LIMIT],
  );
  return rowCount === 1;
}

/** Refunds a correct code whose action was not completed: it works once more. */
export async function refundCode(
  { db }: Pick<AppContext, "db">,
  { userId, code }: { userId: string; code: string },
): Promise<void> {
  await db.$client.query("delete from staff_used_codes where user_id = $1 and code_hash = $2", [
    userId,
    hashCode(userId, code),
  ]);
}

/** Logs a refused code, and whether the account is now locked. */
export async function recordFailedCode(
  { db, now, security }: Pick<AppContext, "db" | "now" | "security">,
  { userId, address }: { userId: string; address: string },
): Promise<void> {
  security.record("failed-code", { staffId: userId, address });
  const { rows } = await db.$client.query<{ locked: boolean }>(
    `select a.code_failures >= $2 or coalesce(f.locked_until > $3, false) as locked
     from admin_users a left join staff_two_factors f on f.user_id = a.user_id where a.user_id = $1`,
    [userId, CODE_FAILURES_LIMIT, now()],
  );
  if (rows[0]?.locked) security.record("lock", { staffId: userId, address, detail: "code" });
}

/** Ends the challenge: back to the password. */
export async function endChallenge(
  { auth }: Pick<AppContext, "auth">,
  { request, caller }: SignInCall,
): Promise<Headers> {
  const { headers } = await auth.api.dropChallenge({
    headers: authHeaders(request, caller.address),
    returnHeaders: true,
  });
  return headers;
}

export async function signOut(
  { auth }: Pick<AppContext, "auth">,
  { request, caller }: SignInCall,
): Promise<Headers> {
  const result = await callAuth(() =>
    auth.api.signOut({ headers: authHeaders(request, caller.address), returnHeaders: true }),
  );
  return result?.headers ?? new Headers();
}

/**
 * `token` of the new session, when its password was typed, and which step completed the sign-in.
 */
type SignInCompletion = SignInCall & {
  userId: string;
  headers: Headers;
  token: string;
  passwordAt: Date | null;
  by: "password" | "code" | "recovery-code";
};

async function completeSignIn(
  app: SignInServices,
  options: SignInCompletion,
): Promise<SignInResult> {
  const { auth, db, env, log, now } = app;
  const { request, caller, userId, headers, token, passwordAt, by } = options;
  // The previous session of this browser ends: its cookie is replaced, and nobody could sign it out
  // any longer.
  await callAuth(() => auth.api.signOut({ headers: authHeaders(request, caller.address) }));
  const grace = await hasFactorGrace(db.$client, userId);
  await db.$client.query(
    "update staff_sessions set password_at = $2, factor_grace = $3 where token = $1",
    [token, passwordAt, grace],
  );
  const secure = isSecure(env);
  const device = await recordDevice(db.$client, {
    userId,
    token: readDeviceToken(request, secure),
    userAgent: caller.userAgent,
    secure,
    now: now(),
  });
  headers.append("Set-Cookie", device.cookie);
  log.info(
    { staffId: userId, by, newDevice: device.isNew, network: truncateAddress(caller.address) },
    "staff signed in",
  );
  // The sign-in does not wait for the mail server.
  if (device.isNew) void notifySecurity(app, { userId, event: "new-browser" });
  return { ok: true, step: "dashboard", headers };
}

/** Ends the session or the challenge that the cookies of a response would start. */
async function discardSignIn(auth: Auth, answer: Headers): Promise<void> {
  const cookie = answer
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const headers = new Headers({ cookie });
  await callAuth(() => auth.api.dropChallenge({ headers }));
  await callAuth(() => auth.api.signOut({ headers }));
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
