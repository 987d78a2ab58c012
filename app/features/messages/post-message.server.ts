import { randomUUIDv7 } from "node:crypto";
import { and, asc, count, eq, gt, inArray, ne } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import {
  type MESSAGE_AUTHORS,
  type MESSAGE_CHANNELS,
  requestMessages,
} from "#app/db/tables/customer-page.server.ts";
import { requestEvents, serviceRequests } from "#app/db/tables/requests.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { extendContact } from "#app/features/offers/extend-contact.server.ts";
import { queueProviderPushes } from "#app/features/push/queue-pushes.server.ts";
import { MESSAGES_READ_EVENT } from "#app/features/requests/constants.ts";
import { queueCustomerMail } from "#app/features/requests/customer/mails/queue-mail.server.ts";
import { ERASED_HASH } from "#app/features/requests/erase-fields.server.ts";
import { hasNewMessageInThread } from "#app/features/requests/has-new-message.server.ts";
import { listGroupIds } from "#app/features/requests/merged-requests.sql.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { getConnectedOffer } from "./connected-offer.server.ts";
import { MESSAGE_EVENT, MESSAGE_MAIL, MESSAGES_A_DAY } from "./constants.ts";
import type { MessageRefusal } from "./schema.ts";

export type MessageAuthor = (typeof MESSAGE_AUTHORS)[number];

export type NewMessage = {
  requestId: string;
  author: MessageAuthor;
  /** The member of staff, or the provider; null for the customer and for somebody unknown. */
  authorId: string | null;
  /** The connected offer whose provider may read the message; null: only customer and staff. */
  offerId: string | null;
  /** As `messageTextSchema` returns it. */
  text: string;
  channel: (typeof MESSAGE_CHANNELS)[number];
};

export type PostResult = { ok: true; messageId: string } | { ok: false; reason: MessageRefusal };

/**
 * Adds a message to the thread of a request. What staff and providers write is mailed to the
 * customer; what is written to a provider reaches them by notifications and a job's mail.
 */
export const postMessage = (context: ActionContext, input: NewMessage): Promise<PostResult> =>
  withTransaction(context.db, (tx) => addMessage(tx, context, input));

/** As `postMessage`, in the caller's transaction. */
export async function addMessage(
  tx: Transaction,
  context: ActionContext,
  input: NewMessage,
): Promise<PostResult> {
  const { requestId, author, authorId, offerId, text, channel } = input;
  const { now } = context;
  // Locked as for every change of its offers: the company stays connected until the commit.
  const [request] = await tx
    .select({ id: serviceRequests.id })
    .from(serviceRequests)
    .where(and(eq(serviceRequests.id, requestId), ne(serviceRequests.bodyHash, ERASED_HASH)))
    .for("update");
  if (!request) return { ok: false, reason: "not-found" };
  const connected = offerId ? await getConnectedOffer(tx, { requestId, now }) : null;
  if (offerId && connected?.offerId !== offerId) return { ok: false, reason: "not-connected" };
  if (author !== "staff" && (await hasReachedCap(tx, { requestId, author, now })))
    return { ok: false, reason: "too-many" };
  const messageId = randomUUIDv7();
  await tx.insert(requestMessages).values({
    id: messageId,
    requestId,
    author,
    authorId,
    offerId,
    text,
    channel,
    createdAt: now,
  });
  if (connected && author === "customer")
    await extendContact(tx, { offerId: connected.offerId, from: now, now });
  await tx.insert(requestEvents).values({
    id: randomUUIDv7(),
    requestId,
    at: now,
    actorId: author === "staff" ? authorId : null,
    kind: MESSAGE_EVENT,
    detail: { author, company: connected?.company, channel },
  });
  await recordAudit(tx, context, {
    action: MESSAGE_EVENT,
    entity: "service-request",
    entityId: requestId,
    changes: { message: "added", author, channel, offerId },
  });
  if (author === "staff" || author === "provider")
    await queueCustomerMail(tx, { requestId, kind: MESSAGE_MAIL, subjectId: messageId, now });
  if (offerId && author !== "provider")
    await queueProviderPushes(tx, { kind: "message", offerId, now });
  return { ok: true, messageId };
}

async function hasReachedCap(
  tx: Transaction,
  { requestId, author, now }: { requestId: string; author: keyof typeof MESSAGES_A_DAY; now: Date },
): Promise<boolean> {
  const [row] = await tx
    .select({ messages: count() })
    .from(requestMessages)
    .where(
      and(
        eq(requestMessages.requestId, requestId),
        eq(requestMessages.author, author),
        gt(requestMessages.createdAt, new Date(now.getTime() - DAY_MS)),
      ),
    );
  return (row?.messages ?? 0) >= MESSAGES_A_DAY[author];
}

/**
 * Records that staff have read what is new about a request and need not answer it: in its own thread
 * and in those of the requests that are shown as one with it.
 */
export function markMessagesRead(
  context: ActionContext,
  { requestId }: { requestId: string },
): Promise<{ ok: boolean }> {
  return withTransaction(context.db, async (tx) => {
    const ids = await lockGroup(tx, requestId);
    const threads = await markThreadsRead(tx, context, ids);
    return { ok: threads > 0 };
  });
}

/** Posts what staff wrote, which answers what is new in the threads of merged requests, too. */
export function answerAsStaff(
  context: ActionContext,
  { requestId, offerId, text }: Pick<NewMessage, "requestId" | "offerId" | "text">,
): Promise<PostResult> {
  return withTransaction(context.db, async (tx) => {
    const ids = await lockGroup(tx, requestId);
    const posted = await addMessage(tx, context, {
      requestId,
      offerId,
      author: "staff",
      authorId: context.actor,
      text,
      channel: "portal",
    });
    if (posted.ok) await markThreadsRead(tx, context, ids);
    return posted;
  });
}

/** Locks a request and those that are shown as one with it, in the order of their ids. */
async function lockGroup(tx: Transaction, requestId: string): Promise<string[]> {
  const ids = (await listGroupIds.rows(tx, { requestId })).map(({ id }) => id);
  await tx
    .select({ id: serviceRequests.id })
    .from(serviceRequests)
    .where(inArray(serviceRequests.id, ids))
    .orderBy(asc(serviceRequests.id))
    .for("update");
  return ids;
}

/** @returns in how many threads there was something new */
async function markThreadsRead(
  tx: Transaction,
  context: ActionContext,
  requestIds: string[],
): Promise<number> {
  const threads = await tx
    .select({ requestId: serviceRequests.id })
    .from(serviceRequests)
    .where(and(inArray(serviceRequests.id, requestIds), hasNewMessageInThread(serviceRequests)))
    .orderBy(asc(serviceRequests.id));
  for (const { requestId } of threads) {
    await tx.insert(requestEvents).values({
      id: randomUUIDv7(),
      requestId,
      at: context.now,
      actorId: context.actor,
      kind: MESSAGES_READ_EVENT,
      detail: {},
    });
    await recordAudit(tx, context, {
      action: MESSAGES_READ_EVENT,
      entity: "service-request",
      entityId: requestId,
    });
  }
  return threads.length;
}
