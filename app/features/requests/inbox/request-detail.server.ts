import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
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
import { hasWrongNumber } from "../has-wrong-number.server.ts";
import { findMergeRoot, listMergedRequests } from "../merged-requests.sql.ts";
import { MEMBER_NAME, selectActorName } from "../staff-members.server.ts";
import { buildTimeline, EVENTS_SHOWN, type FormatEvent } from "./build-timeline.ts";

/** Deliveries of one request; merged ones add theirs. */
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
      isWrongNumber: hasWrongNumber(table),
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

const listNotes = (db: Database, ids: string[]) =>
  db
    .select({
      id: requestNotes.id,
      requestId: requestNotes.requestId,
      text: requestNotes.text,
      createdAt: requestNotes.createdAt,
      author: selectActorName(requestNotes.authorId),
    })
    .from(requestNotes)
    .leftJoin(staffUsers, eq(staffUsers.id, requestNotes.authorId))
    .leftJoin(adminUsers, eq(adminUsers.userId, requestNotes.authorId))
    .where(inArray(requestNotes.requestId, ids))
    .orderBy(asc(requestNotes.createdAt), asc(requestNotes.id));

const listEvents = (db: Database, ids: string[]) =>
  db
    .select({
      id: requestEvents.id,
      requestId: requestEvents.requestId,
      at: requestEvents.at,
      kind: requestEvents.kind,
      detail: requestEvents.detail,
      actor: selectActorName(requestEvents.actorId),
    })
    .from(requestEvents)
    .leftJoin(staffUsers, eq(staffUsers.id, requestEvents.actorId))
    .leftJoin(adminUsers, eq(adminUsers.userId, requestEvents.actorId))
    .where(inArray(requestEvents.requestId, ids))
    .orderBy(desc(requestEvents.at), desc(requestEvents.id))
    // One more tells whether older ones are left out.
    .limit(EVENTS_SHOWN + 1);

const listAttempts = (db: Database, ids: string[]) =>
  db
    .select({
      id: crmAttempts.id,
      requestId: crmOutbox.requestId,
      startedAt: crmAttempts.startedAt,
      finishedAt: crmAttempts.finishedAt,
      outcome: crmAttempts.outcome,
      httpStatus: crmAttempts.httpStatus,
      error: crmAttempts.error,
    })
    .from(crmOutbox)
    .innerJoin(crmAttempts, eq(crmAttempts.outboxId, crmOutbox.id))
    .where(inArray(crmOutbox.requestId, ids))
    .orderBy(desc(crmAttempts.startedAt))
    .limit(ids.length * ATTEMPTS_SHOWN);

/**
 * Everything staff see about one request, or null if no request has that id. What was merged into it
 * is shown with it: `from` is when that request was sent, and missing for what is its own.
 */
export async function getRequestDetail(
  db: Database,
  { id, formatEvent }: { id: string; formatEvent: FormatEvent },
) {
  if (!z.uuid().safeParse(id).success) return null;
  const [[request], merged, mergedInto] = await Promise.all([
    findRequest(db, id),
    listMergedRequests.rows(db, { requestId: id }),
    findMergeRoot.first(db, { requestId: id }),
  ]);
  if (!request) return null;
  const sentAt = new Map(merged.map((row) => [row.id, row.createdAt]));
  const addOrigin = <Row extends { requestId: string }>(rows: Row[]) =>
    rows.map((row) => ({ ...row, from: sentAt.get(row.requestId) }));
  const ids = [id, ...sentAt.keys()];
  const [notes, events, contactAttempts, attempts] = await Promise.all([
    listNotes(db, ids).then(addOrigin),
    listEvents(db, ids).then(addOrigin),
    listContactAttempts(db, ids).then(addOrigin),
    listAttempts(db, ids).then(addOrigin),
  ]);
  return {
    request,
    merged,
    mergedInto: mergedInto ?? null,
    notes,
    attempts: attempts.filter(({ from }) => !from).slice(0, ATTEMPTS_SHOWN),
    timeline: buildTimeline(
      { createdAt: request.createdAt, merged, events, notes, contactAttempts, attempts },
      formatEvent,
    ),
  };
}
