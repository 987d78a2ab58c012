import { setTimeout as wait } from "node:timers/promises";
import { composeSecurity, type SecurityEvent } from "./compose-mails.ts";
import { SECURITY_RETRY_PAUSES_MS } from "./constants.ts";
import { portalUrl } from "./jobs.server.ts";
import { type MailServices, sendMail } from "./send-mail.server.ts";

/**
 * Tells a person by mail what happened to their account. Call it after the commit, and do not wait
 * for it: it never rejects, and tries again for a while where the mail server is down. A restart
 * meanwhile forgets it; the audit log does not.
 */
export async function notifySecurity(
  services: MailServices,
  options: { userId: string; event: SecurityEvent },
): Promise<void> {
  const { userId, event } = options;
  try {
    const { rows } = await services.db.$client.query<{ email: string }>(
      "select email from staff_users where id = $1",
      [userId],
    );
    const [person] = rows;
    if (!person) return;
    const { brand, timeZone } = await services.settings.get();
    const when = new Intl.DateTimeFormat("en-US", {
      dateStyle: "long",
      timeStyle: "long",
      timeZone,
    }).format(services.now());
    const mail = {
      ...composeSecurity(event, { brand, when, portal: portalUrl(services.env) }),
      to: person.email,
      kind: `security:${event}`,
      recipientId: userId,
    };
    for (const pauseMs of [...SECURITY_RETRY_PAUSES_MS, null]) {
      if ((await sendMail(services, mail)).ok) return;
      if (pauseMs !== null) await wait(pauseMs, undefined, { ref: false });
    }
    services.log.error(
      { staffId: userId, event },
      "alarm: a mail about the security of an account could not be sent",
    );
  } catch (error) {
    services.log.error(
      { err: error, staffId: userId, event },
      "a mail about the security of an account could not be sent",
    );
  }
}
