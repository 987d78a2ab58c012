import { randomUUIDv7 } from "node:crypto";
import { and, count, eq, isNull, lte, notExists, or, sql } from "drizzle-orm";
import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import {
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from "#app/db/tables/webhooks.server.ts";
import {
  lockInTransaction,
  type Transaction,
  withTransaction,
} from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { HOUR_MS } from "#app/lib/durations.ts";
import { listFieldErrors } from "#app/lib/field-errors.ts";
import { MAX_ENDPOINTS, ROTATION_HOURS, TEST_EVENT } from "./constants.ts";
import { sealAsEarlier, sealSecret } from "./endpoint-secrets.server.ts";
import { checkTarget } from "./post-message.server.ts";
import { type EndpointField, endpointSchema } from "./schema.ts";
import { createWebhookSecret } from "./sign-message.server.ts";

/** Leases are in the time of the database, which the clock of this process may not share. */
const DATABASE_TIME = sql<Date>`now()`;
const IS_NOT_BEING_SENT = or(
  isNull(webhookDeliveries.leaseUntil),
  lte(webhookDeliveries.leaseUntil, DATABASE_TIME),
);
/** A test message is sent once. */
const IS_NO_TEST = notExists(
  sql`(select from ${webhookEvents} where ${webhookEvents.id} = ${webhookDeliveries.eventId} and ${webhookEvents.type} = ${TEST_EVENT})`,
);

type EndpointContext = ActionContext & Pick<AppContext, "env" | "vault">;
type Refused = { ok: false; reason: "fields"; errors: Partial<Record<EndpointField, string>> };
type NotFound = { ok: false; reason: "not-found" };
const NOT_FOUND: NotFound = { ok: false, reason: "not-found" };

const TARGET_ERRORS: Record<NonNullable<ReturnType<typeof checkTarget>>, string> = {
  "no-https": "Use a URL that begins with https://.",
  "private-address":
    "Use a host on the public internet, or add it with its port to WEBHOOK_PRIVATE_HOSTS.",
};

function parseEndpoint({ env }: Pick<AppContext, "env">, values: unknown) {
  const parsed = endpointSchema.safeParse(values);
  if (!parsed.success)
    return { ok: false, reason: "fields", errors: listFieldErrors(parsed.error.issues) } as const;
  const problem = checkTarget(new URL(parsed.data.url), env.WEBHOOK_PRIVATE_HOSTS);
  return problem
    ? ({ ok: false, reason: "fields", errors: { url: TARGET_ERRORS[problem] } } as const)
    : ({ ok: true, endpoint: parsed.data } as const);
}

/** What the audit log says of an address: keys of receivers may be in its path. */
const describeTarget = (url: string) => new URL(url).host;

export type CreateEndpointResult =
  /** `secret` is shown once. */
  | { ok: true; id: string; name: string; secret: string }
  | Refused
  | { ok: false; reason: "too-many" };

/** Creates an endpoint, which gets what happens from now on. */
export function createEndpoint(
  context: EndpointContext,
  { values }: { values: unknown },
): Promise<CreateEndpointResult> {
  const parsed = parseEndpoint(context, values);
  if (!parsed.ok) return Promise.resolve(parsed);
  const { actor, now, vault } = context;
  const id = randomUUIDv7();
  const secret = createWebhookSecret();
  const { name, url, events } = parsed.endpoint;
  return withTransaction(context.db, async (tx): Promise<CreateEndpointResult> => {
    await lockInTransaction(tx, ADVISORY_LOCKS.createWebhook);
    const [stored] = await tx.select({ count: count() }).from(webhookEndpoints);
    if ((stored?.count ?? 0) >= MAX_ENDPOINTS) return { ok: false, reason: "too-many" };
    await tx.insert(webhookEndpoints).values({
      ...{ id, name, url, events, createdBy: actor, createdAt: now },
      secret: sealSecret(vault, { id, secret }),
    });
    await recordAudit(tx, context, {
      action: "create",
      entity: "webhook",
      entityId: id,
      changes: { name, host: describeTarget(url), events },
    });
    return { ok: true, id, name, secret };
  });
}

type EndpointChange<T> = (
  tx: Transaction,
  endpoint: typeof webhookEndpoints.$inferSelect,
) => Promise<T>;

/** Changes one endpoint under a lock of its row, which lets events for it be stored meanwhile. */
const changeEndpoint = <T>(
  { db }: ActionContext,
  id: string,
  change: EndpointChange<T>,
): Promise<T | NotFound> =>
  withTransaction(db, async (tx) => {
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, id))
      .for("no key update");
    return endpoint ? change(tx, endpoint) : NOT_FOUND;
  });

type Changed = { ok: true; name: string };

