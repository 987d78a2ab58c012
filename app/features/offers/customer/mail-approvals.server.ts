import {
  notifyProviders,
  type ProviderNotice,
} from "#app/features/mail/notify-providers.server.ts";
import type { MailContext } from "#app/features/mail/send-mail.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { APPROVAL_MAIL, APPROVED_BY_CUSTOMER, EXPIRY_ACTOR } from "../constants.ts";
import { leaveToStaff } from "../leave-to-staff.server.ts";
import { composeApprovalMail } from "../process-customer-answer.server.ts";
import { listUnnotifiedApprovals } from "./customer-offers.sql.ts";

/** After this long, the company has looked at its link or has been called. */
const LOOK_BACK_MS = DAY_MS;

/**
 * Mails providers whose customers said yes on their own page: a job, as a visitor must not wait for
 * a mail server. @returns how many mails were sent
 */
export function mailApprovals(app: MailContext, signal?: AbortSignal): Promise<number> {
  const { db } = app;
  const approvals: ProviderNotice<{ id: string }> = {
    kind: APPROVAL_MAIL,
    list: ({ now, ...search }) =>
      listUnnotifiedApprovals.rows(db, {
        ...search,
        now,
        since: new Date(now.getTime() - LOOK_BACK_MS),
        approvedBy: APPROVED_BY_CUSTOMER,
      }),
    getSubjectId: ({ id }) => id,
    compose: async ({ id }) =>
      (await composeApprovalMail({ ...app, now: app.now() }, id)) ?? "no-address",
    onUnreachable: (tx, { id: offerId }, now) =>
      leaveToStaff(tx, { actor: EXPIRY_ACTOR, now }, { offerId, kind: "approval-untold" }),
  };
  return notifyProviders(app, { lock: ADVISORY_LOCKS.mailApprovals, notices: [approvals] }, signal);
}
