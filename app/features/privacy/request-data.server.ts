import { asc, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { crmAttempts, crmOutbox } from "#app/db/tables/crm.server.ts";
import { requestMessages, requestPhotos } from "#app/db/tables/customer-page.server.ts";
import { contactAttempts } from "#app/db/tables/inbox.server.ts";
import { quizRequestResults } from "#app/db/tables/quiz-learning.server.ts";
import { requestEvents, requestNotes, serviceRequests } from "#app/db/tables/requests.server.ts";
import { reviews } from "#app/db/tables/reviews.server.ts";

const listMessages = (db: Database, ids: string[]) =>
  db
    .select()
    .from(requestMessages)
    .where(inArray(requestMessages.requestId, ids))
    .orderBy(asc(requestMessages.createdAt), asc(requestMessages.id));

/** The requests with these ids, newest first, each with everything that is stored about it. */
export async function listRequestData(db: Database, ids: string[]) {
  const [requests, notes, events, quizResults, given, deliveries, attempts, photos] =
    await Promise.all([
      db
        .select()
        .from(serviceRequests)
        .where(inArray(serviceRequests.id, ids))
        .orderBy(desc(serviceRequests.createdAt), desc(serviceRequests.id)),
      db
        .select()
        .from(requestNotes)
        .where(inArray(requestNotes.requestId, ids))
        .orderBy(asc(requestNotes.createdAt)),
      db
        .select()
        .from(requestEvents)
        .where(inArray(requestEvents.requestId, ids))
        .orderBy(asc(requestEvents.at)),
      db.select().from(quizRequestResults).where(inArray(quizRequestResults.requestId, ids)),
      db.select().from(reviews).where(inArray(reviews.requestId, ids)),
      db
        .select()
        .from(crmOutbox)
        .where(inArray(crmOutbox.requestId, ids))
        .orderBy(asc(crmOutbox.createdAt)),
      db
        .select({
          requestId: crmOutbox.requestId,
          target: crmOutbox.target,
          startedAt: crmAttempts.startedAt,
          outcome: crmAttempts.outcome,
          httpStatus: crmAttempts.httpStatus,
        })
        .from(crmAttempts)
        .innerJoin(crmOutbox, eq(crmOutbox.id, crmAttempts.outboxId))
        .where(inArray(crmOutbox.requestId, ids))
        .orderBy(asc(crmAttempts.startedAt)),
      db
        .select({
          id: requestPhotos.id,
          requestId: requestPhotos.requestId,
          createdAt: requestPhotos.createdAt,
          width: requestPhotos.width,
          height: requestPhotos.height,
        })
        .from(requestPhotos)
        .where(inArray(requestPhotos.requestId, ids))
        .orderBy(asc(requestPhotos.createdAt)),
    ]);
  const [messages, calls] = await Promise.all([
    listMessages(db, ids),
    db
      .select()
      .from(contactAttempts)
      .where(inArray(contactAttempts.requestId, ids))
      .orderBy(asc(contactAttempts.at)),
  ]);
  const filterById = <T extends { requestId: string }>(rows: T[], id: string) =>
    rows.filter((row) => row.requestId === id);
  return requests.map((request) => ({
    request,
    notes: filterById(notes, request.id),
    messages: filterById(messages, request.id),
    contactAttempts: filterById(calls, request.id),
    events: filterById(events, request.id),
    quizResults: filterById(quizResults, request.id),
    reviews: filterById(given, request.id),
    deliveries: filterById(deliveries, request.id),
    attempts: filterById(attempts, request.id),
    photos: filterById(photos, request.id),
  }));
}
