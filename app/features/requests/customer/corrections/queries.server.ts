import { and, desc, gte, inArray } from "drizzle-orm";
import { requestEvents } from "#app/db/tables/requests.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { formatInstant } from "#app/lib/format-values.ts";
import { CORRECTED_EVENT, PHONE_EVENT } from "./constants.ts";
import { type CorrectionDetail, listChangedLabels } from "./format-correction.server.ts";

const ofCorrections = (requestIds: readonly string[]) =>
  and(
    inArray(requestEvents.requestId, [...requestIds]),
    inArray(requestEvents.kind, [CORRECTED_EVENT, PHONE_EVENT]),
  );
const CORRECTIONS_SHOWN = 20;
const readFields = (detail: unknown) => (detail as Partial<CorrectionDetail>).fields ?? {};

/** The streets and contacts that requests had before their customers corrected them, by request. */
export async function listFormerContactsOf(
  db: Connection,
  requestIds: readonly string[],
): Promise<Map<string, string[]>> {
  const events =
    requestIds.length === 0
      ? []
      : await db
          .select({ requestId: requestEvents.requestId, detail: requestEvents.detail })
          .from(requestEvents)
          .where(ofCorrections(requestIds));
  const former = new Map<string, string[]>();
  for (const { requestId, detail } of events) {
    const { address, email, phone } = readFields(detail);
    const contacts = [address, email, phone].flatMap((change) => change?.from || []);
    former.set(requestId, [...(former.get(requestId) ?? []), ...contacts]);
  }
  return former;
}

/** The same of one request. */
export const listFormerContacts = async (db: Connection, requestId: string): Promise<string[]> =>
  (await listFormerContactsOf(db, [requestId])).get(requestId) ?? [];

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
    .where(and(ofCorrections([requestId]), gte(requestEvents.at, since)))
    .orderBy(desc(requestEvents.at), desc(requestEvents.id))
    .limit(CORRECTIONS_SHOWN);
  return events.reverse().map(({ at, detail }) => {
    const labels = listChangedLabels(readFields(detail));
    return `Changed by the customer on ${formatInstant(at, timeZone)}: ${labels.join(", ")}`;
  });
}
