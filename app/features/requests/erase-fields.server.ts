import { and, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import { crmOptOuts, crmOutbox } from "#app/db/tables/crm.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { requestEvents, requestNotes, serviceRequests } from "#app/db/tables/requests.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { OFFER_EVENTS } from "./constants.ts";
import { eraseRequests } from "./erase-fields.sql.ts";
import { listKeys, QUIZ_DETAILS } from "./quote/fields.server.ts";

/** Values of customer_name and body_hash of an erased request. */
export const ERASED_NAME = "Erased";
export const ERASED_HASH = "erased";
/** Error of a delivery that was given up because its request was erased: no failure, not resent. */
export const ERASED_DELIVERY = "erased";
/** Answers that identify nobody: kept for reports. */
const ANONYMOUS_DETAILS = [
  ...listKeys("detail", ({ personal }) => personal === null),
  ...Object.keys(QUIZ_DETAILS),
];
/** Kinds of timeline events whose details hold only ids and statuses. */
const ANONYMOUS_EVENTS = ["status", "assignee", "released", "sent-again", ...OFFER_EVENTS];

/**
 * Removes personal data from requests and leaves what reports count: service, status, city and
 * state, flags, times. Deletes notes, ends an open offer and a delivery that is still waiting. The
 * consent record stays.
 * @returns how many requests were erased
 */
export async function eraseRequestFields(tx: Transaction, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const contacts = tx
    .select({ id: serviceRequests.ghlContactId })
    .from(serviceRequests)
    .where(inArray(serviceRequests.id, ids));
  // Opt-outs that still wait for the CRM are kept: they hold its id of the contact and nothing else.
  await tx
    .delete(crmOptOuts)
    .where(and(ne(crmOptOuts.state, "waiting"), inArray(crmOptOuts.contactId, contacts)));
  const erased = await eraseRequests.run(tx, {
    ids,
    erasedName: ERASED_NAME,
    erasedHash: ERASED_HASH,
    keptDetails: ANONYMOUS_DETAILS,
  });
  await tx.delete(requestNotes).where(inArray(requestNotes.requestId, ids));
  await tx
    .update(requestEvents)
    .set({ detail: {} })
    .where(
      and(
        inArray(requestEvents.requestId, ids),
        notInArray(requestEvents.kind, ANONYMOUS_EVENTS),
        ne(requestEvents.detail, {}),
      ),
    );
  await tx
    .update(crmOutbox)
    .set({ state: "dead", lastError: ERASED_DELIVERY })
    .where(and(inArray(crmOutbox.requestId, ids), inArray(crmOutbox.state, ["waiting", "held"])));
  await tx
    .update(offers)
    .set({ state: "withdrawn", decidedAt: sql`now()` })
    .where(and(inArray(offers.requestId, ids), eq(offers.state, "open")));
  await tx
    .update(crmOutbox)
    .set({ progress: {} })
    .where(and(inArray(crmOutbox.requestId, ids), ne(crmOutbox.progress, {})));
  return erased;
}
