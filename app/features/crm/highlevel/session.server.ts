import type { z } from "zod";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import { JUST_REFRESHED_MS, TOKEN_MARGIN_MS } from "../constants.ts";
import { consumeCall } from "../outbox/circuit-breaker.server.ts";
import type { DeliveryResult } from "../outbox/delivery-target.server.ts";
import { sendJson } from "../send-json.server.ts";
import { type Connection, getConnection } from "./connections.server.ts";
import { describeRefusal, listRefusalTopics, type RefusalTopic } from "./describe-refusal.ts";
import { type HighLevelContext, refreshTokens } from "./refresh-tokens.server.ts";

/** Renews the lease of the row that is being sent; false if it was lost. */
type RenewLease = (tx: Transaction) => Promise<boolean>;

type Halt = Exclude<DeliveryResult, { kind: "delivered" }>;
/**
 * `halt`: why the delivery of the row cannot continue; `about`: the topics of a refusal. A status
 * that only the caller can interpret is `refused`.
 */
export type CallResult =
  | { ok: true; status: number; body: unknown }
  | { ok: false; status: number | null; halt: Halt; about?: readonly RefusalTopic[] };
type Call = { method: "GET" | "POST" | "PUT"; path: string; body?: unknown };

/** Version of the API that this client uses. */
const API_VERSION = "2021-07-28";
const PAUSING: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);
const REFUSING: ReadonlySet<number> = new Set([400, 404, 409, 413, 422]);
const LEASE_LOST_RETRY_MS = 1_000;

/**
 * Calls HighLevel's API for one location. Refreshes expired tokens, and counts each call against
 * the rate limits.
 */
export type HighLevelSession = { locationId: string; call: (call: Call) => Promise<CallResult> };

/**
 * @param renewLease called before each call, in the transaction that counts it
 * @returns null if HighLevel is not connected
 */
export async function openSession(
  context: HighLevelContext,
  renewLease?: RenewLease,
): Promise<HighLevelSession | null> {
  const connected = await getConnection(context);
  if (!connected?.tokens) return null;
  let connection = connected;
  const send = (call: Call) => sendCall(context, { connection, call, renewLease });
  const renew = async (): Promise<Halt | null> => {
    const result = await renewTokens(context, connection);
    if (result.ok) connection = result.connection;
    return result.ok ? null : result.halt;
  };
  return {
    locationId: connection.locationId,
    async call(call) {
      if (connection.expiresAt.getTime() - context.now().getTime() < TOKEN_MARGIN_MS) {
        const halt = await renew();
        if (halt) return { ok: false, status: null, halt };
      }
      const first = await send(call);
      if (first.status !== 401) return first;
      // If tokens are refused that were just fetched, fetching newer ones would not help.
      if (wasJustRefreshed(connection, context.now())) return NEW_TOKENS_REFUSED;
      const halt = await renew();
      if (halt) return { ok: false, status: 401, halt };
      const second = await send(call);
      return second.status === 401 ? NEW_TOKENS_REFUSED : second;
    },
  };
}

/** Sends one call with the connection's current token, unless the rate limit is used up. */
async function sendCall(
  context: HighLevelContext,
  options: { connection: Connection; call: Call; renewLease?: RenewLease },
): Promise<CallResult> {
  const { method, path, body } = options.call;
  const retryAfterMs = await prepareCall(context, options.renewLease);
  if (retryAfterMs > 0)
    return { ok: false, status: null, halt: { kind: "deferred", retryAfterMs } };
  const { config, now } = context;
  const headers = {
    Authorization: `Bearer ${options.connection.tokens?.access}`,
    Version: API_VERSION,
    Accept: "application/json",
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  };
  const response = await sendJson({
    url: config.baseUrl + path,
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    timeoutMs: config.timeoutMs,
    now,
  });
  if (response.status === null)
    return { ok: false, status: null, halt: { kind: "failed", ...response, retryAfterMs: null } };
  return classifyResponse(response);
}

/** Replaces the connection's tokens; `halt` if the delivery cannot continue with new ones. */
async function renewTokens(
  context: HighLevelContext,
  connection: Connection,
): Promise<{ ok: true; connection: Connection } | { ok: false; halt: Halt }> {
  const result = await refreshTokens(context, connection);
  if (!result.ok && result.retryAfterMs)
    return { ok: false, halt: { kind: "deferred", retryAfterMs: result.retryAfterMs } };
  if (!result.ok)
    return {
      ok: false,
      halt: { kind: "paused", status: 401, error: result.error, retryAfterMs: null },
    };
  // Another location was connected meanwhile: the delivery starts over there.
  if (result.connection.locationId !== connection.locationId)
    return { ok: false, halt: { kind: "deferred", retryAfterMs: LEASE_LOST_RETRY_MS } };
  return result;
}

const NEW_TOKENS_REFUSED: CallResult = {
  ok: false,
  status: 401,
  halt: {
    kind: "paused",
    status: 401,
    error: "the new tokens are refused too, connect HighLevel again",
    retryAfterMs: null,
  },
};

const wasJustRefreshed = ({ refreshedAt }: Connection, now: Date) =>
  refreshedAt !== null && now.getTime() - refreshedAt.getTime() < JUST_REFRESHED_MS;

/** A call whose response must match a schema: a proxy's page or an empty body is a failure. */
export async function callAndParse<T>(
  session: HighLevelSession,
  schema: z.ZodType<T>,
  call: Call,
): Promise<{ ok: true; value: T } | Extract<CallResult, { ok: false }>> {
  const result = await session.call(call);
  if (!result.ok) return result;
  const parsed = schema.safeParse(result.body);
  if (parsed.success) return { ok: true, value: parsed.data };
  const { status } = result;
  return {
    ok: false,
    status,
    halt: {
      kind: "failed",
      status,
      error: "the answer is not what its documentation says",
      retryAfterMs: null,
    },
  };
}

function classifyResponse({
  status,
  body,
  retryAfterMs,
}: {
  status: number;
  body: unknown;
  retryAfterMs: number | null;
}): CallResult {
  if (status >= 200 && status < 300) return { ok: true, status, body };
  const about = listRefusalTopics(body);
  const error = describeRefusal(status, about);
  if (PAUSING.has(status))
    return { ok: false, status, about, halt: { kind: "paused", status, error, retryAfterMs } };
  if (REFUSING.has(status))
    return { ok: false, status, about, halt: { kind: "refused", status, error } };
  return { ok: false, status, halt: { kind: "failed", status, error, retryAfterMs } };
}

/** @returns 0, or the milliseconds to wait: rate limit reached, or another worker has the row */
function prepareCall(
  { db, now }: HighLevelContext,
  renewLease: RenewLease | undefined,
): Promise<number> {
  const moment = now();
  return withTransaction(db, async (tx) => {
    if (renewLease && !(await renewLease(tx))) return LEASE_LOST_RETRY_MS;
    return consumeCall(tx, { target: HIGHLEVEL_TARGET, now: moment });
  });
}
