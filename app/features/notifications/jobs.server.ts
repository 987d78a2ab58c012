import { getPortalUrl, type MailFrame, type MailText } from "#app/features/mail/mail-text.ts";
import {
  type MailContext,
  RECIPIENT_REFUSED,
  sendMail,
} from "#app/features/mail/send-mail.server.ts";
import { HOLDING_FLAGS } from "#app/features/requests/constants.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import type { Job } from "#app/lib/job.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import {
  composeAcceptedOffers,
  composeEndingConnection,
  composeFailedDeliveries,
  composeHeldRequests,
  composeLateOptOuts,
  composeNewRequests,
  composeNightlyTrouble,
  composeTargetTrouble,
} from "./compose-mails.ts";
import {
  HELD_TOO_LONG_MS,
  NEW_REQUESTS_EVERY_MS,
  NEW_REQUESTS_LOOK_BACK_MS,
  NOTIFY_EVERY_MS,
  OTHER_MAILS_EVERY_MS,
  RETRY_PAUSES_MS,
  SETTLE_MS,
  TROUBLE_LOOK_BACK_MS,
} from "./constants.ts";
import {
  findAcceptedOffers,
  findEndingConnection,
  findFailedDeliveries,
  findHeldRequests,
  findLateOptOuts,
  findNewRequests,
  findNightlyTrouble,
  getLowestId,
  getNotificationSettings,
  listLastMails,
  listOpenTargets,
  listRecipients,
  type Recipient,
} from "./queries.server.ts";

type Found = MailText & { subjectId: string };
/** `find`: what is new for somebody whose last mail of this kind covered rows up to `after`. */
type Notice = {
  kind: string;
  everyMs: number;
  find: (options: { after: string | null; since: Date }) => Promise<Found | null>;
};

/** The kinds of mails that staff get now. */
async function listNotices({ db, env, now, settings }: MailContext): Promise<Notice[]> {
  const pool = db.$client;
  const { brand, timeZone } = await settings.get();
  const frame: MailFrame = { brand, portal: getPortalUrl(env) };
  const before = (ms: number) => new Date(now().getTime() - ms);
  const { newRequestMails, changedAt } = await getNotificationSettings(pool);
  const notices: Notice[] = [
    {
      kind: "held-requests",
      everyMs: OTHER_MAILS_EVERY_MS,
      async find({ after }) {
        const found = await findHeldRequests(pool, {
          after,
          since: before(TROUBLE_LOOK_BACK_MS),
          until: before(HELD_TOO_LONG_MS),
        });
        return found && { ...composeHeldRequests(found, frame), subjectId: found.subjectId };
      },
    },
    {
      kind: "accepted-offers",
      everyMs: NEW_REQUESTS_EVERY_MS,
      async find({ after }) {
        const found = await findAcceptedOffers(pool, {
          after: after ?? getLowestId(before(TROUBLE_LOOK_BACK_MS)),
          until: before(SETTLE_MS),
        });
        return found && { ...composeAcceptedOffers(found, frame), subjectId: found.subjectId };
      },
    },
    {
      kind: "failed-deliveries",
      everyMs: OTHER_MAILS_EVERY_MS,
      async find({ after }) {
        const found = await findFailedDeliveries(pool, {
          after: after ?? getLowestId(before(TROUBLE_LOOK_BACK_MS)),
          until: before(SETTLE_MS),
        });
        return found && { ...composeFailedDeliveries(found, frame), subjectId: found.subjectId };
      },
    },
    {
      kind: "late-stops",
      everyMs: OTHER_MAILS_EVERY_MS,
      async find({ after }) {
        const found = await findLateOptOuts(pool, {
          after: after ?? getLowestId(before(TROUBLE_LOOK_BACK_MS)),
          now: now(),
        });
        return found && { ...composeLateOptOuts(found, frame), subjectId: found.subjectId };
      },
    },
    {
      kind: "connection-ends",
      everyMs: OTHER_MAILS_EVERY_MS,
      async find({ after }) {
        const found = await findEndingConnection(pool, now());
        if (!found || found.subjectId === after) return null;
        const when = new Intl.DateTimeFormat("en-US", {
          dateStyle: "long",
          timeStyle: "long",
          timeZone,
        }).format(found.endsAt);
        return { ...composeEndingConnection({ ...frame, when }), subjectId: found.subjectId };
      },
    },
    {
      kind: "nightly-check",
      everyMs: OTHER_MAILS_EVERY_MS,
      async find({ after }) {
        const found = await findNightlyTrouble(pool);
        return found && found.subjectId !== after
          ? { ...composeNightlyTrouble(found, frame), subjectId: found.subjectId }
          : null;
      },
    },
    ...(await listOpenTargets(pool)).map(({ subjectId, ...trouble }) => ({
      kind: `target-trouble:${trouble.target}`,
      everyMs: OTHER_MAILS_EVERY_MS,
      find: async ({ after }: { after: string | null }) =>
        after === subjectId ? null : { ...composeTargetTrouble(trouble, frame), subjectId },
    })),
  ];
  if (newRequestMails) {
    notices.push({
      kind: "new-requests",
      everyMs: NEW_REQUESTS_EVERY_MS,
      async find({ after, since }) {
        // The first mail covers requests from after the setting was turned on and the person
        // joined.
        const starts = [
          since,
          before(NEW_REQUESTS_LOOK_BACK_MS),
          ...(after || !changedAt ? [] : [changedAt]),
        ];
        const found = await findNewRequests(pool, {
          after,
          since: new Date(Math.max(...starts.map(Number))),
          until: before(SETTLE_MS),
          holding: HOLDING_FLAGS,
        });
        return found && { ...composeNewRequests(found, frame), subjectId: found.subjectId };
      },
    });
  }
  return notices;
}

