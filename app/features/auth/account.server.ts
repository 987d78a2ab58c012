import type pg from "pg";
import type { AppContext } from "#app/app-context.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { notifySecurity } from "#app/features/auth/notify-security.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import { authHeaders } from "./auth.server.ts";
import { deleteChallenges } from "./challenges.server.ts";
import { hasFactorGrace } from "./factor-rule.server.ts";
import { withBusyFallback } from "./hash-queue.server.ts";
import { asKnownCaller, hashPassword, verifyPassword } from "./password.server.ts";
import {
  consumePasswordAttempt,
  formatAttemptsKey,
  refundPasswordAttempt,
  resetPasswordAttempts,
} from "./password-attempts.server.ts";
import { findPasswordProblem } from "./password-choice.server.ts";
import { isPasswordRecent } from "./recent-password.ts";
import { callAuth, consumeCode, recordFailedCode, refundCode } from "./sign-in.server.ts";

export type AccountSession = {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  isThis: boolean;
};
export type AccountDevice = {
  id: string;
  userAgent: string | null;
  firstSeenAt: Date;
  lastSeenAt: Date;
};

/** Sessions and known browsers of one staff member, newest first. */
export async function getAccount(
  pool: pg.Pool,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
) {
  const [sessions, devices] = await Promise.all([
    pool.query<AccountSession>(
      `select id, user_agent as "userAgent", created_at as "createdAt", updated_at as "lastSeenAt", id = $2 as "isThis"
       from staff_sessions where user_id = $1 and expires_at > $3 order by updated_at desc`,
      [userId, sessionId, now],
    ),
    pool.query<AccountDevice>(
      `select token_hash as id, user_agent as "userAgent", first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt" from staff_devices where user_id = $1 order by last_seen_at desc`,
      [userId],
    ),
  ]);
  return { sessions: sessions.rows, devices: devices.rows };
}

type AccountCaller = { userId: string; sessionId: string; address: string; requestId: string };
type AccountServices = Pick<
  AppContext,
  "auth" | "db" | "env" | "log" | "now" | "security" | "settings"
>;
export type AccountResult =
  | { ok: true }
  | { ok: false; reason: "password" | "code" | "wait" | "busy" };
/** `message`: why this person may not use the new password. */
export type PasswordResult = AccountResult | { ok: false; reason: "choice"; message: string };

const BUSY = { ok: false, reason: "busy" } as const;

type PasswordServices = Pick<AppContext, "db" | "now" | "security">;

/**
 * Checks the person's own password, with the same limits as a sign-in: an open session must not be
 * a way to guess it.
 */
async function checkPassword(
  { db, now, security }: PasswordServices,
  { userId, address, requestId }: Omit<AccountCaller, "sessionId">,
  password: string,
): Promise<"ok" | "wait" | "password" | "busy"> {
  const key = formatAttemptsKey("account", `session ${userId}`);
  if (await consumePasswordAttempt(db.$client, { key, now: now() })) {
    security.record("lock", {
      staffId: userId,
      address,
      requestId,
      detail: "password in a session",
    });
    return "wait";
  }
  const { rows } = await db.$client.query<{ password: string }>(
    "select password from staff_accounts where user_id = $1 and provider_id = 'credential'",
    [userId],
  );
  const result = await withBusyFallback(
    () => asKnownCaller(() => verifyPassword({ hash: rows[0]?.password ?? "", password })),
    "busy" as const,
  );
  if (result === "busy") {
    await refundPasswordAttempt(db.$client, { key, now: now() });
    return "busy";
  }
  if (!result) {
    security.record("failed-password", { staffId: userId, address, requestId });
    return "password";
  }
  await resetPasswordAttempts(db.$client, [key]);
  return "ok";
}

export type PasswordCheck = "ok" | "needed" | "password" | "wait" | "busy";

/** Whether the person has confirmed the password: typed it recently, or sent it with this form. */
export async function confirmPassword(
  app: PasswordServices,
  who: AccountCaller & { passwordAt: Date | null; password: string },
): Promise<PasswordCheck> {
  if (isPasswordRecent(who, app.now())) return "ok";
  if (!who.password) return "needed";
  const checked = await checkPassword(app, who, who.password);
  if (checked === "ok") await recordPasswordTime(app, who);
  return checked;
}

