import {
  notifyProviders,
  type ProviderNotice,
} from "#app/features/mail/notify-providers.server.ts";
import type { MailContext } from "#app/features/mail/send-mail.server.ts";
import { EXPIRY_ACTOR } from "#app/features/offers/constants.ts";
import { leaveToStaff } from "#app/features/offers/leave-to-staff.server.ts";
import { getPortalJobUrl } from "#app/features/offers/portal/portal-url.ts";
import { getMailedJob } from "#app/features/offers/queries.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { getLowestId } from "#app/lib/lowest-id.ts";
import { composeProviderMessage } from "./compose-provider-message.ts";
import { listUnnotifiedMessages } from "./connected-offer.sql.ts";
import { PROVIDER_MESSAGE_MAIL } from "./constants.ts";

/** After this long, the company has looked at its link or has been called. */
const LOOK_BACK_MS = DAY_MS;

type UnnotifiedMessage = Awaited<ReturnType<typeof listUnnotifiedMessages.rows>>[number];

/** Mails providers what customers and staff wrote to them. @returns how many mails were sent */
export function mailProviders(app: MailContext, signal?: AbortSignal): Promise<number> {
  const { db } = app;
  const messages: ProviderNotice<UnnotifiedMessage> = {
    kind: PROVIDER_MESSAGE_MAIL,
    list: ({ now, ...search }) =>
      listUnnotifiedMessages.rows(db, {
        ...search,
        now,
        after: getLowestId(new Date(now.getTime() - LOOK_BACK_MS)),
      }),
    getSubjectId: ({ id }) => id,
    async compose({ id, offerId, author, text }) {
      const job = await getMailedJob(db, offerId, "messages");
      if (!job) return null;
      const { brand } = await app.settings.get();
      const isFromStaff = author === "staff";
      return {
        ...composeProviderMessage({
          ...job,
          ...{ brand, text, isFromStaff },
          portalUrl: getPortalJobUrl(app.env, { ...job, offerId }),
        }),
        to: job.to,
        recipientId: job.providerId,
        messageId: id,
      };
    },
    onUnreachable: (tx, { offerId }, now) =>
      leaveToStaff(tx, { actor: EXPIRY_ACTOR, now }, { offerId, kind: "message-untold" }),
  };
  return notifyProviders(app, { lock: ADVISORY_LOCKS.mailMessages, notices: [messages] }, signal);
}
