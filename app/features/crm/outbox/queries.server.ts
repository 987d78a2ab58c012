import { desc, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { crmOutbox, crmTargets } from "#app/db/tables/crm.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { getColumnAnswers } from "#app/features/requests/answer-columns.server.ts";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import { hasOptedOut } from "#app/features/requests/has-opted-out.server.ts";
import type {
  AdditionalDetails,
  ContactSyncRecord,
  RecordAnswers,
} from "#app/features/requests/intake/build-record.ts";
import { countDeliveries } from "./metrics.sql.ts";

type RequestRow = typeof serviceRequests.$inferSelect;

/** Rebuilds the record that the client sent from the stored columns. */
export const buildStoredRecord = (request: RequestRow): ContactSyncRecord => ({
  id: request.clientReference ?? `web_${request.createdAt.getTime()}`,
  ...(getColumnAnswers(request) as RecordAnswers),
  service_type: request.serviceType,
  project_type: request.projectType,
  project_size: request.projectSize,
  send_template: request.sendTemplate ?? "",
  additional_details: request.additionalDetails as AdditionalDetails,
  created_at: (request.clientCreatedAt ?? request.createdAt).toISOString(),
});

/** The record behind an outbox row. */
export async function requireRecord(db: Database, requestId: string): Promise<ContactSyncRecord> {
  const [row] = await db.select().from(serviceRequests).where(eq(serviceRequests.id, requestId));
  if (!row) throw new Error("an outbox row has no request");
  return buildStoredRecord(row);
}

/** Outbox rows by state, and the circuit breaker of each target, for the metrics endpoint. */
export async function getDeliveryMetrics(db: Database) {
  const states = await countDeliveries.rows(db, { erasedHash: ERASED_HASH });
  const targets = await db
    .select({
      target: crmTargets.target,
      state: crmTargets.state,
      reason: crmTargets.reason,
      since: crmTargets.since,
    })
    .from(crmTargets);
  return { states, targets };
}

/** The latest requests with their sync state, newest first. */
export function listRequestsWithSync(db: Database, limit: number) {
  return db
    .select({
      id: serviceRequests.id,
      createdAt: serviceRequests.createdAt,
      name: serviceRequests.customerName,
      phone: serviceRequests.customerPhone,
      service: serviceRequests.serviceType,
      status: serviceRequests.status,
      flags: serviceRequests.flags,
      ghlContactId: serviceRequests.ghlContactId,
      sync: crmOutbox.state,
      attempts: crmOutbox.attempts,
      nextAttemptAt: crmOutbox.nextAttemptAt,
      lastError: crmOutbox.lastError,
      isOptedOut: hasOptedOut(serviceRequests),
    })
    .from(serviceRequests)
    .leftJoin(crmOutbox, eq(crmOutbox.requestId, serviceRequests.id))
    .orderBy(desc(serviceRequests.createdAt), desc(serviceRequests.id))
    .limit(limit);
}
