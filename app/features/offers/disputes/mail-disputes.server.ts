import {
  notifyProviders,
  type ProviderNotice,
} from "#app/features/mail/notify-providers.server.ts";
import type { MailContext } from "#app/features/mail/send-mail.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { getPublicOrigin } from "#app/lib/public-origin.ts";
import { EXPIRY_ACTOR } from "../constants.ts";
import { leaveToStaff } from "../leave-to-staff.server.ts";
import { composeDecision } from "./compose-decision.ts";
import { DISPUTE_MAIL } from "./constants.ts";
import { listUnnotifiedDecisions } from "./queries.sql.ts";

/** The mail server may be down for days, and an answer must still arrive. */
const LOOK_BACK_MS = 14 * DAY_MS;

type Decision = Awaited<ReturnType<typeof listUnnotifiedDecisions.rows>>[number];

/** Mails providers, each once, how disputes were decided for which they waited. @returns how many mails were sent */
export function mailDisputes(app: MailContext, signal?: AbortSignal): Promise<number> {
  const decisions: ProviderNotice<Decision> = {
    kind: DISPUTE_MAIL,
    list: ({ now, ...search }) =>
      listUnnotifiedDecisions.rows(app.db, {
        ...search,
        now,
        since: new Date(now.getTime() - LOOK_BACK_MS),
      }),
    getSubjectId: ({ id }) => id,
    async compose(decision) {
      const { email: to, offerId, providerId: recipientId } = decision;
      if (!to) return "no-address";
      const { brand } = await app.settings.get();
      const url = `${getPublicOrigin(app.env)}/pro/offers/${offerId}`;
      return { ...composeDecision({ ...decision, brand, url }), to, recipientId };
    },
    onUnreachable: (tx, { offerId }, now) =>
      leaveToStaff(tx, { actor: EXPIRY_ACTOR, now }, { offerId, kind: "dispute-untold" }),
  };
  return notifyProviders(app, { lock: ADVISORY_LOCKS.mailDisputes, notices: [decisions] }, signal);
}
