import { and, asc, eq, gte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { requestOutcomes } from "#app/db/tables/inbox.server.ts";
import { adminUsers } from "#app/db/tables/members.server.ts";
import { requestNotes, serviceRequests as table } from "#app/db/tables/requests.server.ts";
import type { Cursor } from "#app/lib/cursor.ts";
import { ANSWER_COLUMNS } from "../answer-columns.server.ts";
import { ERASED_HASH } from "../erase-fields.server.ts";
import { hasOptedOut } from "../has-opted-out.server.ts";
import type { RequestStatus } from "../inbox/schema.ts";
import { selectActorName } from "../staff-members.server.ts";
import { readFollowedUntil } from "./queries.sql.ts";

const selectRecords = (db: Database) =>
  db
    .select({
      id: table.id,
      ...ANSWER_COLUMNS,
      phoneE164: table.phoneE164,
      zipValid: table.zipValid,
      serviceType: table.serviceType,
      projectType: table.projectType,
      projectSize: table.projectSize,
      details: table.additionalDetails,
      status: table.status,
      customerOutcome: table.outcome,
      recorded: {
        reached: requestOutcomes.reached,
        connected: requestOutcomes.connected,
        hired: requestOutcomes.hired,
        lostReason: requestOutcomes.lostReason,
        value: requestOutcomes.value,
        at: requestOutcomes.recordedAt,
      },
      flags: table.flags,
      isDemo: table.isDemo,
      isEmergency: sql<boolean>`${table.isEmergency}`,
      isErased: sql<boolean>`${table.bodyHash} = ${ERASED_HASH}`,
      isOptedOut: hasOptedOut(table),
      mergedIntoId: table.mergedIntoId,
      version: table.version,
      createdAt: table.createdAt,
      changedAt: table.changedAt,
    })
    .from(table)
    .leftJoin(requestOutcomes, eq(requestOutcomes.requestId, table.id))
    .$dynamic();
export type RequestRecord = Awaited<ReturnType<typeof selectRecords>>[number];

/** A request as other programs read it, or null. */
export async function getRecord(db: Database, id: string): Promise<RequestRecord | null> {
  const [record] = await selectRecords(db).where(eq(table.id, id));
  return record ?? null;
}

export type RecordFilters = {
  status?: RequestStatus | undefined;
  /** In any case. */
  service?: string | undefined;
  zip?: string | undefined;
  /** Only what changed from then on, oldest change first; else the newest request first. */
  changedSince?: Date | undefined;
  after?: Cursor | undefined;
};

/**
 * One page of requests. `next`: where the following page begins, null on the last one.
 * `followedUntil`: the time from which on changes may be missing in what was read.
 */
export async function listRecords(
  db: Database,
  { limit, ...filters }: RecordFilters & { limit: number },
): Promise<{ records: RequestRecord[]; next: Cursor | null; followedUntil: Date }> {
  const { status, service, zip, changedSince, after } = filters;
  // Before the page is read: what changes meanwhile counts as not seen.
  const { at: followedUntil } = (await readFollowedUntil.first(db, {})) ?? { at: new Date(0) };
  const position = changedSince
    ? sql`(${table.changedAt}, ${table.id})`
    : sql`(${table.createdAt}, ${table.id})`;
  // Nulls are placed as in the index; otherwise PostgreSQL would sort the whole table.
  const order = changedSince
    ? sql`${table.changedAt}, ${table.id}`
    : sql`${table.createdAt} desc nulls last, ${table.id} desc nulls last`;
  const found = await selectRecords(db)
    .where(
      and(
        status && eq(table.status, status),
        service ? sql`lower(${table.serviceType}) = lower(${service})` : undefined,
        zip ? eq(table.zipValid, zip) : undefined,
        changedSince && gte(table.changedAt, changedSince),
        after && isBeyond(position, after, { isAscending: changedSince !== undefined }),
      ),
    )
    .orderBy(order)
    .limit(limit + 1);
  const records = found.slice(0, limit);
  const last = records.at(-1);
  const next =
    last && found.length > limit
      ? { at: changedSince ? last.changedAt : last.createdAt, id: last.id }
      : null;
  return { records, next, followedUntil };
}

function isBeyond(position: SQL, after: Cursor, { isAscending }: { isAscending: boolean }): SQL {
  const start = sql`(${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return isAscending ? sql`${position} > ${start}` : sql`${position} < ${start}`;
}

/** The notes of staff and programs about a request, the oldest first. */
export const listRecordNotes = (db: Database, requestId: string) =>
  db
    .select({
      id: requestNotes.id,
      text: requestNotes.text,
      author: selectActorName(requestNotes.authorId),
      createdAt: requestNotes.createdAt,
    })
    .from(requestNotes)
    .leftJoin(staffUsers, eq(staffUsers.id, requestNotes.authorId))
    .leftJoin(adminUsers, eq(adminUsers.userId, requestNotes.authorId))
    .where(eq(requestNotes.requestId, requestId))
    .orderBy(asc(requestNotes.createdAt), asc(requestNotes.id));