const recordPasswordTime = (
  { db, now }: Pick<AppContext, "db" | "now">,
  { sessionId }: Pick<AccountCaller, "sessionId">,
) =>
  db.$client.query("update staff_sessions set password_at = $2 where id = $1", [sessionId, now()]);

const endOtherSessions = (
  tx: pg.PoolClient | pg.Pool,
  { userId, sessionId }: Pick<AccountCaller, "userId" | "sessionId">,
) => tx.query("delete from staff_sessions where user_id = $1 and id <> $2", [userId, sessionId]);

/** Changes the password, and ends every other session and every sign-in that waits for its code. */
export async function changePassword(
  app: AccountServices,
  who: AccountCaller & { email: string; current: string; next: string },
): Promise<PasswordResult> {
  const { brand } = await app.settings.get();
  const message = findPasswordProblem(who.next, { email: who.email, brand });
  if (message) return { ok: false, reason: "choice", message };
  const checked = await checkPassword(app, who, who.current);
  if (checked !== "ok") return { ok: false, reason: checked };
  const hash = await withBusyFallback(() => asKnownCaller(() => hashPassword(who.next)), null);
  if (hash === null) return BUSY;
  const now = app.now();
  await inTransaction(app.db.$client, async (tx) => {
    await tx.query(
      "update staff_accounts set password = $2, updated_at = $3 where user_id = $1 and provider_id = 'credential'",
      [who.userId, hash, now],
    );
    await tx.query("update staff_sessions set password_at = $2 where id = $1", [
      who.sessionId,
      now,
    ]);
    await endOtherSessions(tx, who);
    await deleteChallenges(tx, who.userId);
    await writeAudit(tx, {
      actor: who.userId,
      action: "change-password",
      entity: "staff",
      entityId: who.userId,
      requestId: who.requestId,
      now,
    });
  });
  void notifySecurity(app, { userId: who.userId, event: "password-changed" });
  return { ok: true };
}

type HttpCall = { request: Request };

export type FactorStart =
  | { ok: true; uri: string; recoveryCodes: string[] }
  | { ok: false; reason: "password" | "wait" | "busy" | "exists" };

/**
 * Creates a secret for the authenticator app and the recovery codes, shown only once. Nothing is
 * enforced until a code proves that the app works.
 */
export async function startFactor(
  app: AccountServices,
  options: AccountCaller & HttpCall & { password: string },
): Promise<FactorStart> {
  const checked = await checkPassword(app, options, options.password);
  if (checked !== "ok") return { ok: false, reason: checked };
  await recordPasswordTime(app, options);
  const enable = () =>
    app.auth.api.enableTwoFactor({
      body: { password: options.password },
      headers: authHeaders(options.request, options.address),
    });
  const started = await withBusyFallback(
    () => callAuth(() => asKnownCaller(enable)),
    "busy" as const,
  );
  if (started === "busy") return BUSY;
  if (!started || !("totpURI" in started)) return { ok: false, reason: "exists" };
  return { ok: true, uri: started.totpURI, recoveryCodes: started.backupCodes };
}

/** The library gives this browser a new session, the newest one; the others end. */
async function endAllButNewestSession(
  tx: pg.PoolClient,
  userId: string,
  passwordAt: Date | null,
): Promise<void> {
  await tx.query(
    "delete from staff_sessions where user_id = $1 and id <> (select id from staff_sessions where user_id = $1 order by created_at desc, id desc limit 1)",
    [userId],
  );
  const grace = await hasFactorGrace(tx, userId);
  await tx.query(
    "update staff_sessions set password_at = $2, factor_grace = $3 where user_id = $1",
    [userId, passwordAt, grace],
  );
}

/**
 * The first code of the app turns the second factor on and ends every other session. `headers`
 * carry the new session's cookie.
 */
export async function confirmFactor(
  app: AccountServices,
  options: AccountCaller & HttpCall & { passwordAt: Date | null; code: string },
): Promise<{ ok: boolean; headers: Headers }> {
  const { passwordAt } = options;
  const answer = await verifyCurrentCode(app, options);
  if (!answer) return { ok: false, headers: new Headers() };
  const now = app.now();
  await inTransaction(app.db.$client, async (tx) => {
    await endAllButNewestSession(tx, options.userId, passwordAt);
    await writeAudit(tx, {
      actor: options.userId,
      action: "enroll-factor",
      entity: "staff",
      entityId: options.userId,
      requestId: options.requestId,
      now,
    });
  });
  app.security.record("factor-change", {
    staffId: options.userId,
    address: options.address,
    requestId: options.requestId,
    detail: "enrolled",
  });
  return { ok: true, headers: answer };
}

