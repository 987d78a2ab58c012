import { and, eq, isNull, ne, or } from "drizzle-orm";
import { offers } from "#app/db/tables/offers.server.ts";
import { providerSettings, providers } from "#app/db/tables/providers.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { composeRelease } from "./compose-offer.ts";
import type { CustomerAnswer } from "./constants.ts";
import { recordCustomerApproval } from "./record-customer-approval.server.ts";
import type { ApprovalRefusal } from "./schema.ts";
import { mailProvider, type OfferContext } from "./send-offer.server.ts";

export type AnswerOutcome = { ok: true; mailed: boolean } | { ok: false; reason: ApprovalRefusal };

/** Records the customer's answer, then notifies the provider of a yes. */
export async function recordCustomerAnswer(
  context: OfferContext,
  input: { offerId: string; answer: CustomerAnswer },
): Promise<AnswerOutcome> {
  const recorded = await recordCustomerApproval(context, input);
  if (!recorded.ok) return recorded;
  return {
    ok: true,
    mailed: input.answer === "yes" && (await mailRelease(context, input.offerId)),
  };
}

/** @returns false where the provider gets no mail */
async function mailRelease(context: OfferContext, offerId: string): Promise<boolean> {
  const { emailNotifications } = providerSettings;
  const [row] = await context.db
    .select({
      email: providers.contactEmail,
      providerId: providers.id,
      company: providers.companyName,
      serviceType: serviceRequests.serviceType,
      city: serviceRequests.city,
      zip: serviceRequests.zipValid,
    })
    .from(offers)
    .innerJoin(providers, eq(providers.id, offers.providerId))
    .innerJoin(serviceRequests, eq(serviceRequests.id, offers.requestId))
    .leftJoin(providerSettings, eq(providerSettings.providerId, providers.id))
    .where(
      and(
        eq(offers.id, offerId),
        ne(providers.contactEmail, ""),
        eq(providers.isDemo, false),
        or(isNull(emailNotifications), emailNotifications),
      ),
    );
  if (!row?.email) return false;
  const { brand } = await context.settings.get();
  return mailProvider(context, {
    ...composeRelease({ ...row, brand }),
    to: row.email,
    kind: "offer-released",
    recipientId: row.providerId,
    subjectId: offerId,
  });
}
