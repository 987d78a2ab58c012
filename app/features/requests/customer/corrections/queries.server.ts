import { and, desc, eq, gte, inArray } from "drizzle-orm";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { CORRECTED_EVENT, PHONE_EVENT } from "./constants.ts";
import { type CorrectionDetail, listChangedLabels } from "./format-correction.server.ts";

const ofCorrections = (requestId: string) =>
  and(
    eq(requestEvents.requestId, requestId),
    inArray(requestEvents.kind, [CORRECTED_EVENT, PHONE_EVENT]),
  );
const CORRECTIONS_SHOWN = 20;
const readFields = (detail: unknown) => (detail as Partial<CorrectionDetail>).fields ?? {};

/** The streets and contacts that a request had before its customer corrected them. */
export async function listFormerContacts(db: Connection, requestId: string): Promise<string[]> {
  const events = await db
    .select({ detail: requestEvents.detail })
    .from(requestEvents)
    .where(ofCorrections(requestId));
  return events.flatMap(({ detail }) => {
    const { address, email, phone } = readFields(detail);
    return [address, email, phone].flatMap((change) => change?.from || []);
  });
}

/**
 * When the customer changed what since a time, a sentence each, the oldest first; without the values.
 * Only the newest changes, as the request shows what is true now.
 */
export async function listCorrections(
  db: Connection,
  { requestId, since, timeZone }: { requestId: string; since: Date; timeZone: string },
): Promise<string[]> {
  const events = await db
    .select({ at: requestEvents.at, detail: requestEvents.detail })
    .from(requestEvents)
    .where(and(ofCorrections(requestId), gte(requestEvents.at, since)))
    .orderBy(desc(requestEvents.at), desc(requestEvents.id))
    .limit(CORRECTIONS_SHOWN);
  return events.reverse().map(({ at, detail }) => {
    const labels = listChangedLabels(readFields(detail));
    return `Changed by the customer on ${formatInstant(at, timeZone)}: ${labels.join(", ")}`;
  });
}
