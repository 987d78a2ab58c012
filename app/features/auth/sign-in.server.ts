import { eq } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import { staffSessions, staffUsers } from "#app/db/tables/auth.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { rateKey, truncateAddress } from "#app/lib/rate-key.ts";
import { consumeRateLimit, refundRateLimit } from "#app/lib/rate-limit.server.ts";
import { anonymousHeaders, authHeaders, callAuth } from "./auth.server.ts";
import { consumeCode, recordFailedCode, resetCodeFailures } from "./codes.server.ts";
import {
  ACCESS_DENIED,
  CODE_FAILED,
  LOGIN_FAILED,
  MAX_ATTEMPTS_PER_ADDRESS,
  SIGN_IN_BUSY,
} from "./constants.ts";
import { isKnownDevice, readDeviceToken, recordDevice } from "./devices.server.ts";
import { hasFactorGrace } from "./factor-rule.server.ts";
import { withBusyFallback } from "./hash-queue.server.ts";
import { notifySecurity } from "./notify-security.server.ts";
import { runAsKnownCaller } from "./password.server.ts";
import {
  consumePasswordAttempt,
  formatAttemptsKey,
  refundPasswordAttempt,
  resetPasswordAttempts,
} from "./password-attempts.server.ts";
import { discardSignIn } from "./sign-out.server.ts";

type SignInContext = Pick<
  AppContext,
  "auth" | "db" | "env" | "log" | "now" | "security" | "settings"
>;
type SignInCall = {
  request: Request;
  caller: { address: string; userAgent: string | null };
};

/** `headers` carry the cookies to set, whatever the outcome. */
export type SignInResult =
  | { ok: true; step: "dashboard" | "code"; headers: Headers }
  | { ok: false; message: string; retryAt?: Date | null; headers: Headers };

export const isSecure = (env: Pick<AppContext["env"], "PUBLIC_URL">) =>
  env.PUBLIC_URL?.startsWith("https://") ?? false;
export const normalizeEmail = (email: string) => email.trim().toLowerCase();

type Credentials = SignInCall & { email: string; password: string };

const refuseSignIn = (message: string, retryAt?: Date): SignInResult => ({
  ok: false,
  message,
  retryAt,
  headers: new Headers(),
});

/**
 * Checks email and password. A wrong password, an unknown email and a delayed account give the same
 * response after the same time.
 */
export async function signIn(
  app: SignInContext,
  { email: typed, ...call }: Credentials,
): Promise<SignInResult> {
  const { auth, db, now, security } = app;
  const { request, caller } = call;
  const email = normalizeEmail(typed);
  const checked = await checkCredentials(app, { ...call, email });
  if (!checked.ok) return checked.refusal;
  const { result, attemptsKey } = checked;
  if (!result) {
    security.record("failed-password", { email, address: caller.address });
    return refuseSignIn(LOGIN_FAILED);
  }
  const [person] = await db
    .select({ id: staffUsers.id, isActive: adminUsers.isActive })
    .from(staffUsers)
    .leftJoin(adminUsers, eq(adminUsers.userId, staffUsers.id))
    .where(eq(staffUsers.email, email));
  if (!person?.isActive) {
    await discardSignIn(auth, result.headers);
    app.log.warn({ staffId: person?.id }, "a sign-in without an active admin record was refused");
    return refuseSignIn(ACCESS_DENIED);
  }
  await resetPasswordAttempts(db, [attemptsKey]);
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

/**
 * Counts the attempt, then lets the library check it. `result` is null where email or password is
 * wrong; `refusal`: nothing was checked.
 */
async function checkCredentials(
  app: SignInContext,
  { request, caller, email, password }: Credentials,
) {
  const { auth, db, env, now, security } = app;
  const refuse = (...reason: Parameters<typeof refuseSignIn>) =>
    ({ ok: false, refusal: refuseSignIn(...reason) }) as const;
  const inAMinute = new Date(now().getTime() + MINUTE_MS);
  // An unknown email costs a hash too: without a limit one address could keep the process busy with
  // invented ones.
  const addressKey = `sign-in:${rateKey(caller.address)}`;
  const perAddress = {
    key: addressKey,
    limit: MAX_ATTEMPTS_PER_ADDRESS,
    windowSeconds: 60,
    now: now(),
  };
  if (!(await consumeRateLimit(db, perAddress))) return refuse(LOGIN_FAILED, inAMinute);
  const device = readDeviceToken(request, isSecure(env));
  // A browser that this person has used before has its own counter, so that others cannot lock them
  // out.
  const isKnown = await isKnownDevice(db, { email, token: device });
  const attemptsKey = isKnown
    ? formatAttemptsKey("device", `${email} ${device}`)
    : formatAttemptsKey("account", email);
  const retryAt = await consumePasswordAttempt(db, { key: attemptsKey, now: now() });
  if (retryAt) {
    security.record("lock", { email, address: caller.address, detail: "password" });
    return refuse(LOGIN_FAILED, retryAt);
  }
  const headers = anonymousHeaders(request, caller.address);
  const check = () =>
    callAuth(() =>
      auth.api.signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    );
  const result = await withBusyFallback(
    () => (isKnown ? runAsKnownCaller(check) : check()),
    "busy" as const,
  );
  if (result === "busy") {
    await Promise.all([
      refundPasswordAttempt(db, { key: attemptsKey, now: now() }),
      refundRateLimit(db, addressKey),
    ]);
    return refuse(SIGN_IN_BUSY);
  }
  return { ok: true, result, attemptsKey } as const;
}

/** Checks the authenticator's code, or a recovery code, after the password. */
export async function verifyCode(
  app: SignInContext,
  { request, caller, code, recovery }: SignInCall & { code: string; recovery: boolean },
): Promise<SignInResult> {
  const { auth, db, now } = app;
  const headers = anonymousHeaders(request, caller.address);
  const { userId, passwordAt } = await auth.api.readChallenge({ headers });
  const failed = { ok: false as const, message: CODE_FAILED, headers: new Headers() };
  if (!userId) return failed;
  const refuse = async () => {
    await recordFailedCode(app, { userId, address: caller.address, now: now() });
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
  await resetCodeFailures(db, userId);
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

/** `token`: of the new session; `by`: the step that completed the sign-in. */
type SignInCompletion = SignInCall & {
  userId: string;
  headers: Headers;
  token: string;
  passwordAt: Date | null;
  by: "password" | "code" | "recovery-code";
};

async function completeSignIn(
  app: SignInContext,
  options: SignInCompletion,
): Promise<SignInResult> {
  const { auth, db, env, log, now } = app;
  const { request, caller, userId, headers, token, passwordAt, by } = options;
  // End this browser's previous session: its cookie is replaced, so nobody could sign it out later.
  await callAuth(() => auth.api.signOut({ headers: authHeaders(request, caller.address) }));
  const factorGrace = await hasFactorGrace(db, userId);
  await db
    .update(staffSessions)
    .set({ passwordAt, factorGrace })
    .where(eq(staffSessions.token, token));
  const secure = isSecure(env);
  const device = await recordDevice(db, {
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
