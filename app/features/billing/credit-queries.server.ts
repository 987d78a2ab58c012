import { and, desc, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { ledgerEntries, ledgerLines } from "#app/db/tables/billing.server.ts";

/** A provider's latest ledger lines, the newest first; amounts in credits. */
export function listCredits(
  db: Database,
  { providerId, limit }: { providerId: string; limit: number },
) {
  const { at, kind } = ledgerEntries;
  return db
    .select({ id: ledgerLines.id, at, kind, amount: ledgerLines.amount })
    .from(ledgerLines)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerLines.entryId))
    .where(and(eq(ledgerLines.account, "provider"), eq(ledgerLines.providerId, providerId)))
    .orderBy(desc(at), desc(ledgerEntries.id))
    .limit(limit);
}