/**
 * Requires the password and a current code: a session alone must not be enough to remove the second
 * factor.
 */
export async function removeFactor(
  app: AccountServices,
  options: AccountCaller & HttpCall & { password: string; code: string },
): Promise<AccountResult & { headers?: Headers }> {
  const checked = await checkPassword(app, options, options.password);
  if (checked !== "ok") return { ok: false, reason: checked };
  if (!(await verifyCurrentCode(app, options))) return { ok: false, reason: "code" };
  const disable = () =>
    app.auth.api.disableTwoFactor({
      body: { password: options.password },
      headers: authHeaders(options.request, options.address),
      returnHeaders: true,
    });
  const removed = await withBusyFallback(() => asKnownCaller(disable), null);
  if (!removed) {
    await refundCode(app, options);
    return BUSY;
  }
  const now = app.now();
  await inTransaction(app.db.$client, async (tx) => {
    await endAllButNewestSession(tx, options.userId, now);
    await writeAudit(tx, {
      actor: options.userId,
      action: "remove-factor",
      entity: "staff",
      entityId: options.userId,
      requestId: options.requestId,
      now,
    });
  });
  app.security.record("factor-change", {
    staffId: options.userId,
    address: options.address,
    requestId: options.requestId,
    detail: "removed",
  });
  void notifySecurity(app, { userId: options.userId, event: "factor-removed" });
  return { ok: true, headers: removed.headers };
}

/** Null where the code is wrong, used or locked; otherwise the cookies to set. */
async function verifyCurrentCode(
  app: AccountServices,
  { userId, code, request, address }: AccountCaller & { code: string } & HttpCall,
): Promise<Headers | null> {
  const headers = await checkCurrentCode(app, { userId, code, request, address });
  if (!headers) await recordFailedCode(app, { userId, address });
  return headers;
}

async function checkCurrentCode(
  { auth, db, now }: AccountServices,
  { userId, code, request, address }: { userId: string; address: string; code: string } & HttpCall,
): Promise<Headers | null> {
  const key = formatAttemptsKey("account", `code ${userId}`);
  if (await consumePasswordAttempt(db.$client, { key, now: now() })) return null;
  if (!(await consumeCode({ db }, { userId, code, now: now() }))) return null;
  const result = await auth.api
    .verifyTOTP({ body: { code }, headers: authHeaders(request, address), returnHeaders: true })
    .catch(() => null);
  if (!result) return null;
  await resetPasswordAttempts(db.$client, [key]);
  await db.$client.query("update admin_users set code_failures = 0 where user_id = $1", [userId]);
  return result.headers;
}

/** Ends one other session, or all others. */
export async function endSessions(
  { db, now }: Pick<AppContext, "db" | "now">,
  who: Omit<AccountCaller, "address"> & { target: string | "others" },
): Promise<void> {
  await inTransaction(db.$client, async (tx) => {
    if (who.target === "others") await endOtherSessions(tx, who);
    else
      await tx.query(
        "delete from staff_sessions where user_id = $1 and id::text = $2 and id <> $3",
        [who.userId, who.target, who.sessionId],
      );
    await writeAudit(tx, {
      actor: who.userId,
      action: "end-sessions",
      entity: "staff",
      entityId: who.userId,
      requestId: who.requestId,
      now: now(),
    });
  });
}

/** A browser that was removed counts as new at its next sign-in. */
export async function forgetDevice(
  { db, now }: Pick<AppContext, "db" | "now">,
  who: Omit<AccountCaller, "address"> & { device: string },
): Promise<void> {
  await inTransaction(db.$client, async (tx) => {
    const { rowCount } = await tx.query(
      "delete from staff_devices where user_id = $1 and token_hash = $2",
      [who.userId, who.device],
    );
    if (rowCount)
      await writeAudit(tx, {
        actor: who.userId,
        action: "forget-device",
        entity: "staff",
        entityId: who.userId,
        requestId: who.requestId,
        now: now(),
      });
  });
}
