import { randomUUIDv7 } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { customerMails } from "#app/db/tables/customer-page.server.ts";
import type { Connection, Transaction } from "#app/db/transaction.server.ts";

type QueuedMail = { requestId: string; kind: string; subjectId: string; now: Date };

/**
 * Queues a mail to the customer of a request, in the transaction that gives the reason for it. Each
 * subject gets one mail of a kind.
 */
export async function queueCustomerMail(
  db: Connection,
  { requestId, kind, subjectId, now }: QueuedMail,
): Promise<void> {
  await db
    .insert(customerMails)
    .values({
      id: randomUUIDv7(),
      requestId,
      kind,
      subjectId,
      nextAttemptAt: now,
      createdAt: now,
    })
    .onConflictDoNothing();
}

/** Makes the mails due that waited for staff to say that a request is no spam. */
export async function releaseHeldMails(
  tx: Transaction,
  { requestId, now }: { requestId: string; now: Date },
): Promise<void> {
  await tx
    .update(customerMails)
    .set({ state: "waiting", nextAttemptAt: now })
    .where(and(eq(customerMails.requestId, requestId), eq(customerMails.state, "held")));
}
