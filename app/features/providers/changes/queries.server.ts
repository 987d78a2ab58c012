import { and, desc, eq, isNotNull } from "drizzle-orm";
import { providerChanges } from "#app/db/tables/provider-documents.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import type { Changes } from "./request-change.server.ts";

/** What staff decided last of a provider's changes, or null. */
export async function getLastDecision(db: Connection, providerId: string) {
  const { state, changes, refusal, decidedAt, decidedBy } = providerChanges;
  const [decision] = await db
    .select({ state, changes, refusal })
    .from(providerChanges)
    .where(and(eq(providerChanges.providerId, providerId), isNotNull(decidedBy)))
    .orderBy(desc(decidedAt), desc(providerChanges.id))
    .limit(1);
  return decision ? { ...decision, changes: decision.changes as Changes } : null;
}
