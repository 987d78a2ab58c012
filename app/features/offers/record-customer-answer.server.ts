import { type MailContext, sendMail } from "#app/features/mail/send-mail.server.ts";
import { composeRelease, type ReleaseMail } from "./compose-offer.ts";
import type { CustomerAnswer } from "./constants.ts";
import { recordCustomerApproval } from "./record-customer-approval.server.ts";
import type { By } from "./record-offer-event.server.ts";
import type { ApprovalRefusal } from "./schema.ts";

export type AnswerOutcome = { ok: true; mailed: boolean } | { ok: false; reason: ApprovalRefusal };

/** Records the customer's answer, then notifies the provider of a yes. */
export async function recordCustomerAnswer(
  app: MailContext,
  options: By & { offerId: string; answer: CustomerAnswer },
): Promise<AnswerOutcome> {
  const recorded = await recordCustomerApproval(app.db.$client, options);
  if (!recorded.ok) return recorded;
  return {
    ok: true,
    mailed: options.answer === "yes" && (await mailRelease(app, options.offerId)),
  };
}

type Row = Omit<ReleaseMail, "brand"> & { email: string; providerId: string };

/** @returns false where the provider gets no mail */
async function mailRelease(app: MailContext, offerId: string): Promise<boolean> {
  const { rows } = await app.db.$client.query<Row>(
    `select p.contact_email as email, p.id as "providerId", p.company_name as company, r.service_type as "serviceType", r.city, r.zip_valid as zip
     from offers o join providers p on p.id = o.provider_id join service_requests r on r.id = o.request_id left join provider_settings t on t.provider_id = p.id
     where o.id = $1 and coalesce(p.contact_email, '') <> '' and not p.is_demo and coalesce(t.email_notifications, true)`,
    [offerId],
  );
  const [row] = rows;
  if (!row) return false;
  const { brand } = await app.settings.get();
  const sent = await sendMail(app, {
    ...composeRelease({ ...row, brand }),
    to: row.email,
    kind: "offer-released",
    recipientId: row.providerId,
    subjectId: offerId,
  });
  // A mail written to a file reaches nobody.
  return sent.ok && sent.where === "smtp";
}
