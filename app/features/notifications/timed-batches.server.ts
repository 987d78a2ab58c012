import type { Database } from "#app/db/client.server.ts";
import { getLowestId } from "#app/lib/lowest-id.ts";
import type { NamedRequest, RequestBatch } from "./compose-mails.ts";
import { NAMED_IN_A_MAIL } from "./constants.ts";
import { listDueCustomerCalls, listNewDisputes, listOverdueDisputes } from "./queries.sql.ts";

/** Rows that become due at a time, which an id with that time tells apart from those of earlier mails. */
type TimedBatch = RequestBatch & { subjectId: string };

const limit = NAMED_IN_A_MAIL;

/** The time of an id from `getLowestId`. */
export const getIdTime = (id: string) =>
  new Date(Number.parseInt(id.replace("-", "").slice(0, 12), 16));

function buildTimedBatch(rows: (NamedRequest & { count: number; at: Date })[]): TimedBatch | null {
  const [newest] = rows;
  return newest ? { count: newest.count, subjectId: getLowestId(newest.at), named: rows } : null;
}

/**
 * Requests that a provider accepted and whose customer staff should call.
 * @param options.after an id with the time of the newest call that a mail covered
 */
export async function findDueCustomerCalls(
  db: Database,
  options: { after: string; until: Date },
): Promise<TimedBatch | null> {
  const after = getIdTime(options.after);
  return buildTimedBatch(
    await listDueCustomerCalls.rows(db, { after, until: options.until, limit }),
  );
}

/**
 * Disputes of providers that wait for a person, or that are overdue.
 * @param options.after an id with the time of the newest one that a mail covered
 */
export async function findDisputes(
  db: Database,
  options: { isOverdue: boolean; after: string; until: Date },
): Promise<TimedBatch | null> {
  const { isOverdue, until } = options;
  const list = isOverdue ? listOverdueDisputes : listNewDisputes;
  return buildTimedBatch(await list.rows(db, { after: getIdTime(options.after), until, limit }));
}
