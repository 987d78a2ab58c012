import { and, eq, lt, ne } from "drizzle-orm";
import { providerChanges, providerDocuments } from "#app/db/tables/provider-documents.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import {
  DECIDED_CHANGE_DAYS,
  ENDED_PAPER_DAYS,
  REFUSED_PAPER_DAYS,
} from "#app/features/settings/retention.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { DAY_MS } from "#app/lib/durations.ts";

/**
 * Deletes papers of providers that were refused or ended long ago, with their files, and changes that were
 * decided long ago. The evidence that an accepted paper became stays.
 */
export async function deleteExpiredPapers(
  tx: Transaction,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ papers: number; changes: number }> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const { state, decidedAt, validUntil } = providerDocuments;
  const refused = await tx
    .delete(providerDocuments)
    .where(and(eq(state, "refused"), lt(decidedAt, before(REFUSED_PAPER_DAYS))));
  const ended = await tx
    .delete(providerDocuments)
    .where(
      and(ne(state, "refused"), lt(validUntil, toBusinessDay(before(ENDED_PAPER_DAYS), timeZone))),
    );
  const changes = await tx
    .delete(providerChanges)
    .where(
      and(
        ne(providerChanges.state, "pending"),
        lt(providerChanges.decidedAt, before(DECIDED_CHANGE_DAYS)),
      ),
    );
  return {
    papers: (refused.rowCount ?? 0) + (ended.rowCount ?? 0),
    changes: changes.rowCount ?? 0,
  };
}
