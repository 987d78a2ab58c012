import { randomUUIDv7 } from "node:crypto";
import { customerMails } from "#app/db/tables/requests.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";

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
