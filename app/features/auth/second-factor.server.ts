import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { authHeaders, callAuth } from "./auth.server.ts";
import { consumeCode, recordFailedCode, refundCode, resetCodeFailures } from "./codes.server.ts";
import { checkPassword, recordPasswordTime } from "./confirm-password.server.ts";
import { endAllButNewestSession } from "./end-sessions.server.ts";
import { withBusyFallback } from "./hash-queue.server.ts";
import { runAsKnownCaller } from "./password.server.ts";
import {
  consumePasswordAttempt,
  formatCodeAttemptsKey,
  resetPasswordAttempts,
} from "./password-attempts.server.ts";

type FactorContext = ActionContext & Pick<AppContext, "auth" | "security">;
/** The HTTP request, whose cookies the library reads, and its client's address. */
type FactorRequest = { request: Request; address: string };

const BUSY = { ok: false, reason: "busy" } as const;

export type FactorStart =
  | { ok: true; uri: string; recoveryCodes: string[] }
  | { ok: false; reason: "password" | "wait" | "busy" | "exists" };

/**
 * Creates a secret for the authenticator app and recovery codes, which are shown only once. The
 * second factor is not enforced until a code proves that the app works.
 */
export async function startFactor(
  context: FactorContext,
  input: FactorRequest & { sessionId: string; password: string },
): Promise<FactorStart> {
  const { auth, db, now } = context;
  const { request, address, sessionId, password } = input;
  const checked = await checkPassword(context, input);
  if (checked !== "ok") return { ok: false, reason: checked };
  await recordPasswordTime(db, { sessionId, now });
  const enable = () =>
    auth.api.enableTwoFactor({ body: { password }, headers: authHeaders(request, address) });
  const started = await withBusyFallback(
    () => callAuth(() => runAsKnownCaller(enable)),
    "busy" as const,
  );
  if (started === "busy") return BUSY;
  if (!started || !("totpURI" in started)) return { ok: false, reason: "exists" };
  return { ok: true, uri: started.totpURI, recoveryCodes: started.backupCodes };
}

/**
 * Turns the second factor on with a first code of the app, and ends every other session. `headers`
 * carry the new session's cookie.
 */
export async function confirmFactor(
  context: FactorContext,
  input: FactorRequest & { passwordAt: Date | null; code: string },
): Promise<{ ok: boolean; headers: Headers }> {
  const headers = await verifyCurrentCode(context, input);
  if (!headers) return { ok: false, headers: new Headers() };
  const { passwordAt, address } = input;
  await finishFactorChange(context, { action: "enroll-factor", passwordAt });
  recordFactorChange(context, { address, detail: "enrolled" });
  return { ok: true, headers };
}

export type FactorRemoval =
  | { ok: true; headers: Headers }
  | { ok: false; reason: "password" | "code" | "wait" | "busy" };

/**
 * Turns the second factor off. Requires the password and a current code: a session alone must not be
 * enough. The caller then sends the mail about it.
 */
export async function removeFactor(
  context: FactorContext,
  input: FactorRequest & { password: string; code: string },
): Promise<FactorRemoval> {
  const { request, address, password, code } = input;
  const checked = await checkPassword(context, input);
  if (checked !== "ok") return { ok: false, reason: checked };
  if (!(await verifyCurrentCode(context, input))) return { ok: false, reason: "code" };
  const disable = () =>
    context.auth.api.disableTwoFactor({
      body: { password },
      headers: authHeaders(request, address),
      returnHeaders: true,
    });
  const removed = await withBusyFallback(() => runAsKnownCaller(disable), null);
  if (!removed) {
    await refundCode(context, { userId: context.actor, code });
    return BUSY;
  }
  await finishFactorChange(context, { action: "remove-factor", passwordAt: context.now });
  recordFactorChange(context, { address, detail: "removed" });
  return { ok: true, headers: removed.headers };
}

/** Ends other sessions and writes the audit row, after the library has changed the factor. */
const finishFactorChange = (
  context: FactorContext,
  { action, passwordAt }: { action: string; passwordAt: Date | null },
): Promise<void> =>
  withTransaction(context.db, async (tx) => {
    const { actor: userId } = context;
    await endAllButNewestSession(tx, { userId, passwordAt });
    await recordAudit(tx, context, { action, entity: "staff", entityId: userId });
  });

const recordFactorChange = (
  { actor, httpRequestId, security }: FactorContext,
  change: { address: string; detail: string },
): void =>
  security.record("factor-change", { staffId: actor, requestId: httpRequestId, ...change });

/** Null where the code is wrong, used or locked; otherwise the cookies to set. */
async function verifyCurrentCode(
  context: FactorContext,
  input: FactorRequest & { code: string },
): Promise<Headers | null> {
  const headers = await checkCurrentCode(context, input);
  const { actor: userId, now } = context;
  if (!headers) await recordFailedCode(context, { userId, address: input.address, now });
  return headers;
}

async function checkCurrentCode(
  { auth, db, actor: userId, now }: FactorContext,
  { request, address, code }: FactorRequest & { code: string },
): Promise<Headers | null> {
  const key = formatCodeAttemptsKey(userId);
  if (await consumePasswordAttempt(db, { key, now })) return null;
  if (!(await consumeCode({ db }, { userId, code, now }))) return null;
  const result = await auth.api
    .verifyTOTP({ body: { code }, headers: authHeaders(request, address), returnHeaders: true })
    .catch(() => null);
  if (!result) return null;
  await resetPasswordAttempts(db, [key]);
  await resetCodeFailures(db, userId);
  return result.headers;
}
