import { randomUUIDv7 } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { customerMails } from "#app/db/tables/customer-page.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { queueCustomerMail } from "#app/features/requests/customer/mails/queue-mail.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { NO_ATTACHMENTS_MAIL } from "../constants.ts";

/**
 * Answers a mail with files that they were not read, at most once a day for a request, which is
 * locked.
 */
export async function answerAttachments(
  tx: Transaction,
  { requestId, now }: { requestId: string; now: Date },
): Promise<void> {
  const [answered] = await tx
    .select({ id: customerMails.id })
    .from(customerMails)
    .where(
      and(
        eq(customerMails.requestId, requestId),
        eq(customerMails.kind, NO_ATTACHMENTS_MAIL),
        gt(customerMails.createdAt, new Date(now.getTime() - DAY_MS)),
      ),
    )
    .limit(1);
  if (answered) return;
  await queueCustomerMail(tx, {
    requestId,
    kind: NO_ATTACHMENTS_MAIL,
    subjectId: randomUUIDv7(),
    now,
  });
}
