import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "#app/db/client.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { inTransaction } from "#app/lib/transaction.server.ts";
import type { Vault } from "#app/lib/vault.server.ts";
import {
  EXPIRY_ALARM_MS,
  REFRESH_BEFORE_MS,
  REFRESH_WAIT_MS,
  TOKEN_MARGIN_MS,
} from "../constants.ts";
import { closeBreaker, consumeCall, recordFailure } from "../outbox/circuit-breaker.server.ts";
import {
  type Connection,
  getConnection,
  recordRefreshError,
  replaceTokens,
} from "./connections.server.ts";
import { type HighLevelConfig, requestTokens, type TokenReply } from "./oauth-client.server.ts";

export type HighLevelServices = {
  db: Database;
  vault: Vault;
  config: HighLevelConfig;
  log: Logger;
  now: () => Date;
};

export type RefreshResult =
  | { ok: true; connection: Connection }
  /**
   * `final`: only a person can help. `retryAfterMs`: nothing was asked, the rate limit left no
   * room.
   */
  | { ok: false; final: boolean; error: string; retryAfterMs?: number };

const LOOK_EVERY_MS = 50;
const STORE_TRIES = 5;
const STORE_PAUSE_MS = 200;

const NOT_CONNECTED = "not connected, connect HighLevel in Settings";
const running = new WeakMap<Database, Promise<RefreshResult>>();

/**
 * New tokens for a connection whose pair `stale.version` no longer serves. A refresh token works
 * once, so that one process of all refreshes, under a lock of the database; the others wait for
 * what it stores.
 */
export function refreshTokens(
  services: HighLevelServices,
  stale: Pick<Connection, "id" | "version">,
): Promise<RefreshResult> {
  // One try a process: the others share its result and hold no database connection meanwhile.
  let run = running.get(services.db);
  if (!run) {
    run = refreshUnderLock(services, stale).finally(() => running.delete(services.db));
    running.set(services.db, run);
  }
  return run;
}

async function refreshUnderLock(
  services: HighLevelServices,
  stale: Pick<Connection, "id" | "version">,
): Promise<RefreshResult> {
  for (let waited = 0; waited < REFRESH_WAIT_MS; waited += LOOK_EVERY_MS) {
    const current = await getConnection(services);
    if (!current?.tokens) return { ok: false, final: true, error: NOT_CONNECTED };
    if (current.id !== stale.id || current.version !== stale.version)
      return { ok: true, connection: current };
    const result = await tryUnderLock(services, stale);
    if (result) return result;
    await wait(LOOK_EVERY_MS);
  }
  return {
    ok: false,
    final: false,
    error: "another instance has been fetching new tokens for too long",
  };
}

/** Null where another process is at it, or has been. */
function tryUnderLock(
  services: HighLevelServices,
  stale: Pick<Connection, "id" | "version">,
): Promise<RefreshResult | null> {
  return withSessionLock(services.db.$client, ADVISORY_LOCKS.refreshHighLevelTokens, async () => {
    const current = await getConnection(services);
    const isStale = current?.id === stale.id && current.version === stale.version;
    return current?.tokens && isStale
      ? fetchAndStore(services, { ...current, tokens: current.tokens })
      : null;
  });
}

async function fetchAndStore(
  services: HighLevelServices,
  current: Connection & { tokens: { refresh: string } },
): Promise<RefreshResult> {
  const { config, now, log, db } = services;
  const busy = await inTransaction(db.$client, (tx) =>
    consumeCall(tx, { target: HIGHLEVEL_TARGET, now: now() }),
  );
  if (busy > 0)
    return { ok: false, final: false, error: "the rate limit leaves no room", retryAfterMs: busy };
  const reply = await requestTokens(config, {
    grant: { refreshToken: current.tokens.refresh },
    now,
  });
  if (!reply.ok) return refused(services, current, reply);
  const { tokens } = reply;
  // The old pair is used up: what was fetched must be kept before anything else happens.
  for (let tries = 1; ; tries++) {
    try {
      await replaceTokens(services, {
        id: current.id,
        version: current.version,
        tokens,
        now: now(),
      });
      break;
    } catch (error) {
      if (tries >= STORE_TRIES) throw error;
      await wait(STORE_PAUSE_MS * tries);
    }
  }
  log.info({ connection: current.id }, "the tokens of HighLevel are new");
  const stored = await getConnection(services);
  return stored?.tokens
    ? { ok: true, connection: stored }
    : { ok: false, final: true, error: NOT_CONNECTED };
}

async function refused(
  services: HighLevelServices,
  current: Connection,
  reply: Extract<TokenReply, { ok: false }>,
): Promise<RefreshResult> {
  await recordRefreshError(services, { id: current.id, error: reply.error });
  services.log.warn(
    { connection: current.id, status: reply.status, final: reply.final },
    "HighLevel gave no new tokens",
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
 * Fetches new tokens before the present ones end. Staff are notified by mail and in the portal
 * while there is time to reconnect, and once more when the tokens have expired and the target is
 * paused. Safe to run on every instance.
 */
export async function keepTokensFresh(services: HighLevelServices): Promise<void> {
  const { db, now, log } = services;
  const connection = await getConnection(services);
  if (!connection) return;
  const left = connection.expiresAt.getTime() - now().getTime();
  if (connection.tokens && left > REFRESH_BEFORE_MS) return;
  const result: RefreshResult = connection.tokens
    ? await refreshTokens(services, connection)
    : {
        ok: false,
        final: true,
        error: "the stored tokens cannot be read, connect HighLevel again",
      };
  if (result.ok) return endPause(services);
  if (result.retryAfterMs && left > TOKEN_MARGIN_MS) return;
  if (left <= EXPIRY_ALARM_MS || result.final)
    log.error(
      { expiresAt: connection.expiresAt, final: result.final },
      "alarm: HighLevel gives no new tokens; connect again before these end",
    );
  // As long as the present tokens serve, deliveries go on.
  if (connection.tokens && left > TOKEN_MARGIN_MS) return;
  const opened = await inTransaction(db.$client, async (tx) => {
    await tx.query(
      "insert into crm_targets (target, since) values ($1, $2) on conflict do nothing",
      [HIGHLEVEL_TARGET, now()],
    );
    return recordFailure(tx, {
      target: HIGHLEVEL_TARGET,
      now: now(),
      pausing: true,
      reason: result.error,
      retryAfterMs: 0,
    });
  });
  if (opened)
    log.error(
      { target: HIGHLEVEL_TARGET },
      "alarm: the connection to HighLevel has ended; requests wait and nothing is lost",
    );
}

/** New tokens end a pause; a breaker that failures have opened stays, a delivery tells. */
function endPause({ db, now }: HighLevelServices): Promise<void> {
  return inTransaction(db.$client, async (tx) => {
    const { rowCount } = await tx.query(
      "select from crm_targets where target = $1 and state = 'paused'",
      [HIGHLEVEL_TARGET],
    );
    if (rowCount) await closeBreaker(tx, { target: HIGHLEVEL_TARGET, now: now() });
  });
}
