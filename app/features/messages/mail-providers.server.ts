import { type MailContext, sendMail } from "#app/features/mail/send-mail.server.ts";
import { getMailedJob } from "#app/features/offers/queries.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { getLowestId } from "#app/lib/lowest-id.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { composeProviderMessage } from "./compose-provider-message.ts";
import { getYesSince } from "./connected-offer.server.ts";
import { listUntoldMessages } from "./connected-offer.sql.ts";
import { PROVIDER_MESSAGE_MAIL } from "./constants.ts";

const BATCH_SIZE = 50;
/** After this long, the company has looked at its link or has been called. */
const LOOK_BACK_MS = DAY_MS;

/**
 * Mails providers what customers and staff wrote to them. One instance at a time; stops at the first
 * mail that fails. @returns how many mails were sent
 */
export async function mailProviders(app: MailContext, signal?: AbortSignal): Promise<number> {
  const { db, now } = app;
  const sent = await withSessionLock(db.$client, ADVISORY_LOCKS.mailMessages, async (isHeld) => {
    const found = await listUntoldMessages.rows(db, {
      since: getYesSince(now()),
      after: getLowestId(new Date(now().getTime() - LOOK_BACK_MS)),
      mailKind: PROVIDER_MESSAGE_MAIL,
      limit: BATCH_SIZE,
    });
    let mails = 0;
    for (const message of found) {
      if (signal?.aborted || !(await isHeld())) break;
      if (!(await mailMessage(app, message, signal))) break;
      mails += 1;
    }
    return mails;
  });
  return sent ?? 0;
}

type UntoldMessage = Awaited<ReturnType<typeof listUntoldMessages.rows>>[number];

async function mailMessage(
  app: MailContext,
  { id, offerId, author, text }: UntoldMessage,
  signal?: AbortSignal,
): Promise<boolean> {
  const job = await getMailedJob(app.db, offerId);
  if (!job) return false;
  const { brand } = await app.settings.get();
  const isFromStaff = author === "staff";
  const mail = {
    ...composeProviderMessage({ ...job, brand, text, isFromStaff }),
    to: job.email,
    kind: PROVIDER_MESSAGE_MAIL,
    recipientId: job.providerId,
    subjectId: id,
    messageId: id,
  };
  const { ok } = await sendMail(app, mail, signal);
  return ok;
}
