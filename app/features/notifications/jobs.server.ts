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
  getRetryTime: (key: string) => number;
  recordFailure: (key: string) => number;
  clearFailures: (key: string) => boolean;
};

/** Failures in a row and the pause after the last one, in this process. */
function createRetryDelays(now: () => Date): RetryDelays {
  const pauses = new Map<string, { failures: number; until: number }>();
  return {
    getRetryTime: (key) => pauses.get(key)?.until ?? 0,
    recordFailure(key) {
      const failures = (pauses.get(key)?.failures ?? 0) + 1;
      pauses.set(key, {
        failures,
        until:
          now().getTime() + (RETRY_DELAYS_MS[Math.min(failures, RETRY_DELAYS_MS.length) - 1] ?? 0),
      });
      return failures;
    },
    clearFailures: (key) => pauses.delete(key),
  };
}

const SERVER = "mail server";

/**
 * Creates the job that mails staff. The table `notifications` has how far each person was notified:
 * their latest mail of a kind has the newest row it covered. One instance sends at a time.
 * @returns a function that resolves with the number of mails sent
 */
export function createStaffNotifier(app: MailContext): (signal?: AbortSignal) => Promise<number> {
  const pauses = createRetryDelays(app.now);
  return async (signal) => {
    if (pauses.getRetryTime(SERVER) > app.now().getTime()) return 0;
    return (
      (await withSessionLock(app.db.$client, ADVISORY_LOCKS.notifyStaff, (isHeld) =>
        sendNotices(app, { pauses, isHeld, signal }),
      )) ?? 0
    );
  };
}

type Run = { pauses: RetryDelays; isHeld: () => Promise<boolean>; signal?: AbortSignal };

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

/** Sends one kind of mail to its recipients. `stop`: no other mail can be sent now. */
async function sendNotice(
  app: MailContext,
  options: Run & { notice: Notice; recipients: Recipient[] },
): Promise<{ sent: number; stop: boolean }> {
  const { notice, recipients, pauses, isHeld, signal } = options;
  const { kind } = notice;
  const lastMails = await listLastMails(app.db, kind);
  const nowMs = app.now().getTime();
  let sent = 0;
  for (const recipient of recipients) {
    const last = lastMails.get(recipient.id);
    const key = `${kind} ${recipient.id}`;
    if (
      (last && nowMs - last.sentAt.getTime() < notice.everyMs) ||
      pauses.getRetryTime(key) > nowMs
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
      pauses.clearFailures(key);
      if (pauses.clearFailures(SERVER))
        app.log.info({ where: result.where }, "mails to staff are sent again");
    } else if (result.error?.startsWith(RECIPIENT_REFUSED)) pauses.recordFailure(key);
    else {
      if (!signal?.aborted && pauses.recordFailure(SERVER) === 1)
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
