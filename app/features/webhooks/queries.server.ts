import { and, count, desc, eq, inArray, isNotNull, min, ne, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import {
  WEBHOOK_PAUSE_REASONS,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from "#app/db/tables/webhooks.server.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { SHOWN_DELIVERIES, TEST_EVENT } from "./constants.ts";

/** `failing`: the last attempts failed, and more follow. */
export type EndpointState = "working" | "failing" | "paused";

const selectEndpoints = (db: Database) =>
  db
    .select({
      id: webhookEndpoints.id,
      name: webhookEndpoints.name,
      url: webhookEndpoints.url,
      events: webhookEndpoints.events,
      createdAt: webhookEndpoints.createdAt,
      earlierSecretUntil: webhookEndpoints.earlierSecretUntil,
      failingSince: webhookEndpoints.failingSince,
      pausedAt: webhookEndpoints.pausedAt,
      pauseReason: webhookEndpoints.pauseReason,
      createdBy: sql<string | null>`coalesce(${adminUsers.displayName}, ${staffUsers.email})`,
    })
    .from(webhookEndpoints)
    .leftJoin(staffUsers, eq(staffUsers.id, webhookEndpoints.createdBy))
    .leftJoin(adminUsers, eq(adminUsers.userId, webhookEndpoints.createdBy))
    .$dynamic();

type StoredEndpoint = Awaited<ReturnType<typeof selectEndpoints>>[number];
export type ListedEndpoint = StoredEndpoint & { state: EndpointState };

const toListedEndpoint = (endpoint: StoredEndpoint): ListedEndpoint => ({
  ...endpoint,
  state: endpoint.pausedAt ? "paused" : endpoint.failingSince ? "failing" : "working",
});

/** All endpoints, the newest first. */
export async function listEndpoints(db: Database): Promise<ListedEndpoint[]> {
  const { createdAt, id } = webhookEndpoints;
  return (await selectEndpoints(db).orderBy(desc(createdAt), desc(id))).map(toListedEndpoint);
}

const listDeliveries = (db: Database, endpointId: string) =>
  db
    .select({
      id: webhookDeliveries.id,
      type: webhookEvents.type,
      subjectId: webhookEvents.subjectId,
      eventId: webhookDeliveries.eventId,
      state: webhookDeliveries.state,
      attempts: webhookDeliveries.attempts,
      nextAttemptAt: webhookDeliveries.nextAttemptAt,
      lastAttemptAt: webhookDeliveries.lastAttemptAt,
      lastStatus: webhookDeliveries.lastStatus,
      lastError: webhookDeliveries.lastError,
      lastMs: webhookDeliveries.lastMs,
      createdAt: webhookDeliveries.createdAt,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.endpointId, endpointId))
    // As in the index; otherwise PostgreSQL would sort all deliveries of the endpoint.
    .orderBy(
      sql`${webhookDeliveries.createdAt} desc nulls last`,
      sql`${webhookDeliveries.id} desc nulls last`,
    )
    .limit(SHOWN_DELIVERIES);
export type ListedDelivery = Awaited<ReturnType<typeof listDeliveries>>[number];

export type EndpointPage = {
  endpoint: ListedEndpoint;
  deliveries: ListedDelivery[];
  counts: Record<"waiting" | "failed", number>;
};

/** An endpoint with its latest deliveries, or null. */
export async function getEndpointPage(
  db: Database,
  { id }: { id: string },
): Promise<EndpointPage | null> {
  if (!isUuid(id)) return null;
  const [row] = await selectEndpoints(db).where(eq(webhookEndpoints.id, id));
  if (!row) return null;
  const { state, endpointId } = webhookDeliveries;
  const counted = await db
    .select({ state, count: count() })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(and(eq(endpointId, id), ne(webhookEvents.type, TEST_EVENT)))
    .groupBy(state);
  const countOf = (wanted: string) => counted.find((entry) => entry.state === wanted)?.count ?? 0;
  return {
    endpoint: toListedEndpoint(row),
    deliveries: await listDeliveries(db, id),
    counts: { waiting: countOf("waiting"), failed: countOf("failed") },
  };
}

export type FailedEndpoint = { id: string; name: string; pausedAt: Date; isGone: boolean };

/** The endpoints that were paused because they did not take what was sent, for a mail about each. */
export async function listFailedEndpoints(db: Database): Promise<FailedEndpoint[]> {
  const { id, name, pausedAt, pauseReason } = webhookEndpoints;
  const rows = await db
    .select({ id, name, pausedAt, pauseReason })
    .from(webhookEndpoints)
    .where(inArray(pauseReason, ["failures", "gone"]))
    .orderBy(id);
  return rows.flatMap((row) =>
    row.pausedAt
      ? [{ id: row.id, name: row.name, pausedAt: row.pausedAt, isGone: row.pauseReason === "gone" }]
      : [],
  );
}

type WebhookMetrics = {
  waiting: number;
  oldestWaitingAt: Date | null;
  paused: { reason: (typeof WEBHOOK_PAUSE_REASONS)[number]; count: number }[];
};

/**
 * For metrics: how many messages wait and since when, without those for endpoints that staff paused, and
 * the paused endpoints by reason.
 */
export async function getWebhookMetrics(db: Database): Promise<WebhookMetrics> {
  const [waiting] = await db
    .select({ count: count(), oldest: min(webhookDeliveries.createdAt) })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        eq(webhookDeliveries.state, "waiting"),
        sql`${webhookEndpoints.pauseReason} is distinct from 'staff'`,
      ),
    );
  const reason = webhookEndpoints.pauseReason;
  const paused = await db
    .select({ reason, count: count() })
    .from(webhookEndpoints)
    .where(isNotNull(reason))
    .groupBy(reason);
  return {
    waiting: waiting?.count ?? 0,
    oldestWaitingAt: waiting?.oldest ?? null,
    paused: WEBHOOK_PAUSE_REASONS.map((wanted) => ({
      reason: wanted,
      count: paused.find((row) => row.reason === wanted)?.count ?? 0,
    })),
  };
}
