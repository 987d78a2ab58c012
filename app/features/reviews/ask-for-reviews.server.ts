import type { Database } from "#app/db/client.server.ts";
import { queueCustomerMail } from "#app/features/requests/customer/mails/queue-mail.server.ts";
import { ASK_AFTER_DAYS, ASK_BATCH_SIZE, ASK_UNTIL_DAYS, REVIEW_MAIL } from "./constants.ts";
import { listRequestsToAsk } from "./queries.sql.ts";

/**
 * Queues one mail for each closed request whose customer was connected with a provider and has not
 * been asked for a review. @returns how many
 */
export async function askForReviews(
  db: Database,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<number> {
  const found = await listRequestsToAsk.rows(db, {
    now,
    afterDays: ASK_AFTER_DAYS,
    untilDays: ASK_UNTIL_DAYS,
    mailKind: REVIEW_MAIL,
    limit: ASK_BATCH_SIZE,
  });
  let queued = 0;
  for (const { requestId, offerId } of found) {
    if (signal?.aborted) break;
    await queueCustomerMail(db, { requestId, kind: REVIEW_MAIL, subjectId: offerId, now });
    queued += 1;
  }
  return queued;
}
