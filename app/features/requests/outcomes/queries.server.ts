import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { requestOutcomes } from "#app/db/tables/inbox.server.ts";
import { findChoice, type OutcomeChoice } from "./choices.ts";

export type RecordedOutcome = { choice: OutcomeChoice; value: number | null };

/** How a request ended, or null where nobody recorded it. */
export async function getOutcome(db: Database, requestId: string): Promise<RecordedOutcome | null> {
  const [row] = await db
    .select()
    .from(requestOutcomes)
    .where(eq(requestOutcomes.requestId, requestId));
  return row ? { choice: findChoice(row), value: row.value } : null;
}
