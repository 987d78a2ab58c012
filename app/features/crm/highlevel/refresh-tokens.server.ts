import { setTimeout as wait } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { crmTargets } from "#app/db/tables/crm.server.ts";
import { withTransaction } from "#app/db/transaction.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import {
  EXPIRY_ALARM_MS,
  REFRESH_BEFORE_MS,
  REFRESH_WAIT_MS,
  TOKEN_MARGIN_MS,
} from "../constants.ts";
import { closeBreaker, consumeCall, pauseTarget } from "../outbox/circuit-breaker.server.ts";
import {
  type Connection,
  getConnection,
  recordRefreshError,
  replaceTokens,
} from "./connections.server.ts";
import { type HighLevelConfig, requestTokens, type TokenResult } from "./oauth-client.server.ts";

export type HighLevelContext = {
  db: Database;
  vault: Vault;
  config: HighLevelConfig;
  log: Logger;
  now: () => Date;
};

export type RefreshResult =
  | { ok: true; connection: Connection }
  /**
   * `final`: only a person can fix it. `retryAfterMs`: no request was sent, the rate limit is used
   * up.
   */
  | { ok: false; final: boolean; error: string; retryAfterMs?: number };

const POLL_INTERVAL_MS = 50;
const MAX_STORE_ATTEMPTS = 5;
const STORE_RETRY_MS = 200;

const NOT_CONNECTED = "not connected, connect HighLevel in Settings";
const running = new WeakMap<Database, Promise<RefreshResult>>();

/**
 * Fetches new tokens for a connection whose pair `stale.version` has expired or was refused. A
 * refresh token works only once, so one process refreshes under a database lock, and the others
 * wait for the pair that it stores.
 */
export function refreshTokens(
  context: HighLevelContext,
  stale: Pick<Connection, "id" | "version">,
): Promise<RefreshResult> {
  // One refresh per process: other callers share its result and hold no database connection.
  let run = running.get(context.db);
  if (!run) {
    run = refreshUnderLock(context, stale).finally(() => running.delete(context.db));
    running.set(context.db, run);
  }
  return run;
}

async function refreshUnderLock(
  context: HighLevelContext,
  stale: Pick<Connection, "id" | "version">,
): Promise<RefreshResult> {
  for (let waited = 0; waited < REFRESH_WAIT_MS; waited += POLL_INTERVAL_MS) {
    const current = await getConnection(context);
    if (!current?.tokens) return { ok: false, final: true, error: NOT_CONNECTED };
    if (current.id !== stale.id || current.version !== stale.version)
      return { ok: true, connection: current };
    const result = await tryRefreshUnderLock(context, stale);
    if (result) return result;
    await wait(POLL_INTERVAL_MS);
  }
  return {
    ok: false,
    final: false,
    error: "another instance has been fetching new tokens for too long",
  };
}

/** Null if another process is refreshing the tokens, or already has. */
function tryRefreshUnderLock(
  context: HighLevelContext,
  stale: Pick<Connection, "id" | "version">,
): Promise<RefreshResult | null> {
  return withSessionLock(context.db, ADVISORY_LOCKS.refreshHighLevelTokens, async () => {
    const current = await getConnection(context);
    const isStale = current?.id === stale.id && current.version === stale.version;
    return current?.tokens && isStale
      ? fetchAndStoreTokens(context, { ...current, tokens: current.tokens })
      : null;
  });
}

async function fetchAndStoreTokens(
  context: HighLevelContext,
  current: Connection & { tokens: { refresh: string } },
): Promise<RefreshResult> {
  const { config, now, log, db } = context;
  const retryAfterMs = await withTransaction(db, (tx) =>
    consumeCall(tx, { target: HIGHLEVEL_TARGET, now: now() }),
  );
  if (retryAfterMs > 0)
    return { ok: false, final: false, error: "the rate limit leaves no room", retryAfterMs };
  const reply = await requestTokens(config, {
    grant: { refreshToken: current.tokens.refresh },
    now,
  });
  if (!reply.ok) return recordRefusal(context, current, reply);
  const { tokens } = reply;
  // The old pair no longer works: the new one must be stored before anything else happens.
  for (let attempt = 1; ; attempt++) {
    try {
      await replaceTokens(context, {
        id: current.id,
        version: current.version,
        tokens,
        now: now(),
      });
      break;
    } catch (error) {
      if (attempt >= MAX_STORE_ATTEMPTS) throw error;
      await wait(STORE_RETRY_MS * attempt);
    }
  }
  log.info({ connection: current.id }, "HighLevel tokens refreshed");
  const stored = await getConnection(context);
  return stored?.tokens
    ? { ok: true, connection: stored }
    : { ok: false, final: true, error: NOT_CONNECTED };
}

async function recordRefusal(
  context: HighLevelContext,
  current: Connection,
  reply: Extract<TokenResult, { ok: false }>,
): Promise<RefreshResult> {
  await recordRefreshError(context, { id: current.id, error: reply.error });
  context.log.warn(
    { connection: current.id, status: reply.status, final: reply.final },
    "HighLevel tokens could not be refreshed",
  );
  return {
    ok: false,
    final: reply.final,
    error: reply.final
      ? "the tokens are refused, connect HighLevel again"
      : "no new tokens could be fetched",
  };
}

/**
 * Fetches new tokens before the current ones expire. Staff are notified by mail and in the portal
 * while there is time to reconnect, and once more when the tokens have expired and the target is
 * paused. Safe to run on every instance.
 */
export async function refreshExpiringTokens(context: HighLevelContext): Promise<void> {
  const { db, now, log } = context;
  const connection = await getConnection(context);
  if (!connection) return;
  const remainingMs = connection.expiresAt.getTime() - now().getTime();
  if (connection.tokens && remainingMs > REFRESH_BEFORE_MS) return;
  const result: RefreshResult = connection.tokens
    ? await refreshTokens(context, connection)
    : {
        ok: false,
        final: true,
        error: "the stored tokens cannot be read, connect HighLevel again",
      };
  if (result.ok) return resumeDeliveries(context);
  if (result.retryAfterMs && remainingMs > TOKEN_MARGIN_MS) return;
  if (remainingMs <= EXPIRY_ALARM_MS || result.final)
    log.error(
      { expiresAt: connection.expiresAt, final: result.final },
      "alarm: the HighLevel tokens cannot be refreshed; connect again before they expire",
    );
  // Deliveries continue as long as the current tokens are valid.
  if (connection.tokens && remainingMs > TOKEN_MARGIN_MS) return;
  const opened = await withTransaction(db, (tx) =>
    pauseTarget(tx, { target: HIGHLEVEL_TARGET, now: now(), reason: result.error }),
  );
  if (opened)
    log.error(
      { target: HIGHLEVEL_TARGET },
      "alarm: the connection to HighLevel has ended; requests wait and nothing is lost",
    );
}

/** New tokens end a pause. A breaker that failures opened stays open until a probe succeeds. */
function resumeDeliveries({ db, now }: HighLevelContext): Promise<void> {
  return withTransaction(db, async (tx) => {
    const [paused] = await tx
      .select({ target: crmTargets.target })
      .from(crmTargets)
      .where(and(eq(crmTargets.target, HIGHLEVEL_TARGET), eq(crmTargets.state, "paused")));
    if (paused) await closeBreaker(tx, { target: HIGHLEVEL_TARGET, now: now() });
  });
}
