import type { MailContext } from "#app/features/mail/send-mail.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { APPROVAL_MAIL, APPROVED_BY_CUSTOMER } from "../constants.ts";
import { mailApproval } from "../process-customer-answer.server.ts";
import { listUntoldApprovals } from "./customer-offers.sql.ts";

const BATCH_SIZE = 50;
/** After this long, the company has looked at its link or has been called. */
const LOOK_BACK_MS = DAY_MS;

/**
 * Mails providers whose customers said yes on their own page: a job, as a visitor must not wait for
 * a mail server. One instance at a time. @returns how many mails were sent
 */
export async function mailApprovals(app: MailContext, signal?: AbortSignal): Promise<number> {
  const { db, now } = app;
  const sent = await withSessionLock(db.$client, ADVISORY_LOCKS.mailApprovals, async (isHeld) => {
    const found = await listUntoldApprovals.rows(db, {
      since: new Date(now().getTime() - LOOK_BACK_MS),
      approvedBy: APPROVED_BY_CUSTOMER,
      mailKind: APPROVAL_MAIL,
      limit: BATCH_SIZE,
    });
    let mails = 0;
    for (const { id } of found) {
      if (signal?.aborted || !(await isHeld())) break;
      const context = { ...app, actor: APPROVED_BY_CUSTOMER, now: now() };
      if (await mailApproval(context, id)) mails += 1;
    }
    return mails;
  });
  return sent ?? 0;
}
