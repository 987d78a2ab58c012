import { and, eq, inArray, isNotNull, ne, notInArray, sql } from "drizzle-orm";
import { crmOptOuts, crmOutbox } from "#app/db/tables/crm.server.ts";
import {
  customerCodes,
  customerMails,
  requestKeys,
  requestMessages,
  requestPhotos,
  requestWindows,
} from "#app/db/tables/customer-page.server.ts";
import { contactAttempts } from "#app/db/tables/inbox.server.ts";
import { offers } from "#app/db/tables/offers.server.ts";
import { quizRequestResults } from "#app/db/tables/quiz-learning.server.ts";
import { requestEvents, requestNotes, serviceRequests } from "#app/db/tables/requests.server.ts";
import { reviews } from "#app/db/tables/reviews.server.ts";
import { requestTouches } from "#app/db/tables/sources.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { RETURNED_EVENT } from "./assignments/constants.ts";
import { cancelErasedVisits } from "./cancel-erased-visits.server.ts";
import { MERGE_EVENTS, OFFER_EVENTS, PHOTO_EVENTS } from "./constants.ts";
import {
  eraseDisputeWords,
  eraseMatchReasons,
  eraseRequests,
  splitErasedMerges,
} from "./erase-fields.sql.ts";
import { listAnswerKeys, QUIZ_DETAILS } from "./quote/fields.server.ts";
import { SNOOZE_ENDED_EVENT, SNOOZED_EVENT } from "./snooze/constants.ts";

/** The customer's name in an erased request. */
export const ERASED_NAME = "Erased";
/** The `body_hash` of an erased request, by which queries recognize it. */
export const ERASED_HASH = "erased";
/** Error of a delivery that ended because its request was erased, which is not a failure. */
export const ERASED_DELIVERY = "erased";
/** Keys of details that identify nobody, which stay for reports. */
const IMPERSONAL_DETAILS = [
  ...listAnswerKeys("detail", ({ personal }) => personal === null),
  ...Object.keys(QUIZ_DETAILS),
];
/** Kinds of timeline events whose details have only ids and statuses. */
const IMPERSONAL_EVENTS = [
  "status",
  "assignee",
  RETURNED_EVENT,
  SNOOZED_EVENT,
  SNOOZE_ENDED_EVENT,
  "released",
  "sent-again",
  "closed-by-customer",
  "outcome",
  "job-value",
  "review",
  ...MERGE_EVENTS,
  ...OFFER_EVENTS,
  ...PHOTO_EVENTS,
];

/** Tables whose rows are deleted with their request. */
const PERSONAL_TABLES = [
  quizRequestResults,
  requestNotes,
  requestKeys,
  customerCodes,
  requestPhotos,
  requestWindows,
  requestMessages,
];

/**
 * Removes personal data from requests and leaves what reports need: service, status, city and
 * state, flags, times, stars of a review, the source that the visitor came from. Also deletes notes, results of quizzes, and what belongs to
 * the customer's own page (so that its links no longer work), and ends open offers, visits, waiting
 * deliveries and mails.
 * Consent records stay.
 * @returns how many requests were erased, without those that already were
 */
export async function eraseRequestFields(tx: Transaction, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const contacts = tx
    .select({ id: serviceRequests.ghlContactId })
    .from(serviceRequests)
    .where(inArray(serviceRequests.id, ids));
  // Opt-outs that still wait for delivery stay: they have only the CRM's id of the contact.
  await tx
    .delete(crmOptOuts)
    .where(and(ne(crmOptOuts.state, "waiting"), inArray(crmOptOuts.contactId, contacts)));
  const erased = await eraseRequests.run(tx, {
    ids,
    erasedName: ERASED_NAME,
    erasedHash: ERASED_HASH,
    keptDetails: IMPERSONAL_DETAILS,
  });
  await splitErasedMerges.run(tx, { ids, erasedHash: ERASED_HASH });
  for (const table of PERSONAL_TABLES) await tx.delete(table).where(inArray(table.requestId, ids));
  await tx
    .update(customerMails)
    .set({ state: "dropped", lastError: ERASED_DELIVERY, finishedAt: sql`now()` })
    .where(
      and(inArray(customerMails.requestId, ids), inArray(customerMails.state, ["waiting", "held"])),
    );
  await tx
    .update(customerMails)
    .set({ recipientHash: null })
    .where(and(inArray(customerMails.requestId, ids), isNotNull(customerMails.recipientHash)));
  await tx
    .update(requestTouches)
    .set({ firstTouch: null, lastTouch: null })
    .where(inArray(requestTouches.requestId, ids));
  await eraseMatchReasons.run(tx, { ids });
  await eraseDisputeWords.run(tx, { ids });
  await tx.update(reviews).set({ words: null }).where(inArray(reviews.requestId, ids));
  // An attempt beyond the rules keeps that it had a reason, without the words.
  await tx
    .update(contactAttempts)
    .set({ reason: ERASED_NAME })
    .where(and(inArray(contactAttempts.requestId, ids), isNotNull(contactAttempts.reason)));
  await tx
    .update(requestEvents)
    .set({ detail: {} })
    .where(
      and(
        inArray(requestEvents.requestId, ids),
        notInArray(requestEvents.kind, IMPERSONAL_EVENTS),
        ne(requestEvents.detail, {}),
      ),
    );
  await cancelErasedVisits(tx, ids);
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
