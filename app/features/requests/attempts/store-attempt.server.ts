import { randomUUIDv7 } from "node:crypto";
import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { contactAttempts } from "#app/db/tables/inbox.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import type { SiteSettings } from "#app/features/settings/schema.ts";
import { getBusinessHours, getBusinessTime } from "#app/lib/business-hours.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import type { RequestStatus, StatusChanged } from "../inbox/schema.ts";
import { writeStatuses } from "../inbox/write-statuses.server.ts";
import { selectMemberId } from "../staff-members.server.ts";
import type { AttemptFacts } from "./format-attempt.ts";

/** The columns of a request that an attempt changes or depends on; lock the row before. */
export const ATTEMPTED_COLUMNS = {
  id: serviceRequests.id,
  status: serviceRequests.status,
  phoneE164: serviceRequests.phoneE164,
  zipValid: serviceRequests.zipValid,
  bodyHash: serviceRequests.bodyHash,
  assigneeId: serviceRequests.assigneeId,
  returnDueAt: serviceRequests.returnDueAt,
  returnedAt: serviceRequests.returnedAt,
  firstAttemptAt: serviceRequests.firstAttemptAt,
  lastAttemptAt: serviceRequests.lastAttemptAt,
  createdAt: serviceRequests.createdAt,
};
export type AttemptedRequest = {
  id: string;
  status: RequestStatus;
  phoneE164: string | null;
  zipValid: string | null;
  bodyHash: string;
  assigneeId: string | null;
  returnDueAt: Date | null;
  returnedAt: Date | null;
  firstAttemptAt: Date | null;
  lastAttemptAt: Date | null;
  createdAt: Date;
};

export type WorkHours = Pick<SiteSettings, "regularHours" | "timeZone">;

/**
 * How long a customer waited for the first attempt, in whole minutes of business hours. Where staff
 * set another status earlier, they had tried by then, without logging it; not where that was undone.
 * Null where the customer said yes to a professional on their own page before: nobody had to call.
 */
export async function getResponseMinutes(
  tx: Transaction,
  { id, createdAt, firstAttemptAt }: { id: string; createdAt: Date; firstAttemptAt: Date },
  { regularHours, timeZone }: WorkHours,
): Promise<number | null> {
  const { at, requestId, kind, detail, actorId } = requestEvents;
  const changes = await tx
    .select({ at, actorId, to: sql<string>`${detail} ->> 'to'` })
    .from(requestEvents)
    .where(and(eq(requestId, id), eq(kind, "status"), lt(at, firstAttemptAt)))
    .orderBy(asc(at), asc(requestEvents.id));
  // Whatever came before the request was set back to new did not last.
  const handled = changes[changes.findLastIndex(({ to }) => to === "new") + 1];
  if (handled?.actorId === null) return null;
  const time = getBusinessTime(
    { from: createdAt, to: handled?.at ?? firstAttemptAt },
    { hours: getBusinessHours(regularHours), timeZone },
  );
  return Math.floor(time / MINUTE_MS);
}

type NewAttempt = Omit<AttemptFacts, "reason"> & {
  id?: string;
  reason?: string | null;
  at: Date;
};
export type StoredAttempt = { id: string; changed: StatusChanged | null };

/**
 * Stores an attempt that the rules allow, or that has a reason: it stops the return timer, and a
 * customer who was reached is no longer new. The caller has locked the request.
 */
export async function storeAttempt(
  tx: Transaction,
  context: ActionContext,
  { request, attempt, site }: { request: AttemptedRequest; attempt: NewAttempt; site: WorkHours },
): Promise<StoredAttempt> {
  const { id = randomUUIDv7(), channel, result, rule, reason, at } = attempt;
  await tx.insert(contactAttempts).values({
    id,
    requestId: request.id,
    actorId: selectMemberId(context.actor),
    at,
    channel,
    result,
    rule,
    reason,
    replaced: {
      loggedAt: context.now.toISOString(),
      status: request.status,
      assigneeId: request.assigneeId,
      returnDueAt: request.returnDueAt?.toISOString() ?? null,
      returnedAt: request.returnedAt?.toISOString() ?? null,
    },
  });
  const last = request.lastAttemptAt;
  await tx
    .update(serviceRequests)
    .set({
      ...(!request.firstAttemptAt && {
        firstAttemptAt: at,
        firstResponseMinutes: await getResponseMinutes(
          tx,
          { ...request, firstAttemptAt: at },
          site,
        ),
      }),
      lastAttemptAt: last && last > at ? last : at,
      attemptCount: sql`${serviceRequests.attemptCount} + 1`,
      returnDueAt: null,
      returnedAt: null,
    })
    .where(eq(serviceRequests.id, request.id));
  // Not the reason: the audit log keeps it after the request is erased.
  await recordAudit(tx, context, {
    action: "attempt",
    entity: "service-request",
    entityId: request.id,
    changes: { attemptId: id, channel, result, rule },
  });
  if (result !== "reached" || request.status !== "new") return { id, changed: null };
  const changed: StatusChanged = { id: request.id, from: "new", to: "contacted" };
  await writeStatuses(tx, context, [changed]);
  return { id, changed };
}
