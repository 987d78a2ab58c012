import { and, eq } from "drizzle-orm";
import { crmOutbox } from "#app/db/tables/crm.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";

/** Whether a request looks like spam and nobody has released it: its customer gets no mails yet. */
export async function isHeldAsSpam(db: Connection, requestId: string): Promise<boolean> {
  const [held] = await db
    .select({ id: crmOutbox.id })
    .from(crmOutbox)
    .where(and(eq(crmOutbox.requestId, requestId), eq(crmOutbox.state, "held")));
  return held !== undefined;
}
