import {
  type MailContext,
  RECIPIENT_REFUSED,
  sendMail,
} from "#app/features/mail/send-mail.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import type { Job } from "#app/lib/job.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { NOTIFY_EVERY_MS, RETRY_DELAYS_MS } from "./constants.ts";
import { listNotices, type Notice } from "./list-notices.server.ts";
import { listLastMails, listRecipients, type Recipient } from "./queries.server.ts";

type RetryDelays = {
  /** When to try again, ms since 1970; 0 without a failure. */
  getRetryTime: (key: string) => number;
  recordFailure: (key: string) => number;
  clearFailures: (key: string) => boolean;
};

/** Keeps, in memory, the number of failures in a row by key, and when to try again. */
function createRetryDelays(now: () => Date): RetryDelays {
  const delays = new Map<string, { failures: number; until: number }>();
  return {
    getRetryTime: (key) => delays.get(key)?.until ?? 0,
    recordFailure(key) {
      const failures = (delays.get(key)?.failures ?? 0) + 1;
      delays.set(key, {
        failures,
        until:
          now().getTime() + (RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? 0),
      });
      return failures;
    },
    clearFailures: (key) => delays.delete(key),
  };
}

const SERVER = "mail server";

/**
 * Creates the job that mails staff. The table `notifications` records what each person was notified
 * of: their latest mail of a kind has the newest row it covered. One instance sends at a time.
 * @returns a function that resolves to the number of mails sent
 */
export function createStaffNotifier(app: MailContext): (signal?: AbortSignal) => Promise<number> {
  const delays = createRetryDelays(app.now);
  return async (signal) => {
    if (delays.getRetryTime(SERVER) > app.now().getTime()) return 0;
    return (
      (await withSessionLock(app.db, ADVISORY_LOCKS.notifyStaff, (isHeld) =>
        sendNotices(app, { delays, isHeld, signal }),
      )) ?? 0
    );
  };
}

/** `isHeld`: whether this instance still holds the lock. */
type Run = { delays: RetryDelays; isHeld: () => Promise<boolean>; signal?: AbortSignal };

async function sendNotices(app: MailContext, run: Run): Promise<number> {
  const recipients = await listRecipients(app.db);
  let sent = 0;
  if (recipients.length === 0) return sent;
  for (const notice of await listNotices(app)) {
    const result = await sendNotice(app, { ...run, notice, recipients });
    sent += result.sent;
    if (result.stop) break;
  }
  return sent;
}

/** Sends one kind of mail to all who are due for it. `stop`: no more mails can be sent now. */
async function sendNotice(
  app: MailContext,
  options: Run & { notice: Notice; recipients: Recipient[] },
): Promise<{ sent: number; stop: boolean }> {
  const { notice, recipients, delays, isHeld, signal } = options;
  const { kind } = notice;
  const lastMails = await listLastMails(app.db, kind);
  const nowMs = app.now().getTime();
  let sent = 0;
  for (const recipient of recipients) {
    const last = lastMails.get(recipient.id);
    const key = `${kind} ${recipient.id}`;
    if (
      (notice.isForSuperadmins && recipient.role !== "superadmin") ||
      (last && nowMs - last.sentAt.getTime() < notice.everyMs) ||
      delays.getRetryTime(key) > nowMs
    )
      continue;
    const found = await notice.find({ after: last?.subjectId ?? null, since: recipient.since });
    if (!found) continue;
    if (signal?.aborted || !(await isHeld())) return { sent, stop: true };
    const result = await sendMail(
      app,
      { ...found, to: recipient.email, kind, recipientId: recipient.id },
      signal,
    );
    if (result.ok) {
      sent += 1;
      delays.clearFailures(key);
      if (delays.clearFailures(SERVER))
        app.log.info({ where: result.where }, "mails to staff are sent again");
    } else if (result.error?.startsWith(RECIPIENT_REFUSED)) delays.recordFailure(key);
    else {
      if (!signal?.aborted && delays.recordFailure(SERVER) === 1)
        app.log.error(
          { where: result.where, code: result.error },
          "alarm: mails to staff cannot be sent; they are tried again",
        );
      return { sent, stop: true };
    }
  }
  return { sent, stop: false };
}

export const notificationJobs = (context: MailContext): Job[] => [
  { id: "notify-staff", everyMs: NOTIFY_EVERY_MS, run: createStaffNotifier(context) },
];