/** Changes the name, the address and the events of an endpoint. What waits goes to a new address at once. */
export function updateEndpoint(
  context: EndpointContext,
  { id, values }: { id: string; values: unknown },
): Promise<Changed | Refused | NotFound> {
  const parsed = parseEndpoint(context, values);
  if (!parsed.ok) return Promise.resolve(parsed);
  const { name, url, events } = parsed.endpoint;
  return changeEndpoint(context, id, async (tx, endpoint) => {
    await tx.update(webhookEndpoints).set({ name, url, events }).where(eq(webhookEndpoints.id, id));
    if (url !== endpoint.url)
      await tx
        .update(webhookDeliveries)
        .set({ nextAttemptAt: DATABASE_TIME })
        .where(
          and(
            eq(webhookDeliveries.endpointId, id),
            eq(webhookDeliveries.state, "waiting"),
            IS_NOT_BEING_SENT,
          ),
        );
    await recordAudit(tx, context, {
      action: "update",
      entity: "webhook",
      entityId: id,
      changes: { name, host: describeTarget(url), events },
    });
    return { ok: true, name };
  });
}

/** Makes a new secret. The one before signs beside it for a day; an even earlier one ends now. */
export const rotateEndpointSecret = (
  context: EndpointContext,
  { id }: { id: string },
): Promise<(Changed & { secret: string }) | NotFound> =>
  changeEndpoint(context, id, async (tx, endpoint) => {
    const { now, vault } = context;
    const secret = createWebhookSecret();
    await tx
      .update(webhookEndpoints)
      .set({
        secret: sealSecret(vault, { id, secret }),
        earlierSecret: sealAsEarlier(vault, endpoint),
        earlierSecretUntil: new Date(now.getTime() + ROTATION_HOURS * HOUR_MS),
      })
      .where(eq(webhookEndpoints.id, id));
    await recordAudit(tx, context, { action: "rotate-secret", entity: "webhook", entityId: id });
    return { ok: true, name: endpoint.name, secret };
  });

/** Stops sending to an endpoint. Its events wait. */
export const pauseEndpoint = (
  context: ActionContext,
  { id }: { id: string },
): Promise<Changed | NotFound> =>
  changeEndpoint(context, id, async (tx, { name, pausedAt }) => {
    if (!pausedAt) {
      await tx
        .update(webhookEndpoints)
        .set({ pausedAt: context.now, pauseReason: "staff" })
        .where(eq(webhookEndpoints.id, id));
      await recordAudit(tx, context, { action: "pause", entity: "webhook", entityId: id });
    }
    return { ok: true, name };
  });

/** Sends to an endpoint again, first what waited, with all attempts ahead of it. */
export const resumeEndpoint = (
  context: ActionContext,
  { id }: { id: string },
): Promise<Changed | NotFound> =>
  changeEndpoint(context, id, async (tx, { name, pausedAt }) => {
    if (pausedAt) {
      await tx
        .update(webhookEndpoints)
        .set({ pausedAt: null, pauseReason: null, failingSince: null })
        .where(eq(webhookEndpoints.id, id));
      await tx
        .update(webhookDeliveries)
        .set({ attempts: 0, nextAttemptAt: DATABASE_TIME })
        .where(
          and(
            eq(webhookDeliveries.endpointId, id),
            eq(webhookDeliveries.state, "waiting"),
            IS_NOT_BEING_SENT,
          ),
        );
      await recordAudit(tx, context, { action: "resume", entity: "webhook", entityId: id });
    }
    return { ok: true, name };
  });

/** Removes an endpoint with what waits for it and its log. */
export const removeEndpoint = (
  context: ActionContext,
  { id }: { id: string },
): Promise<Changed | NotFound> =>
  changeEndpoint(context, id, async (tx, { name, url }) => {
    // First the many rows: from the second statement on, events for it wait.
    await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id));
    await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    await recordAudit(tx, context, {
      action: "remove",
      entity: "webhook",
      entityId: id,
      changes: { name, host: describeTarget(url) },
    });
    return { ok: true, name };
  });

/**
 * Sends messages of an endpoint again: one, also before its time, or all that were given up. They keep
 * their ids, so that a receiver notices what it has already.
 */
export const replayDeliveries = (
  context: ActionContext,
  { id, delivery }: { id: string; delivery: string | null },
): Promise<(Changed & { count: number }) | NotFound> =>
  changeEndpoint(context, id, async (tx, { name }) => {
    const { state, endpointId } = webhookDeliveries;
    const { rowCount } = await tx
      .update(webhookDeliveries)
      .set({ state: "waiting", attempts: 0, nextAttemptAt: DATABASE_TIME, leaseUntil: null })
      .where(
        and(
          eq(endpointId, id),
          delivery === null ? eq(state, "failed") : eq(webhookDeliveries.id, delivery),
          IS_NOT_BEING_SENT,
          IS_NO_TEST,
        ),
      );
    const replayed = rowCount ?? 0;
    if (replayed > 0)
      await recordAudit(tx, context, {
        action: "replay",
        entity: "webhook",
        entityId: id,
        changes: { deliveries: replayed },
      });
    return { ok: true, name, count: replayed };
  });
