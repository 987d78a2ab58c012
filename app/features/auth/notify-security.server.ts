import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { staffUsers } from "#app/db/tables/auth.server.ts";
import { getPortalUrl } from "#app/features/mail/mail-text.ts";
import { type MailContext, sendMail } from "#app/features/mail/send-mail.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { type AccountEvent, composeSecurityMail } from "./compose-security-mail.ts";

/** Pauses between the tries of one mail; only this process remembers it. */
const RETRY_PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

/**
 * Mails a person about a change to their account. Call it after the commit without awaiting it: it
 * never rejects, and retries for a while where the mail server is down. A restart loses the mail;
 * the audit log still has the change.
 */
export async function notifySecurity(
  app: MailContext,
  options: { userId: string; event: AccountEvent },
): Promise<void> {
  const { userId, event } = options;
  try {
    const [person] = await app.db
      .select({ email: staffUsers.email })
      .from(staffUsers)
      .where(eq(staffUsers.id, userId));
    if (!person) return;
    const { brand, timeZone } = await app.settings.get();
    const when = new Intl.DateTimeFormat("en-US", {
      dateStyle: "long",
      timeStyle: "long",
      timeZone,
    }).format(app.now());
    const mail = {
      ...composeSecurityMail(event, { brand, when, portal: getPortalUrl(app.env) }),
      to: person.email,
      kind: `security:${event}`,
      recipientId: userId,
    };
    for (const pauseMs of [...RETRY_PAUSES_MS, null]) {
      if ((await sendMail(app, mail)).ok) return;
      if (pauseMs !== null) await wait(pauseMs, undefined, { ref: false });
    }
    app.log.error(
      { staffId: userId, event },
      "alarm: a mail about the security of an account could not be sent",
    );
  } catch (error) {
    app.log.error(
      { err: error, staffId: userId, event },
      "a mail about the security of an account could not be sent",
    );
  }
}
