import { type MailFrame, type MailText, portalUrl } from "#app/features/mail/mail-text.ts";
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
  getNotificationSettings,
  lastMails,
  listOpenTargets,
  listRecipients,
  lowestIdAt,
  type Recipient,
} from "./queries.server.ts";

type Found = MailText & { subjectId: string };
/** `find`: what somebody who was told up to `after` has not been told yet. */
type Notice = {
  kind: string;
  everyMs: number;
  find: (asked: { after: string | null; since: Date }) => Promise<Found | null>;
};

/** What staff are told about now. */
async function listNotices({ db, env, now, settings }: MailContext): Promise<Notice[]> {
  const pool = db.$client;
  const { brand, timeZone } = await settings.get();
  const frame: MailFrame = { brand, portal: portalUrl(env) };
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
          after: after ?? lowestIdAt(before(TROUBLE_LOOK_BACK_MS)),
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
          after: after ?? lowestIdAt(before(TROUBLE_LOOK_BACK_MS)),
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
          after: after ?? lowestIdAt(before(TROUBLE_LOOK_BACK_MS)),
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
        // Somebody who was never told is told of what came after the setting was turned on, and
        // after they joined.
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

type Pauses = {
  until: (key: string) => number;
  failed: (key: string) => number;
  worked: (key: string) => boolean;
};

/** Failures in a row and the pause after each, in this process. */
function createPauses(now: () => Date): Pauses {
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
 * Makes the job that tells staff by mail what they should know. Which rows were told stands in
 * `notifications`: the latest mail of a kind to a person names the newest row it covered. One
 * instance sends at a time.
 * @returns a function that resolves with the number of mails sent
 */
export function createNotifyStaff(
  services: MailContext,
): (signal?: AbortSignal) => Promise<number> {
  const pauses = createPauses(services.now);
  return async (signal) => {
    if (pauses.until(SERVER) > services.now().getTime()) return 0;
    return (
      (await withSessionLock(services.db.$client, ADVISORY_LOCKS.notifyStaff, (isMine) =>
        notifyAll(services, { pauses, isMine, signal }),
      )) ?? 0
    );
  };
}

type Run = { pauses: Pauses; isMine: () => Promise<boolean>; signal?: AbortSignal };

async function notifyAll(services: MailContext, run: Run): Promise<number> {
  const recipients = await listRecipients(services.db.$client);
  let sent = 0;
  if (recipients.length === 0) return sent;
  for (const notice of await listNotices(services)) {
    const result = await notifyOne(services, { ...run, notice, recipients });
    sent += result.sent;
    if (result.stop) break;
  }
  return sent;
}

/** One kind of mail to everyone it concerns. `stop`: no other mail would go out now. */
async function notifyOne(
  services: MailContext,
  options: Run & { notice: Notice; recipients: Recipient[] },
): Promise<{ sent: number; stop: boolean }> {
  const { notice, recipients, pauses, isMine, signal } = options;
  const { kind } = notice;
  const told = await lastMails(services.db.$client, kind);
  const moment = services.now().getTime();
  let sent = 0;
  for (const recipient of recipients) {
    const last = told.get(recipient.id);
    const key = `${kind} ${recipient.id}`;
    if ((last && moment - last.sentAt.getTime() < notice.everyMs) || pauses.until(key) > moment)
      continue;
    const found = await notice.find({ after: last?.subjectId ?? null, since: recipient.since });
    if (!found) continue;
    if (signal?.aborted || !(await isMine())) return { sent, stop: true };
    const result = await sendMail(
      services,
      { ...found, to: recipient.email, kind, recipientId: recipient.id },
      signal,
    );
    if (result.ok) {
      sent += 1;
      pauses.worked(key);
      if (pauses.worked(SERVER))
        services.log.info({ where: result.where }, "mails to staff go out again");
    } else if (result.error?.startsWith(RECIPIENT_REFUSED)) pauses.failed(key);
    else {
      if (!signal?.aborted && pauses.failed(SERVER) === 1)
        services.log.error(
          { where: result.where, code: result.error },
          "alarm: mails to staff do not go out; they are tried again",
        );
      return { sent, stop: true };
    }
  }
  return { sent, stop: false };
}

export const notificationJobs = (context: MailContext): Job[] => [
  { id: "notify-staff", everyMs: NOTIFY_EVERY_MS, run: createNotifyStaff(context) },
];
