import { and, asc, desc, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#app/db/client.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { consentRecords } from "#app/db/tables/consent.server.ts";
import { crmAttempts, crmOutbox, crmTargets } from "#app/db/tables/crm.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { requestEvents, requestNotes, serviceRequests } from "#app/db/tables/requests.server.ts";
import { ANSWER_COLUMNS } from "../answer-columns.server.ts";
import { listContactAttempts } from "../attempts/queries.server.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import { hasNewMessage } from "../has-new-message.server.ts";
import { hasOptedOut } from "../has-opted-out.server.ts";
import { MEMBER_NAME } from "../staff-members.server.ts";
import { buildTimeline, EVENTS_SHOWN, type FormatEvent } from "./build-timeline.ts";

const DUPLICATES_SHOWN = 20;
const ATTEMPTS_SHOWN = 50;

const table = serviceRequests;
/** Null where a left join finds no member. */
const memberName: SQL<string | null> = MEMBER_NAME;

function findRequest(db: Database, id: string) {
  return db
    .select({
      id: table.id,
      clientReference: table.clientReference,
      ...ANSWER_COLUMNS,
      phoneE164: table.phoneE164,
      emailNormalized: table.emailNormalized,
      zipValid: table.zipValid,
      serviceType: table.serviceType,
      projectType: table.projectType,
      projectSize: table.projectSize,
      additionalDetails: table.additionalDetails,
      status: table.status,
      customerOutcome: table.outcome,
      ghlContactId: table.ghlContactId,
      flags: table.flags,
      gpc: table.gpc,
      isDemo: table.isDemo,
      isEmergency: sql<boolean>`${table.isEmergency}`,
      attemptCount: table.attemptCount,
      mergedIntoId: table.mergedIntoId,
      isErased: sql<boolean>`${table.bodyHash} = ${ERASED_HASH}`,
      assigneeId: table.assigneeId,
      assigneeName: memberName,
      returnDueAt: table.returnDueAt,
      returnedAt: table.returnedAt,
      snoozedUntil: table.snoozedUntil,
      snoozeKind: table.snoozeKind,
      createdAt: table.createdAt,
      outboxId: crmOutbox.id,
      sync: crmOutbox.state,
      target: crmOutbox.target,
      breaker: crmTargets.state,
      breakerReason: crmTargets.reason,
      progress: crmOutbox.progress,
      attempts: crmOutbox.attempts,
      nextAttemptAt: crmOutbox.nextAttemptAt,
      deliveredAt: crmOutbox.deliveredAt,
      lastError: crmOutbox.lastError,
      consent: consentRecords.status,
      hasNewMessage: hasNewMessage(table),
      isOptedOut: hasOptedOut(table),
    })
    .from(table)
    .leftJoin(crmOutbox, eq(crmOutbox.requestId, table.id))
    .leftJoin(crmTargets, eq(crmTargets.target, crmOutbox.target))
    .leftJoin(
      consentRecords,
      and(eq(consentRecords.serviceRequestId, table.id), eq(consentRecords.kind, "request")),
    )
    .leftJoin(staffUsers, eq(staffUsers.id, table.assigneeId))
    .leftJoin(adminUsers, eq(adminUsers.userId, table.assigneeId))
    .where(eq(table.id, id))
    .limit(1);
}
type DetailRow = Awaited<ReturnType<typeof findRequest>>[number];

/** Other requests of the same person: the same phone, or the same e-mail. */
function listDuplicates(db: Database, request: DetailRow) {
  const conditions = [
    ...(request.phoneE164 ? [eq(table.phoneE164, request.phoneE164)] : []),
    ...(request.emailNormalized ? [eq(table.emailNormalized, request.emailNormalized)] : []),
  ];
  if (conditions.length === 0) return Promise.resolve([]);
  return db
    .select({
      id: table.id,
      name: table.customerName,
      serviceType: table.serviceType,
      status: table.status,
      createdAt: table.createdAt,
    })
    .from(table)
    .where(and(or(...conditions), ne(table.id, request.id)))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(DUPLICATES_SHOWN);
}

const listNotes = (db: Database, id: string) =>
  db
    .select({
      id: requestNotes.id,
      text: requestNotes.text,
      createdAt: requestNotes.createdAt,
      author: memberName,
    })
    .from(requestNotes)
    .leftJoin(staffUsers, eq(staffUsers.id, requestNotes.authorId))
    .leftJoin(adminUsers, eq(adminUsers.userId, requestNotes.authorId))
    .where(eq(requestNotes.requestId, id))
    .orderBy(asc(requestNotes.createdAt), asc(requestNotes.id));

const listEvents = (db: Database, id: string) =>
  db
    .select({
      id: requestEvents.id,
      at: requestEvents.at,
      kind: requestEvents.kind,
      detail: requestEvents.detail,
      actor: memberName,
    })
    .from(requestEvents)
    .leftJoin(staffUsers, eq(staffUsers.id, requestEvents.actorId))
    .leftJoin(adminUsers, eq(adminUsers.userId, requestEvents.actorId))
    .where(eq(requestEvents.requestId, id))
    .orderBy(desc(requestEvents.at), desc(requestEvents.id))
    // One more tells whether older ones are left out.
    .limit(EVENTS_SHOWN + 1);

const listAttempts = (db: Database, outboxId: string) =>
  db
    .select({
      id: crmAttempts.id,
      startedAt: crmAttempts.startedAt,
      finishedAt: crmAttempts.finishedAt,
      outcome: crmAttempts.outcome,
      httpStatus: crmAttempts.httpStatus,
      error: crmAttempts.error,
    })
    .from(crmAttempts)
    .where(eq(crmAttempts.outboxId, outboxId))
    .orderBy(desc(crmAttempts.startedAt))
    .limit(ATTEMPTS_SHOWN);

/** Everything staff see about one request, or null if no request has that id. */
export async function getRequestDetail(
  db: Database,
  { id, formatEvent }: { id: string; formatEvent: FormatEvent },
) {
  if (!z.uuid().safeParse(id).success) return null;
  const [request] = await findRequest(db, id);
  if (!request) return null;
  const [duplicates, notes, events, contactAttempts, attempts] = await Promise.all([
    listDuplicates(db, request),
    listNotes(db, id),
    listEvents(db, id),
    listContactAttempts(db, id),
    request.outboxId ? listAttempts(db, request.outboxId) : [],
  ]);
  return {
    request,
    duplicates,
    notes,
    attempts,
    timeline: buildTimeline(
      { createdAt: request.createdAt, events, notes, contactAttempts, attempts },
      formatEvent,
    ),
  };
}
