import type { Mail } from "#app/features/mail/send-mail.server.ts";
import { logAnswerCall } from "#app/features/requests/attempts/log-answer-call.server.ts";
import { findZipTimeZone } from "#app/lib/zip-time-zone.server.ts";
import { composeApproval } from "./compose-offer.ts";
import { APPROVAL_MAIL, type CustomerAnswer } from "./constants.ts";
import { getPortalJobUrl } from "./portal/portal-url.ts";
import { getMailedJob } from "./queries.server.ts";
import { recordCustomerAnswer } from "./record-customer-answer.server.ts";
import type { CustomerAnswerRefusal } from "./schema.ts";
import { mailProvider, type OfferContext } from "./send-offer.server.ts";
import { storePhoneYes } from "./store-named-consent.server.ts";
import { formatSlot } from "./visits/slots.ts";
import { getVisitFile } from "./visits/visit-files.server.ts";

export type ProcessAnswerResult =
  | { ok: true; mailed: boolean }
  | { ok: false; reason: CustomerAnswerRefusal };

/**
 * Records what a customer answered to staff on the phone, and that call; a yes stores a consent
 * record. Then mails the provider if it is a yes.
 */
export async function processCustomerAnswer(
  context: OfferContext,
  input: { offerId: string; answer: CustomerAnswer },
): Promise<ProcessAnswerResult> {
  const { now } = context;
  const site = await context.settings.get();
  const recorded = await recordCustomerAnswer(context, {
    ...input,
    async onRecorded(tx, offer) {
      if (input.answer === "yes") await storePhoneYes(tx, { offer, company: site.company, now });
      await logAnswerCall(tx, context, {
        requestId: offer.serviceRequestId,
        result: input.answer === "unreached" ? "no-answer" : "reached",
        site,
      });
    },
  });
  if (!recorded.ok) return recorded;
  return {
    ok: true,
    mailed: input.answer === "yes" && (await mailApproval(context, input.offerId)),
  };
}

/** Tells the provider of a yes by phone. @returns whether a mail was handed to a mail server */
async function mailApproval(context: OfferContext, offerId: string): Promise<boolean> {
  const mail = await composeApprovalMail(context, offerId);
  return mail !== null && mailProvider(context, mail);
}

type ApprovalContext = Pick<OfferContext, "db" | "env" | "settings" | "now">;

/** The mail that tells the provider of the yes; null where the provider gets no mails. */
export async function composeApprovalMail(
  context: ApprovalContext,
  offerId: string,
): Promise<Mail | null> {
  const job = await getMailedJob(context.db, offerId, "jobs");
  if (!job) return null;
  const site = await context.settings.get();
  const { brand } = site;
  const booked = await getVisitFile({ ...context, site }, { offerId, side: "provider" });
  const visit =
    booked?.visit.state === "booked"
      ? formatSlot(booked.visit, findZipTimeZone(job.zip) ?? site.timeZone)
      : null;
  return {
    ...composeApproval({
      ...job,
      ...{ brand, visit },
      portalUrl: getPortalJobUrl(context.env, { ...job, offerId }),
    }),
    ...(visit && { calendar: booked?.file }),
    to: job.to,
    kind: APPROVAL_MAIL,
    recipientId: job.providerId,
    subjectId: offerId,
  };
}
