import { type MailText, sanitizeMailText } from "#app/features/mail/mail-text.ts";

export type OfferMail = {
  brand: string;
  company: string;
  serviceType: string;
  city: string | null;
  zip: string | null;
  timeframe: string | null;
  cost: number;
  minutes: number;
  url: string;
  /** The URL is of the portal, where one signs in; else whoever has it can answer. */
  isPortal?: boolean;
};

export type OfferedJob = Pick<OfferMail, "serviceType" | "city" | "zip">;

export const formatService = ({ serviceType }: OfferedJob) =>
  sanitizeMailText(serviceType, "Service request");
export const formatPlace = ({ city, zip }: OfferedJob) =>
  [sanitizeMailText(city, ""), zip].filter(Boolean).join(" ") || "your area";
/** Subject of the mail with the link, which later mails refer to. */
export const formatOfferSubject = (job: OfferedJob) =>
  `New job for you: ${formatService(job)}, ${formatPlace(job)}`;

/** The mail that offers a job. It reveals only the customer's city and ZIP code. */
export function composeOffer(mail: OfferMail): MailText {
  const { brand, company, timeframe, cost, minutes, url, isPortal } = mail;
  return {
    subject: formatOfferSubject(mail),
    text: [
      `${sanitizeMailText(company, "Hello")},`,
      "",
      "A customer near you needs help. Right now we are asking only you.",
      "",
      `Service: ${formatService(mail)}`,
      `Place: ${formatPlace(mail)}`,
      ...(timeframe ? [`Timeframe: ${timeframe}`] : []),
      `Cost: ${cost} credits, only if you accept`,
      `Time to answer: ${minutes} minutes`,
      "",
      // Mail servers may wrap or encode lines longer than 76 characters.
      "After you accept, we ask the customer whether you may call. If they say",
      "no, your credits come back.",
      "",
      "See the job, and accept or decline:",
      url,
      "",
      isPortal
        ? "Sign in once with your email address, and the link opens the offer."
        : "Keep this link to yourself: anyone who has it can answer for you.",
      "",
      brand,
      "",
    ].join("\n"),
  };
}

export type ApprovalMail = Pick<OfferMail, "brand" | "company" | "serviceType" | "city" | "zip"> & {
  /** The time of the visit, if one was picked. */
  visit?: string | null;
  /** The job in the provider's portal; absent where nobody can sign in there. */
  portalUrl?: string | null;
};

/** The lines of a mail that say where the job is in the portal. */
export const listPortalLines = (portalUrl: string | null | undefined): string[] =>
  portalUrl ? ["In your portal:", portalUrl, ""] : [];

/** The mail after a stop to a provider who has the details. It names no customer, and has no link. */
export function composeStop(mail: ApprovalMail): MailText {
  return {
    subject: `The customer asked to stop: ${formatService(mail)}, ${formatPlace(mail)}`,
    text: [
      `${sanitizeMailText(mail.company, "Hello")},`,
      "",
      "The customer of this job asked us to stop all contact. Please do not",
      "call, text, email or visit them from now on, and delete their details.",
      "Your link no longer shows them.",
      "",
      "The job is in our email with this subject:",
      formatOfferSubject(mail),
      "",
      "If something is still open, such as a bill, reply to this email",
      "instead of contacting them.",
      "",
      mail.brand,
      "",
    ].join("\n"),
  };
}

/** The mail after a cancel, to the provider who was asked, waits or has the details. It has no link. */
export function composeCancel(mail: ApprovalMail & { isRefunded: boolean }): MailText {
  return {
    subject: `The customer canceled: ${formatService(mail)}, ${formatPlace(mail)}`,
    text: [
      `${sanitizeMailText(mail.company, "Hello")},`,
      "",
      "The customer canceled the request. Please do not call about this job.",
      ...(mail.isRefunded ? ["Your credits are back."] : []),
      "",
      "The job is in our email with this subject:",
      formatOfferSubject(mail),
      "",
      mail.brand,
      "",
    ].join("\n"),
  };
}

/** The mail to the provider who was asked or waited for a yes, when we close the request. */
export function composeClosing(mail: ApprovalMail & { isRefunded: boolean }): MailText {
  return {
    subject: `The job is not available any more: ${formatService(mail)}, ${formatPlace(mail)}`,
    text: [
      `${sanitizeMailText(mail.company, "Hello")},`,
      "",
      "We closed this request before the customer said yes to a professional.",
      "You do not have to answer it, or to keep a time free for it.",
      ...(mail.isRefunded ? ["Your credits are back."] : []),
      "",
      "The job is in our email with this subject:",
      formatOfferSubject(mail),
      "",
      mail.brand,
      "",
    ].join("\n"),
  };
}

/**
 * The mail after an erasure to a provider who has the details. The request has no ZIP code any more,
 * so the day says which job it was.
 */
export function composeErasure(mail: ApprovalMail & { offeredAt: string }): MailText {
  const { brand, company, city } = mail;
  return {
    subject: `Please delete a customer's details: ${formatService(mail)}`,
    text: [
      `${sanitizeMailText(company, "Hello")},`,
      "",
      "The customer of this job asked us to delete their details. Please delete",
      "them too, and do not contact them. Your link no longer shows them.",
      "",
      `Service: ${formatService(mail)}`,
      ...(city ? [`City: ${sanitizeMailText(city, "")}`] : []),
      `Offered to you: ${mail.offeredAt}`,
      "",
      "If you must keep something, such as a bill, keep only that.",
      "",
      brand,
      "",
    ].join("\n"),
  };
}

/** The mail after the customer's yes. It has no link, as only a hash of the link's token is stored. */
export function composeApproval(mail: ApprovalMail): MailText {
  return {
    subject: `The customer said yes: ${formatService(mail)}, ${formatPlace(mail)}`,
    text: [
      `${sanitizeMailText(mail.company, "Hello")},`,
      "",
      "The customer said yes, so you may call. The link you already have now",
      "shows their name, phone number and address.",
      "",
      "The link is in our email with this subject:",
      formatOfferSubject(mail),
      "",
      ...listPortalLines(mail.portalUrl),
      ...(mail.visit
        ? [
            "Your visit is booked:",
            mail.visit,
            "",
            "Open the attached file to add it to your calendar.",
            "",
          ]
        : []),
      "Please get in touch soon.",
      "",
      mail.brand,
      "",
    ].join("\n"),
  };
}
