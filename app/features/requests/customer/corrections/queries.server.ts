import { and, asc, eq, gte, inArray } from "drizzle-orm";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { CORRECTED_EVENT, PHONE_EVENT } from "./constants.ts";
import { type CorrectionDetail, listChangedLabels } from "./format-correction.server.ts";

/**
 * When the customer changed what since a time, a sentence each, the oldest first; without the values.
 */
export async function listCorrections(
  db: Connection,
  { requestId, since, timeZone }: { requestId: string; since: Date; timeZone: string },
): Promise<string[]> {
  const events = await db
    .select({ at: requestEvents.at, detail: requestEvents.detail })
    .from(requestEvents)
    .where(
      and(
        eq(requestEvents.requestId, requestId),
        gte(requestEvents.at, since),
        inArray(requestEvents.kind, [CORRECTED_EVENT, PHONE_EVENT]),
      ),
    )
    .orderBy(asc(requestEvents.at), asc(requestEvents.id));
  return events.map(({ at, detail }) => {
    const labels = listChangedLabels((detail as Partial<CorrectionDetail>).fields ?? {});
    return `Changed by the customer on ${formatInstant(at, timeZone)}: ${labels.join(", ")}`;
  });
}
