import { type MailContext, sendMail } from "#app/features/mail/send-mail.server.ts";
import { composeRelease, type ReleaseMail } from "./compose-offer.ts";
import type { CustomerAnswer } from "./constants.ts";
import type { By } from "./note-offer.server.ts";
import { recordCustomerApproval } from "./record-customer-approval.server.ts";
import type { YesRefusal } from "./schema.ts";

export type AnswerOutcome = { ok: true; mailed: boolean } | { ok: false; reason: YesRefusal };

/** Writes down what the customer said, then tells the provider of a yes. */
export async function answerForCustomer(
  services: MailContext,
  options: By & { offerId: string; answer: CustomerAnswer },
): Promise<AnswerOutcome> {
  const recorded = await recordCustomerApproval(services.db.$client, options);
  if (!recorded.ok) return recorded;
  return {
    ok: true,
    mailed: options.answer === "yes" && (await mailRelease(services, options.offerId)),
  };
}

type Row = Omit<ReleaseMail, "brand"> & { email: string; providerId: string };

/** @returns false where nothing reaches the provider by mail */
async function mailRelease(services: MailContext, offerId: string): Promise<boolean> {
  const { rows } = await services.db.$client.query<Row>(
    `select p.contact_email as email, p.id as "providerId", p.company_name as company, r.service_type as "serviceType", r.city, r.zip_valid as zip
     from offers o join providers p on p.id = o.provider_id join service_requests r on r.id = o.request_id left join provider_settings t on t.provider_id = p.id
     where o.id = $1 and coalesce(p.contact_email, '') <> '' and not p.is_demo and coalesce(t.email_notifications, true)`,
    [offerId],
  );
  const [row] = rows;
  if (!row) return false;
  const { brand } = await services.settings.get();
  const sent = await sendMail(services, {
    ...composeRelease({ ...row, brand }),
    to: row.email,
    kind: "offer-released",
    recipientId: row.providerId,
    subjectId: offerId,
  });
  // A mail in a file reaches nobody.
  return sent.ok && sent.where === "smtp";
}
