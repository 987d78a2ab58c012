import type { z } from "zod";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { HIGHLEVEL_TARGET } from "#app/lib/delivery-targets.ts";
import { NEW_TOKENS_MS, TOKEN_MARGIN_MS } from "../constants.ts";
import { consumeCall } from "../outbox/circuit-breaker.server.ts";
import type { DeliveryReply } from "../outbox/target.server.ts";
import { sendJson } from "../send-json.server.ts";
import { type Connection, getConnection } from "./connections.server.ts";
import { describeRefusal, type RefusalTopic, refusalTopics } from "./describe-refusal.ts";
import { type HighLevelServices, refreshTokens } from "./refresh-tokens.server.ts";

/** Renews the lease of the row that is being sent; false where it was lost. */
type RenewLease = (tx: Transaction) => Promise<boolean>;

type Halt = Exclude<DeliveryReply, { kind: "delivered" }>;
/** `halt`: why the row stops here. A status that only the caller can interpret is `refused`. */
export type CallResult =
  | { ok: true; status: number; body: unknown }
  | { ok: false; status: number | null; halt: Halt; about?: readonly RefusalTopic[] };
type Call = { method: "GET" | "POST" | "PUT"; path: string; body?: unknown };

/** Version of the API that this client uses. */
const API_VERSION = "2021-07-28";
const PAUSING: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);
const REFUSING: ReadonlySet<number> = new Set([400, 404, 409, 413, 422]);
const LEASE_LOST_RETRY_MS = 1_000;

/** A location of HighLevel with valid tokens; every call counts against the rate limits. */
export type HighLevelSession = { locationId: string; call: (call: Call) => Promise<CallResult> };

/**
 * @param renewLease called before each call, in the transaction that counts it
 * @returns null if HighLevel is not connected
 */
export async function openSession(
  services: HighLevelServices,
  renewLease?: RenewLease,
): Promise<HighLevelSession | null> {
  let connection = await getConnection(services);
  if (!connection?.tokens) return null;
  const { locationId } = connection;

  const send = async ({ method, path, body }: Call): Promise<CallResult> => {
    const busy = await prepareCall(services, renewLease);
    if (busy > 0)
      return { ok: false, status: null, halt: { kind: "deferred", retryAfterMs: busy } };
    const { config, now } = services;
    const headers = {
      Authorization: `Bearer ${connection?.tokens?.access}`,
      Version: API_VERSION,
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    };
    const answer = await sendJson({
      url: config.baseUrl + path,
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      now,
    });
    if (answer.status === null)
      return { ok: false, status: null, halt: { kind: "failed", ...answer, retryAfterMs: null } };
    return classifyAnswer(answer);
  };

  const renew = async (): Promise<Halt | null> => {
    const result = await refreshTokens(services, connection as Connection);
    if (!result.ok && result.retryAfterMs)
      return { kind: "deferred", retryAfterMs: result.retryAfterMs };
    if (!result.ok) return { kind: "paused", status: 401, error: result.error, retryAfterMs: null };
    // Another location was connected meanwhile: the delivery starts over there.
    if (result.connection.locationId !== locationId)
      return { kind: "deferred", retryAfterMs: LEASE_LOST_RETRY_MS };
    connection = result.connection;
    return null;
  };

  return {
    locationId,
    async call(call) {
      if (
        connection &&
        connection.expiresAt.getTime() - services.now().getTime() < TOKEN_MARGIN_MS
      ) {
        const halt = await renew();
        if (halt) return { ok: false, status: null, halt };
      }
      const first = await send(call);
      if (first.status !== 401) return first;
      // Each refresh uses up a refresh token: if new tokens are refused, newer ones would not
      // help.
      if (isNew(connection, services.now())) return NEW_REFUSED;
      const halt = await renew();
      if (halt) return { ok: false, status: 401, halt };
      const second = await send(call);
      return second.status === 401 ? NEW_REFUSED : second;
    },
  };
}

const NEW_REFUSED: CallResult = {
  ok: false,
  status: 401,
  halt: {
    kind: "paused",
    status: 401,
    error: "the new tokens are refused too, connect HighLevel again",
    retryAfterMs: null,
  },
};

const isNew = (connection: Connection | null, now: Date) =>
  Boolean(
    connection?.refreshedAt && now.getTime() - connection.refreshedAt.getTime() < NEW_TOKENS_MS,
  );

/**
 * A call whose answer must match a schema: a proxy's page or an empty body counts as a failure.
 */
export async function callFor<T>(
  session: HighLevelSession,
  schema: z.ZodType<T>,
  call: Call,
): Promise<{ ok: true; value: T } | Extract<CallResult, { ok: false }>> {
  const answer = await session.call(call);
  if (!answer.ok) return answer;
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return { ok: true, value: parsed.data };
  const { status } = answer;
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

function classifyAnswer({
  status,
  body,
  retryAfterMs,
}: {
  status: number;
  body: unknown;
  retryAfterMs: number | null;
}): CallResult {
  if (status >= 200 && status < 300) return { ok: true, status, body };
  const about = refusalTopics(body);
  const error = describeRefusal(status, about);
  if (PAUSING.has(status))
    return { ok: false, status, about, halt: { kind: "paused", status, error, retryAfterMs } };
  if (REFUSING.has(status))
    return { ok: false, status, about, halt: { kind: "refused", status, error } };
  return { ok: false, status, halt: { kind: "failed", status, error, retryAfterMs } };
}

/** @returns 0, or the milliseconds to wait: rate limit reached, or another worker has the row */
function prepareCall(
  { db, now }: HighLevelServices,
  renewLease: RenewLease | undefined,
): Promise<number> {
  const moment = now();
  return withTransaction(db, async (tx) => {
    if (renewLease && !(await renewLease(tx))) return LEASE_LOST_RETRY_MS;
    return consumeCall(tx, { target: HIGHLEVEL_TARGET, now: moment });
  });
}