type RetryDelays = {
  until: (key: string) => number;
  failed: (key: string) => number;
  worked: (key: string) => boolean;
};

/** Failures in a row and the pause after the last one, in this process. */
function createRetryDelays(now: () => Date): RetryDelays {
  const kept = new Map<string, { failures: number; until: number }>();
  return {
    until: (key) => kept.get(key)?.until ?? 0,
    failed(key) {
      const failures = (kept.get(key)?.failures ?? 0) + 1;
      kept.set(key, {
        failures,
        until:
          now().getTime() + (RETRY_PAUSES_MS[Math.min(failures, RETRY_PAUSES_MS.length) - 1] ?? 0),
      });
      return failures;
    },
    worked: (key) => kept.delete(key),
  };
}

const SERVER = "mail server";

/**
 * Creates the job that mails staff. The table `notifications` has how far each person was notified:
 * their latest mail of a kind has the newest row it covered. One instance sends at a time.
 * @returns a function that resolves with the number of mails sent
 */
export function createNotifyStaff(app: MailContext): (signal?: AbortSignal) => Promise<number> {
  const pauses = createRetryDelays(app.now);
  return async (signal) => {
    if (pauses.until(SERVER) > app.now().getTime()) return 0;
    return (
      (await withSessionLock(app.db.$client, ADVISORY_LOCKS.notifyStaff, (isMine) =>
        notifyAll(app, { pauses, isMine, signal }),
      )) ?? 0
    );
  };
}

type Run = { pauses: RetryDelays; isMine: () => Promise<boolean>; signal?: AbortSignal };

async function notifyAll(app: MailContext, run: Run): Promise<number> {
  const recipients = await listRecipients(app.db.$client);
  let sent = 0;
  if (recipients.length === 0) return sent;
  for (const notice of await listNotices(app)) {
    const result = await notifyOne(app, { ...run, notice, recipients });
    sent += result.sent;
    if (result.stop) break;
  }
  return sent;
}

/** Sends one kind of mail to its recipients. `stop`: no other mail can be sent now. */
async function notifyOne(
  app: MailContext,
  options: Run & { notice: Notice; recipients: Recipient[] },
): Promise<{ sent: number; stop: boolean }> {
  const { notice, recipients, pauses, isMine, signal } = options;
  const { kind } = notice;
  const lastMails = await listLastMails(app.db.$client, kind);
  const nowMs = app.now().getTime();
  let sent = 0;
  for (const recipient of recipients) {
    const last = lastMails.get(recipient.id);
    const key = `${kind} ${recipient.id}`;
    if ((last && nowMs - last.sentAt.getTime() < notice.everyMs) || pauses.until(key) > nowMs)
      continue;
    const found = await notice.find({ after: last?.subjectId ?? null, since: recipient.since });
    if (!found) continue;
    if (signal?.aborted || !(await isMine())) return { sent, stop: true };
    const result = await sendMail(
      app,
      { ...found, to: recipient.email, kind, recipientId: recipient.id },
      signal,
    );
    if (result.ok) {
      sent += 1;
      pauses.worked(key);
      if (pauses.worked(SERVER))
        app.log.info({ where: result.where }, "mails to staff are sent again");
    } else if (result.error?.startsWith(RECIPIENT_REFUSED)) pauses.failed(key);
    else {
      if (!signal?.aborted && pauses.failed(SERVER) === 1)
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
  { id: "notify-staff", everyMs: NOTIFY_EVERY_MS, run: createNotifyStaff(context) },
];
