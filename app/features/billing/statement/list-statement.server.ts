import type { Database } from "#app/db/client.server.ts";
import { getDateFormat } from "#app/lib/date-formats.ts";
import { STATEMENT_PAGE_SIZE } from "../constants.ts";
import { describeLine } from "./describe-line.ts";
import { listStatementLines } from "./statement.sql.ts";

/** Above every number of a line. */
const NEWEST = 2_147_483_647;

type PageOptions = {
  providerId: string;
  timeZone: string;
  /** Lines before this number; the newest ones without it. */
  before?: number | null;
  limit?: number;
};

/**
 * Lines of a provider's statement in words, the newest first. `older` and `newer` are the numbers that
 * the pages beside this one begin before: they are known because lines are numbered without gaps.
 */
export async function listStatement(
  db: Database,
  { providerId, timeZone, before = null, limit = STATEMENT_PAGE_SIZE }: PageOptions,
) {
  const rows = await listStatementLines.rows(db, {
    providerId,
    before: before ?? NEWEST,
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const first = shown[0]?.number;
  return {
    lines: shown.map(({ at, paidAt, ...row }) => ({
      id: row.id,
      number: row.number,
      kind: row.kind,
      /** What decided: the note of the entry, or else its kind. */
      code: row.note ?? row.kind,
      amount: row.amount,
      balance: row.balance,
      offerId: row.offerId,
      purchaseId: row.purchaseId,
      day: formatStatementDay(at, timeZone),
      at,
      text: describeLine({ ...row, paidOn: paidAt && formatStatementDay(paidAt, timeZone) }),
    })),
    older: rows.length > limit ? (shown.at(-1)?.number ?? null) : null,
    newer: before !== null && first !== undefined ? first + limit + 1 : null,
  };
}
export type StatementLine = Awaited<ReturnType<typeof listStatement>>["lines"][number];

/** "Nov 3, 2026" in the business time zone. */
export const formatStatementDay = (at: Date, timeZone: string): string =>
  getDateFormat({ timeZone, dateStyle: "medium" }).format(at);

/** The number after `before=`; null for the first page, and for what is no number of a line. */
export function readBefore(text: string | null): number | null {
  const number = Number(text ?? Number.NaN);
  return Number.isInteger(number) && number > 0 && number < NEWEST ? number : null;
}
