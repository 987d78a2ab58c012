import { count, isNull } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { offerDisputes } from "#app/db/tables/offers.server.ts";

/** How many disputes wait for a person. */
export async function countOpenDisputes(db: Database): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(offerDisputes)
    .where(isNull(offerDisputes.decidedAt));
  return row?.open ?? 0;
}
